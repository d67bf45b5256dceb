/// Input that cannot be used. Lines and columns count from 1; a column counts bytes, because it may stand in the
/// middle of something that is no character.
public enum InputError: Error, Equatable, Sendable {
  /// A line of more than `limit` bytes (piped) or characters (typed).
  case lineTooLong(line: Int, limit: Int)
  /// Bytes that are no UTF-8.
  case invalidUTF8(line: Int, column: Int)
  /// The system refused to read.
  case unreadable(line: Int, reason: String)
  /// A piece of code that is still not complete after as much text as the reader accepts.
  case neverComplete(firstLine: Int, lines: Int)
}

extension InputError {
  /// Whether what is typed next can be read all the same.
  var isOfOneEntry: Bool {
    switch self {
    case .lineTooLong, .neverComplete: true
    case .invalidUTF8, .unreadable: false
    }
  }
}

extension InputError: CustomStringConvertible {
  /// One message: what happened, where, and what to do.
  public var description: String {
    switch self {
    case .lineTooLong(let line, let limit):
      "input:\(line): this line has more than \(limit) bytes. Break it into several lines, or put the code into a"
        + " file and use `homescreen run FILE`."
    case .invalidUTF8(let line, let column):
      "input:\(line):\(column): this is not UTF-8 text. Save the input as UTF-8; in Lua code a single byte can be"
        + " written as an escape, like \"\\xE9\"."
    case .unreadable(let line, let reason):
      "input:\(line): the input cannot be read: \(reason)."
    case .neverComplete(let firstLine, let lines):
      "input:\(firstLine): the code that begins here is still not complete after \(lines) lines. Look for a missing"
        + " `end` or a bracket that is never closed; put long code into a file and use `homescreen run FILE`."
    }
  }
}
