internal import AppPackages
import PropertyLists

/// Opening, using and closing the menu of an icon.
extension Device {
  /// The shortest press; a shorter touch is a tap (QUICK-111).
  static let shortestPress = VirtualTime(milliseconds: 500)
  /// The shortest press that ends in editing mode (QUICK-101).
  static let editingPress = VirtualTime(milliseconds: 2000)

  /// Presses an icon or a folder for this long. Returns nil if no menu opens.
  func press(_ subject: MenuSubject, for span: VirtualTime, inLibrary: Bool) throws -> MenuContent? {
    advance(by: span)
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
    noteEnglish(menu.rows.filter { $0.type == nil }.map(\.title), .rowsInEnglish, app: subject.record?.bundleIdentifier)
    scheduler.schedule(.transition, process: nil, after: self.span(conditions.menuTransition)) { _ in }
    return menu
  }

  /// Traces each static item that never appears in a menu, with the reason (QUICK-013 to QUICK-016, QUICK-018).
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

  /// Returns the label of an icon or a folder.
  func label(of subject: MenuSubject) -> String {
    switch subject {
    case .app(let record): label(of: record)
    case .folder(let number): folders[number]?.name ?? ""
    }
  }

  /// Returns the folder of an event, if it has one.
  private func folderField(of subject: MenuSubject) -> [TraceDetail.Field] {
    subject.folderNumber == nil ? [] : [TraceDetail.Field(.folder, .string(label(of: subject)))]
  }

  /// Taps a row: closes the menu, then performs the row's action (QUICK-140).
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
    advance(by: span(conditions.menuTransition))
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
      // The app switcher is not part of the Home Screen; the tester chooses with the scene's activate.
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
      guard authenticates(record, always: true) else { return }
      record.requiresAuthentication.toggle()
      note(
        .menu(.appLock), app: record.bundleIdentifier,
        [TraceDetail.Field(.on, .boolean(record.requiresAuthentication))], fact: "QUICK-086")
    case .renameFolder, .removeFolder:
      // Rows of folders.
      break
    case .shareApp, .sendBetaFeedback, .widgetSizes:
      // The next screen is neither on the Home Screen nor in the app; the trace has the tap.
      break
    }
  }

  /// Opens another window of the app (QUICK-089, LAUNCH-101).
  func openWindow(of record: AppRecord) throws {
    try requireSpaceForScene(record)
    try bringToFront(record, isNewScene: record.process != nil)
  }

  /// Asks what to remove, then for confirmation (QUICK-077): a wrong tap does not delete the app at once (QUICK-104).
  func askBeforeRemoving(_ record: AppRecord) {
    var choices: [(String, (Device) -> Void)] = [(words(.deleteApp), { $0.confirmRemoving(record) })]
    if hasAppLibrary { choices.append((words(.removeFromHomeScreen), { $0.takeOffHomeScreen(record) })) }
    ask(words(.removeQuestion, label(of: record)), about: record.bundleIdentifier, choices: choices)
  }

  /// Whether the device has an App Library (ICON-245).
  var hasAppLibrary: Bool { IconSurface.library.exists(in: os, on: model) }

  /// - Throws: ``SimulatorError`` `icon-elsewhere`.
  func requireAppLibrary(fact: FactID) throws(SimulatorError) {
    guard !hasAppLibrary else { return }
    throw SimulatorError(
      .iconElsewhere, "iOS \(os) has no App Library", hint: "Use iOS 14 or later, or iPadOS 15 or later on an iPad.",
      fact: fact)
  }

  func confirmRemoving(_ record: AppRecord) {
    ask(
      words(.deleteQuestion, label(of: record)), about: record.bundleIdentifier,
      choices: [(words(.delete), { device in if record.isInstalled { device.remove(record) } })])
  }

  /// Removes the icon from the Home Screen; the app stays in the App Library (QUICK-091).
  func takeOffHomeScreen(_ record: AppRecord) {
    record.presence.removeFromHomeScreen()
    note(.menu(.removedFromHomeScreen), app: record.bundleIdentifier, fact: "QUICK-091")
    removeEmptyFolders()
  }

  /// Shows an alert of the system with choices and `Cancel` (QUICK-116).
  func ask(
    _ question: String, about app: String?, choices: [(title: String, body: (Device) -> Void)],
    fact: FactID = "QUICK-077"
  ) {
    let buttons = choices.map(\.title) + [words(.cancel)]
    noteEnglish([question] + buttons, app: app)
    show(
      AlertContent(
        label: question, title: question, buttons: buttons, owner: .system, app: app, process: nil,
        answered: { device, button in choices.first { $0.title == button }?.body(device) }),
      fact: fact)
  }

  /// Closes the menu without a tap on it. Returns whether a menu was open.
  @discardableResult
  func closeMenu(because cause: MenuEnd) -> Bool {
    guard let menu = screen.closeMenu() else { return false }
    note(
      .menu(.closed), app: menu.subject.record?.bundleIdentifier,
      .fields([TraceDetail.Field(.cause, cause)] + folderField(of: menu.subject)))
    return true
  }

  /// Closes the menu of an app that is updated or removed (QUICK-141).
  func closeMenu(of record: AppRecord, because cause: MenuEnd) {
    if screen.menu?.subject.record === record { closeMenu(because: cause) }
  }

  /// Whether a long press makes icons jiggle: on the Home Screen, not in the Dock over an app (LAUNCH-106).
  private var canEdit: Bool { conditions.homeScreenEditing && screen.front == nil }

  /// Makes the icons jiggle, which redraws them (ICON-158).
  func beginEditing() {
    screen.edit()
    for record in registry.all() { record.icon.jiggle() }
  }

  func endEditing() {
    guard screen.endEditing() else { return }
    note(.menu(.editingEnded))
  }
}

