/// Assembles lines into pieces of code. It knows nothing of the language: the caller says whether a text is complete.
public final class Reader {
  /// What ``next()`` found.
  public enum Result: Equatable, Sendable {
    case chunk(SourceChunk)
    /// Ctrl-C: lines that were already entered are thrown away.
    case interrupted
    case endOfFile
  }

  /// The longest piece of code, in bytes.
  public static let maximumChunkBytes = 16 * 1024 * 1024
  /// How many bytes may be shown to `isComplete` for one piece. As it sees the whole text again after each line, this
  /// bounds the work on code that never ends; it is enough for some 4 000 lines of usual length.
  public static let maximumExaminedBytes = 256 * 1024 * 1024

  private let source: any LineSource
  private let prompt: String
  private let continuationPrompt: (String) -> String
  private let isComplete: (String) -> Bool
  private var linesRead = 0
  /// The number of the line that is read next.
  public var nextLine: Int { linesRead + 1 }
  /// The lines of a piece that is not complete yet, while the next one is read.
  public private(set) var begun = ""

  /// Counts on from a line, if it is a later one than would be read next.
  public func skip(to line: Int) { linesRead = max(linesRead, line - 1) }

  /// Reads pieces of a source that can be run.
  ///
  /// - Parameters:
  ///   - prompt: for the first line of a piece.
  ///   - continuationPrompt: for each further line, from the lines before it; asked only where a person types.
  ///   - isComplete: whether a text can be run as it is. Also `true` for a text that no further line can repair, so
  ///     that its error is shown at once.
  public init(
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
  public func next() throws(InputError) -> Result {
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
