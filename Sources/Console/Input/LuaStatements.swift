internal import LuaAPI
import LuaEngine

/// The parts of a chunk's outermost statements that later lines need: their variables, and their ends.
///
/// It expects text that Lua compiles; for other text the result is arbitrary.
struct LuaStatements {
  /// A `local` statement.
  struct Declaration: Equatable {
    struct Variable: Equatable {
      let name: String
      /// `const`, `close`, or nil.
      let attribute: String?
    }

    let variables: [Variable]
    /// Whether the declaration is `local function f() … end`.
    let isFunction: Bool
    /// The range of the statement, in bytes of the text.
    let range: Range<Int>
    /// The offset of the declaration's values, after the `=`; nil if it has none. For a function: that of its name.
    let values: Int?
  }

  private(set) var declarations: [Declaration] = []
  /// Whether a `return` ends the chunk, at its end or in one of its blocks; those of inner functions do not count.
  private(set) var hasReturn = false
  /// All names in the chunk, whatever they name.
  private(set) var names: Set<String> = []

  private let bytes: [UInt8]
  private let tokens: [LuaToken]
  private var place = 0

  /// Returns nil for text that cannot be parsed.
  init?(_ text: String) {
    bytes = Array(text.utf8)
    tokens = LuaLexer.tokens(of: bytes).filter { if case .comment = $0.kind { false } else { true } }
    for token in tokens where token.kind == .name { names.insert(String(decoding: bytes[token.range], as: UTF8.self)) }
    while place < tokens.count {
      let before = place
      statement()
      // Every statement has a token.
      guard place > before, place <= tokens.count else { return nil }
    }
    hasReturn = returns
  }

  /// Whether there is a `return` outside every function.
  private var returns: Bool {
    var openings: [String] = []
    for token in tokens where token.kind == .keyword {
      switch String(decoding: bytes[token.range], as: UTF8.self) {
      case let word where ["function", "do", "if", "repeat"].contains(word): openings.append(word)
      case "end", "until": openings = openings.dropLast()
      case "return" where !openings.contains("function"): return true
      default: continue
      }
    }
    return false
  }

  // MARK: Statements

  private mutating func statement() {
    switch word {
    case ";": place += 1
    case "local": declaration()
    case "return":
      place += 1
      if word != ";", word != nil { expressions() }
    case "do", "if": balanced()
    case "function":
      balanced()
    case "repeat":
      balanced()
      expression()
    case "while":
      place += 1
      expression()
      balanced()
    case "for":
      place += 1
      while let word, word != "=", word != "in" { place += 1 }
      place += 1
      expressions()
      balanced()
    case "goto": place += 2
    case "::": place += 3
    case "break": place += 1
    default:
      expressions()
      guard word == "=" else { return }
      place += 1
      expressions()
    }
  }

  private mutating func declaration() {
    let start = place
    place += 1
    var variables: [Declaration.Variable] = []
    var values: Int?
    let isFunction = word == "function"
    if isFunction {
      if place + 1 < tokens.count {
        variables.append(Declaration.Variable(name: text(place + 1), attribute: nil))
        values = tokens[place + 1].range.lowerBound
      }
      balanced()
    } else {
      repeat {
        if word == ",", !variables.isEmpty { place += 1 }
        guard place < tokens.count, tokens[place].kind == .name else { break }
        let name = text(place)
        place += 1
        var attribute: String?
        if word == "<", place + 2 < tokens.count {
          attribute = text(place + 1)
          place += 3
        }
        variables.append(Declaration.Variable(name: name, attribute: attribute))
      } while word == ","
      if word == "=" {
        place += 1
        values = place < tokens.count ? tokens[place].range.lowerBound : nil
        expressions()
      }
    }
    guard place > start, place <= tokens.count else { return }
    let range = tokens[start].range.lowerBound..<tokens[place - 1].range.upperBound
    declarations.append(Declaration(variables: variables, isFunction: isFunction, range: range, values: values))
  }

  // MARK: Expressions

  private mutating func expressions() {
    expression()
    while word == "," {
      place += 1
      expression()
    }
  }

  private static let prefixes: Set<String> = ["not", "-", "#", "~"]
  private static let operators: Set<String> = [
    "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or", "&", "|", "~", "<<", ">>",
  ]

  private mutating func expression() {
    while true {
      while let word, Self.prefixes.contains(word) { place += 1 }
      operand()
      guard let word, Self.operators.contains(word) else { return }
      place += 1
    }
  }

  private mutating func operand() {
    guard place < tokens.count else { return }
    switch tokens[place].kind {
    case .name:
      place += 1
      suffixes()
    case .number, .string, .longString, .comment: place += 1
    case .keyword:
      switch text(place) {
      case "nil", "true", "false": place += 1
      case "function": balanced()
      default: return
      }
    case .symbol:
      switch text(place) {
      case "(":
        balanced()
        suffixes()
      case "{": balanced()
      case "...": place += 1
      default: return
      }
    }
  }

