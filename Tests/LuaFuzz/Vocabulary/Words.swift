/// Strings that matter to a function: those in backticks in its documentation, and the literals of its example.
enum Words {
  /// `night` and `"17.5"` of "such as `night`, or `\"17.5\"`".
  static func backticked(in text: String) -> [String] {
    var words: [String] = []
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    where index % 2 == 1 {
      words.append(String(part.filter { $0 != "\"" }))
    }
    return words
  }

  /// The string literals of a script, except those with escapes.
  static func literals(in script: String) -> [String] {
    var literals: [String] = []
    for line in script.split(separator: "\n") where !line.contains("\\") {
      for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 {
        literals.append(String(part))
      }
    }
    return literals
  }

  /// The names of a script's variables: `device` of `local device = …`.
  static func locals(in script: String) -> [String] {
    script.split(separator: "\n").flatMap { line -> [String] in
      guard line.hasPrefix("local "), !line.hasPrefix("local function") else { return [] }
      let names = line.dropFirst("local ".count).prefix { $0 != "=" }
      return names.split(separator: ",").map { String($0.filter { $0 != " " }) }
    }
  }
}

/// A Lua literal of any text.
func quoted(_ text: String) -> String {
  var literal = "\""
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): literal += "\\" + String(UnicodeScalar(byte))
    case 0x20..<0x7F: literal += String(UnicodeScalar(byte))
    default:
      let digits = String(byte)
      literal += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
  }
  return literal + "\""
}
