internal import CEmbedded
import AppPackages
import Events
package import HomeScreenSimulator
import Lint
import PropertyLists

/// The knowledge about iOS and homescreen's own errors, by name or by a pasted text: facts, error codes, keys, console
/// lines. Names of the Lua API are explained elsewhere.
package enum Knowledge {
  /// The maximum length of a name, in bytes; longer input is treated as a text.
  package static let longestName = 256

  /// Returns the explanation of a name or a pasted text; nil if nothing is known about it.
  package static func explain(_ name: String) -> String? {
    guard name.utf8.count <= longestName else { return explain(text: name) }
    if let fact = FactLedger.fact(named: name) { return text(of: fact) }
    let error = SimulatorErrorCode(rawValue: name)?.explanation ?? ErrorCodes.explanation(name)
    switch (error, rule(named: name)) {
    case (let error?, let rule?): return "\(name), an error\n  \(error)\n\n\(rule)"
    case (let error?, nil): return "\(name)\n  \(error)"
    case (nil, let rule): return rule ?? explain(text: name)
    }
  }

  /// Returns the rule of `lint` with a code, in the printed brackets or without.
  private static func rule(named name: String) -> String? {
    let plain = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
    return Rules.description(of: RuleCode(rawValue: plain)).map(RuleText.plain)
  }

  /// Returns the rule whose code is at the end of a pasted finding.
  static func rule(in text: String) -> String? {
    guard let open = text.lastIndex(of: "["), let close = text[open...].firstIndex(of: "]") else { return nil }
    return rule(named: String(text[open...close]))
  }

  /// The codes of all errors and rules.
  package static let codes =
    SimulatorErrorCode.allCases.map(\.rawValue) + ErrorCodes.names + Rules.descriptions.map(\.code.rawValue)

  /// Returns the message for an unknown name.
  /// - Parameter near: similar names other than facts and their terms; defaults to similar error codes.
  package static func unknown(_ name: String, near: [String]? = nil) -> String {
    if let text = unknownError(name) { return text }
    let facts = FactLedger.suggestions(for: name).map(\.rawValue)
    let all = facts.prefix(3) + (near ?? codeVocabulary.nearest(to: name, atMost: 4)) + terms(near: name)
    // An error and a rule may share a name.
    let near = all.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let beginning = Spelling.beginning(of: name)
    let shown = beginning.endIndex == name.endIndex ? name : beginning + "…"
    guard !near.isEmpty else { return "unknown name “\(shown)”; homescreen facts and homescreen api list all names" }
    return "unknown name “\(shown)”; did you mean \(near.joined(separator: ", "))?"
  }

  private static let codeVocabulary = Vocabulary(codes)

  /// Returns the rules based on a fact; nil if there are none.
  private static func rules(about fact: FactID) -> String? {
    let codes = Rules.descriptions.filter { $0.facts.contains(fact) }.map(\.code.rawValue)
    return codes.isEmpty ? nil : codes.joined(separator: ", ")
  }

  /// Returns a short description of where this program uses a fact.
  package static func modelling(of fact: Fact) -> String {
    switch fact.status {
    case .notModelled(let reason): "not modelled: \(reason)"
    case .lint: "reported by lint: \(rules(about: fact.id) ?? "?")"
    case .lintToCome: "not modelled yet: a lint rule will report it"
    case .scenario: "shown by a scenario since \(fact.since ?? "?")"
    case .simulator, .package: "modelled since \(fact.since ?? "?")"
    }
  }

  static func text(of fact: Fact) -> String {
    let bounds = fact.bounds.map { "\n  Holds: \($0.text)" } ?? ""
    return """
      \(fact.id)  (\(fact.confidence.rawValue), iOS \(fact.versions), \(modelling(of: fact)))
        \(fact.behaviour)\(bounds)
        Source: \(fact.source)
      """
  }
}

