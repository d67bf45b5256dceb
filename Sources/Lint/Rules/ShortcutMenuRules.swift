import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about all static quick actions of an app.
enum ShortcutMenuRules {
  static let all: [any Rule] = [
    ShortcutObstacle(
      RuleDescription(
        "shortcut-too-many", .warning, "A quick action is never in the menu, because four others come first",
        facts: ["QUICK-065", "QUICK-066", "QUICK-068"])),
    ShortcutTypeDuplicate(),
  ]
}

/// `shortcut-type-duplicate`
struct ShortcutTypeDuplicate: Rule {
  let description = RuleDescription(
    "shortcut-type-duplicate", .note, "Two quick actions have the same type", facts: ["QUICK-030"])

  func check(_ subject: LintSubject) -> [Finding] {
    var first: [ExactText: [JudgedAction]] = [:]
    return subject.actions.actions.compactMap { action -> Finding? in
      guard let type = action.type, action.inMenus.contains(where: \.isShown) else { return nil }
      let key = ExactText("\(action.key)\n\(type)")
      let earlier = first[key] ?? []
      first[key, default: []].append(action)
      guard let other = earlier.first else { return nil }
      let twin = earlier.first { Self.userInfo($0) == Self.userInfo(action) }
      let difference = twin == nil ? "they differ only in their userInfo" : "the app cannot distinguish them"
      var finding = finding(
        "\(action.name) has the type of item \((twin ?? other).position): \(difference)", of: action, at: .type,
        for: action.inMenus, in: subject,
        help: twin == nil
          ? "Let the app look at userInfo too, or give each its own type." : "Give each its own type.",
        severity: twin == nil ? .note : .warning)
      finding.otherLocations = [(twin ?? other).location(of: .type)].compactMap(\.self)
      return finding
    }
  }

