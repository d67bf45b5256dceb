/// Splits Objective-C, C and C++ into tokens, for all that there may be in a file: it never fails, and notes what it
/// could not make out.
///
/// Comments are left out, and lines of the preprocessor are read by themselves: of `#if` and its `#else` both branches
/// are kept, each token with its condition.
struct CTokenizer {
  /// How deep brackets may be nested; what lies deeper is no source that a person wrote.
  static let depthLimit = 256

  let bytes: [UInt8]
  var position = 0
  /// Whether only white space and comments came before on this line, so that `#` begins a line of the preprocessor.
  var isAtLineStart = true
  /// How many brackets are open.
  var depth = 0
  var branches: [CBranch] = []
  var output: CTokens

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    output = CTokens()
    output.tokens.reserveCapacity(bytes.count / 5)
  }

  /// The tokens of a file; the last one is always ``CToken/Kind/end``.
  static func tokens(of bytes: [UInt8]) -> CTokens {
    var tokenizer = CTokenizer(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { tokenizer.position = 3 }
    while tokenizer.output.tooDeep == nil, let token = tokenizer.next() { tokenizer.add(token) }
    let end = Int32(tokenizer.bytes.count)
    tokenizer.output.takeWordsBack()
    tokenizer.output.tokens.append(CToken(kind: .end, start: end, end: end, condition: 0))
    return tokenizer.output
  }

  /// The next token, lines of the preprocessor dealt with; nil at the end.
  private mutating func next() -> CToken? {
    while true {
      skipBlank(withNewlines: true)
      guard position < bytes.count else { return nil }
      if bytes[position] == Byte.hash, isAtLineStart {
        readDirective()
      } else {
        isAtLineStart = false
        if let token = lex() { return token }
      }
    }
  }

  /// Takes a token over, unless it stands in a branch that is left out.
  private mutating func add(_ token: CToken) {
    if branches.last?.isSkipped == true { return }
    switch token.kind {
    case .leftParenthesis, .leftBracket, .leftBrace:
      depth += 1
      if depth > Self.depthLimit { output.tooDeep = Int(token.start) }
    case .rightParenthesis, .rightBracket, .rightBrace: depth = max(0, depth - 1)
    // Brackets that macros have left open are nobody's any more.
    case .atEnd, .atInterface, .atImplementation: depth = 0
    default: break
    }
    output.tokens.append(token)
  }

  /// The byte at some distance; 0 beyond the end.
  func peek(_ distance: Int = 0) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  mutating func note(unparsed offset: Int) {
    if branches.last?.isSkipped != true, output.unparsed == nil { output.unparsed = offset }
  }

  /// Skips white space, comments, and line breaks behind a backslash; other line breaks if they are wanted.
  mutating func skipBlank(withNewlines: Bool) {
    while position < bytes.count {
      switch bytes[position] {
      case Byte.newline, Byte.carriageReturn:
        guard withNewlines else { return }
        isAtLineStart = true
        position += 1
      case Byte.space, Byte.tab, 0x0B, 0x0C: position += 1
      case 0:
        note(unparsed: position)
        position += 1
      case Byte.backslash where isLineBreak(at: position + 1): skipLineBreak(from: position + 1)
      case Byte.slash where peek(1) == Byte.slash: skipLine()
      case Byte.slash where peek(1) == Byte.star: skipComment()
      default: return
      }
    }
  }

  /// To the end of the line, wherever a backslash puts it.
  mutating func skipLine() {
    while position < bytes.count, bytes[position] != Byte.newline, bytes[position] != Byte.carriageReturn {
      if bytes[position] == Byte.backslash, isLineBreak(at: position + 1) {
        skipLineBreak(from: position + 1)
      } else {
        position += 1
      }
    }
  }

  private mutating func skipComment() {
    let start = position
    position += 2
    while position < bytes.count {
      if bytes[position] == Byte.star, peek(1) == Byte.slash {
        position += 2
        return
      }
      position += 1
    }
    note(unparsed: start)
  }

  func isLineBreak(at offset: Int) -> Bool {
    offset < bytes.count && (bytes[offset] == Byte.newline || bytes[offset] == Byte.carriageReturn)
  }

  mutating func skipLineBreak(from offset: Int) {
    let isPair =
      bytes[offset] == Byte.carriageReturn && isLineBreak(at: offset + 1) && bytes[offset + 1] == Byte.newline
    position = offset + (isPair ? 2 : 1)
  }
}
