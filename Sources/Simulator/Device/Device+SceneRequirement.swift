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
      let reason =
        "Application failed to launch: UIScene life cycle is required for apps built with this SDK. "
        + "See \"Transitioning to the UIKit scene-based life cycle\"."
      log(reason, from: process, fact: "LAUNCH-061")
      end(process, crashing: reason, code: "EXC_BREAKPOINT", error: nil, fact: "LAUNCH-061")
      return true
    }
    adviseScenes(process)
    return false
  }

  private func adviseScenes(_ process: AppProcess) {
    switch os {
    case OSVersion.sceneAdvice..<OSVersion(19):
      log(
        "CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle. This will become an assert in "
          + "a future version.", from: process, fact: "LAUNCH-059")
    case OSVersion.v26..<OSVersion.scenesRequired:
      log(
        "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future.",
        from: process, fact: "LAUNCH-060")
    default: break
    }
  }
}
