import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the texts of quick actions and their translations.
enum ShortcutTextRules {
  static let all: [any Rule] =
    [ShortcutItemKey.title, .subtitle].flatMap { key in
      [ShortcutTextNotLocalised(key), ShortcutTextPartlyLocalised(key)] as [any Rule]
    } + [ShortcutTitleEmoji()]
}

/// `shortcut-title-not-localised`, `shortcut-subtitle-not-localised`
struct ShortcutTextNotLocalised: Rule {
  let description: RuleDescription
  private let key: ShortcutItemKey

  init(_ key: ShortcutItemKey) {
    self.key = key
    description = LocalisedText.rule(
      key, "not-localised", .note, "is translated into no language of the app",
      explanation: """
        is looked up in InfoPlist.strings, under the text of the Info.plist, and shown as it is if it is missing \
        there. Localizable.strings is not read. The app has InfoPlist.strings in several languages, but this text is \
        in none of them: all users see it as it is. A note for a readable text, a warning for one that looks like a key.
        """, before: "/* de.lproj/InfoPlist.strings */")
  }

  func check(_ subject: LintSubject) -> [Finding] {
    LocalisedText.list(key, in: subject).filter { $0.lacking.count == $0.languages.count }.map { text in
      finding(
        "the \(key.rawValue.lowercased()) “\(text.shown)” of \(text.action.name) is in none of the "
          + "\(text.languages.count == 1 ? "" : "\(text.languages.count) ")InfoPlist.strings of the app"
          + (text.isKey ? ", and looks like a key: users see it as it is" : ""),
        of: text.action, at: key, for: text.action.inMenus, in: subject,
        help: "Translate it in each xx.lproj/InfoPlist.strings: \"\(text.shown)\" = \"…\";",
        severity: text.isKey ? .warning : .note)
    }
  }
}

/// `shortcut-title-partly-localised`, `shortcut-subtitle-partly-localised`
struct ShortcutTextPartlyLocalised: Rule {
  let description: RuleDescription
  private let key: ShortcutItemKey

  init(_ key: ShortcutItemKey) {
    self.key = key
    description = LocalisedText.rule(
      key, "partly-localised", .warning, "lacks a translation in some languages of the app",
      explanation: """
        is looked up in InfoPlist.strings of the one language that the system has chosen for the app, and nowhere \
        else: if that file lacks it, the text of the Info.plist is shown, whatever other languages have. Users of \
        these languages see a foreign text, or a bare key. It is a note if only the app’s own language lacks it and \
        the text itself is readable.
        """, before: "/* de.lproj/InfoPlist.strings lacks what en.lproj has */")
  }

  private static let listedLanguages = 12

  func check(_ subject: LintSubject) -> [Finding] {
    LocalisedText.list(key, in: subject).filter { $0.lacking.count < $0.languages.count }.map { text in
      let listed = text.lacking.prefix(Self.listedLanguages).joined(separator: ", ")
      let rest = text.lacking.count - Self.listedLanguages
      let isNote = !text.isKey && text.lacking.allSatisfy(text.isOwn)
      var finding = finding(
        "the \(key.rawValue.lowercased()) “\(text.shown)” of \(text.action.name) is missing in InfoPlist.strings of "
          + "\(listed)\(rest > 0 ? " and \(rest) more" : ""), and is shown there as it is written",
        of: text.action, at: key, for: text.action.inMenus, in: subject,
        help: "Add to InfoPlist.strings of \(text.lacking.count == 1 ? "this language" : "these languages"): "
          + "\"\(text.shown)\" = \"…\";",
        severity: isNote ? .note : .warning)
      finding.languages = text.lacking
      return finding
    }
  }
}

/// A text of a quick action that some language of the app lacks.
private struct LocalisedText {
  let action: JudgedAction
  let text: String
  /// The languages that have an `InfoPlist.strings`.
  let languages: [String]
  let lacking: [String]
  let region: String
  /// Whether nobody is meant to read it as it is.
  let isKey: Bool

  var shown: Substring { Spelling.beginning(of: text) }

