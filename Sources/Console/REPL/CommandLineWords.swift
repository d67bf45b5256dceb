/// `:name word "several words"`: a command as it is typed.
struct CommandLineWords: Equatable {
  let name: String
  let arguments: [String]
  /// What follows the name, as it was typed, without blanks around it.
  let rest: String

  /// nil for a text that is no command.
  init?(_ text: String) {
    guard text.hasPrefix(":"), !text.hasPrefix("::") else { return nil }
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text.dropFirst() {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    guard let name = words.first else { return nil }
    self.name = name
    arguments = Array(words.dropFirst())
    let start = text.firstRange(of: name)?.upperBound ?? text.endIndex
    let typed = text[start...].drop { $0.isWhitespace }
    rest = String(typed.reversed().drop { $0.isWhitespace }.reversed())
  }
}
