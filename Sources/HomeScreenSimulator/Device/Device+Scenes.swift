internal import AppPackages
import PropertyLists

/// Scenes: connecting, choosing, changing between them, letting go.
extension Device {
  /// The most scenes of one app.
  static let maximumScenes = 100

  /// Connects a scene, and hands over what there is to deliver in its connection options, only there (LAUNCH-014): the
  /// second half of S1 and S2, and S4 (LAUNCH-017, LAUNCH-018).
  ///
  /// A session that was kept and waits is connected again: the app is not asked for its configuration (LAUNCH-029,
  /// LAUNCH-102), and finds the activity that it left there (LAUNCH-056). Else the session is new (LAUNCH-082).
  ///
  /// - Parameters:
  ///   - kept: the session that the app's code has chosen (LAUNCH-143).
  ///   - activity: what the app's code hands over to the scene.
  ///   - isBeside: its window shares the screen with those that are there (LAUNCH-147).
  func connectScene(
    _ process: AppProcess, _ delivery: Delivery?, fact: FactID, isSent: Bool = false, isNew: Bool = false,
    of kept: SceneSession? = nil, activity: UserActivity? = nil, isBeside: Bool = false
  ) {
    guard process.isAlive else { return }
    if !isBeside { process.phase = .inactive }
    let record = process.record
    var options = delivery.map { ConnectionOptions($0.row) } ?? ConnectionOptions()
    options.userActivities += activity.map { [$0] } ?? []
    if let delivery, !isSent { noteSent(delivery, to: process, method: delivery.methodOfNewScene, fact: fact) }
    let waiting = kept ?? (isNew || !keepsSessions(of: process) ? nil : record.scenes.waitingSession)
    let session = waiting ?? record.scenes.makeSession(of: record.bundleIdentifier)
    if waiting == nil {
      let reply = call(.configurationForConnecting, process, delivering: delivery, fact: fact) {
        $0.session = session
        $0.connectionOptions = options
      }
      if case .configuration(let configuration) = reply { session.configuration = configuration }
    }
    guard process.isAlive else { return }
    if waiting == nil, keepsSessions(of: process) { record.scenes.keep(session) }
    let scene = AppScene(process: process, session: session, number: numbers.nextScene())
    scene.state = .foregroundInactive
    if isBeside { process.share(with: scene) }
    process.scenes.append(scene)
    makeWindow(process, scene)
    makeDelegate(of: scene)
    makeRootView(of: scene)
    if process.lifeCycle == .swiftUI, conditions.swallowsWillConnect {
      note(
        .quirk(.swallowed), app: process.bundleIdentifier, .text(AppCallback.sceneWillConnect.slot), fact: "LAUNCH-028"
      )
    } else {
      call(.sceneWillConnect, process, scene: scene, delivering: delivery, fact: fact) {
        $0.session = session
        $0.connectionOptions = options
      }
    }
    appearing(process, scene, fact: fact) {
      self.rootViewAppeared(scene, options)
      guard process.isAlive, let delivery, !delivery.callbacksAfterConnecting.isEmpty else { return }
      self.deliver(
        delivery, toRunning: process, scene: scene, callbacks: delivery.callbacksAfterConnecting, fact: fact,
        isSent: true)
    }
  }

  private func keepsSessions(of process: AppProcess) -> Bool {
    switch conditions.keepSessions {
    case .byLifeCycle: process.lifeCycle != .swiftUI
    case .always: true
    case .never: false
    }
  }

  /// SwiftUI uses a scene delegate of the app's only when the configuration names its class (LAUNCH-027).
  func makeDelegate(of scene: AppScene) {
    let process = scene.process
    guard process.isAlive, let code = process.record.code else { return }
    guard scene.session.configuration.delegateClass != nil || hasDeclaredDelegate(scene) else { return }
    enterForSystem(process) {
      scene.delegate = try code.makeSceneDelegate(for: scene, process.application)
    }
  }

  /// Whether the app has a delegate for a scene that its code gives no configuration: SwiftUI's has none, and a manifest
  /// names one for each role (LAUNCH-159). Without any configuration the tester's word counts.
  private func hasDeclaredDelegate(_ scene: AppScene) -> Bool {
    let process = scene.process
    guard process.lifeCycle != .swiftUI else { return false }
    guard scene.session.role == .application, process.record.options.lifeCycle == nil else { return true }
    return switch manifest(of: process.record).adoption {
    case .delegate, .empty, .none: true
    case .noDelegate, .otherRoles: false
    }
  }

  func manifest(of record: AppRecord) -> SceneManifest { SceneManifest(record.prepared.info(on: deviceClass)) }

  private func makeRootView(of scene: AppScene) {
    let process = scene.process
    guard process.isAlive, process.lifeCycle == .swiftUI, let code = process.record.code else { return }
    scene.hostingController = scene.window?.rootViewController
    enterForSystem(process) { scene.rootView = try code.makeRootView(process.application) }
  }

  // MARK: Choosing