  private static func userInfo(_ action: JudgedAction) -> PropertyListDictionary? {
    action.node.value.dictionary?[ShortcutItemKey.userInfo.name]?.dictionary
  }
}

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
      key, "not-localised", .note, "is not translated into any language of the app",
      explanation: """
        is looked up in InfoPlist.strings, with the text in the Info.plist as the key, and shown unchanged if it is \
        missing there. Localizable.strings is not read. The app has InfoPlist.strings in several languages, but this \
        text is in none of them: all users see it untranslated. The finding is a note for a readable text, and a \
        warning for one that looks like a key.
        """, before: "/* de.lproj/InfoPlist.strings */")
  }

  func check(_ subject: LintSubject) -> [Finding] {
    LocalisedText.list(key, in: subject).filter { $0.lacking.count == $0.languages.count }.map { text in
      finding(
        "the \(key.rawValue.lowercased()) “\(text.shown)” of \(text.action.name) is in none of the "
          + "\(text.languages.count == 1 ? "" : "\(text.languages.count) ")"
          + (text.catalog == nil ? "InfoPlist.strings files of the app" : "translations of InfoPlist.xcstrings")
          + (text.isKey ? ", and looks like a key: users will see the key" : ""),
        of: text.action, at: key, for: text.action.inMenus, in: subject,
        help: text.catalog.map { "Translate it in \($0)." }
          ?? "Translate it in each xx.lproj/InfoPlist.strings: \"\(text.shown)\" = \"…\";",
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
        these languages see text in another language, or a bare key. The finding is a note if only \
        the app’s own language lacks the text and the text itself is readable.
        """, before: "/* de.lproj/InfoPlist.strings lacks what en.lproj has */")
  }

  private static let listedLanguages = 12

  func check(_ subject: LintSubject) -> [Finding] {
    LocalisedText.list(key, in: subject).filter { $0.lacking.count < $0.languages.count }.map { text in
      let listed = text.lacking.prefix(Self.listedLanguages).joined(separator: ", ")
      let rest = text.lacking.count - Self.listedLanguages
      let isNote = !text.isKey && text.lacking.allSatisfy(text.isOwn)
      var finding = finding(
        "the \(key.rawValue.lowercased()) “\(text.shown)” of \(text.action.name) is missing from "
          + "\(text.catalog == nil ? "InfoPlist.strings" : "InfoPlist.xcstrings") of \(listed)\(rest > 0 ? " and \(rest) more" : ""), and is shown there as written",
        of: text.action, at: key, for: text.action.inMenus, in: subject,
        help: text.catalog.map { "Translate it in \($0)." }
          ?? "Add to InfoPlist.strings of \(text.lacking.count == 1 ? "this language" : "these languages"): "
          + "\"\(text.shown)\" = \"…\";",
        severity: isNote ? .note : .warning)
      finding.languages = text.lacking
      return finding
    }
  }
}

/// A text of a quick action that is not translated into some language of the app.
private struct LocalisedText {
  let action: JudgedAction
  let text: String
  /// The languages with an `InfoPlist.strings`.
  let languages: [String]
  let lacking: [String]
  let region: String
  /// The path of the string catalog with all languages; nil if each language has a separate file.
  let catalog: String?
  /// Whether the text is a key that users should never see.
  let isKey: Bool

  var shown: Substring { Spelling.beginning(of: text) }

  /// Returns the description of a rule about the translations of a key; its sentences begin with the key.
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

  /// Texts in the menu without a translation. A single language needs none, except `Base`, which represents others.
  static func list(_ key: ShortcutItemKey, in subject: LintSubject) -> [LocalisedText] {
    let info = subject.package.localizedInfo
    guard info.languages.count > 1 || info.languages == ["Base"] else { return [] }
    let region = subject.package.expandedInfoPlist["CFBundleDevelopmentRegion"]?.string ?? "en"
    return subject.actions.actions.compactMap { action -> LocalisedText? in
      // A text with a build setting has its own remark.
      guard action.inMenus.contains(where: \.isShown), let text = action.text(key), !text.contains("$("),
        text.contains(where: \.isLetter)
      else { return nil }
      // A key of a string catalog is its own text in the source language, which is not a translation.
      let languages = info.languages.filter { $0 != info.catalog?.sourceLanguage || info[$0]?[text] != text }
      let lacking = languages.filter { info[$0]?[text] == nil }
      guard !lacking.isEmpty else { return nil }
      let own = info.languages.first { Self.isSameLanguage($0, region) }.flatMap { info[$0]?[text] }
      return LocalisedText(
        action: action, text: text, languages: languages, lacking: lacking, region: region,
        catalog: info.catalog?.path,
        isKey: own.map { $0 != text } ?? false || looksLikeKey(text))
    }
  }

  /// Returns whether the text in the Info.plist is in this language: the language is `Base` or the app's own.
  func isOwn(_ language: String) -> Bool { language == "Base" || Self.isSameLanguage(language, region) }

  /// Returns whether two languages are the same without their regions, such as `en-GB` and `en`.
  private static func isSameLanguage(_ left: String, _ right: String) -> Bool {
    func code(_ language: String) -> String { String(language.prefix { $0 != "-" && $0 != "_" }).lowercased() }
    return code(left) == code(right)
  }

  /// Returns whether the text looks like a key, such as `NEW_NOTE`, `shortcut.new.title`, `NewNoteShortcutItemTitle`.
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
    "shortcut-title-emoji", .note, "The title or subtitle of a quick action has an emoji", facts: ["QUICK-027"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.flatMap { action -> [Finding] in
      [ShortcutItemKey.title, .subtitle].compactMap { key -> Finding? in
        guard let text = action.text(key), let emoji = text.first(where: Self.isEmoji) else { return nil }
        return finding(
          "the \(key.rawValue.lowercased()) of \(action.name) has the emoji “\(emoji)”", of: action, at: key,
          for: action.inMenus, in: subject, help: "Remove the emoji, and name an icon.")
      }
    }
  }

  /// Returns whether the character is drawn in colours, by default or by a selector after it.
  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    return first.properties.isEmojiPresentation
      || first.properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}")
  }
}
