import PropertyLists

/// Words of a command line for a POSIX shell.
public enum ShellWord {
  /// The text as one word, whatever it holds but for NUL. Nothing in the result moves a terminal or ends its line.
  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    if !ControlCharacters.areIn(text, orASCII: { $0 < 0x20 || $0 == 0x7F }) {
      return inQuotes(text)
    }
    var word = "$'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": word += #"\'"#
      case "\\": word += #"\\"#
      case "\n": word += #"\n"#
      case "\r": word += #"\r"#
      case "\t": word += #"\t"#
      case _ where ControlCharacters.contains(scalar):
        for byte in UTF8.encode(scalar) ?? .init() { word += octal(byte) }
      default: word.unicodeScalars.append(scalar)
      }
    }
    return word + "'"
  }

  /// The text as one word of any shell, byte for byte: for a shell that takes it, and not for a person who reads it.
  public static func inQuotes(_ text: String) -> String {
    var word = "'"
    // By scalars: with a mark behind it, a quote is a part of another character, and ends the word all the same.
    for scalar in text.unicodeScalars {
      if scalar == "'" { word += #"'\''"# } else { word.unicodeScalars.append(scalar) }
    }
    return word + "'"
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "_@%+=:,./-".utf8.contains(byte)
    }
  }
}
