import PropertyLists

/// State restoration (LAUNCH-056).
extension Device {
  /// An app that goes to the background may leave something for its next start: with scenes the activity that its scene
  /// delegate returns, else what its app delegate encodes when it agrees.
  func saveState(of process: AppProcess, _ scene: AppScene?) {
    guard process.isAlive else { return }
    if process.lifeCycle.usesScenes {
      guard let scene else { return }
      let reply = ask(.stateRestorationActivity, process, scene: scene)
      if case .activity(let activity) = reply { scene.session.stateRestorationActivity = activity }
      return
    }
    let coder = StateCoder()
    guard agrees(process, .shouldSaveSecureState, .shouldSaveState, coder) else { return }
    ask(.willEncodeState, process, coder: coder)
    if process.isAlive { process.record.scenes.restorableState = coder.values }
  }

  /// Before `didFinishLaunching`: the app gets back what it encoded, if it agrees. What the user quit is not restored
  /// (LAUNCH-099), and a crash on the way loses it.
  func restoreState(of process: AppProcess) {
    guard process.isAlive, let state = process.record.scenes.takeRestorableState() else { return }
    let coder = StateCoder(state)
    guard agrees(process, .shouldRestoreSecureState, .shouldRestoreState, coder) else { return }
    ask(.didDecodeState, process, coder: coder)
  }

  /// Asks the secure method, which begins with iOS 13.2, where the app has it, else the older one; without either the
  /// answer is no.
  private func agrees(
    _ process: AppProcess, _ secure: AppCallback, _ plain: AppCallback, _ coder: StateCoder
  ) -> Bool {
    let isSecure = os >= .editRowRenamed && process.appDelegate?.implements(secure) == true
    let reply = ask(isSecure ? secure : plain, process, coder: coder)
    guard process.isAlive, case .boolean(true) = reply else { return false }
    return true
  }

  /// Calls a method that the trace has only where the app has it, so that lists of callbacks compare with the ledger's.
  @discardableResult
  private func ask(
    _ callback: AppCallback, _ process: AppProcess, scene: AppScene? = nil, coder: StateCoder? = nil
  ) -> CallbackReply {
    let receiver: (any CallbackReceiver)? = if let scene { scene.delegate } else { process.appDelegate }
    guard receiver?.implements(callback) == true else { return .none }
    return call(callback, process, scene: scene, fact: "LAUNCH-056") { $0.coder = coder }
  }
}
