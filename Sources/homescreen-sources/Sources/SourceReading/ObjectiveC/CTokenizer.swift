/// Splits Objective-C, C and C++ into tokens. It never fails, and records what it could not read.
///
/// Comments are removed, and preprocessor directives are read separately: both the `#if` and the `#else` branch are
/// kept, each token with its condition.
struct CTokenizer {
  /// The maximum nesting of brackets; no real source is deeper.
  static let depthLimit = 256

  let bytes: [UInt8]
  var position = 0
  /// Whether only white space and comments precede on this line, so that `#` starts a directive.
  var isAtLineStart = true
  /// The number of open brackets.
  var depth = 0
  var branches: [CBranch] = []
  var output: CTokens

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    output = CTokens()
    output.tokens.reserveCapacity(bytes.count / 5)
  }

  /// Returns the tokens of a file; the last one is always ``CToken/Kind/end``.
  static func tokens(of bytes: [UInt8]) -> CTokens {
    var tokenizer = CTokenizer(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { tokenizer.position = 3 }
    while tokenizer.output.tooDeep == nil, let token = tokenizer.next() { tokenizer.add(token) }
    let end = Int32(tokenizer.bytes.count)
    tokenizer.output.takeWordsBack()
    tokenizer.output.tokens.append(CToken(kind: .end, start: end, end: end, condition: 0))
    return tokenizer.output
  }

  /// Returns the next token after handling directives; nil at the end.
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

  /// Adds a token, unless its branch is left out.
  private mutating func add(_ token: CToken) {
    if branches.last?.isSkipped == true { return }
    switch token.kind {
    case .leftParenthesis, .leftBracket, .leftBrace:
      depth += 1
      if depth > Self.depthLimit { output.tooDeep = Int(token.start) }
    case .rightParenthesis, .rightBracket, .rightBrace: depth = max(0, depth - 1)
    // Brackets left open by macros end here.
    case .atEnd, .atInterface, .atImplementation: depth = 0
    default: break
    }
    output.tokens.append(token)
  }

  /// Returns the byte at a distance; 0 beyond the end.
  func peek(_ distance: Int = 0) -> UInt8 { position + distance < bytes.count ? bytes[position + distance] : 0 }

  mutating func note(unparsed offset: Int) {
    if branches.last?.isSkipped != true, output.unparsed == nil { output.unparsed = offset }
  }

  /// Skips white space, comments, and line breaks after a backslash; other line breaks if requested.
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

  /// Skips to the end of the line, including lines continued with a backslash.
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
