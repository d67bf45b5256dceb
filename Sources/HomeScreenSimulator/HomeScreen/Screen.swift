import PropertyLists

/// The content of a device's screen, and what covers it: the app in front, alerts of the system's own window, the menu
/// of an icon, the Home Screen in editing mode, the lock.
///
/// Alerts that an app presents belong to its windows.
struct Screen {
  /// The process whose app fills the screen; nil on the Home Screen.
  var front: AppProcess?
  /// The alerts of the system's own window, the top one first.
  private(set) var alerts: [AlertContent] = []
  /// The open menu of an icon.
  private(set) var menu: MenuContent?
  /// The number of the open folder (QUICK-147).
  var openFolder: Int?
  /// Whether the icons jiggle.
  private(set) var isEditing = false
  private(set) var isLocked = false
  /// The app that returns when the screen is unlocked (LAUNCH-088).
  private var behindLock: AppRecord?

  /// The alert that blocks everything else.
  var alertOnTop: AlertContent? { alerts.first }

  /// The alert of the system, otherwise the one that the app in front presents.
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

  mutating func closeMenu() -> MenuContent? {
    defer { menu = nil }
    return menu
  }

  mutating func edit() { isEditing = true }

  /// Ends editing. Returns whether the Home Screen was being edited.
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

  /// Unlocks the screen and returns the app that was in front when it was locked.
  mutating func unlock() -> AppRecord? {
    defer {
      isLocked = false
      behindLock = nil
    }
    return behindLock
  }

  /// Resets to an uncovered Home Screen after a reboot, when all processes have ended.
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

/// The mode of the screen, with regard to the Home Screen.
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

/// Checks that the user can touch the icons.
extension Device {
  /// Presses Home first in interactive play, if the Home Screen is needed.
  /// - Parameter place: the place of the touch; nil for an icon in the App Library.
  func showHomeScreen(for place: IconPlace?) throws {
    guard pressesHome, command.running == nil, screen.front != nil, screen.visibleAlert == nil, !reachesDock(place)
    else { return }
    observer?.devicePressesHome(self)
    try pressHome()
  }

  /// Requires that nothing covers an icon or folder at this place; nil for one in the App Library.
  func requireReachable(_ what: @autoclosure () -> String, at place: IconPlace?) throws(SimulatorError) {
    try requireUnlocked(what())
    if let cover = screen.visibleAlert { throw covered(by: cover, what()) }
    if let front = screen.front, !reachesDock(place) {
      throw SimulatorError(
        .notOnHomeScreen, "\(what()) is not visible: \(front.bundleIdentifier) is in front",
        hint:
          "Press Home first: device:pressHome().\(hasDockInApps ? " Over an app, only an iPad's Dock can be reached." : "")",
        fact: "LAUNCH-020")
    }
    if let menu = screen.menu {
      throw SimulatorError(
        .menuCovers, "\(what()) is covered by the menu of “\(label(of: menu.subject))”",
        hint: "Tap one of its rows, or press Home to close it.")
    }
  }

  /// Returns the error for an icon covered by an open folder.
  func coveredByFolder(_ number: Int, _ what: String) -> SimulatorError {
    SimulatorError(
      .folderCovers, "\(what) is covered by the open folder “\(folders[number]?.name ?? "")”",
      hint: "Press Home to close the folder.", fact: "QUICK-147")
  }

  /// Requires that the remove badges are shown.
  func requireJiggling(_ what: String) throws(SimulatorError) {
    try requireUnlocked(what)
    if let cover = screen.visibleAlert { throw covered(by: cover, what) }
    guard !screen.isEditing || screen.front != nil else { return }
    throw SimulatorError(
      .iconsDoNotJiggle, "\(what) has no badge to tap, because the Home Screen is not being edited",
      hint: "Press an icon for two seconds or more, or tap “Edit Home Screen” in its menu.", fact: "QUICK-101")
  }
}

/// The locks of the screen and of single apps.
extension Device {
  /// Whether the screen is locked.
  public var isLocked: Bool { screen.isLocked }

  /// Locks or unlocks the screen (LAUNCH-088).
  ///
  /// Locking moves the app in front to the background, as the Home gesture does, and closes the menu of an icon;
  /// unlocking brings that app back. While the screen is locked, the user cannot touch anything on it, but apps still
  /// run in the background.
  /// - Throws: errors that escape the app's code.
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

