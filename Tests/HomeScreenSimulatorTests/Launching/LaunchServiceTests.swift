import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// What an app must set up before its launch has finished, and reasons for a launch that bring little with them.
@Suite struct LaunchServiceTests {
  /// LAUNCH-172.
  @Test(arguments: ["12.4", "13.0", "18.6", "26.0", "27.0"], LifeCycle.allCases)
  func backgroundTasksAreRegisteredDuringTheLaunch(os: String, lifeCycle: LifeCycle) throws {
    guard try OSVersion(parsing: os) >= lifeCycle.firstOS else { return }
    let package = try Packages.toolBox { $0["BGTaskSchedulerPermittedIdentifiers"] = ["refresh", "clean"] }
    let scene = try ActionScene(os: os, lifeCycle: lifeCycle, package: package)
    var answers: [Bool] = []
    scene.bodies[.didFinishLaunching] = { call in
      answers = try ["refresh", "Refresh", ""].map { try call.application.registerBackgroundTask($0) }
      return .boolean(true)
    }
    guard os != "12.4" else {
      #expect(simulatorError { try scene.device.launch(scene.app) }?.code == .apiUnavailable)
      return
    }
    try scene.device.launch(scene.app)
    #expect(answers == [true, false, false])
    let isRefused = try OSVersion(parsing: os) < OSVersion(26)
    if !isRefused {
      let isRegistered = try scene.app.run { try $0.registerBackgroundTask("clean") }
      #expect(isRegistered)
    }
    let error = #expect(throws: AppException.self) {
      try scene.app.run { _ = try $0.registerBackgroundTask("refresh") }
    }
    #expect(
      error?.reason
        == (isRefused
          ? "All launch handlers must be registered before application finishes launching"
          : "Launch handler for task with identifier refresh has already been registered"))
    #expect(try scene.app.state == .notRunning)
  }

  /// LAUNCH-204.
  @Test(
    arguments: LifeCycle.allCases, [AppCallback.didFinishLaunching, .applicationDidBecomeActive, .sceneDidBecomeActive])
  func delegateOfTheCentreIsSetInTime(lifeCycle: LifeCycle, place: AppCallback) throws {
    let scene = try ActionScene(os: "26.0", lifeCycle: lifeCycle)
    var answers: [String] = []
    let centre = CallbackHandlers()
    centre[.didReceiveNotificationResponse] = { call in
      answers.append(call.notification?.title ?? "")
      return .none
    }
    scene.bodies[place] = { call in
      call.application.notificationDelegate = centre
      return place == .didFinishLaunching ? .boolean(true) : .none
    }
    try scene.device.launch(scene.app, .notification(UserNotification(title: "cold")))
    let isSet = scene.call(place) != nil
    #expect(answers == (place == .didFinishLaunching ? ["cold"] : []))
    #expect((scene.call(.didReceiveNotificationResponse) != nil) == (place != .didFinishLaunching))
    try scene.device.pressHome()
    try scene.device.launch(scene.app, .notification(UserNotification(title: "warm")))
    #expect(answers.contains("warm") == isSet)
    try scene.app.terminate()
    scene.bodies[place] = nil
    scene.clear()
    try scene.device.launch(scene.app, .notification(UserNotification(title: "again")))
    #expect(scene.call(.didReceiveNotificationResponse)?.notification?.title == "again")
  }

  /// LAUNCH-089: the older method gets a tap if the app has no other one and sets no delegate of the centre.
  @Test(arguments: [("9.3", true), ("10.0", false), ("10.1", true), ("26.0", true)])
  func olderMethodGetsTapsOfAnAppWithoutTheNewerOne(os: String, isCalled: Bool) throws {
    for lifeCycle in LifeCycle.allCases where try OSVersion(parsing: os) >= lifeCycle.firstOS {
      let scene = try ActionScene(os: os, lifeCycle: lifeCycle)
      func isReached(_ notification: UserNotification) throws -> Bool {
        scene.clear()
        try scene.device.launch(scene.app, .notification(notification))
        try scene.device.pressHome()
        return scene.call(.didReceiveRemoteNotification)?.notification?.title == notification.title
      }
      let tap = UserNotification(title: "Hello")
      #expect(try isReached(tap) == (os == "9.3"), "\(lifeCycle)")
      scene.missing = [.didReceiveNotificationResponse]
      try scene.app.terminate()
      for _ in ["cold", "warm"] { #expect(try isReached(tap) == (isCalled && lifeCycle == .appDelegate)) }
      guard os != "9.3" else { continue }
      let action = UserNotification(title: "Reply", actionIdentifier: "reply", isForeground: true)
      #expect(try !isReached(action))
      scene.bodies[.didFinishLaunching] = { call in
        call.application.notificationDelegate = call.application.notificationDelegate
        return .boolean(true)
      }
      try scene.app.terminate()
      for _ in ["cold", "warm"] { #expect(try !isReached(tap)) }
    }
  }

  /// LAUNCH-201.
  @Test(arguments: [("16.0", false, false), ("16.1", true, false), ("16.7", true, false), ("17.0", true, true)])
  func liveActivitiesBeginLaterOnAnIPad(os: String, onIPhone: Bool, onIPad: Bool) throws {
    for (model, exists) in [(DeviceModel.iPhone, onIPhone), (.iPad, onIPad)] {
      for url in [nil, "toolbox://order"] {
        let scene = try ActionScene(os: os, model: model)
        let error = simulatorError { try scene.device.launch(scene.app, .liveActivity(url: url)) }
        #expect((error == nil) == exists && error.map { $0.code == .situationUnavailable } ?? true)
      }
    }
  }

  /// LAUNCH-202, LAUNCH-203.
  @Test func launchOptionsNameLocationAndBluetoothWithoutScenes() throws {
    let package = try Packages.toolBox { $0["UIBackgroundModes"] = ["bluetooth-central"] }
    for lifeCycle in LifeCycle.allCases {
      let scene = try ActionScene(os: "26.0", lifeCycle: lifeCycle, package: package)
      for (situation, key) in [
        (LaunchSituation.location, "UIApplicationLaunchOptionsLocationKey"),
        (.bluetooth(["lock"]), "UIApplicationLaunchOptionsBluetoothCentralsKey"),
      ] {
        try scene.device.launch(scene.app, situation)
        let options = scene.call(.didFinishLaunching)?.launchOptions
        #expect(options?.entries.map(\.key) == (lifeCycle == .appDelegate ? [key] : nil))
        #expect(try scene.app.state == .runningBackground)
        try scene.app.terminate(.jetsam)
      }
    }
    let plain = try ActionScene(os: "26.0")
    #expect(simulatorError { try plain.device.launch(plain.app, .bluetooth([])) }?.code == .backgroundModeMissing)
  }

  /// LAUNCH-205, LAUNCH-208.
  @Test func prereleasesAndFoldableModelsAreKnown() throws {
    for name in ["27.0 beta", "27.0 beta 3", "27.0 RC", "27.0 rc 2"] {
      #expect(try OSVersion(parsing: name) == OSVersion(27))
    }
    for name in ["27.0 beta x", "27.0 alpha", "beta", "27.0 beta 1 2", "27.0  beta", "8.0 beta", "28 beta"] {
      #expect(simulatorError { _ = try OSVersion(parsing: name) }?.code == .unknownOSVersion)
    }
    let duo = try DeviceModel(named: "iPhone Duo")
    #expect(!duo.runs(OSVersion(27)) && duo.runs(OSVersion(27, 1)) && duo.deviceClass == .iPhone)
  }
}
