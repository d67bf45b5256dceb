import AppPackages
import Events
import Lint
import PropertyLists
import TestSupport
import Testing

/// iPad keys nested inside other keys: their values are kept and are not replaced before.
@Suite struct MisnestedKeyFixTests {
  private static func entry(_ name: String, _ file: String) -> String {
    "<key>\(name)</key><dict><key>CFBundleIconFiles</key><array><string>\(file)</string></array></dict>"
  }

  private static func fixture(_ icons: String, _ more: String = "") -> FixFixture {
    FixFixture([
      "Info.plist": FixFixture.plist(
        """
        <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
        <key>CFBundleIcons</key>
        <dict>
          <!-- of all -->
          \(icons)
        </dict>
        \(more)
        """)
    ])
  }

  /// The rules about keys; the existing pictures do not matter.
  private static let rules: Set<RuleCode> = [
    "misnested-ipad-key", "ipad-alternates-missing", "ipad-alternates-partial", "no-primary-in-CFBundleIcons",
  ]
  private static let linter = Linter(Rules.all.filter { rules.contains($0.code) })

  /// Fixes everything and checks that nothing is left.
  private func applyFixes(_ fixture: FixFixture) throws -> (run: FixRun, info: PropertyListDictionary) {
    func lint() throws -> (packages: [AppPackage], findings: [Finding]) {
      let packages = [try fixture.package()]
      return (packages, Self.linter.findings(in: packages))
    }
    let run = try FixRun { try lint() }
    #expect(run.refusals.isEmpty, "\(run.refusals)")
    let text = fixture.text("Info.plist")
    #expect(try FixRun { try lint() }.changes.isEmpty && fixture.text("Info.plist") == text)
    #expect(text?.contains("<!-- of all -->") == true)
    return (run, try fixture.package().infoPlist)
  }

  private static let files = ["CFBundleAlternateIcons", "Night", "CFBundleIconFiles"]

  private func names(_ info: PropertyListDictionary, _ key: String) -> [String]? {
    var value = info[key]
    for step in Self.files { value = value?.dictionary?[step] }
    return value?.strings
  }

  /// ICON-109: values written for iPad win over a copy of the iPhone's.
  @Test(arguments: ["CFBundleIcons~ipad", "CFBundleAlternateIcons~ipad"])
  func iPadKeysAreMovedAndNotCopied(key: String) throws {
    let pad = Self.entry("Night", "NightPad")
    let inner =
      key == "CFBundleIcons~ipad" ? "<key>CFBundleAlternateIcons</key><dict>\(pad)</dict>" : pad
    let fixture = Self.fixture(
      """
      \(Self.entry("CFBundlePrimaryIcon", "Main"))
      <key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))</dict>
      <key>\(key)</key><dict>\(inner)</dict>
      """)
    let (run, info) = try applyFixes(fixture)
    #expect(run.remaining.isEmpty, "\(run.remaining)")
    #expect(run.fixed.map(\.code) == ["misnested-ipad-key"])
    #expect(names(info, "CFBundleIcons~ipad") == ["NightPad"] && names(info, "CFBundleIcons") == ["Night"])
    // The iPad no longer reads the other key.
    #expect(info.value(at: "CFBundleIcons~ipad", "CFBundlePrimaryIcon", "CFBundleIconFiles")?.strings == ["Main"])
    #expect(info["CFBundleIcons"]?.dictionary?.keys == ["CFBundlePrimaryIcon", "CFBundleAlternateIcons"])
  }

  @Test func missingAlternatesAreCopiedAfterTheMove() throws {
    let fixture = Self.fixture(
      """
      <key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))\(Self.entry("Day", "Day"))</dict>
      <key>CFBundleIcons~ipad</key>
      <dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "NightPad"))</dict></dict>
      """, "<key>CFBundleIcons~ipad</key><dict>\(Self.entry("CFBundlePrimaryIcon", "Main"))</dict>")
    let (run, info) = try applyFixes(fixture)
    #expect(run.fixed.map(\.code) == ["misnested-ipad-key", "ipad-alternates-partial"])
    #expect(names(info, "CFBundleIcons~ipad") == ["NightPad"])
    #expect(info.value(at: "CFBundleIcons~ipad", "CFBundleAlternateIcons")?.dictionary?.keys == ["Night", "Day"])
  }

  @Test func suffixInTheRightPlaceIsRemoved() throws {
    let pad = "<key>CFBundleAlternateIcons~ipad</key><dict>\(Self.entry("Night", "NightPad"))</dict>"
    let fixture = Self.fixture(
      "<key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))</dict>",
      "<key>CFBundleIcons~ipad</key><dict>\(pad)</dict>")
    let (run, info) = try applyFixes(fixture)
    #expect(run.fixed.map(\.code) == ["misnested-ipad-key"])
    #expect(names(info, "CFBundleIcons~ipad") == ["NightPad"])
  }

  @Test func duplicateOfARightlyPlacedKeyIsRemoved() throws {
    let fixture = Self.fixture(
      """
      <key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Night"))</dict>
      <key>CFBundleAlternateIcons~ipad</key><dict>\(Self.entry("Night", "NightPad"))</dict>
      """,
      "<key>CFBundleIcons~ipad</key><dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Other"))</dict></dict>"
    )
    let found = Self.linter.findings(in: [try fixture.package()]).filter { $0.code == "misnested-ipad-key" }
    #expect(found.map(\.severity) == [.note])
    let (run, info) = try applyFixes(fixture)
    #expect(run.fixed.map(\.code) == ["misnested-ipad-key"])
    #expect(names(info, "CFBundleIcons~ipad") == ["Other"])
    #expect(info["CFBundleIcons"]?.dictionary?.contains("CFBundleAlternateIcons~ipad") == false)
  }

  @Test func contradictionsAreLeftToTheUser() throws {
    let fixture = Self.fixture(
      """
      <key>CFBundleAlternateIcons~ipad</key><dict>\(Self.entry("Night", "NightPad"))\(Self.entry("Day", "Day"))</dict>
      """,
      "<key>CFBundleIcons~ipad</key><dict><key>CFBundleAlternateIcons</key><dict>\(Self.entry("Night", "Other"))</dict></dict>"
    )
    let (run, info) = try applyFixes(fixture)
    #expect(run.fixed.isEmpty && run.remaining.contains { $0.code == "misnested-ipad-key" && $0.severity == .error })
    #expect(names(info, "CFBundleIcons~ipad") == ["Other"])
  }
}
