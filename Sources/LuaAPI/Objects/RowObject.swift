import LuaEngine
import Simulator

/// A row of the menu of an icon.
final class RowObject: LuaRepresentable {
  static var luaType: LuaType { MenuAPI.rowLuaType }
  let row: MenuRow
  let device: Device
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  init(_ row: MenuRow, of device: Device) {
    self.row = row
    self.device = device
  }
}
