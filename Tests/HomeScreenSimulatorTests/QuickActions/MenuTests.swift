import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The menu of an icon.
@Suite struct MenuTests {
  private func system(
    os: String, model: DeviceModel = .iPhone, locale: String = "en", distribution: Distribution = .development,
    published: Bool = false, package: AppPackage? = nil
  ) throws -> [MenuRow] {
    let options = InstallOptions(distribution: distribution, isPublished: published)
    let scene = try ActionScene(
      os: os, model: model, lifeCycle: .appDelegate, locale: locale, options: options, package: package)
    return try scene.device.springboard.icon(for: scene.app).press()?.rows.filter(\.isSystem) ?? []
  }

  /// QUICK-073, QUICK-074, QUICK-076, QUICK-077, QUICK-079, QUICK-081, QUICK-084, QUICK-086, QUICK-088, QUICK-093,
  /// QUICK-114, QUICK-143, QUICK-145.
  @Test(
    arguments: [
      ("9.3", .development, true, []), ("10.3", .development, true, ["Share ToolBox"]),
      ("12.4", .appStore, false, []), ("10.3", .testFlight, true, []),
      ("11.0", .testFlight, true, ["Send Beta Feedback"]),
      ("13.1", .development, false, ["Rearrange Apps"]),
      ("13.2", .appStore, true, ["Edit Home Screen", "Share App", "Delete App"]),
      ("14.0", .development, false, ["Edit Home Screen", "Remove App"]),
      ("17.5", .development, true, ["Edit Home Screen", "Share App", "Remove App"]),
      ("17.5", .testFlight, true, ["Edit Home Screen", "Send Beta Feedback", "Remove App"]),
      (
        "18.0", .appStore, true, ["Widget Size", "Edit Home Screen", "Share App", "Require Face ID", "Remove App"]
      ),
    ] as [(String, Distribution, Bool, [String])])
  func menuHasSystemRows(os: String, distribution: Distribution, published: Bool, titles: [String]) throws {
    #expect(try system(os: os, distribution: distribution, published: published).map(\.title) == titles)
  }

  /// QUICK-082.
  @Test(arguments: ["12.4", "17.5"])
  func appleAppsHaveNoShareRow(os: String) throws {
    let package = try Packages.toolBox { $0["CFBundleIdentifier"] = "com.apple.toolbox" }
    let titles = try system(os: os, published: true, package: package).map(\.title)
    #expect(!titles.contains { $0.hasPrefix("Share") })
    let other = try Packages.toolBox { $0["CFBundleIdentifier"] = "com.applesauce.toolbox" }
    #expect(try system(os: os, published: true, package: other).contains { $0.title.hasPrefix("Share") })
  }

