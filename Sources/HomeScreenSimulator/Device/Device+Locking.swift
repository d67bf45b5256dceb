/// The locks of the screen and of single apps.
extension Device {
  /// Whether the screen is locked.
  public var isLocked: Bool { screen.isLocked }

  /// Locks or unlocks the screen (LAUNCH-088).
  ///
  /// Locking takes the app in front to the background, as the Home gesture does, and closes the menu of an icon;
  /// unlocking brings that app back. While the screen is locked a finger reaches nothing, but apps still run in the
  /// background.
  /// - Throws: what escapes the app's code.
  public func setLocked(_ locked: Bool) throws {
    try perform("locked") {
      guard locked != screen.isLocked else { return }
      if locked {
        let record = screen.front?.record
        closeMenu(because: .lock)
        closeFolder()
        endEditing()
        leaveForeground()
        screen.lock(over: record)
        note(.process(.lock), fact: "LAUNCH-088")
      } else {
        let record = screen.unlock()
        note(.process(.unlock), fact: "LAUNCH-088")
        if let process = record?.process, authenticates(process.record) { returnToForeground(process, nil) }
      }
    }
  }

  /// Whether the person at the device may open the app: one that is locked asks each time (QUICK-121).
  func authenticates(_ record: AppRecord) -> Bool {
    guard record.requiresAuthentication else { return true }
    let succeeds = conditions.authenticationSucceeds
    note(.process(succeeds ? .authenticated : .notAuthenticated), app: record.bundleIdentifier, fact: "QUICK-121")
    return succeeds
  }

  /// - Throws: ``SimulatorError`` `device-locked`.
  func requireUnlocked(_ what: @autoclosure () -> String) throws(SimulatorError) {
    guard screen.isLocked else { return }
    throw SimulatorError(
      .deviceLocked, "\(what()) is unreachable: the screen is locked", hint: "Unlock it first: device.locked = false.",
      fact: "LAUNCH-088")
  }
}
