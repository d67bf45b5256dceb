import AppPackages
import Events
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// Quick action findings: devices, locations, and correct apps.
@Suite struct ShortcutRuleTests {
  private typealias S = ShortcutSamples

  @Test func hiddenItemsAreReportedWithTheFaultyKey() throws {
    let plist = """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.notes</string>
      <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
      <key>MinimumOSVersion</key><string>15.0</string>
      <key>UIApplicationShortcutItems</key><array>
      <dict><key>UIApplicationShortcutItemType</key><string></string>
      <key>UIApplicationShortcutItemTitle</key><string>New</string></dict>
      <dict><key>UIApplicationShortcutItemTyp</key><string>b</string>
      <key>UIApplicationShortcutItemTitle</key><string>New</string></dict>
      </array></dict></plist>
      """
    let package = try AppPackage(tree: try MemoryTree(name: "Notes.app", ["Info.plist": Array(plist.utf8)]))
    let found = ShortcutSamples.findings(package)
    #expect(found.map(\.code) == ["shortcut-type-missing", "shortcut-type-missing"], "\(found)")
    #expect(found[0].location?.line == 5 && found[0].location?.column == 47, "\(found[0])")
    #expect(found[0].facts.contains("QUICK-015") && found[0].devices.isEmpty && found[0].since == nil)
    #expect(found[1].help == "Replace “UIApplicationShortcutItemTyp” with UIApplicationShortcutItemType.")
  }

  @Test func variantOfADeviceIsReportedForThatDevice() throws {
    let found = ShortcutSamples.findings(
      try S.app(
        [S.item()], info: [("UIApplicationShortcutItems~ipad", [S.item("new", [("Title", nil)])])]))
    #expect(found.map(\.code) == ["shortcut-title-missing"] && found[0].devices == [.iPad], "\(found)")
    #expect(found[0].message.contains("item 0 of UIApplicationShortcutItems~ipad"))
  }

  @Test func featuresMissingInOldVersionsAreReportedWithTheLastVersion() throws {
    let found = ShortcutSamples.findings(
      try S.app([S.item("new", [("IconSymbolName", "star")])], info: [("MinimumOSVersion", "11.0")]))
    let finding = try #require(found.first)
    // iPads have no menu before iOS 13.
    #expect(finding.devices == [.iPhone] && finding.since == nil && finding.until == OSVersion(12, 5), "\(finding)")
  }

  @Test func fileIsReportedMissingOnlyIfNoSymbolReplacesIt() throws {
    let icons: [(String, PropertyListValue?)] = [("IconSymbolName", "star"), ("IconFile", "pencil")]
    let old = ShortcutSamples.findings(try S.app([S.item("new", icons)], info: [("MinimumOSVersion", "12.0")]))
    #expect(old.map(\.code) == ["shortcut-icon-file-missing"] && old[0].until == OSVersion(12, 5), "\(old)")
    let new = ShortcutSamples.findings(try S.app([S.item("new", icons)]))
    #expect(new.map(\.code) == ["shortcut-several-icons"], "\(new)")
    #expect(new[0].fix?.safety == .safe)
  }

  @Test(arguments: [
    ("pencil.png", "Write “pencil”: the name alone, without extension, scale or folder."),
    ("pencil@2x", "Write “pencil”: the name alone, without extension, scale or folder."),
    ("Pencil", "pencil@3x.png exists: use the same letter case as “Pencil”."),
    ("brush", "icons/brush@3x.png is in a folder: move it to the root, or into the asset catalog."),
    ("Gear", "The catalog has “gear”: use the same letter case."),
    ("geer", "Did you mean “gear”?"),
    ("zebra", "Add an image set “zebra” to the asset catalog, of 35 × 35 points, drawn in one colour."),
  ])
  func missingPictureSuggestsANearName(name: String, help: String) throws {
    let found = ShortcutSamples.findings(
      try S.app(
        [S.item("new", [("IconFile", .string(name))])],
        files: ["pencil@3x.png", "icons/brush@3x.png"].map { ($0, .pixels(width: 105, height: 105)) },
        sets: [S.set("gear")]))
    #expect(found.map(\.code) == ["shortcut-icon-file-missing"] && found.first?.help == help, "\(found)")
  }

