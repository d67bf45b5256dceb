import AppPackages
import Platform
import PropertyLists
import TestSupport
import Testing

/// The entries that catalogs and icon settings add to a package.
@Suite struct CatalogPackageTests {
  private let settings: StringTable = [
    "ASSETCATALOG_COMPILER_APPICON_NAME": "App$(KIND)", "KIND": "Icon",
    "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES": "Night",
  ]
  private let catalog = AssetCatalog(sets: [
    AssetSet(name: "AppIcon", kind: .appIcon), AssetSet(name: "Night", kind: .appIcon),
    AssetSet(name: "Day", kind: .appIcon), AssetSet(name: "plus", kind: .image),
  ])

  /// ICON-137.
  @Test func entriesAreGeneratedForAPackageMadeFromData() throws {
    let package = try AppPackage(
      name: "Paint", infoPlist: ["CFBundleIdentifier": "com.example.paint", "UIDeviceFamily": [1, 2]],
      catalog: catalog, settings: settings)
    for device in DeviceClass.allCases {
      let icons = package.infoDictionary(for: device)["CFBundleIcons"]?.dictionary
      #expect(icons?.value(at: "CFBundlePrimaryIcon", "CFBundleIconName") == "AppIcon")
      #expect(icons?["CFBundleAlternateIcons"] == ["Night": ["CFBundleIconName": "Night"]])
    }
    #expect(package.resources.map(\.path) == ["AppIcon60x60@2x.png", "AppIcon76x76@2x~ipad.png"])
    #expect(package.catalog?.names(of: .appIcon) == ["AppIcon", "Night"])  // ICON-138
    #expect(package.catalog?.names(of: .image) == ["plus"])
    #expect(package.warnings.map(\.code) == [.iconSetNotCompiled])
  }

  /// ICON-092.
  @Test func nothingIsGeneratedWithoutTheSettings() throws {
    let package = try AppPackage(
      name: "Paint", infoPlist: ["CFBundleIdentifier": "com.example.paint"], catalog: catalog,
      settings: ["ASSETCATALOG_COMPILER_APPICON_NAME": ""])
    #expect(package.infoPlist.count == 1)
    #expect(package.resources.isEmpty)
    #expect(package.catalog == catalog)
  }

  /// ICON-140, ICON-087.
  @Test func handWrittenAlternatesThatAnIPadLacksAreNoted() throws {
    let package = try AppPackage(
      name: "Paint",
      infoPlist: [
        "CFBundleIdentifier": "com.example.paint", "UIDeviceFamily": [1, 2],
        "CFBundleIcons": ["CFBundleAlternateIcons": ["hand": ["CFBundleIconFiles": ["hand"]]]],
      ],
      catalog: catalog, settings: settings)
    #expect(package.warnings.map(\.code) == [.iconSetNotCompiled, .alternatesTwice])
    #expect(package.warnings.map(\.severity) == [.note, .note])
    #expect(package.alternatesDeclaredTwice.isEmpty)
    func alternates(_ device: DeviceClass) -> [String]? {
      package.infoDictionary(for: device).value(at: "CFBundleIcons", "CFBundleAlternateIcons")?.dictionary?.keys
    }
    #expect(alternates(.iPhone) == ["hand", "Night"])
    #expect(alternates(.iPad) == ["Night"])
  }

