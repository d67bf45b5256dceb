import AppPackages
import Events
import HomeScreenSimulator
import Lint
import PropertyLists
import TestSupport
import Testing

/// A single cause gives a single finding.
@Suite struct FindingSeriesTests {
  private static let both = """
    <key>CFBundleIdentifier</key><string>com.example.paint</string>
    <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
    """

  private static func icons(_ key: String, _ entries: String) -> String {
    "<key>\(key)</key><dict><key>CFBundleAlternateIcons</key><dict>\(entries)</dict></dict>"
  }

  private func findings(_ content: String, _ files: [String: String] = [:]) throws -> [Finding] {
    var all = files
    all["Info.plist"] = FixFixture.plist(Self.both + content)
    return Linter().findings(in: [try FixFixture(all).package()])
  }

  private static func entry(_ name: String, _ content: String) -> String { "<key>\(name)</key><dict>\(content)</dict>" }

  @Test func namesAreListedUpToFive() throws {
    let names = ["a", "b", "c", "d", "e", "f", "g"].map { "icon-\($0)" }
    let entries = names.map { Self.entry($0, "") }.joined()
    let all = try findings(Self.icons("CFBundleIcons", entries) + Self.icons("CFBundleIcons~ipad", entries))
    let found = all.filter { $0.code == "icon-without-picture" }
    #expect(found.count == 1)
    let finding = try #require(found.first)
    #expect(
      finding.message
        == "CFBundleIcons.icon-a names no picture; also “icon-b”, “icon-c”, “icon-d”, “icon-e” and 2 more")
    #expect(finding.subjects == names)
    #expect(finding.devices == [.iPhone, .iPad] && finding.otherLocations.count == 13)
  }

  @Test func newSubjectMakesASeparateFinding() throws {
    func identity(_ names: [String]) throws -> String? {
      let entries = names.map { Self.entry($0, "") }.joined()
      return try findings(Self.icons("CFBundleIcons", entries)).first { $0.code == "icon-without-picture" }?.identity
    }
    let names = (1...9).map { "icon-\($0)" }
    #expect(try identity(names) != identity(names.dropLast()))
    #expect(try identity(names) == identity(names))
  }

  @Test func differentCausesStaySeparate() throws {
    let entries = Self.entry("one", "") + Self.entry("two", "<key>CFBundleIconFiles</key><string>two</string>")
    let all = try findings(Self.icons("CFBundleIcons", entries))
    #expect(all.filter { $0.code == "icon-without-picture" }.map(\.message) == ["CFBundleIcons.one names no picture"])
    #expect(all.filter { $0.code == "icon-wrong-type" }.count == 1)
  }

  // MARK: Misspelled keys

  @Test(arguments: ["CFBunbleIconFiles", "CFBundleIconFile", "CFBundleIconsFiles", "CFBundleiconFiles"])
  func misspelledKeyIsTheOnlyFinding(key: String) throws {
    let entry = Self.entry("night", "<key>\(key)</key><array><string>night</string></array>")
    let all = try findings(Self.icons("CFBundleIcons", entry))
    #expect(!all.contains { $0.code == "icon-without-picture" })
    let finding = try #require(all.first { $0.code == "unknown-icon-key" })
    #expect(finding.severity == .error && finding.message.hasSuffix("did you mean “CFBundleIconFiles”?"))
    #expect(finding.fix?.safety == .unsafe)
  }

  @Test(arguments: ["CFBundleAlternativeIcons", "CFBundleAlternateIcon"])
  func misspelledListIsFound(key: String) throws {
    let all = try findings(
      "<key>CFBundleIcons</key><dict><key>\(key)</key><dict>\(Self.entry("night", ""))</dict></dict>")
    let finding = try #require(all.first { $0.code == "unknown-icon-key" })
    #expect(finding.severity == .error && finding.message.contains("did you mean “CFBundleAlternateIcons”?"))
  }

  /// Keys that the app reads itself, and a near key next to the right one, are not misspelled.
  @Test(arguments: [
    "<key>ordinal</key><integer>1</integer>",
    "<key>CFBundleIconFiles</key><array><string>n</string></array><key>CFBunbleIconFiles</key><array/>",
  ])
  func otherKeysAreNotMisspelled(content: String) throws {
    let all = try findings(Self.icons("CFBundleIcons", Self.entry("night", content)))
    #expect(all.filter { $0.code == "unknown-icon-key" }.allSatisfy { $0.severity == .note })
  }
}
