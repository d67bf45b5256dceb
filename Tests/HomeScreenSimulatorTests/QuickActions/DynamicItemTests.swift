import HomeScreenSimulator
import PropertyLists
import Testing

/// Dynamic quick actions.
@Suite struct DynamicItemTests {
  private func set(_ titles: [String]?, in scene: ActionScene) throws {
    try scene.app.run { application in
      try application.setShortcutItems(titles?.map { ShortcutItem(type: $0, localizedTitle: $0) })
    }
  }

  private func shown(_ scene: ActionScene) throws -> [String] {
    if scene.device.front != nil { try scene.device.pressHome() }
    let menu = try #require(try scene.device.springboard.icon(for: scene.app).press())
    defer { try? scene.device.pressHome() }
    return menu.rows.filter { !$0.isSystem }.map(\.title)
  }

  private func stored(_ scene: ActionScene) throws -> [String] {
    try scene.device.launch(scene.app)
    return try scene.app.run { try $0.shortcutItems.map(\.type) }
  }

  /// QUICK-048, QUICK-049, QUICK-050, QUICK-052, QUICK-059.
  @Test func getterReturnsOnlyTheAssignedItems() throws {
    let scene = try ActionScene()
    #expect(try shown(scene) == ["Tool Box", "Search"])
    #expect(try stored(scene).isEmpty)
    try set(["a", "b"], in: scene)
    #expect(try stored(scene) == ["a", "b"])
    try set(["b"], in: scene)
    #expect(try stored(scene) == ["b"])
    #expect(try shown(scene) == ["Tool Box", "Search", "b"])
  }

  /// QUICK-053, QUICK-054, QUICK-055.
  @Test(arguments: [nil, []] as [[String]?])
  func nilAndAnEmptyArrayClear(value: [String]?) throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    try set(["a"], in: scene)
    try set(value, in: scene)
    #expect(try stored(scene).isEmpty)
    #expect(try shown(scene) == ["Tool Box", "Search"])
  }

  /// QUICK-065, QUICK-066, QUICK-067, QUICK-068, QUICK-036, QUICK-035, QUICK-061, QUICK-062, QUICK-070.
  @Test func staticItemsComeFirstAndFourAreShown() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    try set(["", "z", "", "a", "m"], in: scene)
    #expect(try shown(scene) == ["Tool Box", "Search", "z", "a"])
    #expect(try stored(scene) == ["", "z", "", "a", "m"])
    try scene.app.run { try $0.setShortcutItems([ShortcutItem(type: "", localizedTitle: "Untyped")]) }
    #expect(try shown(scene) == ["Tool Box", "Search", "Untyped"])
  }

  /// QUICK-031.
  @Test func infoPlistNeedsNoKey() throws {
    let scene = try ActionScene(package: Packages.toolBox { $0["UIApplicationShortcutItems"] = nil })
    try scene.device.launch(scene.app)
    try set(["a"], in: scene)
    #expect(try shown(scene) == ["a"])
  }

  /// QUICK-056, QUICK-057, QUICK-058.
  @Test func itemsSurviveLaunchesRebootsAndUpdates() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    try set(["a"], in: scene)
    try scene.app.terminate()
    #expect(try stored(scene) == ["a"])
    try scene.device.reboot()
    #expect(try shown(scene) == ["Tool Box", "Search", "a"])
    try scene.device.install(Packages.toolBox { $0["UIApplicationShortcutItems"] = nil })
    #expect(try shown(scene) == ["a"])
    #expect(try stored(scene) == ["a"])
  }

  /// QUICK-060.
  @Test func itemsEndWithTheApp() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    try set(["a"], in: scene)
    try scene.device.uninstall(scene.app)
    let app = try scene.device.install(Packages.toolBox())
    try scene.device.launch(app)
    #expect(try app.run { try $0.shortcutItems }.isEmpty)
  }

  /// QUICK-063, QUICK-064.
  @Test(arguments: ["10.3", "11.0"])
  func itemsStayOrHideAfterALanguageChange(os: String) throws {
    let scene = try ActionScene(os: os, lifeCycle: .appDelegate)
    try scene.device.launch(scene.app)
    try set(["a"], in: scene)
    try scene.device.setLocale("zh-Hans")
    let hidden = os == "11.0"
    #expect(try shown(scene) == (hidden ? ["工具箱", "Search"] : ["工具箱", "Search", "a"]))
    #expect(try stored(scene) == (hidden ? [] : ["a"]))
    try set(["b"], in: scene)
    #expect(try shown(scene) == ["工具箱", "Search", "b"])
  }

  @Test func onlyAppCodeSetsItemsAndTheirNumberIsLimited() throws {
    let scene = try ActionScene(os: "9.0", lifeCycle: .appDelegate)
    try scene.device.launch(scene.app)
    var kept: Application?
    try scene.app.run { application in
      kept = application
      let items = Array(repeating: ShortcutItem(type: "t", localizedTitle: "T"), count: 1001)
      #expect(simulatorError { try application.setShortcutItems(items) }?.code == .tooManyItems)
      #expect(try application.shortcutItems.isEmpty)
      try application.requireAvailable(.type(.add))
      for icon in [ShortcutIcon.type(.mail), .systemImageName("star")] {
        let error = try #require(simulatorError { try application.requireAvailable(icon) })
        #expect(error.code == .apiUnavailable && error.fact == "QUICK-042")
      }
    }
    #expect(simulatorError { _ = try kept?.shortcutItems }?.code == .outsideTheApp)
    #expect(simulatorError { try kept?.setShortcutItems(nil) }?.code == .outsideTheApp)
    try scene.app.terminate()
    #expect(simulatorError { _ = try kept?.shortcutItems }?.code == .processEnded)
  }
}
