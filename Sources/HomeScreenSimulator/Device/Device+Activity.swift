/// Becoming active, leaving the screen, being suspended.
extension Device {
  /// Seconds in the background until the system suspends a process (LAUNCH-073).
  static let suspensionDelay = VirtualTime(milliseconds: 5000)

  /// The process is active from before the call on. In an app with scenes only the scene delegate hears of it, and only
  /// the launch methods go to the app delegate (LAUNCH-024, LAUNCH-025); code that waits there never runs (LAUNCH-071).
  func becomeActive(_ process: AppProcess, fact: FactID) {
    process.phase = .active
    process.scenes.last?.state = .foregroundActive
    if !process.wasActive {
      process.wasActive = true
      iconServiceIsBusy(with: process)
    }
    process.transition = nil
    callLifeCycle(.sceneDidBecomeActive, .applicationDidBecomeActive, process, fact: fact)
    rootViewEnters(.active, process.scenes.last)
  }

  /// The process is inactive after the call.
  func resignActive(_ process: AppProcess, fact: FactID) {
    guard process.phase == .active else { return }
    callLifeCycle(.sceneWillResignActive, .applicationWillResignActive, process, fact: fact)
    process.phase = .inactive
    process.scenes.last?.state = .foregroundInactive
    rootViewEnters(.inactive, process.scenes.last)
  }

  /// Calls a method of the life cycle: the scene delegate's, or the app delegate's in an app without scenes.
  private func callLifeCycle(
    _ sceneCallback: AppCallback, _ applicationCallback: AppCallback, _ process: AppProcess, fact: FactID
  ) {
    let usesScenes = process.lifeCycle.usesScenes
    call(
      usesScenes ? sceneCallback : applicationCallback, process, scene: usesScenes ? process.scenes.last : nil,
      fact: fact)
  }

  /// The app in front, if there is one, goes to the background (LAUNCH-072), and leaves the external display (LAUNCH-141).
  func leaveForeground() {
    guard let process = screen.front else { return }
    leaveScreen(process)
    removeScene(of: process, on: .external)
    if process.isAlive { scheduleSuspension(of: process) }
  }

  /// The process, and the scene that is on the screen, go to the background. Another window of the app may follow.
  func leaveScreen(_ process: AppProcess) {
    process.transition = .suspend
    resignActive(process, fact: "LAUNCH-072")
    guard process.isAlive else { return }
    pass(span(conditions.deactivation))
    guard process.isAlive else { return }
    screen.front = nil
    process.phase = .background
    let scene = process.scenes.last
    scene?.state = .background
    callLifeCycle(.sceneDidEnterBackground, .applicationDidEnterBackground, process, fact: "LAUNCH-072")
    rootViewEnters(.background, scene)
    saveState(of: process, scene)
    process.transition = nil
  }

  /// In the background the system suspends it after a while (LAUNCH-073).
  func scheduleSuspension(of process: AppProcess) {
    process.backgroundVisit += 1
    let visit = process.backgroundVisit
    scheduler.schedule(.background, process: process, after: Device.suspensionDelay) { device in
      if process.backgroundVisit == visit { device.suspend(process) }
    }
  }

  func suspend(_ process: AppProcess) {
    guard process.phase == .background, !process.isShownInCar else { return }
    process.phase = .suspended
    note(.process(.suspend), app: process.bundleIdentifier, fact: "LAUNCH-073")
  }
}
