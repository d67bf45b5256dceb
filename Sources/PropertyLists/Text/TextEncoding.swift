/// The encoding of a text file, so that saving can keep it.
package enum TextEncoding: Sendable, Equatable {
  case utf8(hasMark: Bool)
  case utf16(isBigEndian: Bool, hasMark: Bool)

  /// Encodes a text (validated UTF-8) as the bytes of a file.
  func encode(_ text: [UInt8]) -> [UInt8] {
    switch self {
    case .utf8(let hasMark):
      return hasMark ? [0xEF, 0xBB, 0xBF] + text : text
    case .utf16(let isBigEndian, let hasMark):
      var output: [UInt8] = []
      output.reserveCapacity(2 * text.count + 2)
      func append(_ unit: UInt16) {
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        output.append(isBigEndian ? high : low)
        output.append(isBigEndian ? low : high)
      }
      if hasMark { append(0xFEFF) }
      for unit in String(decoding: text, as: UTF8.self).utf16 { append(unit) }
      return output
    }
  }
}

/// Converts the bytes of a text file to validated UTF-8.
package enum TextDecoding {
  /// Decodes UTF-8 with or without a byte order mark, or UTF-16 with one (or recognisable by its zero bytes).
  package static func decode(_ bytes: [UInt8], file: String) throws(PropertyListError) -> SourceText {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      try validate(bytes, from: 3, file: file)
      return SourceText(file: file, bytes: Array(bytes[3...]), isBinary: false, encoding: .utf8(hasMark: true))
    }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw PropertyListError(
        location: SourceLocation(file: file, offset: 0), kind: .encoding, message: "the text is UTF-32",
        hint: "save it as UTF-8")
    }
    if let order = utf16Order(of: bytes) {
      let text = try decodeUTF16(bytes, from: order.skip, isBigEndian: order.isBigEndian, file: file)
      return SourceText(
        file: file, bytes: text, isBinary: false,
        encoding: .utf16(isBigEndian: order.isBigEndian, hasMark: order.skip > 0))
    }
    try validate(bytes, from: 0, file: file)
    return SourceText(file: file, bytes: bytes, isBinary: false)
  }

  private static func utf16Order(of bytes: [UInt8]) -> (isBigEndian: Bool, skip: Int)? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF): return (true, 2)
    case (0xFF, 0xFE): return (false, 2)
    case (0, 1...0x7F): return (true, 0)
    case (1...0x7F, 0): return (false, 0)
    default: return nil
    }
  }

  private static func decodeUTF16(
    _ bytes: [UInt8], from start: Int, isBigEndian: Bool, file: String
  ) throws(PropertyListError) -> [UInt8] {
    guard (bytes.count - start) % 2 == 0 else {
      throw PropertyListError(
        location: SourceLocation(file: file, offset: bytes.count - 1), kind: .truncated,
        message: "the UTF-16 text ends in the middle of a character")
    }
    switch utf8(fromUTF16: bytes, start..<bytes.count, isBigEndian: isBigEndian) {
    case .text(let text): return text
    case .loneSurrogate(let offset):
      throw PropertyListError(
        location: SourceLocation(file: file, offset: offset), kind: .encoding, message: loneSurrogateMessage,
        hint: "save the file as UTF-8")
    }
  }

  static let loneSurrogateMessage = "half of a UTF-16 surrogate pair is missing"

  enum UTF16Result {
    case text([UInt8])
    /// A surrogate without its other half, at this offset.
    case loneSurrogate(Int)
  }

  /// Decodes UTF-16; `range` must contain an even number of bytes.
  static func utf8(fromUTF16 bytes: [UInt8], _ range: Range<Int>, isBigEndian: Bool) -> UTF16Result {
    func unit(_ index: Int) -> UInt32 {
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      var scalar = unit(position)
      if scalar & 0xF800 == 0xD800 {
        guard scalar < 0xDC00, position + 3 < range.upperBound, unit(position + 2) & 0xFC00 == 0xDC00 else {
          return .loneSurrogate(position)
        }
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + (unit(position + 2) & 0x3FF)
        position += 2
      }
      appendUTF8(scalar, to: &output)
      position += 2
    }
    return .text(output)
  }

  /// Appends a scalar; `scalar` must be a Unicode scalar value.
  static func appendUTF8(_ scalar: UInt32, to output: inout [UInt8]) {
    switch scalar {
    case ..<0x80:
      output.append(UInt8(scalar))
    case ..<0x800:
      output.append(UInt8(0xC0 | scalar >> 6))
      output.append(UInt8(0x80 | scalar & 0x3F))
    case ..<0x10000:
      output.append(UInt8(0xE0 | scalar >> 12))
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    default:
      output.append(UInt8(0xF0 | scalar >> 18 & 0x07))
      output.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    }
  }

  private static func validate(_ bytes: [UInt8], from start: Int, file: String) throws(PropertyListError) {
    guard let offset = firstInvalidUTF8(bytes, from: start) else { return }
    throw PropertyListError(
      location: SourceLocation(file: file, offset: offset), kind: .encoding,
      message: "byte \(hex(bytes[offset])) is not valid UTF-8", hint: "save the file as UTF-8")
  }

  /// Returns the offset of the first byte that is not part of well-formed UTF-8 (Unicode table 3-7).
  static func firstInvalidUTF8(_ bytes: [UInt8], from start: Int) -> Int? {
    let count = bytes.count
    var position = start
    while position < count {
      let byte = bytes[position]
      if byte < 0x80 {
        position = skipASCII(bytes, from: position + 1)
        continue
      }
      let length: Int
      var secondRange: ClosedRange<UInt8> = 0x80...0xBF
      switch byte {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, secondRange) = (3, 0xA0...0xBF)
      case 0xED: (length, secondRange) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, secondRange) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, secondRange) = (4, 0x80...0x8F)
      default: return position
      }
      guard position + length <= count, secondRange.contains(bytes[position + 1]) else { return position }
      for next in (position + 2)..<max(position + length, position + 2) where bytes[next] & 0xC0 != 0x80 {
        return position
      }
      position += length
    }
    return nil
  }

  /// Skips eight bytes at a time: property lists are mostly ASCII.
  private static func skipASCII(_ bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBytes { buffer in
      var position = start
      while position + 8 <= buffer.count,
        buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        position += 8
      }
      return position
    }
  }

  /// Formats a byte as `0x0A`.
  static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}

/// The upper half of the NeXTSTEP character set, which octal escapes in old-style property lists use.
enum NextStepEncoding {
  /// Returns the Unicode value of a byte; the two undefined ones become U+FFFD.
  static func scalar(_ byte: UInt8) -> UInt32 {
    byte < 0x80 ? UInt32(byte) : UInt32(upperHalf[Int(byte) - 0x80])
  }

  private static let upperHalf: [UInt16] = [
    0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD,
    0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9, 0x00DA, 0x00DB, 0x00DC, 0x00DD,
    0x00DE, 0x00B5, 0x00D7, 0x00F7, 0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7, 0x00A4, 0x2019,
    0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02, 0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
    0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF, 0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF,
    0x02D8, 0x02D9, 0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7, 0x2014, 0x00B1, 0x00BC, 0x00BD,
    0x00BE, 0x00E0, 0x00E1, 0x00E2, 0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x00EC, 0x00C6,
    0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
    0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD, 0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF,
    0xFFFD, 0xFFFD,
  ]
}
