extension Application {
  /// The most dynamic items that the simulator keeps of an app.
  public static let maximumShortcutItems = 1000

  /// The dynamic quick actions: all that were assigned, whether the menu has room for them or not (QUICK-061,
  /// QUICK-062); empty before the first assignment (QUICK-052), after clearing (QUICK-055), and after the device's
  /// language has changed (QUICK-064). Static items are not among them (QUICK-049).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`.
  public var shortcutItems: [ShortcutItem] {
    get throws {
      _ = try process.requireInside("UIApplication.shortcutItems")
      return process.record.dynamicItems
    }
  }

  /// Replaces the dynamic quick actions, at any time (QUICK-050); nil and an empty array remove them all (QUICK-053,
  /// QUICK-054). The values are copied (QUICK-048).
  ///
  /// Apple's sample assigns them in `sceneWillResignActive`, before anybody can see the menu (QUICK-051); in an app with
  /// scenes code in `applicationWillEnterForeground` would never run (LAUNCH-071).
  ///
  /// They stay over launches and reboots (QUICK-056) and over an update (QUICK-057, QUICK-058), and go with the app
  /// (QUICK-060). On iOS 26 an assignment beside the main thread is lost (QUICK-120).
  /// - Throws: ``SimulatorError`` `outside-the-app`, `process-ended`, or `too-many-items` beyond
  ///   ``maximumShortcutItems``.
  public func setShortcutItems(_ items: [ShortcutItem]?) throws {
    let device = try process.requireInside("UIApplication.shortcutItems")
    let items = items ?? []
    guard items.count <= Application.maximumShortcutItems else {
      throw SimulatorError(
        .tooManyItems,
        "\(bundleIdentifier) assigned \(items.count) shortcut items; the simulator keeps "
          + "\(Application.maximumShortcutItems)",
        hint: "Four at most are shown.", fact: "QUICK-065")
    }
    if process.execution.isOffMainThread, device.os.major == OSVersion.v26.major {
      return device.note(
        .quirk(.itemsLost), app: bundleIdentifier, [TraceDetail.Field(.count, .integer(items.count))],
        fact: "QUICK-120")
    }
    process.record.dynamicItems = items
    device.note(
      .menu(.itemsSet), app: bundleIdentifier, [TraceDetail.Field(.count, .integer(items.count))], fact: "QUICK-049")
  }

  /// Whether this version has such an icon (QUICK-042, QUICK-046); call it where the app's code makes one.
  ///
  /// - Throws: ``SimulatorError`` `api-unavailable`.
  public func requireAvailable(_ icon: ShortcutIcon) throws {
    let device = try process.requireInside("UIApplicationShortcutIcon")
    guard device.os >= icon.firstOS else {
      throw SimulatorError(
        .apiUnavailable, "The shortcut icon “\(icon)” does not exist in iOS \(device.os)",
        hint: "It begins with iOS \(icon.firstOS): guard the call by availability.", fact: "QUICK-042")
    }
  }
}
