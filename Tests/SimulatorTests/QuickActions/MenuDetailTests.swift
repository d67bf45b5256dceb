import AppPackages
import Simulator
import Testing

@Suite("The menu in detail")
struct MenuDetailTests {
  private func rows(
    os: String = "17.5", options: InstallOptions = InstallOptions(), conditions: DeviceConditions = DeviceConditions(),
    package: AppPackage? = nil, inLibrary: Bool = false
  ) throws -> [MenuRow] {
    let scene = try ActionScene(
      os: os, lifeCycle: .appDelegate, options: options, conditions: conditions, package: package)
    let springboard = scene.device.springboard
    let icon = try inLibrary ? springboard.libraryIcon(for: scene.app) : springboard.icon(for: scene.app)
    return try icon.press()?.rows ?? []
  }

  private func entry(_ more: PropertyListDictionary) -> PropertyListValue {
    var entry: PropertyListDictionary = [
      "UIApplicationShortcutItemType": "a", "UIApplicationShortcutItemTitle": "A",
    ]
    for (key, node) in more.entries { entry[key] = node.value }
    return [.dictionary(entry)]
  }

  // MARK: Text

  @Test(
    "QUICK-004, QUICK-005, QUICK-117: two lines for a title alone, one each with a subtitle",
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
  func lines(title: String, subtitle: String?, expected: [String]) throws {
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

  @Test("QUICK-023, QUICK-026: the catalog first, then the bundle's root by the bare name")
  func lookup() throws {
    let file: PropertyListDictionary = ["UIApplicationShortcutItemIconFile": "gear"]
    let catalog = AssetCatalog(sets: [AssetSet(name: "gear", kind: .image), AssetSet(name: "other", kind: .appIcon)])
    let files: Packages.Files = [("gear@3x.png", 105), ("icons/wheel@3x.png", 105)]
    let asset = try glyph(file, files: files, catalog: catalog)
    #expect(asset.source == .asset && asset.name == "gear")
    #expect(asset.why.contains { $0.contains("QUICK-026") })
    let loose = try glyph(file, files: files)
    #expect(loose.source == .file && loose.name == "gear@3x.png")
    for name in ["gear.png", "Gear", "icons/wheel", "wheel", "other", ""] {
      let missing = try glyph(
        ["UIApplicationShortcutItemIconFile": .string(name)], files: files,
        catalog: AssetCatalog(sets: [AssetSet(name: "other", kind: .appIcon)]))
      #expect(missing.source == .placeholder, "\(name)")
    }
  }

  @Test("QUICK-024, QUICK-025: a missing picture is a dot, later a placeholder", arguments: ["11.4", "12.0", "18.0"])
  func missing(os: String) throws {
    let glyph = try glyph(["UIApplicationShortcutItemIconFile": "nothing"], os: os)
    #expect(glyph.source == (os == "11.4" ? .dot : .placeholder) && glyph.name == nil)
    #expect(glyph.why.last?.contains(os == "11.4" ? "QUICK-024" : "QUICK-025") == true)
  }

  @Test("the reason for the choice: QUICK-008, QUICK-019, QUICK-020, QUICK-021, QUICK-047")
  func choices() throws {
    let type = "UIApplicationShortcutIconTypeSearch"
    let all: PropertyListDictionary = [
      "UIApplicationShortcutItemIconSymbolName": "star", "UIApplicationShortcutItemIconFile": "gear",
      "UIApplicationShortcutItemIconType": .string(type),
    ]
    #expect(try glyph(all).why.first == ShortcutIconChoice.symbolFirst.why)
    #expect(try glyph(all, os: "12.0").why.first == ShortcutIconChoice.fileFirst.why)
    #expect(try glyph([:]).why == [ShortcutIconChoice.none.why])
    #expect(
      try glyph(["UIApplicationShortcutItemIconType": "Search"]).why == [ShortcutIconChoice.unknownType.why])
    let mail = PropertyListDictionary([("UIApplicationShortcutItemIconType", "UIApplicationShortcutIconTypeMail")])
    #expect(try glyph(mail, os: "9.0").why == [ShortcutIconChoice.typeTooNew.why])
    let search = try glyph(["UIApplicationShortcutItemIconType": .string(type)])
    #expect(search.source == .system && search.name == "search" && search.why.first == ShortcutIconChoice.onlyOne.why)
    let symbol: PropertyListDictionary = ["UIApplicationShortcutItemIconSymbolName": "star"]
    #expect(try glyph(symbol, os: "12.0").why == [ShortcutIconChoice.symbolTooNew.why])
    #expect(try glyph(symbol).source == .symbol)
    #expect(Set(ShortcutIconChoice.allCases.map(\.why)).count == ShortcutIconChoice.allCases.count)
  }

  @Test("QUICK-043, QUICK-044, QUICK-045: icons of the app's own items")
  func dynamicIcons() throws {
    let package = try Packages.make(["CFBundleIdentifier": "com.example.a"], files: [("gear@3x.png", 105)])
    let scene = try ActionScene(package: package)
    try scene.device.launch(scene.app)
    let icons: [(ShortcutIcon?, ShortcutGlyph.Source, String?)] = [
      (.templateImageName("gear"), .file, "gear@3x.png"), (.templateImageName("gear@3x.png"), .file, "gear@3x.png"),
      (.templateImageName("Gear"), .none, nil), (.contact("Ada King Lovelace"), .monogram, "AL"),
      (.contact("Ada", hasPhoto: true), .photo, "Ada"), (.contact(""), .monogram, ""), (nil, .none, nil),
      (.systemImageName("star"), .symbol, "star"), (.type(.add), .system, "add"),
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

  @Test("QUICK-038: the exception for user info that is no property list")
  func exception() {
    #expect(AppException.unserializableUserInfo("CFNull").name == "NSInvalidArgumentException")
    let reason = AppException.unserializableUserInfo("CFNull").reason
    #expect(reason.hasPrefix("unable to serialize userInfo: Error Domain=NSCocoaErrorDomain Code=3851"))
    #expect(reason.hasSuffix("(property lists cannot contain objects of type 'CFNull')}"))
  }

  // MARK: Places

  @Test("QUICK-071, QUICK-072, QUICK-118: upward near the bottom and in the Dock, mirrored; the side of the icons")
  func places() throws {
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
    #expect(try oldIcon.press()?.opensUpward == false)
  }

  @Test("QUICK-118: places in the order of installation, around icons that were moved")
  func order() throws {
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

  // MARK: The system's rows by the state of the app

  @Test("QUICK-069: three places on beta builds of iOS 13 and 14", arguments: [("13.0", 3), ("14.5", 3), ("15.0", 4)])
  func betaPlaces(os: String, count: Int) throws {
    let items = PropertyListValue.array(
      of: (0..<6).map {
        ["UIApplicationShortcutItemType": .string("\($0)"), "UIApplicationShortcutItemTitle": .string("\($0)")]
      })
    let package = try Packages.toolBox(items: items)
    let shown = try rows(os: os, options: InstallOptions(distribution: .testFlight), package: package)
    #expect(shown.filter { !$0.isSystem }.count == count)
    #expect(try rows(os: os, package: package).filter { !$0.isSystem }.count == 4)
  }

  @Test("QUICK-078, QUICK-091: the App Library")
  func library() throws {
    let scene = try ActionScene(os: "17.5")
    let springboard = scene.device.springboard
    let library = try springboard.libraryIcon(for: scene.app)
    #expect(library.place == nil && springboard.library.count == 1)
    #expect(
      try library.press()?.rows.filter(\.isSystem).map(\.title) == ["Edit Home Screen", "Delete App"])
    try scene.device.pressHome()
    let home = try springboard.icon(for: scene.app)
    #expect(home != library)
    try home.press()?.item("Remove App").tap()
    #expect(scene.device.alert?.buttons == ["Delete App", "Remove from Home Screen", "Cancel"])  // QUICK-116
    try scene.device.alert?.tap("Remove from Home Screen")
    #expect(scene.app.isInstalled && springboard.icons.isEmpty)
    #expect(simulatorError { _ = try springboard.icon(for: scene.app) }?.code == .iconElsewhere)
    #expect(simulatorError { _ = try springboard.icon(labelled: "ToolBox") }?.code == .noSuchIcon)
    let menu = try #require(try library.press())
    #expect(
      menu.rows.filter(\.isSystem).map(\.title) == ["Edit Home Screen", "Add to Home Screen", "Delete App"])
    try menu.item("Add to Home Screen").tap()
    #expect(springboard.icons.count == 1)
    try library.press()?.item("ToolBox").tap()
    #expect(scene.device.front == scene.app)
    try scene.device.pressHome()
    try library.press()?.item("Delete App").tap()  // QUICK-104: it asks first
    #expect(scene.app.isInstalled)
    try scene.device.alert?.tap("Delete")
    #expect(!scene.app.isInstalled)
    let old = try ActionScene(os: "13.0")
    #expect(old.device.springboard.library.isEmpty)
    #expect(simulatorError { _ = try old.device.springboard.libraryIcon(for: old.app) }?.code == .iconElsewhere)
  }

  @Test("QUICK-082, QUICK-087: Apple's own apps")
  func systemApps() throws {
    for (identifier, lockable) in [("com.apple.Maps", false), ("com.apple.mobilenotes", true)] {
      let package = try Packages.toolBox { $0["CFBundleIdentifier"] = .string(identifier) }
      let titles = try rows(os: "18.0", options: InstallOptions(published: true), package: package).map(\.title)
      #expect(!titles.contains("Share App"))
      #expect(titles.contains("Require Face ID") == lockable)
    }
  }

  @Test("QUICK-092: editing not allowed")
  func managed() throws {
    var conditions = DeviceConditions()
    conditions.homeScreenEditing = false
    #expect(
      try rows(os: "18.0", conditions: conditions).filter(\.isSystem).map(\.title) == ["Require Face ID", "Remove App"])
    let scene = try ActionScene(conditions: conditions)
    #expect(try scene.device.springboard.icon(for: scene.app).press(seconds: 3) != nil)
  }

  @Test("QUICK-094, QUICK-119: an app that is being downloaded")
  func downloading() throws {
    let scene = try ActionScene(options: InstallOptions(downloading: true))
    let icon = try scene.device.springboard.icon(for: scene.app)
    #expect(
      try icon.press()?.rows.map(\.title) == [
        "Prioritise Download", "Pause Download", "Cancel Download", "Edit Home Screen",
      ])
    try scene.device.pressHome()
    for command in [
      { try icon.tap() }, { try scene.device.launch(scene.app) }, { try scene.app.activate() },
    ] as [() throws -> Void] {
      #expect(simulatorError(command)?.code == .notDownloaded)
    }
    try icon.press()?.item("Prioritise Download").tap()
    try icon.press()?.item("Pause Download").tap()
    try icon.press()?.item("Resume Download").tap()
    #expect(try scene.app.isDownloading)
    try scene.app.finishDownload()
    try scene.app.finishDownload()
    #expect(try icon.press()?.rows.first?.title == "Tool Box")
    try scene.device.pressHome()
    try icon.tap()
    #expect(scene.device.front == scene.app)
    let cancelled = try ActionScene(options: InstallOptions(downloading: true))
    try cancelled.device.springboard.icon(for: cancelled.app).press()?.item("Cancel Download").tap()
    #expect(!cancelled.app.isInstalled)
  }

