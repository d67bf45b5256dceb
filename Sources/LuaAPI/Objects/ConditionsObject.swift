import LuaEngine
import Simulator

/// A view of a device's conditions.
final class ConditionsObject: LuaRepresentable {
  static var luaType: LuaType { ConditionsAPI.luaType }
  let device: Device
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  init(_ device: Device) {
    self.device = device
  }
}
