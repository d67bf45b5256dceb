import AppPackages
import Events
import HomeScreenReports
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// Findings are recognised by their subject.
@Suite struct FingerprintTests {
  private let folder = TemporaryFolder()

  private func report(_ items: String, before: String = "", icons: String = "") throws -> LintReport {
    folder.write(
      "Paint.app/Info.plist",
      """
      <plist version="1.0"><dict>\(before)
      <key>CFBundleIdentifier</key><string>com.example.paint</string>
      <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>\(icons)
      <key>Night</key><dict><key>CFBundleIconFiles</key><array><string>n</string></array><key>Odd</key><true/></dict>
      </dict></dict>
      <key>UIApplicationShortcutItems</key><array>\(items)</array>
      </dict></plist>
      """)
    return LintReport(
      [Linter().lint("\(folder.path)/Paint.app")], try FindingFilter(LintSettings()),
      surroundings: ReportSurroundings(workingFolder: folder.path, checkout: folder.path))
  }

  private static func item(_ fields: [(key: String, text: String)]) -> String {
    let fields = fields.map { "<key>UIApplicationShortcutItem\($0.key)</key><string>\($0.text)</string>" }
    return "<dict>\(fields.joined())</dict>\n"
  }

  private static let items = [
    item([("Type", "new")]),
    item([("Type", "old"), ("Title", "Old"), ("IconType", "UIApplicationShortcutIconTypeNone")]),
    item([("Type", "old"), ("Title", "Older")]), item([("Title", "Untyped")]), item([("Tpye", "x"), ("Title", "y")]),
  ].joined()

  private static func fingerprints(_ report: LintReport) -> Set<String> { Set(report.findings.map(\.fingerprint)) }

  @Test func precedingTextDoesNotChangeFingerprints() throws {
    let old = try report(Self.items)
    #expect(old.findings.count > 6 && Self.fingerprints(old).count == old.findings.count)
    let first = Self.item([("Type", "first"), ("Title", "First")])
    let icon = "<key>Day</key><dict><key>CFBundleIconFiles</key><array><string>d</string></array></dict>"
    let new = try report(first + Self.items, before: "\n\n<key>CFBundleName</key><string>Paint</string>", icons: icon)
    #expect(Self.fingerprints(new).isSuperset(of: Self.fingerprints(old)))
    let baseline = try FindingBaseline(old.baseline.text, file: "old")
    let compared = try LintReport(
      [Linter().lint("\(folder.path)/Paint.app")], FindingFilter(LintSettings()), baseline: baseline,
      surroundings: ReportSurroundings(workingFolder: folder.path, checkout: folder.path))
    #expect(compared.comparison?.gone == 0 && compared.comparison?.known == old.findings.count)
  }

  @Test func fingerprintsDistinguishFindings() throws {
    let one = Self.fingerprints(try report(Self.item([("Type", "a")])))
    let other = Self.fingerprints(try report(Self.item([("Type", "b")])))
    #expect(one != other)
    let twice = try report(Self.item([("Type", "a")]) + Self.item([("Type", "a")]))
    #expect(Self.fingerprints(twice).count == twice.findings.count && Self.fingerprints(twice).isSuperset(of: one))
  }

  /// Services that compare fingerprints need their version.
  @Test func sarifNamesTheFingerprintKind() throws {
    let text = try #require(LintFormats.named("sarif")).make(try report(Self.items)).plain
    let log = try LenientJSON.parse(Array(text.utf8), file: "log").root
    let results = try #require(log["runs"]?.array?.first?["results"]?.array)
    try #require(!results.isEmpty)
    for result in results {
      let prints = result["partialFingerprints"]
      #expect(prints?["homescreenFinding/v2"]?.string != nil)
      #expect(prints?["homescreenFinding/v2"]?.string == prints?["primaryLocationLineHash"]?.string)
    }
  }

  /// A replacement of lines removes a key; of two equal keys either may go.
  @Test func sarifHasPropertyListFixes() throws {
    let text =
      "<key>A</key><true/>\n<key>CFBundleName</key><string>Paint</string>\n<key>CFBundleName</key><string>Paint</string>"
    let report = try report("", before: text)
    let sarif = try #require(LintFormats.named("sarif")).make(report).plain
    #expect(SARIFChecker(sarif).faults == [])
    let results = try LenientJSON.parse(Array(sarif.utf8), file: "log").root["runs"]?.array?.first?["results"]?.array
    let result = try #require(results?.first { $0["ruleId"]?.string == "duplicate-key" })
    let change = try #require(result["fixes"]?.array?.first?["artifactChanges"]?.array?.first)
    #expect(change["artifactLocation"]?["uri"]?.string == "Paint.app/Info.plist")
    let region = try #require(change["replacements"]?.array?.first?["deletedRegion"])
    #expect(region["startLine"]?.number == 3 && region["endLine"]?.number == 4 && region["endColumn"]?.number == 1)
  }
}
