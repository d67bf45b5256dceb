import AppPackages
import HomeScreenSimulator
import Testing

/// Launches and callbacks in the background.
@Suite struct BackgroundTests {
  private func make(os: String = "17.5", lifeCycle: LifeCycle = .scene) throws -> ActionScene {
    try ActionScene(os: os, lifeCycle: lifeCycle, package: SituationOrderTests.package())
  }

  /// LAUNCH-100.
  @Test(arguments: LifeCycle.allCases)
  func backgroundLaunchShowsNothingUntilTheNextTap(lifeCycle: LifeCycle) throws {
    let scene = try make(lifeCycle: lifeCycle)
    try scene.device.launch(scene.app, .backgroundFetch)
    #expect(scene.device.front == nil && scene.device.springboard.mode == .home)
    #expect(try scene.app.scenes.isEmpty && scene.app.state == .runningBackground)
    #expect(try scene.app.run { $0.keyWindow?.isVisible } != true)
    #expect(try scene.app.run { try $0.applicationState } == .background)
    try scene.device.advance(5)
    #expect(try scene.app.state == .runningBackgroundSuspended)
    let trace = try scene.device.record { try scene.device.launch(scene.app) }
    #expect(
      trace.callbacks()
        == (lifeCycle == .appDelegate
          ? ["applicationWillEnterForeground", "applicationDidBecomeActive"]
          : Situation.sceneDisconnectedAction.callbacks.map(\.slot)))
    try scene.app.run { #expect($0.keyWindow?.isVisible == true) }
  }

  /// LAUNCH-175.
  @Test(arguments: LifeCycle.allCases)
  func anActionOfANotificationRunsTheAppInTheBackground(lifeCycle: LifeCycle) throws {
    let answer = AppCallback.didReceiveNotificationResponse
    for (action, isForeground, isShown) in [
      ("reply", false, false), ("reply", true, true), (UserNotification.defaultAction, false, true),
    ] {
      let scene = try ActionScene(lifeCycle: lifeCycle)  // it has no background modes
      let situation = LaunchSituation.notification(
        UserNotification(title: "Hi", actionIdentifier: action, isForeground: isForeground))
      try scene.device.launch(scene.app)
      try scene.app.terminate()
      for _ in 1...2 {
        scene.clear()
        try scene.device.launch(scene.app, situation)
        #expect((scene.device.front == scene.app) == isShown)
        #expect(scene.call(answer)?.notification?.actionIdentifier == action)
        if isShown { try scene.device.pressHome() }
      }
      #expect(try scene.app.scenes.isEmpty == (!isShown || lifeCycle == .appDelegate))
      try scene.device.launch(scene.app)
      scene.clear()
      try scene.device.launch(scene.app, situation)
      #expect(scene.device.front == scene.app && scene.call(answer) != nil)
    }
    let old = try ActionScene(os: "9.3", lifeCycle: .appDelegate)
    try old.device.launch(old.app, .notification(UserNotification(title: "Hi", actionIdentifier: "reply")))
    #expect(old.device.front == old.app)
  }

  /// LAUNCH-096.
  @Test func backgroundModeMustBeDeclared() throws {
    let scene = try ActionScene()
    for (situation, mode) in [
      (LaunchSituation.backgroundFetch, "“fetch”"), (Reason.silentNotification.situation, "“remote-notification”"),
    ] {
      let error = try #require(simulatorError { try scene.device.launch(scene.app, situation) })
      #expect(error.code == .backgroundModeMissing && error.hint?.contains(mode) == true)
    }
    #expect(try scene.app.state == .notRunning)
  }

