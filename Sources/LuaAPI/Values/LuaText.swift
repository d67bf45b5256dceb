import Platform

/// Texts on their way into a file of Lua's.
extension String {
  /// The text as a literal of Lua's, in one line. What a terminal or an editor would obey is written as Lua's `\u{…}`.
  package var quotedForLua: String {
    var quoted = "\""
    for character in unicodeScalars {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(character)
    }
    return TerminalText.visible(quoted, isOneLine: true) + "\""
  }

  /// Several, as the fields of a table without names: `{ "a", "b" }`.
  static func listForLua(_ texts: [String]) -> String {
    texts.isEmpty ? "{}" : "{ \(texts.map(\.quotedForLua).joined(separator: ", ")) }"
  }
}
