/// Where a fact of the ledger lives in this program.
public enum FactStatus: Sendable, Equatable {
  /// The device behaves by it.
  case simulator
  /// The loader of packages, or the reader of property lists, behaves by it.
  case package
  /// It says something about an app's code or a tutorial; a scenario or test shows it.
  case scenario
  /// It is about apps, not about the device: a lint rule reports it.
  case lint
  /// The same, and there is no such rule yet.
  case lintToCome
  /// It is not modelled, and this is why.
  case notModelled(reason: String)

  /// Reads a cell of the ledger: one of the ``words``, the last one with a colon and the reason behind it.
  init?(ledger cell: String) {
    if let status = Self.withoutReason.first(where: { $0.word == cell }) {
      self = status
      return
    }
    let begin = Self.notModelledWord + ": "
    guard cell.hasPrefix(begin), cell.count > begin.count else { return nil }
    self = .notModelled(reason: String(cell.dropFirst(begin.count)))
  }

  private static let withoutReason: [FactStatus] = [.simulator, .package, .scenario, .lint, .lintToCome]
  private static let notModelledWord = "not modelled"

  /// The word that the ledgers and listings use.
  public var word: String {
    switch self {
    case .simulator: "simulator"
    case .package: "package"
    case .scenario: "scenario"
    case .lint: "lint"
    case .lintToCome: "lint to come"
    case .notModelled: Self.notModelledWord
    }
  }

  /// The words of all of them, in the order of listings.
  public static let words = withoutReason.map(\.word) + [notModelledWord]

  /// Whether the program behaves by the fact, shows it, or tells of it.
  public var isModelled: Bool {
    switch self {
    case .simulator, .package, .scenario, .lint: true
    case .lintToCome, .notModelled: false
    }
  }

  /// Whether a device or a package shows it, so that it has bounds and a scenario of its own; a rule has its examples.
  public var hasScenario: Bool {
    switch self {
    case .simulator, .package, .scenario: true
    case .lint, .lintToCome, .notModelled: false
    }
  }
}
