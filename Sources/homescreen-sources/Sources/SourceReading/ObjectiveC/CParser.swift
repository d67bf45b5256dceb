/// Reads the tokens of a file into ``SourceFacts``, and goes on behind what it cannot make out.
///
/// All that stands between two brackets is read within them, so that no mistake reaches beyond its bracket.
struct CParser {
  /// How deep statements and expressions may be nested, and how long a chain of operators or members may be: what walks
  /// through them later calls itself as often.
  static let depthLimit = 400

  let bytes: [UInt8]
  let source: CTokens
  var tokens: [CToken]
  /// For an opening bracket the token that closes it, or at which it is given up.
  private var partners: [Int32]
  var position = 0
  /// The token at which the brackets around end.
  private(set) var limit: Int
  private var depth = 0
  var facts = SourceFacts()
  var scope = CScope()
  /// Whether the head of a method came without a body, before another one.
  var sharedHead = false

  init(_ bytes: [UInt8], _ source: CTokens) {
    self.bytes = bytes
    self.source = source
    tokens = source.tokens
    partners = CParser.partners(tokens)
    limit = tokens.count - 1
  }

  /// For each opening bracket its closing one. One that is missing is looked for no further than to the next closing
  /// brace of those around it, or the end of the class.
  private static func partners(_ tokens: [CToken]) -> [Int32] {
    var partners = Array(repeating: Int32(-1), count: tokens.count)
    var open: [Int] = []
    // How many are open of each kind, so that one that closes none is not looked for.
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
      // No bracket of the sources of people lies farther.
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

  /// The kind of a token ahead; beyond the brackets around, ``CToken/Kind/end``.
  func kind(_ distance: Int = 0) -> CToken.Kind { kindAt(position + distance) }

  func kindAt(_ index: Int) -> CToken.Kind { index >= 0 && index < limit ? tokens[index].kind : .end }

  /// The offset of the token ahead.
  var offset: UInt32 { offset(of: min(position, limit)) }

  func offset(of index: Int) -> UInt32 { UInt32(tokens[index].start) }

  func text(_ index: Int) -> String {
    String(decoding: bytes[Int(tokens[index].start)..<Int(tokens[index].end)], as: UTF8.self)
  }

  /// The text of the token ahead.
  var word: String { position < limit ? text(position) : "" }

  /// Whether a token is spelt like this.
  func spells(_ word: StaticString, at index: Int) -> Bool {
    guard index < limit, Int(tokens[index].end - tokens[index].start) == word.utf8CodeUnitCount else { return false }
    let token = tokens[index]
    return word.withUTF8Buffer { bytes[Int(token.start)..<Int(token.end)].elementsEqual($0) }
  }

  /// Whether a token can be a part of a selector or a member's name: all words of C are allowed there.
  func isWord(_ index: Int) -> Bool {
    guard index < limit else { return false }
    switch tokens[index].kind {
    case .identifier, .qualifier, .basicType: return true
    case let kind: return kind.rawValue >= CToken.Kind.wordIf.rawValue
    }
  }

  /// Takes a token of this kind, if it comes next.
  mutating func take(_ kind: CToken.Kind) -> Bool {
    guard self.kind() == kind else { return false }
    position += 1
    return true
  }

  // MARK: Brackets

  /// The token that closes the bracket at this one, or at which it is given up.
  func partner(_ index: Int) -> Int { min(limit, Int(partners[index])) }

  /// Reads what stands between the brackets that begin here, and goes behind them.
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

  /// Reads a definition of the preprocessor as if it stood in the file.
  mutating func reading<Result>(_ other: [CToken], _ read: (inout CParser) -> Result) -> Result {
    let before = (tokens, partners, position, limit)
    defer { (tokens, partners, position, limit) = before }
    tokens = other
    partners = CParser.partners(other)
    position = 0
    limit = other.count - 1
    return read(&self)
  }

  /// Goes on by one token, or behind a group in brackets.
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

  /// Goes behind the next semicolon.
  mutating func skipStatement() {
    while kind() != .end, !kind().endsDeclarations {
      if take(.semicolon) { return }
      skip()
    }
  }

  // MARK: Trouble

  /// Reads something that can contain itself; where it lies too deep, the rest of the file is not read.
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
    if !facts.troubles.contains(where: \.isDepth) { facts.troubles.append(.init(at: offset, isDepth: true)) }
    position = limit
  }

  mutating func trouble() {
    if facts.troubles.isEmpty { facts.troubles.append(.init(at: offset)) }
  }
}

/// What the names mean at a place.
struct CScope {
  /// The variables of the function, and whether they are pointers.
  var locals: [String: Bool] = [:]
  /// How often the variables of the function are set.
  var assignments: [String: Int] = [:]
  /// The same for the whole file.
  var fileAssignments: [String: Int] = [:]
  /// Names that are another one for `self`.
  var selves: Set<String> = []
  /// Functions, variables and constants outside of classes that came before.
  var globals: Set<String> = []
  /// Whether the function is a method.
  var isMethod = false
  /// The first parts of the selectors that the file implements.
  var selectors: Set<String> = []
  /// The properties that the file declares.
  var properties: Set<String> = []
  /// The properties of instance variables whose names do not tell, by `@synthesize`.
  var synthesized: [String: String] = [:]
}
