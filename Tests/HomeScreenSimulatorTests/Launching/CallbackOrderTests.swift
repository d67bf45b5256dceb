import AppPackages
import HomeScreenSimulator
import Testing

/// The lists A1–A4 and S1–S4 of the ledger's first section.
enum Situation: String, CaseIterable, CustomTestStringConvertible {
  case coldTap, coldAction, coldActionRefused, warmAction
  case sceneColdTap, sceneColdAction, sceneWarmAction, sceneDisconnectedAction

  var testDescription: String { rawValue }

  var lifeCycle: LifeCycle {
    switch self {
    case .coldTap, .coldAction, .coldActionRefused, .warmAction: .appDelegate
    default: .scene
    }
  }

  /// In a life cycle: UIKit reconnects an earlier session without asking for its configuration (LAUNCH-102).
  func callbacks(in lifeCycle: LifeCycle) -> [AppCallback] {
    self == .sceneDisconnectedAction && lifeCycle == .scene
      ? callbacks.filter { $0 != .configurationForConnecting } : callbacks
  }

  /// Swift's names, shortened as in the ledger.
  var callbacks: [AppCallback] {
    let connecting: [AppCallback] = [
      .configurationForConnecting, .sceneWillConnect, .sceneWillEnterForeground, .sceneDidBecomeActive,
    ]
    return switch self {
    case .coldTap, .coldActionRefused: [.willFinishLaunching, .didFinishLaunching, .applicationDidBecomeActive]
    case .coldAction: [.willFinishLaunching, .didFinishLaunching, .performAction, .applicationDidBecomeActive]
    case .warmAction: [.applicationWillEnterForeground, .performAction, .applicationDidBecomeActive]
    case .sceneColdTap, .sceneColdAction: [.willFinishLaunching, .didFinishLaunching] + connecting
    case .sceneWarmAction: [.windowScenePerformAction, .sceneWillEnterForeground, .sceneDidBecomeActive]
    case .sceneDisconnectedAction: connecting
    }
  }
}

/// The order of callbacks.
@Suite struct CallbackOrderTests {
  static let versions = ["9.0", "12.4", "13.0", "18.0", "26.0"]

  static var walks: [(Situation, String, LifeCycle)] {
    Situation.allCases.flatMap { situation in
      versions.flatMap { os -> [(Situation, String, LifeCycle)] in
        guard let version = OSVersion(os) else { return [] }
        let lifeCycles = situation.lifeCycle == .appDelegate ? [LifeCycle.appDelegate] : [.scene, .swiftUI]
        return lifeCycles.filter { version >= $0.firstOS }.map { (situation, os, $0) }
      }
    }
  }

  /// LAUNCH-001, LAUNCH-002, LAUNCH-003, LAUNCH-004, LAUNCH-007, LAUNCH-011, LAUNCH-013, LAUNCH-014, LAUNCH-015,
  /// LAUNCH-016, LAUNCH-017, LAUNCH-018, LAUNCH-021, LAUNCH-024, LAUNCH-025, LAUNCH-026, LAUNCH-082.
  @Test(arguments: walks)
  func callbacksAreInTheOrderOfTheLedger(situation: Situation, os: String, lifeCycle: LifeCycle) throws {
    let scene = try ActionScene(os: os, lifeCycle: lifeCycle)
    if situation == .coldActionRefused { scene.bodies[.didFinishLaunching] = { _ in .boolean(false) } }
    let trace: Trace
    switch situation {
    case .coldTap, .sceneColdTap:
      trace = try scene.device.record { try scene.device.springboard.icon(for: scene.app).tap() }
    case .coldAction, .coldActionRefused, .sceneColdAction: trace = try scene.tapAction()
    case .warmAction, .sceneWarmAction, .sceneDisconnectedAction:
      try scene.device.launch(scene.app)
      try scene.device.pressHome()
      if situation == .sceneDisconnectedAction { try scene.app.scenes.first?.disconnect() }
      scene.clear()
      trace = try scene.tapAction()
    }
    #expect(trace.callbacks() == situation.callbacks(in: lifeCycle).map(\.slot))
    // The code ran for each callback, except for the unnamed scene delegate of a SwiftUI app (LAUNCH-027).
    let missing = scene.calls.map(\.callback) != situation.callbacks.filter { $0 != .configurationForConnecting }
    #expect(missing == (lifeCycle == .swiftUI))
    #expect(try scene.app.run { try $0.applicationState } == .active)
    check(situation, scene, trace)
  }

  /// Checks where the item was delivered.
  private func check(_ situation: Situation, _ scene: ActionScene, _ trace: Trace) {
    let item = scene.calls.compactMap(\.shortcutItem)
    let launchItems = scene.calls.compactMap { $0.launchOptions?.shortcutItem?.type }
    let connectionItems = scene.calls.compactMap { $0.connectionOptions?.shortcutItem?.type }
    let method = trace.handling().first?.method
    switch situation {
    case .coldTap, .sceneColdTap:
      #expect(scene.calls.allSatisfy { $0.launchOptions == nil })
      #expect(trace.handling().isEmpty)
    case .coldAction:
      #expect(launchItems == ["ToolBox", "ToolBox"])
      #expect(item.map(\.type) == ["ToolBox"])
      #expect(method == .performAction)
    case .coldActionRefused:
      #expect(launchItems == ["ToolBox", "ToolBox"])
      #expect(item.isEmpty)
      #expect(method == .didFinishLaunching)
    case .warmAction:
      #expect(launchItems.isEmpty)
      #expect(method == .performAction)
    case .sceneColdAction, .sceneDisconnectedAction:
      #expect(launchItems.isEmpty && item.isEmpty)  // LAUNCH-012
      #expect(connectionItems.count <= 1)
      #expect(method == .sceneWillConnect)
    case .sceneWarmAction:
      #expect(connectionItems.isEmpty)
      #expect(method == .windowScenePerformAction)
    }
  }

