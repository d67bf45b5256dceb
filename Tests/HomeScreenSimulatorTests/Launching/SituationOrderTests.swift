import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// Every reason for a launch.
enum Reason: String, CaseIterable, Sendable {
  case tap, quickAction, url, universalLink, notification, silentNotification, userActivity, spotlight, widget
  case widgetKind, intent, backgroundFetch, urls, liveActivity, liveActivityURL, location, bluetooth

  var situation: LaunchSituation {
    switch self {
    case .tap: .tap
    case .quickAction: .quickAction(ShortcutItem(type: "ToolBox", localizedTitle: "Tool Box"))
    case .url: .url("toolbox://page", sourceApplication: "com.example.mail")
    case .universalLink: .universalLink("https://example.com")
    case .notification: .notification(UserNotification(title: "Hello", userInfo: ["page": 7]))
    case .silentNotification: .notification(UserNotification(userInfo: ["page": 7], isSilent: true))
    case .userActivity: .userActivity(UserActivity(activityType: "com.example.reading"))
    case .spotlight: .spotlight("note-7")
    case .widget: .widget(url: "toolbox://widget", kind: "Tools")
    case .widgetKind: .widget(url: nil, kind: "Tools")
    case .intent: .intent("OpenToolIntent", userInfo: ["tool": "saw"])
    case .backgroundFetch: .backgroundFetch
    case .urls: .urls(["toolbox://page", "toolbox://other"], sourceApplication: "com.example.mail")
    case .liveActivity: .liveActivity(url: nil)
    case .liveActivityURL: .liveActivity(url: "toolbox://order")
    case .location: .location
    case .bluetooth: .bluetooth(["lock"])
    }
  }

  var isInBackground: Bool { [.silentNotification, .backgroundFetch, .location, .bluetooth].contains(self) }
}

/// The state of the app before the launch.
enum Start: String, CaseIterable, Sendable {
  /// No process.
  case cold
  /// In the background; suspended.
  case warm, suspended
  /// The process was killed in the background, so the launch is cold.
  case killed
  /// A process without a scene; without scenes like warm.
  case disconnected
  case inFront
}

/// The callbacks of the ledger's first section and its rows, with its names.
enum Ledger {
  static let launching = ["willFinishLaunching", "didFinishLaunching"]
  static let connecting = ["configurationForConnecting", "sceneWillConnect"]

  static func callbacks(_ reason: Reason, _ start: Start, _ lifeCycle: LifeCycle, os: Int) -> [String] {
    lifeCycle == .appDelegate ? withoutScenes(reason, start, os: os) : withScenes(reason, start, lifeCycle, os: os)
  }

  /// A1–A7, and by analogy LAUNCH-089, LAUNCH-091 to LAUNCH-095.
  private static func withoutScenes(_ reason: Reason, _ start: Start, os: Int) -> [String] {
    let activity = ["willContinueUserActivity", "continueUserActivity"]
    let middle: [String] =
      switch reason {
      case .tap: []
      case .quickAction: ["performAction"]
      case .url, .widget, .liveActivityURL: ["openURL"]
      case .urls: ["openURL", "openURL"]
      case .universalLink, .userActivity, .spotlight, .widgetKind, .intent, .liveActivity: activity
      case .location, .bluetooth: []
      case .notification: os < 10 ? ["didReceiveRemoteNotification"] : ["didReceiveNotificationResponse"]
      case .silentNotification: ["didReceiveRemoteNotification"]
      case .backgroundFetch: ["performFetch"]
      }
    switch start {
    case .cold, .killed:
      return launching + middle + (reason.isInBackground ? [] : ["applicationDidBecomeActive"])
    case .warm, .suspended, .disconnected:
      return reason.isInBackground
        ? middle : ["applicationWillEnterForeground"] + middle + ["applicationDidBecomeActive"]
    case .inFront: return middle
    }
  }