/// Pasted texts: errors, Info.plist keys, console lines. All explanations come from the facts and from the simulator's
/// own tables.
extension Knowledge {
  /// The maximum length of a pasted text that is read, in bytes.
  private static let maximumTextLength = 16_384
  /// The cost per byte in steps (``Work``), because a text is searched in several ways.
  private static let costOfByte = 20
  private static let maximumFacts = 20

  /// Returns the explanation of a text that is not one of homescreen's names; nil if nothing is known about it.
  static func explain(text whole: String) -> String? {
    let text = String(decoding: whole.utf8.prefix(maximumTextLength), as: UTF8.self)
    Work.count(text.utf8.count * costOfByte)
    return errors(in: text) ?? term(text) ?? rule(in: text) ?? code(in: text) ?? codes(in: text) ?? known(text)
      ?? number(text) ?? line(text)
  }

  /// Returns the definition of a word in the glossary; nil if it has none.
  package static func definition(of word: String) -> String? {
    word.utf8.count <= longestName ? Article.definition(of: word) : nil
  }

  /// Returns rows for facts and sections of articles that mention all words of a phrase.
  package static func mentions(of phrase: String) -> [String] {
    phrase.utf8.count <= longestName ? WordSearch.rows(mentioning: phrase) : []
  }

  // MARK: Errors

  private static func errors(in text: String) -> String? {
    // A terminal breaks lines between words or inside them.
    let readings = [text, String(text.filter { !$0.isNewline })].map { ErrorReference.all(in: $0) }
    func known(_ errors: [ErrorReference]) -> Int { errors.count { !$0.facts.isEmpty } }
    let errors = known(readings[1]) > known(readings[0]) ? readings[1] : readings[0]
    guard known(errors) > 0 else { return nil }
    var shown: Set<FactID> = []
    var lines: [String] = []
    for (index, error) in errors.prefix(8).enumerated() {
      lines += ["\(index == 0 ? "" : "under it: ")\(error.domain) \(error.code)", "  \(error.text)"]
      let facts = error.facts
      if facts.isEmpty { lines.append("  No fact mentions it.") }
      lines += list(facts.filter { shown.insert($0.id).inserted })
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the message for an error of a known domain with an unknown code.
  static func unknownError(_ text: String) -> String? {
    let beginning = String(decoding: text.utf8.prefix(maximumTextLength), as: UTF8.self)
    guard let error = ErrorReference.all(in: beginning).first else { return nil }
    let codes = ErrorReference.knownCodes(of: error.domain)
    guard !codes.isEmpty else { return nil }
    return "no fact mentions \(error.domain) \(error.code); facts about this domain: "
      + codes.map(String.init).joined(separator: ", ")
  }

  /// Returns the number of a bare error such as `-105` or `error 3072`.
  private static func number(_ text: String) -> String? {
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "-") }
    guard let number = words.last.flatMap({ Int($0) }),
      words.dropLast().allSatisfy({ ["error", "code", "errno"].contains($0.lowercased()) })
    else { return nil }
    let errors = ErrorReference.known.filter { $0.code == number }
    return errors.isEmpty
      ? nil : errors.compactMap { self.errors(in: "\($0.domain) \($0.code)") }.joined(separator: "\n\n")
  }

  // MARK: Keys and other words that facts quote

  private static func term(_ text: String) -> String? {
    let folded = text.lowercased()
    let editor = FactTerms.editorNames.first { $0.name.lowercased() == folded }
    let term = editor?.key ?? text
    let facts = FactTerms.facts(quoting: term)
    guard !facts.isEmpty else { return nil }
    let name = FactTerms.editorNames.first { $0.key == term }
    var lines = [term + (name.map { "  (Xcode’s editor shows “\($0.name)”: \($0.fact.id))" } ?? "")]
    lines += list(facts)
    return lines.joined(separator: "\n")
  }

