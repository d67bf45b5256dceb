internal import AppPackages
import PropertyLists

/// Apps on other displays than the device's own: scenes of other roles (LAUNCH-140 to LAUNCH-142).
extension Device {
  /// Shows an app on a display of its own. An app that has no scene for it is mirrored, or left out by a car.
  ///
  /// - Throws: ``SimulatorError`` `app-not-running` for an external display when the app is not in front, `app-offloaded`,
  ///   `not-downloaded`; what escapes the app's code.
  func connect(_ display: AppDisplay, to record: AppRecord) throws {
    switch display {
    case .external:
      guard let front = screen.front, front === record.process else {
        throw SimulatorError(
          .appNotRunning, "\(record.bundleIdentifier) is not in front, and an external display shows the app in front",
          hint: "Launch it first.", fact: "LAUNCH-141")
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

  /// The display is gone, and with it the scene (LAUNCH-141, LAUNCH-142).
  func disconnect(_ display: AppDisplay, from record: AppRecord) {
    guard let process = record.process else { return }
    removeScene(of: process, on: display)
    if screen.front !== process, !process.isShownInCar { scheduleSuspension(of: process) }
  }

  /// An external display shows the Home Screen or another app now (LAUNCH-141).
  func removeScene(of process: AppProcess, on display: AppDisplay) {
    guard let scene = process.sideScenes.first(where: { $0.session.role == display.role }) else { return }
    process.sideScenes.removeAll { $0 === scene }
    note(display, .disconnected, process)
    scene.state = .unattached
    call(.sceneDidDisconnect, process, scene: scene, fact: display.fact)
    scene.tearDown()
  }

  /// The process begins without a window (LAUNCH-142): the next tap on the phone is S4.
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

  /// A new session of the display's role, and its scene, if the app has a configuration for the role: the one that the app
  /// delegate returns, which comes before the manifest's (LAUNCH-140).
  private func connectScene(of process: AppProcess, on display: AppDisplay) {
    guard process.isAlive, !process.sideScenes.contains(where: { $0.session.role == display.role }) else { return }
    let declared = declaresScene(of: display.role, process.record)
    let isAsked = process.appDelegate?.implements(.configurationForConnecting) ?? false
    guard process.lifeCycle.usesScenes, declared || isAsked else { return note(display, .mirrored, process) }
    let record = process.record
    let session = record.scenes.makeSession(of: record.bundleIdentifier, role: display.role)
    let options = ConnectionOptions()
    let reply = call(.configurationForConnecting, process, fact: display.fact) {
      $0.session = session
      $0.connectionOptions = options
    }
    guard process.isAlive else { return }
    switch reply {
    case .configuration(let configuration):
      guard configuration.role == nil || configuration.role == display.role else {
        return note(display, .otherRole, process, fact: "LAUNCH-140")
      }
      session.configuration = configuration
    case .none, .boolean, .activity:
      guard declared else { return note(display, .mirrored, process) }
    }
    show(AppScene(process: process, session: session, number: numbers.nextScene()), on: display, options)
  }

  private func show(_ scene: AppScene, on display: AppDisplay, _ options: ConnectionOptions) {
    let process = scene.process
    note(display, .connected, process)
    process.sideScenes.append(scene)
    scene.state = .foregroundInactive
    // A car's templates are no window.
    if display == .external { makeWindow(process, scene) }
    makeDelegate(of: scene)
    call(.sceneWillConnect, process, scene: scene, fact: display.fact) {
      $0.session = scene.session
      $0.connectionOptions = options
    }
    loadRoots(of: scene.stack, process)
    call(.sceneWillEnterForeground, process, scene: scene, fact: display.fact)
    guard process.isAlive else { return }
    scene.stack.appear()
    scene.state = .foregroundActive
    call(.sceneDidBecomeActive, process, scene: scene, fact: display.fact)
    rootsAppeared(in: scene.stack, process)
  }

  /// Whether the scene manifest has a configuration for the role.
  private func declaresScene(of role: SceneRole, _ record: AppRecord) -> Bool {
    let manifest = record.prepared.info(on: deviceClass)["UIApplicationSceneManifest"]?.dictionary
    let configurations = manifest?["UISceneConfigurations"]?.dictionary?[role.name(on: os)]?.array
    return configurations?.isEmpty == false
  }

  private func note(
    _ display: AppDisplay, _ outcome: DisplayOutcome, _ process: AppProcess, fact: FactID? = nil
  ) {
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
  /// A car shows it, which keeps it from being suspended.
  var isShownInCar: Bool { sideScenes.contains { $0.session.role == .carPlay } }
}
