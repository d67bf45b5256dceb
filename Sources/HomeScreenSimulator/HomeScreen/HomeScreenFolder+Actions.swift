/// What a finger does with a folder.
extension HomeScreenFolder {
  /// What stands under it.
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`.
  public var name: String { get throws(SimulatorError) { try folder().name } }

  /// Where it is on the Home Screen.
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`.
  public var place: IconPlace { get throws(SimulatorError) { try folder().place } }

  /// The icons in it, in their order.
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`.
  public var icons: [HomeScreenIcon] {
    get throws(SimulatorError) {
      _ = try folder()
      return device.records(inFolder: number).map { HomeScreenIcon(device: device, record: $0) }
    }
  }

  /// Whether it is there: a folder goes with its last icon (QUICK-146).
  public var exists: Bool { device.folders[number] != nil }

  /// Whether its icons are visible.
  public var isOpen: Bool { device.screen.openFolder == number }

  /// Opens it, so that a finger reaches its icons (QUICK-147).
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`, `alert-covers`, `menu-covers`, `folder-covers`, `not-on-home-screen` or
  ///   `device-locked`.
  public func tap() throws {
    try device.showHomeScreen(for: folder().place)
    try device.perform("folder:tap") {
      try requireReachable()
      device.openFolder(number)
    }
  }

  /// Presses it for so long, and returns the menu that opens (QUICK-095, QUICK-148); nil when none does, with the reason in
  /// the trace.
  ///
  /// - Throws: ``SimulatorError``, as ``tap()`` does, and `bad-time` or `icons-jiggle`.
  public func press(seconds: Double = 1.4) throws -> IconMenu? {
    let span = try VirtualTime(seconds: seconds)
    try device.showHomeScreen(for: folder().place)
    return try device.perform("folder:press") {
      try requireReachable()
      if device.screen.isEditing {
        throw SimulatorError(
          .iconsJiggle, "The Home Screen is being edited, so a press opens no menu",
          hint: "Press Home first: device:pressHome().",
          fact: "QUICK-101")
      }
      return try device.press(.folder(number), for: span, inLibrary: false).map {
        IconMenu(device: device, content: $0)
      }
    }
  }

  /// Types another name.
  ///
  /// - Throws: ``SimulatorError``, as ``tap()`` does, and `bad-folder` for an empty name, or where icons may not be edited
  ///   (QUICK-092).
  public func rename(to name: String) throws {
    try device.showHomeScreen(for: folder().place)
    try device.perform("folder:rename") {
      try requireReachable(isOpenFine: true)
      try device.requireEditable()
      guard !name.isEmpty else {
        throw SimulatorError(
          .badFolder, "A folder must have a name", hint: "Use at least one letter.", fact: "QUICK-146")
      }
      guard name.utf8.count <= Self.longestName else {
        throw SimulatorError(
          .badFolder, "The name of a folder is longer than \(Self.longestName) bytes",
          hint: "That is the model's limit; icons' labels are cut long before.")
      }
      device.folders.change(number) { $0.name = name }
      device.note(.menu(.folderRenamed), device.folderFields(number), fact: "QUICK-095")
    }
  }

  /// Puts it there, as a finger does that drags it (QUICK-118).
  ///
  /// - Throws: ``SimulatorError`` `bad-icon-place`, `bad-folder` where icons may not be edited, `device-locked` or
  ///   `folder-gone`.
  public func move(to place: IconPlace) throws {
    let name = try folder().name
    try device.perform("folder:move") {
      try device.requireUnlocked("The folder “\(name)”")
      try device.requireEditable()
      try device.requireFree(place, forFolder: number)
      device.folders.change(number) { $0.place = place }
      device.note(.menu(.moved), device.folderFields(number), fact: "QUICK-118")
    }
  }

  /// Taps the badge that it has while icons jiggle, from iOS 14 on: the question of its menu's row follows (QUICK-149).
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`, `icons-do-not-jiggle`, `not-modelled` before iOS 14, or `alert-covers`.
  public func remove() throws {
    let name = try folder().name
    try device.perform("folder:remove") {
      try device.requireJiggling("The folder “\(name)”")
      guard device.os >= .v14 else {
        throw SimulatorError(
          .badFolder, "iOS \(device.os) has no badge that removes a folder", hint: "Move its icons out of it.",
          fact: "QUICK-149")
      }
      device.askBeforeRemoving(folder: number)
    }
  }

  func folder() throws(SimulatorError) -> IconFolders.Folder {
    if let folder = device.folders[number] { return folder }
    throw SimulatorError(
      .folderGone, "The folder no longer exists", hint: "A folder disappears with its last icon.", fact: "QUICK-146")
  }

  /// Nothing lies between the finger and the folder.
  private func requireReachable(isOpenFine: Bool = false) throws(SimulatorError) {
    let folder = try folder()
    try device.requireReachable("The folder “\(folder.name)”", at: folder.place)
    if isOpen {
      guard !isOpenFine else { return }
      throw SimulatorError(
        .folderCovers, "The folder “\(folder.name)” is open already", hint: "Press Home to close it.", fact: "QUICK-147"
      )
    }
    if let open = device.screen.openFolder { throw device.coveredByFolder(open, "The folder “\(folder.name)”") }
  }
}

extension HomeScreenFolder: Equatable {
  /// The same folder of the same device.
  public static func == (a: HomeScreenFolder, b: HomeScreenFolder) -> Bool {
    a.device === b.device && a.number == b.number
  }
}
