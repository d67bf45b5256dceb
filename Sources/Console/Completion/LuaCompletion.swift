internal import LuaAPI
internal import LuaEngine

/// Completion of Lua that is being typed: finds the place that the cursor is at, and asks for what it takes.
struct LuaCompletion {
  private let session: Session
  /// Whether the line explains its expression and does not run it: `?device.launch`.
  private let explains: Bool

  init(_ session: Session, explains: Bool = false) {
    self.session = session
    self.explains = explains
  }

  /// - Parameters:
  ///   - text: up to the cursor, with the lines before it that belong to the statement.
  ///   - rest: behind the cursor.
  func answer(_ text: String, _ rest: String) -> CompletionAnswer {
    let bytes = Array(text.utf8)
    let tokens = LuaLexer.tokens(of: bytes)
    if let last = tokens.last, last.range.upperBound == bytes.count, isDead(last, bytes) { return CompletionAnswer() }
    let outline = LuaOutline(bytes, tokens: tokens)
    let place = LuaPlace(outline, rest: rest, explains: explains)
    let candidates = LuaCandidates(MeaningFinder(outline, session), place)
    switch place.kind {
    case .nothing: return CompletionAnswer()
    case .string(let index): return StringCandidates(candidates).answer(index)
    case .member(let base, let isCall): return CompletionAnswer(candidates.members(of: base, isCall: isCall))
    case .slot(let base): return CompletionAnswer(candidates.slots(of: base))
    case .key(let table): return candidates.keys(ofTableAt: table)
    case .value: return candidates.values()
    case .name: return CompletionAnswer(candidates.names())
    }
  }

  /// Inside of a comment or a number nothing can follow.
  private func isDead(_ token: LuaToken, _ bytes: [UInt8]) -> Bool {
    switch token.kind {
    case .number: return true
    case .comment(let isClosed):
      // A line's comment goes on to its end; a long one ends with its brackets.
      return !isClosed || bytes[token.range].last != UInt8(ascii: "]") || !bytes[token.range].starts(with: "--[".utf8)
    case .name, .keyword, .string, .longString, .symbol: return false
    }
  }
}

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
