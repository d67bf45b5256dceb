public import AppPackages
import PropertyLists

/// The screen as a value.
extension Device {
  /// What the screen shows now, in the look that the person has chosen.
  public var screenPicture: ScreenPicture { screenPicture(appearance) }

  /// What the screen shows now. Looking changes nothing, and scripts are not charged for it.
  public func screenPicture(_ appearance: ScreenAppearance) -> ScreenPicture {
    let spent = Work.take()
    defer {
      _ = Work.take()
      Work.count(spent)
    }
    let appearance = appearance.known(to: os)
    let menu = screen.isLocked ? nil : screen.menu
    let showsHome = screen.front == nil && !screen.isLocked
    let showsDock = showsHome || menu != nil && screen.front != nil && hasDockInApps
    let placed = showsHome || showsDock ? placedRecords() : []
    var page = 1
    var pageCount = 1
    for (record, place) in placed {
      guard case .grid(let number, _, _) = place else { continue }
      pageCount = max(pageCount, number)
      if menu?.subject.record === record { page = number }
    }
    for folder in folders.list where showsHome {
      guard case .grid(let number, _, _) = folder.place else { continue }
      pageCount = max(pageCount, number)
      if menu?.subject.folderNumber == folder.number || screen.openFolder == folder.number { page = number }
    }
    var icons: [ScreenPicture.Icon] = []
    var dock: [ScreenPicture.Icon] = []
    for (record, place) in placed {
      switch place {
      case .grid(let number, _, _):
        if showsHome, number == page { icons.append(shownIcon(record, place, appearance)) }
      case .dock: if showsDock { dock.append(shownIcon(record, place, appearance)) }
      }
    }
    let folders = folders.list.filter { folder in
      switch folder.place {
      case .grid(let number, _, _): showsHome && number == page
      case .dock: showsDock
      }
    }
    return ScreenPicture(
      model: model, os: os, locale: locale, appearance: appearance, tint: tint, mode: screen.mode,
      grid: ScreenPicture.Grid(rows: gridRows, columns: gridColumns, dockColumns: dockColumns), page: page,
      pageCount: pageCount, icons: icons, dock: dock, folders: folders.map { shown($0, appearance) },
      openFolder: screen.isLocked ? nil : screen.openFolder.flatMap { shownOpen($0, appearance) },
      front: screen.isLocked ? nil : screen.front.map { shown($0, appearance) },
      menu: menu.map { shown($0, appearance) }, alert: screen.isLocked ? nil : screen.visibleAlert.map(shown))
  }

  /// The packages of the installed apps, by the names that pictures of the screen give them.
  public var packages: [(identifier: String, package: AppPackage)] {
    registry.all(cost: 0).map { ($0.prepared.pictureIdentifier, $0.prepared.package) }
  }

  /// A picture of an app's icon with the one of ``packages`` that has its files; nil once the app is gone.
  public func artwork(_ picture: IconPicture, of app: InstalledApp) -> ScreenPicture.Artwork? {
    app.isInstalled && app.device === self ? artwork(picture, of: app.record) : nil
  }

  // MARK: The parts

  private func artwork(of record: AppRecord, _ appearance: ScreenAppearance) -> ScreenPicture.Artwork {
    artwork(picture(of: record, on: .home, appearance: appearance.ofIcons(in: os).icons), of: record)
  }

  private func artwork(_ picture: IconPicture, of record: AppRecord) -> ScreenPicture.Artwork {
    ScreenPicture.Artwork(
      picture: picture, package: record.prepared.pictureIdentifier, seed: record.prepared.fingerprint)
  }

  private func shownIcon(
    _ record: AppRecord, _ place: IconPlace, _ appearance: ScreenAppearance
  ) -> ScreenPicture.Icon {
    let state: ScreenPicture.Icon.State =
      switch record.download {
      case .running: .downloading
      case .paused: .paused
      case nil: record.isOffloaded ? .offloaded : .installed
      }
    return ScreenPicture.Icon(
      bundleIdentifier: record.bundleIdentifier, label: label(of: record), place: place,
      artwork: artwork(of: record, appearance), state: state)
  }

  /// Icons in the picture of a folder.
  private static let iconsOnFolder = 9
  /// Columns of a page in an open folder (QUICK-150).
  private var folderColumns: Int { deviceClass == .iPhone ? 3 : 4 }

