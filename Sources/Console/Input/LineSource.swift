/// Where lines come from: a person at a terminal (``LineEditor``) or a pipe or file (``PipedInput``).
public protocol LineSource: AnyObject {
  /// Whether a person types: then prompts are shown, and an error does not end the session.
  var isInteractive: Bool { get }

  /// How many columns the person's terminal has; nil where nobody types.
  var columns: Int? { get }

  /// Reads the next line.
  ///
  /// - Parameter prompt: shown before the line where a person types, ignored elsewhere.
  /// - Throws: ``InputError`` when the input cannot be used as text, or can no longer be read.
  func readLine(prompt: String) throws(InputError) -> LineInput

  /// Puts an entry, of one or more lines, into the history. Does nothing where nobody types.
  func remember(_ entry: String)
}

extension LineSource {
  /// Nobody types.
  public var columns: Int? { nil }
}

/// What came of asking for a line.
public enum LineInput: Equatable, Sendable {
  /// A line without its line break.
  case line(String)
  /// Ctrl-C: what was typed is thrown away, the session goes on.
  case interrupted
  /// Ctrl-D on an empty line, or the end of the piped input.
  case endOfFile
}
