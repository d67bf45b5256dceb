import AppPackages
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// The differences between a build and its source.
@Suite struct BuildComparisonTests {
  private static let plist = """
    {
      CFBundleIdentifier = "com.example.paint"; CFBundleName = Paint; CFBundleVersion = 1; UIDeviceFamily = (1, 2);
      UIBackgroundModes = (audio);
      CFBundleIcons = {
        CFBundlePrimaryIcon = { CFBundleIconName = AppIcon; };
        CFBundleAlternateIcons = { night = { CFBundleIconFiles = (night); }; day = { CFBundleIconName = Day; }; };
      };
      UIApplicationShortcutItems = (
        { UIApplicationShortcutItemType = draw; UIApplicationShortcutItemTitle = Draw;
          UIApplicationShortcutItemIconFile = pen; },
        { UIApplicationShortcutItemType = open; UIApplicationShortcutItemTitle = Open; }
      );
    }
    """

  private static let files: [String: [UInt8]] = [
    "night@2x.png": TestPictures.png(120), "night@3x.png": TestPictures.png(180),
    "pen@2x.png": TestPictures.png(70),
    "de.lproj/InfoPlist.strings": Array("Draw = Malen; CFBundleName = Farbe;".utf8),
    "fr.lproj/InfoPlist.strings": Array("Draw = Dessiner;".utf8),
  ]

  private static let catalog = AssetCatalog(
    sets: ["AppIcon", "Day"].map { name in
      AssetSet(
        name: name, kind: .appIcon,
        entries: [
          AssetEntry(platform: "ios", pixelSize: AssetEntry.Size(width: 1024, height: 1024)),
          AssetEntry(
            platform: "ios", appearance: .dark, pixelSize: AssetEntry.Size(width: 1024, height: 1024)),
        ])
    })

  /// An app with these files after a change.
  private static func app(_ change: (inout String, inout [String: [UInt8]]) -> Void = { _, _ in }) throws -> AppPackage
  {
    var plist = plist
    var files = files
    change(&plist, &files)
    files["Info.plist"] = Array(plist.utf8)
    var package = try AppPackage(tree: try MemoryTree(name: "Paint.app", files))
    package.catalog = catalog
    return package
  }

  private func differences(
    _ change: (inout String, inout [String: [UInt8]]) -> Void
  ) throws -> [BuildDifference] {
    BuildComparison(of: try Self.app(), with: try Self.app(change)).differences
  }

  private static let changes: [(kind: BuildDifference.Kind, name: String, from: String, to: String)] = [
    (.identifierChanged, "CFBundleIdentifier", "com.example.paint", "com.example.other"),
    (.deviceLost, "UIDeviceFamily", "(1, 2)", "(1)"),
    (.keyLost, "UIBackgroundModes", "UIBackgroundModes = (audio);", ""),
    (.keyAdded, "UIFileSharingEnabled", "UIBackgroundModes", "UIFileSharingEnabled = 1; UIBackgroundModes"),
    (.keyChanged, "UIBackgroundModes", "(audio)", "(voip)"),
    (.caseChanged, "UIBackgroundModes", "UIBackgroundModes", "UIBackgroundmodes"),
    (.versionChanged, "CFBundleVersion", "CFBundleVersion = 1", "CFBundleVersion = 2"),
    (.iconLost, "night", "night = { CFBundleIconFiles = (night); };", ""),
    (.iconAdded, "dusk", "night = {", "dusk = { CFBundleIconFiles = (night); }; night = {"),
    (.caseChanged, "night", "night = {", "Night = {"),
    (.iconChanged, "day", "CFBundleIconName = Day", "CFBundleIconName = Noon"),
    (.iconChanged, "CFBundlePrimaryIcon", "CFBundleIconName = AppIcon", "CFBundleIconName = Other"),
    (.actionLost, "open", "UIApplicationShortcutItemType = open;", ""),
    (
      .actionAdded, "share", "{ UIApplicationShortcutItemType = draw",
      "{ UIApplicationShortcutItemType = share; UIApplicationShortcutItemTitle = S; }, { UIApplicationShortcutItemType = draw"
    ),
    (.actionChanged, "open", "= Open", "= Load"), (.actionChanged, "draw", "IconFile = pen", "IconFile = brush"),
    (.caseChanged, "open", "Type = open", "Type = Open"),
  ]

  @Test(arguments: changes.indices)
  func infoPlistsAreCompared(index: Int) throws {
    let change = Self.changes[index]
    #expect(Self.plist.contains(change.from))
    let all = try differences { plist, _ in plist = plist.replacing(change.from, with: change.to, maxReplacements: 1) }
    let found = try #require(all.first { $0.kind == change.kind && $0.name == change.name }, "\(all)")
    #expect(found.devices == [] && !found.help.isEmpty && !found.message.hasSuffix("."))
    #expect(found.location?.file == "Paint.app/Info.plist" && found.builtLocation?.file == "Paint.app/Info.plist")
    // A replaced picture is lost too.
    #expect(all.count == 1 || change.to.contains("brush"), "\(all)")
  }

