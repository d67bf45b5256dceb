import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// Appearances, Icon Composer, the store.
@Suite struct IconAppearanceTests {
  private func entry(
    _ file: String, _ appearance: AssetEntry.Appearance = .any, idiom: String = "universal"
  ) -> AssetEntry {
    AssetEntry(
      idiom: idiom, size: .init(width: 1024, height: 1024), scale: 1, appearance: appearance, filename: file)
  }

  /// An app with the alternate `night`, described by its entry, catalog and settings.
  private func scene(
    os: String, _ entry: PropertyListValue = ["CFBundleIconName": "night"], sets: [AssetSet],
    settings: StringTable = [:], files: Packages.Files = []
  ) throws -> Scene {
    let package = try Packages.make(
      [
        "CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1, 2],
        "CFBundleIcons": [
          "CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"], "CFBundleAlternateIcons": ["night": entry],
        ],
      ], files: files, catalog: AssetCatalog(sets: sets), settings: settings)
    let scene = try Scene(os: os, package: package)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [0])
    return scene
  }

  private func picture(
    _ scene: Scene, _ appearance: IconAppearance = .light, on surface: IconSurface = .home
  ) throws -> IconPicture {
    try scene.device.springboard.icon(for: scene.app).picture(on: surface, appearance: appearance)
  }

  /// ICON-147, ICON-204.
  @Test(arguments: ["17.5", "18.0", "26.1"])
  func darkAndTintedPicturesComeFromTheSetFromIOS18(os: String) throws {
    let night = AssetSet(
      name: "night", kind: .appIcon, entries: [entry("night.png"), entry("night-dark.png", .dark)])
    let scene = try scene(os: os, sets: [night])
    #expect(try picture(scene).file == "night.png")
    let dark = try picture(scene, .dark)
    #expect(dark.file == (os == "17.5" ? "night.png" : "night-dark.png"))
    #expect(dark.appearance == (os == "17.5" ? .light : .dark))
    #expect(dark.why.contains { $0.contains("ICON-147") })
    let tinted = try picture(scene, .tinted, on: .spotlight)
    #expect(tinted.file == "night.png" && tinted.appearance == .light)
    #expect(tinted.why.contains { $0.contains(os == "17.5" ? "ICON-147" : "ICON-204") })
  }

  /// ICON-222, ICON-230.
  @Test(arguments: [DeviceModel.iPhone, .iPad])
  func universalDarkPictureIsNotShownWithSizedLightPictures(model: DeviceModel) throws {
    let sized = { (idiom: String, points: Double, scale: Int) in
      AssetEntry(
        idiom: idiom, size: .init(width: points, height: points), scale: scale, filename: "\(idiom).png")
    }
    let dark = AssetEntry(size: .init(width: 1024, height: 1024), appearance: .dark, filename: "dark.png")
    let own = AssetEntry(
      idiom: "iphone", size: .init(width: 60, height: 60), scale: 3, appearance: .dark, filename: "own.png")
    func file(_ entries: [AssetEntry]) throws -> String? {
      let package = try Packages.make(
        ["CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1, 2]],
        catalog: AssetCatalog(sets: [AssetSet(name: "AppIcon", kind: .appIcon, entries: entries)]))
      let device = try Device(model: model, os: OSVersion(parsing: "18.0"))
      let app = try device.install(package)
      return try device.springboard.icon(for: app).picture(appearance: .dark).file
    }
    let light = entry("light.png")
    #expect(try file([light, dark]) == "dark.png")
    #expect(
      try file([sized("iphone", 60, 3), sized("ipad", 76, 2), dark]) == "\(model == .iPad ? "ipad" : "iphone").png")
    // The sizes of the other device family do not matter, but a separate size of the appearance does.
    #expect(try file([sized("iphone", 60, 3), light, dark]) == (model == .iPad ? "dark.png" : "iphone.png"))
    #expect(try file([sized("iphone", 60, 3), dark, own]) == (model == .iPad ? "dark.png" : "own.png"))
  }

  /// ICON-147.
  @Test func looseFilesHaveNoAppearances() throws {
    let scene = try scene(
      os: "18.0", ["CFBundleIconFiles": ["night"]],
      sets: [AssetSet(name: "other", kind: .appIcon, entries: [entry("d.png", .dark)])], files: [("night@3x.png", 180)])
    let dark = try picture(scene, .dark)
    #expect(dark.file == "night@3x.png" && dark.appearance == .light)
    #expect(dark.why.contains { $0.contains("only catalog sets do") })
  }

  /// ICON-142.
  @Test(arguments: ["10.3", "11.0", "14.0"])
  func alternateMayComeFromACompiledIconSetFromIOS11(os: String) throws {
    let scene = try scene(os: os, sets: [AssetSet(name: "night", kind: .appIcon, entries: [entry("night.png")])])
    #expect(try (picture(scene).file == "night.png") == (os != "10.3"))
  }

  /// ICON-148, ICON-206.
  @Test func dotIconIsDrawnFromItsLayersFromIOS26() throws {
    let sets = [
      AssetSet(name: "night", kind: .appIcon, iconComposer: IconComposerDocument()),
      AssetSet(name: "night", kind: .appIcon, entries: [entry("n.png")]),
    ]
    for settings in [
      ["ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES": "day night"],
      ["ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS": "YES"],
    ] as [StringTable] {
      let new = try scene(os: "26.0", sets: sets, settings: settings)
      for appearance in IconAppearance.allCases {
        let picture = try picture(new, appearance)
        #expect(picture.file == "night.icon")
        #expect(picture.appearance == appearance)
        #expect(!picture.isScaled && !picture.isPlaceholder)
      }
      // ICON-207: earlier versions use the set of the same name.
      #expect(try picture(scene(os: "18.0", sets: sets, settings: settings)).file == "n.png")
      let alone = try picture(scene(os: "18.0", sets: [sets[0]], settings: settings), .dark)
      #expect(alone.file == "night.icon" && alone.appearance == .dark)
    }
  }

  /// ICON-149.
  @Test func uncompiledAlternateDotIconIsBlank() throws {
    for names in ["", "nights", "Night"] {
      let scene = try scene(
        os: "26.0", sets: [AssetSet(name: "night", kind: .appIcon, iconComposer: IconComposerDocument())],
        settings: ["ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES": names])
      #expect(try picture(scene).isPlaceholder)
      #expect(try picture(scene).why.contains { $0.contains("ICON-149") })
      #expect(try scene.app.explainIcon("night").advice.contains { $0.fact == "ICON-149" })
    }
    // The primary icon is always compiled.
    let primary = try scene(
      os: "26.0", sets: [AssetSet(name: "AppIcon", kind: .appIcon, iconComposer: IconComposerDocument())])
    #expect(try picture(primary).isPlaceholder)
    try primary.request(nil)
    try primary.tapOK()
    #expect(try picture(primary).file == "AppIcon.icon")
  }

  /// ICON-134, ICON-203.
  @Test(arguments: ["11.0", "18.0", "26.1"])
  func storeShowsThe1024PxArtworkOfThePrimaryIcon(os: String) throws {
    let old = AssetSet(
      name: "AppIcon", kind: .appIcon,
      entries: [
        AssetEntry(idiom: "iphone", size: .init(width: 60, height: 60), scale: 3, filename: "60@3x.png"),
        entry("store.png", idiom: "ios-marketing"),
      ])
    let night = AssetSet(name: "night", kind: .appIcon, entries: [entry("night.png")])
    for (set, file) in [
      (old, "store.png"), (AssetSet(name: "AppIcon", kind: .appIcon, entries: [entry("one.png")]), "one.png"),
    ] {
      for model in [DeviceModel.iPhone, .iPad] {
        #expect(IconSurface.appStore.pixels(on: model) == 1024)
      }
      let scene = try scene(os: os, sets: [set, night])
      let picture = try picture(scene, on: .appStore)
      #expect(picture.file == file)
      #expect(picture.pixels == 1024 && !picture.isScaled)
      #expect(picture.iconName == nil)
      #expect(picture.why.contains { $0.contains("ICON-203") })
    }
    let without = try scene(
      os: os, sets: [AssetSet(name: "AppIcon", kind: .appIcon, entries: [old.entries[0]]), night])
    #expect(try picture(without, on: .appStore).isPlaceholder)
    #expect(try picture(without, on: .appStore).why.contains { $0.contains("ICON-134") })
  }

  @Test func artworkIsTheSameOnRepeatedQueries() throws {
    let night = AssetSet(name: "night", kind: .appIcon, entries: [entry("night.png"), entry("dark.png", .dark)])
    let scene = try scene(os: "18.0", sets: [night])
    for _ in 0..<2 {
      #expect(try picture(scene, .dark).file == "dark.png")
      #expect(try picture(scene, .light).file == "night.png")
      #expect(try picture(scene, .light, on: .settings).pixels == 87)
    }
  }

  /// ICON-272: the preview follows the look of icons, which exists from iOS 18.
  @Test(arguments: [("17.7", "new.png"), ("18.0", "new-dark.png"), ("26.5", "new-dark.png")])
  func alertPictureIsDarkWithDarkIcons(os: String, expected: String) throws {
    let sets = ["AppIcon", "new"].map { name in
      AssetSet(
        name: name, kind: .appIcon,
        entries: [
          AssetEntry(idiom: "universal", size: .init(width: 1024, height: 1024), filename: "\(name).png"),
          AssetEntry(
            idiom: "universal", size: .init(width: 1024, height: 1024), appearance: .dark, filename: "\(name)-dark.png"),
        ])
    }
    let package = try AppPackage(
      name: "App", infoPlist: ["CFBundleIdentifier": "com.example.app", "CFBundleName": "App"],
      catalog: AssetCatalog(sets: sets),
      settings: [
        "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon", "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES": "new",
      ])
    let scene = try Scene(os: os, package: package)
    try scene.request("new")
    #expect(scene.device.alert?.picture?.file == "new.png")
    try scene.device.setAppearance(.dark)
    #expect(scene.device.alert?.picture?.file == expected)
  }
}
