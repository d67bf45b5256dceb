import AppPackages
import PropertyLists
import Testing

@Suite struct GeneratedIconEntriesTests {
  private static let single = [
    AssetEntry(platform: "ios", size: AssetEntry.Size(width: 1024, height: 1024), filename: "i.png")
  ]

  private static func slot(_ idiom: String, _ points: Double, _ scale: Int, file: String? = "x.png") -> AssetEntry {
    AssetEntry(idiom: idiom, size: AssetEntry.Size(width: points, height: points), scale: scale, filename: file)
  }

  private static func icon(_ name: String, _ entries: [AssetEntry] = single) -> AssetSet {
    AssetSet(name: name, kind: .appIcon, entries: entries)
  }

  private static func composed(_ name: String) -> AssetSet {
    AssetSet(name: name, kind: .appIcon, entries: single, iconComposer: IconComposerDocument())
  }

  private let catalog = AssetCatalog(sets: [
    icon("AppIcon"), icon("Night"), icon("Day"), AssetSet(name: "Picture", kind: .image),
  ])

  private func messages(_ entries: GeneratedIconEntries) -> [String] { entries.warnings.map(\.message) }

  // MARK: The two dictionaries

  /// ICON-136, ICON-137, ICON-146.
  @Test func upToXcode16BothDictionariesListLooseFiles() {
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
  @Test func fromXcode26OnAlternatesHaveANameOnly() {
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
  @Test func withoutAPrimaryIconNothingIsGeneratedWhateverElseIsSet() {
    let entries = GeneratedIconEntries.make(primary: nil, alternates: ["Night"], includeAll: true, catalog: catalog)
    #expect(entries.infoPlist.isEmpty && entries.looseFiles.isEmpty)
    #expect(entries.warnings.map(\.code) == [.iconSetting])
    #expect(GeneratedIconEntries.make(primary: nil, alternates: [], catalog: catalog).warnings.isEmpty)
  }

  /// ICON-138.
  @Test func allOtherIconSetsBecomeAlternatesTheNamedOnesFirstNoOthersGetIntoTheApp() {
    let all = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Day"], includeAll: true, catalog: catalog)
    #expect(all.alternates.map(\.name) == ["Day", "Night"])
    let some = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Day"], catalog: catalog)
    #expect(some.compiledCatalog(of: catalog).sets.map(\.name) == ["AppIcon", "Day", "Picture"])
  }

  // MARK: Devices and sizes

  @Test func aSetWithoutIPadSlotsStillGetsItsIPadDictionary() {
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

  @Test func theFamiliesDecideWhatIsCompiled() {
    let phone = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: [], catalog: catalog, families: [.iPhone])
    #expect(phone.infoPlist.keys == ["CFBundleIcons", "CFBundleIcons~ipad"])
    #expect(phone.infoPlist["CFBundleIcons"] == phone.infoPlist["CFBundleIcons~ipad"])
    let pad = GeneratedIconEntries.make(primary: "AppIcon", alternates: [], catalog: catalog, families: [.iPad])
    #expect(pad.infoPlist.keys == ["CFBundleIcons~ipad"])
    #expect(pad.looseFiles.map(\.path) == ["AppIcon76x76@2x~ipad.png"])
  }

  /// ICON-098.
  @Test func belowADeploymentTargetOf11AllSizesAreExportedAndListed() {
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
  @Test func aSetWithoutTheStoresPictureIsWarnedOf() {
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

  @Test func aDarkPictureForAllSizesDoesNotGoWithSingleSizes() {
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
  @Test func beforeXcode14OnePictureForAllSizesIsNoContent() {
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
    #expect(old.warnings[0].hint?.contains("from Xcode 14 on (ICON-145)") == true)
    let new = make(XcodeVersion(14), Self.single)
    #expect(new.primary?.name == "AppIcon" && new.warnings.isEmpty)
    // One for each size beside it does for both.
    let both =
      Self.single + [
        Self.slot("iphone", 60, 2), Self.slot("iphone", 60, 3), Self.slot("ios-marketing", 1024, 1),
      ]
    #expect(make(XcodeVersion(13, 4), both).warnings.isEmpty)
    #expect(make(XcodeVersion(13, 4), both).looseFiles.map(\.path) == ["AppIcon60x60@2x.png"])
  }

  // MARK: Icon Composer

  /// ICON-148.
  @Test func aDotIconIsListedAsLooseFilesTooUnlessAllSystemsKnowIt() {
    let catalog = AssetCatalog(sets: [Self.composed("AppIcon")])
    let older = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: [], catalog: catalog, deploymentTarget: VersionNumber(18))
    #expect(
      older.infoPlist.value(at: "CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconFiles")?.strings
        == ["AppIcon60x60"])
    #expect(older.looseFiles.count == 2)
    let newer = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: [], catalog: catalog, deploymentTarget: VersionNumber(26))
    #expect(newer.infoPlist["CFBundleIcons"] == ["CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"]])
    #expect(newer.looseFiles.isEmpty)
    let old = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: [], catalog: catalog, xcodeVersion: XcodeVersion(16))
    #expect(old.infoPlist.isEmpty)
    #expect(old.warnings.first?.hint?.contains("ICON-148") == true)
  }

  /// ICON-149, ICON-150, ICON-151.
  @Test func whatIsReportedAboutDotIconFilesIsNoted() {
    let catalog = AssetCatalog(sets: [Self.icon("AppIcon"), Self.icon("Night"), Self.composed("Night")])
    let entries = GeneratedIconEntries.make(primary: "AppIcon", alternates: [], includeAll: true, catalog: catalog)
    #expect(entries.alternates.map(\.isIconComposer) == [true])
    #expect(entries.warnings.map(\.code) == [.iconSetting, .iconComposerIncludeAll, .iconAndSetOfOneName])
    #expect(entries.warnings.map(\.severity) == [.note, .warning, .note])
    let hints = entries.warnings.compactMap(\.hint).joined(separator: "\n")
    for fact in ["ICON-149", "ICON-150", "ICON-151", "ICON-210"] { #expect(hints.contains(fact)) }
  }

  @Test func aDotIconForMacsTakesNoPlace() {
    func message(_ icons: [AssetSet]) -> String? {
      GeneratedIconEntries.make(
        primary: "AppIcon", alternates: [], catalog: AssetCatalog(sets: catalog.sets + icons)
      ).warnings.first { $0.code == .iconAndSetOfOneName }?.message
    }
    var mac = Self.composed("Night")
    mac.iconComposer?.squarePlatforms = ["macOS"]
    #expect(
      message([mac]) == "“Night” is an app icon set and an Icon Composer icon too, but that is for other platforms")
    #expect(message([mac, Self.composed("Day")])?.hasSuffix("takes the place of the set, where it is for iOS") == true)
    #expect(message([Self.composed("Day")])?.hasSuffix("takes the place of the set") == true)
    #expect(message([Self.composed("Dusk")]) == nil)
  }

  /// ICON-150.
  @Test func includingAllWithADotIconIsReportedToEndTheBuild() {
    func remark(
      all: Bool = true, flag: Bool = false, xcode: XcodeVersion = .latest, _ sets: [AssetSet]
    ) -> PackageWarning? {
      let settings = IconBuildSettings(
        primary: "AppIcon", alternates: ["Night"], includesAll: all, xcodeVersion: xcode, disablesIconFallback: flag)
      return GeneratedIconEntries.make(settings, catalog: AssetCatalog(sets: sets), families: [.iPhone]).warnings
        .first { $0.code == .iconComposerIncludeAll }
    }
    let sets = [Self.icon("AppIcon"), Self.composed("Night")]
    let found = remark(sets)
    #expect(found?.endsBuild == true && found?.severity == .warning)
    #expect(found?.message.contains("one developer reports that the catalog compiler fails") == true)
    #expect(remark(all: false, sets) == nil)
    #expect(remark([Self.icon("AppIcon"), Self.icon("Night")]) == nil)
    #expect(remark(xcode: XcodeVersion(16, 4), sets) == nil)
    // Known to be built: UTM, Home Assistant.
    #expect(remark(flag: true, sets) == nil)
  }

  /// ICON-151, ICON-210.
  @Test func theFlagKeepsTheSetBesideADotIconInXcode26Point0Alone() {
    func names(_ xcode: XcodeVersion, flags: String) -> [String] {
      let values = [
        "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon", "XCODE_VERSION_ACTUAL": xcode.description,
        "ASSETCATALOG_OTHER_FLAGS": flags,
      ]
      let catalog = AssetCatalog(sets: [Self.icon("AppIcon"), Self.composed("AppIcon")])
      return GeneratedIconEntries.make(IconBuildSettings { values[$0] }, catalog: catalog, families: [.iPhone])
        .compiledCatalog(of: catalog).sets.map { $0.isIconComposer ? "\($0.name).icon" : $0.name }
    }
    let flag = "--enable-icon-stack-fallback-generation=disabled"
    for xcode in [XcodeVersion(26), XcodeVersion(VersionNumber(26, 0, 1))] {
      #expect(names(xcode, flags: flag) == ["AppIcon.icon", "AppIcon"])
      #expect(
        names(xcode, flags: "-x --enable-icon-stack-fallback-generation disabled") == ["AppIcon.icon", "AppIcon"])
      for flags in ["", "--enable-icon-stack-fallback-generation=enabled", "\(flag)-not", "-\(flag)"] {
        #expect(names(xcode, flags: flags) == ["AppIcon.icon"], "\(flags)")
      }
    }
    #expect(names(XcodeVersion(26, 1), flags: flag) == ["AppIcon.icon"])
    #expect(names(XcodeVersion(26, 3), flags: flag) == ["AppIcon.icon"])
    #expect(names(XcodeVersion(16, 4), flags: flag) == ["AppIcon"])
  }