  @Test("QUICK-011, QUICK-012: the Today widget above the rows", arguments: ["9.3", "10.0", "13.7", "14.0"])
  func widget(os: String) throws {
    let package = try Packages.toolBox { $0["UIApplicationShortcutWidget"] = "com.example.toolbox.today" }
    let scene = try ActionScene(os: os, lifeCycle: .appDelegate, package: package)
    let expected = os == "10.0" || os == "13.7" ? "com.example.toolbox.today" : nil
    #expect(try scene.device.springboard.icon(for: scene.app).press()?.widget == expected)
  }

  @Test("QUICK-099: no menu in the Simulator before iOS 13; QUICK-103: a release-signed build started from its icon")
  func simulator() throws {
    var conditions = DeviceConditions()
    conditions.simulator = true
    #expect(try rows(os: "12.4", conditions: conditions).isEmpty)
    #expect(try !rows(os: "13.0", conditions: conditions).isEmpty)
    for (os, distribution, dies) in [
      ("26.0", Distribution.appStore, true), ("26.0", .development, false), ("18.0", .appStore, false),
    ] {
      let scene = try ActionScene(
        os: os, options: InstallOptions(distribution: distribution), conditions: conditions)
      try scene.device.springboard.icon(for: scene.app).tap()
      #expect(try (scene.app.crash?.reason == "Code Signature Invalid") == dies)
      try scene.device.launch(scene.app)  // by a tool, not from the icon
      #expect(scene.device.front == scene.app)
    }
  }

