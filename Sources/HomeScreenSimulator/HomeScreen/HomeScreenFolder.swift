internal import AppPackages
import PropertyLists

/// The user's gestures on a folder.
extension HomeScreenFolder {
  /// The name below the folder.
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`.
  public var name: String { get throws(SimulatorError) { try folder().name } }

  /// The place on the Home Screen.
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`.
  public var place: IconPlace { get throws(SimulatorError) { try folder().place } }

  /// The icons in the folder, in order.
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`.
  public var icons: [HomeScreenIcon] {
    get throws(SimulatorError) {
      _ = try folder()
      return device.records(inFolder: number).map { HomeScreenIcon(device: device, record: $0) }
    }
  }

  /// Whether the folder exists: it disappears with its last icon (QUICK-146).
  public var exists: Bool { device.folders[number] != nil }

  /// Whether the folder's icons are visible.
  public var isOpen: Bool { device.screen.openFolder == number }

  /// Opens the folder, so that its icons can be touched (QUICK-147).
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`, `alert-covers`, `menu-covers`, `folder-covers`, `not-on-home-screen`
  ///   or `device-locked`.
  public func tap() throws {
    try device.showHomeScreen(for: folder().place)
    try device.perform("folder:tap") {
      try requireReachable()
      device.openFolder(number)
    }
  }

  /// Presses the folder for this long and returns the menu that opens (QUICK-095, QUICK-148); nil if none opens, with
  /// the reason in the trace.
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

  /// Renames the folder.
  ///
  /// - Throws: ``SimulatorError``, as ``tap()`` does, and `bad-folder` for an empty name or if icons cannot be edited
  ///   (QUICK-092).
  public func rename(to name: String) throws {
    try device.showHomeScreen(for: folder().place)
    try device.perform("folder:rename") {
      try requireReachable(isOpenFine: true)
      try device.requireEditable()
      guard !name.isEmpty else {
        throw SimulatorError(
          .badFolder, "A folder must have a name", hint: "Use at least one character.", fact: "QUICK-146")
      }
      guard name.utf8.count <= Self.longestName else {
        throw SimulatorError(
          .badFolder, "The name of a folder is longer than \(Self.longestName) bytes",
          hint: "Use a shorter name: the Home Screen cuts off much shorter labels, too.")
      }
      device.folders.change(number) { $0.name = name }
      device.note(.menu(.folderRenamed), device.folderFields(number), fact: "QUICK-095")
    }
  }

  /// Drags the folder to a place (QUICK-118).
  ///
  /// - Throws: ``SimulatorError`` `bad-icon-place`, `bad-folder` if icons cannot be edited, `device-locked` or
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

