/// Checks that a text of Lua is data and nothing else: comments, one `return`, and in it strings, numbers, booleans and
/// tables of them, with `..` between literals.
///
/// Such a text cannot call, loop or look anything up, so running it does nothing but give its value:
///
/// ```lua
/// -- Settings.
/// return { os = { "17.5", "26." .. "1" }, lint = { fail_on = "warning" } }
/// ```
package struct LuaDataCheck {
  /// Where a text is more than data, and how.
  package struct Problem: Error, Equatable {
    /// Counted from 1.
    package let line: Int
    /// In bytes, counted from 1.
    package let column: Int
    /// What is there and may not be: a sentence without a full stop.
    package let message: String
  }

  /// More bytes, more values or deeper tables are not settings that a person wrote.
  package static let maximumBytes = 1 << 20
  package static let maximumValues = 20_000
  private static let maximumDepth = 100

  private let bytes: [UInt8]
  private let tokens: [LuaToken]
  private var place = 0
  private var values = 0

  /// Checks a whole file.
  /// - Throws: ``Problem`` about the first thing that is not data.
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
    // A file of comments alone returns nothing, which is for its reader to judge.
    guard !tokens.isEmpty else { return }
    guard take("return") else { throw problem("a settings file must begin with “return”") }
    guard place < tokens.count else { return }
    try value(depth: 0)
    _ = take(";")
    if place < tokens.count { throw problem("nothing may follow the value that the file returns") }
  }

  private mutating func value(depth: Int) throws(Problem) {
    values += 1
    guard values <= Self.maximumValues else { throw problem("more than \(Self.maximumValues) values") }
    guard depth <= Self.maximumDepth else { throw problem("tables more than \(Self.maximumDepth) levels deep") }
    if take("{") { return try table(depth: depth + 1) }
    if take("true") || take("false") || take("nil") { return }
    try literal()
    while take("..") { try literal() }
  }

  /// A string or a number.
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

  /// Takes the next token if it is this word or symbol.
  private mutating func take(_ word: StaticString) -> Bool {
    guard place < tokens.count, tokens[place].kind == .symbol || tokens[place].kind == .keyword else { return false }
    let isSame = word.withUTF8Buffer { bytes[tokens[place].range].elementsEqual($0) }
    if isSame { place += 1 }
    return isSame
  }

  /// What is written at a token, as far as a message shows it.
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
