import CEmbedded
package import HomeScreenSimulator
import Platform
import PropertyLists

/// The meaning of error codes other than the simulator's, and what to do about them.
package enum ErrorCodes {
  private static let table = String(cString: hs_error_codes())

  private static let rows: [(name: String, explanation: String)] = table.split(separator: "\n").map { row in
    let parts = row.split(separator: ": ", maxSplits: 1).map(String.init)
    return (parts[0], parts[1])
  }

  package static var names: [String] { rows.map(\.name) }

  package static func explanation(_ name: String) -> String? { rows.first { $0.name == name }?.explanation }
}

/// An `NSError` mentioned in a text, as a console prints it or in a short form.
package struct ErrorReference: Hashable {
  package let domain: String
  package let code: Int

  /// Returns the errors mentioned in a text, the outermost first, each once, whatever the line breaks and quotes.
  ///
  /// Recognises: `Error Domain=NSCocoaErrorDomain Code=4 …` (with inner errors), `NSCocoaErrorDomain 4`,
  /// `NSCocoaErrorDomain, code 4`, `(NSCocoaErrorDomain error 4.)`, `OSStatus error -54`.
  package static func all(in text: String) -> [ErrorReference] {
    let words = text.split { separators.contains($0) }
    var found: [ErrorReference] = []
    for (index, word) in words.enumerated() {
      guard word.hasSuffix("Domain") && word.utf8.count > 6 || word == "OSStatus" else { continue }
      var next = index + 1
      if next < words.count, ["code", "error"].contains(words[next].lowercased()) { next += 1 }
      guard next < words.count, let code = number(words[next]) else { continue }
      let error = ErrorReference(domain: word == "OSStatus" ? NSErrorValue.osStatusDomain : String(word), code: code)
      if !found.contains(error) { found.append(error) }
    }
    return found
  }

  private static let separators = Set(" \t\r\n=,:;(){}[]\"'“”‘’`<>")

  private static func number(_ word: Substring) -> Int? {
    var word = word
    while word.last == "." { word.removeLast() }
    return Int(word)
  }

  /// The facts about when iOS returns this error.
  package var facts: [Fact] { ErrorReference.ofFacts.filter { $0.errors.contains(self) }.map(\.fact) }

  /// Returns the codes of a domain that facts mention.
  static func knownCodes(of domain: String) -> [Int] {
    let codes = ofFacts.flatMap(\.errors).filter { $0.domain == domain }.map(\.code)
    return Set(codes).sorted()
  }

  /// All errors that facts mention, by domain and code.
  package static let known: [ErrorReference] = Set(ofFacts.flatMap(\.errors))
    .sorted { ($0.domain, $0.code) < ($1.domain, $1.code) }

  /// The errors that each fact mentions.
  private static let ofFacts: [(fact: Fact, errors: [ErrorReference])] = FactLedger.all.map { fact in
    (fact, all(in: fact.behaviour))
  }.filter { !$0.errors.isEmpty }

  /// The system's description of the error.
  package var text: String {
    let errors = NSErrorValue.ofIcons.flatMap { [$0] + ($0.underlyingError.map { [$0] } ?? []) }
    let known = errors.first { $0.domain == domain && $0.code == code }
    return (known ?? NSErrorValue(domain: domain, code: code)).localizedDescription
  }
}

/// The terms that facts quote: keys, codes, domains, and whole console lines. They are taken from the text of the
/// ledgers, so there is no second list.
enum FactTerms {
  /// A line that the system prints, as words, with the fact that quotes it.
  struct Quote {
    let fact: Fact
    let words: [String]
  }

  /// A raw key and its name in Xcode's editor.
  struct EditorName {
    let key: String
    let name: String
    let fact: Fact
  }

  /// The indices of the facts that quote a term, keyed by term.
  private static let byTerm: [String: [Int]] = {
    var found: [String: [Int]] = [:]
    for (position, fact) in FactLedger.all.enumerated() {
      for term in Set(quoted(fact).flatMap { terms(in: $0, of: fact) }) { found[term, default: []].append(position) }
    }
    return found
  }()

  /// All quoted terms, sorted.
  static let names: [String] = byTerm.keys.sorted()

  static let quotes: [Quote] = FactLedger.all.flatMap { fact in
    quoted(fact).map { Quote(fact: fact, words: words(of: $0)) }.filter { $0.words.count >= 4 }
  }

  /// Returns the facts that quote a term, in the order of the ledgers.
  static func facts(quoting term: String) -> [Fact] { (byTerm[term] ?? []).map { FactLedger.all[$0] } }

  /// Returns the facts whose text has the number as a separate word, such as an App Store code.
  static func facts(withNumber number: String) -> [Fact] {
    // STORE-040 lists the numbers of all mails.
    FactLedger.all.filter { $0.id != "STORE-040" && words(of: $0.behaviour).contains(number) }
  }

