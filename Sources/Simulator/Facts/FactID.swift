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

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public var description: String { rawValue }
}
