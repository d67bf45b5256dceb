internal import AppPackages
import PropertyLists

/// What the menu of an icon shows.
extension Device {
  /// The most rows of the app itself (QUICK-065, QUICK-068); rows of the system do not count.
  static let maximumAppRows = 4

  /// Three on beta builds of iOS 13 and 14, where the row for feedback takes one place (QUICK-069).
  private func maximumAppRows(of record: AppRecord) -> Int {
    let isShort = record.options.distribution == .testFlight && (13...14).contains(os.major)
    return isShort ? Device.maximumAppRows - 1 : Device.maximumAppRows
  }

  /// The app's items that are shown: static ones in the order of the Info.plist, then dynamic ones in the order of the
  /// array (QUICK-066, QUICK-070), without those that have an empty title (QUICK-036, QUICK-067), and of these the first
  /// four. Before the first launch there are only static ones (QUICK-059), and dynamic ones need no key in the
  /// Info.plist (QUICK-031). What is set in `sceneWillResignActive` is there in time (QUICK-051).
  func shownItems(of record: AppRecord) -> [ShortcutItem] {
    if record.download != nil { return [] }  // QUICK-094
    let maximum = maximumAppRows(of: record)
    var shown: [ShortcutItem] = []
    shown.reserveCapacity(maximum)
    for items in [record.prepared.staticItems(on: deviceClass, os: os, locale: locale), record.dynamicItems] {
      Work.count(items.count)
      for item in items where shown.count < maximum && !item.localizedTitle.isEmpty { shown.append(item) }
    }
    return shown
  }

  func makeMenu(of record: AppRecord, inLibrary: Bool) -> MenuContent {
    let place = inLibrary ? nil : place(of: record)
    let isUpward = opensUpward(place)
    let rows = menuRows(of: record, inLibrary: inLibrary)
    return MenuContent(
      subject: .app(record), rows: isUpward ? rows.reversed() : rows, opensUpward: isUpward, iconSide: iconSide(place),
      widget: todayWidget(of: record))
  }

  /// The Today widget that the Info.plist picks: iOS 10 to 13 (QUICK-011); later systems show none (QUICK-012).
  private func todayWidget(of record: AppRecord) -> String? {
    guard os >= .v10, os < .v14 else { return nil }
    return record.prepared.info(on: deviceClass)["UIApplicationShortcutWidget"]?.string
  }

  /// In the order of a menu that opens downward.
  private func menuRows(of record: AppRecord, inLibrary: Bool) -> [MenuRowContent] {
    let items = shownItems(of: record)
    let systemRows = systemRows(of: record, inLibrary: inLibrary)
    var rows: [MenuRowContent] = []
    rows.reserveCapacity(items.count + systemRows.count)
    for item in items {
      rows.append(
        MenuRowContent(
          title: item.localizedTitle, subtitle: item.localizedSubtitle, identifier: item.type, icon: item.icon,
          action: .item(item)))
    }
    let name = label(of: record)
    for row in systemRows {
      rows.append(
        MenuRowContent(
          title: title(of: row, for: record, named: name), identifier: SystemText.rowIdentifier(row).words(os: os),
          action: .system(row)))
    }
    return rows
  }

  private func title(of row: SystemRow, for record: AppRecord, named name: String) -> String {
    guard row == .requireAuthentication else { return words(.row(row), name) }
    return words(record.requiresAuthentication ? .unlockRow : .row(row), model.authentication)
  }

  /// The rows of the system in their order (QUICK-073, QUICK-074). With 3D Touch there is a share row at most
  /// (QUICK-093), or from iOS 11 on the one for feedback (QUICK-084, QUICK-143, QUICK-145).
  private func systemRows(of record: AppRecord, inLibrary: Bool) -> [SystemRow] {
    let isTestFlight = record.options.distribution == .testFlight
    let isPublished = record.options.isPublished && !SystemApps.contains(record.bundleIdentifier)  // QUICK-082
    guard os >= .scenes else {
      if isTestFlight { return os >= .v11 ? [.sendBetaFeedback] : [] }
      return os >= .v10 && isPublished ? [.shareApp] : []
    }
    let edit: [SystemRow] = conditions.homeScreenEditing ? [.editHomeScreen] : []  // QUICK-092
    if let download = record.download {
      let hold = download == .running ? SystemRow.pauseDownload : .resumeDownload
      return [.prioritiseDownload, hold, .cancelDownload] + edit  // QUICK-094
    }
    var rows: [SystemRow] = []
    if os >= .v18, conditions.homeScreenEditing, !inLibrary { rows.append(.widgetSizes) }  // QUICK-088, QUICK-092
    if canHaveScenes(record) {
      rows.append(.newWindow)  // QUICK-089
      if record.process?.scenes.isEmpty == false { rows.append(.showAllWindows) }  // QUICK-090
    }
    rows += edit
    if inLibrary, !record.presence.isOnHomeScreen { rows.append(.addToHomeScreen) }  // QUICK-091
    if isTestFlight {
      rows.append(.sendBetaFeedback)  // QUICK-084: instead of the share row
    } else if isPublished {
      rows.append(.shareApp)  // QUICK-081
    }
    if os >= .v18, !SystemApps.withoutLock.contains(record.bundleIdentifier) {
      rows.append(.requireAuthentication)  // QUICK-086, QUICK-087
    }
    rows.append(os < .v14 || inLibrary ? .deleteApp : .removeApp)  // QUICK-079, QUICK-078, QUICK-077
    return rows
  }

  /// After a change of the device's language nobody sees dynamic items until the app sets them again (QUICK-064); older
  /// systems keep showing them in the old language (QUICK-063).
  func hideDynamicItems() {
    guard os >= .v11 else { return }
    for record in registry.all() { record.dynamicItems = [] }
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
    case .iPad: hasLargeIcons ? "Face ID" : "Touch ID"
    }
  }
}
