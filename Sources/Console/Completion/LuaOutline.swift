import LuaEngine
import PropertyLists

/// The tokens of a text at a cursor with their structure: brackets, blocks, and the names that they declare.
///
/// Everything that is not closed yet extends to the end of the text. Comments are left out.
struct LuaOutline {
  /// A name that a block declares.
  struct Declaration {
    enum Source {
      /// A `local`: `values` is the token of the first value, `position` the index in the list.
      case local(values: Int, position: Int)
      /// A parameter of the `function` at a token.
      case parameter(function: Int, position: Int)
      /// A name in a `for … in`: `values` is the token of the first value, `position` the index in the list.
      case loop(values: Int, position: Int)
      /// A local function, or a number.
      case other
    }

    let name: String
    let source: Source
    /// The first token at which the name is visible.
    let start: Int
    /// The keyword that opens the declaration's block; −1 outside all blocks.
    let block: Int
    /// The token at which the declaration's block ends; nil while the block is open.
    fileprivate(set) var end: Int?
  }

  let bytes: [UInt8]
  let tokens: [LuaToken]
  /// For each token, and the end of the text, the enclosing opener: `(`, `[`, `{`, or the keyword of a block; −1
  /// outside all.
  private(set) var openers: [Int] = []
  /// For each closing bracket, its opening one.
  private(set) var partners: [Int: Int] = [:]
  private(set) var declarations: [Declaration] = []

  init(_ bytes: [UInt8], tokens: [LuaToken]) {
    self.bytes = bytes
    self.tokens = tokens.filter { token in if case .comment = token.kind { false } else { true } }
    scan()
  }

  /// Returns the text of a token.
  func text(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return String(decoding: bytes[tokens[index].range], as: UTF8.self)
  }

  /// Returns whether a token is this symbol or keyword.
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

  /// Returns whether an expression that can be called or indexed may end with a token.
  func endsExpression(_ index: Int) -> Bool {
    isName(index) || isString(index) || isAt(index, ")") || isAt(index, "]") || isAt(index, "}")
  }

  /// Returns the number of commas between an opening bracket and a token, without nested brackets.
  func commas(from opener: Int, to index: Int) -> Int {
    (opener + 1..<max(opener + 1, index)).count { openers[$0] == opener && isAt($0, ",") }
  }

  /// Returns the declaration of a name that is visible at a token.
  func declaration(of name: String, at index: Int) -> Declaration? {
    declarations.last { $0.name == name && $0.start <= index && ($0.end ?? .max) > index }
  }

  /// Returns the names that are visible at a token, the innermost last.
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
    // A parameter is declared before its brackets close; only blocks end their declarations.
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

  /// Ends the declarations of a block.
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
      for name in names { declarations.append(Declaration(name: name, source: .other, start: end, block: block)) }
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

  /// Returns the `do` of a loop; the end of the text if it is missing.
  private func loopBlock(from index: Int) -> Int {
    (index..<tokens.count).first { isAt($0, "do") } ?? tokens.count
  }

  /// Parses `a, b <const>, c`, and returns the token after it.
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

  /// Returns the token after a value that begins with a name or bracket; the end of the text if a bracket is open.
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

  /// Searches for an opener's closing bracket, because tokens after a `local` have not been scanned yet; returns the
  /// index after it.
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

/// The place of the cursor.
struct LuaPlace {
  enum Kind {
    /// A new name, or an unknown place.
    case nothing
    /// In a string that is not closed.
    case string(Int)
    /// After `.` or `:`.
    case member(of: LuaExpression, isCall: Bool)
    /// After `function base:` or `function base.`.
    case slot(of: LuaExpression)
    /// At the beginning of a field of the table at a bracket.
    case key(table: Int)
    /// At the beginning of an expression.
    case value
    /// At any other place, which allows only names and keywords.
    case name
  }

