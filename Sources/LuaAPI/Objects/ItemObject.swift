import HomeScreenSimulator
import LuaEngine

/// A quick action, mutable or not.
protocol ItemHolder: APIObject {
  var item: ShortcutItem { get }
}

/// `UIApplicationShortcutItem`: a value that does not change.
extension Box: ItemHolder where Value == ShortcutItem {
  var item: ShortcutItem { value }
}

/// `UIMutableApplicationShortcutItem`.
final class MutableItemObject: ItemHolder {
  var item: ShortcutItem

  init(_ item: ShortcutItem) {
    self.item = item
  }
}
