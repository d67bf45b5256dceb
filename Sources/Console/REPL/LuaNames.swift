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
    guard Self.isName(tokens[index]) else { return }
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
    while index < tokens.count, Self.isName(tokens[index]) {
      take(tokens[index])
      index += 1
      if index < tokens.count, tokens[index] == "<" { index += 3 }
      guard index < tokens.count, tokens[index] == "," else { break }
      index += 1
    }
    return max(start, index) - 1
  }

  /// The words that are no names.
  static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Whether a text can name a variable.
  static func isName(_ token: String) -> Bool {
    guard let first = token.utf8.first else { return false }
    return isNamePart(first) && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) && !keywords.contains(token)
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Names, keywords and numbers as they are; every other byte is a token, but `==`, `~=`, `<=`, `>=` and `..` are one.
  /// Strings and comments are left out.
  private static func tokens(_ bytes: [UInt8]) -> [String] {
    var tokens: [String] = []
    var index = 0
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    while index < bytes.count {
      let byte = bytes[index]
      if isNamePart(byte) {
        let end = bytes[index...].firstIndex { !isNamePart($0) } ?? bytes.count
        tokens.append(text(index..<end))
        index = end
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        index = endOfString(bytes, index)
        tokens.append("\"")
      } else if byte == UInt8(ascii: "-"), index + 1 < bytes.count, bytes[index + 1] == byte {
        index =
          endOfLongBracket(bytes, index + 2)
          ?? (bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
      } else if byte == UInt8(ascii: "["), let end = endOfLongBracket(bytes, index) {
        index = end
        tokens.append("\"")
      } else if byte == UInt8(ascii: " ") || (9...13).contains(byte) {
        index += 1
      } else {
        let pair = index + 1 < bytes.count ? text(index..<index + 2) : ""
        let isPair = ["==", "~=", "<=", ">=", "..", "::"].contains(pair)
        tokens.append(isPair ? pair : text(index..<index + 1))
        index += isPair ? 2 : 1
      }
    }
    return tokens
  }

  private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start] {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  /// Behind `[[ … ]]` or `[==[ … ]==]` that begins at `start`; nil when none begins there.
  private static func endOfLongBracket(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
    var level = 0
    var index = start + 1
    while index < bytes.count, bytes[index] == UInt8(ascii: "=") {
      level += 1
      index += 1
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { return nil }
    let closing =
      [UInt8(ascii: "]")] + Array(repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "]")]
    return bytes[index...].firstRange(of: closing)?.upperBound ?? bytes.count
  }
}
