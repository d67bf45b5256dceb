import Platform
import PropertyLists

/// Text of any origin inside of XML 1.0.
enum XMLText {
  /// The text with what XML gives a meaning as entities, and what it cannot hold, or a terminal would obey, written out.
  static func escaped(_ text: String, isOneLine: Bool = false) -> String {
    let escaped = MarkupText.escaped(TerminalText.visible(text, isOneLine: isOneLine))
    // Of all that is no control character, XML leaves out these two only.
    guard escaped.utf8.contains(0xEF) else { return escaped }
    var written = String.UnicodeScalarView()
    for scalar in escaped.unicodeScalars {
      switch scalar {
      case "\u{FFFE}": written.append(contentsOf: #"\u{FFFE}"#.unicodeScalars)
      case "\u{FFFF}": written.append(contentsOf: #"\u{FFFF}"#.unicodeScalars)
      default: written.append(scalar)
      }
    }
    return String(written)
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
