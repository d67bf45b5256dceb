import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The icons that a version of Xcode builds, as devices show them.
@Suite struct IconBuildFactTests {
  private static let picture = AssetEntry(
    platform: "ios", size: AssetEntry.Size(width: 1024, height: 1024), filename: "i.png")

  private static func icon(_ name: String) -> AssetSet {
    AssetSet(
      name: name, kind: .appIcon,
      entries: [AssetEntry(platform: "ios", size: picture.size, filename: "\(name).png")])
  }

  private func package(
    xcode: String, hand names: [String] = [], _ changes: (inout StringTable) -> Void = { _ in },
    sets: [AssetSet] = [icon("AppIcon"), icon("night"), icon("day")]
  ) throws -> AppPackage {
    var plist: PropertyListDictionary = ["CFBundleIdentifier": "com.example.paint", "UIDeviceFamily": [1, 2]]
    if !names.isEmpty {
      let entries = PropertyListDictionary(names.map { ($0, ["CFBundleIconName": .string($0)]) })
      plist["CFBundleIcons"] = ["CFBundleAlternateIcons": .dictionary(entries)]
    }
    var settings: StringTable = [
      "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon", "XCODE_VERSION_ACTUAL": xcode,
      "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES": "night day",
    ]
    changes(&settings)
    return try Packages.make(plist, catalog: AssetCatalog(sets: sets), settings: settings)
  }

  private func home(_ scene: Scene) throws -> IconPicture {
    try scene.device.springboard.icon(for: scene.app).picture()
  }

  /// ICON-140.
  @Test func alternateDeclaredTwiceIsStoredButNotShown() throws {
    let both = try package(xcode: "2600", hand: ["night"])
    for os in ["17.5", "26.1"] {
      let scene = try Scene(os: os, package: both)
      let explanation = try scene.app.explainIcon("night")
      #expect(!explanation.changes && explanation.advice.contains { $0.fact == "ICON-140" })
      try scene.request("night")
      #expect(scene.device.alert != nil)
      try scene.tapOK()
      #expect(scene.codes == [0])
      #expect(try scene.app.run { try $0.alternateIconName } == "night")
      #expect(try home(scene).source == .unchanged && home(scene).file == "AppIcon.png")
      #expect(try home(scene).why.contains { $0.contains("ICON-140") })
      #expect(scene.device.trace.contains { $0.fact == "ICON-140" })
      // An alternate that only the build declares still works.
      try scene.request("day")
      try scene.tapOK()
      #expect(try home(scene).file == "day.png")
    }
  }

  /// ICON-140 applies to the key that a device reads, and to Xcode 26.
  @Test func iconChangesWithoutTheConflict() throws {
    let pad = try Scene(os: "26.0", model: .iPad, package: package(xcode: "2600", hand: ["night"]))
    let older = try Scene(os: "26.0", package: package(xcode: "1640", hand: ["night"]))
    let other = try Scene(os: "26.0", package: package(xcode: "2600", hand: ["hand"]))
    for scene in [pad, older, other] {
      #expect(try scene.app.explainIcon("night").changes)
      try scene.request("night")
      try scene.tapOK()
      #expect(try home(scene).file == "night.png" && home(scene).source == .catalog)
    }
  }

  /// ICON-145.
  @Test func xcode13IgnoresSingleSizePictures() throws {
    let old = try Scene(os: "17.5", package: package(xcode: "1340"))
    #expect(try old.app.explainIcon("night").decision.isRefused)
    let new = try Scene(os: "17.5", package: package(xcode: "1400"))
    #expect(try new.app.explainIcon("night").changes)
  }

  /// ICON-151, ICON-207, ICON-210.
  @Test func flagOfXcode26Point0KeepsTheSetForOlderSystems() throws {
    let sets = [
      Self.icon("AppIcon"),
      AssetSet(name: "AppIcon", kind: .appIcon, entries: [Self.picture], iconComposer: IconComposerDocument()),
    ]
    func file(_ os: String, xcode: String, flag: Bool) throws -> String? {
      let package = try package(
        xcode: xcode,
        {
          $0["ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"] = ""
          if flag { $0["ASSETCATALOG_OTHER_FLAGS"] = "--enable-icon-stack-fallback-generation=disabled" }
        }, sets: sets)
      return try home(Scene(os: os, package: package)).file
    }
    #expect(try file("18.0", xcode: "2600", flag: true) == "AppIcon.png")
    #expect(try file("26.0", xcode: "2600", flag: true) == "AppIcon.icon")
    #expect(try file("18.0", xcode: "2600", flag: false) == "AppIcon.icon")
    #expect(try file("18.0", xcode: "2610", flag: true) == "AppIcon.icon")
    #expect(try file("18.0", xcode: "2630", flag: true) == "AppIcon.icon")
  }
}
