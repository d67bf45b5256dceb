/// Becoming active, leaving the screen, being suspended.
extension Device {
  /// Seconds in the background until the system suspends a process (LAUNCH-073).
  static let suspensionDelay = VirtualTime(milliseconds: 5000)

  /// The process is active from before the call on. In an app with scenes only the scene delegate hears of it, and only
  /// the launch methods go to the app delegate (LAUNCH-024, LAUNCH-025); code that waits there never runs (LAUNCH-071).
  func becomeActive(_ process: AppProcess, fact: FactID) {
    process.phase = .active
    // One that shares the screen may be active already (LAUNCH-147).
    let scenes = process.frontScenes.filter { $0.state != .foregroundActive }
    for scene in scenes { scene.state = .foregroundActive }
    if !process.wasActive {
      process.wasActive = true
      iconServiceIsBusy(with: process)
    }
    process.transition = nil
    guard process.lifeCycle.usesScenes else {
      call(.applicationDidBecomeActive, process, fact: fact)
      return
    }
    for scene in scenes {
      call(.sceneDidBecomeActive, process, scene: scene, fact: fact)
      rootViewEnters(.active, scene)
    }
  }

  /// The process is inactive after the call.
  func resignActive(_ process: AppProcess, fact: FactID) {
    guard process.phase == .active else { return }
    guard process.lifeCycle.usesScenes else {
      call(.applicationWillResignActive, process, fact: fact)
      process.phase = .inactive
      return
    }
    let scenes = process.frontScenes
    for scene in scenes { call(.sceneWillResignActive, process, scene: scene, fact: fact) }
    process.phase = .inactive
    for scene in scenes where scene.state == .foregroundActive {
      scene.state = .foregroundInactive
      rootViewEnters(.inactive, scene)
    }
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
    if process.lifeCycle.usesScenes {
      for scene in process.frontScenes { enterBackground(scene, fact: "LAUNCH-072") }
    } else {
      call(.applicationDidEnterBackground, process, fact: "LAUNCH-072")
      saveState(of: process, nil)
    }
    process.transition = nil
  }

  /// The last step of a scene that leaves the screen.
  func enterBackground(_ scene: AppScene, fact: FactID) {
    let process = scene.process
    guard process.isAlive else { return }
    scene.state = .background
    call(.sceneDidEnterBackground, process, scene: scene, fact: fact)
    rootViewEnters(.background, scene)
    saveState(of: process, scene)
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
