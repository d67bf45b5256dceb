internal import AppPackages
import PropertyLists

/// A folder of the Home Screen.
public struct HomeScreenFolder {
  let device: Device
  let number: Int

  /// The maximum length of a name in bytes: it appears in the trace, in the state and in messages.
  static let longestName = 1000

  init(device: Device, number: Int) { (self.device, self.number) = (device, number) }
}

/// The Home Screen of a device.
public struct Springboard {
  let device: Device

  /// The mode of the screen.
  public var mode: SpringboardMode { device.screen.mode }

  /// The icons, in the order of installation, without those that are only in the App Library (QUICK-091).
  public var icons: [HomeScreenIcon] {
    device.registry.onHomeScreen(cost: 2).map { HomeScreenIcon(device: device, record: $0) }
  }

  /// The folders, in the order of creation (QUICK-146).
  public var folders: [HomeScreenFolder] {
    device.folders.list.map { HomeScreenFolder(device: device, number: $0.number) }
  }

  /// The open folder, or nil (QUICK-147).
  public var openFolder: HomeScreenFolder? {
    device.screen.openFolder.map { HomeScreenFolder(device: device, number: $0) }
  }

  /// Returns the folder with this name.
  ///
  /// - Throws: ``SimulatorError`` `no-such-folder`, or `ambiguous-icon` if two folders have this name.
  public func folder(named name: String) throws -> HomeScreenFolder {
    let found = device.folders.list.filter { Spelling.isSame($0.name, name) }
    guard let folder = found.first else {
      let names = device.folders.list.map(\.name)
      let listed = names.prefix(10).map { "“\($0)”" }.joined(separator: ", ")
      throw SimulatorError(
        .noSuchFolder, "No folder on the Home Screen has the name “\(Spelling.beginning(of: name))”",
        hint: names.isEmpty
          ? "The Home Screen has no folders: drop an icon on another icon."
          : "There are: \(listed).\(Spelling.didYouMean(name, in: names))",
        fact: "QUICK-146")
    }
    guard found.count == 1 else {
      throw SimulatorError(
        .ambiguousIcon, "\(found.count) folders have the name “\(Spelling.beginning(of: name))”",
        hint: "Use a folder by its position, such as device.springboard.folders[1].", fact: "QUICK-146")
    }
    return HomeScreenFolder(device: device, number: folder.number)
  }

  /// The icons in the App Library, which contains every app; empty before iOS 14 and iPadOS 15.
  public var library: [HomeScreenIcon] {
    guard device.hasAppLibrary else { return [] }
    return device.registry.all(cost: 2).map { HomeScreenIcon(device: device, record: $0, isInLibrary: true) }
  }

  /// Returns the icon of an app.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed`, `app-on-other-device`, or `icon-elsewhere` if the app is only in
  ///   the App Library.
  public func icon(for app: InstalledApp) throws -> HomeScreenIcon {
    let record = try device.installedRecord(of: app)
    guard record.presence.isOnHomeScreen else {
      throw SimulatorError(
        .iconElsewhere, "The icon of \(record.bundleIdentifier) was removed from the Home Screen",
        hint: "Use device.springboard:libraryIcon(app): the app is in the App Library.", fact: "QUICK-091")
    }
    return HomeScreenIcon(device: device, record: record)
  }

  /// Returns the icon of an app in the App Library.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed`, `app-on-other-device`, or `icon-elsewhere` before iOS 14 and iPadOS 15.
  public func libraryIcon(for app: InstalledApp) throws -> HomeScreenIcon {
    let record = try device.installedRecord(of: app)
    try device.requireAppLibrary(fact: "QUICK-078")
    return HomeScreenIcon(device: device, record: record, isInLibrary: true)
  }

  /// Returns the icon with this label (ICON-167).
  ///
  /// - Throws: ``SimulatorError`` `no-such-icon`, or `ambiguous-icon` if two icons have this label.
  public func icon(labelled label: String) throws -> HomeScreenIcon {
    let shown = device.registry.onHomeScreen(cost: 4)
    let found = shown.filter { Spelling.isSame(device.label(of: $0), label) }
    guard let record = found.first else {
      let labels = shown.map(device.label(of:))
      let listed = labels.prefix(10).map { "“\($0)”" }.joined(separator: ", ")
      throw SimulatorError(
        .noSuchIcon, "No icon on the Home Screen is labelled “\(Spelling.beginning(of: label))”",
        hint: labels.isEmpty
          ? device.registry.isEmpty ? "No app is installed." : "The Home Screen has no icons."
          : "There are: \(listed)\(labels.count > 10 ? ", …" : "").\(Spelling.didYouMean(label, in: labels))",
        fact: "ICON-167")
    }
    guard found.count == 1 else {
      let owners = found.prefix(10).map(\.bundleIdentifier).joined(separator: ", ")
      throw SimulatorError(
        .ambiguousIcon, "\(found.count) icons are labelled “\(label)”",
        hint: "Find the icon by its app instead. The icons belong to: \(owners).", fact: "ICON-167")
    }
    return HomeScreenIcon(device: device, record: record)
  }
}

/// The places of icons, which menus depend on (QUICK-118).
extension Device {
  private var isLarge: Bool { deviceClass == .iPad }
  /// The number of rows of a page.
  var gridRows: Int { isLarge ? 5 : 6 }
  /// The number of columns of a page.
  var gridColumns: Int { isLarge ? 6 : 4 }
  /// The number of places in the Dock.
  var dockColumns: Int { isLarge ? 12 : 4 }
  static let maximumPages = 1000

