import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The path of an alternate's picture, and the icon that the user sees.
@Suite struct PictureLocationTests {
  private func shown(
    files: Packages.Files = [], catalog: AssetCatalog? = nil, list: PropertyListValue = ["new"], os: String = "10.3"
  ) throws -> String? {
    let package = try Packages.make(
      [
        "CFBundleIdentifier": "com.example.places", "UIDeviceFamily": [1],
        "CFBundleIcons": [
          "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["old"]],
          "CFBundleAlternateIcons": ["new": ["CFBundleIconFiles": list]],
        ],
      ], files: files + [("old@3x.png", 180)], catalog: catalog)
    let scene = try Scene(os: os, package: package)
    try scene.request("new")
    try scene.tapOK()
    #expect(scene.codes == [0])
    let picture = try scene.device.springboard.icon(for: scene.app).picture()
    return picture.isPlaceholder ? nil : picture.file
  }

  /// ICON-113, ICON-117.
  @Test func pictureInTheBundleRootIsFoundUnderAnyName() throws {
    #expect(try shown(files: [("new@3x.png", 180)]) == "new@3x.png")
    #expect(try shown(files: [("任意-2 x@3x.png", 180)], list: ["任意-2 x"]) == "任意-2 x@3x.png")
  }

  /// ICON-125.
  @Test func pictureInAnUnreferencedSetIsNotShown() throws {
    let catalog = AssetCatalog(sets: [
      AssetSet(name: "new", kind: .appIcon, entries: [AssetEntry(idiom: "iphone", scale: 3, filename: "new.png")])
    ])
    #expect(try shown(catalog: catalog) == "old@3x.png")
    #expect(try shown(catalog: catalog, os: "17.5") == nil)
  }

  /// ICON-126.
  @Test func pictureInANestedBundleIsNotShown() throws {
    #expect(try shown(files: [("Icons.bundle/new@3x.png", 180)]) == "old@3x.png")
  }

  @Test func pictureForTheScreenScaleIsPreferred() throws {
    let set = AssetSet(
      name: "Set", kind: .appIcon,
      entries: [
        AssetEntry(idiom: "iphone", size: .init(width: 40, height: 40), scale: 3, filename: "40@3x.png"),
        AssetEntry(idiom: "iphone", size: .init(width: 60, height: 60), scale: 2, filename: "60@2x.png"),
      ])
    let package = try Packages.make(
      [
        "CFBundleIdentifier": "com.example.set", "UIDeviceFamily": [1],
        "CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconName": "Set"]],
      ], catalog: AssetCatalog(sets: [set]))
    let scene = try Scene(os: "16.0", model: DeviceModel(named: "iPhone 8"), package: package)
    #expect(try scene.device.springboard.icon(for: scene.app).picture().file == "60@2x.png")
  }
}
