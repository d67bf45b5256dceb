/// Words, numbers, texts and punctuators.
extension CTokenizer {
  /// Returns the token that starts here; nil for an invalid character, which is skipped.
  mutating func lex() -> CToken? {
    let byte = bytes[position]
    if Byte.isDigit(byte) || byte == Byte.dot && Byte.isDigit(peek(1)) { return number() }
    if Byte.isWord(byte) { return word() }
    switch byte {
    case Byte.quote: return quoted(.string, by: Byte.quote, from: position)
    case Byte.apostrophe: return quoted(.character, by: Byte.apostrophe, from: position)
    case Byte.at: return directive()
    default: return sign(byte)
    }
  }

  func token(_ kind: CToken.Kind, from start: Int) -> CToken {
    CToken(kind: kind, start: Int32(start), end: Int32(position), condition: branches.last?.index ?? 0)
  }

  private mutating func word() -> CToken {
    let start = position
    while position < bytes.count, Byte.isWord(bytes[position]) { position += 1 }
    if peek() == Byte.quote {
      switch bytes[position - 1] {
      case UInt8(ascii: "R") where position - start <= 3: return rawString(from: start)
      case UInt8(ascii: "L"), UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "8"):
        if position - start <= 2 { return quoted(.string, by: Byte.quote, from: start) }
      default: break
      }
    }
    if peek() == Byte.apostrophe, position == start + 1, "LuU".utf8.contains(bytes[start]) {
      return quoted(.character, by: Byte.apostrophe, from: start)
    }
    return token(CToken.Kind.words[bytes[start..<position]] ?? .identifier, from: start)
  }

  private mutating func number() -> CToken {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      if Byte.isWord(byte) || byte == Byte.dot {
        position += 1
      } else if isSign, isExponent(bytes[position - 1], from: start) {
        position += 1
      } else if byte == Byte.apostrophe, Byte.isWord(peek(1)), position > start {
        position += 2
      } else {
        break
      }
    }
    return token(.number, from: start)
  }

  /// Whether a sign after this letter belongs to the number: `1e-3`, `0x1p+4`, not `0xE+1`.
  private func isExponent(_ byte: UInt8, from start: Int) -> Bool {
    let isHexadecimal = bytes[start] == UInt8(ascii: "0") && start + 1 < bytes.count && bytes[start + 1] | 0x20 == 0x78
    return byte | 0x20 == UInt8(ascii: isHexadecimal ? "p" : "e")
  }

  /// Reads a string or character literal; without an end quote it ends with the line.
  private mutating func quoted(_ kind: CToken.Kind, by quote: UInt8, from start: Int) -> CToken {
    while bytes[position] != quote { position += 1 }
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        position += 1
        return token(kind, from: start)
      }
      if isLineBreak(at: position) { break }
      if byte == Byte.backslash, isLineBreak(at: position + 1) {
        skipLineBreak(from: position + 1)
      } else {
        position = min(bytes.count, position + (byte == Byte.backslash ? 2 : 1))
      }
    }
    note(unparsed: start)
    return token(kind, from: start)
  }

  /// Reads `R"delimiter(…)delimiter"`, a C++ raw string.
  private mutating func rawString(from start: Int) -> CToken {
    position += 1
    let open = position
    while position < bytes.count, bytes[position] != Byte.leftParenthesis, position - open <= 16 { position += 1 }
    let close = [UInt8(ascii: ")")] + bytes[open..<min(position, bytes.count)] + [Byte.quote]
    while position + close.count <= bytes.count {
      if bytes[position] == close[0], bytes[position..<position + close.count].elementsEqual(close) {
        position += close.count
        return token(.string, from: start)
      }
      position += 1
    }
    position = bytes.count
    note(unparsed: start)
    return token(.string, from: start)
  }

  /// Reads a token that starts with `@`.
  private mutating func directive() -> CToken? {
    let start = position
    position += 1
    if peek() == Byte.quote { return quoted(.atString, by: Byte.quote, from: start) }
    let letters = position
    while position < bytes.count, Byte.isWord(bytes[position]) { position += 1 }
    if position > letters, let kind = CToken.Kind.words[bytes[start..<position]] { return token(kind, from: start) }
    guard !Self.directives.contains(bytes[letters..<position]) else { return token(.atOther, from: start) }
    // A boxed number, or a macro: `@YES`, `@ROW_HEIGHT`.
    position = letters
    skipBlank(withNewlines: true)
    switch peek() {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      Byte.apostrophe:
      break
    case let byte where Byte.isWord(byte): break
    case Byte.quote: return quoted(.atString, by: Byte.quote, from: start)
    default: note(unparsed: start)
    }
    return CToken(kind: .at, start: Int32(start), end: Int32(start + 1), condition: branches.last?.index ?? 0)
  }

  /// The words after `@` that ``CToken/Kind/words`` does not have.
  private static let directives = Set(
    "synthesize dynamic optional required import public private protected package defs compatibility_alias"
      .split(separator: " ").map { ArraySlice($0.utf8) })

  /// Reads brackets and operators, the longest first.
  private mutating func sign(_ byte: UInt8) -> CToken? {
    let start = position
    for (sign, kind) in Self.signs[Int(byte)] where position + sign.count <= bytes.count {
      if sign.count == 1 || bytes[position..<position + sign.count].elementsEqual(sign) {
        position += sign.count
        return token(kind, from: start)
      }
    }
    note(unparsed: start)
    position += 1
    return nil
  }

  /// The punctuators by first byte, in the order they are tried.
  private static let signs: [[(sign: [UInt8], kind: CToken.Kind)]] = {
    let kinds: [(CToken.Kind, String)] = [
      (.ellipsis, "..."), (.compoundAssign, "<<= >>="),
      (.compoundAssign, "+= -= *= /= %= &= |= ^="), (.binary, "== != <= >= && || << >>"), (.increment, "++ --"),
      (.arrow, "->"), (.scope, "::"),
      (.leftParenthesis, "("), (.rightParenthesis, ")"), (.leftBracket, "["), (.rightBracket, "]"),
      (.leftBrace, "{"), (.rightBrace, "}"), (.semicolon, ";"), (.comma, ","), (.colon, ":"), (.question, "?"),
      (.dot, "."), (.caret, "^"), (.star, "*"), (.ampersand, "&"), (.minus, "-"), (.plus, "+"), (.not, "!"),
      (.tilde, "~"), (.less, "<"), (.greater, ">"), (.assign, "="), (.binary, "/ % |"),
    ]
    var signs = Array(repeating: [(sign: [UInt8], kind: CToken.Kind)](), count: 256)
    for (kind, list) in kinds {
      for sign in list.split(separator: " ").map({ Array($0.utf8) }) { signs[Int(sign[0])].append((sign, kind)) }
    }
    return signs
  }()
}
