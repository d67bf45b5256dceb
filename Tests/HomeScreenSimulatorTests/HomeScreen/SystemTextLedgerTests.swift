import AppPackages
import HomeScreenSimulator
import PropertyLists
import TestSupport
import Testing

/// The words of the system by language: the ledger, the choice of a language, and what a device shows.
@Suite struct SystemTextLedgerTests {
  private static let languages = SystemTextLedger.all.entries.map(\.language).reduce(into: [String]()) { found, tag in
    if tag != "en", !found.contains(tag) { found.append(tag) }
  }

  @Test func everyTextHasARowInEveryLanguage() {
    #expect(SystemTextLedger.all.problems == [])
    #expect(Self.languages.count == 20)
    let names = Set(SystemTextLedger.all.entries.map(\.name))
    #expect(names.count == 25)
    for language in Self.languages {
      let own = SystemTextLedger.all.entries.filter { $0.language == language }
      #expect(Set(own.map(\.name)) == names, "\(language)")
      #expect(own.first { $0.name == "iconChanged" }?.words?.contains("%@") == true, "\(language)")
    }
    #expect(
      names.allSatisfy { name in
        SystemTextLedger.all.entries.contains { $0.name == name && $0.language == "en" && $0.words != nil }
      })
  }

  /// Bad rows.
  @Test(arguments: [
    ("| Walk | de | 14 | x | y |", "is not a text"), ("| ok | de | 14 | x |", "must have"), ("| ok |", "must have"),
    ("| ok | de | 14 |  | y |", "must have"), ("| ok | d e | 14 | x | y |", "no language tag"),
    ("| ok | de | soon | x | y |", "“soon” is not a version"), ("| ok | de | 14 | — | y |", "a source without words"),
    ("| ok | de | 14 | x | no public source found |", "words without a source"),
    ("| ok | de | 14 | x | y |\n| ok | de | 14 | z | y |", "occurs twice"),
  ])
  func badRowIsReported(text: String, problem: String) {
    let problems = SystemTextLedger("| Text | Language | From | Words | Source |\n|---|---|---|---|---|\n" + text)
      .problems
    #expect(problems.count == 1 && problems[0].contains(problem), "\(problems)")
  }

  /// ICON-299.
  @Test(arguments: [
    ("en", ["en"]), ("en_US", ["en"]), ("en-GB", ["en-GB", "en"]), ("en-AU", ["en-GB", "en"]), ("de-AT", ["de"]),
    ("de_CH", ["de"]), ("pt", ["pt-BR"]), ("pt-BR", ["pt-BR"]), ("pt-PT", ["pt-PT"]), ("es", ["es"]),
    ("es-ES", ["es"]), ("es-MX", ["es-419", "es"]), ("es-419", ["es-419", "es"]), ("zh", ["zh-Hans"]),
    ("zh-CN", ["zh-Hans"]), ("zh-TW", ["zh-Hant"]), ("zh-Hant-HK", ["zh-HK", "zh-Hant"]),
    ("zh-Hans-HK", ["zh-Hans"]), ("fr-CA", ["fr-CA", "fr"]), ("xx-YY", ["xx"]), ("", ["en"]), ("-", ["en"]),
    ("deutsch", ["deutsch"]),
  ])
  func localeHasItsLanguages(locale: String, languages: [String]) {
    #expect(SystemTextLedger.languages(of: locale) == languages)
  }

  private func alert(_ os: String, _ locale: String, plist: PropertyListDictionary = [:]) throws -> (
    Device, ScreenAlert
  ) {
    var info: PropertyListDictionary = [
      "CFBundleIdentifier": "com.example.paint", "CFBundleDisplayName": "Paint", "CFBundleDevelopmentRegion": "en",
      "CFBundleIcons": ["CFBundleAlternateIcons": ["night": [:]]],
    ]
    for (key, node) in plist.entries { info[key] = node.value }
    let device = try Device(os: OSVersion(parsing: os), locale: locale)
    let app = try device.install(try Packages.make(info))
    try device.launch(app)
    try app.run { try $0.setAlternateIconName("night") }
    return (device, try #require(device.alert))
  }

  /// ICON-202, ICON-297, ICON-299, QUICK-154.
  @Test(arguments: languages)
  func alertIsInTheLanguageOfAnAppThatHasIt(language: String) throws {
    let (device, alert) = try alert("17.5", language, plist: ["CFBundleLocalizations": [.string(language)]])
    let entry = try #require(
      SystemTextLedger.all.entries.first { $0.name == "iconChanged" && $0.language == language }?.words)
    #expect(alert.label == entry.replacing("%@", with: "Paint"))
    #expect(alert.english == nil && alert.buttons.count == 1)
    #expect(!device.trace.contains { $0.kind == .quirk })
  }

  /// What an app says about its languages.
  private static let infos: [String: PropertyListDictionary] = [
    "nothing": [:], "de": ["CFBundleLocalizations": ["de"]], "fr": ["CFBundleLocalizations": ["fr"]],
    "sw": ["CFBundleLocalizations": ["sw"]], "a number": ["CFBundleLocalizations": 7],
    "mixed": ["CFBundleAllowMixedLocalizations": true],
  ]

  /// ICON-080, ICON-202, ICON-298, ICON-300: version, language, app, fact.
  private static let alerts: [[String]] = [
    ["17.5", "de", "de", ""], ["17.5", "de", "mixed", ""], ["17.5", "de-AT", "de", ""],
    ["17.5", "en-GB", "nothing", ""],
    ["17.5", "de", "nothing", "ICON-202"], ["17.5", "de", "fr", "ICON-202"], ["17.5", "de", "a number", "ICON-202"],
    ["26.0", "de", "nothing", "ICON-202"], ["17.5", "sw", "sw", "ICON-298"], ["17.5", "sw", "nothing", "ICON-202"],
    ["17.5", "xx-YY", "mixed", "ICON-298"], ["26.1", "de", "de", "ICON-080"], ["26.1", "de", "nothing", "ICON-080"],
    ["26.1", "de", "mixed", "ICON-080"], ["26.1", "en-GB", "nothing", ""], ["26.1", "en", "de", ""],
  ]

  @Test(arguments: alerts)
  func englishAlertSaysWhy(row: [String]) throws {
    let (locale, fact) = (row[1], row[3].isEmpty ? nil : row[3])
    let (device, alert) = try alert(row[0], locale, plist: try #require(Self.infos[row[2]]))
    #expect(alert.label.hasPrefix("You have") == (fact != nil || locale.hasPrefix("en")))
    let events = device.trace.filter { $0.kind == .quirk }
    #expect(events.compactMap { $0.fact?.rawValue } == (fact.map { [$0] } ?? []))
    #expect(alert.english?.hasSuffix("(\(fact ?? ""))") == (fact == nil ? nil : true), "\(alert.english ?? "nil")")
    let lines = ScreenLines.of(device.screenPicture)
    #expect(lines.contains { $0.hasPrefix("  in English: ") } == (fact != nil), "\(lines)")
    try device.setLocale("en")
    #expect(alert.english == nil)
  }

  private func install(_ name: String, on device: Device) throws -> InstalledApp {
    try device.install(
      try Packages.make(["CFBundleIdentifier": .string("com.example.\(name)"), "CFBundleName": .string(name)]))
  }

  /// QUICK-116, QUICK-154.
  @Test(arguments: languages)
  func questionsAreInTheLanguageOfTheDevice(language: String) throws {
    func words(_ name: String) throws -> String {
      let entry = SystemTextLedger.all.entries.first { $0.name == name && $0.language == language }
      return try #require(entry?.words, "\(name)").replacing("%@", with: "Paint")
    }
    let device = try Device(os: OSVersion(parsing: "17.5"), locale: language)
    let menu = try #require(try device.springboard.icon(for: install("Paint", on: device)).press())
    try menu.item(words("removeApp")).tap()
    let question = try #require(device.alert)
    #expect(try question.label == words("removeQuestion") && question.english == nil)
    #expect(try question.buttons == ["deleteApp", "removeFromHomeScreen", "cancel"].map(words))
    try question.tap(words("deleteApp"))
    let confirmation = try #require(device.alert)
    #expect(try confirmation.label == words("deleteQuestion") && confirmation.english == nil)
    #expect(try confirmation.buttons == ["delete", "cancel"].map(words))
    #expect(!device.trace.contains { $0.kind == .quirk })
  }

  /// QUICK-153: a folder's question has one word without a source.
  @Test func menuAndQuestionsSayWhichTextsAreEnglish() throws {
    let device = try Device(os: OSVersion(parsing: "17.5"), locale: "fr")
    let icons = try ["Paint", "Notes"].map { try device.springboard.icon(for: install($0, on: device)) }
    let menu = try #require(try icons[1].drop(onto: icons[0]).press())
    #expect(menu.rows.map(\.title).contains("Supprimer le dossier") && menu.rows.allSatisfy { $0.english == nil })
    try menu.item("Supprimer le dossier").tap()
    let question = try #require(device.alert)
    #expect(question.label == "Supprimer «\u{A0}Folder\u{A0}»\u{A0}?" && question.buttons == ["Remove", "Annuler"])
    #expect(question.english == "no public source was found for the words in “fr” (QUICK-153)")
    #expect(device.trace.filter { $0.kind == .quirk }.compactMap { $0.fact?.rawValue } == ["QUICK-153"])
  }

  /// The article lists what the ledger has.
  @Test func articleHasARowForEachLanguage() throws {
    let article = try Repository.text("Sources/homescreen/homescreen.docc/Troubleshooting.md")
    let rows = Self.languages.map { language in
      let own = SystemTextLedger.all.entries.filter { $0.language == language }
      let missing = own.filter { $0.words == nil }.map(\.name)
      let alert = own.first { $0.name == "iconChanged" }?.words?.replacing("%@", with: "Paint") ?? "—"
      return "| \(language) | \(alert) | \(own.count - missing.count) | \(missing.joined(separator: ", ")) |"
    }
    #expect(
      article.contains(rows.joined(separator: "\n") + "\n\n"), "The table must be:\n\(rows.joined(separator: "\n"))")
  }
}
