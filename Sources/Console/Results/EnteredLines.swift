/// The lines of a session by their numbers, for errors in what was entered earlier.
struct EnteredLines {
  private let chunks: [SourceChunk]
  private let current: SourceChunk?
  /// Whether a person types, who sees the line that has just run.
  let isTyped: Bool

  /// - Parameter current: what runs now; it may be one of the lines already.
  init(_ lines: [REPLLine], current: SourceChunk?, isTyped: Bool) {
    // The lines of a file have the numbers that they have there.
    chunks = lines.compactMap { if case .code(let chunk) = $0.kind, chunk.file == nil { chunk } else { nil } }
    self.current = current?.file == nil ? current : nil
    self.isTyped = isTyped
  }

  /// The text of a line; nil for one that the session does not have.
  func text(_ number: Int) -> String? {
    guard let chunk = ([current].compactMap(\.self) + chunks.reversed()).first(where: { Self.has($0, number) }) else {
      return nil
    }
    return Self.lines(chunk)[number - chunk.firstLine]
  }

  /// Whether it is the only line of what runs now: the one that the person has just typed.
  func isOnScreen(_ number: Int) -> Bool {
    guard isTyped, let current else { return false }
    return current.firstLine == number && Self.lines(current).count == 1
  }

  private static func has(_ chunk: SourceChunk, _ number: Int) -> Bool {
    (chunk.firstLine..<chunk.firstLine + lines(chunk).count).contains(number)
  }

  /// By scalars: as a character, a line feed is one with the carriage return before it.
  private static func lines(_ chunk: SourceChunk) -> [String] {
    chunk.text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}
