import AppPackages
import HomeScreenSimulator
import Testing

/// SwiftUI's root view.
@Suite struct RootViewTests {
  /// Writes down what its modifiers get.
  final class Recorder: RootView {
    var steps: [String] = []
    var onAppearBody: () throws -> Void = {}

    func onAppear() throws {
      steps.append("appear")
      try onAppearBody()
    }
    func onOpenURL(_ url: String) { steps.append(url) }
    func onScenePhase(_ phase: AppScenePhase) { steps.append(phase.rawValue) }
  }

  private func scene(_ lifeCycle: LifeCycle = .swiftUI) throws -> (ActionScene, () -> Recorder?) {
    let scene = try ActionScene(lifeCycle: lifeCycle)
    let code = ClosureCode()
    var view: Recorder?
    code.rootView = {
      view = Recorder()
      return view
    }
    scene.app.code = code
    return (scene, { view })
  }

  /// LAUNCH-087.
  @Test func appearingPhasesURLsAQuickActionReachesNoneOfIt() throws {
    let (scene, view) = try scene()
    try scene.device.launch(scene.app, .url("toolbox://cold"))
    let first = try #require(view())
    #expect(first.steps == ["appear", "toolbox://cold", "active"])
    first.steps = []
    try scene.device.pressHome()
    #expect(first.steps == ["inactive", "background"])
    first.steps = []
    try scene.device.launch(scene.app, .url("toolbox://warm"))
    #expect(first.steps == ["inactive", "toolbox://warm", "active"])
    try scene.app.terminate()
    try scene.tapAction()
    #expect(view() !== first)
    #expect(view()?.steps == ["appear", "active"])
  }

  @Test func otherLifeCyclesHaveNoneWhatEscapesItIsACrash() throws {
    let (uikit, none) = try scene(.scene)
    try uikit.device.launch(uikit.app)
    #expect(none() == nil)
    let (scene, view) = try scene()
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    try scene.app.scenes.first?.disconnect()
    try scene.device.launch(scene.app)
    #expect(view()?.steps == ["appear", "active"])
    let code = ClosureCode()
    code.rootView = {
      let view = Recorder()
      view.onAppearBody = { throw Oops() }
      return view
    }
    scene.app.code = code
    try scene.app.terminate()
    #expect(throws: Oops()) { try scene.device.launch(scene.app) }
    #expect(try scene.app.state == .notRunning)
  }
}
