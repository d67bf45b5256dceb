/// One behaviour of iOS as the ledger states it.
public struct Fact: Sendable, Equatable {
  /// The ID, never renumbered.
  public let id: FactID
  /// What happens, in the ledger's words (Markdown).
  public let behaviour: String
  /// The iOS versions that it was seen in or is said of, in the ledger's words: `10.3+`, `seen on 16.1.2 and 26.1`, …
  public let versions: String
  /// Where it holds, for machines; nil where this program does not behave by it.
  public let bounds: FactBounds?
  /// How sure the ledger is.
  public let confidence: FactConfidence
  /// Where it comes from; `—` for an assumption.
  public let source: String
  /// Where it lives in this program, or why it does not.
  public let status: FactStatus
  /// The release of this program that first had it; nil when it is not modelled.
  public let since: String?
  /// The title of the ledger's section, such as `Errors`.
  public let area: String
  /// The name of the ledger: `alternate-icons`, `launch`, `quick-actions` or `store-validation`.
  public let ledger: String
}

/// The ID of a fact of the ledger, such as `"ICON-039"`.
///
/// An ID is only a name: that the ledger holds it is asked with ``FactLedger/fact(_:)``, and the tests check every
/// ID that the sources mention.
public struct FactID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The ID as it is written in the ledger.
  public let rawValue: String

  /// Wraps a text as it stands.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// An ID may be written as a string, `"ICON-039"`, which is taken as it stands.
  public init(stringLiteral value: String) {
    rawValue = value
  }

  /// The ID itself: `ICON-039`.
  public var description: String { rawValue }
}

/// How sure the ledger is of a fact.
public enum FactConfidence: String, Sendable, CaseIterable {
  /// Apple says so publicly.
  case documented
  /// A public test or log shows exactly this, with the setup: `facts --measured` compares it.
  case measured
  /// Several developers report it.
  case observed
  /// One report.
  case reported
  /// No public source: the model's own choice, to be re-checked on a device.
  case assumed
}

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
