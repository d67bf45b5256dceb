import PropertyLists
import Simulator
import Testing

@Suite("The completion handler of a quick action")
struct CompletionTests {
  private func outcomes(_ scene: ActionScene) -> [String] {
    scene.device.trace.events(of: .delivery).filter { $0.name.hasPrefix("completed") }
      .map { "\($0.name) \($0.detail[.outcome]?.description ?? "")" }
  }

  @Test("LAUNCH-049: the asynchronous form returns the outcome; LAUNCH-050: false for an unknown type")
  func returned() throws {
    let scene = try ActionScene()
    scene.bodies[.windowScenePerformAction] = { call in .boolean(call.shortcutItem?.type == "ToolBox") }
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    try scene.tapAction()
    try scene.device.pressHome()
    try scene.tapAction("Search")
    #expect(outcomes(scene) == ["completed true", "completed false"])
  }

  @Test("LAUNCH-048: true from another queue is an assertion in UIKit", arguments: ["18.0", "26.0", "27.0"])
  func background(os: String) throws {
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

  @Test("LAUNCH-071: items changed in applicationWillEnterForeground stay as they were in a scene app")
  func foregroundChange() throws {
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

  @Test("QUICK-051: items set in sceneWillResignActive are there when the Home Screen is")
  func resigning() throws {
    let scene = try ActionScene(package: try Packages.toolBox(items: []))
    scene.bodies[.sceneWillResignActive] = { call in
      try call.application.setShortcutItems([ShortcutItem(type: "recent", localizedTitle: "Recent")])
      return .none
    }
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    #expect(try scene.device.springboard.icon(for: scene.app).press()?.rows.first?.type == "recent")
  }

  @Test("QUICK-120: items assigned beside the main thread are lost on iOS 26", arguments: ["18.0", "26.1", "27.0"])
  func beside(os: String) throws {
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
