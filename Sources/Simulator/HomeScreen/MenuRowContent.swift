/// A row of a menu as the device keeps it.
struct MenuRowContent {
  /// What a tap on it does.
  enum Action {
    case item(ShortcutItem)
    case system(SystemRow)
  }

  let title: String
  var subtitle: String?
  /// The name for UI tests: an item's type, a system row's own (QUICK-096).
  var identifier: String?
  var icon: ShortcutIcon?
  let action: Action
}
