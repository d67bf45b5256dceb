/// What is on a device's screen, and what covers it: the app in front, alerts of the system's own window, the menu of
/// an icon, the Home Screen while it is edited, the lock.
///
/// Alerts that an app presents itself belong to its windows.
struct Screen {
  /// The process whose app fills the screen; nil on the Home Screen.
  var front: AppProcess?
  /// Alerts of the system's own window, the first one on top.
  private(set) var alerts: [AlertContent] = []
  /// The menu of an icon that is open.
  private(set) var menu: MenuContent?
  /// The folder that is open, by its number (QUICK-147).
  var openFolder: Int?
  /// The icons jiggle.
  private(set) var isEditing = false
  private(set) var isLocked = false
  /// The app that comes back when the screen is unlocked (LAUNCH-088).
  private var behindLock: AppRecord?

  /// The alert that everything else has to wait for.
  var alertOnTop: AlertContent? { alerts.first }

  /// The same, or the alert that the app in front presents.
  var visibleAlert: AlertContent? { alertOnTop ?? front?.presentedAlert }

  var mode: SpringboardMode {
    if isLocked { return .locked }
    if front != nil { return .app }
    if menu != nil { return .menu }
    if isEditing { return .editing }
    return openFolder == nil ? .home : .folder
  }

  // MARK: Alerts

  mutating func show(_ alert: AlertContent) { alerts.append(alert) }

  mutating func remove(_ alert: AlertContent) { alerts.removeAll { $0 === alert } }

  // MARK: The Home Screen

  mutating func open(_ menu: MenuContent) { self.menu = menu }

  /// Gives the menu that was open.
  mutating func closeMenu() -> MenuContent? {
    defer { menu = nil }
    return menu
  }

  mutating func edit() { isEditing = true }

  /// Gives whether the Home Screen was being edited.
  @discardableResult
  mutating func endEditing() -> Bool {
    defer { isEditing = false }
    return isEditing
  }

  // MARK: The lock

  /// - Parameter record: the app that was in front.
  mutating func lock(over record: AppRecord?) {
    isLocked = true
    behindLock = record
  }

  /// Gives the app that was in front when the screen was locked.
  mutating func unlock() -> AppRecord? {
    defer {
      isLocked = false
      behindLock = nil
    }
    return behindLock
  }

  /// A reboot: the Home Screen, with nothing over it. Processes have ended before.
  mutating func reset() { self = Screen() }

  func write(to state: inout DeviceState, at path: String) {
    state.write("\(path).mode", mode.rawValue)
    state.write("\(path).front", front?.bundleIdentifier)
    state.write("\(path).alerts", each: alerts) { state, path, alert in alert.write(to: &state, at: path) }
    state.write("\(path).menu", menu?.subject.record?.bundleIdentifier)
    state.write("\(path).menu.folder", menu?.subject.folderNumber)
    state.write("\(path).openFolder", openFolder)
    state.write("\(path).menu.rows", each: menu?.rows ?? []) { state, path, row in state.write(path, row.title) }
    state.write("\(path).isEditing", isSet: isEditing)
    state.write("\(path).behindLock", behindLock?.bundleIdentifier)
  }
}

/// What the screen shows, as far as the Home Screen is concerned.
public enum SpringboardMode: String, Sendable, CaseIterable {
  case home
  /// The menu of an icon is open.
  case menu
  /// A folder is open (QUICK-147).
  case folder
  /// The icons jiggle.
  case editing
  /// An app is in front.
  case app
  /// The screen is locked (LAUNCH-088).
  case locked
}
