internal import HomeScreenSimulator

/// What the facts quote: keys, codes, domains, and whole lines of the console. Found in the ledgers' own text, so there
/// is no second list of them.
enum FactTerms {
  /// A line that the system prints, as words, with the fact that quotes it.
  struct Quote {
    let fact: Fact
    let words: [String]
  }

  /// A raw key and what Xcode's editor calls it.
  struct EditorName {
    let key: String
    let name: String
    let fact: Fact
  }

  /// The facts that quote a word, by that word.
  private static let byTerm: [String: [Int]] = {
    var found: [String: [Int]] = [:]
    for (position, fact) in FactLedger.all.enumerated() {
      for term in Set(quoted(fact).flatMap { terms(in: $0, of: fact) }) { found[term, default: []].append(position) }
    }
    return found
  }()

  /// All words that facts quote, ascending.
  static let names: [String] = byTerm.keys.sorted()

  /// The lines that facts quote.
  static let quotes: [Quote] = FactLedger.all.flatMap { fact in
    quoted(fact).map { Quote(fact: fact, words: words(of: $0)) }.filter { $0.words.count >= 4 }
  }

  /// The facts that quote a word, in the order of the ledgers.
  static func facts(quoting term: String) -> [Fact] {
    (byTerm[term] ?? []).map { FactLedger.all[$0] }
  }

  /// The facts whose text has a number as a word of its own, such as a code of the store's.
  static func facts(withNumber number: String) -> [Fact] {
    FactLedger.all.filter { words(of: $0.behaviour).contains(number) }
  }

  /// What stands between backticks.
  private static func quoted(_ fact: Fact) -> [Substring] {
    fact.behaviour.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// Keys of static items are written short in their ledger: `…Type`.
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

  /// The name that Xcode's editor shows for a raw key, as a fact tells it: `KEY` = `Name`, `KEY`, editor name `Name`,
  /// `KEY` beside `Name` (ICON-102, ICON-061, ICON-168).
  static let editorNames: [EditorName] = FactLedger.all.flatMap { (fact) -> [EditorName] in
    let parts = fact.behaviour.split(separator: "`", omittingEmptySubsequences: false)
    return stride(from: 1, to: max(1, parts.count - 2), by: 2).compactMap { (index) -> EditorName? in
      guard [" = ", ", editor name ", " beside "].contains(String(parts[index + 1])), parts[index].hasKeyPrefix,
        !parts[index + 2].hasKeyPrefix, parts[index + 2].first?.isUppercase == true
      else { return nil }
      return EditorName(key: String(parts[index]), name: String(parts[index + 2]), fact: fact)
    }
  }

  /// Words in lower case, without addresses and without what stands for something else (`NAME`, `<A: 0x…>`).
  static func words(of text: some StringProtocol) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") }
      .filter { !placeholders.contains(String($0)) && !$0.hasPrefix("0x") && $0.count > 1 }
      .map { $0.lowercased().replacing("’", with: "'") }
  }

  private static let placeholders: Set<String> = ["NAME", "KEY", "FILE", "BUNDLE", "APP", "TYPE", "TITLE"]
}

extension Substring {
  /// Whether it can be a raw key of an Info.plist.
  fileprivate var hasKeyPrefix: Bool { hasPrefix("CF") || hasPrefix("UI") || hasPrefix("NS") || hasPrefix("LS") }
}
