import AppPackages
import Events
import Lint
import PropertyLists
import TestSupport
import Testing

/// Repeated linting and fixing.
@Suite struct FixRunTests {
  private static let plist = FixFixture.plist(
    """
    <key>CFBundleIcons</key>
    <dict>
      <key>CFBundleAlternateIcons</key>
      <dict>
        <key>Night</key>
        <dict><key>CFBundleIconFiles</key><array><string>Night</string><string>Night</string></array></dict>
      </dict>
    </dict>
    <key>CFBundleName</key>
    <string>Paint</string>
    <!-- once more -->
    <key>CFBundleName</key>
    <string>Paint</string>
    """)

  private static let fixable: Set<RuleCode> = ["icon-file-listed-twice", "duplicate-key"]
  private static let linter = Linter(Rules.all.filter { fixable.contains($0.code) })

  private func lint(_ fixture: FixFixture) throws -> (packages: [AppPackage], findings: [Finding]) {
    let packages = [try fixture.package()]
    return (packages, Self.linter.findings(in: packages))
  }

  @Test func fixedFindingsAreNotFoundAgain() throws {
    let fixture = FixFixture(["Info.plist": Self.plist])
    let fixable = Self.fixable
    #expect(Set(try lint(fixture).findings.filter { $0.fix != nil }.map(\.code)) == fixable)
    let run = try FixRun { try lint(fixture) }
    #expect(Set(run.fixed.map(\.code)) == fixable && run.refusals.isEmpty)
    #expect(run.changes.map(\.file) == ["Paint/Info.plist"])
    #expect(Set(run.remaining.map(\.code)).isDisjoint(with: fixable))
    let text = try #require(fixture.text("Info.plist"))
    #expect(text.contains("<!-- of the app -->") && text.contains("<!-- once more -->"))
    let second = try FixRun { try lint(fixture) }
    #expect(second.fixed.isEmpty && second.changes.isEmpty && fixture.text("Info.plist") == text)
  }

  @Test func unequalDuplicatesAreLeftToTheUser() throws {
    let other = Self.plist.replacing(
      "<!-- once more -->\n  <key>CFBundleName</key>\n  <string>Paint", with: "<key>CFBundleName</key>\n  <string>Other"
    )
    let fixture = FixFixture(["Info.plist": other])
    let found = try #require(try lint(fixture).findings.first { $0.code == "duplicate-key" })
    #expect(found.fix == nil)
  }

  /// Two builds report the same problem separately.
  @Test func severalBuildsAreFixedOnce() throws {
    let fixture = FixFixture(["Info.plist": Self.plist])
    let run = try FixRun {
      let packages = [try fixture.package(), try fixture.package()]
      return (packages, packages.flatMap { Self.linter.findings(in: $0) })
    }
    #expect(run.refusals.isEmpty)
    #expect(run.remaining.allSatisfy { $0.fix == nil })
  }

  /// Each wish adds a letter to the name; all change the same text.
  private func wishes(_ fixture: FixFixture) throws -> (packages: [AppPackage], findings: [Finding]) {
    let package = try fixture.package()
    let now = package.infoPlist["CFBundleSpokenName"]?.string ?? ""
    return ([package], ["A", "B"].filter { !now.contains($0) }.map { Self.wish($0, now + $0) })
  }

  private static func wish(_ message: String, _ name: String) -> Finding {
    var finding = Finding("wish", .note, message)
    finding.fix = Fix(.safe, message, [.set([.key("CFBundleSpokenName")], .string(name), file: "Paint/Info.plist")])
    return finding
  }

  /// Fixes that conflict in the first round are applied in the second.
  @Test func conflictingFixesRunInTurn() throws {
    let fixture = FixFixture(["Info.plist": Self.plist])
    let run = try FixRun { try wishes(fixture) }
    #expect(run.fixed.map(\.message) == ["A", "B"] && run.changes.count == 1)
    #expect(try fixture.package().infoPlist["CFBundleSpokenName"]?.string == "AB")
  }

  /// All rounds run in memory, so the shown changes are the written ones.
  @Test func shownChangesAreTheWrittenOnes() throws {
    let fixture = FixFixture(["Info.plist": Self.plist])
    let shown = try FixRun(writes: false) { try wishes(fixture) }
    #expect(fixture.text("Info.plist") == Self.plist)
    #expect(shown.fixed.map(\.message) == ["A", "B"])
    let written = try FixRun { try wishes(fixture) }
    #expect(shown.diff.text == written.diff.text && shown.diff.text.contains("<string>AB</string>"))
    #expect(!shown.diff.text.contains("<string>A</string>"))
    #expect(shown.changes.map(\.after) == [Array(try #require(fixture.text("Info.plist")).utf8)])
  }

  @Test func ineffectiveFixIsMadeOnce() throws {
    let fixture = FixFixture(["Info.plist": Self.plist])
    let run = try FixRun {
      let package = try fixture.package()
      let now = package.infoPlist["CFBundleSpokenName"]?.string ?? ""
      return ([package], [Self.wish("it is too short", now + "x")])
    }
    #expect(run.fixed.isEmpty && run.remaining.count == 1)
    #expect(run.refusals.map(\.reason) == ["its fix was applied, but the fault was found again"])
    #expect(try fixture.package().infoPlist["CFBundleSpokenName"]?.string == "x")
  }

  /// Two rules that undo each other's fixes.
  @Test func circularFixesEnd() throws {
    let fixture = FixFixture(["Info.plist": Self.plist])
    var rounds = 0
    let run = try FixRun {
      rounds += 1
      let package = try fixture.package()
      let isA = package.infoPlist["CFBundleSpokenName"]?.string == "A"
      return ([package], [isA ? Self.wish("no A", "B") : Self.wish("no B", "A")])
    }
    // Each change is tried before it is written.
    #expect(rounds < 9 && run.refusals.count == 1)
  }

  @Test func windowsLineEndingsStayInBuildSettings() throws {
    let text = "// hi\r\nASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = gold \\\r\n  silver // c\r\nX = 1\r\n"
    let fixture = FixFixture(FixFixture.project("", xcconfig: text))
    let plan = try fixture.plan(
      [("gold", "Gold"), ("silver", "Silver")].map { old, new in
        Fix(
          .safe, new, [.replace(old, with: new, at: SourceLocation(file: "Paint/Icons.xcconfig", line: 2, column: 1))])
      })
    #expect(plan.refusals.map(\.reason) == [])
    try plan.write()
    #expect(fixture.text("Icons.xcconfig") == text.replacing("gold", with: "Gold").replacing("silver", with: "Silver"))
  }
}
