import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// Scenes of other roles than window scenes, and windows that app code opens and closes.
@Suite struct DisplayTests {
  /// An app whose manifest has configurations for these roles.
  private func scene(
    _ roles: [SceneRole], os: String = "17.5", model: DeviceModel = .iPhone, lifeCycle: LifeCycle = .scene,
    severalWindows: Bool = false
  ) throws -> ActionScene {
    var configurations: PropertyListDictionary = [:]
    let version = try OSVersion(parsing: os)
    for role in roles { configurations[role.name(on: version)] = [["UISceneConfigurationName": "x"]] }
    let package = try Packages.toolBox {
      $0["UIDeviceFamily"] = [1, 2]
      $0["UIApplicationSceneManifest"] = [
        "UIApplicationSupportsMultipleScenes": .boolean(severalWindows),
        "UISceneConfigurations": .dictionary(configurations),
      ]
    }
    return try ActionScene(os: os, model: model, lifeCycle: lifeCycle, package: package)
  }

  private func roles(_ scene: ActionScene) throws -> [SceneRole] {
    try scene.app.run { $0.connectedScenes.map(\.session.role) }
  }

  /// LAUNCH-141: the key of the manifest changed with iOS 16.
  @Test(arguments: ["13.0", "15.8", "16.0", "27.0"]) func externalDisplayHasASceneOfItsRole(os: String) throws {
    let scene = try scene([.externalDisplay], os: os)
    scene.missing = [.configurationForConnecting]
    try scene.device.launch(scene.app)
    try scene.app.connect(.external)
    #expect(try roles(scene) == [.application, .externalDisplay])
    #expect(try scene.app.scenes.count == 1)
    #expect(scene.call(.sceneWillConnect)?.session?.role == .externalDisplay)
    #expect(scene.call(.sceneWillConnect)?.scene?.window != nil)
    scene.clear()
    try scene.app.connect(.external)
    #expect(scene.calls.isEmpty)
    try scene.device.pressHome()
    #expect(try roles(scene) == [.application])
    #expect(scene.call(.sceneDidDisconnect) != nil)
    let name = SceneRole.externalDisplay.name(on: try OSVersion(parsing: os))
    #expect(SceneRole(named: name) == .externalDisplay && SceneRole(named: name + "X") == nil)
  }

  /// LAUNCH-141: another window, opened by code or by the user, does not take the display; another app does.
  @Test func appWindowsDoNotAffectTheExternalDisplay() throws {
    let scene = try scene([.externalDisplay], model: .iPad, severalWindows: true)
    scene.missing = [.configurationForConnecting]
    try scene.device.launch(scene.app)
    try scene.app.connect(.external)
    try scene.app.run { try $0.requestSceneSessionActivation(nil) }
    #expect(try scene.app.scenes.count == 2)
    #expect(try roles(scene).contains(.externalDisplay))
    try scene.app.newScene()
    #expect(try scene.app.scenes.count == 3)
    #expect(try roles(scene).contains(.externalDisplay))
    let other = try scene.device.install(
      AppPackage(name: "Other", infoPlist: ["CFBundleIdentifier": "com.example.other", "CFBundleName": "Other"]))
    try scene.device.launch(other)
    #expect(try roles(scene) == [.application, .application, .application])
  }

  /// LAUNCH-140, LAUNCH-141, LAUNCH-142: the configuration of the app delegate overrides the manifest.
  @Test(arguments: [AppDisplay.external, .car]) func configurationOfTheDelegateDecides(display: AppDisplay) throws {
    let role: SceneRole = display == .external ? .externalDisplay : .carPlay
    for (answer, outcome) in [
      (SceneRole?.some(.application), DisplayOutcome.otherRole), (.some(role), .connected), (nil, .connected),
    ] {
      let scene = try scene([role])
      scene.bodies[.configurationForConnecting] = { _ in .configuration(SceneConfiguration(role: answer)) }
      try scene.device.launch(scene.app)
      try scene.app.connect(display)
      #expect(try roles(scene).contains(role) == (outcome == .connected))
      let event = scene.device.trace.events.last { $0.what == .process(.display) }
      #expect(event?.detail[.outcome] as DisplayOutcome? == outcome)
      let fact: FactID = display == .external ? "LAUNCH-141" : "LAUNCH-142"
      #expect(event?.fact == (outcome == .otherRole ? "LAUNCH-140" : fact))
    }
  }

