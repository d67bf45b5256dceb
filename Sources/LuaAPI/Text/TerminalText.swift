/// Text of unknown origin (an app's name, a path, what a script prints) on its way to a person.
public enum TerminalText {
  /// The text with everything written out that a terminal would obey, or that would change the order of what is beside
  /// it: control characters, escape sequences, marks of direction, line and paragraph separators. `\u{1B}` stands for
  /// the escape character.
  ///
  /// The only function of its kind; ``StyledText`` calls it for all that leaves.
  ///
  /// - Parameter isOneLine: line feeds and tabs are written out too.
  public static func visible(_ text: String, isOneLine: Bool = false) -> String {
    guard hasHidden(text, isOneLine) else { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isHidden(scalar.value, isOneLine) else {
        clean.append(scalar)
        continue
      }
      switch scalar {
      case "\n": clean.append(contentsOf: "\\n".unicodeScalars)
      case "\t": clean.append(contentsOf: "\\t".unicodeScalars)
      case "\r": clean.append(contentsOf: "\\r".unicodeScalars)
      default: clean.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
    return String(clean)
  }

  private static func isHidden(_ value: UInt32, _ isOneLine: Bool) -> Bool {
    switch value {
    case 0x09, 0x0A: isOneLine
    case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether there is anything to write out; nearly always not, so the bytes are looked at and not the characters.
  private static func hasHidden(_ text: String, _ isOneLine: Bool) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        switch byte {
        case 0x20..<0x7F: continue
        case ..<0x80: if isHidden(UInt32(byte), isOneLine) { return true }
        // The first bytes of U+0080…U+00BF, U+0600…U+063F and U+2000…U+2FFF; a string holds whole characters only.
        case 0xC2, 0xD8: if isHidden(UInt32(byte & 0x1F) << 6 | UInt32(bytes[index] & 0x3F), false) { return true }
        case 0xE2:
          let value = 0x2000 | UInt32(bytes[index] & 0x3F) << 6 | UInt32(bytes[index + 1] & 0x3F)
          if isHidden(value, false) { return true }
        default: continue
        }
      }
      return false
    }
  }
}
