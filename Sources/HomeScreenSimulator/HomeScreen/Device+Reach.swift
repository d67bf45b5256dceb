/// What lies between a finger and the icons.
extension Device {
  /// Where a person plays, what needs the Home Screen presses Home first.
  /// - Parameter place: of what is touched; nil for an icon in the App Library.
  func showHomeScreen(for place: IconPlace?) throws {
    guard pressesHome, command.running == nil, screen.front != nil, screen.visibleAlert == nil, !reachesDock(place)
    else {
      return
    }
    observer?.devicePressesHome(self)
    try pressHome()
  }

  /// Nothing lies over an icon or folder at this place; nil for one in the App Library.
  func requireReachable(_ what: @autoclosure () -> String, at place: IconPlace?) throws(SimulatorError) {
    try requireUnlocked(what())
    if let cover = screen.visibleAlert { throw covered(by: cover, what()) }
    if let front = screen.front, !reachesDock(place) {
      throw SimulatorError(
        .notOnHomeScreen, "\(what()) is not visible: \(front.bundleIdentifier) is in front",
        hint:
          "Press Home first: device:pressHome().\(hasDockInApps ? " Over an app, an iPad reaches the icons in its Dock." : "")",
        fact: "LAUNCH-020")
    }
    if let menu = screen.menu {
      throw SimulatorError(
        .menuCovers, "\(what()) is covered by the menu of “\(label(of: menu.subject))”",
        hint: "Tap one of its rows, or press Home to close it.")
    }
  }

  /// The error for what lies behind an open folder.
  func coveredByFolder(_ number: Int, _ what: String) -> SimulatorError {
    SimulatorError(
      .folderCovers, "\(what) is covered by the open folder “\(folders[number]?.name ?? "")”",
      hint: "Press Home to close the folder.", fact: "QUICK-147")
  }

  /// The badges that take icons away are there.
  func requireJiggling(_ what: String) throws(SimulatorError) {
    try requireUnlocked(what)
    if let cover = screen.visibleAlert { throw covered(by: cover, what) }
    guard !screen.isEditing || screen.front != nil else { return }
    throw SimulatorError(
      .iconsDoNotJiggle, "\(what) has no badge to tap, because the Home Screen is not being edited",
      hint: "Press an icon for two seconds or more, or tap “Edit Home Screen” in its menu.", fact: "QUICK-101")
  }
}
