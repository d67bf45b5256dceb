import PropertyLists

/// Words of a command line for a POSIX shell.
public enum ShellWord {
  /// The text as one word, whatever it holds but for NUL; this is how every command is quoted that a person may paste.
  ///
  /// Nothing in the result moves a terminal or ends its line, and every shell of POSIX reads it alike. Line feeds at the
  /// end get lost where there are any.
  public static func quoted(_ text: String) -> String {
    // zsh takes a word that begins with “=” for the name of a program.
    if !text.isEmpty, text.utf8.allSatisfy(isPlain), text.utf8.first != UInt8(ascii: "=") { return text }
    guard ControlCharacters.areIn(text, orASCII: { $0 < 0x20 || $0 == 0x7F }) else { return inQuotes(text) }
    // $'…' is not a word of POSIX: dash ends it at the first quote, and runs what follows.
    var word = #""$(printf %b '"#
    for scalar in text.unicodeScalars {
      let isShown = scalar.isASCII ? scalar == " " || isPlain(UInt8(scalar.value)) : !ControlCharacters.contains(scalar)
      if isShown { word.unicodeScalars.append(scalar) } else { for byte in String(scalar).utf8 { word += octal(byte) } }
    }
    return word + #"')""#
  }

  /// A path as one word that no program takes for an option.
  public static func path(_ path: String) -> String {
    quoted(path.utf8.first == UInt8(ascii: "-") ? "./\(path)" : path)
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
    return "\\0" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "_@%+=:,./-".utf8.contains(byte)
    }
  }
}
