internal import LuaAPI
internal import LuaEngine

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

  /// Where the text at hand fails: its end is on its last line, behind which Lua looks.
  func place(_ place: LuaError.Place) -> LuaError.Place {
    guard let current, place.line == current.firstLine + Self.lines(current).count else { return place }
    return LuaError.Place(file: place.file, line: place.line - 1)
  }

  /// The part of the line before the token that Lua refuses; nil for errors without a token.
  func beginning(ofLineOf error: LuaError, in session: Session) -> String? {
    guard let current, error.kind == .syntax else { return nil }
    let bytes = Array(current.text.utf8)
    func text(_ end: Int) -> String { String(decoding: bytes[..<end], as: UTF8.self) }
    // The same token may stand there several times: up to the right one, Lua says the same.
    let token = LuaLexer.tokens(of: bytes).first { token in
      error.message.hasSuffix(" near '\(String(decoding: bytes[token.range], as: UTF8.self))'")
        && session.syntaxError(in: text(token.range.upperBound))?.message == error.message
    }
    guard let token, token.line + current.firstLine - 1 == error.place?.line else { return nil }
    return text(token.range.lowerBound).split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init)
  }

  /// How the method is written that the text at hand ends with; nil where none is known.
  func signatureOfLastMethod(in session: Session) -> String? {
    guard let text = current?.text[...].trimmingSpace() else { return nil }
    let name = text.split { !LuaWords.isName("_\($0)") }.last ?? ""
    let known = LuaCompletion(session).answer(text, "").completions
    return known.compactMap(\.signature).first { $0.contains(":\(name)(") }
  }

  private static func has(_ chunk: SourceChunk, _ number: Int) -> Bool {
    (chunk.firstLine..<chunk.firstLine + lines(chunk).count).contains(number)
  }

  /// By scalars: as a character, a line feed is one with the carriage return before it.
  private static func lines(_ chunk: SourceChunk) -> [String] {
    chunk.text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}
