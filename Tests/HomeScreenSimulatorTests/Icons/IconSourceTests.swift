import AppPackages
import HomeScreenSimulator
import PropertyLists
import TestSupport
import Testing

/// The source of the picture: keys, loose files, the catalog.
@Suite struct IconSourceTests {
  // MARK: The primary icon

  private func primary(
    _ plist: PropertyListDictionary, os: String = "17.5", files: Packages.Files = [], catalog: AssetCatalog? = nil,
    settings: StringTable = [:]
  ) throws -> IconPicture {
    var plist = plist
    plist["CFBundleIdentifier"] = "com.example.a"
    let package = try Packages.make(plist, files: files, catalog: catalog, settings: settings)
    let scene = try Scene(os: os, package: package, launch: false)
    return try scene.device.springboard.icon(for: scene.app).picture()
  }

  private let threeFiles: Packages.Files = [("old.png", 180), ("list.png", 180), ("new.png", 180)]

  /// ICON-084, ICON-086, ICON-087, ICON-088, ICON-085, ICON-090.
  @Test func primaryIconIsNamedByItsKeys() throws {
    let single: PropertyListDictionary = ["CFBundleIconFile": "old.png"]
    #expect(try primary(single, files: threeFiles).file == "old.png")
    let list: PropertyListDictionary = ["CFBundleIconFile": "old", "CFBundleIconFiles": ["list"]]
    #expect(try primary(list, files: threeFiles).file == "list.png")
    var icons = list
    icons["CFBundleIcons"] = ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["new"]]]
    #expect(try primary(icons, files: threeFiles).file == "new.png")
    icons["CFBundleIcons"] = "text"
    #expect(try primary(icons, files: threeFiles).file == "list.png")
    icons["CFBundleIcons"] = ["CFBundleAlternateIcons": [:]]
    #expect(try primary(icons, files: threeFiles).isPlaceholder)
    for empty in [[], [""], "text", 1] as [PropertyListValue] {
      icons["CFBundleIcons"] = ["CFBundlePrimaryIcon": ["CFBundleIconFiles": empty]]
      #expect(try primary(icons, files: threeFiles).isPlaceholder)
    }
  }

  /// ICON-283.
  @Test func anEmptyDictionaryHidesNoTopLevelKey() throws {
    for files in [["list"], "list"] as [PropertyListValue] {
      for icons in [nil, [:], "text"] as [PropertyListValue?] {
        var info: PropertyListDictionary = ["CFBundleIconFile": "old", "CFBundleIconFiles": files]
        info["CFBundleIcons"] = icons
        #expect(try primary(info, files: threeFiles).file == "list.png")
      }
    }
    let number: PropertyListDictionary = ["CFBundleIconFile": "old", "CFBundleIconFiles": 1, "CFBundleIcons": [:]]
    #expect(try primary(number, files: threeFiles).file == "old.png")
  }

  private let appIconSet = AssetCatalog(sets: [
    AssetSet(
      name: "AppIcon", kind: .appIcon,
      entries: [
        AssetEntry(idiom: "iphone", size: .init(width: 60, height: 60), scale: 2, filename: "icon60@2x.png"),
        AssetEntry(idiom: "iphone", size: .init(width: 60, height: 60), scale: 3, filename: "icon60@3x.png"),
        AssetEntry(
          idiom: "iphone", size: .init(width: 60, height: 60), scale: 3, appearance: .dark, filename: "dark.png"),
        AssetEntry(idiom: "ipad", size: .init(width: 76, height: 76), scale: 2, filename: "icon76@2x.png"),
        AssetEntry(idiom: "iphone", size: .init(width: 29, height: 29), scale: 3),
      ]),
    AssetSet(name: "Other", kind: .appIcon, entries: [AssetEntry(filename: "other.png")]),
    AssetSet(name: "Picture", kind: .image, entries: [AssetEntry(filename: "picture.png")]),
  ])

  /// ICON-091, ICON-092, ICON-093.
  @Test(arguments: Versions.all)
  func catalogSetWinsOverLooseFiles(os: String) throws {
    #expect(try primary([:], os: os, catalog: appIconSet).file == "icon60@3x.png")
    let loose: PropertyListDictionary = ["CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["new"]]]]
    let picture = try primary(loose, os: os, files: threeFiles, catalog: appIconSet)
    #expect(picture.file == (os == "10.3" ? "new.png" : "icon60@3x.png"))
    #expect(try primary(loose, os: os, files: threeFiles).file == "new.png")
    #expect(
      try primary([:], os: os, catalog: appIconSet, settings: ["ASSETCATALOG_COMPILER_APPICON_NAME": "Other"]).file
        == (os == "10.3" ? "Other60x60@2x.png" : "other.png"))  // ICON-136, ICON-146
    #expect(
      try primary([:], os: os, catalog: appIconSet, settings: ["ASSETCATALOG_COMPILER_APPICON_NAME": ""]).isPlaceholder)
  }

  /// ICON-089, ICON-099.
  @Test(arguments: ["10.2", "10.3", "11.0", "27.0"])
  func stringIsACatalogNameFrom11(os: String) throws {
    let before11 = os.hasPrefix("10.")
    for entry in ["Other", ["CFBundleIconName": "Other"]] as [PropertyListValue] {
      let picture = try primary(
        ["CFBundleIcons": ["CFBundlePrimaryIcon": entry]], os: os, catalog: appIconSet)
      #expect(picture.file == (before11 ? nil : "other.png"))
      #expect(picture.isPlaceholder == before11)
      #expect(picture.why.contains { $0.contains("ICON-099") } == before11)
    }
  }

  /// ICON-145.
  @Test func single1024PxPictureIsScaledForEveryLocation() throws {
    let picture = try primary(
      ["CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconName": "Other"]]], catalog: appIconSet)
    #expect(picture.file == "other.png")
    #expect(picture.isScaled)
    #expect(picture.filePixels == 1024)
  }

  // MARK: Alternates from the catalog

  private func alternate(
    _ entry: PropertyListValue, named name: String = "Other", os: String = "17.5", files: Packages.Files = [],
    catalog: AssetCatalog? = nil
  ) throws -> (home: IconPicture, alert: IconPicture) {
    let package = try Packages.make(
      ["CFBundleIdentifier": "com.example.a", "CFBundleIcons": ["CFBundleAlternateIcons": .dictionary([name: entry])]],
      files: files, catalog: catalog)
    let scene = try Scene(os: os, package: package)
    try scene.request(name)
    let alert = try #require(scene.device.alert?.picture)
    return (try scene.device.springboard.icon(for: scene.app).picture(), alert)
  }

  /// ICON-097, ICON-098, ICON-099.
  @Test(arguments: Versions.all)
  func catalogNameOfAnAlternateAppliesFromIOS11(os: String) throws {
    let picture = try alternate(["CFBundleIconName": "Other"], os: os, catalog: appIconSet).home
    #expect(picture.source == (os == "10.3" ? .unchanged : .catalog))
    #expect(picture.file == (os == "10.3" ? "icon60@3x.png" : "other.png"))
  }

  /// ICON-185, ICON-131.
  @Test func homeScreenUsesTheCatalogAndTheAlertUsesLooseFiles() throws {
    let entry: PropertyListValue = ["CFBundleIconName": "Other", "CFBundleIconFiles": ["new"]]
    let pictures = try alternate(entry, files: threeFiles, catalog: appIconSet)
    #expect(pictures.home.file == "other.png")
    #expect(pictures.home.source == .catalog)
    #expect(pictures.alert.file == "new.png")
    #expect(pictures.alert.source == .loose)
    let wrong = try alternate(
      ["CFBundleIconName": "Wrong", "CFBundleIconFiles": ["new"]], files: threeFiles, catalog: appIconSet)
    #expect(wrong.home.file == "new.png")
  }

  /// ICON-124, ICON-062.
  @Test func imageSetIsNotAnIconButTheAlertPreviewsIt() throws {
    for entry in [["CFBundleIconName": "Picture"], [:]] as [PropertyListValue] {
      let pictures = try alternate(entry, named: "Picture", catalog: appIconSet)
      #expect(pictures.home.isPlaceholder)
      #expect(pictures.home.why.contains { $0.contains("ICON-124") })
      #expect(!pictures.alert.isPlaceholder)
    }
  }

  /// ICON-181.
  @Test func unreadableCatalogIsAssumedToHaveTheNamedSet() throws {
    let package = try AppPackage(
      name: "A",
      infoPlist: [
        "CFBundleIdentifier": "com.example.a",
        "CFBundleIcons": ["CFBundleAlternateIcons": ["night": ["CFBundleIconName": "night"], "day": [:]]],
      ], files: [("Assets.car", .opaque(size: 1))])
    let scene = try Scene(package: package)
    try scene.request("night")
    let picture = try scene.device.springboard.icon(for: scene.app).picture()
    #expect(picture.source == .catalog)
    #expect(picture.file == nil)
    #expect(picture.why.contains { $0.contains("ICON-181") })
    try scene.tapOK()
    try scene.request("day")
    #expect(try scene.device.springboard.icon(for: scene.app).picture().isPlaceholder)
  }

  /// ICON-181: a readable catalog is not assumed to contain more than it does.
  @Test func readableCatalogHasOnlyItsSets() throws {
    let package = try AppPackage(
      name: "A",
      infoPlist: [
        "CFBundleIdentifier": "com.example.a",
        "CFBundleIcons": [
          "CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"],
          "CFBundleAlternateIcons": [
            "Night": ["CFBundleIconName": "Night"], "day": ["CFBundleIconName": "Day"],
            "dawn": ["CFBundleIconName": "Dawn", "CFBundleIconFiles": ["dawn"]],
          ],
        ],
      ],
      files: [
        ("Assets.car", .bytes(CatalogSamples.app().bytes)),
        ("dawn@3x.png", .image(ImageHeader(format: .png, width: 180, height: 180))),
      ])
    let scene = try Scene(os: "18.0", package: package)
    let icon = try scene.device.springboard.icon(for: scene.app)
    #expect(try icon.picture().file == "Icon@3x.png")
    #expect(try icon.picture(on: .appStore).file == "Store.png")
    try scene.request("Night")
    try scene.tapOK()
    #expect(try icon.picture().file == "Night.png")
    #expect(try icon.picture(on: .home, appearance: .dark).file == "Night-dark.png")
    #expect(try icon.picture(on: .home, appearance: .tinted).file == "Night-tinted.png")
    try scene.request("day")
    let picture = try icon.picture()
    #expect(picture.isPlaceholder || picture.source == .unchanged)
    #expect(picture.why.contains { $0.contains("the catalog has no app icon set “Day”") })
    try scene.tapOK()
    try scene.request("dawn")
    #expect(try icon.picture().file == "dawn@3x.png")
    #expect(try icon.picture().source == .loose)
  }

  /// A built app whose Info.plist names no set has no primary icon, whatever its catalog contains.
  @Test func builtAppNamesItsPrimarySet() throws {
    let package = try AppPackage(
      name: "A", infoPlist: ["CFBundleIdentifier": "com.example.a"],
      files: [("Assets.car", .bytes(CatalogSamples.app().bytes))])
    let scene = try Scene(package: package)
    #expect(try scene.device.springboard.icon(for: scene.app).picture().isPlaceholder)
  }

  /// Layers from iOS 26 on, and the flat pictures in earlier versions.
  @Test func compiledIconComposerFileIsShown() throws {
    var writer = CatalogWriter()
    writer.addName("Glass", part: CatalogWriter.stackPart, identifier: 9)
    writer.addOther(layout: 1019, part: CatalogWriter.stackPart, of: 9)
    writer.addPicture(
      CatalogSamples.picture(180), CatalogWriter.Place(idiom: 1, scale: 3), of: 9, part: CatalogWriter.iconPart,
      file: "flat.png")
    let package = try AppPackage(
      name: "A",
      infoPlist: [
        "CFBundleIdentifier": "com.example.a",
        "CFBundleIcons": ["CFBundleAlternateIcons": ["glass": ["CFBundleIconName": "Glass"]]],
      ], files: [("Assets.car", .bytes(writer.bytes))])
    for (os, file) in [("26.0", "Glass.icon"), ("18.0", "flat.png")] {
      let scene = try Scene(os: os, package: package)
      try scene.request("glass")
      #expect(try scene.device.springboard.icon(for: scene.app).picture().file == file)
    }
  }

  /// ICON-096, ICON-100, ICON-101, ICON-094.
  @Test func otherKeysOfAnEntryAreIgnored() throws {
    for extra in ["NO", true, false, 3] as [PropertyListValue] {
      let entry: PropertyListValue = ["UIPrerenderedIcon": extra, "ordinal": extra, "CFBundleIconFiles": ["new"]]
      #expect(try alternate(entry, files: threeFiles).home.file == "new.png")
    }
  }
}
