/// An error that consists of its message for the user; no code depends on its kind.
public struct UserError: Error, Equatable, CustomStringConvertible {
  /// The message, without a full stop: what happened, where and why.
  public let description: String
  /// The advice, in full sentences; nil if the message includes it.
  public let hint: String?

  /// Creates an error.
  public init(_ description: String, hint: String? = nil) { (self.description, self.hint) = (description, hint) }
}
