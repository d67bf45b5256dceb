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
  /// Several developers report it.
  case observed
  /// One report.
  case reported
  /// No public source: the model's own choice, to be re-checked on a device.
  case assumed
}
