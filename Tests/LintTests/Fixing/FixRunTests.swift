import AppPackages
import Lint
import PropertyLists
import TestSupport
import Testing

/// Linting, mending and linting again.
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

  private static let mendable: Set<RuleCode> = ["icon-file-listed-twice", "duplicate-key"]
  private static let linter = Linter(Rules.all.filter { mendable.contains($0.code) })

  private func lint(_ fixture: FixFixture) throws -> (packages: [AppPackage], findings: [Finding]) {
    let packages = [try fixture.package()]
    return (packages, Self.linter.findings(in: packages))
  }

  @Test func whatIsMendedIsNotFoundAgain() throws {
    let fixture = FixFixture(["Info.plist": Self.plist])
    let mendable = Self.mendable
    #expect(Set(try lint(fixture).findings.filter { $0.fix != nil }.map(\.code)) == mendable)
    let run = try FixRun { try lint(fixture) }
    #expect(Set(run.fixed.map(\.code)) == mendable && run.refusals.isEmpty)
    #expect(run.files == ["Paint/Info.plist"])
    #expect(Set(run.remaining.map(\.code)).isDisjoint(with: mendable))
    let text = try #require(fixture.text("Info.plist"))
    #expect(text.contains("<!-- of the app -->") && text.contains("<!-- once more -->"))
    let second = try FixRun { try lint(fixture) }
    #expect(second.fixed.isEmpty && second.files.isEmpty && fixture.text("Info.plist") == text)
  }

  @Test func unequalDuplicatesAreForAPerson() throws {
    let other = Self.plist.replacing(
      "<!-- once more -->\n  <key>CFBundleName</key>\n  <string>Paint", with: "<key>CFBundleName</key>\n  <string>Other"
    )
    let fixture = FixFixture(["Info.plist": other])
    let found = try #require(try lint(fixture).findings.first { $0.code == "duplicate-key" })
    #expect(found.fix == nil)
  }

  /// Two builds, of which each brings its own finding of the same fault.
  @Test func severalBuildsAreMendedOnce() throws {
    let fixture = FixFixture(["Info.plist": Self.plist])
    let run = try FixRun {
      let packages = [try fixture.package(), try fixture.package()]
      return (packages, packages.flatMap { Self.linter.findings(in: $0) })
    }
    #expect(run.refusals.isEmpty)
    #expect(run.remaining.allSatisfy { $0.fix == nil })
  }

  /// What is in the way in the first round is made in the second.
  @Test func clashesComeAfterEachOther() throws {
    let fixture = FixFixture(["Info.plist": Self.plist])
    let wishes = ["A", "B"]
    let run = try FixRun {
      let package = try fixture.package()
      let now = package.infoPlist["CFBundleSpokenName"]?.string ?? ""
      let findings = wishes.filter { !now.contains($0) }.map { wish in
        var finding = Finding("wish", .note, wish)
        finding.fix = Fix(
          .safe, wish, [.set([.key("CFBundleSpokenName")], .string(now + wish), file: "Paint/Info.plist")])
        return finding
      }
      return ([package], findings)
    }
    #expect(run.fixed.map(\.message) == ["A", "B"])
    #expect(try fixture.package().infoPlist["CFBundleSpokenName"]?.string == "AB")
  }
}
