import TestSupport

/// The table in `Recipes/Wording.md` of words that have a plainer one.
struct Glossary {
  /// A word of the table found in a text.
  struct Hit: Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    let phrase: String
    let replacement: String

    var description: String { "\(file):\(line): “\(phrase)”; write: \(replacement)" }
  }

  /// Correct uses: English idioms, and terms of Lua, busted and mathematics.
  private static let allowed = [
    "there is no", "there are no", "there was no", "there were no", "is no longer", "are no longer", "was no longer",
    "were no longer", "is no more", "are no more", "is no one", "fact behind", "facts behind", "black or white behind",
  ]

  /// The phrases by their first word.
  private let phrases: [String: [(words: [String], replacement: String)]]

  /// - Parameter guide: Markdown with the table.
  init(guide: String) {
    var phrases: [String: [([String], String)]] = [:]
    let rows = guide.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != "| Instead of | Write |" }
      .dropFirst(2).prefix { $0.hasPrefix("|") }
    for row in rows {
      let cells = row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      guard cells.count == 2 else { continue }
      for phrase in cells[0].split(separator: ",") { Self.add(phrase, cells[1], to: &phrases) }
    }
    self.phrases = phrases
  }

  private static let allowedPhrases = {
    var phrases: [String: [([String], String)]] = [:]
    for phrase in allowed { add(phrase[...], "", to: &phrases) }
    return phrases
  }()

  private static func add(_ text: Substring, _ replacement: String, to phrases: inout [String: [([String], String)]]) {
    let words = text.split(separator: " ").map(String.init)
    guard let first = words.first else { return }
    phrases[first, default: []].append((words, replacement))
  }

  /// The words of a file that are in the table, except allowed ones.
  func hits(in words: [Prose.Word], of text: String, file: String) -> [Hit] {
    var hits: [Hit] = []
    var allowedEnd = 0
    for (index, word) in words.enumerated() where phrases[word.text] != nil || Self.allowedPhrases[word.text] != nil {
      func length(_ phrases: [(words: [String], replacement: String)]?) -> (Int, String)? {
        phrases?.first { phrase in
          phrase.words.count <= words.count - index
            && phrase.words.indices.allSatisfy { phrase.words[$0] == words[index + $0].text }
        }.map { ($0.words.count, $0.replacement) }
      }
      if let (count, _) = length(Self.allowedPhrases[word.text]) { allowedEnd = max(allowedEnd, index + count) }
      guard index >= allowedEnd, let (count, replacement) = length(phrases[word.text]) else { continue }
      let phrase = words[index..<(index + count)].map(\.text).joined(separator: " ")
      let line = text.utf8.prefix(word.offset).count { $0 == UInt8(ascii: "\n") } + 1
      hits.append(Hit(file: file, line: line, phrase: phrase, replacement: replacement))
    }
    return hits
  }
}
