/// Where an app's icon is: on the Home Screen, at its place, or in the App Library only.
struct IconPresence: Hashable {
  /// False: it is in the App Library only (QUICK-091).
  private(set) var isOnHomeScreen = true
  /// Where the icon was put; nil: its turn in the order of installation (QUICK-118).
  private(set) var place: IconPlace?

  /// Whether the icon stands where its turn is.
  var takesItsTurn: Bool { isOnHomeScreen && place == nil }

  mutating func move(to place: IconPlace) { self.place = place }

  mutating func addToHomeScreen() { isOnHomeScreen = true }

  mutating func removeFromHomeScreen() {
    isOnHomeScreen = false
    place = nil
  }

  func write(to state: inout DeviceState, at path: String) {
    state.write("\(path).isOnHomeScreen", isOnHomeScreen)
    switch place {
    case .grid(let page, let row, let column):
      state.write("\(path).place", "page \(page), row \(row), column \(column)")
    case .dock(let column): state.write("\(path).place", "Dock, column \(column)")
    case nil: break
    }
  }
}

/// Where an icon is: rows and columns count from 1, from the top left (QUICK-118).
public enum IconPlace: Sendable, Hashable {
  case grid(page: Int, row: Int, column: Int)
  case dock(column: Int)
}