  /// Returns the texts between backticks.
  private static func quoted(_ fact: Fact) -> [Substring] {
    fact.behaviour.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// The abbreviation of the keys of static items in their ledger: `…Type`.
  private static let shortKeys = (ledger: "quick-actions", mark: "…", prefix: "UIApplicationShortcutItem")

  private static func terms(in quote: Substring, of fact: Fact) -> [String] {
    guard quote.count > 2, quote.contains(where: \.isLetter), !quote.contains(where: \.isWhitespace) else { return [] }
    var terms = [String(quote)]
    if fact.ledger == shortKeys.ledger, quote.hasPrefix(shortKeys.mark), quote.dropFirst().first?.isUppercase == true {
      terms.append(shortKeys.prefix + quote.dropFirst())
    }
    // A path of keys: `CFBundleIcons.CFBundleAlternateIcons`.
    if quote.hasPrefix("CF") || quote.hasPrefix("UI") { terms += quote.split(separator: ".").map(String.init) }
    return terms
  }

  /// The names that Xcode's editor shows for raw keys, as facts write them: `KEY` = `Name`, `KEY`, editor name `Name`,
  /// or `KEY` beside `Name` (ICON-102, ICON-061, ICON-168).
  static let editorNames: [EditorName] = FactLedger.all.flatMap { (fact) -> [EditorName] in
    let parts = fact.behaviour.split(separator: "`", omittingEmptySubsequences: false)
    return stride(from: 1, to: max(1, parts.count - 2), by: 2).compactMap { (index) -> EditorName? in
      guard [" = ", ", editor name ", " beside "].contains(String(parts[index + 1])), parts[index].hasKeyPrefix,
        !parts[index + 2].hasKeyPrefix, parts[index + 2].first?.isUppercase == true
      else { return nil }
      return EditorName(key: String(parts[index]), name: String(parts[index + 2]), fact: fact)
    }
  }

  /// Returns the words in lower case, without addresses and placeholders (`NAME`, `<A: 0x…>`).
  static func words(of text: some StringProtocol) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") }
      .filter { !placeholders.contains(String($0)) && !$0.hasPrefix("0x") && $0.count > 1 }
      .map { $0.lowercased().replacing("’", with: "'") }
  }

  private static let placeholders: Set<String> = ["NAME", "KEY", "FILE", "BUNDLE", "APP", "TYPE", "TITLE"]
}

extension Substring {
  /// Whether the text can be a raw Info.plist key.
  fileprivate var hasKeyPrefix: Bool { hasPrefix("CF") || hasPrefix("UI") || hasPrefix("NS") || hasPrefix("LS") }
}

/// An article of the documentation, which is inside the executable.
package struct Article: Sendable {
  /// The name, as in links: `Running`.
  package let name: String
  /// The text, in Markdown.
  package let text: String

  private init(_ file: hs_bundled_file) {
    name = String(cString: file.path)
    text = String(decoding: (0..<file.size).map { file.bytes[$0] }, as: UTF8.self).replacing("<doc:", with: "<")
  }

  package static let all: [Article] = {
    var count = 0
    let first = hs_articles(&count)
    return (0..<count).compactMap { index in first.map { Article($0[index]) } }
  }()

  /// Returns the article with a name in any letter case.
  package static func named(_ name: String) -> Article? { all.first { $0.name.lowercased() == name.lowercased() } }

  private var paragraphs: [String] { text.split(separator: "\n\n").map(String.init) }

  /// The first paragraph, on one line.
  package var summary: String { Self.line(paragraphs.dropFirst().first ?? "") }

  /// Returns the definition of a word in the glossary; nil if it has none.
  static func definition(of word: String) -> String? {
    let word = word.lowercased()
    return named("Glossary")?.paragraphs.first { paragraph in
      let parts = paragraph.split(separator: "**", omittingEmptySubsequences: false)
      let terms = stride(from: 1, to: parts.count, by: 2).flatMap { parts[$0].lowercased().split(separator: ", ") }
      return paragraph.hasPrefix("**") && terms.contains { $0 == word || $0 + "s" == word }
    }.map { line($0.filter { $0 != "*" }) }
  }

  private static func line(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }
}

/// Finds facts and sections of articles by their words.
enum WordSearch {
  /// A text with its title. `folded` is the text in lower case, with spaces for all but letters and numbers.
  private typealias Row = (title: String, text: String, folded: String)

  /// The steps (``Work``) for a search through all texts.
  private static let cost = 300_000

  private static let facts: [Row] = FactLedger.all.map { ($0.id.rawValue, $0.behaviour, folded($0.behaviour)) }
  private static let sections: [Row] = Article.all.flatMap { article in
    ("\n" + article.text).split(separator: "\n## ").dropFirst().map { section in
      ("homescreen docs \(article.name)", "“\(section.prefix { $0 != "\n" })”", folded(String(section)))
    }
  }

  private static func folded(_ text: String) -> String {
    " " + String(text.lowercased().map { $0.isLetter || $0.isNumber ? $0 : " " })
  }

  /// Returns rows for facts and sections that contain words with these beginnings; those that contain the phrase itself,
  /// and then those that contain the most, come first.
  static func rows(mentioning phrase: String) -> [String] {
    Work.count(cost)
    let words = folded(phrase).split(separator: " ")
    guard words.joined().count > 2 else { return [] }
    func share(_ row: Row) -> Double {
      let all = row.folded.split(separator: " ")
      let isWhole = words.count > 1 && ExactText.contains(" " + words.joined(separator: " "), in: row.folded)
      return Double(all.count { word in words.contains { word.hasPrefix($0) } }) / Double(all.count) + (isWhole ? 1 : 0)
    }
    func found(_ rows: [Row]) -> [String] {
      rows.filter { row in words.allSatisfy { ExactText.contains(" \($0)", in: row.folded) } }
        .map { (share($0), $0) }.sorted { $0.0 > $1.0 }.prefix(4)
        .map { "  " + TextRow.text([$0.1.title, $0.1.text], widths: [31], gap: 2) }
    }
    return found(facts) + found(sections)
  }
}
