/// How often something is called on the paths that lead to a place.
struct CallCounts: OptionSet {
  let rawValue: UInt8

  static let none = CallCounts(rawValue: 1)
  static let once = CallCounts(rawValue: 2)
  static let twice = CallCounts(rawValue: 4)
  /// Unknown on some path: it enters code that was not read, or it is not certain to exist.
  static let unknown = CallCounts(rawValue: 8)

  /// Whether there are paths with and without a call, which later branches may distinguish.
  var isMixed: Bool { contains(.none) && contains(.once) }

  /// Returns the counts of this part followed by another.
  ///
  /// - Parameter isCorrelated: whether a condition that distinguished the paths may decide again here, so that a second
  ///   call is not certain.
  func followed(by other: CallCounts, isCorrelated: Bool) -> CallCounts {
    var all: CallCounts = []
    for first in Self.single where contains(first) {
      for second in Self.single where other.contains(second) {
        if first == .twice || second == .twice {
          all.insert(.twice)
        } else if first == .none {
          all.insert(second)
        } else if second == .none {
          all.insert(first)
        } else if first == .unknown || second == .unknown || isCorrelated {
          all.insert(.unknown)
        } else {
          all.insert(.twice)
        }
      }
    }
    return all
  }

  /// The counts if it is not certain that these paths exist.
  var doubted: CallCounts { contains(.none) ? subtracting(.none).union(.unknown) : self }

  private static let single: [CallCounts] = [.none, .once, .twice, .unknown]
}
