/// The names in a piece of Lua, found by its tokens. Enough for hints; it does not know scopes.
struct LuaNames {
  /// Locals outside of every block.
  private(set) var locals: [String] = []
  /// Everything that is declared: locals, loop variables and parameters.
  private(set) var declared: Set<String> = []
  /// Names that are read as variables.
  private(set) var used: [String] = []

  init(_ text: String) {
    let tokens = Self.tokens(Array(text.utf8))
    var depth = 0
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      switch token {
      case "do", "if", "repeat": depth += 1
      case "end", "until": depth = max(0, depth - 1)
      case "function":
        depth += 1
        index = declareParameters(tokens, from: index)
      case "local": index = declareLocals(tokens, from: index, isOutside: depth == 0)
      case "for": index = declareList(tokens, from: index + 1) { declared.insert($0) }
      default: use(tokens, index)
      }
      index += 1
    }
  }

  private mutating func use(_ tokens: [String], _ index: Int) {
    guard LuaWords.isName(tokens[index]) else { return }
    if index > 0, [".", ":", "goto"].contains(tokens[index - 1]) { return }
    // An assignment, or the key of a table.
    if index + 1 < tokens.count, tokens[index + 1] == "=" { return }
    used.append(tokens[index])
  }

  private mutating func declareLocals(_ tokens: [String], from index: Int, isOutside: Bool) -> Int {
    if index + 2 < tokens.count, tokens[index + 1] == "function" {
      declared.insert(tokens[index + 2])
      if isOutside { locals.append(tokens[index + 2]) }
      // The word itself opens a block and is looked at next.
      return index
    }
    return declareList(tokens, from: index + 1) { name in
      declared.insert(name)
      if isOutside { locals.append(name) }
    }
  }

  private mutating func declareParameters(_ tokens: [String], from index: Int) -> Int {
    guard let open = tokens[index...].firstIndex(of: "(") else { return index }
    return declareList(tokens, from: open + 1) { declared.insert($0) }
  }

  /// `a, b <const>, c`; gives the index of the last token of the list.
  private func declareList(_ tokens: [String], from start: Int, _ take: (String) -> Void) -> Int {
    var index = start
    while index < tokens.count, LuaWords.isName(tokens[index]) {
      take(tokens[index])
      index += 1
      if index < tokens.count, tokens[index] == "<" { index += 3 }
      guard index < tokens.count, tokens[index] == "," else { break }
      index += 1
    }
    return max(start, index) - 1
  }

  /// Names, keywords, numbers and symbols as they are; strings are one quote, comments are left out.
  private static func tokens(_ bytes: [UInt8]) -> [String] {
    LuaLexer.tokens(of: bytes).compactMap { token in
      switch token.kind {
      case .name, .keyword, .number, .symbol: String(decoding: bytes[token.range], as: UTF8.self)
      case .string, .longString: "\""
      case .comment: nil
      }
    }
  }
}
