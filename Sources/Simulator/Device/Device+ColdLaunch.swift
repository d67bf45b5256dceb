internal import AppPackages

/// A cold start in both life cycles, and connecting a scene.
extension Device {
  /// A1 (LAUNCH-001), A2 (LAUNCH-002, LAUNCH-003), A3 (LAUNCH-004), and the same for URLs and links (LAUNCH-008,
  /// LAUNCH-009).
  func launchWithoutScenes(_ process: AppProcess, _ delivery: Delivery?) {
    let fact: FactID =
      switch delivery?.situation {
      case .quickAction: "LAUNCH-002"
      case .url: "LAUNCH-008"
      case .universalLink: "LAUNCH-009"
      case .tap, nil: "LAUNCH-001"
      }
    let window = Window(process: process, scene: nil)
    process.window = window
    makeRoot(of: window)
    let method = delivery?.methodWithoutScenes
    if let delivery { noteSent(delivery, to: process, method: method, fact: fact) }
    let options = delivery.flatMap { LaunchOptions($0.situation) }
    var refusing: AppCallback?
    for callback in [AppCallback.willFinishLaunching, .didFinishLaunching] {
      let reply = call(callback, process, delivering: delivery, fact: fact) { $0.launchOptions = options }
      if case .boolean(false) = reply { refusing = refusing ?? callback }
    }
    appearing(process, window: window, fact: fact) {
      guard let delivery else { return }
      if let refusing, delivery.dependsOnLaunchMethods {
        self.noteWithheld(delivery, from: process, because: refusing)
      } else {
        self.deliver(delivery, toRunning: process, fact: fact, isSent: true)
      }
    }
  }

  /// S1 (LAUNCH-011) and S2 (LAUNCH-013): the process first, without launch options (LAUNCH-012, LAUNCH-025), then the
  /// scene. What the launch methods return does not matter (LAUNCH-023). SwiftUI does the same (LAUNCH-026).
  func launchWithScenes(_ process: AppProcess, _ delivery: Delivery?) {
    let fact: FactID =
      switch delivery?.situation {
      case .quickAction: "LAUNCH-013"
      case .url, .universalLink: "LAUNCH-032"
      case .tap, nil: "LAUNCH-011"
      }
    if let delivery { noteSent(delivery, to: process, method: .sceneWillConnect, fact: fact) }
    call(.willFinishLaunching, process, fact: fact)
    call(.didFinishLaunching, process, fact: fact)
    connectScene(process, delivery, fact: fact, isSent: true)
  }

  /// Connects a new scene with a new session (LAUNCH-082), and hands over what there is to deliver in its connection
  /// options, only there (LAUNCH-014): the second half of S1 and S2, and S4 (LAUNCH-017, LAUNCH-018).
  func connectScene(_ process: AppProcess, _ delivery: Delivery?, fact: FactID, isSent: Bool = false) {
    guard process.isAlive else { return }
    process.phase = .inactive
    process.sceneCount += 1
    let session = SceneSession(persistentIdentifier: "\(process.bundleIdentifier)-\(process.sceneCount)")
    let options = ConnectionOptions(delivery?.situation ?? .tap)
    if let delivery, !isSent { noteSent(delivery, to: process, method: .sceneWillConnect, fact: fact) }
    let reply = call(.configurationForConnecting, process, delivering: delivery, fact: fact) {
      $0.session = session
      $0.connectionOptions = options
    }
    if case .configuration(let configuration) = reply { session.configuration = configuration }
    guard process.isAlive else { return }
    let scene = Scene(process: process, session: session)
    let window = Window(process: process, scene: scene)
    scene.window = window
    scene.state = .foregroundInactive
    process.scenes.append(scene)
    makeRoot(of: window)
    makeDelegate(of: scene)
    makeRootView(of: scene)
    call(.sceneWillConnect, process, scene: scene, delivering: delivery, fact: fact) {
      $0.session = session
      $0.connectionOptions = options
    }
    appearing(process, window: window, enteringForeground: scene, fact: fact) {
      self.rootViewAppeared(scene, urls: options.urls)
    }
  }

  /// The end of a launch: the view is loaded, the transition passes, the root view joins its window, then the app
  /// becomes active, and its first view has appeared (LAUNCH-081).
  ///
  /// So what is presented before is refused; what waits for the activation works (LAUNCH-035), and what waits for a
  /// time works when the transition is shorter (LAUNCH-041).
  private func appearing(
    _ process: AppProcess, window: Window, enteringForeground scene: Scene? = nil, fact: FactID,
    beforeActive: () -> Void = {}
  ) {
    guard process.isAlive else { return }
    if let root = window.rootViewController { enterForSystem(process) { try loadView(of: root) } }
    if let scene { call(.sceneWillEnterForeground, process, scene: scene, fact: fact) }
    guard process.isAlive else { return }
    pass(span(conditions.activation))
    guard process.isAlive else { return }
    window.isVisible = true
    beforeActive()
    guard process.isAlive else { return }
    becomeActive(process, fact: fact)
    guard process.isAlive, let root = window.rootViewController else { return }
    enterForSystem(process) { try callViewDidAppear(of: root) }
  }

  private func makeRoot(of window: Window) {
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

  /// SwiftUI uses a scene delegate of the app's only when the configuration names its class (LAUNCH-027).
  private func makeDelegate(of scene: Scene) {
    let process = scene.process
    guard process.isAlive, let code = process.record.code else { return }
    guard process.lifeCycle != .swiftUI || scene.session.configuration.delegateClass != nil else { return }
    enterForSystem(process) {
      scene.delegate = try code.makeSceneDelegate(for: scene, process.application)
    }
  }

  private func makeRootView(of scene: Scene) {
    let process = scene.process
    guard process.isAlive, process.lifeCycle == .swiftUI, let code = process.record.code else { return }
    enterForSystem(process) { scene.rootView = try code.makeRootView(process.application) }
  }

  /// Lets go of a scene: its delegate hears of it and is gone, the process stays (LAUNCH-085).
  ///
  /// - Throws: ``SimulatorError`` `app-in-front`.
  func disconnect(_ scene: Scene) throws {
    let process = scene.process
    guard frontProcess !== process else {
      throw SimulatorError(
        .appInFront, "\(process.bundleIdentifier) is in front, so its scene cannot be disconnected",
        hint: "Press Home first.")
    }
    note(.process, "sceneDisconnect", app: process.bundleIdentifier, .text(scene.identifier), fact: "LAUNCH-085")
    process.scenes.removeAll { $0 === scene }
    scene.state = .unattached
    call(.sceneDidDisconnect, process, scene: scene, fact: "LAUNCH-085")
    scene.tearDown()
  }
}
