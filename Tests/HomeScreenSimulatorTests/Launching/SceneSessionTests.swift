import HomeScreenSimulator
import PropertyLists
import Testing

/// Scene sessions: which of them outlive their process, and how they end.
@Suite struct SceneSessionTests {
  private func scene(
    _ lifeCycle: LifeCycle, os: String, _ change: (inout DeviceConditions) -> Void = { _ in }
  ) throws -> ActionScene {
    var conditions = DeviceConditions()
    change(&conditions)
    let scene = try ActionScene(os: os, lifeCycle: lifeCycle, conditions: conditions)
    scene.bodies[.configurationForConnecting] = { _ in .configuration(SceneConfiguration(delegateClass: scene)) }
    scene.bodies[.stateRestorationActivity] = { _ in .activity(UserActivity(activityType: "com.example.page")) }
    return scene
  }

  /// Whether the app is asked for its configuration at the next launch.
  private func isAsked(_ scene: ActionScene, after end: (ActionScene) throws -> Void) throws -> Bool {
    try scene.device.launch(scene.app)
    #expect(scene.call(.configurationForConnecting) != nil)
    try scene.device.pressHome()
    try end(scene)
    scene.clear()
    try scene.tapAction()
    #expect(scene.call(.sceneWillConnect)?.connectionOptions?.shortcutItem?.type == "ToolBox")
    return scene.call(.configurationForConnecting) != nil
  }

  private static let ends: [@Sendable (ActionScene) throws -> Void] = [
    { try $0.app.terminate(.jetsam) }, { try $0.device.reboot() },
    { scene in
      struct Failure: Error {}
      try? scene.app.run { _ in throw Failure() }
    },
  ]

  /// LAUNCH-102, LAUNCH-082.
  @Test(arguments: ["14.0", "17.5", "27.0"])
  func uiKitKeepsSessionsAfterATerminationAndSwiftUIDoesNot(os: String) throws {
    for end in SceneSessionTests.ends {
      #expect(try !isAsked(scene(.scene, os: os), after: end))
      #expect(try isAsked(scene(.swiftUI, os: os), after: end))
    }
  }

  /// LAUNCH-102, LAUNCH-082.
  @Test func conditionReversesEither() throws {
    for end in SceneSessionTests.ends {
      #expect(try isAsked(scene(.scene, os: "18.0") { $0.keepSessions = .never }, after: end))
      #expect(try !isAsked(scene(.swiftUI, os: "18.0") { $0.keepSessions = .always }, after: end))
    }
  }

  /// LAUNCH-104.
  @Test(arguments: ["13.0", "27.0"])
  func quittingTheAppEndsItsSessionsAndTheNextLaunchReportsIt(os: String) throws {
    let scene = try scene(.scene, os: os)
    #expect(try isAsked(scene) { try $0.app.terminate() })
    #expect(scene.call(.didDiscardSceneSessions)?.discardedSessions.count == 1)
    #expect(scene.call(.sceneWillConnect)?.session?.stateRestorationActivity == nil)
  }

  /// LAUNCH-105.
  @Test func sessionsSurviveQuittingInOneReport() throws {
    let scene = try scene(.scene, os: "15.0") { $0.quitKeepsSessions = true }
    #expect(try !isAsked(scene) { try $0.app.terminate() })
    #expect(scene.call(.didDiscardSceneSessions) == nil)
    #expect(scene.call(.sceneWillConnect)?.session?.stateRestorationActivity?.activityType == "com.example.page")
  }
}
