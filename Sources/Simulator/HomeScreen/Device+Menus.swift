/// The menu of an icon: opening, using, closing.
extension Device {
  /// A shorter touch is no press (QUICK-111).
  static let shortestPress = VirtualTime(milliseconds: 500)
  /// From here on a press ends in editing mode (QUICK-101).
  static let editingPress = VirtualTime(milliseconds: 2000)

  /// Presses an icon for so long; nil when no menu opens.
  func press(_ record: AppRecord, for span: VirtualTime) throws -> MenuContent? {
    pass(span)
    try requireNoSystemAlert(over: "The icon “\(label(of: record))”")
    guard span >= Device.shortestPress else { return noMenu(of: record, "tooShort", fact: "QUICK-111") }
    if os < .scenes {
      guard model.has3DTouch else {
        isEditing = true
        return noMenu(of: record, "no3DTouch", fact: "QUICK-112")
      }
    } else if span >= Device.editingPress {
      isEditing = true
      return noMenu(of: record, "editing", fact: "QUICK-101")
    }
    let menu = MenuContent(record: record, rows: menuRows(of: record))
    guard !menu.rows.isEmpty else { return noMenu(of: record, "noRows", fact: "QUICK-113") }
    openMenu = menu
    note(
      .menu, "opened", app: record.bundleIdentifier, [TraceDetail.Field("rows", .integer(menu.rows.count))],
      fact: os < .scenes ? "QUICK-097" : "QUICK-098")
    scheduler.schedule(.transition, process: nil, after: self.span(conditions.menuTransition)) { _ in }
    return menu
  }

  private func noMenu(of record: AppRecord, _ reason: String, fact: FactID) -> MenuContent? {
    note(.menu, "notOpened", app: record.bundleIdentifier, [TraceDetail.Field("reason", .string(reason))], fact: fact)
    return nil
  }

  /// Taps a row: the menu closes, then the row does what it stands for.
  func tap(_ row: MenuRowContent, of menu: MenuContent) throws {
    try requireNoSystemAlert(over: "The row “\(row.title)”")
    guard openMenu === menu else {
      throw SimulatorError(
        .menuClosed, "The menu with the row “\(row.title)” is not open any more", hint: "Press the icon again.")
    }
    if case .system(let system) = row.action, system == .newWindow || system == .showAllWindows {
      throw SimulatorError(
        .notModelled, "The row “\(row.title)” leads to the system's window switcher, which is not modelled",
        hint: "Launch the app instead.", fact: "QUICK-089")
    }
    openMenu = nil
    note(.menu, "tapped", app: menu.record.bundleIdentifier, [TraceDetail.Field("row", .string(row.title))])
    pass(span(conditions.menuTransition))
    switch row.action {
    case .item(let item): try bringToFront(menu.record, .quickAction(item))
    case .system(let system): perform(system, on: menu.record)
    }
  }

  private func perform(_ row: SystemRow, on record: AppRecord) {
    switch row {
    case .editHomeScreen:
      isEditing = true
      note(.menu, "editing", app: record.bundleIdentifier, fact: "QUICK-075")
    case .removeApp: askBeforeRemoving(record)
    case .deleteApp: confirmRemoving(record)
    case .requireAuthentication:
      record.requiresAuthentication.toggle()
      note(
        .menu, "appLock", app: record.bundleIdentifier,
        [TraceDetail.Field("on", .boolean(record.requiresAuthentication))], fact: "QUICK-086")
    case .shareApp, .sendBetaFeedback, .widgetSizes, .newWindow, .showAllWindows:
      // What comes then lies outside of the Home Screen and of the app; the trace has the tap.
      break
    }
  }

  /// The choice, then a confirmation (QUICK-077).
  private func askBeforeRemoving(_ record: AppRecord) {
    ask("Remove “\(label(of: record))”?", choice: "Delete App") { $0.confirmRemoving(record) }
  }

  private func confirmRemoving(_ record: AppRecord) {
    ask("Delete “\(label(of: record))”?", choice: "Delete") { device in
      guard record.isInstalled else { return }
      device.remove(record)
    }
  }

  /// A question of the system with one choice and `Cancel` (QUICK-116).
  private func ask(_ question: String, choice: String, _ body: @escaping (Device) -> Void) {
    show(
      AlertContent(
        label: question, title: question, buttons: [choice, "Cancel"], owner: .system, process: nil,
        answered: { device, button in if button == choice { body(device) } }),
      fact: "QUICK-077")
  }

  /// Takes the menu off the screen without a tap on it.
  func closeMenu(because cause: String) {
    guard let menu = openMenu else { return }
    openMenu = nil
    note(.menu, "closed", app: menu.record.bundleIdentifier, [TraceDetail.Field("cause", .string(cause))])
  }

  func closeMenu(of record: AppRecord, because cause: String) {
    if openMenu?.record === record { closeMenu(because: cause) }
  }

  func endEditing() {
    guard isEditing else { return }
    isEditing = false
    note(.menu, "editingEnded")
  }
}