  /// LAUNCH-097.
  @Test func completionHandlerIsInTheTrace() throws {
    let scene = try make()
    scene.bodies[.performFetch] = { call in
      try call.backgroundCompletion?(.newData)
      try call.backgroundCompletion?(.failed)
      return .none
    }
    try scene.device.launch(scene.app, .backgroundFetch)
    #expect(
      scene.device.trace.events(of: .delivery).suffix(2).map { "\($0.name) \($0.detail[.outcome]?.description ?? "")" }
        == ["completed newData", "completedAgain failed"])
  }

  /// LAUNCH-099.
  @Test func appQuitByTheUserGetsNoBackgroundLaunches() throws {
    let scene = try make()
    try scene.device.launch(scene.app)
    try scene.app.terminate()
    let trace = try scene.device.record { try scene.device.launch(scene.app, .backgroundFetch) }
    #expect(trace.callbacks().isEmpty && trace.events.map(\.fact) == ["LAUNCH-099"])
    #expect(try scene.app.state == .notRunning)
    try scene.device.reboot()
    try scene.device.launch(scene.app, .backgroundFetch)
    #expect(try scene.app.state == .runningBackground)
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    try scene.app.terminate(.jetsam)
    try scene.device.launch(scene.app, .backgroundFetch)
    #expect(try scene.app.state == .runningBackground)
  }

  /// LAUNCH-098.
  @Test(arguments: LifeCycle.allCases)
  func applicationWillTerminateIsCalledUnlessSuspended(lifeCycle: LifeCycle) throws {
    let scene = try make(lifeCycle: lifeCycle)
    let end =
      lifeCycle == .appDelegate
      ? ["applicationWillTerminate"] : ["sceneDidDisconnect", "applicationWillTerminate"]
    let leaving =
      lifeCycle == .appDelegate
      ? ["applicationWillResignActive", "applicationDidEnterBackground"]
      : ["sceneWillResignActive", "sceneDidEnterBackground"]
    try scene.device.launch(scene.app)
    #expect(try scene.device.record { try scene.app.terminate() }.callbacks() == leaving + end)
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    #expect(try scene.device.record { try scene.app.terminate() }.callbacks() == end)
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    try scene.app.suspend()
    #expect(try scene.device.record { try scene.app.terminate() }.callbacks().isEmpty)
    #expect(try scene.app.state == .notRunning)
  }

  /// LAUNCH-069.
  @Test(arguments: ["10.3", "12.4", "17.5"])
  func crashReportsTheWatchdogTime(os: String) throws {
    let moments: [(AppCallback, AppCallback, String, String)] = [
      (.didFinishLaunching, .didFinishLaunching, "failed to launch in time", "20 s"),
      (.applicationWillEnterForeground, .sceneWillEnterForeground, "failed to resume in time", "10 s"),
      (.applicationDidEnterBackground, .sceneDidEnterBackground, "failed to suspend in time", "10 s"),
      (.applicationWillTerminate, .applicationWillTerminate, "failed to quit in time", "6 s"),
    ]
    for (old, new, text, allowance) in moments {
      let hasScenes = os == "17.5"
      let scene = try make(os: os, lifeCycle: hasScenes ? .scene : .appDelegate)
      if old != .didFinishLaunching {
        try scene.device.launch(scene.app)
        try scene.device.pressHome()
        if old != .applicationWillEnterForeground { try scene.device.launch(scene.app) }
      }
      scene.bodies[hasScenes ? new : old] = { _ in throw Endless() }
      if old == .applicationDidEnterBackground {
        try scene.device.pressHome()
      } else if old == .applicationWillTerminate {
        try scene.app.terminate()
      } else {
        try scene.device.launch(scene.app)
      }
      let event = try #require(scene.device.trace.last { $0.name == "crash" })
      #expect(try scene.app.crash?.code == .watchdog && scene.app.state == .notRunning)
      if os == "10.3" {
        #expect(try scene.app.crash?.reason.contains(text) == true)
        #expect(event.detail[.allowance] == .string(allowance))
      } else {
        #expect(event.detail[.allowance] == .string(old == .didFinishLaunching ? "19.97 s" : "10.00 s"))
      }
    }
  }
}