  @Test func emptyNameOfAPictureIsAWarning() throws {
    let found = ShortcutSamples.findings(try S.app([S.item("new", [("IconFile", "")])]))
    #expect(found.map(\.severity) == [.warning] && found[0].message.hasSuffix("the name of the picture is empty"))
    #expect(found[0].help?.hasPrefix("Remove UIApplicationShortcutItemIconFile") == true)
  }

  /// QUICK-023
  @Test func exactNameOfAFileIsAnErrorFromTheReportedVersion() throws {
    let app = try S.app(
      [S.item("new", [("IconFile", "pencil@3x.png")])], files: [("pencil@3x.png", .pixels(width: 105, height: 105))])
    let found = ShortcutSamples.findings(app).filter { $0.code == "shortcut-icon-file-missing" }
    #expect(found.map(\.since) == [OSVersion(18, 2)], "\(found)")
    #expect(found.first?.message.contains("iOS finds no picture by the name “pencil@3x.png”") == true)
  }

  @Test func missingPictureIsANoteWithoutTheProject() throws {
    let plist = """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.notes</string>
      <key>UIApplicationShortcutItems</key><array><dict>
      <key>UIApplicationShortcutItemType</key><string>new</string>
      <key>UIApplicationShortcutItemTitle</key><string>New</string>
      <key>UIApplicationShortcutItemIconFile</key><string>pencil</string></dict></array></dict></plist>
      """
    func findings(_ name: String) throws -> [Finding] {
      ShortcutSamples.findings(try AppPackage(tree: try MemoryTree(name: name, ["Info.plist": Array(plist.utf8)])))
    }
    #expect(try findings("Notes").map(\.severity) == [.note])
    #expect(try findings("Notes.app").map(\.severity) == [.error])
  }