  // MARK: Mistakes

  @Test func aSetThatIsNotThereIsAnErrorInTheWordsOfTheCompiler() {
    let old = GeneratedIconEntries.make(
      primary: "appicon", alternates: [], catalog: catalog, xcodeVersion: XcodeVersion(16),
      location: SourceLocation(file: "App.xcodeproj"))
    #expect(
      old.warnings.first?.description == """
        App.xcodeproj: None of the input catalogs contained a matching stickers icon set or app icon set named “appicon”.
          hint: there is “AppIcon”; letter case counts
        """)
    #expect(old.warnings.map(\.code) == [.primaryIconSetMissing, .iconSetNotCompiled])
    #expect(old.warnings[0].severity == .error && old.warnings[0].endsBuild)
    #expect(old.warnings[1].message.hasPrefix("“Night” and “Day” are not compiled"))
    #expect(old.infoPlist.isEmpty)
    let new = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Picture", "$(X)", "No"], catalog: catalog)
    #expect(
      messages(new).first
        == "None of the input catalogs contained a matching stickers icon set, app icon set, or icon stack named “Picture”."
    )
    #expect(
      new.warnings.filter { $0.code == .alternateNameUnknown }.map(\.hint) == [
        "“Picture” is an image set; an icon has to be an app icon set (ICON-142)",
        "a setting in the name is not known", "there are AppIcon, Night, Day",
      ])
    #expect(new.infoPlist.value(at: "CFBundleIcons", "CFBundleAlternateIcons") == nil)
  }

  @Test func anAlternateInOtherLettersIsAnErrorThoughIncludingAllHidesIt() {
    func make(_ name: String, includeAll: Bool) -> GeneratedIconEntries {
      GeneratedIconEntries.make(
        primary: "AppIcon", alternates: [name], includeAll: includeAll, catalog: catalog,
        location: SourceLocation(file: "App.xcodeproj"))
    }
    let hidden = make("night", includeAll: true)
    #expect(hidden.warnings.map(\.code) == [.alternateNameCase, .iconSetOnlyByIncludeAll])
    #expect(
      hidden.warnings[0].message
        == "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES names “night”, but the set is “Night”")
    #expect(hidden.warnings[0].severity == .error && !hidden.warnings[0].endsBuild)
    #expect(hidden.alternates.map(\.name) == ["Night", "Day"])
    let plain = make("night", includeAll: false)
    #expect(plain.warnings[0].code == .alternateNameCase && plain.warnings[0].endsBuild)
    let unknown = make("Dusk", includeAll: true)
    #expect(unknown.warnings[0].code == .alternateNameUnknown && !unknown.warnings[0].endsBuild)
    #expect(!make("Night", includeAll: false).warnings.contains { $0.severity == .error })
  }

  @Test func setsThatNobodyNamesAreNoted() {
    let some = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Day"], catalog: catalog)
    #expect(some.warnings.map(\.code) == [.iconSetNotCompiled])
    #expect(some.warnings[0].message == "“Night” is not compiled: neither the primary icon nor an alternate")
    let all = GeneratedIconEntries.make(primary: "AppIcon", alternates: [], includeAll: true, catalog: catalog)
    #expect(all.warnings.isEmpty)
    let both = GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Day"], includeAll: true, catalog: catalog)
    #expect(both.warnings.map(\.code) == [.iconSetOnlyByIncludeAll])
    #expect(both.warnings[0].message.hasPrefix("“Night” is an alternate only because"))
    // One for Macs, and one that is empty, are nobody's loss.
    let others = AssetCatalog(
      sets: catalog.sets + [
        Self.icon("Mac", [Self.slot("mac", 16, 1)]), Self.icon("Empty", [Self.slot("iphone", 60, 2, file: nil)]),
      ])
    #expect(
      GeneratedIconEntries.make(primary: "AppIcon", alternates: ["Day", "Night"], catalog: others).warnings.isEmpty)
  }

  @Test func aSetWithoutContentIsLeftOut() {
    let empty = AssetCatalog(sets: [
      Self.icon("AppIcon", [Self.slot("iphone", 60, 2, file: nil)]), Self.icon("Mac", [Self.slot("mac", 16, 1)]),
    ])
    let template = GeneratedIconEntries.make(primary: "AppIcon", alternates: [], catalog: empty)
    #expect(template.infoPlist.isEmpty)
    #expect(template.warnings.map(\.severity) == [.warning])
    let mac = GeneratedIconEntries.make(
      primary: "Mac", alternates: [], catalog: empty, xcodeVersion: XcodeVersion(15))
    #expect(
      messages(mac) == ["The stickers icon set or app icon set named “Mac” did not have any applicable content."])
    #expect(mac.warnings.map(\.severity) == [.error] && mac.warnings[0].endsBuild)
  }

  @Test func thePrimaryIconAsAnAlternateAndCommasAreNoticed() {
    let entries = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: ["AppIcon", "Night,", "Day", "Day"], catalog: catalog)
    #expect(entries.alternates.map(\.name) == ["Day"])
    #expect(
      messages(entries).prefix(2) == [
        "“AppIcon” is the primary icon and an alternate too",
        "“Night,” is taken as a name, with its punctuation; no app icon set is called so",
      ])
    let marks = entries.warnings.filter { $0.code == .alternateNamePunctuation }
    #expect(marks.map(\.severity) == [.error] && marks[0].endsBuild)
    #expect(marks[0].hint?.hasSuffix("write “Night”") == true)
  }

  /// ICON-135, ICON-141.
  @Test func beforeXcode13ThereAreNoSettingsForAlternates() {
    let slots = [Self.slot("iphone", 60, 2), Self.slot("iphone", 60, 3), Self.slot("ios-marketing", 1024, 1)]
    let entries = GeneratedIconEntries.make(
      primary: "AppIcon", alternates: ["Night"],
      catalog: AssetCatalog(sets: [Self.icon("AppIcon", slots), Self.icon("Night", slots)]),
      xcodeVersion: XcodeVersion(12, 5), families: [.iPhone])
    #expect(entries.primary?.name == "AppIcon" && entries.alternates.isEmpty)
    #expect(messages(entries) == ["Xcode 12.5 does not know the settings for alternate icons"])
  }

  @Test func sizesThatAScriptMadeUpDoNoHarm() {
    let sizes: [Double] = [.nan, .infinity, -1, 1e300, 0]
    let entries = sizes.flatMap { size in
      [Int.max, Int.min, 2].map { Self.slot("iphone", size, $0) }
        + [
          AssetEntry(
            idiom: "ipad", size: AssetEntry.Size(width: 76, height: size), scale: 2, filename: "x")
        ]
    }
    let catalog = AssetCatalog(sets: [Self.icon("../x", entries + [Self.slot("iphone", 60, 2)])])
    let made = GeneratedIconEntries.make(
      primary: "../x", alternates: [], catalog: catalog, deploymentTarget: VersionNumber(8))
    #expect(made.looseFiles.isEmpty)
    #expect(made.infoPlist.count == 2)
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