  /// ICON-140.
  @Test func alternateInBothTheInfoPlistAndTheSettingIsReported() throws {
    func package(_ name: String, _ changes: (inout StringTable) -> Void = { _ in }) throws -> AppPackage {
      var settings = settings
      changes(&settings)
      return try AppPackage(
        name: "Paint",
        infoPlist: [
          "CFBundleIdentifier": "com.example.paint", "UIDeviceFamily": [1, 2],
          "CFBundleIcons": [
            "CFBundleAlternateIcons": .dictionary([name: ["CFBundleIconName": .string(name)]])
          ],
        ],
        catalog: catalog, settings: settings)
    }
    let both = try package("Night")
    #expect(both.alternatesDeclaredTwice == ["CFBundleIcons": [ExactText("Night")]])
    let remark = try #require(both.warnings.first { $0.code == .alternatesTwice })
    #expect(remark.severity == .warning && !remark.endsBuild)
    #expect(
      remark.message == "1 alternate is written by hand, and the build generates 1 from the asset catalog")
    #expect(
      remark.hint?.contains("such an alternate does not change the icon if Xcode 26 builds the app (ICON-140)")
        == true)
    for harmless in [
      try package("hand"), try package("Night") { $0["XCODE_VERSION_ACTUAL"] = "1640" },
      // ICON-138 alone is not the reported case.
      try package("Night") {
        $0["ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"] = ""
        $0["ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS"] = "YES"
      },
    ] {
      #expect(harmless.alternatesDeclaredTwice.isEmpty)
      #expect(harmless.warnings.first { $0.code == .alternatesTwice }?.severity == .note)
    }
  }

  /// ICON-140: the setting names one alternate, and the build adds all other sets, too (ICON-138).
  @Test func allAlternatesThatAreDeclaredTwiceAreReported() throws {
    var settings = settings
    settings["ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS"] = "YES"
    let package = try AppPackage(
      name: "Paint",
      infoPlist: [
        "CFBundleIdentifier": "com.example.paint",
        "CFBundleIcons": [
          "CFBundleAlternateIcons": [
            "Night": ["CFBundleIconName": "Night"], "Day": ["CFBundleIconName": "Day"],
            "hand": ["CFBundleIconFiles": ["hand"]],
          ]
        ],
      ],
      catalog: catalog, settings: settings)
    #expect(package.alternatesDeclaredTwice == ["CFBundleIcons": [ExactText("Night"), ExactText("Day")]])
    let remark = try #require(package.warnings.first { $0.code == .alternatesTwice })
    #expect(remark.hint?.contains("“Night” and 1 more have both entries") == true, "\(remark.hint ?? "")")
  }

  @Test func filesOfThePackageAreNotReplaced() throws {
    let package = try AppPackage(
      name: "Paint", infoPlist: ["CFBundleIdentifier": "com.example.paint"],
      files: [("AppIcon60x60@2x.png", .pixels(width: 7, height: 7))], catalog: catalog, settings: settings)
    #expect(package.resources["AppIcon60x60@2x.png"]?.image?.width == 7)
  }

  @Test func readsTheCatalogsNextToAnInfoPlist() throws {
    var files = CatalogTree.singleSize("Media.xcassets/AppIcon.appiconset")
    files.merge(CatalogTree.singleSize("Group/More.xcassets/Night.appiconset")) { first, _ in first }
    files.merge(CatalogTree.singleSize("Pods/Other.xcassets/Pod.appiconset")) { first, _ in first }
    files["Night.icon/icon.json"] = Array(#"{"groups": [],}"#.utf8)
    files["Info.plist"] = Array(xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>").utf8)
    files["Media.xcassets/loose.png"] = CatalogTree.png(1)
    let tree = try CatalogTree.tree(files)
    let plain = try AppPackage(tree: tree)
    #expect(plain.catalog?.sets.map(\.name) == ["Night", "AppIcon", "Night"])
    #expect(plain.catalog?.sets.map(\.isIconComposer) == [false, false, true])
    #expect(plain.infoPlist.count == 1)
    #expect(plain.resources.map(\.path) == ["Info.plist"])
    #expect(plain.warnings.map(\.code) == [.lenientJSON])

    let built = try AppPackage(tree: tree, options: PackageOptions(settings: settings))
    #expect(built.infoDictionary(for: .iPad)["CFBundleIcons"]?.dictionary?.keys.count == 2)
    #expect(built.catalog?.sets.map(\.isIconComposer) == [false, true])
    #expect(built.resources["AppIcon60x60@2x.png"] != nil)
    let app = try MemoryTree(name: "Paint.app", files)
    #expect(try AppPackage(tree: app).catalog == nil)
  }

  @Test func readsCatalogsOnDisk() throws {
    let folder = TemporaryFolder()
    for (path, bytes) in CatalogTree.singleSize("A.xcassets/AppIcon.appiconset") { folder.write(path, bytes) }
    folder.link("A.xcassets/loop", to: ".")
    folder.link("A.xcassets/out", to: "/etc")
    folder.makePipe("A.xcassets/AppIcon.appiconset/pipe.png")
    let result = AssetCatalogReader.read(tree: try FolderTree(folder.path), path: "A.xcassets")
    #expect(result.catalog.names(of: .appIcon) == ["AppIcon"])
    #expect(result.warnings.map(\.code) == [.unreadable, .unreadable, .unreadable])
  }
}
