internal import AppPackages

/// What iOS says and does to an app that has not adopted scenes.
extension Device {
  /// The app was built with the 27 SDK and has no scenes: it ends before its first launch method (LAUNCH-061,
  /// LAUNCH-066). The SDK decides, not the device (LAUNCH-062), on every platform alike (LAUNCH-063); before iOS 27 the
  /// system has no such check (LAUNCH-083). No error: the launch itself has succeeded (LAUNCH-065).
  ///
  /// Other versions write a line on the console.
  func isRefusedForLackOfScenes(_ process: AppProcess) -> Bool {
    guard !process.lifeCycle.usesScenes else { return false }
    if os >= .scenesRequired, let sdk = process.record.sdk, sdk.requiresScenes {
      let reason = words(.scenesRequired)
      log(reason, from: process, fact: "LAUNCH-061")
      end(process, crashing: reason, code: .breakpoint, error: nil, fact: "LAUNCH-061")
      return true
    }
    adviseScenes(process)
    return false
  }

  private func adviseScenes(_ process: AppProcess) {
    guard let line = consoleLine(.scenesAdvised) else { return }
    log(line, from: process, fact: os < .v26 ? "LAUNCH-059" : "LAUNCH-060")
  }
}
