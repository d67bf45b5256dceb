import AppPackages
import HomeScreenSimulator
import Testing

/// Scenes and the memory of processes.
@Suite struct SceneTests {
  @Test(arguments: LifeCycle.allCases)
  func fieldsAndSingletonsEndWithTheProcess(lifeCycle: LifeCycle) throws {
    let scene = try ActionScene(lifeCycle: lifeCycle)
    let code = ClosureCode()
    var singleton: [String] = []
    code.onMain = { _ in singleton = [] }
    var remembered: [String?] = []
    let make = { () -> CallbackHandlers in
      let handlers = CallbackHandlers()
      var memory: String?
      let activated: CallbackHandlers.Handler = { _ in
        remembered.append(memory)
        memory = "warm"
        singleton.append("warm")
        return .none
      }
      handlers[.applicationDidBecomeActive] = activated
      handlers[.sceneDidBecomeActive] = activated
      handlers[.configurationForConnecting] = { _ in .configuration(SceneConfiguration(delegateClass: scene)) }
      return handlers
    }
    code.appDelegate = make
    code.sceneDelegate = make
    scene.app.code = code
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    try scene.tapAction()
    #expect(remembered == [nil, "warm"])
    #expect(singleton == ["warm", "warm"])
    try scene.app.terminate(.jetsam)
    try scene.tapAction()  // LAUNCH-019: killed in the background, so cold again
    #expect(remembered == [nil, "warm", nil])
    #expect(singleton == ["warm"])
  }

  @Test func delegatesScenesControllersAndDevicesAreReleased() throws {
    weak var delegate: ActionScene.Recorder?
    weak var weakScene: HomeScreenSimulator.AppScene?
    weak var root: ViewController?
    weak var device: Device?
    do {
      let scene = try ActionScene()
      let code = ClosureCode()
      code.appDelegate = { [unowned scene] in ActionScene.Recorder(scene) }
      code.sceneDelegate = { [unowned scene] in
        let made = ActionScene.Recorder(scene)
        delegate = made
        return made
      }
      scene.app.code = code
      try scene.device.launch(scene.app)
      weakScene = try scene.app.scenes.first
      root = weakScene?.window?.rootViewController
      #expect(delegate != nil && root != nil)
      try scene.app.terminate()
      scene.clear()
      #expect(delegate == nil && weakScene == nil && root == nil)
      try scene.device.launch(scene.app)
      device = scene.device
      scene.clear()
    }
    #expect(device == nil && delegate == nil)
  }

  /// LAUNCH-085.
  @Test func scenesHaveStatesAndIdentifiersAndDisconnect() throws {
    let scene = try ActionScene()
    #expect(try scene.app.scenes.isEmpty)
    try scene.device.launch(scene.app)
    let first = try #require(try scene.app.scenes.first)
    #expect(first.state == .foregroundActive && first.isConnected)
    #expect(first.identifier == "com.example.toolbox-1")
    #expect(simulatorError { try first.disconnect() }?.code == .appInFront)
    try scene.device.pressHome()
    #expect(first.state == .background)
    let trace = try scene.device.record { try first.disconnect() }
    #expect(trace.callbacks() == ["sceneDidDisconnect"])
    #expect(scene.calls.last?.scene === first)
    #expect(first.state == .unattached && first.window == nil && first.delegate == nil)
    #expect(try scene.app.scenes.isEmpty && scene.app.state == .runningBackground)
    #expect(simulatorError { try first.disconnect() }?.code == .sceneDisconnected)
    try scene.tapAction()
    #expect(try scene.app.scenes.map(\.identifier) == ["com.example.toolbox-1"])  // LAUNCH-102
    #expect(first.session === (try scene.app.scenes.first?.session))
    try scene.device.pressHome()
    let last = try #require(try scene.app.scenes.first)
    try scene.app.terminate()
    #expect(simulatorError { try last.disconnect() }?.code == .sceneDisconnected)
  }

  @Test func suspendedSceneCanDisconnectAndTheNextLaunchConnectsANewOne() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    try scene.app.suspend()
    try scene.app.scenes.first?.disconnect()
    let trace = try scene.device.record { try scene.app.activate() }
    #expect(trace.callbacks() == Situation.sceneDisconnectedAction.callbacks(in: .scene).map(\.slot))
    #expect(try scene.app.state == .runningForeground)
  }

  @Test func appWithoutScenesHasNoScenes() throws {
    let scene = try ActionScene(lifeCycle: .appDelegate)
    try scene.device.launch(scene.app)
    #expect(try scene.app.scenes.isEmpty)
    try scene.app.run { application in
      #expect(application.connectedScenes.isEmpty)
      #expect(application.keyWindow?.rootViewController?.className == "UIViewController")
      #expect(application.delegate != nil)
    }
  }
}