  /// Returns the place of the icon: where it was put, otherwise the next free place in the order of installation.
  func place(of record: AppRecord) -> IconPlace? {
    guard record.presence.isOnHomeScreen, record.presence.seat == nil else { return nil }
    if let place = record.presence.place { return place }
    let records = registry.all(cost: 4)
    let taken = takenPlaces(records)
    var index = -1
    for other in records where other.presence.takesItsTurn {
      repeat { index += 1 } while taken.contains(cell(index))
      if other === record { return cell(index) }
    }
    return nil
  }

  /// Returns all icons with their places, in the order of installation, computed in one pass.
  func placedRecords() -> [(record: AppRecord, place: IconPlace)] {
    let records = registry.all()
    let taken = takenPlaces(records)
    var index = -1
    return records.compactMap { record in
      guard record.presence.isOnHomeScreen, record.presence.seat == nil else { return nil }
      if let place = record.presence.place { return (record, place) }
      repeat { index += 1 } while taken.contains(cell(index))
      return (record, cell(index))
    }
  }

  /// Returns the places that automatic placement skips.
  private func takenPlaces(_ records: [AppRecord]) -> Set<IconPlace> {
    Set(records.compactMap(\.presence.place) + folders.places)
  }

  private func cell(_ index: Int) -> IconPlace {
    let perPage = gridRows * gridColumns
    return .grid(page: index / perPage + 1, row: index % perPage / gridColumns + 1, column: index % gridColumns + 1)
  }

  func move(_ record: AppRecord, to place: IconPlace) throws {
    try requireUnlocked("The icon “\(label(of: record))”")
    try requireFree(place, for: record)
    record.presence.move(to: place)
    note(.menu(.moved), app: record.bundleIdentifier, fact: "QUICK-118")
    removeEmptyFolders()
  }

  /// - Throws: ``SimulatorError`` `bad-icon-place` if the place does not exist or is taken.
  func requireFree(
    _ place: IconPlace, for record: AppRecord? = nil, forFolder number: Int? = nil
  ) throws(SimulatorError) {
    let isThere =
      switch place {
      case .grid(let page, let row, let column):
        (1...Device.maximumPages).contains(page) && (1...gridRows).contains(row) && (1...gridColumns).contains(column)
      case .dock(let column): (1...dockColumns).contains(column)
      }
    guard isThere else {
      throw SimulatorError(
        .badIconPlace, "The Home Screen of this \(model.name) has no such position",
        hint:
          "A page has \(gridRows) rows and \(gridColumns) columns, and the Dock has \(dockColumns) places.",
        fact: "QUICK-118")
    }
    let other = registry.all().first { $0 !== record && $0.presence.place == place }
    let folder = folders.list.first { $0.number != number && $0.place == place }
    guard let name = other.map(label(of:)) ?? folder?.name else { return }
    throw SimulatorError(
      .badIconPlace, "The position is taken by “\(name)”", hint: "Move that one first.", fact: "QUICK-118")
  }

  /// Whether the Dock of an iPad appears over the app in front, from iOS 11 on (LAUNCH-106).
  var hasDockInApps: Bool { deviceClass == .iPad && os >= .v11 }

  /// Returns whether the user can touch an icon at this place while an app is in front.
  func reachesDock(_ place: IconPlace?) -> Bool {
    guard hasDockInApps, case .dock = place else { return false }
    return true
  }

  /// Returns whether the menu opens upward: low on the screen or in the Dock (QUICK-071, QUICK-142).
  func opensUpward(_ place: IconPlace?) -> Bool {
    switch place {
    case .grid(_, let row, _): return row > gridRows / 2
    case .dock: return true
    case nil: return false
    }
  }

  /// Returns the side of the icons in the menu's rows: the side of the app's icon on the screen (QUICK-072).
  func iconSide(_ place: IconPlace?) -> MenuSide {
    switch place {
    case .grid(_, _, let column): column > gridColumns / 2 ? .right : .left
    case .dock(let column): column > dockColumns / 2 ? .right : .left
    case nil: .left
    }
  }
}

/// The location of an app's icon: on the Home Screen at a place, in a folder, or only in the App Library.
struct IconPresence: Hashable {
  /// Whether the icon is on the Home Screen; otherwise it is only in the App Library (QUICK-091).
  private(set) var isOnHomeScreen = true
  /// The place where the icon was put; nil for the order of installation (QUICK-118).
  private(set) var place: IconPlace?
  /// The seat in a folder (QUICK-146); nil if the icon is not in a folder.
  private(set) var seat: FolderSeat?

  /// Whether the icon is placed in the order of installation.
  var takesItsTurn: Bool { isOnHomeScreen && place == nil && seat == nil }

  mutating func move(to place: IconPlace) { (self.place, seat) = (place, nil) }

  mutating func move(to seat: FolderSeat) { (place, self.seat) = (nil, seat) }

  mutating func addToHomeScreen() { isOnHomeScreen = true }

  mutating func removeFromHomeScreen() {
    isOnHomeScreen = false
    (place, seat) = (nil, nil)
  }

  func write(to state: inout DeviceState, at path: String) {
    state.write("\(path).isOnHomeScreen", isOnHomeScreen)
    place?.write(to: &state, at: "\(path).place")
    if let seat { state.write("\(path).seat", "folder \(seat.folder), \(seat.position)") }
  }
}

/// The place of an icon: rows and columns count from 1, from the top left (QUICK-118).
public enum IconPlace: Sendable, Hashable {
  case grid(page: Int, row: Int, column: Int)
  case dock(column: Int)

  func write(to state: inout DeviceState, at path: String) {
    switch self {
    case .grid(let page, let row, let column): state.write(path, "page \(page), row \(row), column \(column)")
    case .dock(let column): state.write(path, "Dock, column \(column)")
    }
  }
}
