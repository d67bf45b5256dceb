/// Where an app's icon is: on the Home Screen, at its place or in a folder, or in the App Library only.
struct IconPresence: Hashable {
  /// False: it is only in the App Library (QUICK-091).
  private(set) var isOnHomeScreen = true
  /// Where the icon was put; nil: its turn in the order of installation (QUICK-118).
  private(set) var place: IconPlace?
  /// Where it is in a folder (QUICK-146); nil: it is in none.
  private(set) var seat: FolderSeat?

  /// Whether the icon stands where its turn is.
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

/// Where an icon is: rows and columns count from 1, from the top left (QUICK-118).
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