  let kind: Kind
  /// The name that was begun, and the index of its token, which may not exist yet.
  let word: String
  let index: Int
  /// The text after the cursor.
  let rest: String
  /// Whether methods are named and not called.
  let explains: Bool

  init(_ outline: LuaOutline, rest: String, explains: Bool) {
    self.rest = rest
    let tokens = outline.tokens
    let isTouched = tokens.last.map { $0.range.upperBound == outline.bytes.count } ?? false
    if isTouched, LuaPlace.isOpen(tokens[tokens.count - 1]) {
      kind = .string(tokens.count - 1)
      (word, index) = ("", tokens.count - 1)
      self.explains = explains
      return
    }
    let isWord = isTouched && [.name, .keyword].contains(tokens[tokens.count - 1].kind)
    let index = isWord ? tokens.count - 1 : tokens.count
    word = isWord ? outline.text(index) : ""
    self.index = index
    self.explains = explains || outline.isInHelp(index)
    kind = LuaPlace.kind(at: index, outline, word)
  }

  private static func isOpen(_ token: LuaToken) -> Bool {
    switch token.kind {
    case .string(let isClosed), .longString(let isClosed): !isClosed
    case .name, .keyword, .number, .comment, .symbol: false
    }
  }

  private static func kind(at index: Int, _ outline: LuaOutline, _ word: String) -> Kind {
    let before = index - 1
    if outline.isAt(before, ".") || outline.isAt(before, ":") {
      guard let base = outline.expression(endingBefore: before) else { return .nothing }
      if outline.isAt(outline.start(ofNamesBefore: index), "function") { return .slot(of: base) }
      return .member(of: base, isCall: outline.isAt(before, ":"))
    }
    if outline.isAt(before, "local") || outline.isAt(before, "for") || outline.isAt(before, "goto")
      || outline.isAt(before, "::")
    {
      return .nothing
    }
    if outline.isAt(before, "function") { return .name }
    let opener = outline.openers[index]
    // `function f(`, `function(`: new names.
    if opener >= 0, outline.isAt(opener, "("), outline.isAt(outline.start(ofNamesBefore: opener), "function") {
      return .nothing
    }
    if opener >= 0, outline.isAt(opener, "{"),
      before == opener || outline.isAt(before, ",") || outline.isAt(before, ";")
    {
      return .key(table: opener)
    }
    if outline.endsExpression(before), outline.tokens[before].line == outline.line(at: index) {
      return word.isEmpty ? .nothing : .name
    }
    return .value
  }
}

extension LuaOutline {
  /// Returns the token before a chain of names, dots and colons that ends before `end`.
  func start(ofNamesBefore end: Int) -> Int {
    var index = end - 1
    while isName(index) || isAt(index, ".") || isAt(index, ":") { index -= 1 }
    return index
  }

  /// Returns the line of a token, or of the end of the text.
  func line(at index: Int) -> Int {
    if tokens.indices.contains(index) { return tokens[index].line }
    return 1 + bytes.count { $0 == UInt8(ascii: "\n") }
  }

  /// Returns whether a token is in the parentheses of `help(…)`.
  func isInHelp(_ index: Int) -> Bool {
    let opener = openers[index]
    return isAt(opener, "(") && isName(opener - 1) && text(opener - 1) == "help"
  }
}

/// An expression that can be called or indexed, parsed backwards from its end.
indirect enum LuaExpression: Equatable {
  case name(String, at: Int)
  /// `base.name`
  case member(LuaExpression, String)
  /// `base:name`, which is called.
  case method(LuaExpression, String)
  /// A call; its arguments begin at a token: a bracket, a string or a table.
  case call(LuaExpression, arguments: Int)
  /// `base["key"]`
  case key(LuaExpression, String)
  /// `base[3]`, or an unknown index.
  case index(LuaExpression, Int?)
  case string(String)
}

extension LuaOutline {
  /// The maximum length of a chain.
  private static let longestChain = 200