  /// Returns similar keys and other terms.
  static func terms(near text: String) -> [String] {
    let folded = text.lowercased()
    return FactTerms.names.filter { $0.isPlainWord && $0.lowercased() == folded }
      + termVocabulary.nearest(to: text, atMost: 3)
  }

  /// The terms for suggestions. Plain words are left out: they can be looked up, but they are useless as suggestions.
  private static let termVocabulary = Vocabulary(
    FactTerms.names.filter { !$0.isPlainWord } + FactTerms.editorNames.map(\.name))

  // MARK: Codes and lines

  /// Returns the facts, rules or errors whose codes are among the words of a report line.
  private static func code(in text: String) -> String? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")) }.map(String.init)
    // A single word is a name, which was looked up before.
    guard words.count > 1 else { return nil }
    let facts = words.compactMap { FactLedger.fact(FactID($0)) }
    if !facts.isEmpty { return list(facts).joined(separator: "\n") }
    return words.first { $0.contains("-") && codeSet.contains($0) }.flatMap { explain($0) }
  }

  private static let codeSet = Set(codes)

  /// The known lines, each with its rule, error or fact; `…` matches any text.
  package static var lines: [(key: String, line: String)] { KnownLines.rows.map { ($0.key, $0.line) } }

  /// Returns the explanation of a known line, or of a part of one.
  private static func known(_ text: String) -> String? {
    let answers = KnownLines.keys(in: text).compactMap { key in
      Rules.description(of: RuleCode(rawValue: key)).map(RuleText.plain) ?? FactLedger.fact(FactID(key)).map {
        self.text(of: $0)
      } ?? errors(in: key)
    }
    return answers.isEmpty ? nil : answers.joined(separator: "\n\n")
  }

  /// Returns the explanation of `ITMS-90022`, `90022`, or an exception code such as `0x8badf00d` anywhere in a line.
  private static func codes(in text: String) -> String? {
    let words = text.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    for word in words
    where word.count == 5 && word.allSatisfy(\.isNumber) && (words.count == 1 || words.contains("ITMS")) {
      let facts = FactTerms.facts(withNumber: word)
      let rules = RuleSelector.rules(word).map(RuleText.plain)
      if !facts.isEmpty || !rules.isEmpty {
        return ([([word] + list(facts)).joined(separator: "\n")] + rules).joined(separator: "\n\n")
      }
    }
    for word in words where word.hasPrefix("0x") {
      let facts = FactTerms.facts(quoting: word.lowercased())
      if !facts.isEmpty { return ([word.lowercased()] + list(facts)).joined(separator: "\n") }
    }
    return nil
  }

  /// Returns the facts that quote a line like this console line.
  private static func line(_ text: String) -> String? {
    let words = Array(FactTerms.words(of: text).prefix(400))
    guard words.count >= 3 else { return nil }
    let scored = FactTerms.quotes.compactMap { quote -> (score: Double, fact: Fact)? in
      let common = commonLength(quote.words, words)
      // The pasted text may be a part of the line, or have more text around it.
      let score = Double(common) / Double(min(quote.words.count, max(words.count, 5)))
      return common >= 4 && score >= 0.75 ? (score, quote.fact) : nil
    }
    guard let best = scored.map(\.score).max() else { return nil }
    var seen: Set<FactID> = []
    let facts = scored.filter { $0.score >= best - 0.1 && seen.insert($0.fact.id).inserted }.map(\.fact)
    return (["A line that the system prints:"] + list(facts)).joined(separator: "\n")
  }

  /// Returns the length of the longest common subsequence of words.
  private static func commonLength(_ left: [String], _ right: [String]) -> Int {
    var last = [Int](repeating: 0, count: right.count + 1)
    for word in left {
      var row = last
      for index in right.indices {
        row[index + 1] = right[index] == word ? last[index] + 1 : max(row[index], last[index + 1])
      }
      last = row
    }
    return last[right.count]
  }

  // MARK: Lists of facts

  /// Returns one fact in full, or the beginning of several.
  private static func list(_ facts: [Fact]) -> [String] {
    if facts.isEmpty { return [] }
    if facts.count == 1 { return text(of: facts[0]).split(separator: "\n").map { "  \($0)" } }
    var lines = facts.prefix(maximumFacts).map { "  \($0.id)  \(beginning(of: $0.behaviour))" }
    if facts.count > maximumFacts { lines.append("  … and \(facts.count - maximumFacts) more") }
    return lines + [
      "  homescreen explain \(facts[0].id), or another ID, shows the whole fact, with versions and source."
    ]
  }

  private static func beginning(of text: String) -> String {
    guard text.count > 220 else { return text }
    let cut = text.prefix(200)
    return (cut.lastIndex(of: " ").map { String(cut[..<$0]) } ?? String(cut)) + " …"
  }
}

