import AppPackages
import HomeScreenSimulator
import Testing

/// A view controller class of the app.
final class ScreenCode: ViewLifeCycle {
  var onLoad: (ViewController) throws -> Void = { _ in }
  var onAppear: (ViewController) throws -> Void = { _ in }

  func viewDidLoad(_ controller: ViewController) throws { try onLoad(controller) }
  func viewDidAppear(_ controller: ViewController) throws { try onAppear(controller) }
}

/// Windows, view controllers and alerts of the app.
@Suite struct PresentingTests {
  static let refusals = [
    ("12.4", LifeCycle.appDelegate, "Warning: Attempt to present <UIAlertController: 0x", "hierarchy!"),
    ("13.0", .scene, "Warning: Attempt to present <UIAlertController: 0x", "hierarchy!"),
    ("14.0", .scene, "[Presentation] Attempt to present <UIAlertController: 0x", "hierarchy."),
    ("26.0", .appDelegate, "[Presentation] Attempt to present <UIAlertController: 0x", "hierarchy."),
  ]

  /// LAUNCH-037, LAUNCH-038, LAUNCH-039, LAUNCH-040.
  @Test(arguments: refusals)
  func earlyPresentationIsDropped(os: String, lifeCycle: LifeCycle, start: String, end: String) throws {
    let scene = try ActionScene(os: os, lifeCycle: lifeCycle)
    var completed = false
    for callback in [AppCallback.didFinishLaunching, .sceneWillConnect] {
      scene.bodies[callback] = { call in
        try show(in: call.application, completion: { completed = true })
        return .none
      }
    }
    try scene.device.launch(scene.app)
    try scene.device.advance(1)
    #expect(scene.device.alert == nil && !completed)
    let line = try #require(try scene.app.console.first { $0.contains("Attempt to present") })
    #expect(line.hasPrefix(start) && line.hasSuffix("whose view is not in the window " + end))
    #expect(scene.device.trace.contains { $0.kind == .presentation && $0.name == "refused" })
  }

  /// LAUNCH-041, LAUNCH-042.
  @Test(arguments: [(0.2, true), (0.6, false)])
  func fixedDelayDependsOnTheLaunchTime(activation: Double, shows: Bool) throws {
    var conditions = DeviceConditions()
    conditions.activation = activation
    let scene = try ActionScene(conditions: conditions)
    scene.bodies[.sceneWillConnect] = { call in
      guard let item = call.connectionOptions?.shortcutItem else { return .none }
      try call.application.mainQueue.asyncAfter(0.25) {
        try show(nil, item.consoleDescription, in: call.application)
      }
      return .none
    }
    try scene.tapAction()
    try scene.device.advance(1)
    #expect((scene.device.alert != nil) == shows)
    #expect(try scene.app.console.isEmpty == shows)
    if shows {
      #expect(scene.device.alert?.message?.contains("type: ToolBox, title: Tool Box") == true)
      #expect(scene.device.alert?.buttons == ["Cancel"])
    }
  }

  /// LAUNCH-006.
  @Test func performActionForIsLateEnoughWithoutScenes() throws {
    let scene = try ActionScene(lifeCycle: .appDelegate)
    scene.bodies[.performAction] = { call in
      try show(in: call.application)
      return .none
    }
    for _ in 0..<2 {
      try scene.tapAction()
      #expect(scene.device.alert?.message == "hello")
      try scene.device.alert?.tap("Cancel")
      try scene.device.pressHome()
    }
  }

  /// LAUNCH-081.
  @Test(arguments: LifeCycle.allCases)
  func rootControllerHasItsLifeCycle(lifeCycle: LifeCycle) throws {
    let scene = try ActionScene(lifeCycle: lifeCycle)
    let screen = ScreenCode()
    var shown: [Bool] = []
    screen.onLoad = { shown.append($0.isViewInWindow) }
    screen.onAppear = { shown.append($0.isViewInWindow) }
    let code = ClosureCode()
    code.rootViewController = { ViewController($0, className: "MainController", title: "Main", lifeCycle: screen) }
    scene.app.code = code
    let trace = try scene.device.record { try scene.device.launch(scene.app) }
    #expect(shown == [false, true])
    let names = trace.filter { $0.kind == .callback || $0.kind == .presentation }.map(\.name)
    let before = lifeCycle == .appDelegate ? "applicationDidBecomeActive" : "sceneWillEnterForeground"
    #expect(names.firstIndex(of: "viewDidLoad") == names.firstIndex(of: before).map { $0 - 1 })
    #expect(names.last == "viewDidAppear")
    #expect(!trace.callbacks().contains("viewDidLoad"))
    try scene.device.pressHome()
    try scene.app.activate()
    #expect(shown.count == 2)
  }

