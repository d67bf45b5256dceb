import HomeScreenSimulator
import PropertyLists
import Testing

/// Windows that app code creates.
@Suite struct AppWindowTests {
  /// LAUNCH-150, LAUNCH-152.
  @Test func windowsAreStacked() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    let first = try #require(try scene.app.scenes.first)
    try scene.app.run { application in
      let system = try #require(first.window)
      let own = try application.makeWindow(in: first)
      #expect(own.isHidden && !own.isKey)
      try own.setHidden(false)
      #expect(first.windows.count == 2 && first.windows.last === own && first.window === system)
      try own.makeKeyAndVisible()
      #expect(first.window === own && !system.isKey)
      try own.setHidden(true)
      #expect(first.window === system && application.windows.count == 1)
      // Without a scene it is invisible.
      let lost = try application.makeWindow(in: nil)
      try lost.makeKeyAndVisible()
      #expect(lost.isHidden && !lost.isKey)
    }
    #expect(scene.device.trace.last { $0.name == "refused" }?.fact == "LAUNCH-152")
  }

  /// LAUNCH-152.
  @Test(arguments: LifeCycle.allCases, [true, false])
  func windowOfNoSceneLeavesTheScreenBlack(lifeCycle: LifeCycle, isEarly: Bool) throws {
    let scene = try ActionScene(os: "27.0", lifeCycle: lifeCycle)
    let show = { (call: CallbackInvocation) -> CallbackReply in
      try call.application.makeWindow(in: nil).makeKeyAndVisible()
      return .boolean(true)
    }
    if isEarly { scene.bodies[.didFinishLaunching] = show }
    try scene.device.launch(scene.app)
    if !isEarly { try scene.app.run { try $0.makeWindow(in: nil).makeKeyAndVisible() } }
    let isLost = isEarly && lifeCycle == .scene
    // Without scenes the window is shown, and it has no root.
    let isBlack = isLost || lifeCycle == .appDelegate
    let lines = ScreenLines.of(scene.device.screenPicture)
    #expect(lines.contains { $0.contains("black") } == isBlack, "\(lines)")
    #expect(try scene.app.run { $0.keyWindow == nil } == isLost)
    #expect(try scene.app.state == .runningForeground)
  }

  @Test func windowsOutsideTheAppAreRefused() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    let first = try #require(try scene.app.scenes.first)
    let own = try scene.app.run { application in
      for _ in 1..<100 { try application.makeWindow(in: first).makeKeyAndVisible() }
      let one = try application.makeWindow(in: first)
      #expect(simulatorError { try one.makeKeyAndVisible() }?.code == .tooManyItems)
      return one
    }
    #expect(simulatorError { try own.makeKeyAndVisible() }?.code == .outsideTheApp)
    try scene.app.terminate(.jetsam)
    #expect(simulatorError { try own.setHidden(false) }?.code == .processEnded)
    #expect(own.isHidden && !own.isKey)
  }

  /// A root appears once, whatever the code does before.
  @Test func rootOfAWindowAppearsOnce() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    try scene.device.advance(1)
    let first = try #require(try scene.app.scenes.first)
    let code = ScreenCode()
    var appeared: [String] = []
    code.onAppear = { appeared.append($0.title ?? "") }
    try scene.app.run { application in
      let exchanged = try application.makeWindow(in: first)
      exchanged.rootViewController = ViewController(application, title: "old", lifeCycle: code)
      try exchanged.makeKeyAndVisible()
      exchanged.rootViewController = ViewController(application, title: "new", lifeCycle: code)
      let blinking = try application.makeWindow(in: first)
      blinking.rootViewController = ViewController(application, title: "blinking", lifeCycle: code)
      for isHidden in [false, true, false] { try blinking.setHidden(isHidden) }
      let hidden = try application.makeWindow(in: first)
      hidden.rootViewController = ViewController(application, title: "hidden", lifeCycle: code)
      for isHidden in [false, true] { try hidden.setHidden(isHidden) }
    }
    try scene.device.advance(1)
    #expect(appeared == ["new", "blinking"])
  }

  /// CarPlay scenes and scenes of another process accept no window.
  @Test func windowNeedsAWindowSceneOfItsProcess() throws {
    let (scene, other) = (try ActionScene(), try ActionScene())
    try scene.device.launch(scene.app)
    try other.device.launch(other.app)
    let foreign = try #require(try other.app.scenes.first)
    try scene.app.run { application in
      #expect(simulatorError { _ = try application.makeWindow(in: foreign) }?.code == .sceneDisconnected)
    }
    let old = try #require(try scene.app.scenes.first)
    try scene.app.terminate(.jetsam)
    try scene.device.launch(scene.app)
    try scene.app.run { application in
      #expect(simulatorError { _ = try application.makeWindow(in: old) }?.code == .sceneDisconnected)
    }
  }

  /// LAUNCH-151: a storyboard's window stays below; otherwise the app's window replaces it. `name` is the configuration
  /// of the app delegate.
  @Test(arguments: [(nil, 2), ("Main scene", 2), ("Other", 1)] as [(String?, Int)])
  func storyboardHasAWindow(name: String?, count: Int) throws {
    let package = try Packages.toolBox {
      $0["UIApplicationSceneManifest"] = [
        "UISceneConfigurations": [
          "UIWindowSceneSessionRoleApplication": [
            ["UISceneConfigurationName": "Main scene", "UISceneStoryboardFile": "Main"],
            ["UISceneConfigurationName": "Other"],
          ]
        ]
      ]
    }
    let scene = try ActionScene(package: package)
    scene.bodies[.configurationForConnecting] = { _ in .configuration(SceneConfiguration(name: name)) }
    scene.bodies[.sceneWillConnect] = { call in
      let window = try call.application.makeWindow(in: call.scene)
      window.rootViewController = ViewController(call.application)
      try window.makeKeyAndVisible()
      return .none
    }
    try scene.device.launch(scene.app)
    let first = try #require(try scene.app.scenes.first)
    #expect(first.windows.count == count && first.windows.allSatisfy(\.isVisible))
    #expect(first.window === first.windows.last)
  }

  /// LAUNCH-151, without scenes.
  @Test func storyboardHasAWindowWithoutScenes() throws {
    for storyboard in [nil, "Main"] {
      let package = try Packages.toolBox { $0["UIMainStoryboardFile"] = storyboard.map { .string($0) } }
      let scene = try ActionScene(lifeCycle: .appDelegate, package: package)
      scene.bodies[.didFinishLaunching] = { call in
        try call.application.makeWindow(in: nil).makeKeyAndVisible()
        return .boolean(true)
      }
      try scene.device.launch(scene.app)
      #expect(try scene.app.run { $0.windows.count } == (storyboard == nil ? 1 : 2))
    }
  }

  /// LAUNCH-153.
  @Test func carSceneHasNoWindows() throws {
    let package = try Packages.toolBox {
      $0["UIApplicationSceneManifest"] = [
        "UISceneConfigurations": [
          "CPTemplateApplicationSceneSessionRoleApplication": [["UISceneConfigurationName": "Car"]]
        ]
      ]
    }
    let scene = try ActionScene(package: package)
    scene.missing = [.configurationForConnecting]
    try scene.app.connect(.car)
    try? scene.app.run { application in
      for scene in application.connectedScenes where scene.session.role == .carPlay {
        #expect(simulatorError { _ = try application.makeWindow(in: scene) }?.fact == "LAUNCH-153")
      }
      for scene in application.connectedScenes { _ = try application.windows(of: scene) }
    }
    let reason = try scene.app.crash?.reason
    #expect(reason?.contains("-[CPTemplateApplicationScene windows]: unrecognized selector") == true)
  }
}
