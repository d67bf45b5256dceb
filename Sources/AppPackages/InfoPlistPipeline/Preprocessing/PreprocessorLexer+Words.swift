/// The words of a text: names, numbers, literals, punctuators, and what is none of them.
extension PreprocessorLexer {
  mutating func token(
    _ kind: PreprocessorToken.Kind, _ start: Int, _ flags: PreprocessorToken.Flags, _ value: UInt32 = 0
  ) -> PreprocessorToken {
    startsLine = false
    return PreprocessorToken(
      kind: kind, flags: flags, text: text, start: UInt32(start), end: UInt32(position), value: value)
  }

  mutating func word(
    _ flags: PreprocessorToken.Flags, _ names: inout PreprocessorNames
  ) -> PreprocessorToken {
    let start = position
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return number(start, flags)
    case UInt8(ascii: ".") where Self.isDigit(bytes[position + 1]):
      return number(start, flags)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return literal(start, flags)
    default: break
    }
    let length = identifierLength(at: position, isFirst: true)
    guard length > 0 else { return byte < 0x80 ? punctuator(start, flags) : character(start, flags) }
    position += length
    while true {
      let length = identifierLength(at: position, isFirst: false)
      if length == 0 { break }
      position += length
    }
    if isLiteralPrefix(start) { return literal(start, flags) }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    return token(.identifier, start, flags, names.number(of: name))
  }

  private mutating func number(_ start: Int, _ flags: PreprocessorToken.Flags) -> PreprocessorToken {
    position += 1
    while true {
      switch bytes[position] {
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        guard
          [UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "p"), UInt8(ascii: "P")].contains(bytes[position - 1])
        else { return token(.number, start, flags) }
        position += 1
      case UInt8(ascii: "."):
        position += 1
      case UInt8(ascii: "$"):
        return token(.number, start, flags)
      default:
        let length = identifierLength(at: position, isFirst: false)
        if length == 0 { return token(.number, start, flags) }
        position += length
      }
    }
  }

  /// `L'`, `u8"` and the like belong to what they stand before.
  private func isLiteralPrefix(_ start: Int) -> Bool {
    let next = bytes[position]
    guard next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") else { return false }
    switch position - start {
    case 1: return [UInt8(ascii: "L"), UInt8(ascii: "u"), UInt8(ascii: "U")].contains(bytes[start])
    case 2:
      return next == UInt8(ascii: "\"") && bytes[start] == UInt8(ascii: "u") && bytes[start + 1] == UInt8(ascii: "8")
    default: return false
    }
  }

  /// A quote that its line does not close takes the whole rest of the line with it; so does nothing between two `'`.
  private mutating func literal(_ start: Int, _ flags: PreprocessorToken.Flags) -> PreprocessorToken {
    let quote = bytes[position]
    position += 1
    let first = position
    while position < end, bytes[position] != 0x0A, bytes[position] != 0x0D {
      if bytes[position] == quote {
        position += 1
        let isEmpty = quote == UInt8(ascii: "'") && position == first + 1
        return token(isEmpty ? .other : .literal, start, flags)
      }
      let isEscape = bytes[position] == UInt8(ascii: "\\")
      position += 1
      if isEscape, position < end, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    }
    return token(.other, start, flags)
  }

  private mutating func character(_ start: Int, _ flags: PreprocessorToken.Flags) -> PreprocessorToken {
    position += 1
    while position < end, bytes[position] & 0xC0 == 0x80 { position += 1 }
    return token(.other, start, flags)
  }

  private mutating func punctuator(_ start: Int, _ flags: PreprocessorToken.Flags) -> PreprocessorToken {
    let length = Self.punctuatorLength(bytes, at: position)
    guard length > 0 else {
      position += 1
      return token(.other, start, flags)
    }
    var value: UInt32 = 0
    for index in start..<start + length { value = value << 8 | UInt32(bytes[index]) }
    position += length
    return token(.punctuator, start, flags, value)
  }

  private static func punctuatorLength(_ bytes: [UInt8], at position: Int) -> Int {
    let first = bytes[position]
    guard singles.contains(first) else { return 0 }
    var value = UInt32(first)
    var length = 1
    var best = 1
    while length < 4, position + length < bytes.count {
      value = value << 8 | UInt32(bytes[position + length])
      length += 1
      if longer.contains(value) { best = length }
    }
    return best
  }

  private static let singles = Set("[](){}.&*+-~!/%<>^|?:;=,#".utf8)
  private static let longer = Set(
    [
      "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=",
      "##", "<:", ":>", "<%", "%>", "%:", "...", "<<=", ">>=", "%:%:",
    ].map(PreprocessorToken.punctuator))

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Bytes of the character at a position if it may be part of a name; the dollar may.
  private func identifierLength(at position: Int, isFirst: Bool) -> Int {
    switch bytes[position] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"):
      return 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return isFirst ? 0 : 1
    case ..<0x80: return 0
    default:
      var scalar = UInt32(bytes[position])
      let length = scalar >= 0xF0 ? 4 : scalar >= 0xE0 ? 3 : 2
      guard position + length <= end else { return 0 }
      scalar &= 0x7F >> UInt32(length)
      for index in position + 1..<position + length { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
      return IdentifierCharacters.contains(scalar, isFirst: isFirst) ? length : 0
    }
  }
}
