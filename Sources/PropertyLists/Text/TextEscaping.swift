/// The characters that control a terminal: both sets of control characters (including escape), DEL, and the marks that
/// change the direction of a line or end it.
public enum ControlCharacters {
  /// Returns whether a scalar is one of these characters; line feeds and tabs are.
  @inlinable
  public static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns whether a text contains a control character beyond ASCII, or an ASCII byte that the closure accepts. Since
  /// most texts contain neither, bytes are checked instead of characters.
  @inlinable
  public static func areIn(_ text: String, orASCII isAskedFor: (UInt8) -> Bool) -> Bool {
    func contains(_ value: UInt32) -> Bool { Unicode.Scalar(value).map { Self.contains($0) } ?? false }
    var text = text
    return text.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        switch byte {
        case ..<0x80: if isAskedFor(byte) { return true }
        // The first bytes of U+0080…U+00BF, U+0600…U+063F and U+2000…U+2FFF; a string contains only whole characters.
        case 0xC2, 0xD8: if contains(UInt32(byte & 0x1F) << 6 | UInt32(bytes[index] & 0x3F)) { return true }
        case 0xE2:
          if contains(0x2000 | UInt32(bytes[index] & 0x3F) << 6 | UInt32(bytes[index + 1] & 0x3F)) { return true }
        default: continue
        }
      }
      return false
    }
  }
}

extension ControlCharacters {
  /// Removes characters that end a line or change its direction, and truncates long text.
  /// - Parameter limit: the maximum length in Unicode scalars.
  package static func cleaned(_ text: String, limit: Int) -> String {
    var clean = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else {
        clean.append("…")
        break
      }
      count += 1
      switch scalar {
      case "\n", "\t", "\r": clean.append(" ")
      case "\u{FFFE}", "\u{FFFF}": clean.append("\u{FFFD}")
      default: clean.append(contains(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return String(clean)
  }
}

/// Text for XML, SVG and HTML, in elements and in attributes with double quotes.
package enum MarkupText {
  /// Replaces markup characters with entities; characters that XML does not allow must already be removed.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
    default: false
    }
  }
}