  /// S1–S7, and LAUNCH-033, LAUNCH-034, LAUNCH-090 to LAUNCH-095.
  private static func withScenes(
    _ reason: Reason, _ start: Start, _ lifeCycle: LifeCycle, os: Int
  ) -> [String] {
    let handoff = ["sceneWillContinueUserActivity", "sceneContinueUserActivity"]
    let warm: [String] =
      switch reason {
      case .tap: []
      case .quickAction: ["windowScenePerformAction"]
      case .url, .urls, .widget, .liveActivityURL: ["sceneOpenURLContexts"]
      case .location, .bluetooth: []
      case .universalLink, .spotlight, .widgetKind, .liveActivity: ["sceneContinueUserActivity"]
      case .userActivity: handoff
      case .intent: os >= 26 ? ["sceneWillPerform"] : ["sceneContinueUserActivity"]
      case .notification: ["didReceiveNotificationResponse"]
      case .silentNotification: ["didReceiveRemoteNotification"]
      case .backgroundFetch: ["performFetch"]
      }
    let new: [String] =
      switch reason {
      case .userActivity, .notification: warm
      case .intent: os >= 26 ? warm : []
      default: []
      }
    // UIKit reconnects an earlier session without asking (LAUNCH-102).
    let isKept = lifeCycle == .scene && (start == .killed || start == .disconnected)
    let connected =
      connecting.filter { !isKept || $0 != "configurationForConnecting" } + ["sceneWillEnterForeground"] + new + [
        "sceneDidBecomeActive"
      ]
    switch start {
    case .cold, .killed: return launching + (reason.isInBackground ? warm : connected)
    case .disconnected: return reason.isInBackground ? warm : connected
    case .warm, .suspended:
      if reason.isInBackground { return warm }
      let enters = ["sceneWillEnterForeground"]
      let isEarly = [["sceneOpenURLContexts"], ["windowScenePerformAction"]].contains(warm)
      return (isEarly ? warm + enters : enters + warm) + ["sceneDidBecomeActive"]
    case .inFront: return warm
    }
  }
}

/// The order of callbacks in every situation.
@Suite struct SituationOrderTests {
  static let versions = [9, 10, 12, 13, 15, 18] + (26...OSVersion.newest.major)

  struct Walk: Sendable, CustomTestStringConvertible {
    let reason: Reason
    let start: Start
    var testDescription: String { "\(reason) \(start)" }
  }

  static let walks = Reason.allCases.flatMap { reason in Start.allCases.map { Walk(reason: reason, start: $0) } }

  static func package() throws -> AppPackage {
    try Packages.toolBox { $0["UIBackgroundModes"] = ["fetch", "remote-notification", "bluetooth-central"] }
  }

  /// LAUNCH-001 to LAUNCH-018, LAUNCH-020, LAUNCH-032, LAUNCH-033, LAUNCH-034, LAUNCH-074, LAUNCH-089, LAUNCH-090,
  /// LAUNCH-091, LAUNCH-092, LAUNCH-093, LAUNCH-094, LAUNCH-095, LAUNCH-200, LAUNCH-201, LAUNCH-202, LAUNCH-203: situation × start × life cycle × version.
  @Test(arguments: walks, versions)
  func situationsAreInTheOrderOfTheLedger(walk: Walk, os: Int) throws {
    for lifeCycle in LifeCycle.allCases where OSVersion(os) >= lifeCycle.firstOS {
      let scene = try ActionScene(os: "\(os).0", lifeCycle: lifeCycle, package: Self.package())
      if lifeCycle == .swiftUI {
        scene.bodies[.configurationForConnecting] = { _ in .configuration(SceneConfiguration(delegateClass: scene)) }
      }
      try reach(walk.start, scene)
      let situation = walk.reason.situation
      let firstOS = situation.firstOS(on: .iPhone)
      guard OSVersion(os) >= firstOS else {
        let error = simulatorError { try scene.device.launch(scene.app, situation) }
        #expect(error?.code == .situationUnavailable && error?.hint?.contains("iOS \(firstOS)") == true)
        continue
      }
      if walk.reason == .backgroundFetch, walk.start == .inFront {
        #expect(simulatorError { try scene.device.launch(scene.app, situation) }?.code == .appInFront)
        continue
      }
      scene.clear()
      let trace = try scene.device.record { try scene.device.launch(scene.app, situation) }
      let expected = Ledger.callbacks(walk.reason, walk.start, lifeCycle, os: os)
      let cases = AppCallback.allCases.reduce(into: [String: String]()) { $0[$1.slot] = "\($1)" }
      #expect(trace.callbacks().map { cases[$0] ?? $0 } == expected, "\(lifeCycle)")
      let isInFront = !walk.reason.isInBackground || walk.start == .inFront
      #expect(try scene.app.state == (isInFront ? .runningForeground : .runningBackground))
      check(walk, scene, lifeCycle, os)
    }
  }

