import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// `UIImage(named:)`.
@Suite struct ImageTests {
  private func package() throws -> AppPackage {
    try Packages.make(
      ["CFBundleIdentifier": "com.example.pictures", "UIDeviceFamily": [1, 2]],
      files: [
        ("loose@2x.png", 120), ("loose@3x.png", 180), ("loose@2x~ipad.png", 152), ("both@3x.png", 30),
        ("icons/deep@3x.png", 9), ("set@3x.png", 12),
      ],
      catalog: AssetCatalog(sets: [
        AssetSet(
          name: "both", kind: .image,
          entries: [
            AssetEntry(scale: 2, filename: "both-2.png", pixelSize: AssetEntry.Size(width: 40, height: 20)),
            AssetEntry(scale: 3, filename: "both-3.png", pixelSize: AssetEntry.Size(width: 60, height: 30)),
          ]),
        AssetSet(
          name: "small", kind: .image,
          entries: [
            AssetEntry(scale: 3, appearance: .dark, filename: "small-dark.png"),
            AssetEntry(scale: 1, filename: "small-1.png"), AssetEntry(scale: 2, filename: "small-2.png"),
          ]),
        AssetSet(name: "icon", kind: .appIcon, entries: [AssetEntry(scale: 2, filename: "icon.png")]),
        AssetSet(name: "set", kind: .appIcon), AssetSet(name: "empty", kind: .image, entries: [AssetEntry(scale: 2)]),
      ]))
  }

  private func image(
    _ name: String, os: String = "17.5", model: DeviceModel = .iPhone, _ distribution: Distribution = .development
  ) throws -> AppImage? {
    let scene = try Scene(
      os: os, model: model, package: package(), options: InstallOptions(distribution: distribution))
    return try scene.app.run { try $0.image(named: name) }
  }

  @Test func looseFileIsFoundByBaseNameForTheDeviceAndScreen() throws {
    let image = try #require(try image("loose"))
    #expect(image.file == "loose@3x.png")
    #expect(image.source == .loose)
    #expect(image.scale == 3)
    #expect(image.size?.width == 60)
    #expect(image.size?.height == 60)
    #expect(try self.image("loose", model: .iPad)?.file == "loose@2x~ipad.png")
    #expect(try self.image("icons/deep")?.file == "icons/deep@3x.png")
    for name in ["deep", "Loose", "", "nothing", "../loose", "a\0b"] { #expect(try self.image(name) == nil, "\(name)") }
  }

  /// ICON-242.
  @Test func imageSetPrecedesFilesAndUsesTheScreenScale() throws {
    let image = try #require(try image("both"))
    #expect(image.file == "both-3.png")
    #expect(image.source == .catalog)
    #expect(image.size?.width == 20)
    #expect(image.size?.height == 10)
    #expect(try self.image("both", model: .iPad)?.file == "both-2.png")
    #expect(try self.image("empty") == nil)
    #expect(try self.image("small")?.file == "small-2.png")
    #expect(try self.image("small", model: .iPad)?.file == "small-2.png")
  }

  /// ICON-165, ICON-166.
  @Test func appIconSetsAreImagesOnlyBeforeIOS18() throws {
    #expect(try image("icon", os: "17.5")?.file == "icon.png")
    #expect(try image("icon", os: "17.5", .testFlight) == nil)
    #expect(try image("icon", os: "17.5", .appStore) == nil)
    #expect(try image("icon", os: "18.0") == nil)
    #expect(try image("set", os: "17.5")?.source == .catalog)
    #expect(try image("set", os: "18.0")?.file == "set@3x.png")
    #expect(try image("set", os: "17.5", .testFlight)?.file == "set@3x.png")
  }

  @Test func onlyAppCodeFindsPictures() throws {
    let scene = try Scene(package: package())
    var application: Application?
    try scene.app.run { application = $0 }
    #expect(simulatorError { _ = try application?.image(named: "loose") }?.code == .outsideTheApp)
  }
}
