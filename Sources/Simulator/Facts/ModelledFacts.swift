/// The facts that the program really behaves by, since when, and where; and what is known of the others.
public enum ModelledFacts {
  /// A fact that is modelled.
  public struct Entry: Sendable, Equatable {
    public let id: FactID
    /// The version of this program that first modelled it.
    public let since: String
    /// Where it lives: ``FactStatus/simulator``, ``FactStatus/package`` or ``FactStatus/scenario``.
    public let status: FactStatus
  }

  /// All of them, by ledger and number.
  public static let all: [Entry] = (icons + iconsElsewhere + launches + launchesElsewhere + quickActions).flatMap {
    release in
    release.ids.map { Entry(id: $0, since: release.version, status: release.status) }
  }

  /// Facts that are not modelled, for a reason that somebody has thought about.
  public static let pending: [(id: FactID, status: FactStatus)] =
    (iconsPending + launchesPending + quickActionsPending).flatMap { group in group.ids.map { ($0, group.status) } }
    + storePending

  private static let byID: [FactID: Entry] = Dictionary(
    all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  private static let pendingByID: [FactID: FactStatus] = Dictionary(pending, uniquingKeysWith: { first, _ in first })

  /// The version since which the fact is modelled; nil when it is not.
  public static func since(_ id: FactID) -> String? { byID[id]?.since }

  /// Where the fact lives, or why it does not; nil when nobody has decided yet.
  public static func status(_ id: FactID) -> FactStatus? { byID[id]?.status ?? pendingByID[id] }

  struct Release {
    let version: String
    let prefix: String
    var status = FactStatus.simulator
    let numbers: [Int]

    var ids: [FactID] { ModelledFacts.ids(prefix, numbers) }
  }

  /// Facts that are not modelled for one reason.
  struct Pending {
    let status: FactStatus
    let prefix: String
    let numbers: [Int]

    var ids: [FactID] { ModelledFacts.ids(prefix, numbers) }
  }

  /// The numbers with their prefix and three digits.
  private static func ids(_ prefix: String, _ numbers: [Int]) -> [FactID] {
    numbers.map { number in
      let digits = String(number)
      return FactID(prefix + "-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits)
    }
  }
}
