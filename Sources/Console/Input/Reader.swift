/// Assembles lines into pieces of code. It does not know the language: the caller decides whether a text is complete.
package final class Reader {
  /// The result of ``next()``.
  package enum Result: Equatable, Sendable {
    case chunk(SourceChunk)
    /// Ctrl-C: the lines of an incomplete piece are dropped.
    case interrupted
    case endOfFile
  }

  /// The maximum length of a piece of code, in bytes.
  package static let maximumChunkBytes = 16 * 1024 * 1024
  /// The maximum number of bytes that `isComplete` gets for one piece. It gets the whole text again after each line, so
  /// this bounds the work for code that never ends; it is enough for some 4 000 lines of usual length.
  package static let maximumExaminedBytes = 256 * 1024 * 1024

  private let source: any LineSource
  private let prompt: String
  private let continuationPrompt: (String) -> String
  private let indentation: (String) -> String
  private let isComplete: (String) -> Bool
  private let refuses: (String) -> Bool
  private var linesRead = 0
  package var nextLine: Int { linesRead + 1 }
  /// The lines of an incomplete piece, while the next line is read.
  package private(set) var begun = ""

  /// Advances the line number to `line`, if it is later than the next one.
  package func skip(to line: Int) { linesRead = max(linesRead, line - 1) }

  /// Reads pieces of code from a source.
  ///
  /// - Parameters:
  ///   - prompt: for the first line of a piece.
  ///   - continuationPrompt: for each further line, from the lines before it; called only for an interactive source.
  ///   - indentation: the white space at the beginning of each further line, from the lines before it; see
  ///     ``LineSource/begin(with:)``.
  ///   - isComplete: whether a text can be run as it is. Also `true` for a text that no further line can repair, so
  ///     that its error is shown at once.
  ///   - refuses: whether a further line of a person is not part of the piece, which stays open.
  package init(
    source: any LineSource, prompt: String, continuationPrompt: @escaping (String) -> String,
    indentation: @escaping (String) -> String = { _ in "" }, isComplete: @escaping (String) -> Bool,
    refuses: @escaping (String) -> Bool = { _ in false }
  ) {
    (self.source, self.prompt, self.continuationPrompt) = (source, prompt, continuationPrompt)
    (self.indentation, self.isComplete, self.refuses) = (indentation, isComplete, refuses)
  }

  /// Reads up to the next complete piece of code, skipping blank lines before it. The piece becomes one entry of the
  /// source's history.
  package func next() throws(InputError) -> Result {
    var text = ""
    var firstLine = 0
    var examined = 0
    defer { begun = "" }
    while true {
      begun = text
      let indentation = firstLine == 0 || !source.isInteractive ? "" : indentation(text)
      source.begin(with: indentation)
      switch try source.readLine(prompt: prompt(after: firstLine == 0 ? nil : text)) {
      case .interrupted:
        return .interrupted
      case .endOfFile:
        guard firstLine > 0 else { return .endOfFile }
        return .chunk(SourceChunk(text: text, firstLine: firstLine, isComplete: false))
      case .line(let line):
        let before = linesRead
        // Pasted text is one line with line breaks.
        linesRead += 1 + line.utf8.count { $0 == UInt8(ascii: "\n") }
        if firstLine == 0 {
          if Self.isBlank(line) { continue }
          firstLine = before + 1
          text = line
        } else {
          if source.isInteractive, refuses(line) {
            linesRead = before
            continue
          }
          text += "\n" + LuaOpening.outdented(line, by: indentation)
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

/// A piece of code from the ``Reader``.
package struct SourceChunk: Equatable, Sendable {
  /// One or more lines, joined by LF, without a line break at the end.
  package let text: String
  /// The number of the code's first line in the session, from 1.
  package let firstLine: Int
  /// `false` when the input ended before the code was complete. Compiling it gives the right error.
  package let isComplete: Bool
  /// The file of the code, for messages; nil for typed code.
  package var file: String?

  /// Creates a piece of code that begins at a line of the session.
  package init(text: String, firstLine: Int, isComplete: Bool) {
    (self.text, self.firstLine, self.isComplete) = (text, firstLine, isComplete)
  }
}

/// A source of lines: a person at a terminal (``LineEditor``), or a pipe or file (``PipedInput``).
package protocol LineSource: AnyObject {
  /// Whether a person types: then prompts are shown, and an error does not end the session.
  var isInteractive: Bool { get }

  /// The width of the terminal in columns; nil if the source is not interactive.
  var columns: Int? { get }

  /// The height of the terminal in rows; nil if it cannot show pages.
  var rows: Int? { get }

  /// Reads the next line.
  ///
  /// - Parameter prompt: shown before the line by an interactive source, ignored by others.
  /// - Throws: ``InputError`` when the input is not text, or can no longer be read.
  func readLine(prompt: String) throws(InputError) -> LineInput

  /// Makes the next line begin with a text, which the person can change; an empty text does nothing.
  func begin(with text: String)

  /// Adds an entry, of one or more lines, to the history. Does nothing in a source that is not interactive.
  func remember(_ entry: String)
}

extension LineSource {
  package var columns: Int? { nil }
  package var rows: Int? { nil }
  /// Does nothing.
  package func begin(with text: String) {}
}

/// The result of reading a line.
package enum LineInput: Equatable, Sendable {
  /// A line without its line break.
  case line(String)
  /// Ctrl-C: the line is dropped, and the session continues.
  case interrupted
  /// Ctrl-D on an empty line, or the end of the piped input.
  case endOfFile
}

/// Unusable input. Lines and columns count from 1; a column counts bytes, because it may be inside an invalid
/// character.
package enum InputError: Error, Equatable, Sendable {
  /// A line of more than `limit` bytes (piped) or characters (typed).
  case lineTooLong(line: Int, limit: Int)
  /// Bytes that are not UTF-8.
  case invalidUTF8(line: Int, column: Int)
  /// The system refused to read.
  case unreadable(line: Int, reason: String)
  /// A piece of code that is still incomplete at the reader's limits.
  case neverComplete(firstLine: Int, lines: Int)
}

extension InputError {
  /// Whether later lines can still be read.
  var isOfOneEntry: Bool {
    switch self {
    case .lineTooLong, .neverComplete: true
    case .invalidUTF8, .unreadable: false
    }
  }
}

extension InputError: CustomStringConvertible {
  /// One message: the problem, its place, and a suggestion.
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

/// Converts bytes to text, with the offset of the first byte that is not UTF-8.
enum UTF8Text {
  struct Damage: Error, Equatable {
    /// The number of valid bytes before the damage.
    let offset: Int
  }

  static func decode(_ bytes: ArraySlice<UInt8>) -> Result<String, Damage> {
    if let text = String(validating: bytes, as: UTF8.self) { return .success(text) }
    return .failure(Damage(offset: soundPrefix(of: bytes)))
  }

  /// Returns the number of valid bytes at the start of damaged bytes.
  private static func soundPrefix(of bytes: ArraySlice<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    return offset
  }
}
