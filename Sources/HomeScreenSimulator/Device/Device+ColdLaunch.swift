internal import AppPackages

/// A cold start in both life cycles.
extension Device {
  /// A1 (LAUNCH-001), A2 (LAUNCH-002, LAUNCH-003), A3 (LAUNCH-004), and the same for URLs and links (LAUNCH-008,
  /// LAUNCH-009) and for the other situations (LAUNCH-089, LAUNCH-091 to LAUNCH-093).
  func launchWithoutScenes(_ process: AppProcess, _ delivery: Delivery?) {
    let fact = delivery?.factWithoutScenes ?? "LAUNCH-001"
    makeWindow(process, nil)
    let refusing = callLaunchMethods(process, delivery, fact: fact)
    appearing(process, nil, fact: fact) {
      guard let delivery else { return }
      if let refusing, delivery.dependsOnLaunchMethods {
        self.noteWithheld(delivery, from: process, because: refusing)
      } else {
        self.deliver(delivery, toRunning: process, scene: nil, fact: fact, isSent: true)
      }
    }
  }

  func makeWindow(_ process: AppProcess, _ scene: AppScene?) {
    let window = AppWindow(process: process, scene: scene)
    let stack = scene?.stack ?? process.stack
    stack.show(window)
    stack.makeKey(window)
    makeRoot(of: window)
  }

  /// Calls both launch methods of an app without scenes, with the options of the situation; state restoration comes
  /// between them (LAUNCH-056). Gives the first one that returned false.
  func callLaunchMethods(_ process: AppProcess, _ delivery: Delivery?, fact: FactID) -> AppCallback? {
    let method = delivery?.callbacksWithoutScenes.last
    if let delivery { noteSent(delivery, to: process, method: method, fact: fact) }
    let options = delivery.flatMap { LaunchOptions($0.row) }
    var refusing: AppCallback?
    for callback in [AppCallback.willFinishLaunching, .didFinishLaunching] {
      if callback == .didFinishLaunching { restoreState(of: process) }
      // Only what the options hold is carried by them.
      let carried = options == nil ? nil : delivery
      let reply = call(callback, process, delivering: carried, fact: fact) { $0.launchOptions = options }
      if case .boolean(false) = reply { refusing = refusing ?? callback }
    }
    return refusing
  }

  /// S1 (LAUNCH-011) and S2 (LAUNCH-013): the process first, without launch options (LAUNCH-012, LAUNCH-025), then the
  /// scene. What the launch methods return does not matter (LAUNCH-023). SwiftUI does the same (LAUNCH-026).
  func launchWithScenes(_ process: AppProcess, _ delivery: Delivery?) {
    let fact = delivery?.factOfNewScene ?? "LAUNCH-011"
    if let delivery { noteSent(delivery, to: process, method: delivery.methodOfNewScene, fact: fact) }
    callLaunchMethodsWithScenes(process, fact: fact)
    connectScene(process, delivery, fact: fact, isSent: true)
  }

  /// The launch methods, and what the app has missed: windows that were closed while it did not run (LAUNCH-103).
  func callLaunchMethodsWithScenes(_ process: AppProcess, fact: FactID) {
    call(.willFinishLaunching, process, fact: fact)
    call(.didFinishLaunching, process, fact: fact)
    guard process.isAlive else { return }
    let discarded = process.record.scenes.takeDiscarded()
    guard !discarded.isEmpty else { return }
    call(.didDiscardSceneSessions, process, fact: "LAUNCH-103") { $0.discardedSessions = discarded }
  }

  /// The end of a launch: the view is loaded, the transition passes, the root view joins its window, then the app
  /// becomes active, and its first view has appeared (LAUNCH-081).
  ///
  /// So what is presented before is refused; what waits for the activation works (LAUNCH-035), and what waits for a
  /// time works when the transition is shorter (LAUNCH-041).
  func appearing(
    _ process: AppProcess, _ scene: AppScene?, fact: FactID, beforeActive: () -> Void = {}
  ) {
    guard process.isAlive else { return }
    let stack = scene?.stack ?? process.stack
    loadRoots(of: stack, process)
    if let scene { call(.sceneWillEnterForeground, process, scene: scene, fact: fact) }
    guard process.isAlive else { return }
    pass(span(conditions.activation))
    guard process.isAlive else { return }
    stack.appear()
    beforeActive()
    guard process.isAlive else { return }
    becomeActive(process, fact: fact)
    rootsAppeared(in: stack, process)
  }

  func makeRoot(of window: AppWindow) {
    let process = window.process
    guard process.isAlive else { return }
    if let code = process.record.code {
      enterForSystem(process) {
        guard let root = try code.makeRootViewController(process.application) else { return }
        window.rootViewController = root
      }
    }
    guard process.isAlive, window.rootViewController == nil else { return }
    window.rootViewController = ViewController(
      process.application, className: process.lifeCycle == .swiftUI ? "UIHostingController" : "UIViewController")
  }
}
