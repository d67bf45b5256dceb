internal import LuaAPI
internal import LuaEngine

/// Completion of Lua that is being typed: finds the place that the cursor is at, and asks for what it takes.
struct LuaCompletion {
  private let session: Session
  /// Whether the line explains its expression and does not run it: `?device.launch`.
  private let explains: Bool

  init(_ session: Session, explains: Bool = false) {
    self.session = session
    self.explains = explains
  }

  /// - Parameters:
  ///   - text: up to the cursor, with the lines before it that belong to the statement.
  ///   - rest: behind the cursor.
  func answer(_ text: String, _ rest: String) -> CompletionAnswer {
    let bytes = Array(text.utf8)
    let tokens = LuaLexer.tokens(of: bytes)
    if let last = tokens.last, last.range.upperBound == bytes.count, isDead(last, bytes) { return CompletionAnswer() }
    let outline = LuaOutline(bytes, tokens: tokens)
    let place = LuaPlace(outline, rest: rest, explains: explains)
    let meanings = MeaningFinder(outline, session)
    let candidates = LuaCandidates(meanings, place)
    switch place.kind {
    case .nothing: return CompletionAnswer()
    case .string(let index): return StringCandidates(meanings, place).answer(index)
    case .member(let base, let isCall): return CompletionAnswer(candidates.members(of: base, isCall: isCall))
    case .slot(let base): return CompletionAnswer(candidates.slots(of: base))
    case .key(let table): return candidates.keys(ofTableAt: table)
    case .value: return candidates.values()
    case .name: return CompletionAnswer(candidates.names())
    }
  }

  /// Inside of a comment or a number nothing can follow.
  private func isDead(_ token: LuaToken, _ bytes: [UInt8]) -> Bool {
    switch token.kind {
    case .number: return true
    case .comment(let isClosed):
      // A line's comment goes on to its end; a long one ends with its brackets.
      return !isClosed || bytes[token.range].last != UInt8(ascii: "]") || !bytes[token.range].starts(with: "--[".utf8)
    case .name, .keyword, .string, .longString, .symbol: return false
    }
  }
}
