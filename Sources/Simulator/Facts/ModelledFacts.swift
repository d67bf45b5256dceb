/// The facts that the simulator really behaves by, and since when.
public enum ModelledFacts {
  /// A fact that is modelled.
  public struct Entry: Sendable, Equatable {
    public let id: FactID
    /// The version of this program that first modelled it.
    public let since: String
  }

  /// All of them, by ledger and number.
  public static let all: [Entry] = (icons + launches + quickActions).flatMap { release in
    release.ids.map { Entry(id: FactID($0), since: release.version) }
  }

  /// The version since which the fact is modelled; nil when it is not.
  public static func since(_ id: FactID) -> String? {
    all.first { $0.id == id }?.since
  }

  struct Release {
    let version: String
    let prefix: String
    let numbers: [Int]

    /// The number with its prefix and three digits.
    var ids: [String] {
      numbers.map { number in
        let digits = String(number)
        return prefix + "-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      }
    }
  }
}
