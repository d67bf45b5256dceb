/// Assembles lines into pieces of code. It knows nothing of the language: the caller says whether a text is complete.
package final class Reader {
  /// What ``next()`` found.
  package enum Result: Equatable, Sendable {
    case chunk(SourceChunk)
    /// Ctrl-C: lines that were already entered are thrown away.
    case interrupted
    case endOfFile
  }

  /// The longest piece of code, in bytes.
  package static let maximumChunkBytes = 16 * 1024 * 1024
  /// How many bytes may be shown to `isComplete` for one piece. As it sees the whole text again after each line, this
  /// bounds the work on code that never ends; it is enough for some 4 000 lines of usual length.
  package static let maximumExaminedBytes = 256 * 1024 * 1024

  private let source: any LineSource
  private let prompt: String
  private let continuationPrompt: (String) -> String
  private let isComplete: (String) -> Bool
  private var linesRead = 0
  /// The number of the line that is read next.
  package var nextLine: Int { linesRead + 1 }
  /// The lines of a piece that is not complete yet, while the next one is read.
  package private(set) var begun = ""

  /// Counts on from a line, if it is a later one than would be read next.
  package func skip(to line: Int) { linesRead = max(linesRead, line - 1) }

  /// Reads pieces of a source that can be run.
  ///
  /// - Parameters:
  ///   - prompt: for the first line of a piece.
  ///   - continuationPrompt: for each further line, from the lines before it; asked only where a person types.
  ///   - isComplete: whether a text can be run as it is. Also `true` for a text that no further line can repair, so
  ///     that its error is shown at once.
  package init(
    source: any LineSource, prompt: String, continuationPrompt: @escaping (String) -> String,
    isComplete: @escaping (String) -> Bool
  ) {
    self.source = source
    self.prompt = prompt
    self.continuationPrompt = continuationPrompt
    self.isComplete = isComplete
  }

  /// Reads up to the next complete piece of code. Blank lines between pieces are skipped. A complete piece goes into
  /// the source's history as one entry.
  package func next() throws(InputError) -> Result {
    var text = ""
    var firstLine = 0
    var examined = 0
    defer { begun = "" }
    while true {
      begun = text
      switch try source.readLine(prompt: prompt(after: firstLine == 0 ? nil : text)) {
      case .interrupted:
        return .interrupted
      case .endOfFile:
        guard firstLine > 0 else { return .endOfFile }
        return .chunk(SourceChunk(text: text, firstLine: firstLine, isComplete: false))
      case .line(let line):
        let before = linesRead
        // What was pasted is one line with line breaks in it.
        linesRead += 1 + line.utf8.count { $0 == UInt8(ascii: "\n") }
        if firstLine == 0 {
          if Self.isBlank(line) { continue }
          firstLine = before + 1
          text = line
        } else {
          text += "\n" + line
        }
        examined += text.utf8.count
        guard text.utf8.count <= Self.maximumChunkBytes, examined <= Self.maximumExaminedBytes else {
          throw .neverComplete(firstLine: firstLine, lines: linesRead - firstLine + 1)
        }
        if isComplete(text) {
          source.remember(text)
          return .chunk(SourceChunk(text: text, firstLine: firstLine, isComplete: true))
        }
      }
    }
  }

  private func prompt(after text: String?) -> String {
    guard source.isInteractive, let text else { return text == nil ? prompt : "" }
    return continuationPrompt(text)
  }

  private static func isBlank(_ line: String) -> Bool {
    line.utf8.allSatisfy { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
  }
}

/// A piece of code as the ``Reader`` hands it over.
package struct SourceChunk: Equatable, Sendable {
  /// One or more lines, joined by LF, without a line break at the end.
  package let text: String
  /// The number of its first line, counted from 1 since the session began.
  package let firstLine: Int
  /// `false` when the input ended before the code was complete. Compiling it gives the right error.
  package let isComplete: Bool
  /// The file that it was read from, for messages; nil for what was typed.
  package var file: String?

  /// A piece of code that begins at a line of the session.
  package init(text: String, firstLine: Int, isComplete: Bool) {
    self.text = text
    self.firstLine = firstLine
    self.isComplete = isComplete
  }
}

/// Where lines come from: a person at a terminal (``LineEditor``) or a pipe or file (``PipedInput``).
package protocol LineSource: AnyObject {
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
  package var columns: Int? { nil }
}

/// What came of asking for a line.
package enum LineInput: Equatable, Sendable {
  /// A line without its line break.
  case line(String)
  /// Ctrl-C: what was typed is thrown away, the session goes on.
  case interrupted
  /// Ctrl-D on an empty line, or the end of the piped input.
  case endOfFile
}

/// Input that cannot be used. Lines and columns count from 1; a column counts bytes, because it may stand in the
/// middle of something that is no character.
package enum InputError: Error, Equatable, Sendable {
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
  package var description: String {
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

/// Bytes to text, with the place of the first byte that is no UTF-8.
enum UTF8Text {
  struct Damage: Error, Equatable {
    /// How many bytes before it are sound.
    let offset: Int
  }

  static func decode(_ bytes: ArraySlice<UInt8>) -> Result<String, Damage> {
    if let text = String(validating: bytes, as: UTF8.self) { return .success(text) }
    return .failure(Damage(offset: soundPrefix(of: bytes)))
  }

  /// Only walked when the bytes are known to be damaged.
  private static func soundPrefix(of bytes: ArraySlice<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    return offset
  }
}
