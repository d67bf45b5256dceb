import Events
internal import HomeScreenSimulator
import Lint
import PropertyLists

/// What a person pastes or reads elsewhere: errors, keys of an Info.plist, lines of a console. All texts come from the
/// facts and from the simulator's own tables.
extension Knowledge {
  /// What is looked at of a pasted text, in bytes.
  private static let maximumTextLength = 16_384
  /// Steps (``Work``): a text is taken apart in several ways.
  private static let costOfByte = 20
  /// How many facts are shown for one text.
  private static let maximumFacts = 20

  /// The text for something that is no name of homescreen's; nil when nothing is known of it.
  static func explain(text whole: String) -> String? {
    let text = String(decoding: whole.utf8.prefix(maximumTextLength), as: UTF8.self)
    Work.count(text.utf8.count * costOfByte)
    return errors(in: text) ?? term(text) ?? rule(in: text) ?? code(in: text) ?? codes(in: text) ?? known(text)
      ?? number(text) ?? line(text)
  }

  // MARK: Errors

  private static func errors(in text: String) -> String? {
    // A terminal breaks lines between words, or anywhere.
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

  /// What to say of an error of a known domain with a code that no fact has.
  static func unknownError(_ text: String) -> String? {
    let beginning = String(decoding: text.utf8.prefix(maximumTextLength), as: UTF8.self)
    guard let error = ErrorReference.all(in: beginning).first else { return nil }
    let codes = ErrorReference.knownCodes(of: error.domain)
    guard !codes.isEmpty else { return nil }
    return "no fact mentions \(error.domain) \(error.code); facts about this domain: "
      + codes.map(String.init).joined(separator: ", ")
  }

  /// `-105`, `error 3072`: of an error only the number.
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

  /// Names of keys and other words that a person may have meant.
  static func terms(near text: String) -> [String] {
    let folded = text.lowercased()
    return FactTerms.names.filter { $0.isPlainWord && $0.lowercased() == folded }
      + termVocabulary.nearest(to: text, atMost: 3)
  }

  /// Facts quote plain words too. They can be looked up, but nobody who misspelt something else meant them.
  private static let termVocabulary = Vocabulary(
    FactTerms.names.filter { !$0.isPlainWord } + FactTerms.editorNames.map(\.name))

  // MARK: Codes and lines

  /// The facts, or the codes of rules and errors, that a line of a report has among its words.
  private static func code(in text: String) -> String? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")) }.map(String.init)
    // A bare word is the name of something, which was looked up already.
    guard words.count > 1 else { return nil }
    let facts = words.compactMap { FactLedger.fact(FactID($0)) }
    if !facts.isEmpty { return list(facts).joined(separator: "\n") }
    return words.first { $0.contains("-") && codeSet.contains($0) }.flatMap { explain($0) }
  }

  private static let codeSet = Set(codes)

  /// The lines that are known by themselves, each with its rule, error or fact; `…` is any text.
  package static var lines: [(key: String, line: String)] { KnownLines.rows.map { ($0.key, $0.line) } }

  /// A line that is known, or a piece of one.
  private static func known(_ text: String) -> String? {
    let answers = KnownLines.keys(in: text).compactMap { key in
      Rules.description(of: RuleCode(rawValue: key)).map(RuleText.plain) ?? FactLedger.fact(FactID(key)).map {
        self.text(of: $0)
      }
        ?? errors(in: key)
    }
    return answers.isEmpty ? nil : answers.joined(separator: "\n\n")
  }

  /// `ITMS-90022`, `90022`, and exception codes such as `0x8badf00d` anywhere in a line.
  private static func codes(in text: String) -> String? {
    let words = text.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    for word in words
    where word.count == 5 && word.allSatisfy(\.isNumber) && (words.count == 1 || words.contains("ITMS")) {
      let facts = FactTerms.facts(withNumber: word)
      let rules = RuleSelector.rules(word).map(RuleText.plain)
      if !facts.isEmpty || !rules.isEmpty {
        return (rules + [([word] + list(facts)).joined(separator: "\n")]).joined(separator: "\n\n")
      }
    }
    for word in words where word.hasPrefix("0x") {
      let facts = FactTerms.facts(quoting: word.lowercased())
      if !facts.isEmpty { return ([word.lowercased()] + list(facts)).joined(separator: "\n") }
    }
    return nil
  }

  /// A line of a console: the facts that quote one like it.
  private static func line(_ text: String) -> String? {
    let words = Array(FactTerms.words(of: text).prefix(400))
    guard words.count >= 3 else { return nil }
    let scored = FactTerms.quotes.compactMap { quote -> (score: Double, fact: Fact)? in
      let common = commonLength(quote.words, words)
      // What was pasted may be a part of the line, or have more around it.
      let score = Double(common) / Double(min(quote.words.count, max(words.count, 5)))
      return common >= 4 && score >= 0.75 ? (score, quote.fact) : nil
    }
    guard let best = scored.map(\.score).max() else { return nil }
    var seen: Set<FactID> = []
    let facts = scored.filter { $0.score >= best - 0.1 && seen.insert($0.fact.id).inserted }.map(\.fact)
    return (["A line that the system prints:"] + list(facts)).joined(separator: "\n")
  }

  /// How many words two texts share in their order.
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

  /// One fact stands whole, several by their beginning.
  private static func list(_ facts: [Fact]) -> [String] {
    if facts.isEmpty { return [] }
    if facts.count == 1 { return text(of: facts[0]).split(separator: "\n").map { "  \($0)" } }
    var lines = facts.prefix(maximumFacts).map { "  \($0.id)  \(beginning(of: $0.behaviour))" }
    if facts.count > maximumFacts { lines.append("  … and \(facts.count - maximumFacts) more") }
    return lines + ["  homescreen explain \(facts[0].id), or another ID, shows all of it, with versions and source."]
  }

  private static func beginning(of text: String) -> String {
    guard text.count > 220 else { return text }
    let cut = text.prefix(200)
    return (cut.lastIndex(of: " ").map { String(cut[..<$0]) } ?? String(cut)) + " …"
  }
}

extension String {
  /// `None` or `else`, and not `NSLog`, `@2x` or `CFBundleIcons`: letters, of which only the first may be a capital.
  fileprivate var isPlainWord: Bool {
    first?.isLetter == true && dropFirst().allSatisfy(\.isLowercase)
  }
}
