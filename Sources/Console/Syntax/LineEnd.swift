import LuaEngine

/// How a piece of Lua ends: what follows its last token but comments, and whether a semicolon silences it.
struct LineEnd {
  /// The text without a semicolon at its end and without what follows its last token.
  let expression: String
  /// Whether a semicolon ends it.
  let isSilent: Bool

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var tokens = LuaLexer.tokens(of: bytes).filter { if case .comment = $0.kind { false } else { true } }
    func endsWithSemicolon() -> Bool {
      guard let last = tokens.last, case .symbol = last.kind else { return false }
      return bytes[last.range].elementsEqual(";".utf8)
    }
    isSilent = endsWithSemicolon()
    while endsWithSemicolon() { tokens.removeLast() }
    expression = String(decoding: bytes[..<(tokens.last?.range.upperBound ?? 0)], as: UTF8.self)
  }
}
