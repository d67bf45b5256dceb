import LuaEngine

/// Where the cursor is.
struct LuaPlace {
  enum Kind {
    /// Where a new name is made up, or nothing is known.
    case nothing
    /// In a string that is not closed.
    case string(Int)
    /// Behind `.` or `:`.
    case member(of: LuaExpression, isCall: Bool)
    /// Behind `function base:` or `function base.`.
    case slot(of: LuaExpression)
    /// Where a field of the table at a bracket may begin.
    case key(table: Int)
    /// Where an expression begins.
    case value
    /// Where only names and keywords can be told.
    case name
  }

  let kind: Kind
  /// The name that is begun, and the token of which it is or would be.
  let word: String
  let index: Int
  /// What stands behind the cursor.
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
  /// The token before a run of names, dots and colons that ends before another one.
  func start(ofNamesBefore end: Int) -> Int {
    var index = end - 1
    while isName(index) || isAt(index, ".") || isAt(index, ":") { index -= 1 }
    return index
  }

  /// The line of a token, or of the end of the text.
  func line(at index: Int) -> Int {
    if tokens.indices.contains(index) { return tokens[index].line }
    return 1 + bytes.count { $0 == UInt8(ascii: "\n") }
  }

  /// Whether a token is in the parentheses of `help(…)`.
  func isInHelp(_ index: Int) -> Bool {
    let opener = openers[index]
    return isAt(opener, "(") && isName(opener - 1) && text(opener - 1) == "help"
  }
}
