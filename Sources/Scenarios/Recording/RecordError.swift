/// Why a record cannot be used.
public struct RecordError: Error, CustomStringConvertible {
  /// From 1; nil when it is about the whole file.
  public let line: Int?
  /// Without a full stop.
  public let message: String
  /// What to do about it.
  public let hint: String?

  init(line: Int?, _ message: String, hint: String? = nil) {
    self.line = line
    self.message = message
    self.hint = hint
  }

  /// `line 7: this is no event of a run`, and the hint on a second line.
  public var description: String {
    (line.map { "line \($0): " } ?? "") + message + (hint.map { "\n  hint: \($0)" } ?? "")
  }
}
