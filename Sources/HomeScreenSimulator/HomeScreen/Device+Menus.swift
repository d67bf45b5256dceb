import PropertyLists

/// The menu of an icon: opening, using, closing.
extension Device {
  /// A shorter touch is no press (QUICK-111).
  static let shortestPress = VirtualTime(milliseconds: 500)
  /// From here on a press ends in editing mode (QUICK-101).
  static let editingPress = VirtualTime(milliseconds: 2000)

  /// Presses an icon or a folder for so long; nil when no menu opens.
  func press(_ subject: MenuSubject, for span: VirtualTime, inLibrary: Bool) throws -> MenuContent? {
    pass(span)
    try requireNoSystemAlert(over: "The icon “\(label(of: subject))”")
    guard span >= Device.shortestPress else { return noMenu(of: subject, .tooShort, fact: "QUICK-111") }
    if os < .scenes {
      guard !conditions.simulator else { return noMenu(of: subject, .simulator, fact: "QUICK-099") }
      guard model.has3DTouch else {
        if canEdit { beginEditing() }
        return noMenu(of: subject, .no3DTouch, fact: "QUICK-112")
      }
    } else if span >= Device.editingPress, canEdit {
      beginEditing()
      return noMenu(of: subject, .editing, fact: "QUICK-101")
    }
    let menu =
      switch subject {
      case .app(let record): makeMenu(of: record, inLibrary: inLibrary)
      case .folder(let number): makeMenu(ofFolder: number)
      }
    if let record = subject.record, record.download == nil { noteItemsLeftOut(of: record) }
    guard !menu.rows.isEmpty else { return noMenu(of: subject, .noRows, fact: "QUICK-113") }
    screen.open(menu)
    note(
      .menu(.opened), app: subject.record?.bundleIdentifier,
      .fields([TraceDetail.Field(.rows, .integer(menu.rows.count))] + folderField(of: subject)),
      fact: os < .scenes ? "QUICK-097" : "QUICK-098")
    scheduler.schedule(.transition, process: nil, after: self.span(conditions.menuTransition)) { _ in }
    return menu
  }

  /// Each static item that never comes into a menu, with its reason (QUICK-013 to QUICK-016, QUICK-018).
  private func noteItemsLeftOut(of record: AppRecord) {
    let entries = record.prepared.info(on: deviceClass)[ShortcutItemKey.array]?.array ?? []
    guard record.prepared.staticItems(on: deviceClass, os: os, locale: locale).count < entries.count else { return }
    Work.count(entries.count * StaticItems.costOfEntry)
    for (index, entry) in entries.enumerated() {
      let obstacles = StaticItems.obstacles(of: entry)
      guard let first = obstacles.first else { continue }
      note(
        .menu(.itemLeftOut), app: record.bundleIdentifier,
        [
          TraceDetail.Field(.name, .string("item \(index + 1)")),
          TraceDetail.Field(.reason, .string(obstacles.map(\.text).joined(separator: " and "))),
        ], fact: first.fact)
    }
  }

  private func noMenu(of subject: MenuSubject, _ reason: MenuObstacle, fact: FactID) -> MenuContent? {
    note(
      .menu(.notOpened), app: subject.record?.bundleIdentifier,
      .fields([TraceDetail.Field(.reason, reason)] + folderField(of: subject)), fact: fact)
    return nil
  }

  /// What stands under an icon or a folder.
  func label(of subject: MenuSubject) -> String {
    switch subject {
    case .app(let record): label(of: record)
    case .folder(let number): folders[number]?.name ?? ""
    }
  }

  /// Which folder the event is about, if it is about one.
  private func folderField(of subject: MenuSubject) -> [TraceDetail.Field] {
    subject.folderNumber == nil ? [] : [TraceDetail.Field(.folder, .string(label(of: subject)))]
  }

  /// Taps a row: the menu closes, then the row does what it stands for (QUICK-140).
  func tap(_ row: MenuRowContent, of menu: MenuContent) throws {
    try requireUnlocked("The row “\(row.title)”")
    try requireNoSystemAlert(over: "The row “\(row.title)”")
    guard screen.menu === menu else {
      throw SimulatorError(
        .menuClosed, "The menu with the row “\(row.title)” is no longer open", hint: "Press the icon again.")
    }
    _ = screen.closeMenu()
    note(
      .menu(.tapped), app: menu.subject.record?.bundleIdentifier,
      .fields([TraceDetail.Field(.row, .string(row.title))] + folderField(of: menu.subject)))
    pass(span(conditions.menuTransition))
    switch (row.action, menu.subject) {
    case (.item(let item), .app(let record)): try bringToFront(record, .quickAction(item), isFromIcon: true)
    case (.system(let system), .app(let record)): try perform(system, on: record)
    case (.system(let system), .folder(let number)): perform(system, onFolder: number)
    case (.item, .folder): break
    }
  }

