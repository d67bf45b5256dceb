import LuaEngine
import Simulator

/// The menu of an icon.
final class MenuObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { MenuAPI.luaType }
  let menu: Menu
  let device: Device
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  init(_ menu: Menu, of device: Device) {
    self.menu = menu
    self.device = device
  }

  static func == (left: MenuObject, right: MenuObject) -> Bool { left.menu == right.menu }
}
