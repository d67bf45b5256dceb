public import AppPackages
import PropertyLists

/// A value that describes the screen of a device; equal screens are equal values at any time.
///
/// It has no pixels. Each icon's ``IconPicture`` names the source of its drawing; ``Device/packages`` are the packages
/// with the files.
public struct ScreenPicture: Sendable, Equatable {
  /// The iPhone or iPad; its size in points is ``DeviceModel/screenSize``.
  public let model: DeviceModel
  /// The version, which determines the look.
  public let os: OSVersion
  /// The language of the device as a tag.
  public let locale: String
  /// The appearance in this version: see ``ScreenAppearance/known(to:)``.
  public let appearance: ScreenAppearance
  /// The colour of tinted icons.
  public let tint: IconTint
  /// The mode of the screen.
  public let mode: SpringboardMode
  /// The grid of icons.
  public let grid: Grid
  /// The visible page of the Home Screen, from 1: the page of the icon with an open menu, otherwise the first.
  public let page: Int
  /// The number of pages, at least 1.
  public let pageCount: Int
  /// The icons of the page, in the order of installation; none while an app is in front or the screen is locked.
  public let icons: [Icon]
  /// The icons in the Dock; empty if the Dock is hidden.
  public let dock: [Icon]
  /// The folders of the page and in the Dock.
  public let folders: [Folder]
  /// The open folder.
  public let openFolder: OpenFolder?
  /// The app that fills the screen.
  public let front: FrontApp?
  /// The open menu of an icon.
  public let menu: Menu?
  /// The alert on top of everything.
  public let alert: Alert?

  /// Whether the device's language is written from right to left, which mirrors its screen.
  public var isRightToLeft: Bool { TextDirection.isRightToLeft(locale) }

  /// Rows and columns of a page, and places in the Dock (QUICK-118).
  public struct Grid: Sendable, Equatable {
    /// The number of rows, from top to bottom.
    public let rows: Int
    /// The number of columns, from left to right.
    public let columns: Int
    /// The number of places in the Dock.
    public let dockColumns: Int
  }

  /// A picture of an app's icon, and the app's package that contains it.
  public struct Artwork: Sendable, Equatable {
    /// The drawn picture, with the reasons for it.
    public let picture: IconPicture
    /// The name in ``Device/packages`` of the package with the files. Not part of equality: it differs in each run.
    public let package: String
    /// The seed for the colour of a placeholder, the same on every machine.
    public let seed: String

    /// Creates a picture of the app with this name in ``Device/packages``.
    public init(picture: IconPicture, package: String, seed: String) {
      (self.picture, self.package, self.seed) = (picture, package, seed)
    }

    /// Returns whether both show the same picture, for apps with equal declarations.
    public static func == (left: Artwork, right: Artwork) -> Bool {
      left.picture == right.picture && left.seed == right.seed
    }
  }

  /// A folder on the Home Screen (QUICK-146).
  public struct Folder: Sendable, Equatable {
    /// The text below the folder, uncut.
    public let name: String
    /// The place of the folder.
    public let place: IconPlace
    /// The first icons, as many as the folder's picture shows.
    public let artworks: [Artwork]
    /// The number of icons in the folder.
    public let count: Int
  }

  /// An open folder (QUICK-147).
  public struct OpenFolder: Sendable, Equatable {
    /// The title above the folder.
    public let name: String
    /// The icons of the folder's first page, each with its row and column in the folder.
    public let icons: [Icon]
    /// The number of columns of a page.
    public let columns: Int
    /// The number of pages.
    public let pageCount: Int
  }

  /// An icon on the Home Screen.
  public struct Icon: Sendable, Equatable {
    /// The visible state of the app on the device.
    public enum State: String, Sendable, CaseIterable {
      case installed
      /// A new app or an update is downloading (QUICK-094).
      case downloading
      /// The user has paused the download (QUICK-094).
      case paused
      /// The app's code was removed to make room (ICON-156).
      case offloaded
    }

