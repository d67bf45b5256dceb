/// Checks of source bytes before parsing.
enum SourceText {
  /// The maximum nesting of brackets: beyond it Swift's parser gives up, so neither parser is tried.
  static let deepestNesting = 250

  /// Returns the offset where brackets are first nested too deep; nil if they are not. Single-line string literals and
  /// comments are skipped; brackets in multi-line ones are mostly paired.
  static func tooDeep(_ bytes: [UInt8]) -> UInt32? {
    bytes.withUnsafeBufferPointer { bytes in
      var depth = 0
      var index = 0
      var isText = false
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\n"): isText = false
        case UInt8(ascii: "\\") where isText: index += 1
        case UInt8(ascii: "\""): isText.toggle()
        case UInt8(ascii: "#") where !isText:
          let start = index
          while index < bytes.count, bytes[index] == byte { index += 1 }
          guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { continue }
          // A raw text ends with as many marks as it begins with.
          let end = [UInt8(ascii: "\"")] + Array(repeating: byte, count: index - start)
          repeat { index += 1 } while index < bytes.count && !bytes[index...].starts(with: end)
          index += end.count
          continue
        case UInt8(ascii: "/") where !isText && index + 1 < bytes.count && bytes[index + 1] == byte:
          while index < bytes.count, bytes[index] != 10 { index += 1 }
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
          if !isText {
            depth += 1
            if depth > deepestNesting { return UInt32(index) }
          }
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): if !isText, depth > 0 { depth -= 1 }
        default: break
        }
        index += 1
      }
      return nil
    }
  }

  /// Returns the offset of the first byte that is not UTF-8; nil if all bytes are.
  static func firstInvalid(_ bytes: [UInt8]) -> UInt32? {
    if bytes.allSatisfy({ $0 < 128 }) { return nil }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset: UInt32 = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UInt32(UTF8.width(scalar))
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }

  // MARK: Encodings

  /// Converts text to UTF-8. UTF-16 and UTF-32 are recognised by their byte order marks; other bytes that are not UTF-8
  /// are read as Latin-1, which compilers accept in comments. Returns nil for data that is not text.
  static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    switch (bytes.prefix(4), bytes.prefix(2)) {
    case ([0xFF, 0xFE, 0, 0], _): return scalars(words(bytes.dropFirst(4), of: 4, isLittle: true))
    case ([0, 0, 0xFE, 0xFF], _): return scalars(words(bytes.dropFirst(4), of: 4, isLittle: false))
    case (_, [0xFF, 0xFE]): return utf16(words(bytes.dropFirst(2), of: 2, isLittle: true))
    case (_, [0xFE, 0xFF]): return utf16(words(bytes.dropFirst(2), of: 2, isLittle: false))
    default: break
    }
    guard firstInvalid(bytes) != nil else { return bytes }
    guard !bytes.contains(0) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    var rest = bytes[...]
    while let first = rest.first {
      let length = validLength(rest)
      if length > 0 {
        text += rest.prefix(length)
        rest = rest.dropFirst(length)
      } else {
        text += [0xC0 | first >> 6, 0x80 | first & 0x3F]
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Returns the length of the scalar at the start of the bytes; 0 if it is invalid.
  private static func validLength(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let first = bytes.first, first >= 128 else { return 1 }
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return 0 }
    return UTF8.width(scalar)
  }

  private static func words(_ bytes: ArraySlice<UInt8>, of size: Int, isLittle: Bool) -> [UInt32] {
    stride(from: bytes.startIndex, through: bytes.endIndex - size, by: size).map { start in
      let word = bytes[start..<start + size]
      return (isLittle ? Array(word.reversed()) : Array(word)).reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private static func utf16(_ words: [UInt32]) -> [UInt8] {
    Array(String(decoding: words.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self).utf8)
  }

  private static func scalars(_ words: [UInt32]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for word in words { text.append(Unicode.Scalar(word) ?? "\u{FFFD}") }
    return Array(String(text).utf8)
  }
}