  /// Returns whether the user may open the app, or change its lock; a locked app asks for authentication each time
  /// (QUICK-121).
  func authenticates(_ record: AppRecord, always: Bool = false) -> Bool {
    guard always || record.requiresAuthentication else { return true }
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

/// A screen as lines to compare: the content in front, each icon with its place and picture, the menu with its rows,
/// the alert with its buttons.
public enum ScreenLines {
  /// Returns the lines of a screen; equal screens have equal lines.
  public static func of(_ picture: ScreenPicture) -> [String] {
    let isTinted = picture.appearance == .tinted || picture.appearance == .tintedLight
    let look =
      picture.appearance == .light ? "" : ", \(picture.appearance.rawValue)\(isTinted ? " \(picture.tint)" : "")"
    var lines = [
      "\(picture.model.title(picture.os)), \(picture.locale)\(look)"
    ]
    switch picture.mode {
    case .locked: lines.append("the screen is locked")
    case .app: if let front = picture.front { lines += of(front) }
    case .home, .menu, .folder, .editing:
      if let front = picture.front {
        lines += of(front)
      } else {
        lines.append(
          "Home Screen, page \(picture.page) of \(picture.pageCount)"
            + (picture.mode == .editing ? ", the icons jiggle" : ""))
      }
    }
    lines += picture.icons.map(of) + picture.dock.map(of) + picture.folders.map(of)
    if let folder = picture.openFolder {
      lines.append("open: folder “\(folder.name)”, page 1 of \(folder.pageCount)")
      lines += folder.icons.map(of)
    }
    if let menu = picture.menu { lines += of(menu) }
    if let alert = picture.alert { lines += of(alert) }
    return lines.map { ControlCharacters.cleaned($0, limit: 1000) }
  }

  /// Returns the drawn picture of an icon: `AppIcon60x60@3x.png, 180 px`.
  public static func of(_ picture: IconPicture) -> String {
    var parts = [picture.isPlaceholder ? "placeholder" : picture.file ?? "a picture without a name"]
    if let name = picture.iconName { parts.append("icon “\(name)”") }
    parts.append("\(picture.pixels) px")
    if picture.isScaled { parts.append(picture.filePixels.map { "scaled from \($0) px" } ?? "scaled") }
    if picture.source == .unchanged { parts.append("as it was before") }
    if !picture.doubts.isEmpty { parts.append("not sure") }
    return parts.joined(separator: ", ")
  }

  private static func of(_ place: IconPlace) -> String {
    switch place {
    case .grid(_, let row, let column): "row \(row), column \(column)"
    case .dock(let column): "Dock, \(column)"
    }
  }

  private static func of(_ folder: ScreenPicture.Folder) -> String {
    let pictures = folder.artworks.map { of($0.picture) }
    return "  \(of(folder.place)): folder “\(folder.name)”, \(folder.count) icons: \(pictures.joined(separator: "; "))"
  }

  private static func of(_ icon: ScreenPicture.Icon) -> String {
    let state =
      switch icon.state {
      case .installed: ""
      case .downloading, .paused, .offloaded: " (\(icon.state.rawValue))"
      }
    return "  \(of(icon.place)): \(icon.label)\(state), \(of(icon.artwork.picture))"
  }

  private static func of(_ front: ScreenPicture.FrontApp) -> [String] {
    ["\(front.label) is in front\(front.isActive ? "" : ", not active")"]
      + front.windows.enumerated().map { index, window in
        let title = window.title.map { " “\($0)”" } ?? ""
        guard window.isVisible else { return "  window \(index + 1)\(title): the launch screen" }
        guard !window.controllers.isEmpty else {
          return "  window \(index + 1)\(title): black, without a view of the app"
        }
        let controllers = window.controllers.map { controller in
          controller.title.map { "\($0) (\(controller.className))" } ?? controller.className
        }
        return "  window \(index + 1)\(title): \(controllers.joined(separator: ", over it "))"
      }
  }

  private static func of(_ menu: ScreenPicture.Menu) -> [String] {
    ["menu of \(menu.label), opens \(menu.opensUpward ? "upward" : "downward")"]
      + (menu.widget.map { ["  widget \($0)"] } ?? [])
      + menu.rows.map { row in
        let glyph = row.glyph.flatMap { glyph in glyph.name.map { ", \(glyph.source.rawValue) \($0)" } } ?? ""
        return "  \(row.lines.joined(separator: " – "))\(row.isSystem ? ", of the system" : glyph)"
      } + (menu.english.map { ["  in English: \($0)"] } ?? [])
  }

  private static func of(_ alert: ScreenPicture.Alert) -> [String] {
    let texts = [alert.title, alert.message].compactMap(\.self).filter { !$0.isEmpty }
    return ["alert: \(texts.isEmpty ? alert.label : texts.joined(separator: " – "))"]
      + (alert.artwork.map { ["  picture: \(of($0.picture))"] } ?? [])
      + alert.buttons.map { "  button \($0.title)\($0.style == .default ? "" : ", \($0.style.rawValue)")" }
      + (alert.english.map { ["  in English: \($0)"] } ?? [])
  }
}
