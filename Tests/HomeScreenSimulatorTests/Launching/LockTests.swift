import AppPackages
import HomeScreenSimulator
import Testing

/// The lock of the screen.
@Suite struct LockTests {
  /// LAUNCH-088.
  @Test(arguments: LifeCycle.allCases)
  func foregroundAppIsNotifiedOfLockingAndUnlocking(lifeCycle: LifeCycle) throws {
    let scene = try ActionScene(lifeCycle: lifeCycle)
    try scene.device.launch(scene.app)
    let isOld = lifeCycle == .appDelegate
    let locking = try scene.device.record { try scene.device.setLocked(true) }
    #expect(
      locking.callbacks()
        == (isOld
          ? ["applicationWillResignActive", "applicationDidEnterBackground"]
          : ["sceneWillResignActive", "sceneDidEnterBackground"]))
    #expect(scene.device.isLocked && scene.device.springboard.mode == .locked && scene.device.front == nil)
    try scene.device.setLocked(true)
    try scene.device.advance(10)
    #expect(try scene.app.state == .runningBackgroundSuspended)
    let unlocking = try scene.device.record { try scene.device.setLocked(false) }
    #expect(
      unlocking.callbacks()
        == (isOld
          ? ["applicationWillEnterForeground", "applicationDidBecomeActive"]
          : ["sceneWillEnterForeground", "sceneDidBecomeActive"]))
    #expect(scene.device.front == scene.app)
  }

  /// LAUNCH-088.
  @Test func lockedScreenTakesNoTouchesAndAppsRunInTheBackground() throws {
    let scene = try ActionScene(package: SituationOrderTests.package())
    let device = scene.device
    let app = scene.app
    let icon = try device.springboard.icon(for: app)
    let row = try #require(try icon.press()?.rows.first)
    try device.setLocked(true)
    #expect(device.springboard.mode == .locked)
    for command in [
      { try device.launch(app) }, { try device.launch(app, .url("toolbox://a")) }, { try app.activate() },
      { try device.pressHome() }, { try icon.tap() }, { _ = try icon.press() }, { try row.tap() },
      { try icon.move(to: .dock(column: 1)) },
    ] as [() throws -> Void] {
      let error = simulatorError(command)
      #expect(error?.code == .deviceLocked && error?.hint?.contains("device.locked = false") == true)
    }
    try device.launch(app, .backgroundFetch)
    #expect(try app.state == .runningBackground && device.springboard.mode == .locked)
    try device.setLocked(false)
    #expect(device.springboard.mode == .home)
    try icon.press()?.item("Tool Box").tap()
    #expect(device.front == app)
  }

  @Test func appEndedWhileLockedDoesNotReturn() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    try scene.device.setLocked(true)
    try scene.app.terminate(.jetsam)
    try scene.device.setLocked(false)
    #expect(scene.device.springboard.mode == .home)
    try scene.device.setLocked(true)
    try scene.device.reboot()
    #expect(!scene.device.isLocked)
  }

  /// QUICK-121, QUICK-086.
  @Test(arguments: ["18.0", "27.0"])
  func lockedAppRequiresAuthentication(os: String) throws {
    let scene = try ActionScene(os: os)
    let icon = try scene.device.springboard.icon(for: scene.app)
    func asked(_ body: () throws -> Void) throws -> [String] {
      let trace = try scene.device.record(body)
      return trace.filter { $0.fact == "QUICK-121" }.map(\.name)
    }
    #expect(try asked { try scene.tapAction() } == [])
    try scene.device.pressHome()
    scene.device.conditions.authenticationSucceeds = false
    #expect(try asked { try icon.press()?.item("Require Face ID").tap() } == ["notAuthenticated"])
    scene.device.conditions.authenticationSucceeds = true
    #expect(try asked { try icon.press()?.item("Require Face ID").tap() } == ["authenticated"])
    scene.clear()
    #expect(try asked { try scene.tapAction() } == ["authenticated"])
    #expect(scene.call(.windowScenePerformAction) != nil)
    #expect(try asked { try scene.device.launch(scene.app) } == [])  // it is in front already
    try scene.device.pressHome()
    scene.device.conditions.authenticationSucceeds = false
    scene.clear()
    for open in [
      { try icon.tap() }, { try scene.tapAction() }, { try scene.device.launch(scene.app, .url("toolbox:b")) },
    ]
      as [() throws -> Void]
    {
      #expect(try asked(open) == ["notAuthenticated"])
      #expect(scene.calls.isEmpty && scene.device.front == nil)
    }
    let unlock = { _ = try icon.press()?.item("Don't Require Face ID").tap() }
    #expect(try asked(unlock) == ["notAuthenticated"])
    #expect(try asked { try icon.tap() } == ["notAuthenticated"])
    scene.device.conditions.authenticationSucceeds = true
    #expect(try asked(unlock) == ["authenticated"])
    #expect(try asked { try icon.tap() } == [])
    #expect(scene.device.front == scene.app)
  }
}
