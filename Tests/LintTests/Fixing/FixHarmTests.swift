import AppPackages
import Events
import HomeScreenSimulator
import Lint
import PropertyLists
import TestSupport
import Testing

/// Fixes must not do harm.
@Suite struct FixHarmTests {
  private typealias State = (packages: [AppPackage], findings: [Finding])

  /// The result of `check` for each icon and quick action on each device and version.
  private static func cells(_ packages: [AppPackage]) -> [String: CheckCell.Verdict] {
    var cells: [String: CheckCell.Verdict] = [:]
    for package in AppBuilds.archived(among: packages) {
      let check = AppCheck(package)
      for row in check.rows {
        for (model, spans) in zip(check.models, row.spans) {
          for os in check.versions {
            for (index, span) in spans.filter({ $0.from <= os && os <= $0.to }).enumerated() {
              cells["\(package.build?.target ?? "") \(row.subject) \(model.name) \(os) \(index)"] = span.cell.verdict
            }
          }
        }
      }
    }
    return cells
  }

  /// Fixes a project and checks that the result is not worse.
  ///
  /// - Parameter writes: false to leave the disk unchanged.
  private static func fix(_ path: String, unsafe: Bool = false, writes: Bool = true) throws -> FixRun {
    var first: State?
    var last: State = ([], [])
    let run = try FixRun(writes: writes, includingUnsafe: unsafe) {
      let packages = try AppPackage.builds(at: path).packages
      last = (packages, Linter().findings(in: packages))
      if first == nil { first = last }
      return last
    }
    let before = try #require(first)
    let (old, new) = (before.findings.count { $0.severity != .note }, last.findings.count { $0.severity != .note })
    #expect(new <= old, "\(path): \(run.fixed)")
    guard !run.changes.isEmpty else { return run }
    #expect(new < old || run.fixed.allSatisfy { $0.severity == .note }, "\(path): \(run.fixed)")
    let after = cells(last.packages)
    for (cell, verdict) in cells(before.packages) where verdict != .fails {
      #expect(after[cell] == verdict || after[cell] == .holds, "\(path): \(cell)")
    }
    return run
  }

  private static func entry(_ name: String, _ files: String...) -> String {
    let names = files.map { "<string>\($0)</string>" }.joined()
    return "<key>\(name)</key><dict><key>CFBundleIconFiles</key><array>\(names)</array></dict>"
  }