    /// The bundle identifier of the app.
    public let bundleIdentifier: String
    /// The text below the icon, uncut (ICON-167).
    public let label: String
    /// The place of the icon.
    public let place: IconPlace
    /// The drawn picture.
    public let artwork: Artwork
    /// The state of the app on the device.
    public let state: State
  }
}

/// The writing direction of languages.
enum TextDirection {
  private static let languages: Set<String> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ku", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]

  /// Returns whether the script in a tag, otherwise its language, is written from right to left.
  static func isRightToLeft(_ locale: String) -> Bool {
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }
    if parts.contains(where: { $0 == "arab" || $0 == "hebr" }) { return true }
    if parts.contains(where: { $0 == "latn" || $0 == "cyrl" }) { return false }
    return parts.first.map { languages.contains(String($0)) } ?? false
  }
}

/// Content above the Home Screen.
extension ScreenPicture {
  /// The app in front.
  public struct FrontApp: Sendable, Equatable {
    /// The bundle identifier.
    public let bundleIdentifier: String
    /// The text below the app's icon (ICON-167).
    public let label: String
    /// The app's icon.
    public let artwork: Artwork
    /// Whether the app is active: not while an alert of the system covers it (ICON-076).
    public let isActive: Bool
    /// The app's windows: the visible ones first, in order of last use. An app without scenes has one.
    public let windows: [Window]
  }

  /// A window of an app.
  public struct Window: Sendable, Equatable {
    /// The title of the window's scene, if the app gave one.
    public let title: String?
    /// Whether the window's root view has appeared; until then the launch screen is visible (LAUNCH-081).
    public let isVisible: Bool
    /// The index on the screen from the left; nil if the window is not on the screen (LAUNCH-147).
    public let place: Int?
    /// The chain of presented controllers, from the root, without alerts; empty for a black screen, without windows (LAUNCH-152).
    public let controllers: [Controller]
  }

  /// A controller of the app.
  public struct Controller: Sendable, Equatable {
    /// The title that the app gives the screen; nil if there is none.
    public let title: String?
    /// The name of the controller's class.
    public let className: String
  }

  /// An alert.
  public struct Alert: Sendable, Equatable {
    /// A button.
    public struct Button: Sendable, Equatable {
      /// The text of the button.
      public let title: String
      /// The style that the app chose.
      public let style: AlertAction.Style
    }

    /// The full text of the alert.
    public let label: String
    /// The controller's title; nil for the icon alert (ICON-064).
    public let title: String?
    /// The controller's message; nil for the icon alert (ICON-064).
    public let message: String?
    /// The buttons, in order.
    public let buttons: [Button]
    /// The owner of the alert's window.
    public let owner: AlertOwner
    /// The style that the app chose.
    public let style: AlertController.Style
    /// The picture in the alert: for the icon alert, a preview of the new icon (ICON-062).
    public let artwork: Artwork?
    /// Why a system text of the alert is English on a device in another language (ICON-298); nil if no text is.
    public let english: String?
  }

  /// The menu of an icon.
  public struct Menu: Sendable, Equatable {
    /// The bundle identifier of the pressed icon's app; nil for the menu of a folder.
    public let bundleIdentifier: String?
    /// The text below the icon.
    public let label: String
    /// The place of the icon; nil in the App Library and in a folder.
    public let place: IconPlace?
    /// The pictures of the icon; a folder has several.
    public let artworks: [Artwork]
    /// The rows from top to bottom.
    public let rows: [Row]
    /// Whether the menu opens upward (QUICK-071).
    public let opensUpward: Bool
    /// The side of the icons in the rows (QUICK-072).
    public let iconSide: MenuSide
    /// The bundle identifier of the Today widget above the rows (QUICK-011).
    public let widget: String?
    /// Why a system row is English on a device in another language (QUICK-153); nil if no row is.
    public let english: String?

    /// A row of the menu.
    public struct Row: Sendable, Equatable {
      /// The title, uncut.
      public let title: String
      /// The subtitle, uncut; nil if there is none.
      public let subtitle: String?
      /// The drawn lines (QUICK-004, QUICK-005).
      public let lines: [String]
      /// The picture next to the text; nil for a row of the system.
      public let glyph: ShortcutGlyph?
      /// The type of the app's item; nil for a system row.
      public let type: String?
      /// The system's row; nil for an item of the app.
      package let system: SystemRow?
      /// Whether this is a row of the system.
      public var isSystem: Bool { system != nil }
    }
  }
}