  @Test("QUICK-033: the mutable class is a copy; QUICK-041")
  func copies() throws {
    let item = ShortcutItem(type: "a", localizedTitle: "A")
    var copy = item
    copy.localizedTitle = "B"
    copy.targetContentIdentifier = "x"
    #expect(item.localizedTitle == "A" && item.targetContentIdentifier == nil)
  }

  @Test("5 000 static items, and a user info of a megabyte")
  func large() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let items = PropertyListValue.array(
      of: (0..<5000).map {
        [
          "UIApplicationShortcutItemType": .string("\($0)"), "UIApplicationShortcutItemTitle": .string("\($0)"),
          "UIApplicationShortcutItemUserInfo": $0 == 0 ? ["text": .string(long)] : [:],
        ]
      })
    let scene = try ActionScene(package: try Packages.toolBox(items: items))
    try scene.tapAction("0")
    let item = scene.call(.sceneWillConnect)?.connectionOptions?.shortcutItem
    #expect(item?.userInfo?["text"]?.string?.utf8.count == 1 << 20)
    try scene.device.pressHome()
    let rows = try scene.device.springboard.icon(for: scene.app).press()?.rows ?? []
    #expect(rows.filter { !$0.isSystem }.map(\.title) == ["0", "1", "2", "3"])
  }
}
