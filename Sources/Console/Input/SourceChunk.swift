/// A piece of code as the ``Reader`` hands it over.
public struct SourceChunk: Equatable, Sendable {
  /// One or more lines, joined by LF, without a line break at the end.
  public let text: String
  /// The number of its first line, counted from 1 since the session began.
  public let firstLine: Int
  /// `false` when the input ended before the code was complete. Compiling it gives the right error.
  public let isComplete: Bool
  /// The file that it was read from, for messages; nil for what was typed.
  public var file: String?

  /// A piece of code that begins at a line of the session.
  public init(text: String, firstLine: Int, isComplete: Bool) {
    self.text = text
    self.firstLine = firstLine
    self.isComplete = isComplete
  }
}
