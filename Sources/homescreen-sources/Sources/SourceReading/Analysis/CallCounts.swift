/// How often something was called on the ways that lead to a place.
struct CallCounts: OptionSet {
  let rawValue: UInt8

  static let none = CallCounts(rawValue: 1)
  static let once = CallCounts(rawValue: 2)
  static let twice = CallCounts(rawValue: 4)
  /// On some way nobody can tell: it went to code that was not read, or the way may not exist.
  static let unknown = CallCounts(rawValue: 8)

  /// Ways with and without a call, which later branches may tell apart.
  var isMixed: Bool { contains(.none) && contains(.once) }

  /// One after the other.
  ///
  /// - Parameter isCorrelated: whether the ways were told apart by something that may decide here again, so that a second
  ///   call need not be one.
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

  /// Where it is not known whether these ways exist.
  var doubted: CallCounts { contains(.none) ? subtracting(.none).union(.unknown) : self }

  private static let single: [CallCounts] = [.none, .once, .twice, .unknown]
}