  /// LAUNCH-141, LAUNCH-142: no configuration, or no scenes at all.
  @Test(arguments: [LifeCycle.scene, .appDelegate], [AppDisplay.external, .car])
  func otherAppsAreMirrored(lifeCycle: LifeCycle, display: AppDisplay) throws {
    let scene = try scene([.application], lifeCycle: lifeCycle)
    if lifeCycle == .scene { scene.missing = [.configurationForConnecting] }
    try scene.device.launch(scene.app)
    scene.clear()
    try scene.app.connect(display)
    try scene.app.disconnect(display)
    #expect(scene.calls.isEmpty)
    #expect(
      scene.device.trace.events.filter { $0.what == .process(.display) }.map { $0.detail[.outcome] as DisplayOutcome? }
        == [.mirrored])
  }

  /// LAUNCH-142: a process without a window.
  @Test func carStartsAnAppWithoutAWindow() throws {
    let scene = try scene([.carPlay])
    scene.missing = [.configurationForConnecting]
    try scene.app.connect(.car)
    #expect(scene.call(.didFinishLaunching) != nil && scene.device.front == nil)
    #expect(try roles(scene) == [.carPlay])
    try scene.device.advance(60)
    #expect(try scene.app.state == .runningBackground)
    let trace = try scene.tapAction()
    #expect(!trace.events.contains { $0.what == .callback(.didFinishLaunching) })
    #expect(scene.call(.sceneWillConnect)?.connectionOptions?.shortcutItem != nil)
    try scene.device.pressHome()
    try scene.device.advance(60)
    try scene.app.disconnect(.car)
    try scene.device.advance(60)
    #expect(try scene.app.state == .runningBackgroundSuspended)
    try scene.device.offload(scene.app)
    #expect(simulatorError { try scene.app.connect(.car) }?.code == .appOffloaded)
    #expect(simulatorError { try scene.app.connect(.external) }?.code == .appNotRunning)
  }

  /// LAUNCH-143, LAUNCH-144.
  @Test(
    arguments: [
      (DeviceModel.iPad, true, nil), (.iPad, false, 0), (.iPhone, true, 0),
    ] as [(DeviceModel, Bool, Int?)])
  func codeOpensAndClosesWindows(model: DeviceModel, severalWindows: Bool, code: Int?) throws {
    let scene = try scene([], model: model, severalWindows: severalWindows)
    var errors: [NSErrorValue] = []
    try scene.device.launch(scene.app)
    let first = try #require(scene.app.scenes.first)
    try scene.app.run {
      try $0.requestSceneSessionActivation(nil, userActivity: UserActivity(activityType: "note")) { errors.append($0) }
    }
    #expect(errors.map(\.code) == (code.map { [$0] } ?? []))
    #expect(errors.allSatisfy { $0.domain == NSErrorValue.sceneDomain })
    #expect(try scene.app.scenes.count == (code == nil ? 2 : 1))
    errors = []
    if code == nil {
      #expect(scene.call(.sceneWillConnect)?.connectionOptions?.userActivities.map(\.activityType) == ["note"])
      try scene.app.run {
        try $0.requestSceneSessionActivation(first.session, userActivity: UserActivity(activityType: "other"))
      }
      #expect(first.state == .foregroundActive)
      #expect(scene.call(.sceneContinueUserActivity)?.userActivity?.activityType == "other")
    }
    try scene.app.run { try $0.requestSceneSessionDestruction(first.session) { errors.append($0) } }
    #expect(errors.map(\.code) == (code.map { [$0] } ?? []))
    #expect(first.isConnected == (code != nil))
    #expect((scene.call(.didDiscardSceneSessions) != nil) == (code == nil))
  }

  /// LAUNCH-143, LAUNCH-144: in the background, with a closed session, with a waiting one, and before iOS 13.
  @Test func deniedRequestsCallTheirErrorHandler() throws {
    let scene = try scene([], model: .iPad, severalWindows: true)
    var codes: [Int] = []
    try scene.device.launch(scene.app)
    try scene.app.newScene()
    let first = try #require(scene.app.scenes.first).session
    try scene.device.pressHome()
    try scene.app.run { try $0.requestSceneSessionActivation(nil) { codes.append($0.code) } }
    #expect(codes == [1])
    try first.scene?.disconnect()
    #expect(try scene.app.run { $0.openSessions }.count == 2)
    try scene.device.launch(scene.app)
    try scene.app.run { try $0.requestSceneSessionActivation(first) }
    #expect(first.scene?.state == .foregroundActive)
    try scene.device.pressHome()
    try first.scene?.disconnect()
    try scene.app.run { try $0.requestSceneSessionDestruction(first) }
    #expect(try scene.app.run { $0.openSessions }.count == 1)
    try scene.app.run { try $0.requestSceneSessionDestruction(first) { codes.append($0.code) } }
    try scene.device.launch(scene.app)
    try scene.app.run { try $0.requestSceneSessionActivation(first) { codes.append($0.code) } }
    #expect(codes == [1, 1, 1])
    let old = try self.scene([], os: "12.4", lifeCycle: .appDelegate)
    try old.device.launch(old.app)
    #expect(simulatorError { try old.app.run { try $0.requestSceneSessionActivation(nil) } }?.code == .apiUnavailable)
    #expect(simulatorError { try old.app.run { try $0.requestSceneSessionActivation(first) } }?.code != nil)
  }
}
