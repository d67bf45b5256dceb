import LuaEngine
import Simulator

/// The Home Screen of a device.
final class SpringboardObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { SpringboardAPI.luaType }
  let device: Device
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  init(_ device: Device) {
    self.device = device
  }

  static func == (left: SpringboardObject, right: SpringboardObject) -> Bool { left.device === right.device }
}
