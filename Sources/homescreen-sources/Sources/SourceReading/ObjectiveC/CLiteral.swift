/// The values of string literals.
enum CLiteral {
  /// Appends the text of a literal, `"…"` or `@"…"`, with its escapes decoded.
  static func append(_ literal: ArraySlice<UInt8>, to text: inout [UInt8]) {
    guard let open = literal.firstIndex(of: Byte.quote) else { return }
    var end = literal.endIndex
    if end - open > 1, literal[end - 1] == Byte.quote { end -= 1 }
    if literal[..<open].last == UInt8(ascii: "R") { return appendRaw(literal[(open + 1)..<end], to: &text) }
    var index = open + 1
    while index < end {
      let byte = literal[index]
      index += 1
      guard byte == Byte.backslash, index < end else {
        text.append(byte)
        continue
      }
      let escape = literal[index]
      index += 1
      switch escape {
      case UInt8(ascii: "n"): text.append(Byte.newline)
      case UInt8(ascii: "t"): text.append(Byte.tab)
      case UInt8(ascii: "r"): text.append(Byte.carriageReturn)
      case Byte.carriageReturn where index < end && literal[index] == Byte.newline: index += 1
      case Byte.newline, Byte.carriageReturn: break
      case UInt8(ascii: "x"): appendNumber(literal, &index, end, digits: 8, base: 16, isByte: true, to: &text)
      case UInt8(ascii: "u"): appendNumber(literal, &index, end, digits: 4, base: 16, isByte: false, to: &text)
      case UInt8(ascii: "U"): appendNumber(literal, &index, end, digits: 8, base: 16, isByte: false, to: &text)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        index -= 1
        appendNumber(literal, &index, end, digits: 3, base: 8, isByte: true, to: &text)
      default: text.append(escape)
      }
    }
  }

  private static func appendNumber(
    _ literal: ArraySlice<UInt8>, _ index: inout Int, _ end: Int, digits: Int, base: UInt32, isByte: Bool,
    to text: inout [UInt8]
  ) {
    var value: UInt32 = 0
    let last = min(end, index + digits)
    while index < last, let digit = Character(Unicode.Scalar(literal[index])).hexDigitValue, digit < base {
      value = value &* base &+ UInt32(digit)
      index += 1
    }
    if isByte {
      text.append(UInt8(truncatingIfNeeded: value))
    } else if let scalar = Unicode.Scalar(value) {
      text.append(contentsOf: String(Character(scalar)).utf8)
    }
  }

  /// Appends `delimiter(…)delimiter`, a raw literal without its quotes.
  private static func appendRaw(_ literal: ArraySlice<UInt8>, to text: inout [UInt8]) {
    guard let open = literal.firstIndex(of: Byte.leftParenthesis) else { return }
    let delimiter = open - literal.startIndex
    let end = max(open + 1, literal.endIndex - delimiter - 1)
    text.append(contentsOf: literal[(open + 1)..<end])
  }
}