/// The rows in the menu of an icon.
extension Device {
  /// The maximum number of rows for the app (QUICK-065, QUICK-068); rows of the system do not count.
  static let maximumAppRows = 4

  /// Returns the limit for an app: three on beta builds of iOS 13 and 14, which have a row for feedback (QUICK-069).
  private func maximumAppRows(of record: AppRecord) -> Int {
    let isShort = record.options.distribution == .testFlight && (13...14).contains(os.major)
    return isShort ? Device.maximumAppRows - 1 : Device.maximumAppRows
  }

  /// Returns the app's visible items: static items in the order of the Info.plist, then dynamic items in the order of
  /// the array (QUICK-066, QUICK-070), without those with an empty title (QUICK-036, QUICK-067), and only the first
  /// four. Before the first launch, only static items exist (QUICK-059); dynamic ones need no key in the Info.plist
  /// (QUICK-031). Items set in `sceneWillResignActive` are in time (QUICK-051).
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
      subject: .app(record), rows: arranged(rows, upward: isUpward), opensUpward: isUpward, iconSide: iconSide(place),
      widget: todayWidget(of: record))
  }

  /// Returns the Today widget that the Info.plist names (QUICK-011), on iOS 10 to 13 only (QUICK-012).
  private func todayWidget(of record: AppRecord) -> String? {
    guard os >= .v10, os < .v14 else { return nil }
    return record.prepared.info(on: deviceClass)["UIApplicationShortcutWidget"]?.string
  }

  /// Returns the rows from top to bottom: mirrored in a menu that opens upward, from iOS 13 on (QUICK-071, QUICK-142).
  func arranged(_ rows: [MenuRowContent], upward: Bool) -> [MenuRowContent] {
    upward && os >= .scenes ? rows.reversed() : rows
  }

  /// Returns the rows in the order of a menu that opens downward.
  private func menuRows(of record: AppRecord, inLibrary: Bool) -> [MenuRowContent] {
    let items = shownItems(of: record)
    let systemRows = systemRows(of: record, inLibrary: inLibrary)
    var rows: [MenuRowContent] = []
    rows.reserveCapacity(items.count + systemRows.count)
    // 26.1 looks up the texts of all rows once more, so dynamic items have translations, too (QUICK-028).
    let strings = os < .systemIconAlert ? nil : record.prepared.package.localizedStrings(for: [locale])
    for item in items {
      rows.append(
        MenuRowContent(
          title: strings?[item.localizedTitle] ?? item.localizedTitle,
          subtitle: item.localizedSubtitle.map { strings?[$0] ?? $0 }, identifier: item.type, icon: item.icon,
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

  /// Returns the system's rows in order (QUICK-073, QUICK-074). Before iOS 13, without a download: at most a share row
  /// (QUICK-093), or in a TestFlight build from iOS 11 on, a feedback row (QUICK-084, QUICK-143, QUICK-145).
  private func systemRows(of record: AppRecord, inLibrary: Bool) -> [SystemRow] {
    let isTestFlight = record.options.distribution == .testFlight
    let isPublished = record.options.isPublished && !SystemApps.contains(record.bundleIdentifier)  // QUICK-082
    let downloadRows = record.download.map { download in
      [.prioritiseDownload, download == .running ? SystemRow.pauseDownload : .resumeDownload, .cancelDownload]
    }
    guard os >= .scenes else {
      if let downloadRows { return os >= .v10 ? downloadRows : [] }
      if isTestFlight { return os >= .v11 ? [.sendBetaFeedback] : [] }
      return os >= .v10 && isPublished ? [.shareApp] : []
    }
    let edit: [SystemRow] = conditions.homeScreenEditing ? [.editHomeScreen] : []  // QUICK-092
    if let downloadRows { return downloadRows + edit }  // QUICK-094
    var rows: [SystemRow] = []
    // QUICK-088, QUICK-092; a project without extensions has no widget.
    let mayHaveWidget = record.prepared.package.build?.hasExtensions != false
    if os >= .v18, conditions.homeScreenEditing, !inLibrary, mayHaveWidget { rows.append(.widgetSizes) }
    if canHaveScenes(record) {
      if os >= .v26 { rows.append(.newWindow) }  // QUICK-089
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
    guard os >= .editRowRenamed else { return rows }
    rows.append(os < .v14 || inLibrary ? .deleteApp : .removeApp)  // QUICK-079, QUICK-078, QUICK-077
    return rows
  }

  /// Hides dynamic items after the language of the device changes, until the app sets them again or the language is
  /// the former one (QUICK-064). Older systems continue to show them in the old language (QUICK-063).
  func hideDynamicItems(set old: String, now new: String) {
    guard os >= .v11 else { return }
    for record in registry.all() {
      if !record.dynamicItems.isEmpty { record.hiddenItems = (old, record.dynamicItems) }
      record.dynamicItems = record.hiddenItems.map { $0.locale == new ? $0.items : [] } ?? []
    }
  }
}

extension DeviceModel {
  /// Whether a firm press opens menus, before iOS 13 (QUICK-097). A generic iPhone has 3D Touch (QUICK-110).
  var has3DTouch: Bool { deviceClass == .iPhone && (isGeneric || DeviceModel.modelsWith3DTouch.contains(name)) }

  private static let modelsWith3DTouch = [
    "iPhone 6s", "iPhone 6s Plus", "iPhone 7", "iPhone 7 Plus", "iPhone 8", "iPhone 8 Plus", "iPhone X", "iPhone XS",
  ]

  /// The authentication that the app lock requires, from iOS 18 on (QUICK-115).
  var authentication: String {
    switch deviceClass {
    case .iPhone: name.hasPrefix("iPhone SE") ? "Touch ID" : "Face ID"
    case .iPad: hasLargeIcons ? "Face ID" : "Touch ID"
    }
  }
}

/// The pictures of quick actions.
extension Device {
  func glyph(of item: ShortcutItem, in record: AppRecord) -> ShortcutGlyph {
    item.glyph(in: record.prepared, on: model, os: os)
  }
}

extension ShortcutItem {
  /// Returns the picture next to the text on a device of this model and version.
  func glyph(in package: PreparedPackage, on model: DeviceModel, os: OSVersion) -> ShortcutGlyph {
    var why = iconChoice.map { [$0.why] } ?? []
    switch icon {
    case nil where iconChoice == .computed:
      return ShortcutGlyph(source: .placeholder, name: "made by code", why: why)
    case nil:
      if iconChoice == nil { why.append("The item was made without an icon (QUICK-032).") }
      return ShortcutGlyph(source: .dot, name: nil, why: why + ["So a dot is drawn (QUICK-044)."])
    case .type(.task) where os >= .v26:
      return ShortcutGlyph(source: .placeholder, name: "?", why: why + ["One report says: drawn as “?” (QUICK-152)."])
    case .type(let type):
      return ShortcutGlyph(source: .system, name: type.name, why: why + ["UIKit's own icon (QUICK-046)."])
    case .systemImageName(let name):
      return ShortcutGlyph(source: .symbol, name: name, why: why + ["An SF Symbol (QUICK-008, QUICK-042)."])
    case .contact(let name, let hasPhoto):
      return ShortcutGlyph(
        source: hasPhoto ? .photo : .monogram, name: hasPhoto ? name : Self.monogram(of: name),
        why: why + ["The contact has \(hasPhoto ? "a" : "no") photo (QUICK-045)."])
    case .templateImageName(let name):
      return Self.picture(name, isStatic: iconChoice != nil, in: package, on: model, os: os, why)
    }
  }

  /// Returns the picture of this name. A missing one is a dot (QUICK-024, QUICK-044).
  private static func picture(
    _ name: String, isStatic: Bool, in package: PreparedPackage, on model: DeviceModel, os: OSVersion,
    _ reasons: [String]
  ) -> ShortcutGlyph {
    let lookup = isStatic ? "QUICK-023" : "QUICK-043"
    let template = "Drawn as a template, in the system's colour (QUICK-026)."
    let place = ActionPicture.find(
      name, isStatic: isStatic, in: package, on: model, hasSymbols: os >= .scenes,
      findsFileNames: os < ActionPicture.ignoresFileNames)
    switch place {
    case .set:
      return ShortcutGlyph(
        source: .asset, name: name, why: reasons + ["A set of the asset catalog (\(lookup)).", template])
    case .file(let file):
      return ShortcutGlyph(
        source: .file, name: file, why: reasons + ["A file in the bundle's root (\(lookup)).", template])
    case .compiledSet:
      return ShortcutGlyph(
        source: .asset, name: name,
        why: reasons + [
          "No such file; assumed to be in Assets.car, which cannot be read (\(lookup), ICON-181).", template,
        ])
    case .missing: break
    }
    let missing = "Neither the asset catalog nor the bundle's root has “\(Spelling.beginning(of: name))” (\(lookup))."
    return ShortcutGlyph(source: .dot, name: nil, why: reasons + [missing, "So a dot is drawn (QUICK-024)."])
  }

  /// Returns the first letters of the first and the last word of a name.
  private static func monogram(of name: String) -> String {
    let words = name.split(separator: " ")
    let ends = words.count > 1 ? [words[0], words[words.count - 1]] : Array(words.prefix(1))
    return ends.compactMap(\.first).map { $0.uppercased() }.joined()
  }
}

/// The place of the picture that a quick action names.
enum ActionPicture: Equatable {
  /// A set in the asset catalog.
  case set
  /// A file in the bundle's root.
  case file(String)
  /// Probably a set in a compiled catalog that cannot be read: the name exists nowhere else (ICON-181).
  case compiledSet
  case missing

  /// The version from which names with an extension are known not to be found (QUICK-023).
  static let ignoresFileNames = OSVersion(18, 2)

  /// Finds a picture in the asset catalog, with custom symbols (QUICK-130), then in the bundle. A static item
  /// uses the path without extension (QUICK-023); a dynamic item may omit the extension and the scale (QUICK-043). If there are
  /// several files, returns the one for the device and its screen. Without `hasSymbols`, symbols are not found: iOS has
  /// them from 13 on. With `findsFileNames`, a static item may have the exact name of a file.
  static func find(
    _ name: String, isStatic: Bool, in package: PreparedPackage, on model: DeviceModel, hasSymbols: Bool = true,
    findsFileNames: Bool = false
  ) -> ActionPicture {
    if package.assetSet(named: name, .image) != nil { return .set }
    if hasSymbols, package.assetSet(named: name, .other("symbolset")) != nil { return .set }
    let isBare = (isStatic || !name.contains("/")) && !(isStatic && name.lowercased().hasSuffix(".png"))
    if isBare, let file = package.looseImage(named: name, on: model)?.path { return .file(file) }
    if findsFileNames, isStatic, !isBare, package.package.resources[name] != nil { return .file(name) }
    return package.package.hasUnknownCatalog ? .compiledSet : .missing
  }
}
