import LuaEngine
import Simulator

/// An icon on the Home Screen.
final class IconObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { IconAPI.luaType }
  let icon: HomeScreenIcon
  let device: Device
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  init(_ icon: HomeScreenIcon, of device: Device) {
    self.icon = icon
    self.device = device
  }

  static func == (left: IconObject, right: IconObject) -> Bool { left.icon == right.icon }
}
