import PropertyLists

/// A preprocessing token: its kind, its bytes, and the white space before it.
struct PreprocessorToken {
  enum Kind: UInt8 {
    case identifier
    /// A preprocessing number, such as `1.2.beta`; macros in it are not replaced.
    case number
    /// A string or character constant with both quotes.
    case literal
    case punctuator
    /// A character without a meaning in C; or an unclosed quote with the rest of its line, in which macros are not
    /// replaced (ICON-219).
    case other
    /// White space in a style that keeps it.
    case blank
    /// A comment in a style that keeps comments.
    case comment
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let startsLine = Flags(rawValue: 1)
    static let followsBlank = Flags(rawValue: 2)
  }

  let kind: Kind
  var flags: Flags
  /// The index of the text that contains the bytes.
  let text: Int32
  let start: UInt32
  let end: UInt32

  /// Returns whether two tokens are adjacent in the same text.
  func touches(_ next: PreprocessorToken) -> Bool { text == next.text && end == next.start }
}

/// The lexical rules, which flags of the preprocessor change.
struct PreprocessorStyle: Sendable {
  /// `-traditional`: keeps white space, ignores `//`, and allows blanks before a directive (ICON-220).
  var isTraditional = false
  /// `-C`.
  var keepsComments = false
  /// Keeps `//` in text, so that files that a build would reject can be read; not a flag of the preprocessor.
  var keepsLineComments = false
}

/// Splits a text into C tokens, as the preprocessor does with any input.
struct PreprocessorLexer {
  /// The text, terminated by a zero.
  let bytes: [UInt8]
  private let end: Int
  private let text: Int32
  private let style: PreprocessorStyle
  private(set) var position = 0
  /// Whether a directive is being read: it ends with its line, and its white space and comments are ignored.
  private var isInDirective = false
  /// Whether a condition skips the text; removed comments do not matter there.
  var isSkipping = false
  /// The start of an unclosed comment.
  private(set) var openComment: Int?
  /// The `//` comments that were removed after other text on the line (ICON-217).
  private(set) var removedComments: [Range<Int>] = []
  private var startsLine = true

  private static let maximumCuts = 100

  init(_ bytes: [UInt8], text: Int32, style: PreprocessorStyle) {
    self.bytes = bytes
    self.end = bytes.count - 1
    (self.text, self.style) = (text, style)
  }

  /// Returns the next token; nil at the end of the text or of a directive's line.
  mutating func next() -> PreprocessorToken? {
    var flags: PreprocessorToken.Flags = startsLine ? .startsLine : []
    while position < end {
      let start = position
      switch bytes[position] {
      case 0x0A where isInDirective, 0x0D where isInDirective: return nil
      case 0x0A, 0x0D, 0x20, 0x09, 0x0B, 0x0C, 0:
        if style.isTraditional, !isInDirective { return blanks(flags) }
        if isLineEnd { (flags, startsLine) = (.startsLine, true) } else { flags.insert(.followsBlank) }
        position += 1
      case UInt8(ascii: "/") where bytes[position + 1] == UInt8(ascii: "*"):
        skipBlockComment()
        if keepsComments, openComment == nil { return token(.comment, start, flags) }
        // If white space is kept, a comment is an empty blank that separates its neighbours.
        if style.isTraditional, !isInDirective { return token(.blank, position, flags) }
        flags.insert(.followsBlank)
      case UInt8(ascii: "/") where bytes[position + 1] == UInt8(ascii: "/") && hasLineComments:
        skipLine()
        if keepsComments { return token(.comment, start, flags) }
        if !isSkipping, !flags.contains(.startsLine), removedComments.count < Self.maximumCuts {
          // Comments after directives are common; URLs in them are not intended as comments.
          if !isInDirective || bytes[start - 1] == UInt8(ascii: ":") { removedComments.append(start..<position) }
        }
        flags.insert(.followsBlank)
      default:
        return token(readWord(), start, flags)
      }
    }
    return nil
  }

  /// Whether a parenthesis follows, which makes a name a macro call.
  var isBeforeParenthesis: Bool {
    bytes[position...].first { $0 != 0x20 && $0 != 0x09 && (isInDirective || $0 != 0x0A && $0 != 0x0D) }
      == UInt8(ascii: "(")
  }

  mutating func beginDirective() { isInDirective = true }

  /// Ends a directive. In a style that keeps white space, this consumes the line end, so that blanks after it begin
  /// the next line, and no directive can follow them.
  mutating func endDirective() {
    isInDirective = false
    guard style.isTraditional, position < end else { return }
    position += bytes[position] == 0x0D && bytes[position + 1] == 0x0A ? 2 : 1
    startsLine = true
  }

  /// Returns the rest of a directive's line, trimmed.
  mutating func restOfLine() -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let start = position
    skipLine()
    var rest = bytes[start..<position].drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  // MARK: Blanks

  private var keepsComments: Bool { style.keepsComments && !isInDirective }

  private var hasLineComments: Bool { !style.isTraditional && (isInDirective || !style.keepsLineComments) }

  private var isLineEnd: Bool { bytes[position] == 0x0A || bytes[position] == 0x0D }

