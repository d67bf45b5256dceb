/// Windows that the app's own code opens and closes (LAUNCH-143, LAUNCH-144).
extension Device {
  /// `requestSceneSessionActivation`: a window of the app comes to the front, a new one without a session.
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

  /// `requestSceneSessionDestruction`: as if the user had closed the window.
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
  /// The sessions of its windows, and those that wait for one.
  var openSessions: [SceneSession] {
    let connected = scenesAsConnected.map(\.session)
    return record.scenes.sessions.filter { session in !connected.contains { $0 === session } } + connected
  }
}

/// The errors of `UISceneErrorDomain`.
extension NSErrorValue {
  /// Errors of scenes.
  public static let sceneDomain = "UISceneErrorDomain"
  /// The app has one window only here (LAUNCH-143).
  public static let multipleScenesUnsupported = NSErrorValue(domain: sceneDomain, code: 0)
  /// The system does not do it now (LAUNCH-143).
  public static let sceneRequestDenied = NSErrorValue(domain: sceneDomain, code: 1)
}
