/// A line editor could not be opened.
public struct LineEditorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What the system says, without a full stop.
  public let reason: String

  /// What a person reads, without a full stop.
  public var description: String {
    "Line editing is not possible: \(reason). Pipe the input instead: `homescreen repl < FILE`."
  }
}
