import AppPackages
import Events
import Lint
import PropertyLists
import TestSupport
import Testing

/// Fixes that rules create.
@Suite struct FixMakerTests {
  private static let night =
    "<key>Night</key><dict><key>CFBundleIconFiles</key><array><string>Night</string></array></dict>"
  private static let dusk =
    "<key>Dusk</key><dict><key>CFBundleIconFiles</key><array><string>Dusk</string></array></dict>"

  private static func icons(_ key: String, _ alternates: String?, _ rest: String = "") -> String {
    let inner = alternates.map { "<key>CFBundleAlternateIcons</key><dict>\($0)</dict>" } ?? ""
    return "<key>\(key)</key>\n<dict>\(rest)\(inner)</dict>\n"
  }

  // MARK: iPad

  @Test func alternatesAreCopied() throws {
    let fixture = FixFixture([
      "Info.plist": FixFixture.plist(
        Self.icons("CFBundleIcons", Self.night + Self.dusk)
          + Self.icons("CFBundleIcons~ipad", nil, "<key>CFBundlePrimaryIcon</key><dict/>"))
    ])
    let fix = try Fix.repeatAlternates(in: fixture.subject())
    try fixture.plan([fix]).write()
    let info = try fixture.package().infoPlist
    #expect(
      info.value(at: "CFBundleIcons~ipad", "CFBundleAlternateIcons")
        == info.value(at: "CFBundleIcons", "CFBundleAlternateIcons"))
    #expect(info.value(at: "CFBundleIcons~ipad", "CFBundlePrimaryIcon") != nil)
    #expect(try Fix.repeatAlternates(in: fixture.subject()) == nil)
  }

  @Test func onlyMissingAlternatesAreCopied() throws {
    let own = Self.night.replacing("<string>Night", with: "<string>NightPad")
    let fixture = FixFixture([
      "Info.plist": FixFixture.plist(
        Self.icons("CFBundleIcons", Self.night + Self.dusk) + Self.icons("CFBundleIcons~ipad", own))
    ])
    try fixture.plan([try Fix.repeatAlternates(in: fixture.subject())]).write()
    let alternates = try fixture.package().infoPlist.value(at: "CFBundleIcons~ipad", "CFBundleAlternateIcons")?
      .dictionary
    #expect(alternates?.keys == ["Night", "Dusk"])
    #expect(alternates?["Night"]?.dictionary?["CFBundleIconFiles"]?.strings == ["NightPad"])
  }

  @Test func copyNeedsAnIPadDictionaryAndAlternates() throws {
    for plist in [
      Self.icons("CFBundleIcons", Self.night), Self.icons("CFBundleIcons~ipad", Self.night),
      Self.icons("CFBundleIcons", Self.night) + "<key>CFBundleIcons~ipad</key><string>wrong</string>",
    ] {
      let fixture = FixFixture(["Info.plist": FixFixture.plist(plist)])
      #expect(try Fix.repeatAlternates(in: fixture.subject()) == nil)
    }
  }

  @Test func misnestedKeyIsMoved() throws {
    let inner = Self.icons("CFBundleIcons~ipad", Self.night)
    let fixture = FixFixture(["Info.plist": FixFixture.plist(Self.icons("CFBundleIcons", Self.dusk, inner))])
    let fix = try Fix.move("CFBundleIcons~ipad", outOf: [.key("CFBundleIcons")], in: fixture.subject())
    #expect(fix?.summary == "Move CFBundleIcons~ipad to the outermost dictionary")
    try fixture.plan([fix]).write()
    let info = try fixture.package().infoPlist
    #expect(info["CFBundleIcons"]?.dictionary?.keys == ["CFBundleAlternateIcons"])
    #expect(info.value(at: "CFBundleIcons~ipad", "CFBundleAlternateIcons", "Night") != nil)
  }

  @Test func movingKeepsExistingValues() throws {
    let inner = Self.icons("CFBundleIcons~ipad", Self.night)
    let outer = Self.icons("CFBundleIcons~ipad", Self.dusk)
    let fixture = FixFixture(["Info.plist": FixFixture.plist(Self.icons("CFBundleIcons", nil, inner) + outer)])
    try fixture.plan([try Fix.move("CFBundleIcons~ipad", outOf: [.key("CFBundleIcons")], in: fixture.subject())])
      .write()
    let alternates = try fixture.package().infoPlist.value(at: "CFBundleIcons~ipad", "CFBundleAlternateIcons")?
      .dictionary
    #expect(alternates?.keys == ["Dusk", "Night"])
    let other = Self.icons("CFBundleIcons~ipad", Self.night.replacing("<string>Night", with: "<string>Other"))
    let clash = FixFixture(["Info.plist": FixFixture.plist(Self.icons("CFBundleIcons", nil, inner) + other)])
    #expect(try Fix.move("CFBundleIcons~ipad", outOf: [.key("CFBundleIcons")], in: clash.subject()) == nil)
  }

  @Test func keyIsMovedUnderAnotherName() throws {
    let inner = Self.icons("CFBundleAlternateIcons~ipad", nil, Self.night)
    let fixture = FixFixture(["Info.plist": FixFixture.plist(Self.icons("CFBundleIcons", Self.dusk, inner))])
    let key = "CFBundleAlternateIcons~ipad"
    let fix = try Fix.move(
      key, outOf: [.key("CFBundleIcons")], to: [.key("CFBundleIcons~ipad")], as: "CFBundleAlternateIcons",
      in: fixture.subject())
    try fixture.plan([fix]).write()
    let info = try fixture.package().infoPlist
    #expect(info.value(at: "CFBundleIcons", key) == nil)
    #expect(info.value(at: "CFBundleIcons~ipad", "CFBundleAlternateIcons", "Night") != nil)
  }

  // MARK: Names in settings

  @Test(arguments: [
    ("ALT = \"Dawn \\\"Night\\\" Night2\";", "ALT = \"Dawn \\\"night\\\" Night2\";"),
    ("ALT = \"Dawn Night\";", "ALT = \"Dawn night\";"),
    ("ALT = Night;", "ALT = night;"),
    ("ALT = (Dawn, /* late */ Night, \"Night Two\");", "ALT = (Dawn, /* late */ night, \"Night Two\");"),
    ("ALT = \"$(inherited) $(MORE)\";\nMORE = \"Night\";", "ALT = \"$(inherited) $(MORE)\";\nMORE = \"night\";"),
  ])
  func namesOfProjectsAreCorrected(_ before: String, _ after: String) throws {
    let fixture = FixFixture(FixFixture.project(Self.setting(before)))
    let text = try #require(fixture.text("Paint.xcodeproj/project.pbxproj"))
    let fix = try Fix.correct("Night", to: "night", of: fixture.subject())
    #expect(fix?.summary == "Replace “Night” with “night”" && fix?.safety == .safe)
    try fixture.plan([fix]).write()
    let changed = text.replacing(Self.setting(before), with: Self.setting(after))
    // Unnecessary quotes are kept for consistency.
    #expect(fixture.text("Paint.xcodeproj/project.pbxproj")?.filter { $0 != "\"" } == changed.filter { $0 != "\"" })
    #expect(try Fix.correct("Night", to: "night", of: fixture.subject()) == nil)
  }

  @Test(arguments: [
    ("ALT = Dawn Night // Night", "ALT = Dawn night // Night"),
    ("ALT[config=Release] = \"Night\"", "ALT[config=Release] = \"night\""),
    ("ALT = Dawn \\\n  Night", "ALT = Dawn \\\n  night"),
    ("OTHER = Night\nALT = Night", "OTHER = Night\nALT = night"),
    ("ALT = 'Night Two' Night\\ Two Night;", "ALT = 'Night Two' Night\\ Two night;"),
  ])
  func namesOfXcconfigsAreCorrected(_ before: String, _ after: String) throws {
    let fixture = FixFixture(FixFixture.project("", xcconfig: Self.setting(before) + "\n"))
    try fixture.plan([try Fix.correct("Night", to: "night", of: fixture.subject())]).write()
    #expect(fixture.text("Icons.xcconfig") == Self.setting(after) + "\n")
  }

  @Test func namesInAValueAreCorrectedTogether() throws {
    let fixture = FixFixture(FixFixture.project(Self.setting("ALT = \"Night Dawn Dusk\";")))
    let subject = try fixture.subject()
    let plan = try fixture.plan([
      Fix.correct("Night", to: "night", of: subject), Fix.correct("Dusk", to: "dusk", of: subject),
      Fix.correct("Dusk", to: "DUSK", of: subject),
    ])
    #expect(plan.fixed.count == 2 && plan.refusals.count == 1)
    try plan.write()
    #expect(try fixture.package().settings[Fix.alternatesSetting] == "night Dawn dusk")
  }

  @Test func namesOnTheCommandLineAreNotCorrected() throws {
    let fixture = FixFixture(FixFixture.project(""))
    let options = PackageOptions(settings: [Fix.alternatesSetting: "Night"])
    #expect(try Fix.correct("Night", to: "night", of: fixture.subject(options)) == nil)
  }

  @Test func guessesAreUnsafeAndNeedASingleNearName() throws {
    let fixture = FixFixture(FixFixture.project(Self.setting("ALT = \"Nihgt\";")))
    let subject = try fixture.subject()
    let fix = Fix.correct("Nihgt", toOneNear: ["Dawn", "Night"], of: subject)
    #expect(fix?.safety == .unsafe)
    #expect(Fix.correct("Nihgt", toOneNear: ["Nihgta", "Nihgtb"], of: subject) == nil)
    #expect(Fix.correct("Nihgt", toOneNear: ["Nighty", "Night"], of: subject) == fix)
    #expect(Fix.correct("Nihgt", toOneNear: ["Dawn"], of: subject) == nil)
    try fixture.plan([fix], includingUnsafe: true).write()
    #expect(try fixture.package().settings[Fix.alternatesSetting] == "Night")
  }

  private static func setting(_ text: String) -> String { text.replacing("ALT", with: Fix.alternatesSetting) }

  // MARK: Values

  @Test func textsAreCorrected() throws {
    let fixture = FixFixture([
      "Info.plist": FixFixture.plist(
        "<key>UIApplicationShortcutItems</key><array><dict><key>Icon</key><string>UIApplicationShortcutIconTypeCompos</string></dict></array>"
      )
    ])
    let steps: [PropertyListStep] = [.key("UIApplicationShortcutItems"), .index(0), .key("Icon")]
    let right = "UIApplicationShortcutIconTypeCompose"
    let fix = try Fix.correct(at: steps, to: right, in: fixture.subject(), .unsafe)
    #expect(fix?.safety == .unsafe)
    try fixture.plan([fix], includingUnsafe: true).write()
    #expect(fixture.text("Info.plist")?.contains("<string>UIApplicationShortcutIconTypeCompose</string>") == true)
    #expect(try Fix.correct(at: steps, to: right, in: fixture.subject(), .safe) == nil)
    #expect(try Fix.correct(at: [.key("Icon")], to: right, in: fixture.subject(), .safe) == nil)
  }

  @Test func emptyNamesAreRemoved() throws {
    let primary = "<key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconFiles</key><array>FILES</array></dict>"
    let steps: [PropertyListStep] = [.key("CFBundleIcons"), .key("CFBundlePrimaryIcon"), .key("CFBundleIconFiles")]
    for (files, left) in [("<string></string><string>Day</string>", ["Day"]), ("<string></string>", nil)] {
      let fixture = FixFixture([
        "Info.plist": FixFixture.plist(Self.icons("CFBundleIcons", nil, primary.replacing("FILES", with: files)))
      ])
      try fixture.plan([try Fix.removeEmptyTexts(at: steps, in: fixture.subject())]).write()
      let info = try fixture.package().infoPlist
      #expect(info.value(at: "CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconFiles")?.strings == left)
      #expect(try Fix.removeEmptyTexts(at: steps, in: fixture.subject()) == nil)
    }
  }
}
