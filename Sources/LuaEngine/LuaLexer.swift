/// A Lua token with its position in the text.
package struct LuaToken: Equatable {
  /// The kinds of tokens.
  package enum Kind: Equatable {
    case name
    case keyword
    case number
    /// A quoted string. An unclosed one ends before the line break.
    case string(isClosed: Bool)
    /// `[[ … ]]` or `[==[ … ]==]`. An unclosed one ends with the text.
    case longString(isClosed: Bool)
    /// `-- …`, which is always closed, or `--[[ … ]]`.
    case comment(isClosed: Bool)
    /// An operator, a bracket, or an invalid byte.
    case symbol
  }

  /// The token's kind.
  package let kind: Kind
  /// The byte range in the text, including the quotes of a string.
  package let range: Range<Int>
  /// The line number of the first byte, from 1.
  package let line: Int

  /// Whether the token is a string of either form.
  package var isString: Bool {
    switch kind {
    case .string, .longString: true
    case .name, .keyword, .number, .comment, .symbol: false
    }
  }
}

/// Splits text into tokens like Lua's own lexer. Unfinished tokens are accepted, so that a line can be checked while it
/// is being typed.
package struct LuaLexer {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns all tokens, including comments.
  package static func tokens(of bytes: [UInt8]) -> [LuaToken] {
    var lexer = LuaLexer(bytes)
    var tokens: [LuaToken] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  /// Returns the text with more indentation, except for lines that begin inside a string.
  package static func indented(_ text: String, by indentation: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var tokens = tokens(of: bytes)[...]
    for (index, byte) in bytes.enumerated() {
      if index == 0 || bytes[index - 1] == UInt8(ascii: "\n"), byte != UInt8(ascii: "\n") {
        while let token = tokens.first, token.range.upperBound <= index { tokens.removeFirst() }
        let isInside = tokens.first.map { $0.isString && $0.range.lowerBound < index } ?? false
        if !isInside { result += indentation.utf8 }
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    place + offset < bytes.count ? bytes[place + offset] : nil
  }

  private mutating func next() -> LuaToken? {
    while let byte = byte(), byte == UInt8(ascii: " ") || (9...13).contains(byte) { advance() }
    guard let first = byte() else { return nil }
    let (start, startLine) = (place, line)
    let kind: LuaToken.Kind
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      kind = .string(isClosed: skipString(first))
    } else if first == UInt8(ascii: "-"), byte(1) == first {
      place += 2
      if let level = longBracketLevel() {
        kind = .comment(isClosed: skipLongBracket(level))
      } else {
        while let byte = byte(), !Self.endsLine(byte) { place += 1 }
        kind = .comment(isClosed: true)
      }
    } else if let level = longBracketLevel() {
      kind = .longString(isClosed: skipLongBracket(level))
    } else if LuaWords.isDigit(first) || first == UInt8(ascii: ".") && byte(1).map(LuaWords.isDigit) == true {
      skipNumber()
      kind = .number
    } else if LuaWords.isNamePart(first) {
      while let byte = byte(), LuaWords.isNamePart(byte) { place += 1 }
      kind = LuaWords.keywords.contains(String(decoding: bytes[start..<place], as: UTF8.self)) ? .keyword : .name
    } else {
      place += symbolLength
      kind = .symbol
    }
    return LuaToken(kind: kind, range: start..<place, line: startLine)
  }

  private mutating func advance() {
    // In a Windows line ending, the second byte counts.
    if Self.endsLine(bytes[place]), bytes[place] == UInt8(ascii: "\n") || byte(1) != UInt8(ascii: "\n") { line += 1 }
    place += 1
  }

  /// Whether the byte ends a line and a line comment. In Lua, a carriage return does, like a line feed.
  private static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  /// Skips a string; returns whether it has its closing quote.
  private mutating func skipString(_ quote: UInt8) -> Bool {
    place += 1
    while let byte = byte() {
      if byte == quote {
        place += 1
        return true
      }
      if Self.endsLine(byte) { return false }
      guard byte == UInt8(ascii: "\\"), let escaped = self.byte(1) else {
        place += 1
        continue
      }
      place += 1
      // A line break may be escaped, and `\z` skips all following white space.
      advance()
      guard escaped == UInt8(ascii: "z") else { continue }
      while let byte = self.byte(), byte == UInt8(ascii: " ") || (9...13).contains(byte) { advance() }
    }
    return false
  }

  /// Returns the number of `=` in the long bracket that opens here; nil if none opens.
  private func longBracketLevel() -> Int? {
    guard byte() == UInt8(ascii: "[") else { return nil }
    var level = 0
    while byte(1 + level) == UInt8(ascii: "=") { level += 1 }
    return byte(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  private mutating func skipLongBracket(_ level: Int) -> Bool {
    place += level + 2
    while let byte = byte() {
      if byte == UInt8(ascii: "]"), self.byte(level + 1) == byte,
        (0..<level).allSatisfy({ self.byte(1 + $0) == UInt8(ascii: "=") })
      {
        place += level + 2
        return true
      }
      advance()
    }
    return false
  }

  /// Skips a number. Like Lua, this reads as much as possible: `3x` is one malformed number.
  private mutating func skipNumber() {
    let isHex = byte() == UInt8(ascii: "0") && byte(1).map { $0 | 0x20 } == UInt8(ascii: "x")
    if isHex { place += 2 }
    let exponent = UInt8(ascii: isHex ? "p" : "e")
    while let byte = byte() {
      if byte | 0x20 == exponent, let sign = self.byte(1), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        place += 2
      } else if LuaWords.isNamePart(byte) || byte == UInt8(ascii: ".") {
        place += 1
      } else {
        return
      }
    }
  }

  private var symbolLength: Int {
    let text = bytes[place..<min(place + 3, bytes.count)]
    if text.elementsEqual("...".utf8) { return 3 }
    return Self.pairs.contains { text.starts(with: $0.utf8) } ? 2 : 1
  }

  private static let pairs = ["==", "~=", "<=", ">=", "//", "::", "<<", ">>", ".."]
}

/// The keywords and names of Lua.
package enum LuaWords {
  /// The reserved words.
  package static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Whether a text is a valid variable name.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return !isDigit(first) && text.utf8.allSatisfy(isNamePart) && !keywords.contains(text)
  }

  /// Whether a byte can be part of a name; a digit cannot be the first.
  package static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: isDigit(byte)
    }
  }

  package static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// Checks that Lua source contains only data: comments, and one `return` of strings, numbers, booleans and tables of
/// them, with `..` between literals.
///
/// Such source cannot call functions, loop or read variables. Running it only returns its value:
///
/// ```lua
/// -- Settings.
/// return { os = { "17.5", "26." .. "1" }, lint = { fail_on = "warning" } }
/// ```
package struct LuaDataCheck {
  /// The first part of the text that is not data.
  package struct Problem: Error, Equatable {
    /// The line number, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int
    /// The reason why the source is not allowed, as a sentence without a full stop.
    package let message: String
  }

  /// The size limits. No settings written by hand exceed them.
  package static let maximumBytes = 1 << 20
  package static let maximumValues = 20_000
  private static let maximumDepth = 100

  private let bytes: [UInt8]
  private let tokens: [LuaToken]
  private var place = 0
  private var values = 0

  /// Checks a whole file.
  /// - Throws: ``Problem`` for the first part that is not data.
  package static func check(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= maximumBytes else {
      throw Problem(line: 1, column: 1, message: "the file has \(bytes.count) bytes, more than \(maximumBytes)")
    }
    var check = LuaDataCheck(bytes)
    try check.file()
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens = LuaLexer.tokens(of: bytes).filter { if case .comment(isClosed: true) = $0.kind { false } else { true } }
  }

  private mutating func file() throws(Problem) {
    // A file with only comments returns nothing. The caller decides what that means.
    guard !tokens.isEmpty else { return }
    guard take("return") else { throw problem("a settings file must begin with “return”") }
    guard place < tokens.count else { return }
    try value(depth: 0)
    _ = take(";")
    if place < tokens.count { throw problem("nothing may follow the value that the file returns") }
  }

  private mutating func value(depth: Int) throws(Problem) {
    values += 1
    guard values <= Self.maximumValues else { throw problem("the file has more than \(Self.maximumValues) values") }
    guard depth <= Self.maximumDepth else { throw problem("tables are nested more than \(Self.maximumDepth) deep") }
    if take("{") { return try table(depth: depth + 1) }
    if take("true") || take("false") || take("nil") { return }
    try literal()
    while take("..") { try literal() }
  }

  /// Reads a string or a number.
  private mutating func literal() throws(Problem) {
    let isNegative = take("-")
    guard place < tokens.count else { throw problem("the file ends where a value is expected") }
    switch tokens[place].kind {
    case .number: place += 1
    case .string(isClosed: true) where !isNegative, .longString(isClosed: true) where !isNegative: place += 1
    case .string(isClosed: false), .longString(isClosed: false): throw problem("a string is not terminated")
    case .string, .longString, .name, .keyword, .symbol, .comment:
      throw problem("“\(text(place))” is not a string, a number, a boolean or a table")
    }
  }

  private mutating func table(depth: Int) throws(Problem) {
    while !take("}") {
      if take("[") {
        try value(depth: depth)
        guard take("]"), take("=") else { throw problem("“]” and “=” must follow a key in brackets") }
      } else if place + 1 < tokens.count, tokens[place].kind == .name, text(place + 1) == "=" {
        place += 2
      }
      try value(depth: depth)
      if take(",") || take(";") { continue }
      guard take("}") else { throw problem("“,” or “}” must follow a value of a table") }
      return
    }
  }

  // MARK: Tokens

  /// Consumes the next token if it is this word or symbol.
  private mutating func take(_ word: StaticString) -> Bool {
    guard place < tokens.count, tokens[place].kind == .symbol || tokens[place].kind == .keyword else { return false }
    let isSame = word.withUTF8Buffer { bytes[tokens[place].range].elementsEqual($0) }
    if isSame { place += 1 }
    return isSame
  }

  /// Returns the text of a token, shortened for a message.
  private func text(_ place: Int) -> String {
    let range = tokens[place].range
    return String(decoding: bytes[range].prefix(40), as: UTF8.self) + (range.count > 40 ? "…" : "")
  }

  private func problem(_ message: String) -> Problem {
    guard let token = place < tokens.count ? tokens[place] : tokens.last else {
      return Problem(line: 1, column: 1, message: message)
    }
    let start = bytes[..<token.range.lowerBound].lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let end = place < tokens.count ? token.range.lowerBound : token.range.upperBound - 1
    return Problem(line: token.line, column: end - (start ?? -1), message: message)
  }
}
