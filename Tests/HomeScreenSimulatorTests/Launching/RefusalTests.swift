import AppPackages
import HomeScreenSimulator
import Testing

/// Launches that the system ends or warns about.
@Suite struct RefusalTests {
  /// LAUNCH-067, LAUNCH-068, LAUNCH-086.
  @Test(arguments: ["10.3", "12.4", "17.5"])
  func watchdogEndsEndlessCodeAndTheScriptContinues(os: String) throws {
    let lifeCycle: LifeCycle = os == "17.5" ? .scene : .appDelegate
    let scene = try ActionScene(os: os, lifeCycle: lifeCycle)
    scene.bodies[.didFinishLaunching] = { _ in throw Endless() }
    try scene.tapAction()
    let crash = try #require(try scene.app.crash)
    #expect(crash.code == .watchdog)
    #expect(try scene.app.state == .notRunning)
    #expect(scene.device.trace.contains { $0.name == "crash" && $0.fact == "LAUNCH-067" })
    let name = os == "17.5" ? "application<com.example.toolbox>" : "com.example.toolbox"
    let text =
      "scene-create watchdog transgression: \(name) exhausted real (wall clock) time allowance of 19.97 seconds"
    #expect(crash.reason == (os == "10.3" ? "com.example.toolbox failed to launch in time" : text))
    scene.bodies = [:]
    try scene.device.launch(scene.app)
    scene.bodies[.sceneWillResignActive] = { _ in throw Endless() }
    scene.bodies[.applicationWillResignActive] = { _ in throw Endless() }
    try scene.device.pressHome()
    #expect(try scene.app.crash?.code == .watchdog)
    #expect(try scene.app.crash?.reason.contains("scene-update") == (os != "10.3"))
    #expect(scene.device.springboard.mode == .home)
  }