  /// Returns the expression that ends before a token; nil if none does.
  func expression(endingBefore end: Int) -> LuaExpression? {
    expression(endingBefore: end, left: LuaOutline.longestChain)
  }

  private func expression(endingBefore end: Int, left: Int) -> LuaExpression? {
    guard left > 0 else { return nil }
    let last = end - 1
    func base(_ end: Int) -> LuaExpression? { expression(endingBefore: end, left: left - 1) }
    if isName(last) {
      if isAt(last - 1, ".") { return base(last - 1).map { .member($0, text(last)) } }
      if isAt(last - 1, ":") { return base(last - 1).map { .method($0, text(last)) } }
      return .name(text(last), at: last)
    }
    if isString(last) {
      if endsExpression(last - 1), let callee = base(last) { return .call(callee, arguments: last) }
      return .string(content(ofString: last))
    }
    guard let opener = partners[last] else { return nil }
    if isAt(last, "]") {
      guard let base = base(opener) else { return nil }
      guard last == opener + 2 else { return .index(base, nil) }
      return isString(opener + 1) ? .key(base, content(ofString: opener + 1)) : .index(base, Int(text(opener + 1)))
    }
    if endsExpression(opener - 1), let callee = base(opener) { return .call(callee, arguments: opener) }
    // Parentheses contain a whole expression, or an unknown one.
    guard isAt(last, ")"), let inner = base(last), endOfValue(from: opener + 1) == last else { return nil }
    return inner
  }

  /// Returns the contents of a string as written between its quotes, with escapes unchanged.
  func content(ofString index: Int) -> String {
    let token = tokens[index]
    switch token.kind {
    case .string(let isClosed): return slice(token.range, 1, isClosed ? 1 : 0)
    case .longString(let isClosed):
      let bracket = bytes[token.range].dropFirst().prefix { $0 == UInt8(ascii: "=") }.count + 2
      return slice(token.range, bracket, isClosed ? bracket : 0)
    case .name, .keyword, .number, .comment, .symbol: return ""
    }
  }

  private func slice(_ range: Range<Int>, _ first: Int, _ last: Int) -> String {
    let start = min(range.lowerBound + first, range.upperBound)
    return String(decoding: bytes[start..<max(start, range.upperBound - last)], as: UTF8.self)
  }

  /// Returns the strings and numbers among the arguments of a call, from the bracket to a token.
  func strings(inArgumentsAt opener: Int, before end: Int) -> [String] {
    (opener + 1..<max(opener + 1, end)).filter { openers[$0] == opener && (isString($0) || tokens[$0].kind == .number) }
      .map { isString($0) ? content(ofString: $0) : text($0) }
  }
}

/// The quotes of a string.
struct LuaQuotes: Equatable {
  static let double = LuaQuotes(open: "\"", close: "\"")
  let open: String
  let close: String

  private init(open: String, close: String) { (self.open, self.close) = (open, close) }

  /// Reads the quotes of a string literal.
  init(of text: String) {
    if text.hasPrefix("[") {
      let signs = String(text.dropFirst().prefix { $0 == "=" })
      self.init(open: "[\(signs)[", close: "]\(signs)]")
    } else {
      let quote = String(String.UnicodeScalarView(text.unicodeScalars.prefix(1)))
      self.init(open: quote, close: quote)
    }
  }

  /// Returns a text as it is written between these quotes or brackets; nil if that is impossible.
  func inside(_ text: String) -> String? {
    if open.hasPrefix("[") {
      // Long strings have no escapes.
      return ExactText.contains(close, in: text) || text.unicodeScalars.contains { $0.value < 0x20 } ? nil : text
    }
    var written = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": written += "\\\\"
      case "\n": written += "\\n"
      case _ where open.unicodeScalars.first == scalar: written += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: written += "\\x" + hexadecimal(scalar)
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written
  }

  /// Returns a text with its quotes.
  func written(_ text: String) -> String { open + (inside(text) ?? "") + close }

  private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}
