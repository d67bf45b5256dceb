/// Takes a text apart into the tokens of C, as the preprocessor does with whatever it is given.
struct PreprocessorLexer {
  let bytes: [UInt8]
  let end: Int
  private let text: Int32
  let style: PreprocessorStyle
  var position = 0
  /// A directive ends with its line, and in it white space and comments mean nothing.
  private(set) var isInDirective = false
  /// Left out by a condition: what is lost there is no loss.
  var isSkipping = false
  /// Where a comment begins that nothing ends.
  private(set) var openComment: Int?
  /// The `//` comments that were taken out of the text behind something else (ICON-212).
  private(set) var cuts: [Range<Int>] = []
  private var startsLine = true

  static let maximumCuts = 100

  init(_ bytes: [UInt8], text: Int32, style: PreprocessorStyle) {
    self.bytes = bytes
    self.end = bytes.count - 1
    self.text = text
    self.style = style
  }

  /// The next token; nil at the end of the text, and of a directive's line.
  mutating func next(_ names: inout PreprocessorNames) -> PreprocessorToken? {
    var flags: PreprocessorToken.Flags = startsLine ? .startsLine : []
    while true {
      switch bytes[position] {
      case 0 where position >= end:
        return nil
      case 0x0A, 0x0D:
        if isInDirective { return nil }
        if style.isTraditional { return blanks(flags) }
        position += 1
        flags = .startsLine
        startsLine = true
      case 0x20, 0x09, 0x0B, 0x0C, 0:
        if style.isTraditional, !isInDirective { return blanks(flags) }
        position += 1
        flags.insert(.followsBlank)
      case UInt8(ascii: "/") where bytes[position + 1] == UInt8(ascii: "*"):
        let start = position
        skipBlockComment()
        if keepsComments, openComment == nil { return token(.comment, start, flags) }
        // Where white space is kept a comment is nothing, and yet keeps apart what stands beside it.
        if style.isTraditional, !isInDirective { return token(.blank, position, flags) }
        flags.insert(.followsBlank)
      case UInt8(ascii: "/") where bytes[position + 1] == UInt8(ascii: "/") && hasLineComments:
        let start = position
        while position < end, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
        if keepsComments { return token(.comment, start, flags) }
        if !isInDirective, !isSkipping, !flags.contains(.startsLine), cuts.count < Self.maximumCuts {
          cuts.append(start..<position)
        }
        flags.insert(.followsBlank)
      default:
        return word(flags, &names)
      }
    }
  }

  private var keepsComments: Bool { style.keepsComments && !isInDirective }

  private var hasLineComments: Bool {
    !style.isTraditional && (isInDirective || !style.keepsLineComments)
  }

  /// Whether a parenthesis comes next, which makes a name a call.
  var isBeforeParenthesis: Bool {
    var copy = self
    if style.isTraditional { return bytes[position] == UInt8(ascii: "(") }
    while true {
      switch copy.bytes[copy.position] {
      case 0x0A, 0x0D:
        if isInDirective { return false }
        copy.position += 1
      case 0x20, 0x09, 0x0B, 0x0C: copy.position += 1
      case UInt8(ascii: "/") where copy.bytes[copy.position + 1] == UInt8(ascii: "*"): copy.skipBlockComment()
      case UInt8(ascii: "/") where copy.bytes[copy.position + 1] == UInt8(ascii: "/") && hasLineComments:
        while copy.position < end, copy.bytes[copy.position] != 0x0A, copy.bytes[copy.position] != 0x0D {
          copy.position += 1
        }
      default: return copy.bytes[copy.position] == UInt8(ascii: "(")
      }
    }
  }

  mutating func beginDirective() { isInDirective = true }

  /// Where white space is kept, the end of the line goes with the directive: blanks behind it are the first of their
  /// line, and no directive follows them.
  mutating func endDirective() {
    isInDirective = false
    guard style.isTraditional, position < end else { return }
    position += bytes[position] == 0x0D && bytes[position + 1] == 0x0A ? 2 : 1
    startsLine = true
  }

  /// What is left of a directive's line, without comments and blanks around it.
  mutating func restOfLine() -> String {
    let start = position
    while position < end, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: Words

  private mutating func token(
    _ kind: PreprocessorToken.Kind, _ start: Int, _ flags: PreprocessorToken.Flags, _ value: UInt32 = 0
  ) -> PreprocessorToken {
    startsLine = false
    return PreprocessorToken(
      kind: kind, flags: flags, text: text, start: UInt32(start), end: UInt32(position), value: value)
  }

  private mutating func word(
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

  // MARK: Characters

  private mutating func blanks(_ flags: PreprocessorToken.Flags) -> PreprocessorToken {
    let start = position
    var hasLineEnd = false
    while position < end {
      switch bytes[position] {
      case 0x0A, 0x0D: hasLineEnd = true
      case 0x20, 0x09, 0x0B, 0x0C, 0: break
      default:
        let token = token(.blank, start, flags)
        startsLine = hasLineEnd
        return token
      }
      position += 1
    }
    return token(.blank, start, flags)
  }

  private mutating func skipBlockComment() {
    let start = position
    position += 2
    while position < end {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    openComment = start
  }

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

/// Characters beyond ASCII.
private enum IdentifierCharacters {
  /// A name begins with what C takes for a letter (C11, annex D), and goes on with whatever is no white space.
  static func contains(_ scalar: UInt32, isFirst: Bool) -> Bool {
    isFirst ? has(scalar, letters) && !has(scalar, marks) : !has(scalar, blanks)
  }

  private static func has(_ scalar: UInt32, _ ranges: [ClosedRange<UInt32>]) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }

  private static let blanks: [ClosedRange<UInt32>] = [
    0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x180E...0x180E, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000,
  ]

  private static let marks: [ClosedRange<UInt32>] = [
    0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
  ]

  private static let letters: [ClosedRange<UInt32>] =
    [
      0xA8...0xA8, 0xAA...0xAA, 0xAD...0xAD, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6,
      0xD8...0xF6, 0xF8...0xFF, 0x100...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D, 0x202A...0x202E,
      0x203F...0x2040, 0x2054...0x2054, 0x2060...0x218F, 0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF,
      0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF,
      0xFDF0...0xFE44, 0xFE47...0xFFFD,
    ] + (1...14).map { $0 << 16...($0 << 16 | 0xFFFD) }
}
