import LuaEngine
import Simulator

/// A window of an app.
final class WindowObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { WindowAPI.luaType }
  let window: Window
  let device: Device
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  init(_ window: Window, of device: Device) {
    self.window = window
    self.device = device
  }

  static func == (left: WindowObject, right: WindowObject) -> Bool { left.window === right.window }
}