  /// The scene that takes what is delivered; nil: a new one has to be connected.
  ///
  /// By the target content identifier: of those that prefer it, else of those that can take it, the most recently
  /// active one; when none can, a new one where the app may have several (LAUNCH-030). Without an identifier the most
  /// recently active scene (LAUNCH-031).
  func scene(for situation: LaunchSituation, of process: AppProcess) -> AppScene? {
    guard let recent = process.scenes.last else { return nil }
    if process.lifeCycle == .swiftUI { return swiftUIScene(for: situation, of: process, recent: recent) }
    guard let target = situation.targetContentIdentifier, !target.isEmpty else { return recent }
    let scenes = process.scenes.reversed()
    if let scene = scenes.first(where: { $0.activationConditions.prefersToActivate.holds(for: target) })
      ?? scenes.first(where: { $0.activationConditions.canActivate.holds(for: target) })
    {
      return scene
    }
    return canHaveScenes(process.record) ? nil : recent
  }

  /// SwiftUI compares the target, else the URL, with the views' conditions: those that prefer it first, then those that
  /// allow it, which a view without conditions does (LAUNCH-139); else as UIKit does.
  private func swiftUIScene(
    for situation: LaunchSituation, of process: AppProcess, recent: AppScene
  ) -> AppScene? {
    guard let target = situation.target(on: os), !target.isEmpty else { return recent }
    let scenes = process.scenes.reversed().map { scene in
      (scene, enterForSystem(process) { try scene.rootView?.externalEvents } ?? nil)
    }
    guard process.isAlive else { return nil }
    func prefers(_ scene: AppScene, _ events: ExternalEvents?) -> Bool {
      events.map { ExternalEvents.holds($0.preferring, for: target) }
        ?? scene.activationConditions.prefersToActivate.holds(for: target)
    }
    func allows(_ scene: AppScene, _ events: ExternalEvents?) -> Bool {
      events.map { ExternalEvents.holds($0.allowing, for: target) }
        ?? scene.activationConditions.canActivate.holds(for: target)
    }
    return scenes.first(where: prefers)?.0 ?? scenes.first(where: allows)?.0
      ?? (canHaveScenes(process.record) ? nil : recent)
  }

  /// Whether an app with scenes may have several windows here: an iPad, and the Info.plist says so. One is enough for
  /// every app (LAUNCH-064).
  func canHaveScenes(_ record: AppRecord) -> Bool {
    guard deviceClass == .iPad else { return false }
    let manifest = record.prepared.info(on: deviceClass)["UIApplicationSceneManifest"]?.dictionary
    return manifest?["UIApplicationSupportsMultipleScenes"]?.boolean ?? false
  }

  /// - Throws: ``SimulatorError`` `single-scene` or `too-many-items`.
  func requireRoomForScene(_ record: AppRecord) throws(SimulatorError) {
    guard canHaveScenes(record), declaredLifeCycle(of: record).usesScenes else {
      throw SimulatorError(
        .singleScene, "\(record.bundleIdentifier) has only one window on this \(model.name) with iOS \(os)",
        hint: "Several windows need an iPad, iPadOS 13, and UIApplicationSupportsMultipleScenes in the scene manifest.",
        fact: "QUICK-089")
    }
    guard (record.process?.scenes.count ?? 0) < Device.maximumScenes else {
      throw SimulatorError(
        .tooManyItems, "\(record.bundleIdentifier) has \(Device.maximumScenes) windows", hint: "Close some of them.")
    }
  }

  // MARK: Changing

  /// Another scene of the app in front takes the screen; nil: a new one. The one that was there goes to the background
  /// (LAUNCH-101).
  func changeScene(of process: AppProcess, to scene: AppScene?, _ delivery: Delivery?) {
    leaveScreen(process)
    guard process.isAlive else { return }
    screen.front = process
    if let scene {
      enterForeground(process, scene, delivery)
    } else {
      connectScene(process, delivery, fact: "LAUNCH-017", isNew: true)
    }
  }

  // MARK: Letting go

  /// Lets go of a scene: its delegate hears of it and is gone, the process stays (LAUNCH-085).
  ///
  /// - Throws: ``SimulatorError`` `app-in-front`.
  func disconnect(_ scene: AppScene) throws {
    let process = scene.process
    guard scene.state == .background else {
      throw SimulatorError(
        .appInFront, "\(process.bundleIdentifier) is in front, so its scene cannot be disconnected",
        hint: "Press Home first: device:pressHome().")
    }
    release(scene)
  }

  func release(_ scene: AppScene) {
    let process = scene.process
    note(.process(.sceneDisconnect), app: process.bundleIdentifier, .text(scene.identifier), fact: "LAUNCH-085")
    process.stopSharing(with: scene)
    process.scenes.removeAll { $0 === scene }
    scene.state = .unattached
    call(.sceneDidDisconnect, process, scene: scene, fact: "LAUNCH-085")
    scene.tearDown()
  }

  /// The user closes a window: its session is gone, and the app delegate hears of it (LAUNCH-103).
  func discard(_ scene: AppScene) throws {
    try requireUnlocked("The window \(scene.identifier)")
    try requireNoSystemAlert(over: "The window \(scene.identifier)")
    let process = scene.process
    if scene.state != .background, process.frontScenes.count > 1 {
      leaveScreen(scene, fact: "LAUNCH-148")
    } else if scene.state != .background {
      leaveForeground()
    }
    guard process.isAlive, process.scenes.contains(where: { $0 === scene }) else { return }
    resume(process)
    release(scene)
    process.record.scenes.forget(scene.session)
    call(.didDiscardSceneSessions, process, fact: "LAUNCH-103") { $0.discardedSessions = [scene.session] }
    if screen.front !== process { scheduleSuspension(of: process) }
  }
}
