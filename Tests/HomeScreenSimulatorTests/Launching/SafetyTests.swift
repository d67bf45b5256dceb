import AppPackages
import HomeScreenSimulator
import Testing

/// Misbehaving app code.
@Suite struct SafetyTests {
  @Test(arguments: Versions.all)
  func errorInAppCodeEndsTheAppAndIsThrownByTheCommand(os: String) throws {
    let scene = try Scene(os: os)
    #expect(throws: Oops()) { try scene.app.run { _ in throw Oops() } }
    #expect(try scene.app.state == .notRunning)
    #expect(scene.device.front == nil)
    let crash = try #require(try scene.app.crash)
    #expect(crash.error as? Oops == Oops())
    #expect(crash.reason.contains("oops"))
    #expect(crash.time == scene.device.trace.last { $0.name == "crash" }?.time)
    try scene.device.launch(scene.app)
    #expect(try scene.app.crash == nil)
    #expect(try scene.app.state == .runningForeground)
  }

  @Test(arguments: Versions.all)
  func crashInABlockTimerOrHandlerEndsTheApp(os: String) throws {
    let scene = try Scene(os: os)
    #expect(throws: Oops()) { try scene.app.run { try $0.mainQueue.async { throw Oops() } } }
    try scene.device.launch(scene.app)
    try scene.app.run { try $0.mainQueue.asyncAfter(1) { throw Oops() } }
    #expect(throws: Oops()) { try scene.device.advance(2) }
    try scene.device.launch(scene.app)
    try scene.app.run { try $0.setAlternateIconName("night") { _ in throw Oops() } }
    #expect(throws: Oops()) { try scene.tapOK() }
    #expect(try scene.app.state == .notRunning)
    #expect(try scene.app.iconName == "night")
    #expect(scene.device.alert == nil)
    try scene.device.launch(scene.app)
    try scene.request("day")
    try scene.tapOK()
    #expect(scene.codes == [0])
  }

  @Test(arguments: AppCallback.allCases, ["12.4", "26.1"])
  func crashInEachCallbackEndsTheApp(callback: AppCallback, os: String) throws {
    let lifeCycle: LifeCycle = os == "26.1" ? .scene : .appDelegate
    let scene = try Scene(os: os, options: InstallOptions(lifeCycle: lifeCycle), launch: false)
    let code = ClosureCode()
    var armed = true
    let make = { () -> CallbackHandlers in
      let handlers = CallbackHandlers()
      handlers.on(callback) { _ in if armed { throw Oops() } }
      return handlers
    }
    code.appDelegate = make
    code.sceneDelegate = make
    scene.app.code = code
    var crashes = 0
    for command in [
      { try scene.device.launch(scene.app) }, { try scene.request("night") }, { try scene.tapOK() },
      { try scene.device.pressHome() }, { try scene.app.activate() },
    ] as [() throws -> Void] {
      do { try command() } catch is Oops {
        crashes += 1
        #expect(try scene.app.crash != nil)
        #expect(try scene.app.state == .notRunning)
        break
      }
    }
    let called = scene.device.trace.callbacks().contains(callback.slot)
    #expect(crashes == (called ? 1 : 0))
    armed = false
    try scene.device.launch(scene.app)  // the device still works
    #expect(try scene.app.state == .runningForeground)
  }

  @Test(arguments: ["17.5", "26.1"])
  func crashOfOneAppDoesNotAffectAnother(os: String) throws {
    let scene = try Scene(os: os)
    let other = try scene.device.install(try Packages.paint(identifier: "com.example.other", label: "Other"))
    try scene.app.run { try $0.mainQueue.asyncAfter(0.3) { throw Oops() } }
    // The timer fires while the other app is becoming active.
    #expect(throws: Oops()) { try scene.device.launch(other) }
    #expect(try scene.app.state == .notRunning)
    #expect(try other.run { try $0.applicationState } == .active)
    #expect(try other.crash == nil)
  }

  @Test func tooFrequentTimerEndsTheCommandWithAReason() throws {
    let scene = try Scene()
    var count = 0
    try scene.app.run { application in
      func again() throws {
        count += 1
        try application.mainQueue.asyncAfter(0.001, again)
      }
      try again()
    }
    #expect(simulatorError { try scene.device.advance(1_000_000) }?.code == .tooMuchWork)
    scene.device.workLimits.perCommand = 100
    let error = simulatorError { try scene.device.advance(1_000_000) }
    #expect(error?.code == .tooMuchWork && error?.message.contains("more than 100 blocks") == true)
    scene.device.workLimits = WorkLimits()
    let before = count
    try scene.device.advance(0.01)
    #expect(count > before)
    try scene.device.pressHome()
    try scene.app.activate()
    #expect(try scene.app.run { try $0.applicationState } == .active)
  }

