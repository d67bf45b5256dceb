import PropertyLists

/// The installed apps of a device, in the order of installation, which is their order on the Home Screen.
///
/// Each bundle identifier is there once. Walking over all of them is counted as work (``Work``).
struct AppRegistry {
  private var list: [AppRecord] = []
  private var byIdentifier: [String: AppRecord] = [:]

  var count: Int { list.count }
  var isEmpty: Bool { list.isEmpty }

  subscript(bundleIdentifier: String) -> AppRecord? { byIdentifier[bundleIdentifier] }

  /// All of them.
  /// - Parameter cost: what looking at one of them takes, in units of ``Work``.
  func all(cost: Int = 1) -> [AppRecord] {
    Work.count(list.count * cost)
    return list
  }

  /// Those whose icons are on the Home Screen.
  func onHomeScreen(cost: Int = 1) -> [AppRecord] { all(cost: cost).filter(\.presence.isOnHomeScreen) }

  mutating func add(_ record: AppRecord) {
    list.append(record)
    byIdentifier[record.bundleIdentifier] = record
  }

  /// The handles on the app are dead from now on.
  mutating func remove(_ record: AppRecord) {
    Work.count(list.count)
    list.removeAll { $0 === record }
    byIdentifier[record.bundleIdentifier] = nil
    record.isInstalled = false
  }

  /// The processes that run, in the order of installation.
  func processes() -> [AppProcess] { all().compactMap(\.process) }
}
