import PropertyLists

/// The words of the system's texts by language: the table of `system-texts.md` (ICON-297, QUICK-154).
package struct SystemTextLedger: Sendable {
  /// One text in one language.
  package struct Entry: Sendable {
    /// The name of the text: of a case of `SystemText` or `SystemRow`.
    package let name: String
    /// The language as a tag, such as `pt-BR`.
    package let language: String
    /// The words, nil if no public source has them.
    package let words: String?
    package let source: String
  }

  /// The ledger in this program.
  package static let all = SystemTextLedger(FactLedger.texts.first { $0.name == "system-texts" }?.text ?? "")

  /// The valid rows, in order.
  package private(set) var entries: [Entry] = []
  /// A sentence about each invalid row.
  package private(set) var problems: [String] = []
  /// The rows with words.
  private(set) var rows: [SystemText.Row] = []
  /// The texts that the device's language changes.
  private(set) var texts: Set<SystemText> = []

  /// The content of the Source column if the words of a text are unknown.
  package static let noSource = "no public source found"
  private static let nothing = "—"

  /// Parses the rows `| Text | Language | From | Words | Source |`; other lines are ignored.
  package init(_ text: String) {
    var seen: Set<[String]> = []
    for line in text.split(separator: "\n") where line.hasPrefix("| ") && !line.hasPrefix("| Text |") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { cell in String(cell.dropFirst().dropLast()) }
      let place = "system-texts.md: “\(cells.prefix(2).joined(separator: "” in “"))”"
      guard cells.count == 5, !cells[3].isEmpty, !cells[4].isEmpty else {
        problems.append("\(place) must have a text, a language, a version, words and a source")
        continue
      }
      guard let text = Self.names[cells[0]] else {
        problems.append("\(place) is not a text of the system")
        continue
      }
      guard Spelling.isLanguageTag(cells[1]), let os = try? OSVersion(parsing: cells[2]) else {
        problems.append("\(place) has no language tag, or “\(cells[2])” is not a version")
        continue
      }
      guard seen.insert(Array(cells.prefix(3))).inserted, (cells[3] == Self.nothing) == (cells[4] == Self.noSource)
      else {
        problems.append("\(place) occurs twice, or has words without a source or a source without words")
        continue
      }
      let words = cells[3] == Self.nothing ? nil : cells[3]
      entries.append(Entry(name: cells[0], language: cells[1], words: words, source: cells[4]))
      texts.insert(text)
      if let words { rows.append(SystemText.Row(text, from: os, in: cells[1], SystemWords(stringLiteral: words))) }
    }
  }

  /// The texts by their names in the ledger.
  private static let names: [String: SystemText] = {
    var names: [String: SystemText] = [
      "iconChanged": .iconChanged, "ok": .ok, "cancel": .cancel, "removeQuestion": .removeQuestion,
      "deleteQuestion": .deleteQuestion, "deleteApp": .deleteApp, "removeFromHomeScreen": .removeFromHomeScreen,
      "delete": .delete, "remove": .remove, "unlockRow": .unlockRow, "deleteAppRow": .row(.deleteApp),
    ]
    for row in SystemRow.allCases where names[row.rawValue] == nil { names[row.rawValue] = .row(row) }
    return names
  }()

  // MARK: Languages

  /// Regions with different words, and the languages that they use, the best first (ICON-299).
  private static let regions: [(language: String, regions: Set<String>, languages: [String])] = [
    ("en", ["GB", "AU", "NZ", "IE", "IN", "ZA"], ["en-GB", "en"]),
    ("fr", ["CA"], ["fr-CA", "fr"]),
    ("pt", ["PT", "AO", "MZ"], ["pt-PT"]), ("pt", [], ["pt-BR"]),
    ("es", ["", "ES"], ["es"]), ("es", [], ["es-419", "es"]),
    ("zh", ["HK", "MO"], ["zh-HK", "zh-Hant"]), ("zh", ["TW", "HANT"], ["zh-Hant"]), ("zh", [], ["zh-Hans"]),
  ]

  /// Returns the languages whose words a device with this locale shows, the best first: `de-CH` and `de_AT` use `de`.
  package static func languages(of locale: String) -> [String] {
    if locale == SystemText.english { return [locale] }
    var parts = locale.split { $0 == "-" || $0 == "_" }.map { $0.uppercased() }
    guard !parts.isEmpty else { return [SystemText.english] }
    let language = parts.removeFirst().lowercased()
    // A script decides before the region: zh-Hans-HK.
    if language == "zh", parts.contains("HANS") { return ["zh-Hans"] }
    for row in regions where row.language == language {
      if row.regions.isEmpty || !row.regions.isDisjoint(with: parts.isEmpty ? [""] : parts) { return row.languages }
    }
    return [language]
  }

  /// Returns whether one of the languages of an app is that of the device.
  static func speaks(_ languages: [String], in locale: String) -> Bool {
    let wanted = Self.languages(of: locale)
    return languages.contains { tag in
      let own = Self.languages(of: tag)
      let isSame = own[0].prefix { $0 != "-" } == wanted[0].prefix { $0 != "-" }
      return own.contains(where: wanted.contains) || isSame && !own[0].hasPrefix("zh")
    }
  }
}

/// The reason why a text of the system is English on a device in another language.
enum EnglishCause: Equatable {
  /// No public source has its words in this language (ICON-298, QUICK-153).
  case noSource(FactID)
  /// The app does not have the language, and does not mix languages (ICON-202, ICON-300).
  case app
  /// The alert is the system's, from iOS 26.1 on (ICON-080).
  case system

  var fact: FactID {
    switch self {
    case .noSource(let fact): fact
    case .app: "ICON-202"
    case .system: "ICON-080"
    }
  }

  func reason(on locale: String) -> String {
    switch self {
    case .noSource: "no public source was found for the words in “\(locale)”"
    case .app: "the app has no language “\(locale)”: no folder .lproj for it, and none in CFBundleLocalizations"
    case .system: "the system shows this alert in English since iOS 26.1"
    }
  }
}