  /// QUICK-107, QUICK-108.
  @Test func knownTitlesAreInTheLanguageOfTheDevice() throws {
    #expect(
      try system(os: "18.0", locale: "zh-Hans", published: true).map(\.title) == [
        "Widget Size", "编辑主屏幕", "分享App", "Require Face ID", "移除App",
      ])
    // The model's words for a row without a known title.
    let english = try system(os: "18.0", locale: "zh-Hans", published: true).filter { $0.english != nil }
    #expect(english.map(\.title) == ["Widget Size", "Require Face ID"])
    #expect(try system(os: "17.5", locale: "zh-Hant").map(\.title) == ["編輯主畫面", "移除App"])
  }

  /// QUICK-075, QUICK-079, QUICK-080, QUICK-083, QUICK-085, QUICK-096.
  @Test func identifiersKeepTheMisspellingOfApple() throws {
    #expect(
      try system(os: "13.2", published: true).map(\.identifier) == [
        "com.apple.springboardhome.application-shotcut-item.rearrange-icons",
        "com.apple.springboardhome.application-shortcut-item.share",
        "com.apple.springboardhome.application-shotcut-item.delete-app",
      ])
    #expect(
      try system(os: "14.0", distribution: .testFlight).map(\.identifier) == [
        "com.apple.springboardhome.application-shortcut-item.rearrange-icons",
        "com.apple.SpringBoardServices.application-shortcut-item-type.send-beta-feedback",
        "com.apple.springboardhome.application-shortcut-item.remove-app",
      ])
    let scene = try ActionScene()
    let menu = try #require(try scene.device.springboard.icon(for: scene.app).press())
    #expect(try menu.item("search").identifier == "search")
    #expect(
      try menu.item("com.apple.springboardhome.application-shortcut-item.remove-app").title == "Remove App")
  }

  /// QUICK-089, QUICK-090, QUICK-115.
  @Test func windowRowIsOnIPadAndLockRowDependsOnTheModel() throws {
    let package = try Packages.toolBox {
      $0["UIApplicationSceneManifest"] = ["UIApplicationSupportsMultipleScenes": true]
    }
    #expect(try system(os: "26.0", model: .iPad, package: package).map(\.title).contains("New Window"))
    #expect(try !system(os: "26.0", package: package).map(\.title).contains("New Window"))
    #expect(try !system(os: "18.2", model: .iPad, package: package).map(\.title).contains("New Window"))
    let scene = try ActionScene(os: "26.0", model: .iPad, package: package)
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    let menu = try #require(try scene.device.springboard.icon(for: scene.app).press())
    #expect(menu.rows.filter(\.isSystem).prefix(3).map(\.title) == ["Widget Size", "New Window", "Show All Windows"])
    try menu.item("New Window").tap()
    #expect(try scene.app.scenes.count == 2)
    #expect(!menu.isOpen)
    for (model, name) in [
      ("iPhone SE (3rd generation)", "Touch ID"), ("iPhone 16", "Face ID"), ("iPad", "Touch ID"),
      ("iPad Pro", "Face ID"),
    ] {
      let titles = try system(os: "18.0", model: DeviceModel(named: model)).map(\.title)
      #expect(titles.contains("Require \(name)"), "\(model)")
    }
  }

  /// QUICK-097, QUICK-098, QUICK-110, QUICK-112.
  @Test(arguments: [
    ("iPhone", "9.0", true), ("iPhone", "13.0", true), ("iPad", "12.4", false), ("iPad", "13.0", true),
    ("iPhone 6s", "9.0", true), ("iPhone 6", "9.0", false), ("iPhone SE", "12.0", false),
    ("iPhone XR", "12.4", false), ("iPhone XR", "13.0", true), ("iPhone XS", "12.4", true),
  ])
  func menuExistsOnSomeDevices(model: String, os: String, opens: Bool) throws {
    let scene = try ActionScene(os: os, model: DeviceModel(named: model), lifeCycle: .appDelegate)
    var menu: IconMenu?
    let trace = try scene.device.record { menu = try scene.device.springboard.icon(for: scene.app).press() }
    #expect((menu != nil) == opens)
    #expect(scene.device.springboard.mode == (opens ? .menu : .editing))
    let event = try #require(trace.first { $0.kind == .menu })
    #expect(event.name == (opens ? "opened" : "notOpened"))
    if !opens { #expect(event.detail[.reason] == .string("no3DTouch")) }
  }

  /// QUICK-101, QUICK-111.
  @Test(arguments: [(0.1, "tooShort"), (1.4, nil), (2, "editing")])
  func pressCanBeTooShortOrTooLong(seconds: Double, reason: String?) throws {
    let scene = try ActionScene()
    let icon = try scene.device.springboard.icon(for: scene.app)
    var menu: IconMenu?
    let trace = try scene.device.record { menu = try icon.press(seconds: seconds) }
    #expect((menu == nil) == (reason != nil))
    #expect(trace.last?.detail[.reason] == reason.map { .string($0) })
    #expect(scene.device.springboard.mode == (reason == nil ? .menu : reason == "editing" ? .editing : .home))
    #expect(scene.device.time >= seconds)
    for wrong in [-1, .nan, .infinity] { #expect(simulatorError { _ = try icon.press(seconds: wrong) } != nil) }
  }

  /// QUICK-113.
  @Test func emptyMenuDoesNotOpenWith3DTouch() throws {
    let scene = try ActionScene(
      os: "12.4", lifeCycle: .appDelegate, package: Packages.toolBox { $0["UIApplicationShortcutItems"] = nil })
    var menu: IconMenu?
    let trace = try scene.device.record { menu = try scene.device.springboard.icon(for: scene.app).press() }
    #expect(menu == nil)
    #expect(trace.last?.fact == "QUICK-113")
    #expect(scene.device.springboard.mode == .home)
  }

  @Test func openMenuCoversTheIconsUntilHome() throws {
    let scene = try ActionScene()
    let other = try scene.device.install(Packages.paint())
    let icon = try scene.device.springboard.icon(for: scene.app)
    let menu = try #require(try icon.press())
    for touch in [
      { try icon.tap() }, { _ = try icon.press() }, { try scene.device.springboard.icon(for: other).tap() },
    ] as [() throws -> Void] {
      let error = try #require(simulatorError(touch))
      #expect(error.code == .menuCovers)
      #expect(error.message.contains("the menu of “ToolBox”"))
    }
    try scene.device.pressHome()
    #expect(!menu.isOpen && scene.device.springboard.mode == .home)
    #expect(simulatorError { try menu.item("Search").tap() }?.code == .menuClosed)
    let again = try #require(try icon.press())
    #expect(again != menu)
    try scene.device.launch(other)
    #expect(!again.isOpen)
    #expect(simulatorError { _ = try icon.press() }?.code == .notOnHomeScreen)
  }

  @Test func menuClosesOnRebootUpdateAndLanguageChange() throws {
    for command in [
      { try $0.device.uninstall($0.app) }, { try $0.device.reboot() }, { try $0.device.setLocale("de") },
      { _ = try $0.device.install(Packages.toolBox()) },
    ] as [(ActionScene) throws -> Void] {
      let scene = try ActionScene()
      let menu = try #require(try scene.device.springboard.icon(for: scene.app).press())
      try command(scene)
      #expect(!menu.isOpen && scene.device.springboard.mode == .home)
      #expect(simulatorError { try menu.rows.first?.tap() }?.code == .menuClosed)
    }
  }

  @Test func missingRowIsAnErrorWithTheRowsAndTheNearest() throws {
    let scene = try ActionScene()
    let menu = try #require(try scene.device.springboard.icon(for: scene.app).press())
    let error = try #require(simulatorError { _ = try menu.item("Serch") })
    #expect(error.code == .noSuchRow)
    #expect(
      error.hint == "The menu has: “Tool Box” (ToolBox), “Search” (search), “Edit Home Screen”, “Remove App”. "
        + "Did you mean “Search”? To test that a row is missing, use assert.error(function() menu:item(…) end).")
    #expect(simulatorError { _ = try menu.item("") }?.code == .noSuchRow)
  }

  /// QUICK-075.
  @Test func iconsDoNotReactWhileEditing() throws {
    let scene = try ActionScene()
    let icon = try scene.device.springboard.icon(for: scene.app)
    try icon.press()?.item("Edit Home Screen").tap()
    #expect(scene.device.springboard.mode == .editing)
    #expect(simulatorError { try icon.tap() }?.code == .iconsJiggle)
    try scene.device.pressHome()
    try icon.tap()
    #expect(scene.device.springboard.mode == .app)
  }

  /// QUICK-077, QUICK-116.
  @Test(arguments: ["13.2", "17.5"])
  func removingAsksTwiceAndOnceOnIOS13(os: String) throws {
    let scene = try ActionScene(os: os)
    let icon = try scene.device.springboard.icon(for: scene.app)
    let title = os == "13.2" ? "Delete App" : "Remove App"
    try icon.press()?.item(title).tap()
    if os != "13.2" {
      #expect(scene.device.alert?.label == "Remove “ToolBox”?")
      #expect(simulatorError { try icon.tap() }?.code == .alertCovers)
      try scene.device.alert?.tap("Delete App")
    }
    #expect(scene.device.alert?.label == "Delete “ToolBox”?")
    try scene.device.alert?.tap("Cancel")
    #expect(scene.app.isInstalled && scene.device.alert == nil)
    try icon.press()?.item(title).tap()
    if os != "13.2" { try scene.device.alert?.tap("Delete App") }
    try scene.device.alert?.tap("Delete")
    #expect(!scene.app.isInstalled)
    #expect(scene.device.springboard.icons.isEmpty)
  }

  /// QUICK-086.
  @Test func lockRowTogglesTheLock() throws {
    let scene = try ActionScene(os: "18.0")
    let icon = try scene.device.springboard.icon(for: scene.app)
    try icon.press()?.item("Require Face ID").tap()
    try icon.press()?.item("Don't Require Face ID").tap()
    #expect(try icon.press()?.item("Require Face ID") != nil)
  }
}
