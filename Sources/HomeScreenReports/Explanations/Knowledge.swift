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
    let near = facts.prefix(3) + (near ?? codeVocabulary.nearest(to: name, atMost: 3)) + terms(near: name)
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
  fileprivate var isPlainWord: Bool {
    first?.isLetter == true && dropFirst().allSatisfy(\.isLowercase)
  }
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

  private static let table = """
    NSCocoaErrorDomain 4: iconName not found in CFBundleAlternateIcons entry
    LSApplicationWorkspaceErrorDomain -105: iconName not found in CFBundleAlternateIcons entry
    NSCocoaErrorDomain 3072: The operation was cancelled
    NSCocoaErrorDomain 3328: The requested operation couldn’t be completed because the feature is not supported
    NSPOSIXErrorDomain 35: Resource temporarily unavailable
    NSPOSIXErrorDomain 5: couldn't load upcall bundle principal class
    ICON-281: Exception while running actool: …attempt to insert nil object from objects[0]
    ICON-281: Exception while running actool
    LAUNCH-170: Info.plist contained no UIScene configuration dictionary (looking for configuration named …)
    scene-window-missing: UISceneDelegateClassName names “…”, but …: the screen stays black
    scene-window-missing: UISceneStoryboardFile names “…”, but the target contains no such storyboard: the app crashes at launch
    scene-window-missing: … makes a window, but no scene delegate gives one to its scene: the screen stays black
    scene-window-missing: … unwraps … in …, before a scene has a window: the app crashes at launch
    scene-window-missing: Info.plist configuration "…" for … contained UISceneDelegateClassName key, but could not load class with name "…"
    scene-window-missing: There is no scene delegate set. A scene delegate class must be specified to use a main storyboard file
    LAUNCH-171: There is no scene delegate set. A scene delegate class must be specified to use a main storyboard file.
    LAUNCH-172: All launch handlers must be registered before application finishes launching
    LAUNCH-172: Launch handler for task with identifier … has already been registered
    ICON-022: UI API called on a background thread
    STORE-019: The bundle does not contain an alternate app icon for iPad of exactly '167x167' pixels
    ipad-sizes-missing: The bundle does not contain an alternate app icon for iPad of exactly '152x152' pixels
    ipad-sizes-missing: The bundle does not contain an alternate app icon for iPad of exactly '167x167' pixels
    ipad-sizes-missing: on iPad, … drawn from …; … px … missing
    iphone-sizes-missing: The bundle does not contain an alternate app icon for iPhone / iPod Touch of exactly '120x120' pixels
    iphone-sizes-missing: on iPhone, … drawn from …; … px … missing
    primary-icon-set-missing: None of the input catalogs contained a matching stickers icon set or app icon set named "…".
    primary-icon-set-missing: None of the input catalogs contained a matching stickers icon set, app icon set, or icon stack named "…".
    primary-icon-set-missing: None of the input catalogs contained a matching …
    adaptor-without-configuration: the app has quick actions, but “…” names no scene delegate that could get them
    adaptor-without-configuration: … is never called in a SwiftUI app, and no scene delegate is named
    alternate-not-dictionary: … is …, not a dictionary
    appiconset-only-by-include-all: … only because all icon sets are included
    category-override: “…” in … replaces the method of “…”
    cold-lost: … does not read the quick action that launches the app: it is lost
    cold-lost: … has no scene(_:willConnectTo:options:): a quick action that launches the app is lost
    completion-never: … never calls its completion handler
    completion-some-paths: on this path … does not call its completion handler
    completion-twice: … calls its completion handler a second time…: the system is answered only once
    dead-handler: … is never called in an app with scenes; … is
    dead-handler: the system never calls … in an app with scenes, and no scene delegate has …: … is lost
    dead-handler: in an app with scenes the launch options contain no quick action
    handled-twice: the quick action that launches the app is handled here, and again …
    icon-alpha-not-255: …with pixels of alpha 200 to 254: …
    icon-dimension: …: … is … px, but icons are square
    icon-error-ignored: … ignores the error of the icon change
    icon-error-ignored: … changes the icon without a completion handler: errors are lost
    icon-json-asset-unused: no layer uses the picture “…” in Assets
    icon-name-near-miss: “…” is not a declared icon, but “…” is: the change fails with error 4
    icon-name-undeclared: “…” is not a declared icon: the change fails with error 4
    icon-private-api: … is private API: from iOS 26.1 it does nothing, or does not hide the alert
    icon-result-wrong: … reports success without knowing whether the icon has changed
    icon-set-empty: The stickers icon set, app icon set, or icon stack named “…” did not have any applicable content.
    icon-state-mismatch: … compares the current icon’s name with its own names, but these are not declared: …
    icon-state-stale: … stores the new icon as chosen, and keeps it when the change fails
    icon-wrong-type: CFBundleIconFiles of … contains …, which does not name a file
    items-set-off-main: … sets the quick actions off the main thread
    never-read: the quick action is stored in “…”, but nothing reads it
    no-handler: the app has quick actions, but …
    no-handler: a quick action is handled when it connects the scene, but lost while the app runs: no scene delegate has …
    present-too-early: … presents something before the app’s window shows its view
    selector-near-miss: … is never called: the system calls …
    setter-at-launch: the icon is changed in …, before the app is active: that fails with error 3072
    setter-off-main: … changes the icon off the main thread
    shortcut-icon-doubtful: one report says that a current iOS draws a question mark for the icon type …
    shortcut-icon-file-missing: …: there is no picture “…”
    shortcut-icon-type-too-new: …: the icon type “…” needs iOS …
    shortcut-icon-type-unknown: …: UIKit has no icon type “…”
    shortcut-in-build-settings: … is ignored: Xcode generates no UIApplicationShortcutItems from a build setting
    shortcut-item-not-dictionary: … is not in the menu: the element is …, not a dictionary
    shortcut-items-misplaced: … is inside …, where nothing reads it
    shortcut-subtitle-not-localised: the subtitle “…” of … is in none of …
    shortcut-subtitle-partly-localised: the subtitle “…” of … is missing from InfoPlist.strings of …
    shortcut-symbol-too-new: symbols such as “…” need iOS …
    shortcut-symbol-unknown: …: no SF Symbol can be called “…”
    shortcut-title-missing: … is not in the menu: its UIApplicationShortcutItemTitle is empty
    shortcut-title-missing: … is not in the menu: it has no UIApplicationShortcutItemTitle
    shortcut-too-many: … is not in the menu: it is number … of the items, and the menu shows the first …
    shortcut-type-missing: … is not in the menu: it has no UIApplicationShortcutItemType
    shortcut-type-missing: … is not in the menu: its UIApplicationShortcutItemType is empty
    shortcut-wrong-type: … is not in the menu: its … is …, not a string
    source-unread: the source reader crashed while it read this file; all other files were read
    stale-item: “…” stores the quick action and is never cleared: …
    supports-not-asked: … changes the icon without checking supportsAlternateIcons
    version-gate: the version of iOS is compared as text, so the icon cannot be changed on other versions
    shortcut-icon-doubtful: …“…” contains “…”, which no known SF Symbol has in its name
    icon-wrong-type: CFBundle… of … is …, not a dictionary
    icon-set-empty: the app icon set “…” is unchanged from Xcode’s template: it has no picture
    icon-wrong-type: CFBundleIconName of … is …, not a string
    alternate-name-unknown: ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES names “…”, but no catalog of the target has that set
    extension-icon-set-missing: None of the input catalogs contained a matching …
    alternate-name-case: … names “…”, but the set is “…”
    alternate-name-punctuation: “…” is read as one name, including its punctuation; no app icon set has that name
    alternates-by-plist-and-by-catalog: … written by hand, and the build generates … from the asset catalog
    alternates-flat: CFBundleAlternateIcons of … has “…” where names of alternates belong
    alternates-in-iphone-app: the app is only for iPhone: on an iPad with iPadOS 17 or later no alternate can be set
    alternates-share-files: … of CFBundleIcons… name the same pictures: “…”
    alternate-names-alike: “…” and “…” of … differ only in …
    alternate-never-named: no code uses the icon “…”
    appiconset-1024-transparent: “…” of the app icon set “…” has transparent pixels (…)
    appiconset-1024-transparent: The large app icon in the asset catalog in “…” can’t be transparent or contain an alpha channel
    appiconset-1024-alpha-channel: … of the app icon set “…” … an alpha channel, but every pixel is …
    appiconset-file-format: “…” of the app icon set “…” is in …, not PNG
    appiconset-mixed-sizes: “…” has pictures for single sizes next to a … one for all sizes
    appiconset-not-compiled: … not compiled: neither the primary icon nor an alternate
    appiconset-slot-empty: “…” has no picture for …
    appiconset-slot-obsolete: 76x76@1x app icons only apply to iPad apps targeting releases of iOS prior to 10.0.
    bad-image: this is a Git LFS pointer, not the picture itself
    catalog-file-missing: The file “…” for the image set “…” does not exist.
    catalog-file-missing: … pictures that catalogs name are missing: is this copy of the project complete?
    duplicate-key: the key “…” occurs a second time here; the value on line … is lost
    duplicate-set: “…” is the name of several …
    icon-and-appiconset-same-name: “…” is both an app icon set and an Icon Composer icon
    icon-dimension: …: … is … px, a size that no icon uses
    icon-dimension: …: … is … px, but an icon of an iPhone at @3x has 180 × 180 px
    icon-file-in-folder: … names …, but the root of the app has no such picture
    icon-file-listed-twice: CFBundleIcons… lists … more than once
    icon-file-missing: … names …, but the root of the app has no such picture
    icon-file-missing: Invalid Image Path - No image found at the path referenced under key '…'
    icon-file-only-in-catalog: … names …, which is not a file but an …
    icon-file-other-device: … names …, but the root of the app has no such picture for …
    icon-keys-misplaced: CFBundle… is at the top level of the Info.plist, where nothing reads it
    icon-name-not-in-catalog: … names the app icon set “…”, which …
    icon-name-not-in-catalog: Missing Icon - … references asset …
    icon-only-in-image-set: … has its picture only in the image set “…”
    icon-scale-ratio: … is … px wide and … px, a ratio other than 2 to 3
    icon-set-empty: The stickers icon set or app icon set named "…" did not have any applicable content.
    icon-set-empty: The app icon set named "…" did not have any applicable content.
    icon-setting: without ASSETCATALOG_COMPILER_APPICON_NAME the build adds no icon to the Info.plist
    icon-setting-variable: … uses $(…), which is undefined: the rest is “…”
    icon-transparent: …with transparent pixels: …
    icon-without-picture: … names no picture
    icon-wrong-type: CFBundleIcon… of … is …, not an array
    ipad-alternates-missing: … has no CFBundleAlternateIcons: on iPad …
    ipad-alternates-partial: … lacks … of CFBundleIcons: on iPad …
    launch-screen-missing: the app is built with Xcode …, and its Info.plist has no launch screen
    link-domain-path: “applinks:…” is not a domain, so its links do not open the app
    url-scheme-format: CFBundleURLSchemes has “…”, which is not a scheme: the App Store rejects the app
    letter-case: “…” is spelled “…” on the disk
    mac-catalyst: the target is also built for the Mac (Mac Catalyst); only iPhone and iPad are simulated
    misnested-ipad-key: “…” is inside CFBundleIcons…, where suffixes have no effect
    missing-xcconfig: …, which the configuration … names, is missing
    newsstand-key: “…” in … belongs to Newsstand, which iOS 9 removed
    no-primary-in-CFBundleIcons: … has alternates and no CFBundlePrimaryIcon, and no app icon set is the primary icon
    outside-of-project: “…” is outside of … and is not read
    part-of-project: this is the Info.plist of the target “…” of …, which was not read
    preprocessor: the Info.plist was read through the C preprocessor, as with INFOPLIST_PREPROCESS
    primary-among-alternates: CFBundlePrimaryIcon is inside CFBundleAlternateIcons
    primary-icon-file-absent: CFBundlePrimaryIcon of … names “…”, which is not …
    primary-icon-file-empty: CFBundlePrimaryIcon of … lists an empty name
    primary-icon-missing: the app has no icon
    primary-icon-missing: Missing required icon file. The bundle does not contain an app icon for iPhone / iPod Touch of exactly '120x120' pixels
    primary-icon-name-missing: CFBundlePrimaryIcon of … has loose files and no CFBundleIconName: the App Store rejects the app
    primary-icon-name-missing: Missing Info.plist value. A value for the Info.plist key 'CFBundleIconName' is missing in the bundle
    resource-file-absent: Build input file cannot be found: '…'
    resource-file-absent: … resources of the target are missing: …
    scene-manifest-missing: the app is built with Xcode … and the …: iOS 27 terminates it at launch
    scene-manifest-missing: …: iOS 27 terminates it at launch if Xcode 27 builds the app; Xcode … builds it now
    scene-manifest-missing: the app is built with Xcode … and the …: iOS 27 may terminate it at launch
    scene-manifest-missing: failure in … (UIApplication_RuntimeIssues.m:…) : Application failed to launch: UIScene life cycle is required for apps built with this SDK. See "Transitioning to the UIKit scene-based life cycle" in the UIKit documentation for more information on migration.
    LAUNCH-170: Info.plist contained no UIScene configuration dictionary (looking for configuration named "…")
    script-phase: the script phase “…” may write icons or quick actions into the Info.plist
    several-apps: … have apps for iPhone or iPad; using …
    shortcut-icon-not-template: … is drawn as a template, but the image set “…” …
    shortcut-icon-size: the picture of … but the menu draws 35 × 35 points
    shortcut-items-misplaced: UIApplicationShortcutItems… is at the top level of the Info.plist, where nothing reads it
    shortcut-key-unknown: … has the key “…”, which nothing reads
    shortcut-several-icons: … names several icons: … is used, and … never is
    shortcut-title-emoji: the … of … has the emoji “…”
    shortcut-title-not-localised: the title “…” of … is in none of …
    shortcut-title-partly-localised: the title “…” of … is missing from InfoPlist.strings of …
    shortcut-type-duplicate: … has the type of item …
    shortcut-type-unhandled: the code compares the type of a quick action with others, but never with “…”
    shortcut-userinfo-wrong-type: … gives the app no userInfo: its … is …
    unassigned-child: The app icon set "…" has an unassigned child.
    unassigned-child: The app icon set "…" has … unassigned children.
    unexpanded-macro: the value of … still contains “…”
    unknown-catalog-value: “…” is not a size in points such as 60x60
    unknown-icon-key: iOS does not read … of CFBundleIcons…
    unknown-setting: the build setting … is undefined, so its value is empty
    unreadable-input: there is no Xcode project, built .app or Info.plist of an app in the folder
    unreadable-input: there is no such file or folder
    wider-folder: paths of the project are outside of …: the files in … were read, too
    wrong-icon-size: … is …x… but should be …x….
    """
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