  private mutating func token(
    _ kind: PreprocessorToken.Kind, _ start: Int, _ flags: PreprocessorToken.Flags
  ) -> PreprocessorToken {
    startsLine = false
    return PreprocessorToken(kind: kind, flags: flags, text: text, start: UInt32(start), end: UInt32(position))
  }

  private mutating func blanks(_ flags: PreprocessorToken.Flags) -> PreprocessorToken {
    let start = position
    var hasLineEnd = false
    while position < end, [0x0A, 0x0D, 0x20, 0x09, 0x0B, 0x0C, 0].contains(bytes[position]) {
      hasLineEnd = hasLineEnd || isLineEnd
      position += 1
    }
    let result = token(.blank, start, flags)
    startsLine = hasLineEnd && position < end
    return result
  }

  private mutating func skipLine() { while position < end, !isLineEnd { position += 1 } }

  private mutating func skipBlockComment() {
    let start = position
    position += 2
    while position < end {
      position += 1
      if bytes[position - 1] == UInt8(ascii: "*"), bytes[position] == UInt8(ascii: "/") {
        position += 1
        return
      }
    }
    openComment = start
  }

  // MARK: Words

  private mutating func readWord() -> PreprocessorToken.Kind {
    let byte = bytes[position]
    if Self.isDigit(byte) || byte == UInt8(ascii: ".") && Self.isDigit(bytes[position + 1]) {
      readNumber()
      return .number
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return readLiteral(quote: byte) }
    if nameLength(isFirst: true) > 0 {
      repeat { position += nameLength(isFirst: false) } while nameLength(isFirst: false) > 0
      return .identifier
    }
    if let word = Self.punctuators.first(where: { bytes[position...].starts(with: $0) }) {
      position += word.count
      return .punctuator
    }
    position += 1
    while position < end, bytes[position] & 0xC0 == 0x80 { position += 1 }
    return .other
  }

  private mutating func readNumber() {
    repeat {
      let isExponent = "eEpP".utf8.contains(bytes[position])
      position += max(1, nameLength(isFirst: false))
      if isExponent, "+-".utf8.contains(bytes[position]) { position += 1 }
    } while bytes[position] == UInt8(ascii: ".")
      || bytes[position] != UInt8(ascii: "$") && nameLength(isFirst: false) > 0
  }

  /// Reads a literal; an unclosed quote extends to the end of the line.
  private mutating func readLiteral(quote: UInt8) -> PreprocessorToken.Kind {
    position += 1
    while position < end, !isLineEnd {
      let byte = bytes[position]
      position += 1
      if byte == quote { return .literal }
      if byte == UInt8(ascii: "\\"), position < end, !isLineEnd { position += 1 }
    }
    return .other
  }

  /// The punctuators, longest first.
  private static let punctuators: [[UInt8]] =
    [
      "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=",
      "-=", "&=", "^=", "|=", "##",
    ].map { Array("\($0)".utf8) } + "[](){}.&*+-~!/%<>^|?:;=,#".utf8.map { [$0] }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Returns the length in bytes of the next character if it may be part of a name, including the dollar. Beyond ASCII,
  /// a name begins with a letter and continues with any character except white space.
  private func nameLength(isFirst: Bool) -> Int {
    switch bytes[position] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"):
      return 1
    case ..<0x80: return !isFirst && Self.isDigit(bytes[position]) ? 1 : 0
    default:
      let length = bytes[position] >= 0xF0 ? 4 : bytes[position] >= 0xE0 ? 3 : 2
      guard position + length <= end,
        let scalar = String(decoding: bytes[position..<position + length], as: UTF8.self).unicodeScalars.first
      else { return 0 }
      let isName = isFirst ? scalar.properties.isXIDStart || scalar.value > 0xFFFF : !scalar.properties.isWhitespace
      return isName ? length : 0
    }
  }
}

/// The bytes of a file after line splicing: a line that ends with a backslash is joined with the next one.
struct PreprocessorText {
  let source: SourceText
  /// The bytes, terminated by a zero.
  let bytes: [UInt8]
  /// The positions where bytes were removed, with the number removed so far.
  private let splices: [(position: Int, removed: Int)]

  init(_ source: SourceText) {
    self.source = source
    guard source.bytes.contains(UInt8(ascii: "\\")) else {
      (bytes, splices) = (source.bytes, [])
      return
    }
    (bytes, splices) = Self.joinLines(source.bytes)
  }

  var count: Int { bytes.count - 1 }

  /// Returns the file offset of a position.
  func offset(of position: Int) -> Int {
    let behind = splices.partitioningIndex { $0.position > position }
    return position + (behind == 0 ? 0 : splices[behind - 1].removed)
  }

  func location(at position: Int) -> SourceLocation { source.location(at: offset(of: position)) }

  /// Joins lines; blanks between the backslash and the end of the line are removed, too.
  private static func joinLines(_ bytes: [UInt8]) -> ([UInt8], [(position: Int, removed: Int)]) {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var splices: [(position: Int, removed: Int)] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      var next = index + 1
      while bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
      guard bytes[next] == 0x0A || bytes[next] == 0x0D else {
        result += bytes[index..<next]
        index = next
        continue
      }
      if bytes[next] == 0x0D, bytes[next + 1] == 0x0A { next += 1 }
      index = next + 1
      splices.append((result.count, index - result.count))
    }
    return (result, splices)
  }
}
