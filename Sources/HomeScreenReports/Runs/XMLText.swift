/// Text of any origin inside of XML 1.0.
enum XMLText {
  /// The text with what XML gives a meaning as entities, and what it cannot hold, or a terminal would obey, written out.
  static func escaped(_ text: String, isOneLine: Bool = false) -> String {
    let visible = TerminalText.visible(text, isOneLine: isOneLine)
    guard visible.utf8.contains(where: isSpecial) else { return visible }
    var escaped = ""
    for scalar in visible.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // Of all that is no control character, XML leaves out these two only.
      case "\u{FFFE}", "\u{FFFF}": escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0xEF: true
    default: false
    }
  }

  /// A start tag without its end, ` name="value"` for each attribute that has a value.
  static func tag(_ name: String, _ attributes: KeyValuePairs<String, String?>) -> String {
    var tag = "<\(name)"
    for (key, value) in attributes {
      if let value { tag += " \(key)=\"\(escaped(value, isOneLine: true))\"" }
    }
    return tag
  }
}