  /// Kinds missing in `Reason` would not be tested.
  @Test(arguments: LaunchSituation.Kind.allCases)
  func everyKindIsAReason(kind: LaunchSituation.Kind) {
    #expect(Reason.allCases.contains { $0.situation.kind == kind }, "give Reason a case for “\(kind.rawValue)”")
  }

  private func reach(_ start: Start, _ scene: ActionScene) throws {
    guard start != .cold else { return }
    try scene.device.launch(scene.app)
    guard start != .inFront else { return }
    try scene.device.pressHome()
    switch start {
    case .suspended: try scene.app.suspend()
    case .killed: try scene.app.terminate(.jetsam)
    case .disconnected: try scene.app.scenes.first?.disconnect()
    default: break
    }
  }

  /// The arguments of the callbacks: LAUNCH-010, LAUNCH-012, LAUNCH-033, LAUNCH-034, LAUNCH-052, LAUNCH-055.
  private func check(_ walk: Walk, _ scene: ActionScene, _ lifeCycle: LifeCycle, _ os: Int) {
    let isNew = [.cold, .killed, .disconnected].contains(walk.start) && !walk.reason.isInBackground
    let options = scene.call(.sceneWillConnect)?.connectionOptions
    if lifeCycle != .appDelegate {
      #expect(scene.call(.didFinishLaunching)?.launchOptions == nil)
      #expect((options != nil) == isNew)
    }
    switch walk.reason {
    case .notification:
      let call = scene.call(.didReceiveNotificationResponse) ?? scene.call(.didReceiveRemoteNotification)
      #expect(call?.notification?.userInfo["page"]?.integer == 7 && call?.backgroundCompletion != nil)
      if isNew, lifeCycle != .appDelegate { #expect(options?.notificationResponse?.title == "Hello") }
    case .userActivity:
      let call = scene.call(.sceneContinueUserActivity) ?? scene.call(.continueUserActivity)
      #expect(call?.userActivity?.activityType == "com.example.reading")
      if isNew, lifeCycle != .appDelegate {
        #expect(options?.handoffUserActivityType == "com.example.reading" && options?.userActivities.isEmpty == true)
      }
    case .spotlight where isNew && lifeCycle != .appDelegate:
      #expect(options?.userActivities == [.searchableItem("note-7")])
    case .intent where lifeCycle != .appDelegate:
      if os >= 26 { #expect(scene.call(.sceneWillPerform)?.appIntent == "OpenToolIntent") }
      if isNew {
        #expect(options?.appIntent == (os >= 26 ? "OpenToolIntent" : nil))
        #expect(options?.userActivities.first?.userInfo?["tool"]?.string == (os >= 26 ? nil : "saw"))
      }
    default: break
    }
  }

  /// LAUNCH-010, LAUNCH-052, LAUNCH-053.
  @Test func notificationIsDeliveredRegardlessOfTheLaunchMethods() throws {
    let scene = try ActionScene(os: "12.4", lifeCycle: .appDelegate)
    scene.bodies[.didFinishLaunching] = { _ in .boolean(false) }
    try scene.device.launch(scene.app, Reason.notification.situation)
    #expect(scene.call(.didReceiveNotificationResponse) != nil)
    let keys = scene.call(.didFinishLaunching)?.launchOptions?.entries.map(\.key)
    #expect(keys == ["UIApplicationLaunchOptionsRemoteNotificationKey"])
    try scene.app.terminate()
    try scene.device.launch(scene.app, Reason.userActivity.situation)
    #expect(
      scene.call(.didFinishLaunching)?.launchOptions?.entries.map(\.key) == [
        "UIApplicationLaunchOptionsUserActivityDictionaryKey", "UIApplicationLaunchOptionsUserActivityTypeKey",
      ])
  }

  /// LAUNCH-054.
  @Test(arguments: ["18.0", "26.0"])
  func deprecatedMethodsAreNotedOncePerProcess(os: String) throws {
    let scene = try ActionScene(os: os, lifeCycle: .appDelegate)
    for _ in 0..<2 {
      try scene.tapAction()
      try scene.device.pressHome()
    }
    let notes = scene.device.trace.events(of: .quirk)
    #expect(notes.map(\.fact) == (os == "26.0" ? ["LAUNCH-054"] : []))
    #expect(AppCallback.performAction.deprecated == OSVersion(26) && AppCallback.openURL.deprecated == nil)
  }
}
