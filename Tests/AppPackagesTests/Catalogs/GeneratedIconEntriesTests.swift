import AppPackages
import PropertyLists
import Testing

@Suite struct GeneratedIconEntriesTests {
  static let single = [
    AssetEntry(platform: "ios", size: AssetEntry.Size(width: 1024, height: 1024), filename: "i.png")
  ]

  static func slot(_ idiom: String, _ points: Double, _ scale: Int, file: String? = "x.png") -> AssetEntry {
    AssetEntry(idiom: idiom, size: AssetEntry.Size(width: points, height: points), scale: scale, filename: file)
  }

  static func icon(_ name: String, _ entries: [AssetEntry] = single) -> AssetSet {
    AssetSet(name: name, kind: .appIcon, entries: entries)
  }

  static func composed(_ name: String) -> AssetSet {
    AssetSet(name: name, kind: .appIcon, entries: single, iconComposer: IconComposerDocument())
  }

  let catalog = AssetCatalog(sets: [
    icon("AppIcon"), icon("Night"), icon("Day"), AssetSet(name: "Picture", kind: .image),
  ])

  func messages(_ entries: GeneratedIconEntries) -> [String] { entries.warnings.map(\.message) }

  // MARK: The two dictionaries

  /// ICON-136, ICON-137, ICON-146.
  @Test func bothDictionariesListLooseFilesUpToXcode16() {
    let entries = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: ["Night"], catalog: catalog, xcodeVersion: XcodeVersion(16, 4))
    #expect(
      entries.infoPlist == [
        "CFBundleIcons": [
          "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["AppIcon60x60"], "CFBundleIconName": "AppIcon"],
          "CFBundleAlternateIcons": ["Night": ["CFBundleIconFiles": ["Night60x60"], "CFBundleIconName": "Night"]],
        ],
        "CFBundleIcons~ipad": [
          "CFBundlePrimaryIcon": [
            "CFBundleIconFiles": ["AppIcon60x60", "AppIcon76x76"], "CFBundleIconName": "AppIcon",
          ],
          "CFBundleAlternateIcons": [
            "Night": ["CFBundleIconFiles": ["Night60x60", "Night76x76"], "CFBundleIconName": "Night"]
          ],
        ],
      ])
    #expect(
      entries.looseFiles.map(\.path) == [
        "AppIcon60x60@2x.png", "AppIcon76x76@2x~ipad.png", "Night60x60@2x.png", "Night76x76@2x~ipad.png",
      ])
    #expect(entries.looseFiles.map(\.image?.width) == [120, 152, 120, 152])
    #expect(entries.warnings.map(\.code) == [.iconSetNotCompiled])
  }

  /// ICON-144.
  @Test func alternatesHaveOnlyANameFromXcode26() {
    let entries = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: ["Night", "Day"], catalog: catalog, xcodeVersion: XcodeVersion(26))
    for key in ["CFBundleIcons", "CFBundleIcons~ipad"] {
      let alternates = entries.infoPlist.value(at: key, "CFBundleAlternateIcons")?.dictionary
      #expect(alternates?.keys == ["Night", "Day"])
      #expect(alternates?["Night"] == ["CFBundleIconName": "Night"])
    }
    #expect(
      entries.infoPlist.value(at: "CFBundleIcons~ipad", "CFBundlePrimaryIcon", "CFBundleIconFiles")?.strings
        == ["AppIcon60x60", "AppIcon76x76"])
    #expect(entries.looseFiles.map(\.path) == ["AppIcon60x60@2x.png", "AppIcon76x76@2x~ipad.png"])
  }

  /// ICON-137.
  @Test func nothingIsGeneratedWithoutAPrimaryIcon() {
    let entries = GeneratedIconEntries.make(primary: nil, alternates: ["Night"], includeAll: true, catalog: catalog)
    #expect(entries.infoPlist.isEmpty && entries.looseFiles.isEmpty)
    #expect(entries.warnings.map(\.code) == [.iconSetting])
    #expect(GeneratedIconEntries.make(primary: nil, alternates: [], catalog: catalog).warnings.isEmpty)
  }

  /// ICON-138.
  @Test func includingAllSetsPutsNamedAlternatesFirst() {
    let all = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Day"], includeAll: true, catalog: catalog)
    #expect(all.alternates.map(\.name) == ["Day", "Night"])
    let some = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Day"], catalog: catalog)
    #expect(some.compiledCatalog(of: catalog).sets.map(\.name) == ["AppIcon", "Day", "Picture"])
  }

  // MARK: Devices and sizes

  @Test func setWithoutIPadSlotsStillGetsAnIPadDictionary() {
    let phone = AssetCatalog(sets: [
      Self.icon(
        "AppIcon", [Self.slot("iphone", 60, 2), Self.slot("iphone", 60, 3), Self.slot("ipad", 76, 2, file: nil)])
    ])
    let entries = GeneratedIconEntries.make(primary: "AppIcon", alternates: [], catalog: phone)
    #expect(
      entries.infoPlist["CFBundleIcons~ipad"]
        == ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["AppIcon60x60"], "CFBundleIconName": "AppIcon"]])
    #expect(entries.looseFiles.map(\.path) == ["AppIcon60x60@2x.png"])
    #expect(
      messages(entries) == [
        "“AppIcon” has no picture for ios-marketing 1024x1024@1x, ipad 76x76@2x, ipad 83.5x83.5@2x"
      ])
    #expect(entries.warnings.map(\.code) == [.emptyIconSlot])
    #expect(entries.warnings[0].hint?.contains("1024x1024, 152x152, 167x167 pixels") == true)
  }

  @Test func deviceFamiliesDecideWhatIsCompiled() {
    let phone = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: [], catalog: catalog, families: [.iPhone])
    #expect(phone.infoPlist.keys == ["CFBundleIcons", "CFBundleIcons~ipad"])
    #expect(phone.infoPlist["CFBundleIcons"] == phone.infoPlist["CFBundleIcons~ipad"])
    let pad = GeneratedIconEntries.make(primary: "AppIcon", alternates: [], catalog: catalog, families: [.iPad])
    #expect(pad.infoPlist.keys == ["CFBundleIcons~ipad"])
    #expect(pad.looseFiles.map(\.path) == ["AppIcon76x76@2x~ipad.png"])
  }

  /// ICON-098.
  @Test func allSizesAreExportedBelowDeploymentTarget11() {
    let old = AssetCatalog(sets: [
      AssetSet(
        name: "AppIcon", kind: .appIcon,
        entries: [
          Self.slot("iphone", 60, 2), Self.slot("iphone", 20, 2), Self.slot("iphone", 60, 3), Self.slot("ipad", 76, 1),
          Self.slot("ipad", 20, 1), Self.slot("ipad", 83.5, 2), Self.slot("ios-marketing", 1024, 1),
        ], isPrerendered: true)
    ])
    let entries = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: [], catalog: old, xcodeVersion: XcodeVersion(13),
      deploymentTarget: VersionNumber(10, 3))
    let icons = entries.infoPlist.value(at: "CFBundleIcons", "CFBundlePrimaryIcon")?.dictionary
    #expect(icons?["CFBundleIconFiles"]?.strings == ["AppIcon20x20", "AppIcon60x60"])
    #expect(icons?["UIPrerenderedIcon"] == true)
    #expect(
      entries.infoPlist.value(at: "CFBundleIcons~ipad", "CFBundlePrimaryIcon", "CFBundleIconFiles")?.strings
        == ["AppIcon20x20", "AppIcon60x60", "AppIcon76x76", "AppIcon83.5x83.5"])
    #expect(
      entries.looseFiles.map(\.path) == [
        "AppIcon60x60@2x.png", "AppIcon20x20@2x.png", "AppIcon60x60@3x.png", "AppIcon76x76~ipad.png",
        "AppIcon20x20~ipad.png", "AppIcon83.5x83.5@2x~ipad.png",
      ])
    #expect(entries.looseFiles.last?.image?.width == 167)
    #expect(
      messages(entries) == [
        "“AppIcon” has no picture for ipad 76x76@2x",
        "76x76@1x app icons only apply to iPad apps targeting releases of iOS prior to 10.0.",
      ])
    #expect(entries.warnings.map(\.severity) == [.warning, .note])
    let ancient = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: [], catalog: old, deploymentTarget: VersionNumber(6))
    #expect(messages(ancient) == ["“AppIcon” has no picture for ipad 76x76@2x, iphone 57x57@1x"])
  }

  /// ICON-134.
  @Test func setWithoutTheStorePictureIsAWarning() {
    let set = Self.icon("AppIcon", [Self.slot("iphone", 60, 2), Self.slot("iphone", 60, 3)])
    func slots(_ entries: [AssetEntry]) -> [String] {
      var set = set
      set.entries += entries
      return messages(
        GeneratedIconEntries.make(
          primary: "AppIcon", alternates: [], catalog: AssetCatalog(sets: [set]), families: [.iPhone]))
    }
    #expect(slots([]) == ["“AppIcon” has no picture for ios-marketing 1024x1024@1x"])
    #expect(slots([Self.slot("ios-marketing", 1024, 1, file: nil)]) == slots([]))
    #expect(slots([Self.slot("ios-marketing", 1024, 1)]).isEmpty)
    #expect(slots(Self.single).isEmpty)
  }

  @Test func universalDarkPictureDoesNotMixWithSizedPictures() {
    var dark = Self.single[0]
    dark.appearance = .dark
    func codes(_ entries: [AssetEntry]) -> [PackageWarning.Code] {
      GeneratedIconEntries.make(
        primary: "AppIcon", alternates: [], catalog: AssetCatalog(sets: [Self.icon("AppIcon", entries)]),
        families: [.iPhone]
      ).warnings.map(\.code)
    }
    let sized = [
      Self.slot("iphone", 60, 2), Self.slot("iphone", 60, 3), Self.slot("ios-marketing", 1024, 1),
    ]
    #expect(codes(sized + [dark]) == [.mixedIconSizes])
    #expect(codes(sized).isEmpty)
    #expect(codes(Self.single + [dark]).isEmpty)
  }

  /// ICON-145.
  @Test func xcode13IgnoresSingleSizePictures() {
    func make(_ xcode: XcodeVersion, _ entries: [AssetEntry]) -> GeneratedIconEntries {
      GeneratedIconEntries.make(
        primary: "AppIcon", alternates: [], catalog: AssetCatalog(sets: [Self.icon("AppIcon", entries)]),
        xcodeVersion: xcode, families: [.iPhone])
    }
    let old = make(XcodeVersion(13, 4), Self.single)
    #expect(old.primary == nil && old.infoPlist.isEmpty)
    #expect(
      messages(old) == ["The stickers icon set or app icon set named “AppIcon” did not have any applicable content."])
    #expect(old.warnings[0].severity == .error && old.warnings[0].endsBuild)
    #expect(old.warnings[0].hint?.contains("does not support single-size icons") == true)
    let new = make(XcodeVersion(14), Self.single)
    #expect(new.primary?.name == "AppIcon" && new.warnings.isEmpty)
    // An additional dark picture for each size covers both.
    let both =
      Self.single + [
        Self.slot("iphone", 60, 2), Self.slot("iphone", 60, 3), Self.slot("ios-marketing", 1024, 1),
      ]
    #expect(make(XcodeVersion(13, 4), both).warnings.isEmpty)
    #expect(make(XcodeVersion(13, 4), both).looseFiles.map(\.path) == ["AppIcon60x60@2x.png"])
  }

  // MARK: Settings and versions

  @Test func readsBuildSettings() {
    let values = [
      "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon",
      "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES": "Night  \"Two Words\" 'x y'\\ z og, joy",
      "ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS": "yes", "XCODE_VERSION_ACTUAL": "1640",
      "IPHONEOS_DEPLOYMENT_TARGET": "12.1", "INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE": "NO",
    ]
    let settings = IconBuildSettings { values[$0] }
    #expect(settings.primary == "AppIcon")
    #expect(settings.alternates == ["Night", "Two Words", "x y z", "og,", "joy"])
    #expect(settings.includesAll && !settings.mergesIcons)
    #expect(settings.xcodeVersion == XcodeVersion(16, 4))
    #expect(settings.deploymentTarget == VersionNumber(12, 1))
    #expect(!IconBuildSettings { _ in " " }.areGiven)
    #expect(BuildSettingStringList(" \"\" \"open\\").words == ["", "open"])
  }

  @Test func readsVersions() {
    #expect(XcodeVersion("0940")?.description == "9.4")
    #expect(XcodeVersion("2601")?.number == VersionNumber(26, 0, 1))
    #expect(XcodeVersion("16.4") == XcodeVersion(16, 4))
    for text in ["", "x", "1.2.3.4", "-1", "1..2", "12345", "0000"] { #expect(XcodeVersion(text) == nil, "\(text)") }
    #expect(VersionNumber("15") == VersionNumber(15))
    #expect(VersionNumber(9, 3, 5) < VersionNumber(10))
    #expect(XcodeVersion(16, 4) < .latest)
  }
}