/// The screen as a value.
extension Device {
  /// The current screen, in the appearance that the user has chosen.
  public var screenPicture: ScreenPicture { screenPicture(appearance) }

  /// Returns the current screen. Reading it changes nothing, and costs a script no budget.
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
      case .grid(let number, _, _): if showsHome, number == page { icons.append(shownIcon(record, place, appearance)) }
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

  /// The packages of the installed apps, by their names in pictures of the screen.
  public var packages: [(identifier: String, package: AppPackage)] {
    registry.all(cost: 0).map { ($0.prepared.pictureIdentifier, $0.prepared.package) }
  }

  /// Returns a picture of an app's icon with its entry in ``packages``; nil once the app is gone.
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

  /// The number of icons in the picture of a folder.
  private static let iconsOnFolder = 9
  /// The number of columns of a page in an open folder (QUICK-150).
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
      ? [shown(process.stack, title: nil, place: 0)]
      : process.scenesByUse.map { shown($0.stack, title: $0.title, place: process.place(of: $0)) }
    return ScreenPicture.FrontApp(
      bundleIdentifier: process.bundleIdentifier, label: label(of: process.record),
      artwork: artwork(of: process.record, appearance), isActive: process.phase == .active, windows: windows)
  }

  private func shown(_ stack: WindowStack, title: String?, place: Int?) -> ScreenPicture.Window {
    let window = stack.top
    let controllers = sequence(first: window?.rootViewController, next: { $0?.presentedViewController })
      .prefix { $0 != nil }.compactMap(\.self)
    return ScreenPicture.Window(
      title: title, isVisible: window?.isVisible ?? stack.hasAppeared, place: place,
      controllers: controllers.filter { !($0 is AlertController) }
        .map { ScreenPicture.Controller(title: $0.title, className: $0.className) })
  }

  private func shown(_ alert: AlertContent) -> ScreenPicture.Alert {
    // For an alert of the app, its controller has more details than the device.
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
      artwork: record.flatMap { record in picture.map { artwork($0, of: record) } },
      english: reasonForEnglish(in: alert))
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
      iconSide: menu.iconSide, widget: menu.widget,
      english: reasonForEnglish(menu.rows.filter { $0.type == nil }.map(\.title)))
  }
}

/// The appearance that the user chooses.
extension Device {
  /// The appearance of the screen as set by the user; ``setAppearance(_:)`` changes it.
  public var appearance: ScreenAppearance { look.appearance }

  /// The colour of tinted icons as set by the user; ``setTint(_:)`` changes it.
  public var tint: IconTint { look.tint }

  /// The appearance and tint that the user has chosen.
  struct Look {
    var appearance = ScreenAppearance.light
    var tint = IconTint.usual
  }

  /// Changes the appearance of the screen, and from iOS 18 on of its icons (ICON-147).
  ///
  /// - Throws: ``SimulatorError`` `bad-look` if this version does not have the appearance (ICON-251, ICON-252).
  public func setAppearance(_ appearance: ScreenAppearance) throws {
    if let first = appearance.first, os < first {
      throw SimulatorError(
        .badLook, "iOS \(os) has no appearance “\(appearance.rawValue)”", hint: "Use iOS \(first) or later.",
        fact: appearance.fact)
    }
    try perform("appearance") { look.appearance = appearance }
  }

  /// Changes the colour of tinted icons (ICON-253).
  ///
  /// - Throws: ``SimulatorError`` `bad-look` before iOS 18, which has no tinted icons.
  public func setTint(_ tint: IconTint) throws {
    if let first = IconAppearance.tinted.first, os < first {
      throw SimulatorError(
        .badLook, "iOS \(os) has no tinted icons", hint: "Use iOS \(first) or later.",
        fact: "ICON-253")
    }
    try perform("tint") { look.tint = tint }
  }
}
