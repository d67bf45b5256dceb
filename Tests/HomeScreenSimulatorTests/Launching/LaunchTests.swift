import HomeScreenSimulator
import PropertyLists
import Testing

/// Launching, leaving, coming back.
@Suite struct LaunchTests {
  static let plainAppDelegate = [
    "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
    "applicationDidBecomeActive",
  ]
  static let plainScene = [
    "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
    "application_configurationForConnectingSceneSession_options", "scene_willConnectToSession_options",
    "sceneWillEnterForeground", "sceneDidBecomeActive",
  ]

  /// LAUNCH-001.
  @Test(arguments: ["9.0"] + Versions.all)
  func coldLaunchWithoutScenes(os: String) throws {
    let scene = try Scene(os: os, launch: false)
    let trace = try scene.device.record { try scene.device.springboard.icon(for: scene.app).tap() }
    #expect(trace.callbacks() == LaunchTests.plainAppDelegate)
    #expect(try scene.app.state == .runningForeground)
    #expect(scene.device.front == scene.app)
  }

  /// LAUNCH-011, LAUNCH-025, LAUNCH-026.
  @Test(arguments: Versions.withScenes)
  func coldLaunchWithScenes(os: String) throws {
    let scene = try Scene(os: os, options: InstallOptions(lifeCycle: .scene), launch: false)
    let trace = try scene.device.record { try scene.device.launch(scene.app) }
    #expect(trace.callbacks() == LaunchTests.plainScene)
    guard try OSVersion(parsing: os) >= OSVersion(14) else { return }
    let swiftUI = try Scene(os: os, options: InstallOptions(lifeCycle: .swiftUI), launch: false)
    #expect(try swiftUI.device.record { try swiftUI.device.launch(swiftUI.app) }.callbacks() == LaunchTests.plainScene)
  }

  /// LAUNCH-072, LAUNCH-074, LAUNCH-024.
  @Test(arguments: [LifeCycle.appDelegate, .scene])
  func appGoesToTheBackgroundAndReturns(lifeCycle: LifeCycle) throws {
    let scene = try Scene(options: InstallOptions(lifeCycle: lifeCycle))
    let home = try scene.device.record { try scene.device.pressHome() }
    #expect(try scene.app.state == .runningBackground)
    #expect(scene.device.springboard.mode == .home)
    let back = try scene.device.record { try scene.app.activate() }
    if lifeCycle == .scene {
      #expect(home.callbacks() == ["sceneWillResignActive", "sceneDidEnterBackground"])
      #expect(back.callbacks() == ["sceneWillEnterForeground", "sceneDidBecomeActive"])
    } else {
      #expect(home.callbacks() == ["applicationWillResignActive", "applicationDidEnterBackground"])
      #expect(back.callbacks() == ["applicationWillEnterForeground", "applicationDidBecomeActive"])
    }
    #expect(try scene.device.record { try scene.device.launch(scene.app) }.isEmpty)
  }