  @Test func watchdogEndsEndlessBlocks() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    try scene.app.run { try $0.mainQueue.async { throw Endless() } }
    #expect(try scene.app.crash?.code == .watchdog)
    try scene.device.launch(scene.app)
    #expect(throws: Endless.self) { try scene.app.run { _ in throw Endless() } }
    #expect(try scene.app.crash?.code == .watchdog)
  }

  /// LAUNCH-070.
  @Test func debuggerDisablesTheWatchdog() throws {
    var conditions = DeviceConditions()
    conditions.debugger = true
    let scene = try ActionScene(conditions: conditions)
    scene.bodies[.sceneDidBecomeActive] = { _ in throw Endless() }
    #expect(throws: Endless.self) { try scene.device.launch(scene.app) }
    #expect(try scene.app.crash != nil && scene.app.crash?.code == nil)
  }

  /// LAUNCH-232, LAUNCH-233, LAUNCH-234, LAUNCH-235.
  @Test(arguments: [
    (LaunchRefusal.betaExpired, Distribution.testFlight, "18.0", "LAUNCH-232"),
    (.betaExpired, .appStore, "18.0", ""), (.developerNotTrusted, .enterprise, "9.3", "LAUNCH-233"),
    (.developerNotTrusted, .adHoc, "18.0", ""), (.developerModeOff, .adHoc, "16.0", "LAUNCH-234"),
    (.developerModeOff, .adHoc, "15.8", ""), (.developerModeOff, .enterprise, "16.0", ""),
  ])
  func refusedLaunchStartsNoProcess(refusal: LaunchRefusal, distribution: Distribution, os: String, fact: String) throws
  {
    let device = try Device(os: OSVersion(parsing: os))
    device.conditions.launchRefusal = refusal
    let app = try device.install(Packages.paint(), options: InstallOptions(distribution: distribution))
    let trace = try device.record { try device.launch(app) }
    #expect(trace.filter { $0.name == "refused" }.compactMap(\.fact) == (fact.isEmpty ? [] : [FactID(fact)]))
    #expect(try app.state == (fact.isEmpty ? .runningForeground : .notRunning))
    #expect(trace.callbacks().isEmpty != fact.isEmpty)
  }

  /// LAUNCH-059, LAUNCH-060.
  @Test(arguments: [
    ("18.3", ""), ("18.4", "CLIENT OF UIKIT REQUIRES UPDATE"), ("18.6", "CLIENT OF UIKIT REQUIRES UPDATE"),
    ("26.0", "UIScene lifecycle will soon be required."), ("26.2", "UIScene lifecycle will soon be required."),
    ("27.0", ""),
  ])
  func consoleAsksForScenes(os: String, start: String) throws {
    let scene = try ActionScene(os: os, lifeCycle: .appDelegate)
    try scene.device.launch(scene.app)
    #expect(try scene.app.console.count == (start.isEmpty ? 0 : 1))
    #expect(try scene.app.console.allSatisfy { $0.hasPrefix(start) })
    let adopted = try ActionScene(os: os)
    try adopted.device.launch(adopted.app)
    #expect(try adopted.app.console.isEmpty)
  }

  /// LAUNCH-061, LAUNCH-062, LAUNCH-063, LAUNCH-065, LAUNCH-066, LAUNCH-083.
  @Test(arguments: [
    ("27.0", "27.0", LifeCycle.appDelegate, false), ("27.0", "xros27.0", .appDelegate, false),
    ("27.0", "26.4", .appDelegate, true), ("26.2", "27.0", .appDelegate, true), ("27.0", "27.0", .scene, true),
    ("27.0", "27.0", .swiftUI, true),
  ])
  func sdk27NeedsScenesOn27(os: String, sdk: String, lifeCycle: LifeCycle, launches: Bool) throws {
    let options = InstallOptions(sdk: try BuildSDK(parsing: sdk))
    let scene = try ActionScene(os: os, lifeCycle: lifeCycle, options: options)
    let trace = try scene.device.record { try scene.device.launch(scene.app) }
    #expect(trace.callbacks().isEmpty == !launches)
    #expect(try scene.app.state == (launches ? .runningForeground : .notRunning))
    #expect(
      try scene.app.crash?.reason.hasPrefix("Application failed to launch: UIScene life cycle")
        == (launches ? nil : true))
    #expect(trace.contains { $0.kind == .process && $0.name == "start" })
  }

  @Test(arguments: LifeCycle.allCases)
  func errorInAnActionCallbackEndsTheApp(lifeCycle: LifeCycle) throws {
    for callback in AppCallback.allCases {
      let scene = try ActionScene(lifeCycle: lifeCycle)
      var armed = true
      scene.bodies[.configurationForConnecting] = { call in
        if armed, callback == .configurationForConnecting { throw Oops() }
        return .configuration(SceneConfiguration(delegateClass: scene))
      }
      if callback != .configurationForConnecting {
        scene.bodies[callback] = { _ in
          if armed { throw Oops() }
          return .none
        }
      }
      var crashes = 0
      for command in [
        { try scene.tapAction() }, { try scene.device.pressHome() }, { try scene.tapAction() },
        { try scene.device.pressHome() }, { try scene.app.scenes.first?.disconnect() },
      ] as [() throws -> Void] {
        do { try command() } catch is Oops {
          crashes += 1
          #expect(try scene.app.state == .notRunning && scene.app.crash != nil)
          break
        }
      }
      #expect(crashes == (scene.device.trace.callbacks().contains(callback.slot) ? 1 : 0), "\(callback)")
      armed = false
      if scene.device.front == nil { try scene.tapAction() }
      #expect(try scene.app.state == .runningForeground)
    }
  }

  @Test(arguments: LifeCycle.allCases)
  func callbacksCannotTouchTheScreenOrRemoveTheirApp(lifeCycle: LifeCycle) throws {
    let scene = try ActionScene(lifeCycle: lifeCycle)
    let device = scene.device
    let app = scene.app
    var refused = 0
    for callback in AppCallback.allCases {
      scene.bodies[callback] = { _ in
        for use in [
          { try device.uninstall(app) }, { try device.pressHome() }, { try device.setLocale("de") },
          { try app.terminate() }, { _ = try device.springboard.icon(for: app).press() },
          { try app.scenes.first?.disconnect() },
        ] as [() throws -> Void] {
          if let error = simulatorError(use) {
            #expect(error.code == .commandInsideApp)
            refused += 1
          }
        }
        return callback == .configurationForConnecting
          ? .configuration(SceneConfiguration(delegateClass: scene)) : .none
      }
    }
    try scene.tapAction()
    try device.pressHome()
    try scene.tapAction()
    #expect(refused > 30)
    #expect(try app.isInstalled && app.state == .runningForeground)
  }
}
