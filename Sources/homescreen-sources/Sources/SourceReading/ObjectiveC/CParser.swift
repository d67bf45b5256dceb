/// Reads the tokens of a file into ``SourceFacts``, and continues after code that it cannot parse.
///
/// The content of brackets is read within them, so an error does not extend beyond its brackets.
struct CParser {
  /// The maximum depth of statements and expressions, and length of a chain of operators or members; later traversals
  /// recurse as deep.
  static let depthLimit = 400

  let bytes: [UInt8]
  let source: CTokens
  var tokens: [CToken]
  /// The token that closes each opening bracket, or that ends an unclosed one.
  private var partners: [Int32]
  var position = 0
  /// The token that ends the enclosing brackets.
  private(set) var limit: Int
  private var depth = 0
  var facts = SourceFacts()
  var scope = CScope()
  /// Whether a method declaration came without a body, before another one.
  var sharedHead = false

  init(_ bytes: [UInt8], _ source: CTokens) {
    self.bytes = bytes
    self.source = source
    tokens = source.tokens
    partners = CParser.partners(tokens)
    limit = tokens.count - 1
  }

  /// Returns the closing bracket for each opening one. The search for a missing one ends at the next closing
  /// brace of the enclosing brackets, or at the end of the class.
  private static func partners(_ tokens: [CToken]) -> [Int32] {
    var partners = Array(repeating: Int32(-1), count: tokens.count)
    var open: [Int] = []
    // The number of open brackets of each kind, to ignore unmatched closing ones.
    var counts = (round: 0, square: 0, curly: 0)
    func count(_ kind: CToken.Kind, _ step: Int) {
      switch kind {
      case .leftParenthesis: counts.round += step
      case .leftBracket: counts.square += step
      default: counts.curly += step
      }
    }
    func close(_ index: Int, _ kind: CToken.Kind) {
      switch kind {
      case .leftParenthesis: guard counts.round > 0 else { return }
      case .leftBracket: guard counts.square > 0 else { return }
      default: guard counts.curly > 0 else { return }
      }
      // No real source has matching brackets farther apart.
      let near = open.suffix(CTokenizer.depthLimit)
      let found = near.lastIndex { tokens[$0].kind == kind || kind != .leftBrace && tokens[$0].kind == .leftBrace }
      guard let found, tokens[open[found]].kind == kind else { return }
      for inner in open[found...] {
        partners[inner] = Int32(index)
        count(tokens[inner].kind, -1)
      }
      open.removeSubrange(found...)
    }
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .leftParenthesis, .leftBracket, .leftBrace:
        open.append(index)
        count(token.kind, 1)
      case .rightParenthesis: close(index, .leftParenthesis)
      case .rightBracket: close(index, .leftBracket)
      case .rightBrace: close(index, .leftBrace)
      case let kind where kind.endsDeclarations:
        for inner in open { partners[inner] = Int32(index) }
        open = []
        counts = (0, 0, 0)
      default: break
      }
    }
    return partners
  }

  // MARK: Tokens

  /// Returns the kind of an upcoming token; ``CToken/Kind/end`` beyond the enclosing brackets.
  func kind(_ distance: Int = 0) -> CToken.Kind { kindAt(position + distance) }

  func kindAt(_ index: Int) -> CToken.Kind { index >= 0 && index < limit ? tokens[index].kind : .end }

  /// The offset of the next token.
  var offset: UInt32 { offset(of: min(position, limit)) }

  func offset(of index: Int) -> UInt32 { UInt32(tokens[index].start) }

  func text(_ index: Int) -> String {
    String(decoding: bytes[Int(tokens[index].start)..<Int(tokens[index].end)], as: UTF8.self)
  }

  /// The text of the next token.
  var word: String { position < limit ? text(position) : "" }

  /// Whether a token has this spelling.
  func spells(_ word: StaticString, at index: Int) -> Bool {
    guard index < limit, Int(tokens[index].end - tokens[index].start) == word.utf8CodeUnitCount else { return false }
    let token = tokens[index]
    return word.withUTF8Buffer { bytes[Int(token.start)..<Int(token.end)].elementsEqual($0) }
  }

  /// Whether a token can be a part of a selector or member name; all C keywords can.
  func isWord(_ index: Int) -> Bool {
    guard index < limit else { return false }
    switch tokens[index].kind {
    case .identifier, .qualifier, .basicType: return true
    case let kind: return kind.rawValue >= CToken.Kind.wordIf.rawValue
    }
  }

  mutating func take(_ kind: CToken.Kind) -> Bool {
    guard self.kind() == kind else { return false }
    position += 1
    return true
  }

  // MARK: Brackets

  /// Returns the token that closes the bracket at this one, or that ends an unclosed one.
  func partner(_ index: Int) -> Int { min(limit, Int(partners[index])) }

  /// Reads the content of the brackets that start here, and moves after them.
  mutating func inside<Result>(_ read: (inout CParser) -> Result) -> Result {
    let close = partner(position)
    let outer = limit
    position += 1
    limit = max(position, close)
    let result = read(&self)
    limit = outer
    position = close
    switch kind() {
    case .rightParenthesis, .rightBracket, .rightBrace: position += 1
    default: break
    }
    return result
  }

  /// Reads a range of tokens.
  mutating func within<Result>(_ range: Range<Int>, _ read: (inout CParser) -> Result) -> Result {
    let outer = limit
    position = range.lowerBound
    limit = min(limit, range.upperBound)
    let result = read(&self)
    limit = outer
    position = range.upperBound
    return result
  }

  /// Reads a preprocessor definition as if it were in the file.
  mutating func reading<Result>(_ other: [CToken], _ read: (inout CParser) -> Result) -> Result {
    let before = (tokens, partners, position, limit)
    defer { (tokens, partners, position, limit) = before }
    tokens = other
    partners = CParser.partners(other)
    position = 0
    limit = other.count - 1
    return read(&self)
  }

  /// Skips one token or a group in brackets.
  mutating func skip() {
    switch kind() {
    case .leftParenthesis, .leftBracket, .leftBrace:
      position = partner(position)
      switch kind() {
      case .rightParenthesis, .rightBracket, .rightBrace: position += 1
      default: break
      }
    case .end: break
    default: position += 1
    }
  }

  /// Skips to after the next semicolon.
  mutating func skipStatement() {
    while kind() != .end, !kind().endsDeclarations {
      if take(.semicolon) { return }
      skip()
    }
  }

  // MARK: Trouble

  /// Reads a construct that can contain itself; if it is nested too deep, the rest of the file is not read.
  mutating func nested<Result>(_ empty: Result, _ read: (inout CParser) -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else {
      tooDeep()
      return empty
    }
    return read(&self)
  }

  mutating func tooDeep() {
    if !facts.troubles.contains(where: \.isDepth) { facts.troubles.append(.init(offset: offset, isDepth: true)) }
    position = limit
  }

  mutating func trouble() { if facts.troubles.isEmpty { facts.troubles.append(.init(offset: offset)) } }
}

/// The meaning of names at a place.
struct CScope {
  /// The variables of the function, and whether they are pointers.
  var locals: [String: Bool] = [:]
  /// The number of assignments of each variable of the function.
  var assignments: [String: Int] = [:]
  /// The number of assignments in the whole file.
  var fileAssignments: [String: Int] = [:]
  /// Aliases of `self`.
  var selves: Set<String> = []
  /// The functions, variables and constants declared so far outside classes.
  var globals: Set<String> = []
  /// Whether the function is a method.
  var isMethod = false
  /// The first parts of the selectors that the file implements.
  var selectors: Set<String> = []
  /// The properties that the file declares.
  var properties: Set<String> = []
  /// The properties of instance variables with other names, from `@synthesize`.
  var synthesized: [String: String] = [:]
}
