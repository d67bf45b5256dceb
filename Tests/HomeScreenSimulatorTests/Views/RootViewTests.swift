import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// SwiftUI's root view.
@Suite struct RootViewTests {
  /// Records the calls of its modifiers.
  final class Recorder: RootView {
    var steps: [String] = []
    var onAppearBody: () throws -> Void = {}

    func onAppear() throws {
      steps.append("appear")
      try onAppearBody()
    }
    var missing: Set<RootViewMethod> = []
    var externalEvents: ExternalEvents?
    func implements(_ method: RootViewMethod) -> Bool { !missing.contains(method) }
    func onOpenURL(_ url: String) { steps.append(url) }
    func onContinueUserActivity(_ activity: UserActivity) { steps.append(activity.activityType) }
    func onScenePhase(_ phase: AppScenePhase) { steps.append(phase.rawValue) }
  }

  private func scene(
    _ lifeCycle: LifeCycle = .swiftUI, without missing: Set<RootViewMethod> = []
  ) throws -> (ActionScene, () -> Recorder?) {
    let scene = try ActionScene(lifeCycle: lifeCycle)
    let code = ClosureCode()
    var view: Recorder?
    code.rootView = {
      view = Recorder()
      view?.missing = missing
      return view
    }
    scene.app.code = code
    return (scene, { view })
  }

  /// LAUNCH-087, LAUNCH-032: a warm URL comes before the scene enters the foreground.
  @Test func rootViewGetsPhasesAndURLsButNoQuickActions() throws {
    let (scene, view) = try scene()
    try scene.device.launch(scene.app, .url("toolbox://cold"))
    let first = try #require(view())
    #expect(first.steps == ["appear", "toolbox://cold", "active"])
    first.steps = []
    try scene.device.pressHome()
    #expect(first.steps == ["inactive", "background"])
    first.steps = []
    try scene.device.launch(scene.app, .url("toolbox://warm"))
    #expect(first.steps == ["toolbox://warm", "inactive", "active"])
    try scene.app.terminate()
    try scene.tapAction()
    #expect(view() !== first)
    #expect(view()?.steps == ["appear", "active"])
  }

  /// LAUNCH-119, LAUNCH-120, LAUNCH-121, LAUNCH-160: a tapped link is a URL, and everything else is an activity.
  @Test(arguments: [
    (LaunchSituation.universalLink("https://example.com/a"), true, "https://example.com/a"),
    (.universalLink("https://example.com/a"), false, "NSUserActivityTypeBrowsingWeb"),
    (.userActivity(.browsingWeb("https://example.com/a")), true, "NSUserActivityTypeBrowsingWeb"),
    (.spotlight("note-7"), true, "com.apple.corespotlightitem"),
    (.userActivity(UserActivity(activityType: "com.example.page")), true, "com.example.page"),
    (.widget(url: nil, kind: "Tools"), true, "Tools"),
  ]) func activitiesReachTheView(situation: LaunchSituation, opensURLs: Bool, expected: String) throws {
    let (scene, view) = try scene(without: opensURLs ? [] : [.onOpenURL])
    try scene.device.launch(scene.app, situation)
    #expect(view()?.steps == ["appear", expected, "active"])
    view()?.steps = []
    try scene.device.pressHome()
    try scene.device.launch(scene.app, situation)
    #expect(view()?.steps == ["inactive", "background", "inactive", expected, "active"])
  }

  @Test func onlySwiftUIHasARootViewAndItsErrorsAreCrashes() throws {
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

  /// LAUNCH-136: the delegate exists for the system.
  @Test func applicationReportsItsLifeCycle() throws {
    let (scene, _) = try scene()
    try scene.device.launch(scene.app)
    #expect(try scene.app.run { $0.lifeCycle } == .swiftUI)
    #expect(try scene.app.lifeCycle == .swiftUI)
  }

  /// LAUNCH-138: a root set by the scene delegate disables the modifiers.
  @Test func rootOfTheSceneDelegateIsNotASwiftUIView() throws {
    let (scene, view) = try scene()
    let code = try #require(scene.app.code as? ClosureCode)
    code.appDelegate = {
      let delegate = CallbackHandlers()
      delegate[.configurationForConnecting] = { _ in
        .configuration(SceneConfiguration(delegateClass: CallbackHandlers()))
      }
      return delegate
    }
    var opened: [String] = []
    code.sceneDelegate = {
      let delegate = CallbackHandlers()
      delegate[.sceneWillConnect] = { call in
        call.scene?.window?.rootViewController = ViewController(call.application, className: "UIHostingController")
        return .none
      }
      delegate[.sceneOpenURLContexts] = { call in
        opened += call.urls
        return .none
      }
      return delegate
    }
    try scene.device.launch(scene.app, .url("toolbox://cold"))
    try scene.device.pressHome()
    try scene.device.launch(scene.app, .url("toolbox://warm"))
    #expect(view()?.steps == [] && opened == ["toolbox://warm"])
  }

  /// LAUNCH-139.
  @Test(arguments: [
    ("toolbox://INBOX", 1), ("toolbox://drafts", 2), ("toolbox://", 2), ("toolbox://other", 3),
  ]) func windowIsChosenByTheConditionsOfItsView(url: String, expected: Int) throws {
    let scene = try ActionScene(
      model: .iPad, lifeCycle: .swiftUI,
      package: Packages.toolBox {
        $0["UIApplicationSceneManifest"] = ["UIApplicationSupportsMultipleScenes": true]
        $0["CFBundleURLTypes"] = [["CFBundleURLSchemes": ["toolbox"]]]
        $0["UIDeviceFamily"] = [1, 2]
      })
    let code = ClosureCode()
    var views: [Recorder] = []
    code.rootView = {
      let view = Recorder()
      if views.count < 2 {
        view.externalEvents =
          views.isEmpty
          ? ExternalEvents(preferring: ["", "inbox"])
          : ExternalEvents(allowing: ["drafts", "//inbox"] + (url == "toolbox://" ? ["*"] : []))
      }
      views.append(view)
      return view
    }
    scene.app.code = code
    try scene.device.launch(scene.app)
    try scene.app.newScene()
    try scene.device.launch(scene.app, .url(url))
    #expect(views.map { $0.steps.contains(url) }.firstIndex(of: true) == expected - 1)
  }
}
