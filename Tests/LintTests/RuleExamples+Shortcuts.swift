import AppPackages
import Events
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// An app with the problem of each quick action rule, and one without it.
@Suite struct ShortcutRuleExamples {
  struct Example {
    let code: RuleCode
    let severity: Finding.Severity
    let bad: AppPackage
    let good: AppPackage

    init(_ code: RuleCode, _ severity: Finding.Severity, _ bad: AppPackage, _ good: AppPackage) {
      self.code = code
      self.severity = severity
      self.bad = bad
      self.good = good
    }
  }

  private typealias S = ShortcutSamples

  static func examples() throws -> [Example] {
    let fine = try S.app([S.item()])
    let english: [(language: String, table: StringTable)] = [("de", [:]), ("en", [:])]
    let both: [(language: String, table: StringTable)] = [
      ("de", ["New Note": "Neue Notiz"]), ("en", ["New Note": "New Note"]),
    ]
    return [
      Example("shortcut-type-missing", .error, try S.app([S.item("new", [("Type", nil)])]), fine),
      Example("shortcut-title-missing", .error, try S.app([S.item("new", [("Title", "")])]), fine),
      Example("shortcut-item-not-dictionary", .error, try S.app(["new"]), fine),
      Example("shortcut-wrong-type", .error, try S.app([S.item("new", [("Type", 1)])]), fine),
      Example(
        "shortcut-userinfo-wrong-type", .warning, try S.app([S.item("new", [("UserInfo", "x")])]),
        try S.app([S.item("new", [("UserInfo", ["x": 1])])])),
      Example("shortcut-key-unknown", .warning, try S.app([S.item("new", [("SubTitel", "x")])]), fine),
      Example(
        "shortcut-items-misplaced", .error,
        try S.app(info: [("CFBundleIcons", ["UIApplicationShortcutItems": [S.item()]])]),
        try S.app(info: [("UIApplicationShortcutItems~ipad", [S.item()])])),
      Example(
        "shortcut-icon-file-missing", .error, try S.app([S.item("new", [("IconFile", "pencil")])]),
        try S.app([S.item("new", [("IconFile", "pencil")])], sets: [S.set("pencil")])),
      Example(
        "shortcut-icon-type-unknown", .error,
        try S.app([S.item("new", [("IconType", "UIApplicationShortcutIconTypeFavourite")])]),
        try S.app([S.item("new", [("IconType", "UIApplicationShortcutIconTypeFavorite")])])),
      Example(
        "shortcut-icon-type-too-new", .note,
        try S.app(
          [S.item("new", [("IconType", "UIApplicationShortcutIconTypeHome")])], info: [("MinimumOSVersion", "9.0")]),
        try S.app(
          [S.item("new", [("IconType", "UIApplicationShortcutIconTypeAdd")])], info: [("MinimumOSVersion", "9.0")])),
      Example(
        "shortcut-symbol-unknown", .error, try S.app([S.item("new", [("IconSymbolName", "Square Pencil")])]),
        try S.app([S.item("new", [("IconSymbolName", "square.and.pencil")])])),
      Example(
        "shortcut-symbol-too-new", .warning,
        try S.app([S.item("new", [("IconSymbolName", "star")])], info: [("MinimumOSVersion", "12.0")]),
        try S.app(
          [S.item("new", [("IconSymbolName", "star"), ("IconType", "UIApplicationShortcutIconTypeAdd")])],
          info: [("MinimumOSVersion", "12.0")])),
      Example(
        "shortcut-several-icons", .note,
        try S.app([S.item("new", [("IconSymbolName", "star"), ("IconType", "UIApplicationShortcutIconTypeAdd")])]),
        try S.app([S.item("new", [("IconSymbolName", "star")])])),
      Example(
        "shortcut-icon-doubtful", .note, try S.app([S.item("new", [("IconSymbolName", "clock.badge.nonexistent")])]),
        try S.app([S.item("new", [("IconSymbolName", "clock.badge.checkmark")])])),
      Example(
        "shortcut-icon-doubtful", .note,
        try S.app([S.item("new", [("IconType", "UIApplicationShortcutIconTypeTask")])]),
        try S.app([S.item("new", [("IconType", "UIApplicationShortcutIconTypeTaskCompleted")])])),
      Example(
        "shortcut-icon-size", .warning,
        try S.app([S.item("new", [("IconFile", "pencil")])], sets: [S.set("pencil", [1024])]),
        try S.app([S.item("new", [("IconFile", "pencil")])], sets: [S.set("pencil")])),
      Example(
        "shortcut-icon-not-template", .note,
        try S.app([S.item("new", [("IconFile", "pencil")])], sets: [S.set("pencil", [35], nil)]),
        try S.app([S.item("new", [("IconFile", "pencil")])], sets: [S.set("pencil")])),
      Example(
        "shortcut-title-not-localised", .note, try S.app([S.item()], strings: english),
        try S.app([S.item()], strings: both)),
      Example(
        "shortcut-title-partly-localised", .warning,
        try S.app([S.item()], strings: [("de", [:]), ("en", ["New Note": "New Note"])]),
        try S.app([S.item()], strings: both)),
      Example(
        "shortcut-subtitle-not-localised", .note, try S.app([S.item("new", [("Subtitle", "Empty")])], strings: both),
        try S.app([S.item()], strings: both)),
      Example(
        "shortcut-subtitle-partly-localised", .warning,
        try S.app(
          [S.item("new", [("Subtitle", "Empty")])],
          strings: [("de", ["New Note": "Neue Notiz"]), ("en", ["New Note": "New Note", "Empty": "Empty"])]),
        try S.app([S.item()], strings: both)),
      // QUICK-027
      Example("shortcut-title-emoji", .note, try S.app([S.item("new", [("Title", "⭐️ New")])]), fine),
      Example(
        "shortcut-too-many", .warning, try S.app((1...5).map { S.item("n\($0)") }),
        try S.app((1...4).map { S.item("n\($0)") })),
      Example(
        "shortcut-type-duplicate", .warning, try S.app([S.item(), S.item()]), try S.app([S.item("a"), S.item("b")])),
      Example(
        "scene-manifest-missing", .warning,
        try S.app(info: [("DTSDKName", "iphoneos27.0"), ("UIMainStoryboardFile", "Main")]),
        try S.app(info: [("DTSDKName", "iphoneos26.0"), ("UIMainStoryboardFile", "Main")])),
      Example(
        "shortcut-in-build-settings", .warning, try project("UIApplicationShortcutItems"),
        try project("UILaunchStoryboardName")),
    ]
  }

