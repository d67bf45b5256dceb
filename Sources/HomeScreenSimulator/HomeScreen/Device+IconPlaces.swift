internal import AppPackages
import PropertyLists

/// The places of the icons, as far as menus depend on them (QUICK-118).
extension Device {
  private var isLarge: Bool { deviceClass == .iPad }
  /// Rows of a page.
  var gridRows: Int { isLarge ? 5 : 6 }
  /// Columns of a page.
  var gridColumns: Int { isLarge ? 6 : 4 }
  /// Places in the Dock.
  var dockColumns: Int { isLarge ? 12 : 4 }
  /// The most pages.
  static let maximumPages = 1000

  /// Where the icon is: where it was put, else the next free place in the order of installation.
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

  /// All icons with their places, in the order of installation; one walk for all of them.
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

  /// Where no icon can have its turn.
  private func takenPlaces(_ records: [AppRecord]) -> Set<IconPlace> {
    Set(records.compactMap(\.presence.place) + folders.places)
  }

  private func cell(_ index: Int) -> IconPlace {
    let perPage = gridRows * gridColumns
    return .grid(
      page: index / perPage + 1, row: index % perPage / gridColumns + 1, column: index % gridColumns + 1)
  }

  func move(_ record: AppRecord, to place: IconPlace) throws {
    try requireUnlocked("The icon “\(label(of: record))”")
    try requireFree(place, for: record)
    record.presence.move(to: place)
    note(.menu(.moved), app: record.bundleIdentifier, fact: "QUICK-118")
    removeEmptyFolders()
  }

  /// - Throws: ``SimulatorError`` `bad-icon-place` when there is no such place, or when something else is at it.
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
        hint: "A page has \(gridRows) rows and \(gridColumns) columns, the Dock \(dockColumns) places.",
        fact: "QUICK-118")
    }
    let other = registry.all().first { $0 !== record && $0.presence.place == place }
    let folder = folders.list.first { $0.number != number && $0.place == place }
    guard let name = other.map(label(of:)) ?? folder?.name else { return }
    throw SimulatorError(
      .badIconPlace, "The position is taken by “\(name)”", hint: "Move that one first.", fact: "QUICK-118")
  }

  /// An iPad's Dock comes up over the app in front, from iOS 11 on (LAUNCH-106).
  var hasDockInApps: Bool { deviceClass == .iPad && os >= .v11 }

  /// Whether a finger reaches an icon at this place while an app is in front.
  func reachesDock(_ place: IconPlace?) -> Bool {
    guard hasDockInApps, case .dock = place else { return false }
    return true
  }

  /// Low on the screen, or in the Dock: from iOS 13 on the menu opens upward there (QUICK-071, QUICK-142).
  func opensUpward(_ place: IconPlace?) -> Bool {
    guard os >= .scenes else { return false }
    switch place {
    case .grid(_, let row, _): return row > gridRows / 2
    case .dock: return true
    case nil: return false
    }
  }

  /// The icons of the menu's rows are on the side of the screen where the app's icon is (QUICK-072).
  func iconSide(_ place: IconPlace?) -> MenuSide {
    switch place {
    case .grid(_, _, let column): column > gridColumns / 2 ? .right : .left
    case .dock(let column): column > dockColumns / 2 ? .right : .left
    case nil: .left
    }
  }
}