extension String {
  /// Whether only the first letter may be a capital: `None` and `else`, but not `NSLog`, `@2x` or `CFBundleIcons`.
  fileprivate var isPlainWord: Bool { first?.isLetter == true && dropFirst().allSatisfy(\.isLowercase) }
}

/// Lines that people paste, from lint, Xcode's tools, the App Store and iOS, each with its explanation.
enum KnownLines {
  /// A line, in which `…` matches any text.
  struct Row: Sendable {
    /// A rule, an error such as `NSCocoaErrorDomain 4`, or a fact.
    let key: String
    /// The printed line.
    let line: String
    /// The texts between the variable parts, folded for comparison.
    fileprivate let parts: [String]

    fileprivate init(_ key: String, _ line: String) {
      (self.key, self.line) = (key, line)
      parts = line.split(separator: "…").map { KnownLines.folded(String($0)) }.filter { !$0.isEmpty }
    }

    /// Returns how much of the row a text matches, in letters; nil if it does not match.
    fileprivate func size(in text: String) -> Int? {
      var rest = text[...]
      let isWhole = parts.allSatisfy { part in
        guard let place = rest.firstRange(of: part) else { return false }
        rest = rest[place.upperBound...]
        return true
      }
      let size = parts.reduce(0) { $0 + $1.count }
      if isWhole, size >= KnownLines.minimumLength { return size }
      // The pasted text may be a part of the line.
      guard text.count >= KnownLines.minimumPiece, text.contains(" ") else { return nil }
      return parts.contains { $0.contains(text) } ? text.count : nil
    }
  }

  private static let minimumLength = 12
  /// The minimum length of a part; shorter ones are search words.
  private static let minimumPiece = 16

  /// Returns the keys of the lines that a text contains or is a part of; only those of the longest match.
  static func keys(in text: String) -> [String] {
    let folded = folded(text)
    let found = rows.compactMap { row in row.size(in: folded).map { (row.key, $0) } }
    let longest = found.map(\.1).max()
    var keys: [String] = []
    for (key, size) in found where size == longest && !keys.contains(key) { keys.append(key) }
    return keys
  }

  /// Returns the text without differences in letter case, quotes and line breaks.
  private static func folded(_ text: String) -> String {
    var result = ""
    for character in text.lowercased() {
      switch character {
      case "’", "‘", "“", "”", "'", "\"": result += "'"
      case _ where character.isWhitespace: if result.last != " " { result += " " }
      default: result.append(character)
      }
    }
    return result.trimmingBlanks
  }

  /// All rows, including the summary of each rule and the system's text of each error.
  static let rows: [Row] =
    table.split(separator: "\n").compactMap { line in
      line.firstRange(of: ": ").map { Row(String(line[..<$0.lowerBound]), String(line[$0.upperBound...])) }
    }
    + Rules.descriptions.map { Row($0.code.rawValue, $0.summary) }
    + ErrorReference.known.map { Row("\($0.domain) \($0.code)", $0.text) }

  private static let table = String(cString: hs_known_lines())
}

extension String {
  /// The text without leading and trailing blanks.
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
