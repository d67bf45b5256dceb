/// Opening URLs from the app's own code.
extension Application {
  /// What `open(_:options:completionHandler:)` calls in the end: whether something opened the URL.
  public typealias OpenCompletion = (Bool) throws -> Void

  /// `canOpenURL(_:)`: whether an app on the device opens the URL. The Info.plist has to list its scheme under
  /// `LSApplicationQueriesSchemes`; those of the browser and of Settings need no entry (LAUNCH-130, LAUNCH-131,
  /// LAUNCH-146).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`; `not-modelled` for a telephone call from an iPad.
  public func canOpenURL(_ url: String) throws -> Bool {
    let device = try process.requireInside("UIApplication.canOpenURL")
    return try device.canOpenURL(url, asking: process)
  }

  /// `open(_:options:completionHandler:)`: lets the app that has the URL's scheme, or the domain of a link, come to the
  /// front, an app of the system (LAUNCH-145), or the browser (LAUNCH-132). The call returns at once.
  ///
  /// - Parameters:
  ///   - universalLinksOnly: the option of this name: the browser is not asked.
  ///   - completion: runs on the main queue.
  /// - Throws: ``SimulatorError`` `api-unavailable` before iOS 10, `not-modelled` for a telephone call from an iPad. What `completion` throws is a crash of the app.
  public func open(
    _ url: String, universalLinksOnly: Bool = false, completion: OpenCompletion? = nil
  ) throws {
    let device = try process.requireInside("UIApplication.open")
    guard device.os >= .v10 else {
      throw SimulatorError(
        .apiUnavailable, "UIApplication.open(_:options:completionHandler:) does not exist in iOS \(device.os)",
        hint: "It begins with iOS 10; before, use openURL(_:).", fact: "LAUNCH-132")
    }
    try device.open(url, for: process, universalLinksOnly: universalLinksOnly, completion: completion)
  }

  /// `openURL(_:)`, deprecated since iOS 10: as ``open(_:universalLinksOnly:completion:)``, and tells at once. In an app
  /// that was built with the SDK of iOS 18 or later it does nothing from iOS 18 on (LAUNCH-134).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`; `not-modelled` for a telephone call from an iPad.
  public func openURL(_ url: String) throws -> Bool {
    let device = try process.requireInside("UIApplication.openURL")
    if device.os >= .v18, let sdk = process.record.sdk, sdk.refusesOpenURL {
      if let line = device.consoleLine(.openURLRefused) { device.log(line, from: process, fact: "LAUNCH-134") }
      return false
    }
    return try device.open(url, for: process, universalLinksOnly: false, completion: nil)
  }
}
