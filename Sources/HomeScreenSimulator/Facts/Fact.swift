/// A behaviour of iOS in the ledger.
public struct Fact: Sendable, Equatable {
  /// The ID, which never changes.
  public let id: FactID
  /// The behaviour, in the ledger's words (Markdown).
  public let behaviour: String
  /// The iOS versions in which the behaviour was observed or reported, in the ledger's words: `10.3+`, `seen on 16.1.2
  /// and 26.1`, …
  public let versions: String
  /// The machine-readable bounds; nil if this program does not implement it.
  public let bounds: FactBounds?
  /// The ledger's confidence.
  public let confidence: FactConfidence
  /// The source; `—` for an assumption.
  public let source: String
  /// The part of this program that implements it, or why none does.
  public let status: FactStatus
  /// The first release of this program that models the fact; nil if none does.
  public let since: String?
  /// The title of the ledger's section, such as `Errors`.
  public let area: String
  /// The name of the ledger: `alternate-icons`, `launch`, `quick-actions` or `store-validation`.
  public let ledger: String
}

/// The ID of a fact in the ledger, such as `"ICON-039"`.
///
/// An ID is only a name: ``FactLedger/fact(_:)`` finds the fact, and the tests check every ID in the sources.
public struct FactID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The ID as written in the ledger.
  public let rawValue: String

  /// Creates an ID from any string, without a check.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Creates an ID from a literal, `"ICON-039"`, without a check.
  public init(stringLiteral value: String) { rawValue = value }

  /// The ID: `ICON-039`.
  public var description: String { rawValue }

  /// Whether no public source supports the fact, so that answers based on it are assumptions of the model.
  package var isAssumed: Bool { FactLedger.fact(self)?.confidence == .assumed }

  /// The ID for a report: `ICON-039`, or `ICON-074, assumed`.
  package var cited: String { isAssumed ? "\(rawValue), assumed" : rawValue }
}

/// The ledger's confidence in a fact.
public enum FactConfidence: String, Sendable, CaseIterable {
  /// Apple states it publicly.
  case documented
  /// A public test or log shows exactly this, with the setup: `facts --measured` compares it.
  case measured
  /// Several developers report it.
  case observed
  /// One report.
  case reported
  /// No public source: the model's own choice, to check on a device.
  case assumed
}

/// The part of this program that implements a fact.
public enum FactStatus: Sendable, Equatable {
  /// The device implements it.
  case simulator
  /// The loader of packages or the reader of property lists implements the fact.
  case package
  /// The fact is about an app's code or a tutorial; a scenario or test shows it.
  case scenario
  /// The fact is about apps, not the device: a lint rule reports it.
  case lint
  /// The fact is about apps, not the device; the lint rule that will report it does not exist yet.
  case lintToCome
  /// The fact is not modelled, for this reason.
  case notModelled(reason: String)

  /// Parses a cell of the ledger: one of the ``words``, the last one followed by a colon and the reason.
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

  /// The word in ledgers and listings.
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

  /// All words, in the order of listings.
  public static let words = withoutReason.map(\.word) + [notModelledWord]

  /// Whether the program implements, shows or reports the fact.
  public var isModelled: Bool {
    switch self {
    case .simulator, .package, .scenario, .lint: true
    case .lintToCome, .notModelled: false
    }
  }

  /// Whether a device or a package shows the fact, which then has bounds and a scenario; a lint rule has examples instead.
  public var hasScenario: Bool {
    switch self {
    case .simulator, .package, .scenario: true
    case .lint, .lintToCome, .notModelled: false
    }
  }
}