  /// LAUNCH-004.
  @Test(arguments: [true, false])
  func eitherLaunchMethodMayReturnFalse(both: Bool) throws {
    let scene = try ActionScene(lifeCycle: .appDelegate)
    scene.bodies[.willFinishLaunching] = { _ in .boolean(false) }
    scene.bodies[.didFinishLaunching] = { _ in .boolean(!both) }
    let trace = try scene.tapAction()
    #expect(trace.callbacks() == Situation.coldActionRefused.callbacks.map(\.slot))
    #expect(trace.handling().first?.method == .willFinishLaunching)
  }

  /// LAUNCH-023.
  @Test func returnValueIsIgnoredInASceneApp() throws {
    let scene = try ActionScene()
    scene.bodies[.didFinishLaunching] = { _ in .boolean(false) }
    let trace = try scene.tapAction()
    #expect(trace.callbacks() == Situation.sceneColdAction.callbacks.map(\.slot))
    #expect(scene.call(.sceneWillConnect)?.connectionOptions?.shortcutItem?.type == "ToolBox")
  }

  /// LAUNCH-027.
  @Test func swiftUIUsesTheSceneDelegateOfTheConfiguration() throws {
    let scene = try ActionScene(lifeCycle: .swiftUI)
    let delegateClass = Endless.self as AnyObject
    scene.bodies[.configurationForConnecting] = { call in
      #expect(call.connectionOptions?.shortcutItem?.type == "ToolBox")
      return .configuration(SceneConfiguration(name: "Main", delegateClass: delegateClass))
    }
    try scene.tapAction()
    let call = try #require(scene.call(.sceneWillConnect))
    #expect(call.session?.configuration.name == "Main")
    #expect(call.session?.configuration.delegateClass === delegateClass)
    #expect(call.connectionOptions?.shortcutItem?.type == "ToolBox")
    #expect(call.scene === call.session?.scene)
  }

  /// LAUNCH-022.
  @Test(arguments: [true, false])
  func warmActionIsLostWithoutTheSceneDelegateMethod(implemented: Bool) throws {
    let scene = try ActionScene()
    if !implemented { scene.missing = [.windowScenePerformAction] }
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    let item = try #require(scene.tapAction().handling().first)
    #expect(item.carriers.map(\.callback) == [.windowScenePerformAction])
    #expect(item.carriers.map(\.isImplemented) == [implemented])
    #expect(item.method == .windowScenePerformAction)
    #expect(scene.call(.performAction) == nil)
  }

  /// LAUNCH-008, LAUNCH-009, LAUNCH-032, LAUNCH-055.
  @Test(arguments: LifeCycle.allCases)
  func urlsAndLinksAreDelivered(lifeCycle: LifeCycle) throws {
    let scene = try ActionScene(lifeCycle: lifeCycle)
    scene.bodies[.configurationForConnecting] = { _ in .configuration(SceneConfiguration(delegateClass: scene)) }
    let url = LaunchSituation.url("toolbox://page", sourceApplication: "com.example.mail")
    let cold = try scene.device.record { try scene.device.launch(scene.app, url) }
    try scene.device.pressHome()
    let warm = try scene.device.record { try scene.device.launch(scene.app, url) }
    if lifeCycle == .appDelegate {
      #expect(
        cold.callbacks() == [
          "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
          "application_openURL_options", "applicationDidBecomeActive",
        ])
      let options = try #require(scene.calls.last { $0.launchOptions?.url != nil }?.launchOptions)
      #expect(
        options.entries.map { "\($0.key)=\($0.value)" } == [  // LAUNCH-052
          "UIApplicationLaunchOptionsURLKey=toolbox://page",
          "UIApplicationLaunchOptionsSourceApplicationKey=com.example.mail",
        ])
      #expect(scene.call(.openURL)?.urls == ["toolbox://page"])
      #expect(
        warm.callbacks() == [
          "applicationWillEnterForeground", "application_openURL_options", "applicationDidBecomeActive",
        ])
      try scene.app.terminate()
      let link = try scene.device.record { try scene.device.launch(scene.app, .universalLink("https://example.com")) }
      #expect(
        link.callbacks() == [
          "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
          "application_willContinueUserActivityWithType", "application_continueUserActivity_restorationHandler",
          "applicationDidBecomeActive",
        ])
      #expect(scene.call(.continueUserActivity)?.userActivity == .browsingWeb("https://example.com"))
    } else {
      #expect(cold.callbacks() == Situation.sceneColdTap.callbacks.map(\.slot))
      #expect(scene.call(.sceneWillConnect)?.connectionOptions?.urls == ["toolbox://page"])
      #expect(scene.call(.didFinishLaunching)?.launchOptions == nil)
      #expect(warm.callbacks() == ["scene_openURLContexts", "sceneWillEnterForeground", "sceneDidBecomeActive"])
      #expect(scene.call(.sceneOpenURLContexts)?.sourceApplication == "com.example.mail")
    }
  }

  /// LAUNCH-020.
  @Test func foregroundAppGetsTheActionImmediately() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    let trace = try scene.device.record {
      try scene.device.launch(scene.app, .quickAction(ShortcutItem(type: "x", localizedTitle: "X")))
    }
    #expect(trace.callbacks() == ["windowScene_performActionForShortcutItem_completionHandler"])
  }
}
