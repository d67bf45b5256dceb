import LuaEngine
import Simulator

/// `UIApplicationShortcutIcon`; a value that does not change.
final class ItemIconObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { ItemIconAPI.luaType }
  let icon: ShortcutIcon

  init(_ icon: ShortcutIcon) {
    self.icon = icon
  }

  static func == (left: ItemIconObject, right: ItemIconObject) -> Bool { left.icon == right.icon }
}
