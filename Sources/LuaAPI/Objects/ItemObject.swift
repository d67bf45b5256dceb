import LuaEngine
import Simulator

/// A quick action, mutable or not.
protocol ItemHolder: LuaRepresentable {
  var item: ShortcutItem { get }
}

/// `UIApplicationShortcutItem`: a value that does not change.
final class ItemObject: ItemHolder {
  static var luaType: LuaType { ItemAPI.luaType }
  let item: ShortcutItem

  init(_ item: ShortcutItem) {
    self.item = item
  }
}
