import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The look that the user chooses.
@Suite struct LookTests {
  private func entry(_ file: String, _ appearance: AssetEntry.Appearance = .any) -> AssetEntry {
    AssetEntry(
      idiom: "universal", size: .init(width: 1024, height: 1024), scale: 1, appearance: appearance, filename: file)
  }

  private func device(_ os: String, _ entries: [AssetEntry]) throws -> (Device, InstalledApp) {
    let package = try Packages.make(
      ["CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1, 2]],
      catalog: AssetCatalog(sets: [AssetSet(name: "AppIcon", kind: .appIcon, entries: entries)]))
    let device = try Device(os: OSVersion(parsing: os))
    return (device, try device.install(package))
  }

  /// ICON-251, ICON-252.
  @Test func unsupportedLookIsRefused() throws {
    for (os, looks) in [
      ("12.4", [ScreenAppearance.light]), ("17.5", [.light, .dark]), ("18.0", [.light, .dark, .tinted]),
      ("26.0", ScreenAppearance.allCases),
    ] {
      for look in ScreenAppearance.allCases {
        let device = try Device(os: OSVersion(parsing: os))
        if looks.contains(look) {
          try device.setAppearance(look)
          #expect(device.screenPicture.appearance == look)
        } else {
          #expect {
            try device.setAppearance(look)
          } throws: {
            ($0 as? SimulatorError)?.code == .badLook
          }
          #expect(device.appearance == .light)
        }
      }
    }
  }

  /// ICON-147, ICON-251, ICON-254.
  @Test func iconsFollowTheLookOfTheDevice() throws {
    for (os, look, file, isDerived) in [
      ("17.5", ScreenAppearance.dark, "light.png", false), ("18.0", .dark, "dark.png", false),
      ("18.0", .tinted, "light.png", true), ("26.0", .clear, "light.png", true),
      ("26.0", .clearDark, "light.png", true),
    ] {
      let (device, app) = try device(os, [entry("light.png"), entry("dark.png", .dark)])
      let before = device.state
      try device.setAppearance(look)
      #expect(device.state != before)
      let picture = try app.picture()
      #expect(picture.file == file)
      #expect(picture.isDerived == isDerived)
      #expect(device.screenPicture.icons.first?.artwork.picture == picture)
      #expect(try app.picture(appearance: .light).file == "light.png")
    }
    let (device, app) = try device("26.0", [entry("light.png"), entry("mono.png", .tinted)])
    try device.setAppearance(.clear)
    #expect(try app.picture().file == "mono.png")
    #expect(try app.picture().appearance == .tinted)
  }

  /// ICON-253.
  @Test(arguments: [
    ("#78b8fa", "#78b8fa"), ("#FF9500", "#ff9500"), ("#000001", "#000001"), ("ff9500", nil), ("#ff950", nil),
    ("#ff95000", nil), ("#ff950g", nil), ("#+f9500", nil), ("", nil), ("#é0000", nil),
  ])
  func tintIsAColour(text: String, read: String?) throws {
    #expect((try? IconTint(parsing: text))?.description == read)
  }

  /// ICON-253.
  @Test func iconsAreNotTintedBeforeIOS18() throws {
    #expect {
      try Device(os: OSVersion(parsing: "17.5")).setTint(IconTint(parsing: "#ff9500"))
    } throws: {
      ($0 as? SimulatorError)?.fact == "ICON-253"
    }
  }

  /// ICON-255, ICON-256.
  @Test func flatPictureOfADotIconHasAGlassEdge() throws {
    for (os, isFlattened) in [("18.0", true), ("26.0", false)] {
      let package = try Packages.make(
        ["CFBundleIdentifier": "com.example.a", "UIDesignRequiresCompatibility": true],
        catalog: AssetCatalog(sets: [AssetSet(name: "AppIcon", kind: .appIcon, iconComposer: IconComposerDocument())]))
      let app = try Device(os: OSVersion(parsing: os)).install(package)
      #expect(try app.picture().isFlattened == isFlattened)
      #expect(try app.picture().why.contains { $0.contains("ICON-255") } == isFlattened)
    }
  }
}
