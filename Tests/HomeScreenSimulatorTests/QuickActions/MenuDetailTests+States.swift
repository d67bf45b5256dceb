import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The rows that depend on the state of the app and the device.
extension MenuDetailTests {
  /// QUICK-069.
  @Test(arguments: [("13.0", 3), ("14.5", 3), ("15.0", 4)])
  func betaBuildsOfIOS13And14ShowThreeItems(os: String, count: Int) throws {
    let items = PropertyListValue.array(
      of: (0..<6).map {
        ["UIApplicationShortcutItemType": .string("\($0)"), "UIApplicationShortcutItemTitle": .string("\($0)")]
      })
    let package = try Packages.toolBox(items: items)
    let shown = try rows(os: os, options: InstallOptions(distribution: .testFlight), package: package)
    #expect(shown.filter { !$0.isSystem }.count == count)
    #expect(try rows(os: os, package: package).filter { !$0.isSystem }.count == 4)
  }

  /// QUICK-078, QUICK-091.
  @Test func appLibraryHasMenus() throws {
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

  /// QUICK-082, QUICK-087.
  @Test func appleAppsHaveTheirRows() throws {
    for (identifier, lockable) in [("com.apple.Maps", false), ("com.apple.mobilenotes", true)] {
      let package = try Packages.toolBox { $0["CFBundleIdentifier"] = .string(identifier) }
      let titles = try rows(os: "18.0", options: InstallOptions(isPublished: true), package: package).map(\.title)
      #expect(!titles.contains("Share App"))
      #expect(titles.contains("Require Face ID") == lockable)
    }
  }

  /// QUICK-092.
  @Test func restrictedEditingRemovesRows() throws {
    var conditions = DeviceConditions()
    conditions.homeScreenEditing = false
    #expect(
      try rows(os: "18.0", conditions: conditions).filter(\.isSystem).map(\.title) == ["Require Face ID", "Remove App"])
    let scene = try ActionScene(conditions: conditions)
    #expect(try scene.device.springboard.icon(for: scene.app).press(seconds: 3) != nil)
  }

  /// QUICK-094, QUICK-119.
  @Test func downloadingAppHasItsRows() throws {
    let scene = try ActionScene(options: InstallOptions(isDownloading: true))
    let icon = try scene.device.springboard.icon(for: scene.app)
    #expect(
      try icon.press()?.rows.map(\.title) == [
        "Prioritize Download", "Pause Download", "Cancel Download", "Edit Home Screen",
      ])
    try scene.device.pressHome()
    for command in [
      { try icon.tap() }, { try scene.device.launch(scene.app) }, { try scene.app.activate() },
    ] as [() throws -> Void] {
      #expect(simulatorError(command)?.code == .notDownloaded)
    }
    try icon.press()?.item("Prioritize Download").tap()
    try icon.press()?.item("Pause Download").tap()
    try icon.press()?.item("Resume Download").tap()
    #expect(try scene.app.isDownloading)
    try scene.app.finishDownload()
    try scene.app.finishDownload()
    #expect(try icon.press()?.rows.first?.title == "Tool Box")
    try scene.device.pressHome()
    try icon.tap()
    #expect(scene.device.front == scene.app)
    let cancelled = try ActionScene(options: InstallOptions(isDownloading: true))
    try cancelled.device.springboard.icon(for: cancelled.app).press()?.item("Cancel Download").tap()
    #expect(!cancelled.app.isInstalled)
  }

  /// QUICK-094.
  @Test(arguments: [("9.3", 0), ("10.0", 3), ("12.4", 3), ("13.0", 4)])
  func aDownloadOnOlderSystems(os: String, rows: Int) throws {
    let scene = try ActionScene(os: os, lifeCycle: .appDelegate, options: InstallOptions(isDownloading: true))
    let menu = try scene.device.springboard.icon(for: scene.app).press()
    #expect((menu?.rows.count ?? 0) == rows)
  }

  /// QUICK-011, QUICK-012.
  @Test(arguments: ["9.3", "10.0", "13.7", "14.0"])
  func todayWidgetIsAboveTheRows(os: String) throws {
    let package = try Packages.toolBox { $0["UIApplicationShortcutWidget"] = "com.example.toolbox.today" }
    let scene = try ActionScene(os: os, lifeCycle: .appDelegate, package: package)
    let expected = os == "10.0" || os == "13.7" ? "com.example.toolbox.today" : nil
    #expect(try scene.device.springboard.icon(for: scene.app).press()?.widget == expected)
  }

  /// QUICK-140.
  @Test func menuTakesTimeToOpenCloseAndAct() throws {
    let scene = try ActionScene()
    scene.device.conditions.menuTransition = 0.5
    #expect(try scene.device.springboard.icon(for: scene.app).press(seconds: 1) != nil)
    #expect(scene.device.time == 1.5)
    try scene.device.pressHome()
    #expect(scene.device.time == 2)
    try scene.device.pressHome()
    #expect(scene.device.time == 2)
  }

  /// QUICK-141.
  @Test func menuClosesIfItsAppIsUpdatedOrRemoved() throws {
    let scene = try ActionScene()
    let other = try scene.device.install(try Packages.paint())
    let menu = try #require(try scene.device.springboard.icon(for: scene.app).press())
    try scene.device.install(try Packages.paint())
    #expect(menu.isOpen)
    try scene.device.install(try Packages.toolBox())
    #expect(!menu.isOpen)
    let second = try #require(try scene.device.springboard.icon(for: other).press())
    try scene.device.uninstall(scene.app)
    #expect(second.isOpen)
    try scene.device.uninstall(other)
    #expect(!second.isOpen)
  }

  /// QUICK-099, QUICK-103, QUICK-144.
  @Test func simulatorHasNoMenuBeforeIOS13() throws {
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

  /// QUICK-033, QUICK-041.
  @Test func mutableItemIsACopy() throws {
    let item = ShortcutItem(type: "a", localizedTitle: "A")
    var copy = item
    copy.localizedTitle = "B"
    copy.targetContentIdentifier = "x"
    #expect(item.localizedTitle == "A" && item.targetContentIdentifier == nil)
  }

  @Test func manyStaticItemsAndLargeUserInfoAreHandled() throws {
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
