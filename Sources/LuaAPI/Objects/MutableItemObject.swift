import LuaEngine
import Simulator

/// `UIMutableApplicationShortcutItem`.
final class MutableItemObject: ItemHolder {
  static var luaType: LuaType { MutableItemAPI.luaType }
  var item: ShortcutItem

  init(_ item: ShortcutItem) {
    self.item = item
  }
}