  private func perform(_ row: SystemRow, on record: AppRecord) throws {
    switch row {
    case .newWindow: try openWindow(of: record)
    case .showAllWindows:
      // The switcher lies outside of the Home Screen; the tester chooses with the scene's activate.
      note(
        .menu(.windows), app: record.bundleIdentifier,
        [TraceDetail.Field(.count, .integer(record.process?.scenes.count ?? 0))], fact: "QUICK-090")
    case .addToHomeScreen:
      record.presence.addToHomeScreen()
      note(.menu(.addedToHomeScreen), app: record.bundleIdentifier, fact: "QUICK-091")
    case .prioritiseDownload: note(.menu(.prioritised), app: record.bundleIdentifier, fact: "QUICK-094")
    case .pauseDownload, .resumeDownload: toggleDownload(of: record)
    case .cancelDownload: remove(record)
    case .editHomeScreen:
      leaveForeground()
      beginEditing()
      note(.menu(.editing), app: record.bundleIdentifier, fact: "QUICK-075")
    case .removeApp: askBeforeRemoving(record)
    case .deleteApp: confirmRemoving(record)
    case .requireAuthentication:
      record.requiresAuthentication.toggle()
      note(
        .menu(.appLock), app: record.bundleIdentifier,
        [TraceDetail.Field(.on, .boolean(record.requiresAuthentication))], fact: "QUICK-086")
    case .renameFolder, .removeFolder:
      // Rows of folders.
      break
    case .shareApp, .sendBetaFeedback, .widgetSizes:
      // What comes then lies outside of the Home Screen and of the app; the trace has the tap.
      break
    }
  }

  /// Another window of the app (QUICK-089, LAUNCH-101).
  func openWindow(of record: AppRecord) throws {
    try requireRoomForScene(record)
    try bringToFront(record, isNewScene: record.process != nil)
  }

  /// The choice, then a confirmation (QUICK-077): a wrong tap does not delete the app under test at once (QUICK-104).
  func askBeforeRemoving(_ record: AppRecord) {
    ask(
      words(.removeQuestion, label(of: record)), about: record.bundleIdentifier,
      choices: [
        (words(.deleteApp), { $0.confirmRemoving(record) }),
        (words(.removeFromHomeScreen), { $0.takeOffHomeScreen(record) }),
      ])
  }

  func confirmRemoving(_ record: AppRecord) {
    ask(
      words(.deleteQuestion, label(of: record)), about: record.bundleIdentifier,
      choices: [(words(.delete), { device in if record.isInstalled { device.remove(record) } })])
  }

  /// The app stays in the App Library (QUICK-091).
  func takeOffHomeScreen(_ record: AppRecord) {
    record.presence.removeFromHomeScreen()
    note(.menu(.removedFromHomeScreen), app: record.bundleIdentifier, fact: "QUICK-091")
    removeEmptyFolders()
  }

  /// A question of the system with its choices and `Cancel` (QUICK-116).
  func ask(
    _ question: String, about app: String?, choices: [(title: String, body: (Device) -> Void)],
    fact: FactID = "QUICK-077"
  ) {
    show(
      AlertContent(
        label: question, title: question, buttons: choices.map(\.title) + [words(.cancel)], owner: .system,
        app: app, process: nil,
        answered: { device, button in choices.first { $0.title == button }?.body(device) }),
      fact: fact)
  }

  /// Takes the menu off the screen without a tap on it. Gives whether one was open.
  @discardableResult
  func closeMenu(because cause: MenuEnd) -> Bool {
    guard let menu = screen.closeMenu() else { return false }
    note(
      .menu(.closed), app: menu.subject.record?.bundleIdentifier,
      .fields([TraceDetail.Field(.cause, cause)] + folderField(of: menu.subject)))
    return true
  }

  /// An update or a removal of the app takes its menu off the screen (QUICK-141).
  func closeMenu(of record: AppRecord, because cause: MenuEnd) {
    if screen.menu?.subject.record === record { closeMenu(because: cause) }
  }

  /// Whether a long press makes icons jiggle: on the Home Screen, not in the Dock over an app (LAUNCH-106).
  private var canEdit: Bool { conditions.homeScreenEditing && screen.front == nil }

  /// The icons jiggle, and are drawn anew for it (ICON-158).
  func beginEditing() {
    screen.edit()
    for record in registry.all() { record.icon.jiggle() }
  }

  func endEditing() {
    guard screen.endEditing() else { return }
    note(.menu(.editingEnded))
  }
}