  @Test func presentingTwiceIsRefusedUntilDismissed() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    var steps: [String] = []
    try scene.app.run { application in
      let root = try #require(application.keyWindow?.rootViewController)
      let screen = ScreenCode()
      screen.onAppear = { _ in steps.append("appeared") }
      let detail = ViewController(application, className: "DetailController", identifier: "detail", lifeCycle: screen)
      try root.present(detail) { steps.append("presented") }
      #expect(root.presentedViewController === detail && detail.presentingViewController === root)
      #expect(application.keyWindow?.topViewController === detail)
      try root.present(ViewController(application))  // refused: ICON-184
      try detail.present(AlertController(application, title: "On top"))
    }
    #expect(steps == ["appeared", "presented"])
    #expect(scene.device.alert?.label == "On top")
    #expect(try scene.app.console.count == 1)
    #expect(try scene.app.console.first?.contains("which is already presenting <DetailController: 0x") == true)
    try scene.app.run { application in
      try application.keyWindow?.rootViewController?.dismiss { steps.append("dismissed") }
      #expect(steps.last != "dismissed")
    }
    #expect(steps.last == "dismissed" && scene.device.alert == nil)
    try scene.app.run { application in
      let root = try #require(application.keyWindow?.rootViewController)
      #expect(root.presentedViewController == nil)
      try root.dismiss { steps.append("nothing") }
    }
    #expect(steps.last == "nothing")
  }

  /// LAUNCH-040.
  @Test(arguments: [true, false])
  func viewDidLoadIsTooEarlyToPresent(ofRoot: Bool) throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    let screen = ScreenCode()
    var depth = 0
    try scene.app.run { application in
      screen.onLoad = { controller in
        depth += 1
        try controller.present(ViewController(application, lifeCycle: screen))
      }
      let new = ViewController(application, lifeCycle: screen)
      if ofRoot {
        application.keyWindow?.rootViewController = new
      } else {
        try application.keyWindow?.rootViewController?.present(new)
      }
    }
    #expect(depth == 1)
    #expect(try scene.app.console.count == 1)
    #expect(try scene.app.console.first?.contains("whose view is not in the window hierarchy") == true)
  }

  /// LAUNCH-084.
  @Test func visibleControllersAndEndlessChainsAreRefused() throws {
    let scene = try ActionScene()
    for present in [
      { application, root in try root.present(root) },
      { application, root in
        let detail = ViewController(application)
        let other = ViewController(application)
        try root.present(detail)
        try detail.present(other)
        try other.present(detail)
      },
      { application, root in
        let detail = ViewController(application)
        try root.present(detail)
        try detail.present(root)
      },
    ] as [(Application, ViewController) throws -> Void] {
      try scene.device.launch(scene.app)
      #expect(throws: AppException.self) {
        try scene.app.run { application in
          try present(application, try #require(application.keyWindow?.rootViewController))
        }
      }
      #expect(try scene.app.crash?.reason.contains("NSInvalidArgumentException") == true)
    }
    try scene.device.launch(scene.app)
    let error = simulatorError {
      try scene.app.run { application in
        for _ in 0...200 { try application.keyWindow?.topViewController?.present(ViewController(application)) }
      }
    }
    #expect(error?.code == .tooManyPresented)
  }

  /// ICON-070.
  @Test func repeatedPresentationIsRefusedOnTheConsole() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    var completions = 0
    try scene.app.run { application in
      let root = try #require(application.keyWindow?.rootViewController)
      let detail = ViewController(application)
      try root.present(detail) { completions += 1 }
      try root.present(detail) { completions += 1 }
    }
    try scene.device.settle()
    #expect(completions == 1)
    #expect(try scene.app.crash == nil)
    #expect(try scene.app.console.count { $0.contains("which is already presenting") } == 1)
  }

  /// LAUNCH-116.
  @Test func viewLoadsOnceAndAppearsEachTime() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    let screen = ScreenCode()
    var steps: [String] = []
    screen.onLoad = { _ in steps.append("loaded") }
    screen.onAppear = { _ in steps.append("appeared") }
    var sheet: ViewController?
    for _ in 1...2 {
      try scene.app.run { application in
        let shown = sheet ?? ViewController(application, lifeCycle: screen)
        sheet = shown
        try application.keyWindow?.rootViewController?.present(shown, animated: false)
      }
      try scene.app.run { _ in try sheet?.dismiss(animated: false) }
    }
    #expect(steps == ["loaded", "appeared", "appeared"])
  }

  /// LAUNCH-115.
  @Test func newRootReplacesPresentedControllersAndLoadsItsView() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    try scene.app.run { try show(in: $0) }
    let screen = ScreenCode()
    var steps: [String] = []
    screen.onLoad = { _ in steps.append("loaded") }
    screen.onAppear = { _ in steps.append("appeared") }
    try scene.app.run { application in
      let old = try #require(application.keyWindow?.rootViewController)
      application.keyWindow?.rootViewController = ViewController(application, lifeCycle: screen)
      #expect(!old.isViewInWindow)
    }
    #expect(steps == ["loaded", "appeared"])
    #expect(scene.device.alert == nil)
    try scene.app.run { try show(in: $0) }
    #expect(scene.device.alert != nil)
    try scene.app.run { $0.keyWindow?.rootViewController = nil }
    #expect(scene.device.alert == nil)
    try scene.device.pressHome()
    try scene.app.activate()
  }

  @Test func uiKitObjectsWorkOnlyInAppCodeAndTheirProcess() throws {
    let scene = try ActionScene()
    try scene.device.launch(scene.app)
    var kept: (application: Application, root: ViewController)?
    try scene.app.run { application in
      kept = (application, try #require(application.keyWindow?.rootViewController))
    }
    let (application, root) = try #require(kept)
    let other = ViewController(application)
    #expect(simulatorError { try root.present(other) }?.code == .outsideTheApp)
    #expect(simulatorError { try root.dismiss() }?.code == .outsideTheApp)
    try scene.app.terminate()
    try scene.device.launch(scene.app)
    try scene.app.run { application in
      #expect(simulatorError { try root.present(other) }?.code == .processEnded)
      #expect(
        simulatorError { try application.keyWindow?.rootViewController?.present(other) }?.code == .processEnded)
    }
  }
}