  /// LAUNCH-058, LAUNCH-076, LAUNCH-080.
  @Test func lifeCycleComesFromTheManifestFromIOS13() throws {
    let configured: PropertyListValue = ["UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": []]]
    for (os, manifest, usesScenes) in [
      ("12.4", configured, false), ("13.0", configured, true), ("27.0", configured, true),
      ("17.5", [:], true), ("17.5", "wrong", false),
    ] as [(String, PropertyListValue, Bool)] {
      let package = try Packages.paint { $0["UIApplicationSceneManifest"] = manifest }
      let scene = try Scene(os: os, package: package)
      #expect(scene.device.trace.callbacks().contains("sceneDidBecomeActive") == usesScenes)
      let forced = try Scene(os: os, package: package, options: InstallOptions(lifeCycle: .appDelegate))
      #expect(forced.device.trace.callbacks() == LaunchTests.plainAppDelegate)
    }
  }

  /// LAUNCH-058.
  @Test(arguments: ["12.4", "13.0", "26.1"])
  func delegateMethodAloneAdoptsScenesFromIOS13(os: String) throws {
    let scene = try Scene(os: os, launch: false)
    let code = ClosureCode()
    code.appDelegate = {
      let handlers = CallbackHandlers()
      handlers.on(.configurationForConnecting) { _ in }
      return handlers
    }
    scene.app.code = code
    try scene.device.launch(scene.app)
    #expect(scene.device.trace.callbacks().contains("sceneDidBecomeActive") == (os != "12.4"))
  }

  /// LAUNCH-080.
  @Test func unsupportedLifeCycleIsRefused() throws {
    for (os, lifeCycle) in [("12.4", LifeCycle.scene), ("13.7", .swiftUI), ("9.0", .swiftUI)] {
      let error = simulatorError { _ = try Scene(os: os, options: InstallOptions(lifeCycle: lifeCycle)) }
      #expect(error?.code == .lifeCycleUnavailable)
      #expect(error?.fact == "LAUNCH-080")
    }
  }

  @Test func eachProcessHasNewDelegatesAndItsState() throws {
    let scene = try Scene(options: InstallOptions(lifeCycle: .scene), launch: false)
    var made = 0
    var states: [String] = []
    let code = ClosureCode()
    code.onMain = { application in states.append("main \(try application.applicationState.rawValue)") }
    code.sceneDelegate = {
      made += 1
      let handlers = CallbackHandlers()
      for callback in [
        AppCallback.sceneWillConnect, .sceneWillEnterForeground, .sceneDidBecomeActive, .sceneWillResignActive,
        .sceneDidEnterBackground,
      ] {
        handlers.on(callback) { states.append("\(callback.slot) \(try $0.applicationState.rawValue)") }
      }
      return handlers
    }
    scene.app.code = code
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    #expect(
      states == [
        "main inactive", "scene_willConnectToSession_options inactive", "sceneWillEnterForeground inactive",
        "sceneDidBecomeActive active", "sceneWillResignActive active", "sceneDidEnterBackground background",
      ])
    #expect(made == 1)
    try scene.app.terminate(.jetsam)
    try scene.app.activate()
    #expect(made == 2)
    let callbacks = scene.device.trace.events(of: .callback)
    #expect(callbacks.first?.detail[.implemented] == .boolean(false))
    #expect(callbacks.last?.detail[.implemented] == .boolean(true))
  }

  /// LAUNCH-073.
  @Test func backgroundLastsFiveSecondsUnlessSuspended() throws {
    let scene = try Scene()
    #expect(simulatorError { try scene.app.suspend() }?.code == .appInFront)
    try scene.device.pressHome()
    try scene.device.advance(4.9)
    #expect(try scene.app.state == .runningBackground)
    try scene.device.advance(0.2)
    #expect(try scene.app.state == .runningBackgroundSuspended)
    #expect(simulatorError { try scene.app.run { _ in } }?.code == .appSuspended)
    try scene.app.activate()
    try scene.device.pressHome()
    try scene.device.advance(3)
    try scene.app.activate()
    try scene.device.pressHome()
    try scene.device.advance(3)
    #expect(try scene.app.state == .runningBackground)  // each visit has its own five seconds
    try scene.app.suspend()
    #expect(try scene.app.state == .runningBackgroundSuspended)
  }

  /// LAUNCH-075.
  @Test func processEndedByTheSystemGetsNoCallback() throws {
    let scene = try Scene()
    let trace = try scene.device.record { try scene.app.terminate(.jetsam) }
    #expect(trace.callbacks().isEmpty)
    #expect(try scene.app.state == .notRunning)
    #expect(scene.device.front == nil)
    try scene.app.terminate()
    #expect(simulatorError { try scene.app.run { _ in } }?.code == .appNotRunning)
    #expect(simulatorError { try scene.app.suspend() }?.code == .appNotRunning)
  }

  @Test func launchingAnotherAppSendsTheFirstToTheBackground() throws {
    let scene = try Scene()
    let other = try scene.device.install(try Packages.paint(identifier: "com.example.other", label: "Other"))
    try scene.device.launch(other)
    #expect(try scene.app.state == .runningBackground)
    #expect(scene.device.front == other)
    #expect(scene.device.front?.bundleIdentifier == "com.example.other")
  }

  @Test func activationDelayIsAConditionAndTimersRunMeanwhile() throws {
    var conditions = DeviceConditions()
    conditions.activation = 0.6
    let scene = try Scene(conditions: conditions, launch: false)
    var state: ApplicationState?
    let code = ClosureCode()
    code.onMain = { application in
      try application.mainQueue.asyncAfter(0.25) { state = try application.applicationState }
    }
    scene.app.code = code
    try scene.device.launch(scene.app)
    #expect(state == .inactive)
    #expect(scene.device.time == 0.6)
  }

  @Test func slotsHaveObjectiveCAndSwiftNames() {
    #expect(AppCallback.didFinishLaunching.selector == "application:didFinishLaunchingWithOptions:")
    #expect(AppCallback.sceneDidBecomeActive.selector == "sceneDidBecomeActive:")
    #expect(AppCallback.performAction.swiftName == "application(_:performActionFor:completionHandler:)")
    #expect(AppCallback.sceneDidBecomeActive.swiftName == "sceneDidBecomeActive(_:)")
  }
}
