import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The menu in detail.
@Suite struct MenuDetailTests {
  func rows(
    os: String = "17.5", options: InstallOptions = InstallOptions(), conditions: DeviceConditions = DeviceConditions(),
    package: AppPackage? = nil, inLibrary: Bool = false
  ) throws -> [MenuRow] {
    let scene = try ActionScene(
      os: os, lifeCycle: .appDelegate, options: options, conditions: conditions, package: package)
    let springboard = scene.device.springboard
    let icon = try inLibrary ? springboard.libraryIcon(for: scene.app) : springboard.icon(for: scene.app)
    return try icon.press()?.rows ?? []
  }

  func entry(_ more: PropertyListDictionary) -> PropertyListValue {
    var entry: PropertyListDictionary = [
      "UIApplicationShortcutItemType": "a", "UIApplicationShortcutItemTitle": "A",
    ]
    for (key, node) in more.entries { entry[key] = node.value }
    return [.dictionary(entry)]
  }

  // MARK: Text

  /// QUICK-004, QUICK-005, QUICK-117.
  @Test(
    arguments: [
      ("Short", nil, ["Short"]), ("Short", "Below", ["Short", "Below"]),
      ("Read everything that was written since", nil, ["Read everything that was", "written since"]),
      (
        "Read everything that was written since yesterday by anybody", nil,
        ["Read everything that was", "written since yesterday by an…"]
      ),
      ("Read everything that was written since", "Below", ["Read everything that was writ…", "Below"]),
      (String(repeating: "工", count: 16), nil, [String(repeating: "工", count: 15), "工"]),
      (String(repeating: "a", count: 31), "", [String(repeating: "a", count: 30), "a"]),
      (String(repeating: "x", count: 100_000), "s", [String(repeating: "x", count: 29) + "…", "s"]),
    ] as [(String, String?, [String])])
  func titleHasTwoLinesWithoutASubtitle(title: String, subtitle: String?, expected: [String]) throws {
    let more: PropertyListDictionary =
      subtitle.map { ["UIApplicationShortcutItemSubtitle": .string($0)] } ?? [:]
    var item = more
    item["UIApplicationShortcutItemTitle"] = .string(title)
    let package = try Packages.toolBox(items: entry(item))
    #expect(try rows(package: package).first?.lines == expected)
  }

  // MARK: Icons

  private func glyph(
    _ more: PropertyListDictionary, os: String = "17.5", files: Packages.Files = [], catalog: AssetCatalog? = nil
  ) throws -> ShortcutGlyph {
    let package = try Packages.make(
      ["CFBundleIdentifier": "com.example.a", "UIApplicationShortcutItems": entry(more)], files: files, catalog: catalog
    )
    return try #require(try rows(os: os, package: package).first?.glyph)
  }

  /// QUICK-023, QUICK-026.
  @Test func catalogPrecedesTheBundleRoot() throws {
    let file: PropertyListDictionary = ["UIApplicationShortcutItemIconFile": "gear"]
    let catalog = AssetCatalog(sets: [AssetSet(name: "gear", kind: .image), AssetSet(name: "other", kind: .appIcon)])
    let files: Packages.Files = [("gear@3x.png", 105), ("icons/wheel@3x.png", 105)]
    let asset = try glyph(file, files: files, catalog: catalog)
    #expect(asset.source == .asset && asset.name == "gear")
    #expect(asset.why.contains { $0.contains("QUICK-026") })
    let loose = try glyph(file, files: files)
    #expect(loose.source == .file && loose.name == "gear@3x.png")
    for name in ["gear.png", "Gear", "icons/wheel.png", "wheel", "other", ""] {
      let missing = try glyph(
        ["UIApplicationShortcutItemIconFile": .string(name)], files: files,
        catalog: AssetCatalog(sets: [AssetSet(name: "other", kind: .appIcon)]))
      #expect(missing.source == .dot, "\(name)")
    }
  }

  /// QUICK-023: before 18.2, a file with exactly this name is found.
  @Test(arguments: [("9.0", true), ("18.1", true), ("18.2", false), ("26.0", false)])
  func exactNameOfAFileIsFoundOnOldSystems(os: String, isFound: Bool) throws {
    let files: Packages.Files = [("gear@3x.png", 105)]
    let exact = try glyph(["UIApplicationShortcutItemIconFile": "gear@3x.png"], os: os, files: files)
    #expect((exact.source == .file) == isFound)
    #expect(try glyph(["UIApplicationShortcutItemIconFile": "gear.png"], os: os, files: files).source == .dot)
  }

