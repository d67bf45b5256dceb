/// The folders of a Home Screen. What is in them know the icons themselves: each has its seat (``FolderSeat``).
struct IconFolders {
  /// A folder: a name and a place (QUICK-146).
  struct Folder: Hashable {
    let number: Int
    var name: String
    var place: IconPlace
  }

  /// In the order in which they were made.
  private(set) var list: [Folder] = []
  private var made = 0

  var places: [IconPlace] { list.map(\.place) }

  subscript(number: Int) -> Folder? { list.first { $0.number == number } }

  /// Gives its number.
  mutating func make(named name: String, at place: IconPlace) -> Int {
    made += 1
    list.append(Folder(number: made, name: name, place: place))
    return made
  }

  mutating func change(_ number: Int, _ change: (inout Folder) -> Void) {
    guard let index = list.firstIndex(where: { $0.number == number }) else { return }
    change(&list[index])
  }

  mutating func remove(_ number: Int) { list.removeAll { $0.number == number } }

  func write(to state: inout DeviceState, at path: String) {
    state.write(path, each: list) { state, path, folder in
      state.write(path, folder.name)
      folder.place.write(to: &state, at: "\(path).place")
    }
  }
}

/// The place of an icon in a folder.
struct FolderSeat: Hashable {
  /// The folder's number.
  let folder: Int
  /// Icons come in this order.
  let position: Int
}