  private func shown(_ folder: IconFolders.Folder, _ appearance: ScreenAppearance) -> ScreenPicture.Folder {
    let records = records(inFolder: folder.number)
    return ScreenPicture.Folder(
      name: folder.name, place: folder.place,
      artworks: records.prefix(Device.iconsOnFolder).map { artwork(of: $0, appearance) }, count: records.count)
  }

  private func shownOpen(_ number: Int, _ appearance: ScreenAppearance) -> ScreenPicture.OpenFolder? {
    guard let folder = folders[number] else { return nil }
    let columns = folderColumns
    let records = records(inFolder: number)
    let icons = records.prefix(columns * columns).enumerated().map { index, record in
      shownIcon(record, .grid(page: 1, row: index / columns + 1, column: index % columns + 1), appearance)
    }
    return ScreenPicture.OpenFolder(
      name: folder.name, icons: icons, columns: columns,
      pageCount: (records.count + columns * columns - 1) / (columns * columns))
  }

  private func shown(_ process: AppProcess, _ appearance: ScreenAppearance) -> ScreenPicture.FrontApp {
    let windows =
      process.scenes.isEmpty
      ? [shown(process.stack.top, title: nil, place: 0)]
      : process.scenesByUse.map { shown($0.stack.top, title: $0.title, place: process.place(of: $0)) }
    return ScreenPicture.FrontApp(
      bundleIdentifier: process.bundleIdentifier, label: label(of: process.record),
      artwork: artwork(of: process.record, appearance), isActive: process.phase == .active, windows: windows)
  }

  private func shown(_ window: AppWindow?, title: String?, place: Int?) -> ScreenPicture.Window {
    let controllers = sequence(first: window?.rootViewController, next: { $0?.presentedViewController })
      .prefix { $0 != nil }.compactMap(\.self)
    return ScreenPicture.Window(
      title: title, isVisible: window?.isVisible ?? false, place: place,
      controllers: controllers.filter { !($0 is AlertController) }
        .map { ScreenPicture.Controller(title: $0.title, className: $0.className) })
  }

  private func shown(_ alert: AlertContent) -> ScreenPicture.Alert {
    // Of an alert of the app itself its controller says more than the device keeps.
    let controller = alert.process?.alertOnTop?.window.topViewController as? AlertController
    let own = controller?.content === alert ? controller : nil
    let buttons = alert.buttons.enumerated().map { index, title in
      let style = own.flatMap { $0.actions.indices.contains(index) ? $0.actions[index].style : nil }
      return ScreenPicture.Alert.Button(title: title, style: style ?? .default)
    }
    let record = alert.process?.record
    let picture = alert.picture()
    return ScreenPicture.Alert(
      label: alert.label, title: alert.title, message: alert.message, buttons: buttons, owner: alert.owner,
      style: own?.preferredStyle ?? .alert,
      artwork: record.flatMap { record in picture.map { artwork($0, of: record) } })
  }

  private func shown(_ menu: MenuContent, _ appearance: ScreenAppearance) -> ScreenPicture.Menu {
    let record = menu.subject.record
    let pressed: [AppRecord]
    let place: IconPlace?
    switch menu.subject {
    case .app(let record):
      pressed = [record]
      place = self.place(of: record)
    case .folder(let number):
      pressed = Array(records(inFolder: number).prefix(Device.iconsOnFolder))
      place = folders[number]?.place
    }
    let rows = menu.rows.map { row in
      var item: ShortcutItem?
      var system: SystemRow?
      switch row.action {
      case .item(let own): item = own
      case .system(let row): system = row
      }
      return ScreenPicture.Menu.Row(
        title: row.title, subtitle: row.subtitle, lines: MenuText.lines(title: row.title, subtitle: row.subtitle),
        glyph: item.flatMap { item in record.map { glyph(of: item, in: $0) } }, type: item?.type, system: system)
    }
    return ScreenPicture.Menu(
      bundleIdentifier: record?.bundleIdentifier, label: label(of: menu.subject), place: place,
      artworks: pressed.map { artwork(of: $0, appearance) }, rows: rows, opensUpward: menu.opensUpward,
      iconSide: menu.iconSide, widget: menu.widget)
  }
}