  /// Parses calls, indexes and methods after a name or a bracket.
  private mutating func suffixes() {
    while place < tokens.count {
      switch tokens[place].kind {
      case .string, .longString: place += 1
      case .symbol:
        switch text(place) {
        case ".", ":": place += 2
        case "(", "[", "{": balanced()
        default: return
        }
      case .name, .keyword, .number, .comment: return
      }
    }
  }

  /// Skips from an opening word or bracket to after the closing one.
  private mutating func balanced() {
    var depth = 0
    while let word {
      place += 1
      switch word {
      case "function", "do", "if", "repeat", "(", "[", "{": depth += 1
      case "end", "until", ")", "]", "}": depth -= 1
      default: continue
      }
      if depth <= 0 { return }
    }
  }

  // MARK: Tokens

  private func text(_ index: Int) -> String { String(decoding: bytes[tokens[index].range], as: UTF8.self) }

  /// The current keyword or symbol; names, numbers and strings are `""`; nil at the end.
  private var word: String? {
    guard place < tokens.count else { return nil }
    switch tokens[place].kind {
    case .keyword, .symbol: return text(place)
    case .name, .number, .string, .longString, .comment: return ""
    }
  }
}

/// The end of a piece of Lua: the comments after its last token, and the semicolon that silences it.
struct LineEnd {
  /// The text without a semicolon at its end, and without anything after its last token.
  let expression: String
  /// Whether a semicolon ends the line.
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

extension LuaStatements {
  /// Whether a line calls `help`.
  static func asksForHelp(_ source: String) -> Bool {
    let tokens = LuaLexer.tokens(of: Array(source.utf8))
    guard source.hasPrefix("help"), let first = tokens.first, first.range.count == 4 else { return false }
    guard tokens.count > 1 else { return true }
    if case .string = tokens[1].kind { return true }
    return source.utf8[source.utf8.index(source.utf8.startIndex, offsetBy: tokens[1].range.lowerBound)]
      == UInt8(ascii: "(")
  }
}

/// The innermost open construct of an incomplete text: a block, a bracket, a long string or comment.
struct LuaOpening: Equatable {
  /// The text that opens the construct: `function`, `for`, `{`, `[[`, `--[[`.
  let word: String
  /// The line where the construct is opened, counted from 1.
  let line: Int

  /// Returns nil if everything is closed; a value may still be missing, as after `1 +`.
  static func innermost(in text: String) -> LuaOpening? { all(in: text).last }

  /// Returns the indentation of the line after an incomplete text: two spaces for each line that opens something. A
  /// string or comment over several lines has none.
  static func indentation(after text: String) -> String {
    let open = all(in: text)
    let isText = open.last.map { ["[[", "[=", "--[[", "\"", "'"].contains($0.word) } ?? false
    return isText ? "" : String(repeating: "  ", count: Set(open.map(\.line)).count)
  }

  /// Adjusts a line that began with an indentation: one level less before a word or bracket that closes, and empty if
  /// only the indentation was left.
  static func outdented(_ line: String, by indentation: String) -> String {
    guard !indentation.isEmpty, line.hasPrefix(indentation) else { return line }
    if line == indentation { return "" }
    let code = line.dropFirst(indentation.count)
    let word = code.prefix { $0.isLetter }
    let closes = ["end", "else", "elseif", "until"].contains(word) || "})]".contains(code.first ?? " ")
    return closes ? String(line.dropFirst(2)) : line
  }

  private static func all(in text: String) -> [LuaOpening] {
    let bytes = Array(text.utf8)
    var open: [LuaOpening] = []
    /// For each loop that still lacks its `do`, the number of open constructs around it; that `do` opens no other.
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
    return open
  }
}

/// The compiled form of a line, determined once, because a rewind runs the line again.
struct LineForm {
  /// The line, or the line with `return` before it.
  let text: String
  /// All names in the line.
  let names: Set<String>
  /// The declarations that later lines can use.
  let declarations: [SessionLocals.Declaration]
  /// The variables that are closed at the end of the line, and not usable later.
  let closed: [String]

  init(_ text: String) {
    self.text = text
    let statements = LuaStatements(text)
    names = statements?.names ?? []
    closed = (statements?.declarations ?? []).flatMap(\.variables).filter { $0.attribute == "close" }.map(\.name)
    declarations = statements?.declarations.compactMap(SessionLocals.Declaration.init) ?? []
  }

  /// Returns all names in a line, whether it is a statement or an expression.
  static func names(in text: String) -> Set<String> {
    LineForm(text).names.union(LineForm("return \(text)").names)
  }
}

extension SessionLocals.Declaration {
  /// Creates the declaration for later lines; nil for variables that are closed with the line.
  fileprivate init?(_ declaration: LuaStatements.Declaration) {
    let variables = declaration.variables.filter { $0.attribute != "close" }
    guard !variables.isEmpty else { return nil }
    self.init(variables.map { ($0.name, $0.attribute == "const") }, end: declaration.range.upperBound)
  }
}
