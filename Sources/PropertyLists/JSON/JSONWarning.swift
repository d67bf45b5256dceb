/// What a strict reader would refuse in a JSON text that was read all the same.
public struct JSONWarning: Sendable, Equatable, CustomStringConvertible {
  public enum Kind: Sendable, CaseIterable {
    /// A key stands twice in one object; the later value counts.
    case duplicateKey
    /// A comment, a trailing comma, a byte order mark.
    case lenient
  }

  public var kind: Kind
  /// What is wrong, without place and without a full stop.
  public var message: String
  public var location: SourceLocation?
  /// What to do about it.
  public var hint: String

  /// `Contents.json:12:3: message`, and the hint on a second line.
  public var description: String { (location.map { "\($0): " } ?? "") + "\(message)\n  hint: \(hint)" }
}