  /// Of the files with a name, the one for the screen and the device.
  @Test(arguments: [
    (DeviceModel.iPhone, "gear@3x.png"), (DeviceModel.iPad, "gear@2x~ipad.png"),
  ])
  func pictureMatchesTheScreen(model: DeviceModel, file: String) throws {
    let sizes: Packages.Files = [("gear@2x.png", 70), ("gear@3x.png", 105)]
    func drawn(_ files: Packages.Files) throws -> String? {
      let package = try Packages.make(
        [
          "CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1, 2],
          "UIApplicationShortcutItems": entry(["UIApplicationShortcutItemIconFile": "gear"]),
        ], files: files)
      let device = try Device(model: model, os: OSVersion(parsing: "17.5"))
      let app = try device.install(package)
      return try device.springboard.icon(for: app).press()?.rows.first { !$0.isSystem }?.glyph?.name
    }
    #expect(try drawn(sizes) == (model == .iPad ? "gear@2x.png" : "gear@3x.png"))
    #expect(try drawn(sizes + [("gear@2x~ipad.png", 70)]) == file)
    #expect(try drawn([("gear@2x.png", 70)]) == "gear@2x.png")
  }

  /// QUICK-024.
  @Test(arguments: ["9.0", "11.4", "12.0", "18.0"])
  func missingPictureIsADot(os: String) throws {
    let glyph = try glyph(["UIApplicationShortcutItemIconFile": "nothing"], os: os)
    #expect(glyph.source == .dot && glyph.name == nil)
    #expect(glyph.why.last?.contains("QUICK-024") == true)
  }