  /// Taps the remove badge while icons jiggle, from iOS 14 on: asks the same question as the menu's row (QUICK-149).
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`, `icons-do-not-jiggle`, `not-modelled` before iOS 14, or `alert-covers`.
  public func remove() throws {
    let name = try folder().name
    try device.perform("folder:remove") {
      try device.requireJiggling("The folder “\(name)”")
      guard device.hasAppLibrary else {
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
      .folderGone, "The folder no longer exists", hint: "Use another folder: a folder disappears with its last icon.",
      fact: "QUICK-146")
  }

  /// Requires that nothing covers the folder.
  private func requireReachable(isOpenFine: Bool = false) throws(SimulatorError) {
    let folder = try folder()
    try device.requireReachable("The folder “\(folder.name)”", at: folder.place)
    if isOpen {
      guard !isOpenFine else { return }
      throw SimulatorError(
        .folderCovers, "The folder “\(folder.name)” is already open", hint: "Press Home to close it.", fact: "QUICK-147"
      )
    }
    if let open = device.screen.openFolder { throw device.coveredByFolder(open, "The folder “\(folder.name)”") }
  }
}

extension HomeScreenFolder: Equatable {
  /// Returns whether both are the same folder of the same device.
  public static func == (a: HomeScreenFolder, b: HomeScreenFolder) -> Bool {
    a.device === b.device && a.number == b.number
  }
}

/// Making, filling, opening and removing folders of the Home Screen.
extension Device {
  /// The maximum number of apps in a folder: fifteen pages (QUICK-150).
  var maximumInFolder: Int { 15 * (deviceClass == .iPhone ? 9 : 16) }

  /// Returns the apps in a folder, in order.
  func records(inFolder number: Int) -> [AppRecord] {
    registry.onHomeScreen(cost: 2).compactMap { record in
      record.presence.seat.flatMap { $0.folder == number ? (record, $0.position) : nil }
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Drops an icon on another icon, which may be in a folder, and returns the folder's number (QUICK-146).
  func drop(_ record: AppRecord, onto other: AppRecord) throws -> Int {
    try requireDraggable(record)
    let seat = other.presence.seat
    guard other !== record, let place = seat.flatMap({ folders[$0.folder]?.place }) ?? place(of: other) else {
      throw SimulatorError(
        .badFolder, "The icon “\(label(of: record))” cannot be dropped there",
        hint: "Drop it on another icon of the Home Screen, or on a folder.", fact: "QUICK-146")
    }
    if let seat {
      try put(record, intoFolder: seat.folder)
      return seat.folder
    }
    let number = folders.make(named: words(.folderName), at: place)
    note(.menu(.folderMade), folderFields(number), fact: "QUICK-146")
    other.presence.move(to: FolderSeat(folder: number, position: 0))
    note(.menu(.moved), app: other.bundleIdentifier, folderFields(number), fact: "QUICK-146")
    try put(record, intoFolder: number)
    return number
  }

  /// - Throws: ``SimulatorError`` `folder-full`.
  func put(_ record: AppRecord, intoFolder number: Int) throws {
    try requireDraggable(record)
    let inside = records(inFolder: number)
    guard !inside.contains(where: { $0 === record }) else { return }
    guard inside.count < maximumInFolder else {
      throw SimulatorError(
        .folderFull, "The folder “\(folders[number]?.name ?? "")” has \(inside.count) apps, the maximum",
        hint: "Use another folder.", fact: "QUICK-150")
    }
    let position = (inside.last?.presence.seat?.position ?? -1) + 1
    record.presence.move(to: FolderSeat(folder: number, position: position))
    note(.menu(.moved), app: record.bundleIdentifier, folderFields(number), fact: "QUICK-146")
    removeEmptyFolders()
  }

  private func requireDraggable(_ record: AppRecord) throws(SimulatorError) {
    try requireUnlocked("The icon “\(label(of: record))”")
    try requireEditable()
    guard record.presence.isOnHomeScreen else {
      throw SimulatorError(
        .iconElsewhere, "The icon of \(record.bundleIdentifier) is only in the App Library",
        hint: "Add the icon to the Home Screen first: the menu of the icon in the App Library has a row for it.",
        fact: "QUICK-091")
    }
  }

  /// - Throws: ``SimulatorError`` `bad-folder` if icons cannot be edited (QUICK-092).
  func requireEditable() throws(SimulatorError) {
    guard conditions.homeScreenEditing else {
      throw SimulatorError(
        .badFolder, "The Home Screen of this device cannot be edited",
        hint: "Allow it: device.conditions.homeScreenEditing = true.", fact: "QUICK-092")
    }
  }

  /// Removes folders without icons (QUICK-146).
  func removeEmptyFolders() {
    for folder in folders.list where records(inFolder: folder.number).isEmpty { forget(folder.number) }
  }

  private func forget(_ number: Int) {
    note(.menu(.folderRemoved), folderFields(number), fact: "QUICK-146")
    if screen.openFolder == number { screen.openFolder = nil }
    if screen.menu?.subject.folderNumber == number { closeMenu(because: .folderRemoved) }
    folders.remove(number)
  }

  func folderFields(_ number: Int) -> TraceDetail { [TraceDetail.Field(.folder, .string(folders[number]?.name ?? ""))] }

  // MARK: Opening

  /// Opens a folder, as a tap on it does.
  func openFolder(_ number: Int) {
    screen.openFolder = number
    note(.menu(.folderOpened), folderFields(number), fact: "QUICK-147")
  }

  /// Closes the open folder. Returns whether one was open.
  @discardableResult
  func closeFolder() -> Bool {
    guard let number = screen.openFolder else { return false }
    screen.openFolder = nil
    note(.menu(.folderClosed), folderFields(number))
    return true
  }

  // MARK: Its menu

  /// Returns the rows of a folder's menu. From iOS 13 on: rename, edit (QUICK-095) and, if the version has an App
  /// Library, remove (QUICK-149). Before that: only rename, with 3D Touch (QUICK-148). If icons cannot be edited, the
  /// menu is empty (QUICK-092). Apps with badges would also be listed, but badges are not modelled.
  func folderRows() -> [MenuRowContent] {
    guard conditions.homeScreenEditing, os >= .v10 else { return [] }
    var rows: [SystemRow] = [.renameFolder]
    if os >= .scenes { rows.append(.editHomeScreen) }
    if hasAppLibrary { rows.append(.removeFolder) }
    return rows.map { row in
      MenuRowContent(
        title: words(.row(row)), identifier: SystemText.rowIdentifier(row).words(os: os), action: .system(row))
    }
  }

  func makeMenu(ofFolder number: Int) -> MenuContent {
    let place = folders[number]?.place
    let isUpward = opensUpward(place)
    let rows = folderRows()
    return MenuContent(
      subject: .folder(number), rows: arranged(rows, upward: isUpward), opensUpward: isUpward,
      iconSide: iconSide(place), widget: nil)
  }

  func perform(_ row: SystemRow, onFolder number: Int) {
    switch row {
    case .renameFolder:
      // The folder opens, with its name ready for editing.
      openFolder(number)
      beginEditing()
    case .editHomeScreen:
      beginEditing()
      note(.menu(.editing), fact: "QUICK-075")
    case .removeFolder: askBeforeRemoving(folder: number)
    case .widgetSizes, .newWindow, .showAllWindows, .shareApp, .sendBetaFeedback, .requireAuthentication, .removeApp,
      .deleteApp, .addToHomeScreen, .prioritiseDownload, .pauseDownload, .resumeDownload, .cancelDownload:
      // Rows of apps.
      break
    }
  }

  func askBeforeRemoving(folder number: Int) {
    ask(
      words(.removeQuestion, folders[number]?.name ?? ""), about: nil,
      choices: [(words(.remove), { $0.remove(folder: number) })], fact: "QUICK-149")
  }

  /// Removes a folder; its apps stay in the App Library (QUICK-149).
  private func remove(folder number: Int) {
    for record in records(inFolder: number) { takeOffHomeScreen(record) }
    removeEmptyFolders()
  }
}

/// The folders of a Home Screen. Each icon stores its own seat in a folder (``FolderSeat``).
struct IconFolders {
  /// A folder, with a name and a place (QUICK-146).
  struct Folder: Hashable {
    let number: Int
    var name: String
    var place: IconPlace
  }

  /// The folders in the order of creation.
  private(set) var list: [Folder] = []
  private var made = 0

  var places: [IconPlace] { list.map(\.place) }

  subscript(number: Int) -> Folder? { list.first { $0.number == number } }

  /// Adds a folder and returns its number.
  mutating func make(named name: String, at place: IconPlace) -> Int {
    made += 1
    list.append(Folder(number: made, name: name, place: place))
    return made
  }

  mutating func change(_ number: Int, _ change: (inout Folder) -> Void) {
    guard let index = list.firstIndex(where: { $0.number == number }) else { return }
    change(&list[index])
  }

  mutating func remove(_ number: Int) { list.removeAll { $0.number == number } }

  func write(to state: inout DeviceState, at path: String) {
    state.write(path, each: list) { state, path, folder in
      state.write(path, folder.name)
      folder.place.write(to: &state, at: "\(path).place")
    }
  }
}

/// The place of an icon in a folder.
struct FolderSeat: Hashable {
  /// The folder's number.
  let folder: Int
  /// The position in the order of the icons.
  let position: Int
}
