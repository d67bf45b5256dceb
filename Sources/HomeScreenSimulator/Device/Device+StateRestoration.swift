import PropertyLists

/// State restoration (LAUNCH-056).
extension Device {
  /// An app that goes to the background may leave something for its next start: with scenes the activity that its scene
  /// delegate returns, else what its app delegate encodes when it agrees.
  func saveState(of process: AppProcess, _ scene: AppScene?) {
    guard process.isAlive else { return }
    if process.lifeCycle.usesScenes {
      guard let scene else { return }
      let reply = call(.stateRestorationActivity, process, scene: scene, fact: "LAUNCH-056")
      if case .activity(let activity) = reply { scene.session.stateRestorationActivity = activity }
      return
    }
    let coder = StateCoder()
    guard agrees(process, .shouldSaveSecureState, .shouldSaveState, coder) else { return }
    call(.willEncodeState, process, fact: "LAUNCH-056") { $0.coder = coder }
    if process.isAlive { process.record.scenes.restorableState = coder.values }
  }

  /// Before `didFinishLaunching`: the app gets back what it encoded, if it agrees. What the user quit is not restored
  /// (LAUNCH-099), and a crash on the way loses it.
  func restoreState(of process: AppProcess) {
    guard process.isAlive, let state = process.record.scenes.takeRestorableState() else { return }
    let coder = StateCoder(state)
    guard agrees(process, .shouldRestoreSecureState, .shouldRestoreState, coder) else { return }
    call(.didDecodeState, process, fact: "LAUNCH-056") { $0.coder = coder }
  }

  /// Asks the secure method, which begins with iOS 13.2, where the app has it, else the older one; without either the
  /// answer is no.
  private func agrees(
    _ process: AppProcess, _ secure: AppCallback, _ plain: AppCallback, _ coder: StateCoder
  ) -> Bool {
    let isSecure = os >= .editRowRenamed && process.appDelegate?.implements(secure) == true
    let reply = call(isSecure ? secure : plain, process, fact: "LAUNCH-056") { $0.coder = coder }
    guard process.isAlive, case .boolean(true) = reply else { return false }
    return true
  }
}
