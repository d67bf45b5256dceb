/// A line editor could not be opened.
public struct LineEditorError: Error, Equatable, Sendable, CustomStringConvertible {
  public let reason: String

  public var description: String {
    "Line editing is not possible: \(reason). Pipe the input instead: `homescreen repl < FILE`."
  }
}
