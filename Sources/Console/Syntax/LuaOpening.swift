import LuaEngine

/// What a text that is not complete has opened last and not closed: a block, a bracket, a long string or comment.
struct LuaOpening: Equatable {
  /// As it is written: `function`, `for`, `{`, `[[`, `--[[`.
  let word: String
  /// The line of the text that it stands on, counted from 1.
  let line: Int

  /// nil where all is closed; a value may be missing all the same, as behind `1 +`.
  static func innermost(in text: String) -> LuaOpening? {
    let bytes = Array(text.utf8)
    var open: [LuaOpening] = []
    /// How many are open outside of the loops that have not come to their `do`, which opens nothing more.
    var heads: [Int] = []
    for token in LuaLexer.tokens(of: bytes) {
      let word = String(decoding: bytes[token.range], as: UTF8.self)
      switch token.kind {
      case .name, .number, .comment(isClosed: true), .string(isClosed: true), .longString(isClosed: true): continue
      case .string(isClosed: false):
        open.append(LuaOpening(word: String(word.prefix(1)), line: token.line))
      case .longString(isClosed: false):
        open.append(LuaOpening(word: String(word.prefix(2)), line: token.line))
      case .comment(isClosed: false):
        open.append(LuaOpening(word: "--[[", line: token.line))
      case .keyword, .symbol:
        switch word {
        case "for", "while":
          open.append(LuaOpening(word: word, line: token.line))
          heads.append(open.count)
        case "do" where heads.last == open.count: heads.removeLast()
        case "function", "if", "repeat", "do", "(", "{", "[": open.append(LuaOpening(word: word, line: token.line))
        case "end", "until", ")", "}", "]": _ = open.popLast()
        default: continue
        }
      }
    }
    return open.last
  }
}
