import HomeScreenSimulator
import PropertyLists
import Testing

/// The completion handler of a quick action.
@Suite struct CompletionTests {
  private func outcomes(_ scene: ActionScene) -> [String] {
    scene.device.trace.events(of: .delivery).filter { $0.name.hasPrefix("completed") }
      .map { "\($0.name) \($0.detail[.outcome]?.description ?? "")" }
  }

  /// LAUNCH-049, LAUNCH-050.
  @Test func asyncMethodReturnsTheOutcome() throws {
    let scene = try ActionScene()
    scene.bodies[.windowScenePerformAction] = { call in .boolean(call.shortcutItem?.type == "ToolBox") }
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    try scene.tapAction()
    try scene.device.pressHome()
    try scene.tapAction("Search")
    #expect(outcomes(scene) == ["completed true", "completed false"])
  }

  /// LAUNCH-048.
  @Test(arguments: ["18.0", "26.0", "27.0"])
  func completionOnAnotherQueueIsAUIKitAssertion(os: String) throws {
    for value in [true, false] {
      let scene = try ActionScene(os: os)
      scene.bodies[.windowScenePerformAction] = { call in
        let completion = call.completion
        try call.application.globalQueue.async { try completion?(value) }
        return .none
      }
      try scene.device.launch(scene.app)
      try scene.device.pressHome()
      let crashes = os != "18.0" && value
      var error: AppException?
      do { try scene.tapAction() } catch let exception as AppException { error = exception }
      #expect(error?.name == (crashes ? "NSInternalInconsistencyException" : nil))
      #expect(try (scene.app.crash != nil) == crashes)
      #expect(outcomes(scene) == (crashes ? [] : ["completed \(value)"]))
    }
  }

  /// LAUNCH-071.
  @Test func itemsSetInApplicationWillEnterForegroundAreIgnoredInASceneApp() throws {
    for lifeCycle in [LifeCycle.appDelegate, .scene] {
      let scene = try ActionScene(lifeCycle: lifeCycle, package: try Packages.toolBox(items: []))
      scene.bodies[.applicationWillEnterForeground] = { call in
        try call.application.setShortcutItems([ShortcutItem(type: "new", localizedTitle: "New")])
        return .none
      }
      try scene.device.launch(scene.app)
      try scene.device.pressHome()
      try scene.app.activate()
      try scene.device.pressHome()
      let types = try scene.device.springboard.icon(for: scene.app).press()?.rows.compactMap(\.type)
      #expect(types == (lifeCycle == .appDelegate ? ["new"] : []))
    }
  }

  /// QUICK-051.
  @Test func itemsSetInSceneWillResignActiveAreOnTheHomeScreen() throws {
    let scene = try ActionScene(package: try Packages.toolBox(items: []))
    scene.bodies[.sceneWillResignActive] = { call in
      try call.application.setShortcutItems([ShortcutItem(type: "recent", localizedTitle: "Recent")])
      return .none
    }
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    #expect(try scene.device.springboard.icon(for: scene.app).press()?.rows.first?.type == "recent")
  }

  /// QUICK-120.
  @Test(arguments: ["18.0", "26.1", "27.0"])
  func itemsAssignedOffTheMainThreadAreLostOnIOS26(os: String) throws {
    let scene = try ActionScene(os: os, package: try Packages.toolBox(items: []))
    try scene.device.launch(scene.app)
    try scene.app.run { application in
      try application.globalQueue.async {
        try application.setShortcutItems([ShortcutItem(type: "a", localizedTitle: "A")])
      }
    }
    #expect(try scene.app.run { try $0.shortcutItems.count } == (os == "26.1" ? 0 : 1))
  }
}
