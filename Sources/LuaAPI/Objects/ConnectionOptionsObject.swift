import LuaEngine
import Simulator

/// `UIScene.ConnectionOptions`; a value that no longer changes.
final class ConnectionOptionsObject: LuaRepresentable {
  static var luaType: LuaType { SceneAPI.optionsLuaType }
  let options: ConnectionOptions

  init(_ options: ConnectionOptions) {
    self.options = options
  }
}