  /// What is known of a rule about the translations of a key; its sentences begin with the key.
  static func rule(
    _ key: ShortcutItemKey, _ ending: String, _ severity: Finding.Severity, _ summary: String, explanation: String,
    before: String
  ) -> RuleDescription {
    let word = key.rawValue.lowercased()
    return RuleDescription(
      RuleCode(rawValue: "shortcut-\(word)-\(ending)"), severity, "The \(word) of a quick action \(summary)",
      explanation: "The \(word) of a static quick action \(explanation)", facts: ["QUICK-028", "QUICK-029"],
      before: before, after: #""New Note" = "Neue Notiz";"#)
  }

  /// Texts that are in the menu and lack a translation. One language alone needs none, but `Base` stands for others.
  static func list(_ key: ShortcutItemKey, in subject: LintSubject) -> [LocalisedText] {
    let info = subject.package.localizedInfo
    guard info.languages.count > 1 || info.languages == ["Base"] else { return [] }
    let region = subject.package.expandedInfoPlist["CFBundleDevelopmentRegion"]?.string ?? "en"
    return subject.actions.actions.compactMap { action -> LocalisedText? in
      // One that still holds a build setting is told of as such.
      guard action.inMenus.contains(where: \.isShown), let text = action.text(key), !text.contains("$("),
        text.contains(where: \.isLetter)
      else { return nil }
      let lacking = info.languages.filter { info[$0]?[text] == nil }
      guard !lacking.isEmpty else { return nil }
      let own = info.languages.first { Self.isSameLanguage($0, region) }.flatMap { info[$0]?[text] }
      return LocalisedText(
        action: action, text: text, languages: info.languages, lacking: lacking, region: region,
        isKey: own.map { $0 != text } ?? false || looksLikeKey(text))
    }
  }

  /// Whether the text of the Info.plist is written for people of this language: the app's own, and `Base`.
  func isOwn(_ language: String) -> Bool { language == "Base" || Self.isSameLanguage(language, region) }

  /// `en-GB` and `en` are.
  private static func isSameLanguage(_ left: String, _ right: String) -> Bool {
    func code(_ language: String) -> String {
      String(language.prefix { $0 != "-" && $0 != "_" }).lowercased()
    }
    return code(left) == code(right)
  }

  /// `NEW_NOTE`, `shortcut.new.title`, `NewNoteShortcutItemTitle`: one word, made of several.
  private static func looksLikeKey(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
    if text.contains("_") { return true }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 2, parts.allSatisfy({ !$0.isEmpty }) { return true }
    return zip(text, text.dropFirst()).count { $0.isLowercase && $1.isUppercase } > 1
  }
}

/// `shortcut-title-emoji`
struct ShortcutTitleEmoji: Rule {
  let description = RuleDescription(
    "shortcut-title-emoji", .note, "The title or subtitle of a quick action has an emoji",
    explanation: """
      Apple’s guidelines ask for no emoji in the texts of quick actions: the menu is drawn in one colour, and an emoji \
      in many. It is shown anyway. An icon says the same in the style of the system.
      """,
    facts: ["QUICK-027"],
    before: "<key>UIApplicationShortcutItemTitle</key> <string>⭐️ Favourites</string>",
    after: """
      <key>UIApplicationShortcutItemTitle</key> <string>Favourites</string>
      <key>UIApplicationShortcutItemIconSymbolName</key> <string>star</string>
      """)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.flatMap { action -> [Finding] in
      [ShortcutItemKey.title, .subtitle].compactMap { key -> Finding? in
        guard let text = action.text(key), let emoji = text.first(where: Self.isEmoji) else { return nil }
        return finding(
          "the \(key.rawValue.lowercased()) of \(action.name) has the emoji “\(emoji)”", of: action, at: key,
          for: action.inMenus, in: subject, help: "Remove it, and name an icon.")
      }
    }
  }

  /// Drawn in colours by itself, or by a selector behind it.
  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    return first.properties.isEmojiPresentation
      || first.properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}")
  }
}