  /// A project with a setting for an Info.plist key.
  private static func project(_ key: String) throws -> AppPackage {
    let project = """
      { objects = { P = { isa = PBXProject; buildConfigurationList = CP; mainGroup = G; targets = (T); };
      CP = { isa = XCConfigurationList; buildConfigurations = (PR); };
      PR = { isa = XCBuildConfiguration; name = Release; buildSettings = { }; };
      G = { isa = PBXGroup; children = (); sourceTree = "<group>"; };
      T = { isa = PBXNativeTarget; name = Notes; productType = "com.apple.product-type.application";
        buildConfigurationList = CT; buildPhases = (); };
      CT = { isa = XCConfigurationList; buildConfigurations = (R); };
      R = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos;
        GENERATE_INFOPLIST_FILE = YES; PRODUCT_BUNDLE_IDENTIFIER = "com.example.notes"; TARGETED_DEVICE_FAMILY = "1,2";
        INFOPLIST_KEY_\(key) = New; }; }; }; rootObject = P; }
      """
    return try AppPackage(
      projectAt: "Notes.xcodeproj",
      in: try MemoryTree(name: "Notes", ["Notes.xcodeproj/project.pbxproj": Array(project.utf8)]))
  }

  @Test func shortcutRulesFindOnlyTheirProblem() throws {
    for example in try Self.examples() {
      let found = ShortcutSamples.findings(example.bad)
      #expect(found.map(\.code) == [example.code], "\(example.code): \(found)")
      #expect(found.first?.severity == example.severity, "\(example.code)")
      #expect(found.first?.message.isEmpty == false && found.first?.message.hasSuffix(".") == false)
      let clean = ShortcutSamples.findings(example.good)
      #expect(clean.isEmpty, "\(example.code) where nothing is wrong: \(clean)")
    }
  }

  @Test func shortcutRulesHaveAnExample() throws {
    let tried = Set(try Self.examples().map(\.code))
    // Code rules have a separate table.
    let others = Set(Rules.aboutCode.map(\.code))
    let rules = Rules.all.map(\.code).filter {
      $0.rawValue.hasPrefix("shortcut-") && !others.contains($0) || $0 == "scene-manifest-missing"
    }
    #expect(rules.filter { !tried.contains($0) } == [], "give these a row in the table of examples")
    #expect(tried.count == rules.count)
  }
}
