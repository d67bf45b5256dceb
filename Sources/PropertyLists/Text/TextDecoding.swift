/// Bytes of a text file → checked UTF-8.
package enum TextDecoding {
  /// UTF-8 with or without byte order mark, UTF-16 with one (or recognisable by its zero bytes).
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
    /// The offset of the half.
    case loneSurrogate(Int)
  }

  /// `range` must hold an even number of bytes.
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

  /// `scalar` must be a Unicode scalar value.
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

  /// The offset of the first byte that does not belong to well-formed UTF-8 (Unicode table 3-7).
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

  /// Eight bytes at a time: property lists are nearly always ASCII nearly everywhere.
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

  /// `0x0A`
  static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}
