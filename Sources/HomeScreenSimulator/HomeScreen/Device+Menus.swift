/// The menu of an icon: opening, using, closing.
extension Device {
  /// A shorter touch is no press (QUICK-111).
  static let shortestPress = VirtualTime(milliseconds: 500)
  /// From here on a press ends in editing mode (QUICK-101).
  static let editingPress = VirtualTime(milliseconds: 2000)

  /// Presses an icon for so long; nil when no menu opens.
  func press(_ record: AppRecord, for span: VirtualTime, inLibrary: Bool) throws -> MenuContent? {
    pass(span)
    try requireNoSystemAlert(over: "The icon “\(label(of: record))”")
    guard span >= Device.shortestPress else { return noMenu(of: record, .tooShort, fact: "QUICK-111") }
    if os < .scenes {
      guard !conditions.simulator else { return noMenu(of: record, .simulator, fact: "QUICK-099") }
      guard model.has3DTouch else {
        if canEdit { beginEditing() }
        return noMenu(of: record, .no3DTouch, fact: "QUICK-112")
      }
    } else if span >= Device.editingPress, canEdit {
      beginEditing()
      return noMenu(of: record, .editing, fact: "QUICK-101")
    }
    let menu = makeMenu(of: record, inLibrary: inLibrary)
    guard !menu.rows.isEmpty else { return noMenu(of: record, .noRows, fact: "QUICK-113") }
    screen.open(menu)
    note(
      .menu(.opened), app: record.bundleIdentifier, [TraceDetail.Field(.rows, .integer(menu.rows.count))],
      fact: os < .scenes ? "QUICK-097" : "QUICK-098")
    scheduler.schedule(.transition, process: nil, after: self.span(conditions.menuTransition)) { _ in }
    return menu
  }

  private func noMenu(of record: AppRecord, _ reason: MenuObstacle, fact: FactID) -> MenuContent? {
    note(.menu(.notOpened), app: record.bundleIdentifier, [TraceDetail.Field(.reason, reason)], fact: fact)
    return nil
  }

  /// Taps a row: the menu closes, then the row does what it stands for (QUICK-140).
  func tap(_ row: MenuRowContent, of menu: MenuContent) throws {
    try requireUnlocked("The row “\(row.title)”")
    try requireNoSystemAlert(over: "The row “\(row.title)”")
    guard screen.menu === menu else {
      throw SimulatorError(
        .menuClosed, "The menu with the row “\(row.title)” is not open any more", hint: "Press the icon again.")
    }
    _ = screen.closeMenu()
    note(.menu(.tapped), app: menu.record.bundleIdentifier, [TraceDetail.Field(.row, .string(row.title))])
    pass(span(conditions.menuTransition))
    switch row.action {
    case .item(let item): try bringToFront(menu.record, .quickAction(item), isFromIcon: true)
    case .system(let system): try perform(system, on: menu.record)
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
  private func askBeforeRemoving(_ record: AppRecord) {
    ask(
      words(.removeQuestion, label(of: record)), about: record,
      choices: [
        (words(.deleteApp), { $0.confirmRemoving(record) }),
        (words(.removeFromHomeScreen), { $0.takeOffHomeScreen(record) }),
      ])
  }

  private func confirmRemoving(_ record: AppRecord) {
    ask(
      words(.deleteQuestion, label(of: record)), about: record,
      choices: [(words(.delete), { device in if record.isInstalled { device.remove(record) } })])
  }

  /// The app stays in the App Library (QUICK-091).
  private func takeOffHomeScreen(_ record: AppRecord) {
    record.presence.removeFromHomeScreen()
    note(.menu(.removedFromHomeScreen), app: record.bundleIdentifier, fact: "QUICK-091")
  }

  /// A question of the system with its choices and `Cancel` (QUICK-116).
  private func ask(
    _ question: String, about record: AppRecord, choices: [(title: String, body: (Device) -> Void)]
  ) {
    show(
      AlertContent(
        label: question, title: question, buttons: choices.map(\.title) + [words(.cancel)], owner: .system,
        app: record.bundleIdentifier, process: nil,
        answered: { device, button in choices.first { $0.title == button }?.body(device) }),
      fact: "QUICK-077")
  }

  /// Takes the menu off the screen without a tap on it.
  /// Gives whether one was open.
  @discardableResult
  func closeMenu(because cause: MenuEnd) -> Bool {
    guard let menu = screen.closeMenu() else { return false }
    note(.menu(.closed), app: menu.record.bundleIdentifier, [TraceDetail.Field(.cause, cause)])
    return true
  }

  /// An update or a removal of the app takes its menu off the screen (QUICK-141).
  func closeMenu(of record: AppRecord, because cause: MenuEnd) {
    if screen.menu?.record === record { closeMenu(because: cause) }
  }

  /// Whether a long press makes icons jiggle: on the Home Screen, not in the Dock over an app (LAUNCH-106).
  private var canEdit: Bool { conditions.homeScreenEditing && screen.front == nil }

  /// The icons jiggle, and are drawn anew for it (ICON-158).
  private func beginEditing() {
    screen.edit()
    for record in registry.all() { record.icon.jiggle() }
  }

  func endEditing() {
    guard screen.endEditing() else { return }
    note(.menu(.editingEnded))
  }
}
