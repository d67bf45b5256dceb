import LuaEngine
import Simulator

/// `UISceneSession`.
final class SceneSessionObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { SceneAPI.sessionLuaType }
  let session: SceneSession
  let device: Device
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  init(_ session: SceneSession, of device: Device) {
    self.session = session
    self.device = device
  }

  static func == (left: SceneSessionObject, right: SceneSessionObject) -> Bool { left.session === right.session }
}