  private static func project(_ plist: String, _ settings: String = "", sets: [String] = ["AppIcon"]) -> TemporaryFolder
  {
    let folder = TemporaryFolder()
    for (path, text) in FixFixture.project("ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon; \(settings)") {
      let media = "M = { isa = PBXFileReference; path = Media.xcassets; sourceTree = \"<group>\"; };"
      folder.write(
        "Paint/\(path)",
        text.replacing("buildPhases = ();", with: "buildPhases = (R);").replacing(
          "objects = {",
          with: """
            objects = {
              \(media)
              R = { isa = PBXResourcesBuildPhase; files = (B, N2, N3, D2, D3); };
              B = { isa = PBXBuildFile; fileRef = M; };
              \(["N2": "Night@2x", "N3": "Night@3x", "D2": "Day@2x", "D3": "Day@3x"].sorted { $0.key < $1.key }.map {
                "\($0.key) = { isa = PBXBuildFile; fileRef = \($0.key)F; };"
                  + " \($0.key)F = { isa = PBXFileReference; path = \"\($0.value).png\"; sourceTree = \"<group>\"; };"
              }.joined(separator: "\n"))
            """))
    }
    folder.write("Paint/App/Info.plist", FixFixture.plist(plist))
    for set in sets {
      folder.write(
        "Paint/Media.xcassets/\(set).appiconset/Contents.json",
        #"{"images": [{"filename": "i.png", "idiom": "universal", "platform": "ios", "size": "1024x1024"}]}"#)
      folder.write("Paint/Media.xcassets/\(set).appiconset/i.png", CatalogPictures.png(side: 1024, alphas: []))
    }
    for (scale, side) in [(2, 120), (3, 180)] {
      for name in ["Night", "Day"] {
        folder.write("Paint/\(name)@\(scale)x.png", CatalogPictures.png(side: side, alphas: []))
      }
    }
    return folder
  }

  private static func icons(_ entries: String) -> String {
    "<key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>\(entries)</dict></dict>"
  }

  /// ICON-111
  @Test func alternatesAreCopiedForIPad() throws {
    let folder = Self.project(
      Self.icons(Self.entry("Night", "Night") + Self.entry("Day", "Day")) + "<key>LSRequiresIPhoneOS</key><true/>")
    let run = try Self.fix("\(folder.path)/Paint")
    #expect(run.fixed.map(\.code) == ["ipad-alternates-missing"], "\(run.refusals)")
    let text = try #require(folder.read("Paint/App/Info.plist"))
    let keys = try AppPackage(contentsOf: "\(folder.path)/Paint").build?.writtenInfoPlist.keys ?? []
    // The new key is next to its sibling.
    let place = try #require(keys.firstIndex(of: "CFBundleIcons"))
    #expect(keys[place + 1] == "CFBundleIcons~ipad", "\(text)")
  }

  @Test func entryWithoutAPictureIsNotCopied() throws {
    let folder = Self.project(Self.icons(Self.entry("Night", "Night") + Self.entry("Gone", "Gone")))
    _ = try Self.fix("\(folder.path)/Paint")
    let written = try AppPackage(contentsOf: "\(folder.path)/Paint").build?.writtenInfoPlist
    let names = written?.value(at: "CFBundleIcons~ipad", "CFBundleAlternateIcons")?.dictionary?.keys ?? []
    #expect(!names.contains("Gone"))
  }

  /// A copied entry would share its pictures with the misspelt one, which is to be renamed: there is no fix.
  @Test func entryIsNotCopiedNextToItsMisspeltName() throws {
    let other = Self.entry("Nigth", "Night") + Self.entry("Day", "Day")
    let folder = Self.project(
      Self.icons(Self.entry("Night", "Night") + Self.entry("Day", "Day"))
        + Self.icons(other).replacing("CFBundleIcons<", with: "CFBundleIcons~ipad<")
        + "<key>LSRequiresIPhoneOS</key><true/>")
    let run = try FixRun(writes: false) {
      let packages = try AppPackage.builds(at: "\(folder.path)/Paint").packages
      return (packages, Linter().findings(in: packages))
    }
    #expect(run.fixed.isEmpty && !run.refusals.contains { $0.reason.hasSuffix("[alternates-share-files]") }, "\(run)")
  }

  /// ICON-140: the names are wrong, and correct ones would be declared twice.
  @Test func nameIsNotCorrectedIfItsIconWouldStopChanging() throws {
    let alternates = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = night;"
    let byHand = Self.entry("Night", "Night")
    let both = Self.icons(byHand) + Self.icons(byHand).replacing("CFBundleIcons<", with: "CFBundleIcons~ipad<")
    let harmful = Self.project(both, alternates, sets: ["AppIcon", "Night"])
    let run = try Self.fix("\(harmful.path)/Paint")
    #expect(run.fixed.isEmpty && run.refusals.contains { $0.reason.contains("would make the icon “Night” on") })
    let good = Self.project("", alternates, sets: ["AppIcon", "Night"])
    #expect(try Self.fix("\(good.path)/Paint").fixed.map(\.code) == ["alternate-name-case"])
  }

  @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
  func fixesOfTheCorpusAreHarmless() throws {
    let corpus = try #require(Corpus.path)
    for directory in GroundTruth.directories(corpus) {
      let path = "\(corpus)/\(directory)"
      guard (try? AppPackage.builds(at: path)) != nil else { continue }
      for unsafe in [false, true] {
        let run = try Self.fix(path, unsafe: unsafe, writes: false)
        print("\(directory): \(run.fixed.count) fixed, \(run.refusals.map(\.reason))")
      }
    }
  }
}