  @Test func pictureMayBeInAnUnreadableCatalog() throws {
    var package = try S.app([S.item("new", [("IconFile", "pencil")])])
    #expect(ShortcutSamples.findings(package).map(\.severity) == [.error])
    package.warnings.append(PackageWarning(.resourceFileAbsent, "Assets.xcassets is not there"))
    let found = ShortcutSamples.findings(package)
    #expect(
      found.map(\.severity) == [.note] && found[0].message.hasSuffix("in the files that could be read"), "\(found)")
  }

  @Test func pictureMayBeInACompiledCatalog() throws {
    let found = ShortcutSamples.findings(
      try S.app([S.item("new", [("IconFile", "pencil")])], files: [("Assets.car", .opaque(size: 9))]))
    #expect(found.isEmpty, "\(found)")
  }

  /// A readable catalog provides pictures, their sizes and rendering modes.
  @Test func pictureIsFoundInACompiledCatalog() throws {
    func findings(_ name: String) throws -> [Finding] {
      ShortcutSamples.findings(
        try S.app(
          [S.item("new", [("IconFile", .string(name))])], files: [("Assets.car", .bytes(CatalogSamples.app().bytes))]))
    }
    #expect(try findings("pencil").isEmpty)
    #expect(try findings("Pencil").map(\.code) == ["shortcut-icon-file-missing"])
    #expect(try findings("Pencil")[0].help?.contains("“pencil”") == true)
    let photo = try findings("Actions/photo")
    #expect(photo.map(\.code) == ["shortcut-icon-not-template"], "\(photo)")
  }

  @Test(arguments: [
    ([24, 48, 72], [Finding.Severity.note]), ([0, 0, 64], [.warning]), ([35, 70, 105], []),
    ([1024, 1024, 1024], [.warning]), ([40, 80, 120], [.note]), ([64, 0, 0], [.warning]), ([64, 70, 105], []),
  ])
  func wrongSizesAreWarnings(sides: [Int], severities: [Finding.Severity]) throws {
    var set = S.set("pencil", sides)
    for place in set.entries.indices where sides[place] == 0 { set.entries[place].filename = nil }
    let found = ShortcutSamples.findings(try S.app([S.item("new", [("IconFile", "pencil")])], sets: [set]))
    #expect(found.map(\.severity) == severities, "\(found)")
    #expect(found.allSatisfy { $0.code == "shortcut-icon-size" })
    // The picture for 1x is drawn only if there is no other one.
    let others = sides.dropFirst().filter { $0 > 0 }
    for finding in found {
      #expect(
        (others.isEmpty ? sides.filter { $0 > 0 } : others).allSatisfy { finding.message.contains("\($0) × \($0) px") })
    }
  }

  @Test func literalsInASingleLanguageAppAreNotReported() throws {
    #expect(ShortcutSamples.findings(try S.app([S.item()], strings: [("en", ["x": "y"])])).isEmpty)
    #expect(ShortcutSamples.findings(try S.app([S.item()])).isEmpty)
    // Base replaces other languages.
    #expect(ShortcutSamples.findings(try S.app([S.item()], strings: [("Base", ["x": "y"])])).count == 1)
  }

  @Test func languagesWithoutATitleAreReported() throws {
    func findings(_ title: String, _ strings: [(language: String, table: StringTable)]) throws -> [Finding] {
      ShortcutSamples.findings(
        try S.app([S.item("new", [("Title", .string(title))])], strings: strings))
    }
    let german: StringTable = ["New": "Neu", "NEW_NOTE": "Neu"]
    let own = try findings("New", [("de", german), ("en", [:]), ("en-GB", [:]), ("Base", [:])])
    #expect(own.map(\.severity) == [.note] && own[0].languages == ["Base", "en", "en-GB"], "\(own)")
    let foreign = try findings("New", [("de", german), ("en", [:]), ("fr", [:])])
    #expect(foreign.map(\.severity) == [.warning] && foreign[0].message.contains("of en, fr"), "\(foreign)")
    let key = try findings("NEW_NOTE", [("de", german), ("en", [:])])
    #expect(key.map(\.severity) == [.warning], "\(key)")
    let nowhere = try findings("NewNoteShortcutTitle", [("de", [:]), ("en", [:])])
    #expect(nowhere.map(\.severity) == [.warning] && nowhere[0].code == "shortcut-title-not-localised", "\(nowhere)")
    // A word with an inner capital is a name.
    #expect(try findings("iCloud", [("de", [:]), ("en", [:])]).map(\.severity) == [.note])
  }

  /// The key of a string catalog is its own text in the source language, and the help names the catalog.
  @Test func stringCatalogIsNamed() throws {
    func findings(_ strings: String) throws -> [Finding] {
      let project = """
        { rootObject = P; objects = {
        P = { isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (T); };
        L = { isa = XCConfigurationList; buildConfigurations = (C); };
        C = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos;
          INFOPLIST_FILE = "Info.plist"; }; };
        G = { isa = PBXGroup; children = (S); sourceTree = "<group>"; };
        S = { isa = PBXFileSystemSynchronizedRootGroup; path = Notes; sourceTree = "<group>"; };
        T = { isa = PBXNativeTarget; name = Notes; productType = "com.apple.product-type.application";
          buildConfigurationList = L; buildPhases = (); fileSystemSynchronizedGroups = (S); }; }; }
        """
      let info = """
        <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.notes</string>
        <key>UIApplicationShortcutItems</key><array><dict>
        <key>UIApplicationShortcutItemType</key><string>com.example.new</string>
        <key>UIApplicationShortcutItemTitle</key><string>New note</string></dict></array></dict></plist>
        """
      let catalog = #"{"sourceLanguage": "en", "version": "1.0", "strings": {\#(strings)}}"#
      let files = [
        "Notes.xcodeproj/project.pbxproj": project, "Info.plist": info, "Notes/InfoPlist.xcstrings": catalog,
      ]
      let tree = try MemoryTree(name: "Notes", files.mapValues { Array($0.utf8) })
      return ShortcutSamples.findings(try AppPackage(projectAt: "Notes.xcodeproj", in: tree))
    }
    func unit(_ language: String, _ text: String) -> String {
      #""\#(language)": {"stringUnit": {"state": "translated", "value": "\#(text)"}}"#
    }
    let names = #""CFBundleDisplayName": {"localizations": {\#(unit("de", "N")), \#(unit("fr", "N"))}}"#
    let nowhere = try findings(#"\#(names), "New note": {}"#)
    #expect(nowhere.map(\.code) == ["shortcut-title-not-localised"], "\(nowhere)")
    #expect(nowhere.first?.severity == .note && nowhere.first?.help == "Translate it in Notes/InfoPlist.xcstrings.")
    #expect(nowhere.first?.message.contains("none of the 2 translations of InfoPlist.xcstrings") == true, "\(nowhere)")
    let partly = try findings(#"\#(names), "New note": {"localizations": {\#(unit("de", "Neu"))}}"#)
    #expect(partly.map(\.code) == ["shortcut-title-partly-localised"] && partly.first?.languages == ["fr"], "\(partly)")
    #expect(partly.first?.help == "Translate it in Notes/InfoPlist.xcstrings.")
    #expect(
      try findings(#"\#(names), "New note": {"localizations": {\#(unit("de", "a")), \#(unit("fr", "b"))}}"#).isEmpty)
  }

  @Test func emptyTranslationHidesTheItemInItsLanguage() throws {
    let found = ShortcutSamples.findings(
      try S.app([S.item()], strings: [("de", ["New Note": ""]), ("en", ["New Note": "New"])]))
    #expect(found.map(\.code) == ["shortcut-title-missing"] && found[0].languages == ["de"], "\(found)")
  }

  @Test func sameTypeWithDifferentUserInfoIsANote() throws {
    let apart = ShortcutSamples.findings(
      try S.app([S.item("new", [("UserInfo", ["a": 1])]), S.item("new", [("UserInfo", ["a": 2])])]))
    #expect(apart.map(\.severity) == [.note] && apart[0].code == "shortcut-type-duplicate", "\(apart)")
  }

  @Test func unknownTypeHasItsFix() throws {
    func fix(_ name: String) throws -> Fix? {
      ShortcutSamples.findings(try S.app([S.item("new", [("IconType", .string(name))])])).first?.fix
    }
    #expect(try fix("UIApplicationShortcutIconTypefavorite")?.safety == .safe)
    #expect(try fix("UIApplicationShortcutIconTypeFavourite")?.safety == .unsafe)
    #expect(try fix("Search")?.summary == "Replace “Search” with “UIApplicationShortcutIconTypeSearch”")
    #expect(try fix("UIApplicationShortcutIconTypeRocket") == nil)
  }

  @Test(arguments: [
    ("UIApplicationShortcutItemTargetContentID", "Remove the key, or move it into UIApplicationShortcutItemUserInfo"),
    ("UIApplicationShortcutItemSubtitle~ipad", "Suffixes only have an effect at the top level"),
    ("ShortcutItemSubTitle", "Did you mean UIApplicationShortcutItemSubtitle?"),
  ])
  func unknownKeysHaveAHint(key: String, help: String) throws {
    guard case .dictionary(var entry) = S.item() else { return }
    entry[key] = "x"
    for name in ShortcutItemKey.undocumented { entry[name] = "x" }
    let found = ShortcutSamples.findings(try S.app([.dictionary(entry)]))
    #expect(found.map(\.code) == ["shortcut-key-unknown"] && found[0].help?.hasPrefix(help) == true, "\(found)")
  }

  /// Only the name would be right: an icon type has a full name, too.
  @Test(arguments: [("update", "UIApplicationShortcutIconTypeUpdate" as String?), ("rocket", nil)])
  func misspelledIconTypeKeyNeedsARightValue(value: String, type: String?) throws {
    guard case .dictionary(var entry) = S.item() else { return }
    entry["UIApplicationShortcutIconType"] = .string(value)
    let found = ShortcutSamples.findings(try S.app([.dictionary(entry)]))
    #expect(found.map(\.code) == ["shortcut-key-unknown"], "\(found)")
    let help = type.map { "Did you mean UIApplicationShortcutItemIconType? Write its value in full: “\($0)”." }
    #expect(found.first?.help == help ?? "Remove the key, or move it into UIApplicationShortcutItemUserInfo.")
    guard case .set(_, let written, _)? = found.first?.fix?.edits.first else {
      #expect(type == nil)
      return
    }
    #expect(written.string == type)
  }

  @Test(arguments: ["UIApplicationShortcutItem", "UIApplicationShortcutItems~iPad"])
  func misspelledTopLevelKeysAreFound(key: String) throws {
    let found = ShortcutSamples.findings(try S.app(info: [(key, [S.item()])]))
    #expect(
      found.map(\.code) == ["shortcut-key-unknown"] && found[0].help?.hasPrefix("Did you mean") == true, "\(found)")
  }

  @Test func unresolvedSettingIsOneFinding() throws {
    let package = try S.app([S.item("new", [("Title", "$(NO_SUCH_SETTING)")])], strings: [("de", [:]), ("en", [:])])
    let found = Linter().findings(in: package).filter {
      $0.code == "unknown-setting" || $0.code.rawValue.hasPrefix("shortcut")
    }
    #expect(found.map(\.code) == ["unknown-setting"], "\(found)")
  }

  /// LAUNCH-061, LAUNCH-158: a SwiftUI app needs no configuration, and the life cycle is unknown here.
  @Test func unknownLifeCycleIsANote() throws {
    typealias Row = (manifest: PropertyListValue?, severity: Finding.Severity?)
    let window = "UIWindowSceneSessionRoleApplication"
    let named: PropertyListValue = ["UISceneConfigurations": [.init(window): [["UISceneDelegateClassName": "A.B"]]]]
    let rows: [Row] = [
      (nil, .note), (["UISceneConfigurations": [:]], .note),
      (["UISceneConfigurations": [.init(window): [["UISceneConfigurationName": "a"]]]], .note),
      (["UISceneConfigurations": ["CPTemplateApplicationSceneSessionRoleApplication": [[:]]]], .note), (named, nil),
    ]
    for (manifest, severity) in rows {
      for storyboard in [nil, "Main"] as [PropertyListValue?] {
        let app = try S.app(info: [
          ("DTSDKName", "iphoneos27.0"), ("UIMainStoryboardFile", storyboard), ("UIApplicationSceneManifest", manifest),
        ])
        let found = ShortcutSamples.findings(app)
        let expected = storyboard == nil ? severity : severity.map { _ in .warning }
        #expect(found.map(\.severity) == [expected].compactMap(\.self), "\(found)")
      }
    }
  }

  @Test func simulatorProblemsAreRules() {
    let codes = Set(Rules.all.map(\.code.rawValue))
    let obstacles: [ActionObstacle] =
      [.notDictionary("a string"), .emptyTranslation, .beyondFour(5)]
      + [ShortcutItemKey.type, .title].flatMap { [.missing($0), .empty($0), .wrongType($0, "an integer")] }
    for obstacle in obstacles { #expect(obstacle.rule.map(codes.contains) == true, "\(obstacle)") }
    #expect(ActionObstacle.noMenu.rule == nil)
    let faults: [ActionPictureFault] = [
      .fileMissing("x"), .typeUnknown("x"), .typeTooNew("x"), .symbolUnknown("x"), .symbolTooNew("x"),
    ]
    for fault in faults { #expect(codes.contains(fault.rule), "\(fault)") }
  }

  @Test func hostileEntriesAreReported() throws {
    let long = String(repeating: "x", count: 100_000)
    let found = ShortcutSamples.findings(
      try S.app([
        S.item(long, [("IconFile", .string(long)), ("IconType", 7), (long, "x")]), [], "", 1,
        S.item("a", [("IconSymbolName", "")]),
      ]))
    #expect(found.contains { $0.code == "shortcut-symbol-unknown" })
    #expect(found.allSatisfy { $0.message.utf8.count < 1000 }, "\(found.map(\.message.utf8.count))")
  }
}
