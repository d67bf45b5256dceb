import PropertyLists

/// How a string is written.
struct LuaQuotes: Equatable {
  static let double = LuaQuotes(open: "\"", close: "\"")
  let open: String
  let close: String

  private init(open: String, close: String) {
    self.open = open
    self.close = close
  }

  /// Those of a string as it stands in a text.
  init(of text: String) {
    if text.hasPrefix("[") {
      let signs = String(text.dropFirst().prefix { $0 == "=" })
      self.init(open: "[\(signs)[", close: "]\(signs)]")
    } else {
      let quote = String(String.UnicodeScalarView(text.unicodeScalars.prefix(1)))
      self.init(open: quote, close: quote)
    }
  }

  /// A text as it is written between them; nil where it cannot be.
  func inside(_ text: String) -> String? {
    if open.hasPrefix("[") {
      // There are no escapes in it.
      return ExactText.contains(close, in: text) || text.unicodeScalars.contains { $0.value < 0x20 } ? nil : text
    }
    var written = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": written += "\\\\"
      case "\n": written += "\\n"
      case _ where open.unicodeScalars.first == scalar: written += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: written += "\\x" + hexadecimal(scalar)
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written
  }

  /// A text with its quotes.
  func written(_ text: String) -> String { open + (inside(text) ?? "") + close }

  private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}
