import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The checks of static quick actions match the menus of devices.
@Suite struct ActionJudgementTests {
  private static func app(
    _ items: [PropertyListValue], oldest: String = "9.0", strings: [(language: String, table: StringTable)] = []
  ) throws -> AppPackage {
    try AppPackage(
      name: "Notes",
      infoPlist: [
        "CFBundleIdentifier": "com.example.notes", "UIDeviceFamily": [1, 2], "MinimumOSVersion": .string(oldest),
        "UIApplicationShortcutItems": .array(of: items),
      ], files: [("pencil@2x.png", .pixels(width: 70, height: 70))], strings: strings)
  }

  private static func item(_ type: String, _ title: String, _ more: PropertyListDictionary = [:]) -> PropertyListValue {
    var entry: PropertyListDictionary = [
      "UIApplicationShortcutItemType": .string(type), "UIApplicationShortcutItemTitle": .string(title),
    ]
    for (key, node) in more.entries { entry["UIApplicationShortcutItem" + key] = node.value }
    return .dictionary(entry)
  }

  /// Seven items with all kinds of icons and faults.
  private static func mixed() throws -> AppPackage {
    try app(
      [
        item("a", "A", ["IconSymbolName": "star"]), item("b", "", [:]), "none",
        item("c", "C", ["IconFile": "pencil", "Subtitle": "C"]), item("d", "D", ["IconFile": "brush"]),
        item("e", "E", ["IconType": "UIApplicationShortcutIconTypeHome"]), item("f", "F"),
      ],
      strings: [("de", ["A": "Ä", "C": "Z", "D": ""]), ("en", [:])])
  }

  @Test(arguments: ["9.0", "9.1", "11.4", "12.0", "12.5", "13.0", "17.5", "27.0"])
  func answersMatchTheMenuOfADevice(os: String) throws {
    let package = try Self.mixed()
    let judgement = ActionJudgement(package)
    let version = try OSVersion(parsing: os)
    for model in [DeviceModel.iPhone, .iPad] {
      for locale in ["de", "en"] {
        let device = try Device(model: model, os: version, locale: locale)
        let app = try device.install(package)
        let icon = try device.springboard.icon(for: app)
        let rows = (try? icon.press())?.rows.filter { $0.item != nil } ?? []
        let answers = judgement.actions.compactMap { action in
          action.outcomes.first {
            $0.model == model && $0.since <= version && $0.until.map { version <= $0 } ?? true
              && ($0.languages.isEmpty || $0.languages.contains(locale))
          }
        }
        #expect(answers.count == judgement.actions.count, "each element has one answer")
        let shown = answers.filter(\.isShown)
        let items = shown.compactMap(\.item)
        #expect(items == rows.compactMap(\.item), "\(model.name) \(os) \(locale)")
        #expect(items.map(\.localizedTitle) == rows.map(\.title))
        #expect(shown.map(\.glyph) == rows.map(\.glyph))
        #expect(shown.map(\.place) == rows.indices.map { $0 + 1 })
      }
    }
  }

  @Test func versionsAndLanguagesWithTheSameAnswerAreGrouped() throws {
    let judgement = ActionJudgement(
      try Self.app([Self.item("a", "A")], strings: [("de", [:]), ("en", [:]), ("fr", ["A": "Â"])]), on: [.iPhone])
    let outcomes = try #require(judgement.actions.first).outcomes
    #expect(outcomes.map(\.languages) == [["de", "en"], ["fr"]])
    #expect(outcomes.allSatisfy { $0.since == OSVersion(9) && $0.until == nil })
    let new = ActionJudgement(try Self.app([Self.item("a", "A")], oldest: "16.0"))
    #expect(new.actions[0].outcomes.count == 2 && new.actions[0].outcomes.allSatisfy(\.languages.isEmpty))
    #expect(new.actions[0].isShownEverywhere)
  }

  @Test func onlyNamedVersionsAndLanguagesAreChecked() throws {
    let judgement = ActionJudgement(
      try Self.mixed(), on: [.iPhone], versions: [OSVersion(12), OSVersion(17)], languages: ["de"])
    let outcomes = judgement.actions[0].outcomes
    #expect(outcomes.map(\.since) == [OSVersion(12), OSVersion(17)] && outcomes.allSatisfy { $0.since == $0.until })
    #expect(outcomes.allSatisfy { $0.languages == ["de"] && $0.item?.localizedTitle == "Ä" })
    let late = ActionJudgement(try Self.mixed(), on: [try DeviceModel(named: "iPhone 15 Pro")])
    #expect(late.actions[0].outcomes.allSatisfy { $0.since >= OSVersion(17) })
  }

  @Test func reasonForAHiddenItemIsReported() throws {
    let judgement = ActionJudgement(try Self.mixed(), on: [.iPhone], versions: [OSVersion(17)], languages: ["en"])
    let obstacles = judgement.actions.map { $0.outcomes[0].obstacles }
    #expect(
      obstacles == [
        [], [.empty(.title)], [.notDictionary("a string")], [], [], [], [.beyondFour(5)],
      ])
    #expect(judgement.actions[4].outcomes[0].pictureFault == .fileMissing("brush"))
    #expect(judgement.types == ["a", "b", "c", "d", "e", "f"])
    #expect(!judgement.actions[6].isShownEverywhere)
    let tablet = ActionJudgement(try Self.mixed(), on: [.iPad], versions: [OSVersion(12)])
    #expect(tablet.actions[0].outcomes.allSatisfy { $0.obstacles == [.noMenu] && $0.place == nil })
  }

  @Test func keyWithoutAnArrayDeclaresNothing() throws {
    let package = try AppPackage(
      name: "Notes", infoPlist: ["CFBundleIdentifier": "com.example.notes", "UIApplicationShortcutItems": ["a": 1]])
    let judgement = ActionJudgement(package)
    #expect(judgement.actions.isEmpty && judgement.unusableKeys == ["UIApplicationShortcutItems"])
  }

  @Test func iconNamesAndTypesAreDistinguished() throws {
    func meaning(_ name: String) throws -> NameMeaning {
      NameMeaning(
        name,
        in: try AppPackage(
          name: "Notes",
          infoPlist: [
            "CFBundleIdentifier": "com.example.notes",
            "CFBundleIcons": ["CFBundleAlternateIcons": ["night": [:], "both": [:]]],
            "UIApplicationShortcutItems": [Self.item("compose", "A"), Self.item("both", "B")],
          ]))
    }
    #expect(try meaning("night") == .icon)
    #expect(try meaning("nigt") == .icon)
    #expect(try meaning("both") == .both)
    #expect(try meaning("compose") == .action)
    #expect(try meaning("Compos") == .action)
    #expect(try meaning("something else") == .unknown)
  }
}
