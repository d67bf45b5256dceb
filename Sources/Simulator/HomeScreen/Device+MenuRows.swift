internal import AppPackages

/// What the menu of an icon shows.
extension Device {
  /// The most rows of the app itself (QUICK-065, QUICK-068); rows of the system do not count.
  static let maximumAppRows = 4

  /// The app's items that are shown: static ones in the order of the Info.plist, then dynamic ones in the order of the
  /// array (QUICK-066, QUICK-070), without those that have an empty title (QUICK-036, QUICK-067), and of these the first
  /// four. Before the first launch there are only static ones (QUICK-059), and dynamic ones need no key in the
  /// Info.plist (QUICK-031).
  func shownItems(of record: AppRecord) -> [ShortcutItem] {
    let dynamic = record.dynamicItemsAreHidden ? [] : record.dynamicItems
    let items = record.prepared.staticItems(on: deviceClass, os: os, locale: locale) + dynamic
    return Array(items.lazy.filter { !$0.localizedTitle.isEmpty }.prefix(Device.maximumAppRows))
  }

  func menuRows(of record: AppRecord) -> [MenuRowContent] {
    let items = shownItems(of: record).map { item in
      MenuRowContent(
        title: item.localizedTitle, subtitle: item.localizedSubtitle, identifier: item.type, icon: item.icon,
        action: .item(item))
    }
    let name = label(of: record)
    let lock = SystemRowTexts.Lock(method: model.authentication, isOn: record.requiresAuthentication)
    return items
      + systemRows(of: record).map { row in
        MenuRowContent(
          title: SystemRowTexts.title(row, os: os, locale: locale, appName: name, lock: lock),
          identifier: SystemRowTexts.identifier(row, os: os), action: .system(row))
      }
  }

  /// The rows of the system in their order (QUICK-073, QUICK-074). With 3D Touch there is a share row at most
  /// (QUICK-093).
  private func systemRows(of record: AppRecord) -> [SystemRow] {
    let isTestFlight = record.options.distribution == .testFlight
    guard os >= .scenes else { return os >= .v10 && canBeShared(record) && !isTestFlight ? [.shareApp] : [] }
    var rows: [SystemRow] = []
    if os >= .v18 { rows.append(.widgetSizes) }  // QUICK-088
    if deviceClass == .iPad, supportsMultipleScenes(record) {
      rows.append(.newWindow)  // QUICK-089
      if record.process?.scenes.isEmpty == false { rows.append(.showAllWindows) }  // QUICK-090
    }
    rows.append(.editHomeScreen)
    if isTestFlight {
      rows.append(.sendBetaFeedback)  // QUICK-084: instead of the share row
    } else if canBeShared(record) {
      rows.append(.shareApp)
    }
    if os >= .v18 { rows.append(.requireAuthentication) }  // QUICK-086
    rows.append(os < .v14 ? .deleteApp : .removeApp)  // QUICK-079, QUICK-077
    return rows
  }

  /// An app on the App Store can be shared, its development builds included (QUICK-081); Apple's own cannot (QUICK-082).
  private func canBeShared(_ record: AppRecord) -> Bool {
    record.options.published && !record.bundleIdentifier.hasPrefix("com.apple.")
  }

  private func supportsMultipleScenes(_ record: AppRecord) -> Bool {
    let manifest = record.prepared.info(on: deviceClass)["UIApplicationSceneManifest"]?.dictionary
    return manifest?["UIApplicationSupportsMultipleScenes"]?.boolean ?? false
  }

  /// After a change of the device's language dynamic items are hidden until the app sets them again (QUICK-064); older
  /// systems keep showing them in the old language (QUICK-063).
  func hideDynamicItems() {
    guard os >= .v11 else { return }
    for record in records where !record.dynamicItems.isEmpty { record.dynamicItemsAreHidden = true }
  }
}

extension DeviceModel {
  /// Whether a firm press opens menus, before iOS 13 (QUICK-097). A generic iPhone counts as one that can (QUICK-110).
  var has3DTouch: Bool {
    deviceClass == .iPhone && (isGeneric || DeviceModel.modelsWith3DTouch.contains(name))
  }

  private static let modelsWith3DTouch = [
    "iPhone 6s", "iPhone 6s Plus", "iPhone 7", "iPhone 7 Plus", "iPhone 8", "iPhone 8 Plus", "iPhone X", "iPhone XS",
  ]

  /// What the app lock asks for, from iOS 18 on (QUICK-115).
  var authentication: String {
    switch deviceClass {
    case .iPhone: name.hasPrefix("iPhone SE") ? "Touch ID" : "Face ID"
    default: hasLargeIcons ? "Face ID" : "Touch ID"
    }
  }
}
