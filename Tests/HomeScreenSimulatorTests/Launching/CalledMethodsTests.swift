import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// `AppCallback.isCalled(in:)` matches the callbacks of an app that implements every method.
@Suite struct CalledMethodsTests {
  /// All callbacks in all situations, including those that end a process or a window.
  private static func calls(_ lifeCycle: LifeCycle, os: OSVersion) throws -> Set<AppCallback> {
    var called: Set<AppCallback> = []
    for reason in Reason.allCases where os >= reason.situation.firstOS(on: .iPhone) {
      for isWarm in [false, true] {
        let scene = try ActionScene(os: "\(os)", lifeCycle: lifeCycle, package: SituationOrderTests.package())
        agree(scene)
        if isWarm {
          try scene.device.launch(scene.app)
          try scene.device.pressHome()
        }
        try scene.device.launch(scene.app, reason.situation)
        try scene.device.launch(scene.app)
        // The system restores the state of a process that it ended (LAUNCH-099).
        try scene.device.pressHome()
        try scene.app.terminate(.jetsam)
        try scene.device.launch(scene.app)
        try scene.app.scenes.first?.discard()
        try scene.device.launch(scene.app)
        try scene.app.terminate()
        called.formUnion(scene.calls.map(\.callback))
      }
    }
    return called
  }

  /// Saves and restores state, and has a scene delegate in SwiftUI too.
  private static func agree(_ scene: ActionScene) {
    for callback: AppCallback in [
      .shouldSaveState, .shouldSaveSecureState, .shouldRestoreState, .shouldRestoreSecureState,
    ] {
      scene.bodies[callback] = { _ in .boolean(true) }
    }
    scene.bodies[.willEncodeState] = { call in
      try call.coder?.encode("page", forKey: "page")
      return .none
    }
    scene.bodies[.stateRestorationActivity] = { _ in .activity(UserActivity(activityType: "com.example.page")) }
    scene.bodies[.configurationForConnecting] = { _ in .configuration(SceneConfiguration(delegateClass: scene)) }
  }

  /// LAUNCH-021, LAUNCH-024, LAUNCH-056: described callbacks are called in some version, and others in none.
  @Test(arguments: LifeCycle.allCases) func calledMethodsMatchTheDescription(lifeCycle: LifeCycle) throws {
    let versions = [OSVersion(9), OSVersion(12), OSVersion(13), OSVersion(15), OSVersion.newest]
    let called = try versions.filter { $0 >= lifeCycle.firstOS }
      .map { try Self.calls(lifeCycle, os: $0) }.reduce(into: Set()) { $0.formUnion($1) }
    let said = AppCallback.allCases.filter { $0.isCalled(in: lifeCycle) }
    #expect(called.subtracting(said).map(\.slot).sorted() == [])
    #expect(Set(said).subtracting(called).map(\.slot).sorted() == [])
  }
}
