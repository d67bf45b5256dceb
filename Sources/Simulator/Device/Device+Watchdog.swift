/// The watchdog: code that never ends.
extension Device {
  /// The code of an exception by the watchdog (LAUNCH-067).
  static let watchdogCode = "0x8badf00d"

  /// Ends a process whose code does not end, as the watchdog does.
  ///
  /// The text is the one of a transition (LAUNCH-068): creating the scene until the process has become active for the
  /// first time, updating it afterwards. Code that hangs outside of a transition is ended at once too (LAUNCH-086).
  func endByWatchdog(_ process: AppProcess, _ error: any Error) {
    let seconds = process.wasActive ? "10.00" : "19.97"
    let reason =
      if os >= .scenes {
        "\(process.wasActive ? "scene-update" : "scene-create") watchdog transgression: "
          + "application<\(process.bundleIdentifier)> exhausted real (wall clock) time allowance of \(seconds) seconds"
      } else {
        "\(process.bundleIdentifier) failed to \(process.wasActive ? "resume" : "launch") in time"
      }
    end(process, crashing: reason, code: Device.watchdogCode, error: error, fact: "LAUNCH-067")
  }
}
