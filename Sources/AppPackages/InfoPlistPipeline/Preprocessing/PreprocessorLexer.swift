/// Takes a text apart into the tokens of C, as the preprocessor does with whatever it is given.
struct PreprocessorLexer {
  let bytes: [UInt8]
  let end: Int
  let text: Int32
  let style: PreprocessorStyle
  var position = 0
  /// A directive ends with its line, and in it white space and comments mean nothing.
  private(set) var isInDirective = false
  /// Left out by a condition: what is lost there is no loss.
  var isSkipping = false
  /// Where a comment begins that nothing ends.
  private(set) var openComment: Int?
  /// The `//` comments that were taken out of the text behind something else (ICON-217).
  private(set) var cuts: [Range<Int>] = []
  var startsLine = true

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
        if !isSkipping, !flags.contains(.startsLine), cuts.count < Self.maximumCuts {
          // Comments behind directives are usual, addresses in them are not meant to be any.
          if !isInDirective || bytes[start - 1] == UInt8(ascii: ":") { cuts.append(start..<position) }
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

  /// What is left of a directive's line, without blanks around it.
  mutating func restOfLine() -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    while isBlank(bytes[position]) { position += 1 }
    let start = position
    while position < end, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    var last = position
    while last > start, isBlank(bytes[last - 1]) { last -= 1 }
    return bytes[start..<last]
  }

  // MARK: Blanks

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
}
