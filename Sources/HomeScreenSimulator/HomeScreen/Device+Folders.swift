internal import AppPackages
import PropertyLists

/// Folders of the Home Screen: making, filling, opening and removing them.
extension Device {
  /// How many apps a folder takes: fifteen pages (QUICK-150).
  var maximumInFolder: Int { 15 * (deviceClass == .iPhone ? 9 : 16) }

  /// The apps in a folder, in their order.
  func records(inFolder number: Int) -> [AppRecord] {
    registry.onHomeScreen(cost: 2).compactMap { record in
      record.presence.seat.flatMap { $0.folder == number ? (record, $0.position) : nil }
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// A finger drops an icon on another one, or on one that is in a folder already. Gives the folder's number (QUICK-146).
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
        .folderFull, "The folder “\(folders[number]?.name ?? "")” has \(inside.count) apps and cannot take more",
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
        hint: "Add it to the Home Screen first: the menu of its icon in the App Library has a row for it.",
        fact: "QUICK-091")
    }
  }

  /// - Throws: ``SimulatorError`` `bad-folder` where icons may not be edited (QUICK-092).
  func requireEditable() throws(SimulatorError) {
    guard conditions.homeScreenEditing else {
      throw SimulatorError(
        .badFolder, "The Home Screen of this device cannot be edited",
        hint: "The condition homeScreenEditing forbids it.", fact: "QUICK-092")
    }
  }

  /// A folder goes with its last icon (QUICK-146).
  func removeEmptyFolders() {
    for folder in folders.list where records(inFolder: folder.number).isEmpty { forget(folder.number) }
  }

  private func forget(_ number: Int) {
    note(.menu(.folderRemoved), folderFields(number), fact: "QUICK-146")
    if screen.openFolder == number { screen.openFolder = nil }
    if screen.menu?.subject.folderNumber == number { closeMenu(because: .folderRemoved) }
    folders.remove(number)
  }

  func folderFields(_ number: Int) -> TraceDetail {
    [TraceDetail.Field(.folder, .string(folders[number]?.name ?? ""))]
  }

  // MARK: Opening

  /// A tap on a folder.
  func openFolder(_ number: Int) {
    screen.openFolder = number
    note(.menu(.folderOpened), folderFields(number), fact: "QUICK-147")
  }

  /// Gives whether one was open.
  @discardableResult
  func closeFolder() -> Bool {
    guard let number = screen.openFolder else { return false }
    screen.openFolder = nil
    note(.menu(.folderClosed), folderFields(number))
    return true
  }

  // MARK: Its menu

  /// Rename, edit and remove: from iOS 13 on (QUICK-095), before that with 3D Touch the first alone (QUICK-148), and the
  /// last from iOS 14 on (QUICK-149). Where icons may not be edited there is nothing to do (QUICK-092). Apps with badges
  /// stand in it too, and badges are not modelled.
  func folderRows() -> [MenuRowContent] {
    guard conditions.homeScreenEditing, os >= .v10 else { return [] }
    var rows: [SystemRow] = [.renameFolder]
    if os >= .scenes { rows.append(.editHomeScreen) }
    if os >= .v14 { rows.append(.removeFolder) }
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
      subject: .folder(number), rows: isUpward ? rows.reversed() : rows, opensUpward: isUpward,
      iconSide: iconSide(place), widget: nil)
  }

  func perform(_ row: SystemRow, onFolder number: Int) {
    switch row {
    case .renameFolder:
      // The folder opens, and its name waits for the keyboard.
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

  /// Its apps stay in the App Library (QUICK-149).
  private func remove(folder number: Int) {
    for record in records(inFolder: number) { takeOffHomeScreen(record) }
    removeEmptyFolders()
  }
}
