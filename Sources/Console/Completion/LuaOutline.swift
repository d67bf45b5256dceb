import LuaEngine

/// The tokens of a text that is being typed, with what encloses what: brackets, blocks, and the names that they declare.
///
/// Whatever is not closed yet is open to the end. Comments are left out.
struct LuaOutline {
  /// A name that a block declares.
  struct Declaration {
    enum Source {
      /// The value at a position of a `local`'s list, whose first value begins at a token.
      case local(values: Int, position: Int)
      /// The parameter of the `function` at a token.
      case parameter(function: Int, position: Int)
      /// The name at a position of a `for … in`, whose values begin at a token.
      case loop(values: Int, position: Int)
      /// A function of its own, or a number.
      case other
    }

    let name: String
    let source: Source
    /// The token from which on it is seen.
    let start: Int
    /// The word that opens its block; −1 outside of all blocks.
    let block: Int
    /// The token at which its block ends; nil while that is open.
    fileprivate(set) var end: Int?
  }

  let bytes: [UInt8]
  let tokens: [LuaToken]
  /// Of each token, and of the end of the text, the token that opens what is around it: `(`, `[`, `{`, or the word of a
  /// block; −1 outside of all.
  private(set) var openers: [Int] = []
  /// Of each closing bracket the one that it closes.
  private(set) var partners: [Int: Int] = [:]
  private(set) var declarations: [Declaration] = []

  init(_ bytes: [UInt8], tokens: [LuaToken]) {
    self.bytes = bytes
    self.tokens = tokens.filter { token in if case .comment = token.kind { false } else { true } }
    scan()
  }

  /// The text of a token.
  func text(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return String(decoding: bytes[tokens[index].range], as: UTF8.self)
  }

