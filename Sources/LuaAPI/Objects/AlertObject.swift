import LuaEngine
import Simulator

/// An alert on the screen.
final class AlertObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { AlertAPI.luaType }
  let alert: Alert
  let device: Device
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  init(_ alert: Alert, of device: Device) {
    self.alert = alert
    self.device = device
  }

  static func == (left: AlertObject, right: AlertObject) -> Bool { left.alert == right.alert }
}
