/// The watchdog: code that never ends.
extension Device {
  /// Ends a process whose code does not end, as the watchdog does.
  ///
  /// The text is the one of a transition (LAUNCH-068): creating the scene until the process has become active for the
  /// first time, updating it afterwards; older systems name the transition, each with its own allowance (LAUNCH-069).
  /// Code that hangs outside of a transition is ended at once too (LAUNCH-086).
  func endByWatchdog(_ process: AppProcess, _ error: any Error) {
    let transition = process.transition ?? (process.wasActive ? .resume : .launch)
    let reason: String
    let allowance: String
    if os >= .scenes {
      let isCreating = transition == .launch
      allowance = isCreating ? "19.97" : "10.00"
      reason =
        "\(isCreating ? "scene-create" : "scene-update") watchdog transgression: "
        + "application<\(process.bundleIdentifier)> exhausted real (wall clock) time allowance of \(allowance) seconds"
    } else {
      let (verb, seconds) =
        switch transition {
        case .launch: ("launch", "20")
        case .resume: ("resume", "10")
        case .suspend: ("suspend", "10")
        case .quit: ("quit", "6")
        }
      allowance = seconds
      reason = "\(process.bundleIdentifier) failed to \(verb) in time"
    }
    end(
      process, crashing: reason, code: .watchdog, error: error, allowance: "\(allowance) s",
      fact: "LAUNCH-067")
  }
}