  @Test func appCodeCannotTouchTheScreen() throws {
    let scene = try Scene()
    let other = try scene.device.install(try Packages.paint(identifier: "com.example.other", label: "Other"))
    let device = scene.device
    let app = scene.app
    let package = try Packages.paint()
    let uses: [() throws -> Void] = [
      { try device.launch(other) }, { try device.pressHome() }, { try device.uninstall(app) },
      { try device.uninstall(other) }, { try device.install(package) }, { try device.reboot() },
      { try device.advance(1) }, { try device.settle() }, { try device.setLocale("de") }, { try app.terminate() },
      { try app.activate() }, { try app.suspend() }, { try app.run { _ in } },
      { try device.springboard.icon(for: other).tap() }, { try device.alert?.tap("OK") },
    ]
    try scene.request("night")
    for use in uses {
      try app.run { _ in
        let error = simulatorError(use)
        #expect(error?.code == .commandInsideApp)
        #expect(error?.message.contains("inside “run”") == true)
      }
    }
    #expect(try app.state == .runningForeground)
    #expect(device.apps.count == 2)
    // Reading is allowed.
    try app.run { _ in
      _ = device.alert
      _ = try device.springboard.icon(for: app).picture()
      #expect(try app.state == .runningForeground)
    }
  }

  @Test func uiKitObjectsWorkOnlyInAppCodeAndTheirProcess() throws {
    let scene = try Scene()
    var kept: Application?
    try scene.app.run { kept = $0 }
    let application = try #require(kept)
    let uses: [() throws -> Void] = [
      { _ = try application.alternateIconName }, { _ = try application.supportsAlternateIcons },
      { _ = try application.applicationState }, { try application.setAlternateIconName("night") },
      { try application.log("x") }, { try application.mainQueue.async {} },
    ]
    for use in uses { #expect(simulatorError(use)?.code == .outsideTheApp) }
    try scene.app.terminate()
    for use in uses { #expect(simulatorError(use)?.code == .processEnded) }
    try scene.device.launch(scene.app)
    for use in uses {
      #expect(simulatorError(use)?.code == .processEnded)
      try scene.app.run { _ in #expect(simulatorError(use)?.code == .processEnded) }
    }
    #expect(application.bundleIdentifier == "com.example.paint")
  }

  @Test func objectThatOutlivesItsDeviceIsReported() throws {
    var kept: Application?
    do {
      let scene = try Scene()
      try scene.app.run { kept = $0 }
    }
    #expect(simulatorError { _ = try kept?.alternateIconName }?.code == .processEnded)
  }

  @Test(arguments: ["17.5", "26.1"])
  func tenThousandRequestsInOneTurnAreHandled(os: String) throws {
    let scene = try Scene(os: os)
    try scene.app.run { application in
      for index in 0..<10_000 { try scene.request(index.isMultiple(of: 2) ? "night" : "day", in: application) }
    }
    try scene.tapOK()
    #expect(try scene.app.iconName == (os == "17.5" ? "day" : "night"))
    #expect(scene.device.alert == nil)
  }

  @Test(arguments: ["17.5", "26.0"])
  func endlessIconRequestsShowOneAlertAtATime(os: String) throws {
    let scene = try Scene(os: os)
    try scene.app.run { application in
      func next(_ name: String) throws {
        try application.setAlternateIconName(name) { _ in try next(name == "night" ? "day" : "night") }
      }
      try next("night")
    }
    for _ in 0..<10 { try scene.tapOK() }
    #expect(scene.device.alert != nil)
  }

  @Test func fullTraceEndsEachCommandWithAReason() throws {
    let scene = try Scene()
    let error = simulatorError {
      try scene.app.run { application in
        for _ in 0...Trace.maximumEvents { try application.log("x") }
      }
    }
    #expect(error?.code == .traceFull)
    #expect(scene.device.trace.count == Trace.maximumEvents)
    #expect(simulatorError { try scene.device.pressHome() }?.code == .traceFull)
    #expect(scene.device.springboard.mode == .home)  // the command ran
  }

  @Test func messagesHaveASentenceAHintACodeAndAFact() {
    let error = SimulatorError(.alertCovers, "The icon is covered", hint: "Tap a button.", fact: "ICON-186")
    #expect(error.description == "The icon is covered. Tap a button. [alert-covers, ICON-186]")
    for code in SimulatorErrorCode.allCases {
      #expect(code.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)+/) != nil, "\(code)")
      #expect(code.explanation.hasSuffix(".") && code.explanation.count > 40)
    }
  }
}