  private static let fileChanges:
    [(kind: BuildDifference.Kind, name: String, change: @Sendable (inout [String: [UInt8]]) -> Void)] =
      [
        (.pictureLost, "night@3x.png", { $0["night@3x.png"] = nil }),
        (.pictureLost, "draw", { $0["pen@2x.png"] = nil }),
        (.caseChanged, "night@2x.png", { $0["Night@2x.png"] = $0.removeValue(forKey: "night@2x.png") }),
        (.pictureChanged, "night@2x.png", { $0["night@2x.png"] = TestPictures.png(119) }),
        (.languageLost, "fr", { $0["fr.lproj/InfoPlist.strings"] = nil }),
        (.textLost, "de Draw", { $0["de.lproj/InfoPlist.strings"] = Array("CFBundleName = Farbe;".utf8) }),
        (
          .textChanged, "de CFBundleName",
          { $0["de.lproj/InfoPlist.strings"] = Array("Draw = Malen; CFBundleName = X;".utf8) }
        ),
      ]

  @Test(arguments: fileChanges.indices)
  func filesAreCompared(index: Int) throws {
    let change = Self.fileChanges[index]
    let all = try differences { _, files in change.change(&files) }
    #expect(all.map(\.kind) == [change.kind] && all.map(\.name) == [change.name], "\(all)")
    #expect(all.first?.location?.file.hasPrefix("Paint.app/") == true)
  }

  /// If the sets of the compiled catalog are known.
  @Test func catalogsAreCompared() throws {
    var built = try Self.app()
    built.catalog?.sets.removeLast()
    built.catalog?.sets[0].entries.removeLast()
    let all = BuildComparison(of: try Self.app(), with: built).differences
    #expect(all.map(\.kind) == [.sizeLost, .setLost], "\(all)")
    #expect(all.map(\.name) == ["AppIcon 1024x1024 (dark)", "Day"])
    built.catalog?.sets.append(AssetSet(name: "day", kind: .appIcon))
    #expect(BuildComparison(of: try Self.app(), with: built).differences.last?.kind == .caseChanged)
  }

  @Test func unreadableCatalogIsNotCompared() throws {
    var built = try Self.app { _, files in files["Assets.car"] = [1, 2, 3] }
    built.catalog = nil
    let comparison = BuildComparison(of: try Self.app(), with: built)
    #expect(comparison.differences == [] && comparison.hasUnknownCatalog)
  }

  @Test func everyKindIsCovered() {
    let tried = Self.changes.map(\.kind) + Self.fileChanges.map(\.kind) + [.sizeLost, .setLost, .deviceAdded]
    #expect(BuildDifference.Kind.allCases.filter { !tried.contains($0) } == [])
  }

  @Test func equalContentIsNotADifference() throws {
    #expect(try differences { _, _ in } == [])
    // The additions of every build.
    let built = try differences { plist, _ in
      plist = plist.replacing(
        "CFBundleName",
        with: "DTXcode = 1640; BuildMachineOSBuild = 24F; CFBundleSupportedPlatforms = (iPhoneOS); CFBundleName",
        maxReplacements: 1)
    }
    #expect(built == [])
  }

  @Test func differenceOnOneDeviceNamesIt() throws {
    let all = try differences { plist, _ in
      plist = plist.replacing(
        "UIApplicationShortcutItems",
        with: "\"CFBundleIcons~ipad\" = { CFBundlePrimaryIcon = { CFBundleIconName = AppIcon; }; };\n"
          + "UIApplicationShortcutItems", maxReplacements: 1)
    }
    #expect(all.map(\.kind) == [.keyAdded, .iconLost, .iconLost], "\(all)")
    #expect(all.dropFirst().allSatisfy { $0.devices == [.iPad] })
    let phone = BuildComparison(
      of: try Self.app { plist, _ in plist = plist.replacing("(1, 2)", with: "(1)") }, with: try Self.app())
    #expect(phone.differences.map(\.kind) == [.deviceAdded])
  }

  /// A source Info.plist is incomplete: additions of its project and values of its settings are unknown.
  @Test func propertyListWithoutItsProjectIsPartlyCompared() throws {
    let tree = try MemoryTree(
      name: "Paint",
      [
        "Info.plist": Array(
          "{ CFBundleName = \"$(PRODUCT_NAME)\"; CFBundleVersion = \"$(N)\"; UIBackgroundModes = (voip); }".utf8)
      ])
    let all = BuildComparison(of: try AppPackage(tree: tree), with: try Self.app()).differences
    #expect(all.filter { $0.kind == .keyChanged }.map(\.name) == ["UIBackgroundModes"], "\(all)")
    #expect(all.filter { $0.kind == .keyAdded }.map(\.name) == ["CFBundleIcons", "UIApplicationShortcutItems"])
  }
}
