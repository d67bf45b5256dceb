internal import AppPackages
import PropertyLists

/// Connecting, choosing, changing and disconnecting scenes.
extension Device {
  /// The maximum number of scenes of an app.
  static let maximumScenes = 100

  /// Connects a scene and delivers only in its connection options (LAUNCH-014): the second half of S1 and S2, and S4
  /// (LAUNCH-017, LAUNCH-018).
  ///
  /// A kept session is connected again without asking the app for a configuration (LAUNCH-029, LAUNCH-102), and with
  /// the activity that the app saved in it (LAUNCH-056). Otherwise the session is new (LAUNCH-082).
  ///
  /// - Parameters:
  ///   - kept: the session that the app's code has chosen (LAUNCH-143).
  ///   - activity: the activity that the app's code passes to the scene.
  ///   - isBeside: whether its window shares the screen with the visible ones (LAUNCH-147).
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
      guard process.isAlive, let delivery, !delivery.row.callbacksAfterConnecting.isEmpty else { return }
      self.deliver(
        delivery, toRunning: process, scene: scene, callbacks: delivery.row.callbacksAfterConnecting, fact: fact,
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

  /// Makes the scene delegate. SwiftUI uses the app's only if the configuration names its class (LAUNCH-027).
  func makeDelegate(of scene: AppScene) {
    let process = scene.process
    guard process.isAlive, let code = process.record.code else { return }
    guard scene.session.configuration.delegateClass != nil || hasDeclaredDelegate(scene) else { return }
    enterForSystem(process) {
      scene.delegate = try code.makeSceneDelegate(for: scene, process.application)
    }
  }

  /// Returns whether the app has a delegate for a scene without a configuration from its code: SwiftUI has none, and a
  /// manifest names one for each role (LAUNCH-159). Without any configuration, the tester's option decides.
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

  /// Returns the scene that receives the delivery; nil to connect a new one.
  ///
  /// With a target content identifier: the most recently active scene that prefers it, otherwise one that can show it,
  /// or else a new one if the app may have several (LAUNCH-030). Without an identifier: the most recently active scene
  /// (LAUNCH-031).
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

  /// Returns the scene for SwiftUI: compares the target, or without one the URL, with the views' conditions. Scenes that
  /// prefer it come first, then those that allow it (LAUNCH-139), then as in UIKit. A view without conditions allows
  /// only a quick action; a scene that does not show its view (LAUNCH-138) allows what it allows in UIKit.
  private func swiftUIScene(for situation: LaunchSituation, of process: AppProcess, recent: AppScene) -> AppScene? {
    guard let target = situation.target(on: os), !target.isEmpty else { return recent }
    let scenes = process.scenes.reversed().map { scene in
      (scene, enterForSystem(process) { try scene.rootView?.externalEvents } ?? nil)
    }
    guard process.isAlive else { return nil }
    let isItem = situation.targetContentIdentifier != nil
    func prefers(_ scene: AppScene, _ events: ExternalEvents?) -> Bool {
      events.map { ExternalEvents.holds($0.preferring, for: target) }
        ?? scene.activationConditions.prefersToActivate.holds(for: target)
    }
    func allows(_ scene: AppScene, _ events: ExternalEvents?) -> Bool {
      events.map { ExternalEvents.holds($0.allowing, for: target) }
        ?? ((isItem || !scene.showsRootView) && scene.activationConditions.canActivate.holds(for: target))
    }
    return scenes.first(where: prefers)?.0 ?? scenes.first(where: allows)?.0
      ?? (canHaveScenes(process.record) ? nil : recent)
  }

  /// Returns whether an app with scenes may have several windows on this device: an iPad, with support in the
  /// Info.plist. One window is enough for any app (LAUNCH-064).
  func canHaveScenes(_ record: AppRecord) -> Bool {
    guard deviceClass == .iPad else { return false }
    let manifest = record.prepared.info(on: deviceClass)["UIApplicationSceneManifest"]?.dictionary
    return manifest?["UIApplicationSupportsMultipleScenes"]?.boolean ?? false
  }

  /// - Throws: ``SimulatorError`` `single-scene` or `too-many-items`.
  func requireSpaceForScene(_ record: AppRecord) throws(SimulatorError) {
    guard canHaveScenes(record), declaredLifeCycle(of: record).usesScenes else {
      throw SimulatorError(
        .singleScene, "\(record.bundleIdentifier) has only one window on this \(model.name) with iOS \(os)",
        hint: "Use an iPad with iPadOS 13 or later, and UIApplicationSupportsMultipleScenes in the scene manifest.",
        fact: "QUICK-089")
    }
    guard (record.process?.scenes.count ?? 0) < Device.maximumScenes else {
      throw SimulatorError(
        .tooManyItems, "\(record.bundleIdentifier) has \(Device.maximumScenes) windows (the limit)",
        hint: "Close some of them.")
    }
  }

  // MARK: Changing

  /// Shows another scene of the app in front; nil for a new one. The previous one goes to the background (LAUNCH-101).
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

  /// Disconnects a scene: its delegate is notified and released, and the process stays (LAUNCH-085).
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

  /// Closes a window for the user: removes its session and notifies the app delegate (LAUNCH-103).
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

/// Windows opened and closed by the app's own code (LAUNCH-143, LAUNCH-144).
extension Device {
  /// `requestSceneSessionActivation`: brings a window of the app to the front, or opens a new one for a missing session.
  func activate(
    _ session: SceneSession?, _ activity: UserActivity?, for process: AppProcess,
    errorHandler: Application.SceneErrorHandler?
  ) {
    scheduler.schedule(.transition, process: nil, after: .zero) { device in
      guard process.isAlive else { return }
      guard device.canHaveScenes(process.record), process.lifeCycle.usesScenes else {
        return device.refuse(.multipleScenesUnsupported, for: process, errorHandler)
      }
      let isKnown = session.map { session in process.openSessions.contains { $0 === session } } ?? true
      guard device.screen.front === process, isKnown, process.scenes.count < Device.maximumScenes else {
        return device.refuse(.sceneRequestDenied, for: process, errorHandler)
      }
      device.show(session, activity, in: process)
    }
  }

  private func show(_ session: SceneSession?, _ activity: UserActivity?, in process: AppProcess) {
    let scene = session?.scene
    if let scene {
      if process.frontScenes.contains(where: { $0 === scene }) {
        process.makeMostRecent(scene)
      } else {
        changeScene(of: process, to: scene, nil)
      }
      guard let activity, process.isAlive else { return }
      call(.sceneContinueUserActivity, process, scene: scene, fact: "LAUNCH-143") { $0.userActivity = activity }
      return continueInRootView(activity, scene)
    }
    leaveScreen(process)
    guard process.isAlive else { return }
    screen.front = process
    process.transition = .resume
    connectScene(process, nil, fact: "LAUNCH-143", isNew: session == nil, of: session, activity: activity)
  }

  /// `requestSceneSessionDestruction`: closes a window as the user would.
  func destroy(_ session: SceneSession, for process: AppProcess, errorHandler: Application.SceneErrorHandler?) {
    scheduler.schedule(.transition, process: nil, after: .zero) { device in
      guard process.isAlive else { return }
      guard device.canHaveScenes(process.record), process.lifeCycle.usesScenes else {
        return device.refuse(.multipleScenesUnsupported, for: process, errorHandler)
      }
      guard process.openSessions.contains(where: { $0 === session }) else {
        return device.refuse(.sceneRequestDenied, for: process, errorHandler)
      }
      if let scene = session.scene { return try device.discard(scene) }
      process.record.scenes.forget(session)
      device.call(.didDiscardSceneSessions, process, fact: "LAUNCH-144") { $0.discardedSessions = [session] }
    }
  }

  private func refuse(_ error: NSErrorValue, for process: AppProcess, _ handler: Application.SceneErrorHandler?) {
    guard let handler else { return }
    enqueue(on: process) { _ in try handler(error) }
  }
}

extension AppProcess {
  /// The sessions with a window, and those waiting for one.
  var openSessions: [SceneSession] {
    let connected = scenesAsConnected.map(\.session)
    return record.scenes.sessions.filter { session in !connected.contains { $0 === session } } + connected
  }
}

/// The errors of `UISceneErrorDomain`.
extension NSErrorValue {
  /// Errors of scenes.
  public static let sceneDomain = "UISceneErrorDomain"
  /// The app supports only one window here (LAUNCH-143).
  public static let multipleScenesUnsupported = NSErrorValue(domain: sceneDomain, code: 0)
  /// The system denies the request now (LAUNCH-143).
  public static let sceneRequestDenied = NSErrorValue(domain: sceneDomain, code: 1)
}

/// Windows of an app side by side on an iPad (LAUNCH-147 to LAUNCH-149).
extension Device {
  /// The number of windows in Split View; from iPadOS 26 on, windows overlap without a limit.
  private static let splitView = 2

  /// Shows a window next to the visible ones of its app, which stay active (LAUNCH-147).
  func showBeside(_ scene: AppScene) throws {
    let process = scene.process
    try requireFront(process)
    try requireSharing(process.record)
    guard !process.frontScenes.contains(where: { $0 === scene }) else { return process.makeMostRecent(scene) }
    makeSpace(in: process)
    guard process.isAlive, scene.isConnected else { return }
    process.share(with: scene)
    process.makeMostRecent(scene)
    call(.sceneWillEnterForeground, process, scene: scene, fact: "LAUNCH-147")
    scene.state = .foregroundInactive
    rootViewEnters(.inactive, scene)
    guard process.isAlive else { return }
    advance(by: span(conditions.activation))
    guard process.isAlive else { return }
    becomeActive(process, fact: "LAUNCH-147")
  }

  /// Opens a new window next to the visible ones, as dragging an icon out of the Dock does (LAUNCH-147).
  func openWindowBeside(of record: AppRecord) throws {
    try requireSpaceForScene(record)
    guard let process = record.process, screen.front === process else { throw notInFront(record.bundleIdentifier) }
    try requireFront(process)
    try requireSharing(record)
    makeSpace(in: process)
    guard process.isAlive else { return }
    connectScene(process, nil, fact: "LAUNCH-147", isNew: true, isBeside: true)
  }

  /// Makes the window fill the screen (LAUNCH-148).
  func fillScreen(_ scene: AppScene) throws {
    let process = scene.process
    let others = process.frontScenes.filter { $0 !== scene }
    guard screen.front === process, process.frontScenes.contains(where: { $0 === scene }) else {
      return try fillScreenFromAway(scene)
    }
    try requireUnlocked("The window \(scene.identifier)")
    try requireNoSystemAlert(over: "The window \(scene.identifier)")
    process.makeMostRecent(scene)
    for other in others { leaveScreen(other, fact: "LAUNCH-148") }
  }

  /// Removes all windows that shared the screen, and stops sharing it once the new window is shown.
  private func fillScreenFromAway(_ scene: AppScene) throws {
    let process = scene.process
    let shared = process.sideBySide
    // In the background no window leaves the screen, and the window returns alone.
    if screen.front !== process { process.sideBySide = [] }
    do {
      try bringToFront(process.record, scene: scene)
    } catch {
      process.sideBySide = shared
      throw error
    }
    guard process.isAlive else { return }
    if screen.front === process {
      process.sideBySide = []
    } else if process.sideBySide.isEmpty {
      process.sideBySide = shared.filter(\.isConnected)
    }
  }

  /// Removes one of several windows from the screen; the others stay active (LAUNCH-148).
  func leaveScreen(_ scene: AppScene, fact: FactID) {
    let process = scene.process
    guard process.isAlive else { return }
    call(.sceneWillResignActive, process, scene: scene, fact: fact)
    guard process.isAlive else { return }
    if scene.state == .foregroundActive {
      scene.state = .foregroundInactive
      rootViewEnters(.inactive, scene)
    }
    guard process.isAlive else { return }
    advance(by: span(conditions.deactivation))
    let rest = process.frontScenes.filter { $0 !== scene }
    process.stopSharing(with: scene)
    if let next = rest.last { process.makeMostRecent(next) }
    enterBackground(scene, fact: fact)
  }

  /// Makes space in Split View, which has two places: the window that was used last stays.
  private func makeSpace(in process: AppProcess) {
    guard os >= .v26 else {
      for scene in process.frontScenes.dropLast(Device.splitView - 1) { leaveScreen(scene, fact: "LAUNCH-147") }
      return
    }
    // One that fills the screen is made smaller first.
    let isAlone = process.frontScenes.count == 1
    for _ in 0..<(isAlone ? 2 : 1) {
      guard process.isAlive, let scene = process.frontScenes.last else { return }
      call(.sceneWillResignActive, process, scene: scene, fact: "LAUNCH-147")
      guard process.isAlive else { return }
      if isAlone { process.phase = .inactive }
      scene.state = .foregroundInactive
      rootViewEnters(.inactive, scene)
      becomeActive(process, fact: "LAUNCH-147")
    }
  }

  private func requireFront(_ process: AppProcess) throws(SimulatorError) {
    guard screen.front === process else { throw notInFront(process.bundleIdentifier) }
    try requireUnlocked(process.bundleIdentifier)
    try requireNoSystemAlert(over: "The screen")
  }

  /// Requires that the app can share the screen: not with `UIRequiresFullScreen` in Split View. Its behaviour among
  /// overlapping windows is unknown (LAUNCH-154).
  private func requireSharing(_ record: AppRecord) throws(SimulatorError) {
    guard os < .v26, record.prepared.info(on: deviceClass)["UIRequiresFullScreen"]?.boolean == true else { return }
    throw SimulatorError(
      .singleScene,
      "\(record.bundleIdentifier) needs the whole screen, so no window can be opened next to another window",
      hint: "Remove UIRequiresFullScreen from the app's Info.plist, or open the window with newScene() alone.",
      fact: "LAUNCH-154")
  }

  private func notInFront(_ bundleIdentifier: String) -> SimulatorError {
    SimulatorError(
      .appNotRunning, "\(bundleIdentifier) is not in front, so no window can be opened next to its window",
      hint: "Launch the app first.", fact: "LAUNCH-147")
  }
}

extension AppProcess {
  /// Puts the scene to the right of the visible ones.
  func share(with scene: AppScene) {
    let isShared = sideBySide.contains { $0 === scenes.last }
    let shown = isShared ? sideBySide : frontScenes
    sideBySide = shown.filter { $0 !== scene } + [scene]
  }

  /// The visible scenes, in order of last use, then the others.
  var scenesByUse: [AppScene] {
    let shown = frontScenes
    return shown.reversed() + scenes.reversed().filter { scene in !shown.contains { $0 === scene } }
  }

  /// Returns the index of a scene on the screen, from the left, or nil if it is not visible.
  func place(of scene: AppScene) -> Int? {
    guard frontScenes.contains(where: { $0 === scene }) else { return nil }
    return sideBySide.firstIndex { $0 === scene } ?? 0
  }

  /// Stops sharing the screen with the scene; a single remaining one fills the screen.
  func stopSharing(with scene: AppScene) {
    sideBySide.removeAll { $0 === scene }
    if sideBySide.count < 2 { sideBySide = [] }
  }
}

/// Apps on displays other than the device's own: scenes of other roles (LAUNCH-140 to LAUNCH-142).
extension Device {
  /// Shows an app on a separate display. An app without a scene for it is mirrored, or omitted in a car.
  ///
  /// - Throws: ``SimulatorError`` `app-not-running` for an external display if the app is not in front,
  ///   `app-offloaded`, `not-downloaded`; errors that escape the app's code.
  func connect(_ display: AppDisplay, to record: AppRecord) throws {
    switch display {
    case .external:
      guard let front = screen.front, front === record.process else {
        throw SimulatorError(
          .appNotRunning,
          "\(record.bundleIdentifier) is not in front, but an external display shows only the app in front",
          hint: "Launch the app first.", fact: "LAUNCH-141")
      }
      connectScene(of: front, on: display)
    case .car:
      try requireOnDevice(record)
      try requireDownloaded(record)
      if let process = record.process {
        resume(process)
        connectScene(of: process, on: display)
      } else {
        startInCar(record)
      }
    }
  }

  /// Disconnects the display and its scene (LAUNCH-141, LAUNCH-142).
  func disconnect(_ display: AppDisplay, from record: AppRecord) {
    guard let process = record.process else { return }
    removeScene(of: process, on: display)
    if screen.front !== process, !process.isShownInCar { scheduleSuspension(of: process) }
  }

  /// Removes the scene when an external display shows the Home Screen or another app (LAUNCH-141).
  func removeScene(of process: AppProcess, on display: AppDisplay) {
    guard let scene = process.sideScenes.first(where: { $0.session.role == display.role }) else { return }
    process.sideScenes.removeAll { $0 === scene }
    note(display, .disconnected, process)
    scene.state = .unattached
    call(.sceneDidDisconnect, process, scene: scene, fact: display.fact)
    scene.tearDown()
  }

  /// Starts the process without a window (LAUNCH-142): the next tap on the phone is S4.
  private func startInCar(_ record: AppRecord) {
    guard let process = makeProcess(record, place: { $0.phase = .background }) else { return }
    if process.lifeCycle.usesScenes {
      callLaunchMethodsWithScenes(process, fact: "LAUNCH-142")
    } else {
      makeWindow(process, nil)
      _ = callLaunchMethods(process, nil, fact: "LAUNCH-142")
    }
    guard process.isAlive else { return }
    process.transition = nil
    connectScene(of: process, on: .car)
    if process.isAlive, !process.isShownInCar { scheduleSuspension(of: process) }
  }

  /// Connects a scene in a new session of the display's role, if the app has a configuration for the role. The one
  /// returned by the app delegate overrides the manifest's (LAUNCH-140).
  private func connectScene(of process: AppProcess, on display: AppDisplay) {
    guard process.isAlive, !process.sideScenes.contains(where: { $0.session.role == display.role }) else { return }
    let declared = declaresScene(of: display.role, process.record)
    let isAsked = process.appDelegate?.implements(.configurationForConnecting) ?? false
    guard process.lifeCycle.usesScenes, declared || isAsked else { return note(display, .mirrored, process) }
    let record = process.record
    let session = record.scenes.makeSession(of: record.bundleIdentifier, role: display.role)
    let options = ConnectionOptions()
    let reply = call(.configurationForConnecting, process, fact: display.fact) {
      ($0.session, $0.connectionOptions) = (session, options)
    }
    guard process.isAlive else { return }
    switch reply {
    case .configuration(let configuration):
      if let role = configuration.role, role != display.role {
        let line = SystemText.mismatchedRole.words(os: os, role.name(on: os), display.role.name(on: os))
        log(line ?? "", from: process, fact: "LAUNCH-140")
        return note(display, .otherRole, process, fact: "LAUNCH-140")
      }
      session.configuration = configuration
    case .none, .boolean, .activity: guard declared else { return note(display, .mirrored, process) }
    }
    show(AppScene(process: process, session: session, number: numbers.nextScene()), on: display, options)
  }

  private func show(_ scene: AppScene, on display: AppDisplay, _ options: ConnectionOptions) {
    let process = scene.process
    note(display, .connected, process)
    process.sideScenes.append(scene)
    scene.state = .foregroundInactive
    // A car shows templates, not windows.
    if display == .external { makeWindow(process, scene) }
    makeDelegate(of: scene)
    call(.sceneWillConnect, process, scene: scene, fact: display.fact) {
      ($0.session, $0.connectionOptions) = (scene.session, options)
    }
    loadRoots(of: scene.stack, process)
    call(.sceneWillEnterForeground, process, scene: scene, fact: display.fact)
    guard process.isAlive else { return }
    scene.stack.appear()
    scene.state = .foregroundActive
    call(.sceneDidBecomeActive, process, scene: scene, fact: display.fact)
    rootsAppeared(in: scene.stack, process)
  }

  /// Returns whether the scene manifest has a configuration for the role.
  private func declaresScene(of role: SceneRole, _ record: AppRecord) -> Bool {
    let manifest = record.prepared.info(on: deviceClass)["UIApplicationSceneManifest"]?.dictionary
    let configurations = manifest?["UISceneConfigurations"]?.dictionary?[role.name(on: os)]?.array
    return configurations?.isEmpty == false
  }

  private func note(_ display: AppDisplay, _ outcome: DisplayOutcome, _ process: AppProcess, fact: FactID? = nil) {
    note(
      .process(.display), app: process.bundleIdentifier,
      [TraceDetail.Field(.on, .string(display.rawValue)), TraceDetail.Field(.outcome, outcome)],
      fact: fact ?? display.fact)
  }
}

extension AppDisplay {
  fileprivate var fact: FactID {
    switch self {
    case .external: "LAUNCH-141"
    case .car: "LAUNCH-142"
    }
  }
}

extension AppProcess {
  /// Whether a car shows the process, which prevents its suspension.
  var isShownInCar: Bool { sideScenes.contains { $0.session.role == .carPlay } }
}
