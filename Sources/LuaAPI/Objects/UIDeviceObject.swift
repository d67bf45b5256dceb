import LuaEngine
import Simulator

/// `UIDevice.current`.
final class UIDeviceObject: LuaRepresentable {
  static var luaType: LuaType { SystemAPI.deviceLuaType }
  let device: Device
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  init(_ device: Device) {
    self.device = device
  }
}
