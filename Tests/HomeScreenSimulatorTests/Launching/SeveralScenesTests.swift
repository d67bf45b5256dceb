import HomeScreenSimulator
import PropertyLists
import Testing

/// Several scenes on an iPad.
@Suite struct SeveralScenesTests {
  private func make(os: String = "17.5", keepsSessions: Bool = false) throws -> ActionScene {
    var conditions = DeviceConditions()
    conditions.keepSessions = keepsSessions ? .always : .never
    let package = try Packages.toolBox {
      $0["UIApplicationSceneManifest"] = ["UIApplicationSupportsMultipleScenes": true]
    }
    return try ActionScene(os: os, model: .iPad, conditions: conditions, package: package)
  }

  private func item(_ target: String?) -> ShortcutItem {
    ShortcutItem(type: "x", localizedTitle: "X", targetContentIdentifier: target)
  }

  /// QUICK-089, QUICK-090, LAUNCH-101.
  @Test func newWindowOpensAndWindowsSwitch() throws {
    let scene = try make(os: "26.0")
    let menu = try #require(try scene.device.springboard.icon(for: scene.app).press())
    try menu.item("New Window").tap()  // without a process: a launch
    #expect(try scene.app.scenes.count == 1)
    let trace = try scene.device.record { try scene.app.newScene() }
    #expect(
      trace.callbacks() == [
        "sceneWillResignActive", "sceneDidEnterBackground",
        "application_configurationForConnectingSceneSession_options", "scene_willConnectToSession_options",
        "sceneWillEnterForeground", "sceneDidBecomeActive",
      ])
    #expect(try scene.app.scenes.map(\.state) == [.background, .foregroundActive])
    scene.clear()
    let first = try #require(try scene.app.scenes.first)
    try first.activate()
    #expect(try scene.app.scenes.map(\.state) == [.foregroundActive, .background])
    #expect(scene.calls.map { $0.scene === first } == [false, false, true, true])
    #expect(scene.device.front == scene.app)
    try scene.device.pressHome()
    try scene.device.springboard.icon(for: scene.app).press()?.item("Show All Windows").tap()
    #expect(scene.device.trace.last { $0.name == "windows" }?.detail[.count] == .integer(2))
    try scene.app.scenes.last?.activate()
    #expect(try scene.app.scenes.last?.state == .foregroundActive)
    try scene.app.scenes.first?.disconnect()  // one in the background may go while the other is in front
    #expect(try scene.app.scenes.count == 1)
  }

  /// LAUNCH-031, LAUNCH-020.
  @Test func mostRecentlyActiveSceneGetsTheAction() throws {
    let scene = try make()
    try scene.device.launch(scene.app)
    try scene.app.newScene()
    let first = try #require(try scene.app.scenes.first)
    try first.activate()
    scene.clear()
    try scene.device.launch(scene.app, .quickAction(item(nil)))
    #expect(scene.calls.map(\.callback) == [.windowScenePerformAction] && scene.calls.first?.scene === first)
    try scene.device.pressHome()
    scene.clear()
    try scene.device.launch(scene.app, .quickAction(item(nil)))
    #expect(scene.calls.allSatisfy { $0.scene === first })
    #expect(
      scene.calls.map(\.callback) == [.windowScenePerformAction, .sceneWillEnterForeground, .sceneDidBecomeActive])
  }

  /// LAUNCH-020, LAUNCH-106.
  @Test(arguments: ["13.0", "27.0"])
  func foregroundAppGetsAnActionFromTheDock(os: String) throws {
    let scene = try make(os: os)
    let icon = try scene.device.springboard.icon(for: scene.app)
    try scene.device.launch(scene.app)
    #expect(simulatorError { _ = try icon.press() }?.code == .notOnHomeScreen)  // not in the Dock
    try scene.device.pressHome()
    try icon.move(to: .dock(column: 1))
    try scene.device.launch(scene.app)
    let front = try #require(try scene.app.scenes.first)
    scene.clear()
    try icon.press()?.item("Tool Box").tap()
    #expect(scene.calls.map(\.callback) == [.windowScenePerformAction] && scene.calls.first?.scene === front)
    let phone = try ActionScene(os: os)
    try phone.device.springboard.icon(for: phone.app).move(to: .dock(column: 1))
    try phone.device.launch(phone.app)
    #expect(simulatorError { _ = try phone.device.springboard.icon(for: phone.app).press() }?.fact == "LAUNCH-020")
  }

  /// LAUNCH-030, QUICK-034.
  @Test func targetContentIdentifierSelectsTheScene() throws {
    let scene = try make()
    try scene.device.launch(scene.app)
    try scene.app.newScene()
    try scene.app.newScene()
    let scenes = try scene.app.scenes
    scenes[0].activationConditions.prefersToActivate = .identifiers(["inbox"])
    scenes[1].activationConditions.canActivate = .identifiers(["drafts"])
    scenes[2].activationConditions.canActivate = .never
    scenes[0].activationConditions.canActivate = .identifiers(["inbox"])
    for (target, expected) in [("inbox", 0), ("drafts", 1)] {
      scene.clear()
      try scene.device.launch(scene.app, .quickAction(item(target)))
      #expect(scene.call(.windowScenePerformAction)?.scene === scenes[expected], "\(target)")
      #expect(scenes[expected].state == .foregroundActive)
    }
    scene.clear()
    try scene.device.launch(scene.app, .quickAction(item("outbox")))
    #expect(try scene.app.scenes.count == 4)
    #expect(scene.call(.sceneWillConnect)?.connectionOptions?.shortcutItem?.type == "x")
    #expect(scene.call(.windowScenePerformAction) == nil)
  }

  /// LAUNCH-064, QUICK-089.
  @Test func singleWindowWithoutTheKeyOnIPhoneAndBefore13() throws {
    for scene in [
      try ActionScene(), try ActionScene(model: .iPad),
      try ActionScene(os: "12.4", model: .iPad, lifeCycle: .appDelegate),
    ] {
      try scene.device.launch(scene.app)
      #expect(simulatorError { try scene.app.newScene() }?.code == .singleScene)
      try scene.device.launch(scene.app, .quickAction(item("somewhere else")))
      #expect(try scene.app.scenes.count <= 1)
    }
    let greedy = try make()
    try greedy.device.launch(greedy.app)
    for _ in 1..<100 { try greedy.app.newScene() }
    #expect(simulatorError { try greedy.app.newScene() }?.code == .tooManyItems)
  }

  /// LAUNCH-103.
  @Test func closedWindowEndsItsScene() throws {
    let scene = try make(keepsSessions: true)
    try scene.device.launch(scene.app)
    try scene.app.newScene()
    let first = try #require(try scene.app.scenes.first)
    let trace = try scene.device.record { try first.discard() }
    #expect(trace.callbacks() == ["sceneDidDisconnect", "application_didDiscardSceneSessions"])
    #expect(scene.call(.didDiscardSceneSessions)?.discardedSessions.map(\.persistentIdentifier) == [first.identifier])
    #expect(simulatorError { try first.discard() }?.code == .sceneDisconnected)
    #expect(simulatorError { try first.activate() }?.code == .sceneDisconnected)
    // Scenes that the user quits are reported at the next launch.
    try scene.app.terminate()
    let next = try scene.device.record { try scene.device.launch(scene.app) }
    #expect(
      next.callbacks().prefix(4) == [
        "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
        "application_didDiscardSceneSessions", "application_configurationForConnectingSceneSession_options",
      ])
    try scene.app.scenes.first?.discard()
    #expect(scene.device.front == nil)
  }

  /// LAUNCH-029, LAUNCH-102, LAUNCH-056.
  @Test func keptSessionsReconnectWithTheirActivity() throws {
    let scene = try make(keepsSessions: true)
    var page: Int64 = 7
    scene.bodies[.stateRestorationActivity] = { _ in
      .activity(UserActivity(activityType: "com.example.page", userInfo: ["page": .integer(page)]))
    }
    try scene.device.launch(scene.app)
    let identifier = try #require(try scene.app.scenes.first?.identifier)
    #expect(scene.call(.sceneWillConnect)?.session?.stateRestorationActivity == nil)
    try scene.device.pressHome()
    page = 8
    try scene.app.terminate(.jetsam)
    let trace = try scene.tapAction()
    #expect(!trace.callbacks().contains("application_configurationForConnectingSceneSession_options"))
    #expect(try scene.app.scenes.map(\.identifier) == [identifier])
    let call = try #require(scene.call(.sceneWillConnect))
    #expect(call.session?.stateRestorationActivity?.userInfo?["page"]?.integer == 7)
    #expect(call.connectionOptions?.shortcutItem?.type == "ToolBox")
  }

  /// LAUNCH-056.
  @Test(arguments: ["12.4", "17.5"])
  func stateRestorationWithoutScenesPrecedesDidFinishLaunching(os: String) throws {
    let scene = try ActionScene(os: os, lifeCycle: .appDelegate)
    scene.bodies[.shouldSaveState] = { _ in .boolean(os == "12.4") }
    scene.bodies[.shouldSaveSecureState] = { _ in .boolean(true) }
    scene.bodies[.shouldRestoreState] = { _ in .boolean(os == "12.4") }
    scene.bodies[.shouldRestoreSecureState] = { _ in .boolean(true) }
    scene.bodies[.willEncodeState] = { call in
      try call.coder?.encode(7, forKey: "page")
      return .none
    }
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    try scene.app.terminate(.jetsam)
    scene.clear()
    try scene.device.launch(scene.app)
    let asked: AppCallback = os == "12.4" ? .shouldRestoreState : .shouldRestoreSecureState
    #expect(
      scene.calls.map(\.callback) == [
        .willFinishLaunching, asked, .didDecodeState, .didFinishLaunching, .applicationDidBecomeActive,
      ])
    #expect(scene.call(.didDecodeState)?.coder?.values["page"]?.integer == 7)
    try scene.app.terminate()  // LAUNCH-099: what the user quits is not restored
    scene.clear()
    try scene.device.launch(scene.app)
    #expect(scene.call(.didDecodeState) == nil)
  }

  /// LAUNCH-028.
  @Test func swiftUIMaySwallowWillConnect() throws {
    var conditions = DeviceConditions()
    conditions.swallowsWillConnect = true
    let scene = try ActionScene(lifeCycle: .swiftUI, conditions: conditions)
    scene.bodies[.configurationForConnecting] = { _ in .configuration(SceneConfiguration(delegateClass: scene)) }
    try scene.tapAction()
    #expect(scene.call(.sceneWillConnect) == nil)
    #expect(scene.call(.configurationForConnecting)?.connectionOptions?.shortcutItem?.type == "ToolBox")
    #expect(scene.call(.sceneDidBecomeActive) != nil)
  }

  /// LAUNCH-147, LAUNCH-148: the screen shows both, from left to right, then the remaining one.
  @Test func twoWindowsShareTheScreen() throws {
    let scene = try make()
    try scene.device.launch(scene.app)
    try scene.app.newScene()
    let first = try #require(try scene.app.scenes.first)
    try first.showBeside()
    #expect(try scene.app.scenes.map(\.state) == [.foregroundActive, .foregroundActive])
    #expect(scene.device.screenPicture.front?.windows.map(\.place) == [1, 0])
    try scene.app.newScene(beside: true)
    #expect(scene.device.screenPicture.front?.windows.map(\.place) == [1, 0, nil])
    #expect(try scene.app.scenes.map(\.state) == [.foregroundActive, .background, .foregroundActive])
    try first.fillScreen()
    #expect(scene.device.screenPicture.front?.windows.map(\.place) == [0, nil, nil])
    try scene.device.pressHome()
    #expect(throws: SimulatorError.self) { try scene.app.newScene(beside: true) }
  }

  /// LAUNCH-154: a full-screen app is alone on the screen before iPadOS 26.
  @Test(arguments: [("17.5", false), ("18.0", false), ("26.0", true)])
  func fullScreenAppHasNoAdjacentWindow(os: String, isPossible: Bool) throws {
    let package = try Packages.toolBox {
      $0["UIApplicationSceneManifest"] = ["UIApplicationSupportsMultipleScenes": true]
      $0["UIRequiresFullScreen"] = true
    }
    let scene = try ActionScene(os: os, model: .iPad, package: package)
    try scene.device.launch(scene.app)
    if isPossible {
      try scene.app.newScene(beside: true)
      #expect(try scene.app.scenes.map(\.state) == [.foregroundActive, .foregroundActive])
    } else {
      #expect(throws: SimulatorError.self) { try scene.app.newScene(beside: true) }
      #expect(try scene.app.scenes.map(\.state) == [.foregroundActive])
    }
  }

  /// LAUNCH-149: events go to the last used window, and the alert of the other one is still visible.
  @Test func lastUsedWindowIsTheKeyWindow() throws {
    let scene = try make()
    try scene.device.launch(scene.app)
    try scene.app.newScene(beside: true)
    let (first, second) = (try scene.app.scenes[0], try scene.app.scenes[1])
    scene.clear()
    try first.activate()
    #expect(scene.calls.isEmpty)
    try scene.device.launch(scene.app, .quickAction(item(nil)))
    #expect(scene.calls.map(\.callback) == [.windowScenePerformAction] && scene.calls.first?.scene === first)
    try scene.app.run { application in
      #expect(application.keyWindow === first.window)
      let alert = AlertController(application, title: "Beside")
      try second.window?.rootViewController?.present(alert, animated: false)
    }
    #expect(scene.device.alert?.label.contains("Beside") == true)
  }
}