  /// QUICK-008, QUICK-019, QUICK-020, QUICK-021, QUICK-047.
  @Test func choiceOfThePictureHasAReason() throws {
    let type = "UIApplicationShortcutIconTypeSearch"
    let all: PropertyListDictionary = [
      "UIApplicationShortcutItemIconSymbolName": "star", "UIApplicationShortcutItemIconFile": "gear",
      "UIApplicationShortcutItemIconType": .string(type),
    ]
    #expect(try glyph(all).why.first == ShortcutIconChoice.symbolFirst.why)
    #expect(try glyph(all, os: "12.0").why.first == ShortcutIconChoice.fileFirst.why)
    #expect(try glyph([:]).why == [ShortcutIconChoice.none.why, "So a dot is drawn (QUICK-044)."])
    #expect(
      try glyph(["UIApplicationShortcutItemIconType": "Search"]).why.first == ShortcutIconChoice.unknownType.why)
    let mail = PropertyListDictionary([("UIApplicationShortcutItemIconType", "UIApplicationShortcutIconTypeMail")])
    #expect(try glyph(mail, os: "9.0").why.first == ShortcutIconChoice.typeTooNew.why)
    let search = try glyph(["UIApplicationShortcutItemIconType": .string(type)])
    #expect(search.source == .system && search.name == "search" && search.why.first == ShortcutIconChoice.onlyOne.why)
    let symbol: PropertyListDictionary = ["UIApplicationShortcutItemIconSymbolName": "star"]
    #expect(try glyph(symbol, os: "12.0").why.first == ShortcutIconChoice.symbolTooNew.why)
    #expect(try glyph(symbol).source == .symbol)
    #expect(Set(ShortcutIconChoice.allCases.map(\.why)).count == ShortcutIconChoice.allCases.count)
  }

  /// QUICK-043, QUICK-044, QUICK-045, QUICK-130.
  @Test func dynamicItemsHaveIcons() throws {
    let package = try Packages.make(
      ["CFBundleIdentifier": "com.example.a"], files: [("gear@3x.png", 105)],
      catalog: AssetCatalog(sets: [AssetSet(name: "wand", kind: .other("symbolset"))]))
    let scene = try ActionScene(package: package)
    try scene.device.launch(scene.app)
    let icons: [(ShortcutIcon?, ShortcutGlyph.Source, String?)] = [
      (.templateImageName("gear"), .file, "gear@3x.png"), (.templateImageName("gear@3x.png"), .file, "gear@3x.png"),
      (.templateImageName("Gear"), .dot, nil), (.contact("Ada King Lovelace"), .monogram, "AL"),
      (.contact("Ada", hasPhoto: true), .photo, "Ada"), (.contact(""), .monogram, ""), (nil, .dot, nil),
      (.systemImageName("star"), .symbol, "star"), (.type(.add), .system, "add"),
      (.templateImageName("wand"), .asset, "wand"),
    ]
    for (icon, source, name) in icons {
      try scene.device.launch(scene.app)
      try scene.app.run {
        try $0.setShortcutItems([ShortcutItem(type: "a", localizedTitle: "A", icon: icon)])
      }
      try scene.device.pressHome()
      let glyph = try #require(try scene.device.springboard.icon(for: scene.app).press()?.rows.first?.glyph)
      #expect(glyph.source == source && glyph.name == name, "\(String(describing: icon))")
      try scene.device.pressHome()
    }
  }

  /// QUICK-038.
  @Test func invalidUserInfoRaisesAnException() {
    #expect(AppException.unserializableUserInfo("CFNull").name == "NSInvalidArgumentException")
    let reason = AppException.unserializableUserInfo("CFNull").reason
    #expect(reason.hasPrefix("unable to serialize userInfo: Error Domain=NSCocoaErrorDomain Code=3851"))
    #expect(reason.hasSuffix("(property lists cannot contain objects of type 'CFNull')}"))
  }

  // MARK: Positions

  /// QUICK-071, QUICK-072, QUICK-118, QUICK-142.
  @Test func menuOpensUpwardNearTheBottomAndMirrorsItsIcons() throws {
    let scene = try ActionScene()
    let icon = try scene.device.springboard.icon(for: scene.app)
    #expect(icon.place == .grid(page: 1, row: 1, column: 1))
    let places: [(IconPlace, Bool, MenuSide)] = [
      (.grid(page: 1, row: 3, column: 2), false, .left), (.grid(page: 2, row: 4, column: 3), true, .right),
      (.grid(page: 1, row: 6, column: 1), true, .left), (.dock(column: 4), true, .right),
    ]
    for (place, isUpward, side) in places {
      try icon.move(to: place)
      #expect(icon.place == place)
      let menu = try #require(try icon.press())
      #expect(menu.opensUpward == isUpward && menu.iconSide == side)
      let titles = menu.rows.map(\.title)
      #expect((isUpward ? titles.reversed() : titles) == ["Tool Box", "Search", "Edit Home Screen", "Remove App"])
      try menu.item("ToolBox").tap()
      try scene.device.pressHome()
    }
    for place in [
      IconPlace.grid(page: 0, row: 1, column: 1), .grid(page: 1, row: 7, column: 1), .grid(page: 1, row: 1, column: 5),
      .dock(column: 5), .grid(page: .max, row: .max, column: .min),
    ] {
      #expect(simulatorError { try icon.move(to: place) }?.code == .badIconPlace)
    }
    let other = try scene.device.install(try Packages.paint())
    let second = try scene.device.springboard.icon(for: other)
    #expect(second.place == .grid(page: 1, row: 1, column: 1))
    #expect(simulatorError { try second.move(to: .dock(column: 4)) }?.code == .badIconPlace)
    let old = try ActionScene(os: "12.4", lifeCycle: .appDelegate)
    let oldIcon = try old.device.springboard.icon(for: old.app)
    try oldIcon.move(to: .dock(column: 1))
    let oldMenu = try #require(try oldIcon.press())
    #expect(oldMenu.opensUpward && oldMenu.rows.first?.type == "ToolBox")
  }

  /// QUICK-118.
  @Test func newIconsFillPositionsAroundMovedIcons() throws {
    let device = try Device(model: .iPad)
    for number in 0..<32 {
      try device.install(try Packages.paint(identifier: "com.example.a\(number)", label: "a\(number)"))
    }
    let icons = device.springboard.icons
    #expect(icons[6].place == .grid(page: 1, row: 2, column: 1))
    #expect(icons[31].place == .grid(page: 2, row: 1, column: 2))
    try icons[0].move(to: .grid(page: 1, row: 1, column: 3))
    #expect(icons[1].place == .grid(page: 1, row: 1, column: 1))
    #expect(icons[3].place == .grid(page: 1, row: 1, column: 4))
  }
}
