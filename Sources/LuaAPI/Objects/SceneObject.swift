import LuaEngine
import Simulator

/// A scene of an app.
final class SceneObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { SceneAPI.luaType }
  let scene: Scene
  let device: Device
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  init(_ scene: Scene, of device: Device) {
    self.scene = scene
    self.device = device
  }

  static func == (left: SceneObject, right: SceneObject) -> Bool { left.scene === right.scene }
}
