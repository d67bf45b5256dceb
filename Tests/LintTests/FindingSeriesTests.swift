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

  // MARK: Several lists, targets and files

  /// The icon is missing in the lists of both kinds of device.
  @Test func missingPictureIsOneFindingForBothKindsOfDevice() throws {
    func entries(_ ending: String) -> String {
      ["one", "two"].map { name in
        Self.entry(name, "<key>CFBundleIconFiles</key><array><string>\(name)\(ending)</string></array>")
      }.joined()
    }
    let all = try findings(
      Self.icons("CFBundleIcons", entries("")) + Self.icons("CFBundleIcons~ipad", entries("~ipad")))
    let found = all.filter { $0.code == "icon-file-missing" }
    #expect(found.count == 1 && found[0].devices == [.iPhone, .iPad] && found[0].otherLocations.count == 3, "\(found)")
    #expect(found.first?.message.hasPrefix("CFBundleIcons.one names “one”") == true)
    #expect(found.first?.help?.contains("For iPad: Add one~ipad@2x.png") == true, "\(found)")
    // Another icon of the list for iPad has a cause that the list for iPhone does not have.
    let other = try findings(Self.icons("CFBundleIcons", entries("")) + Self.icons("CFBundleIcons~ipad", entries("-x")))
    #expect(other.filter { $0.code == "icon-file-missing" }.count == 2)
  }

  /// A project with targets of these Info.plists and resources.
  private static func project(_ targets: [(info: String, resources: [String])], _ files: [String: [UInt8]]) throws
    -> [AppPackage]
  {
    var objects = ""
    let names = Set(targets.flatMap(\.resources)).sorted()
    for name in names {
      objects += "\"F\(name)\" = { isa = PBXFileReference; path = \"\(name)\"; sourceTree = SOURCE_ROOT; };\n"
    }
    for (index, target) in targets.enumerated() {
      let built = target.resources.map { "\"B\(index)\($0)\"" }
      for name in target.resources {
        objects += "\"B\(index)\(name)\" = { isa = PBXBuildFile; fileRef = \"F\(name)\"; };\n"
      }
      objects += """
        R\(index) = { isa = PBXResourcesBuildPhase; files = (\(built.joined(separator: ", "))); };
        T\(index) = { isa = PBXNativeTarget; name = App\(index); productType = "com.apple.product-type.application";
          buildConfigurationList = L\(index); buildPhases = (R\(index)); };
        L\(index) = { isa = XCConfigurationList; buildConfigurations = (C\(index)); };
        C\(index) = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos;
          INFOPLIST_FILE = "\(target.info)"; TARGETED_DEVICE_FAMILY = 1; }; };

        """
    }
    let project = """
      { rootObject = P; objects = {
      P = { isa = PBXProject; buildConfigurationList = L; mainGroup = G;
        targets = (\(targets.indices.map { "T\($0)" }.joined(separator: ", "))); };
      L = { isa = XCConfigurationList; buildConfigurations = (C); };
      C = { isa = XCBuildConfiguration; name = Release; buildSettings = {}; };
      G = { isa = PBXGroup; children = (\(names.map { "\"F\($0)\"" }.joined(separator: ", "))); sourceTree = "<group>"; };
      \(objects) }; }
      """
    let tree = try MemoryTree(
      name: "App", files.merging(["App.xcodeproj/project.pbxproj": Array(project.utf8)]) { first, _ in first })
    return try AppPackage.builds(foundIn: tree).packages
  }

  @Test func pictureThatTwoTargetsLackIsOneFinding() throws {
    let item =
      "<dict><key>UIApplicationShortcutItemType</key><string>a</string><key>UIApplicationShortcutItemTitle</key>"
      + "<string>a</string><key>UIApplicationShortcutItemIconFile</key><string>pen</string></dict>"
    let plist = Array(FixFixture.plist("<key>UIApplicationShortcutItems</key><array>\(item)</array>").utf8)
    let packages = try Self.project([("A.plist", []), ("B.plist", [])], ["A.plist": plist, "B.plist": plist])
    let found = Linter().findings(in: packages).filter { $0.code == "shortcut-icon-file-missing" }
    #expect(found.count == 1 && found[0].builds.count == 2, "\(found)")
    #expect(found.first?.otherLocations.map(\.file) == ["App/B.plist"], "\(found)")
  }

  @Test func pictureOfTwoTargetsIsOneFinding() throws {
    func info(_ types: String...) -> [UInt8] {
      let items = types.map { type in
        "<dict><key>UIApplicationShortcutItemType</key><string>\(type)</string><key>UIApplicationShortcutItemTitle</key>"
          + "<string>\(type)</string><key>UIApplicationShortcutItemIconFile</key><string>pen\(type)</string></dict>"
      }
      let key = "<key>UIApplicationShortcutItems</key><array>\(items.joined())</array>"
      return Array(FixFixture.plist(key).utf8)
    }
    func set(_ name: String) -> [String: [UInt8]] {
      let entry = #"{"images": [{"filename": "i.png", "idiom": "universal", "scale": "2x"}]}"#
      return [
        "M.xcassets/\(name).imageset/Contents.json": Array(entry.utf8),
        "M.xcassets/\(name).imageset/i.png": CatalogPictures.png(side: 20, alphas: []),
      ]
    }
    let files = set("pena").merging(set("penb")) { first, _ in first }.merging([
      "A.plist": info("a", "b"), "B.plist": info("x", "b", "a"),
    ]) { first, _ in first }
    let packages = try Self.project([("A.plist", ["M.xcassets"]), ("B.plist", ["M.xcassets"])], files)
    let found = Linter().findings(in: packages).filter { $0.code == "shortcut-icon-size" }
    #expect(found.count == 2 && found.allSatisfy { $0.builds.count == 2 && $0.otherLocations.count == 2 }, "\(found)")
  }

  @Test func iconsOfSomeBuildsFollowTheOthers() throws {
    let names = ["one", "two"]
    let sides = ["@2x": 120, "@3x": 180, "-other@2x": 77]
    var files: [String: [UInt8]] = [:]
    var entries = ""
    for name in names {
      let listed = [name, "\(name)-other"].map { "<string>\($0)</string>" }.joined()
      entries += Self.entry(name, "<key>CFBundleIconFiles</key><array>\(listed)</array>")
      for (ending, side) in sides { files["\(name)\(ending).png"] = CatalogPictures.png(side: side, alphas: []) }
    }
    let pictures = files.keys.sorted()
    files["A.plist"] = Array(FixFixture.plist(Self.icons("CFBundleIcons", entries)).utf8)
    let packages = try Self.project(
      [("A.plist", pictures), ("A.plist", pictures.filter { $0.hasPrefix("one") })], files)
    let found = Linter().findings(in: packages).filter { $0.code == "icon-dimension" }
    #expect(found.map(\.subjects) == [names] && found[0].builds.count == 2, "\(found)")
    #expect(found.first?.message.hasSuffix("; also “two” (not in App1)") == true, "\(found)")
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

  /// Keys that the app reads itself, and a near key next to the right one, are not misspelt.
  @Test(arguments: [
    "<key>ordinal</key><integer>1</integer>",
    "<key>CFBundleIconFiles</key><array><string>n</string></array><key>CFBunbleIconFiles</key><array/>",
  ])
  func otherKeysAreNotMisspelled(content: String) throws {
    let all = try findings(Self.icons("CFBundleIcons", Self.entry("night", content)))
    #expect(all.filter { $0.code == "unknown-icon-key" }.allSatisfy { $0.severity == .note })
  }
}
