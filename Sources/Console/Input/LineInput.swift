/// What came of asking for a line.
public enum LineInput: Equatable, Sendable {
  /// A line without its line break.
  case line(String)
  /// Ctrl-C: what was typed is thrown away, the session goes on.
  case interrupted
  /// Ctrl-D on an empty line, or the end of the piped input.
  case endOfFile
}