  /// Whether a token is this symbol or keyword.
  func isAt(_ index: Int, _ text: StaticString) -> Bool {
    guard tokens.indices.contains(index), tokens[index].kind == .symbol || tokens[index].kind == .keyword else {
      return false
    }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[tokens[index].range]) }
  }

  func isName(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .name }

  func isString(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    switch tokens[index].kind {
    case .string, .longString: return true
    case .name, .keyword, .number, .comment, .symbol: return false
    }
  }

  /// Whether an expression that can be called or indexed may end with a token.
  func endsExpression(_ index: Int) -> Bool {
    isName(index) || isString(index) || isAt(index, ")") || isAt(index, "]") || isAt(index, "}")
  }

  /// How many commas stand between an opening bracket and a token, in that bracket itself.
  func commas(from opener: Int, to index: Int) -> Int {
    (opener + 1..<max(opener + 1, index)).count { openers[$0] == opener && isAt($0, ",") }
  }

  /// The declaration of a name as it is seen at a token.
  func declaration(of name: String, at index: Int) -> Declaration? {
    declarations.last { $0.name == name && $0.start <= index && ($0.end ?? .max) > index }
  }

  /// The names that are seen at a token, the innermost last.
  func declared(at index: Int) -> [String] {
    declarations.filter { $0.start <= index && ($0.end ?? .max) > index }.map(\.name)
  }

  // MARK: Scanning

  private mutating func scan() {
    var open: [Int] = []
    var index = 0
    while index < tokens.count {
      openers.append(open.last ?? -1)
      if isAt(index, "(") || isAt(index, "[") || isAt(index, "{") {
        open.append(index)
      } else if isAt(index, ")") || isAt(index, "]") || isAt(index, "}") {
        closeBracket(index, &open)
      } else if tokens[index].kind == .keyword {
        scanKeyword(index, &open)
      }
      index += 1
    }
    openers.append(open.last ?? -1)
  }

  private mutating func closeBracket(_ index: Int, _ open: inout [Int]) {
    let bracket: StaticString = isAt(index, ")") ? "(" : isAt(index, "]") ? "[" : "{"
    guard let place = open.lastIndex(where: { isAt($0, bracket) }) else { return }
    partners[index] = open[place]
    // A parameter is declared before the brackets around it close; only blocks end what is declared in them.
    for opener in open[place...] where tokens[opener].kind == .keyword { end(opener, at: index) }
    open.removeSubrange(place...)
    openers[index] = open.last ?? -1
  }

  private mutating func scanKeyword(_ index: Int, _ open: inout [Int]) {
    switch text(index) {
    case "function":
      open.append(index)
      declareParameters(of: index)
    case "do", "repeat", "if": open.append(index)
    case "end", "until":
      guard let place = open.lastIndex(where: { tokens[$0].kind == .keyword }) else { return }
      for opener in open[place...] where tokens[opener].kind == .keyword { end(opener, at: index) }
      open.removeSubrange(place...)
      openers[index] = open.last ?? -1
    case "local": declareLocals(index, in: open.last { tokens[$0].kind == .keyword } ?? -1)
    case "for": declareLoop(index)
    default: break
    }
  }

  /// Ends what was declared in a block.
  private mutating func end(_ block: Int, at index: Int) {
    for place in declarations.indices.reversed() where declarations[place].block >= block {
      if declarations[place].end == nil { declarations[place].end = index }
    }
  }

  private mutating func declareParameters(of function: Int) {
    var index = function + 1
    while isName(index) || isAt(index, ".") || isAt(index, ":") { index += 1 }
    if isAt(index - 1, ":") || isAt(index - 2, ":") {
      declarations.append(
        Declaration(
          name: "self", source: .parameter(function: function, position: -1), start: index + 1, block: function))
    }
    guard isAt(index, "(") else { return }
    let names = nameList(from: index + 1)
    for (position, name) in names.names.enumerated() {
      declarations.append(
        Declaration(
          name: name, source: .parameter(function: function, position: position), start: names.end, block: function))
    }
  }

  private mutating func declareLocals(_ index: Int, in block: Int) {
    if isAt(index + 1, "function") {
      guard isName(index + 2) else { return }
      declarations.append(Declaration(name: text(index + 2), source: .other, start: index + 2, block: block))
      return
    }
    let (names, end) = nameList(from: index + 1)
    guard isAt(end, "=") else {
      for name in names {
        declarations.append(Declaration(name: name, source: .other, start: end, block: block))
      }
      return
    }
    for (position, name) in names.enumerated() {
      declarations.append(
        Declaration(
          name: name, source: .local(values: end + 1, position: position), start: endOfValue(from: end + 1),
          block: block))
    }
  }

  private mutating func declareLoop(_ index: Int) {
    let (names, end) = nameList(from: index + 1)
    guard isAt(end, "in") else {
      for name in names {
        declarations.append(Declaration(name: name, source: .other, start: end, block: loopBlock(from: end)))
      }
      return
    }
    for (position, name) in names.enumerated() {
      declarations.append(
        Declaration(
          name: name, source: .loop(values: end + 1, position: position), start: endOfValue(from: end + 1),
          block: loopBlock(from: end)))
    }
  }

  /// The `do` of a loop; where it is not there yet, the end of the text.
  private func loopBlock(from index: Int) -> Int {
    (index..<tokens.count).first { isAt($0, "do") } ?? tokens.count
  }

  /// `a, b <const>, c`, and the token behind it.
  private func nameList(from start: Int) -> (names: [String], end: Int) {
    var names: [String] = []
    var index = start
    while isName(index) {
      names.append(text(index))
      index += 1
      if isAt(index, "<"), isName(index + 1) { index += 3 }
      guard isAt(index, ",") else { break }
      index += 1
    }
    return (names, index)
  }

  /// The token behind a value that begins with a name or bracket, up to which brackets match; the end of the text where
  /// one is open.
  func endOfValue(from start: Int) -> Int {
    var index = start
    guard isName(index) || isAt(index, "(") || isString(index) || isAt(index, "{") else { return index + 1 }
    if isAt(index, "(") || isAt(index, "{") { index = behindBracket(index) } else { index += 1 }
    while index < tokens.count {
      if isAt(index, ".") || isAt(index, ":"), isName(index + 1) {
        index += 2
      } else if isAt(index, "(") || isAt(index, "[") || isAt(index, "{") {
        index = behindBracket(index)
      } else if isString(index) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// Forwards, because what lies ahead has not been scanned when a `local` is met.
  private func behindBracket(_ opener: Int) -> Int {
    var depth = 0
    for index in opener..<tokens.count {
      if isAt(index, "(") || isAt(index, "[") || isAt(index, "{") {
        depth += 1
      } else if isAt(index, ")") || isAt(index, "]") || isAt(index, "}") {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
    }
    return tokens.count
  }
}
