import AppPackages
import Events
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// Fixes applied to files.
@Suite struct FixPlanTests {
  private static let icons = FixFixture.plist(
    """
    <key>CFBundleIcons</key> <!-- by hand -->
    <dict>
      <key>CFBundlePrimaryIcon</key>
      <dict><key>CFBundleIconFiles</key><array><string>Day</string><string>Day</string><string>Dusk</string></array></dict>
    </dict>
    """)
  private static let files: [PropertyListStep] = [
    .key("CFBundleIcons"), .key("CFBundlePrimaryIcon"), .key("CFBundleIconFiles"),
  ]
  private static let file = "Paint/Info.plist"

  private func removing(_ index: Int) -> Fix {
    Fix(.safe, "Remove it", [.remove(Self.files + [.index(index)], file: Self.file)])
  }

  @Test func onlyTheEditChanges() throws {
    let fixture = FixFixture(["Info.plist": Self.icons])
    let plan = try fixture.plan([removing(1)])
    try plan.write()
    #expect(
      fixture.text("Info.plist")
        == Self.icons.replacing("<string>Day</string><string>Day</string>", with: "<string>Day</string>"))
    #expect(plan.fixed.count == 1 && plan.refusals.isEmpty)
  }

  @Test func nothingIsWrittenWithoutWrite() throws {
    let fixture = FixFixture(["Info.plist": Self.icons])
    let diff = try fixture.plan([removing(1)]).diff
    #expect(fixture.text("Info.plist") == Self.icons)
    #expect(diff.hasPrefix("--- a/Info.plist\n+++ b/Info.plist\n@@ -7,7 +7,7 @@\n"))
    #expect(diff.contains("\n-") && diff.contains("\n+"))
  }

  /// Locations refer to the linted file, in any order of fixes.
  @Test(arguments: [[0, 2], [2, 0]]) func removalsDoNotShiftEachOther(_ indices: [Int]) throws {
    let fixture = FixFixture(["Info.plist": Self.icons])
    try fixture.plan(indices.map(removing)).write()
    #expect(try fixture.package().infoPlist.value(at: Self.files)?.strings == ["Day"])
  }

  @Test func firstOfTwoFixesWins() throws {
    let fixture = FixFixture(["Info.plist": Self.icons])
    let set = { (value: String) in
      Fix(.safe, "Set it", [.set(Self.files + [.index(0)], .string(value), file: Self.file)])
    }
    let plan = try fixture.plan([set("One"), set("Two"), removing(0), set("One"), removing(2)])
    #expect(plan.fixed.map(\.message) == ["finding 0", "finding 3", "finding 4"])
    #expect(plan.refusals.map(\.finding.message) == ["finding 1", "finding 2"])
    #expect(plan.refusals.allSatisfy { $0.reason.contains("another fix") })
    try plan.write()
    #expect(try fixture.package().infoPlist.value(at: Self.files)?.strings == ["One", "Day"])
  }

  @Test func fixIsAppliedCompletelyOrNotAtAll() throws {
    let fixture = FixFixture(["Info.plist": Self.icons, "Other.plist": Self.icons])
    let fix = Fix(
      .safe, "Both",
      [.remove(Self.files + [.index(0)], file: "Paint/Other.plist"), .remove([.key("Absent")], file: Self.file)])
    let plan = try fixture.plan([fix])
    #expect(plan.changes.isEmpty && plan.fixed.isEmpty)
    #expect(plan.refusals.first?.reason == "Paint/Info.plist.Absent is missing or has the wrong type")
    #expect(plan.diff.isEmpty)
  }

  @Test func guessesNeedConfirmation() throws {
    let fixture = FixFixture(["Info.plist": Self.icons])
    var guess = removing(1)
    guess.safety = .unsafe
    #expect(try fixture.plan([guess]).unsafe.count == 1)
    #expect(try fixture.plan([guess]).changes.isEmpty)
    #expect(try fixture.plan([guess], includingUnsafe: true).changes.count == 1)
  }

  @Test func changedFileIsNotWritten() throws {
    let fixture = FixFixture(["Info.plist": Self.icons])
    let package = try fixture.package()
    var finding = Finding("test-rule", .warning, "finding")
    finding.fix = removing(1)
    let plan = FixPlan([finding], of: [package])
    let changed = Self.icons.replacing("Dusk", with: "Dawn")
    fixture.folder.write("Paint/Info.plist", changed)
    #expect(throws: FixError.self) { try plan.write() }
    #expect(fixture.text("Info.plist") == changed)
    #expect(
      FixPlan([finding], of: [package]).refusals.first?.reason == "Paint/Info.plist has changed since it was linted")
  }

  @Test func nothingOutsideTheInputIsWritten() throws {
    let fixture = FixFixture(["Info.plist": Self.icons, "Inner/Kept": ""])
    let inner = try OutputFolder("\(fixture.path)/Inner")
    let plan = try fixture.plan([removing(1)], in: inner)
    #expect(plan.changes.isEmpty)
    #expect(plan.refusals.first?.reason.contains("is outside of") == true)
    let elsewhere = Fix(.safe, "Elsewhere", [.remove([.key("A")], file: "Other/Info.plist")])
    #expect(try fixture.plan([elsewhere]).refusals.first?.reason == "Other/Info.plist is not a file that was linted")
    let above = Fix(.safe, "Above", [.remove([.key("A")], file: "Paint/../Secret.plist")])
    fixture.folder.write("Secret.plist", Self.icons)
    #expect(try fixture.plan([above]).changes.isEmpty)
  }

  @Test func linksOutAreNotFollowed() throws {
    let fixture = FixFixture(["Info.plist": Self.icons])
    fixture.folder.write("Secret/Other.plist", Self.icons)
    fixture.folder.link("Paint/Linked", to: "\(fixture.folder.path)/Secret")
    let fix = Fix(.safe, "Through a link", [.remove(Self.files + [.index(0)], file: "Paint/Linked/Other.plist")])
    let plan = try fixture.plan([fix])
    #expect(plan.changes.isEmpty && plan.refusals.count == 1)
    #expect(fixture.folder.read("Secret/Other.plist") == Self.icons)
  }

  @Test func allFilesAreWrittenOrNone() throws {
    let fixture = FixFixture(["Info.plist": Self.icons, "A/Other.plist": Self.icons])
    let fixes = ["Paint/A/Other.plist", Self.file].map {
      Fix(.safe, "Remove it", [.remove(Self.files + [.index(0)], file: $0)])
    }
    let plan = try fixture.plan(fixes)
    #expect(plan.changes.count == 2)
    fixture.folder.write("Paint/Info.plist", "gone")
    #expect(throws: FixError.self) { try plan.write() }
    #expect(fixture.text("A/Other.plist") == Self.icons)
  }

  /// The file has more than the linted result of the build.
  @Test func preprocessedFilesAreNotEdited() throws {
    var files = FixFixture.project("INFOPLIST_PREPROCESS = YES;")
    files["App/Info.plist"] = Self.icons.replacing("<dict><key>CFB", with: "\n#if 1\n<dict><key>CFB")
      .replacing("</array></dict>", with: "</array></dict>\n#endif\n")
    let fixture = FixFixture(files)
    let plan = try fixture.plan([Fix(.safe, "Remove it", [.remove(Self.files, file: "Paint/App/Info.plist")])])
    #expect(plan.changes.isEmpty)
    #expect(plan.refusals.first?.reason.contains("goes through the C preprocessor") == true)
  }

  @Test func signedAppsAreNotEdited() throws {
    let folder = TemporaryFolder()
    folder.write("Paint.app/Info.plist", Self.icons)
    folder.write("Paint.app/_CodeSignature/CodeResources", "")
    let package = try AppPackage(contentsOf: "\(folder.path)/Paint.app")
    var finding = Finding("test-rule", .warning, "finding")
    finding.fix = Fix(.safe, "Remove it", [.remove(Self.files, file: package.infoPlistFile)])
    #expect(FixPlan([finding], of: [package]).refusals.first?.reason.contains("signed") == true)
  }

  @Test func filesInMemoryAreShownAndNotWritten() throws {
    let tree = try MemoryTree(name: "Paint", ["Info.plist": Array(Self.icons.utf8)])
    let package = try AppPackage(tree: tree)
    var finding = Finding("test-rule", .warning, "finding")
    finding.fix = removing(1)
    let plan = FixPlan([finding], of: [package])
    #expect(!plan.diff.isEmpty)
    #expect(throws: FixError.self) { try plan.write() }
  }
}

extension PropertyListDictionary {
  fileprivate func value(at steps: [PropertyListStep]) -> PropertyListValue? {
    var value: PropertyListValue? = .dictionary(self)
    for case .key(let key) in steps { value = value?.dictionary?[key] }
    return value
  }
}
