/// Strings and numbers.
extension LenientJSONReader {
  /// The reader stands on the opening quote.
  mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    let first = position
    while position < source.count {
      switch source.bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return source.string(first..<position - 1)
      case UInt8(ascii: "\\"): return try escapedString(start, from: first)
      case 0..<0x20: throw controlCharacter()
      default: position += 1
      }
    }
    throw failure(.truncated, "a string is not closed", at: start)
  }

  private mutating func escapedString(_ start: Int, from first: Int) throws(JSONError) -> String {
    var bytes = Array(source.bytes[first..<position])
    while position < source.count {
      let byte = source.bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(&bytes)
      case 0..<0x20: throw controlCharacter()
      default:
        bytes.append(byte)
        position += 1
      }
    }
    throw failure(.truncated, "a string is not closed", at: start)
  }

  private func controlCharacter() -> JSONError {
    failure(.syntax, "a string cannot contain the control character \(character)", at: position)
  }

  private mutating func escape(_ bytes: inout [UInt8]) throws(JSONError) {
    let start = position
    position += 1
    guard position < source.count else { throw failure(.truncated, "a string is not closed", at: start) }
    let letter = source.bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"): TextDecoding.appendUTF8(try scalar(start), to: &bytes)
    default:
      throw failure(.syntax, "“\\\(source.character(at: position - 1))” is not a JSON escape", at: start)
    }
  }

  /// Behind `\u`. Half of a surrogate pair becomes U+FFFD, as most readers have it.
  private mutating func scalar(_ start: Int) throws(JSONError) -> UInt32 {
    let unit = try codeUnit(start)
    guard unit & 0xF800 == 0xD800 else { return unit }
    guard unit < 0xDC00, source.bytes[position] == UInt8(ascii: "\\"),
      source.bytes[position + 1] == UInt8(ascii: "u")
    else { return 0xFFFD }
    let second = position
    position += 2
    let low = try codeUnit(second)
    guard low & 0xFC00 == 0xDC00 else {
      position = second
      return 0xFFFD
    }
    return 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
  }

  private mutating func codeUnit(_ start: Int) throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(source.bytes[position])).hexDigitValue else {
        throw failure(.syntax, "“\\u” needs four hexadecimal digits", at: start)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }

  mutating func number() throws(JSONError) -> Double {
    let start = position
    if source.bytes[position] == UInt8(ascii: "-") { position += 1 }
    let firstDigit = position
    let whole = skipDigits()
    var isGood = whole == 1 || whole > 1 && source.bytes[firstDigit] != UInt8(ascii: "0")
    if source.bytes[position] == UInt8(ascii: ".") {
      position += 1
      if skipDigits() == 0 { isGood = false }
    }
    if source.bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(source.bytes[position]) { position += 1 }
      if skipDigits() == 0 { isGood = false }
    }
    let text = source.string(start..<position)
    guard isGood, let number = Double(text), number.isFinite else {
      throw failure(.syntax, "“\(text)” is not a JSON number", at: start)
    }
    return number
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(source.bytes[position]) { position += 1 }
    return position - start
  }
}
