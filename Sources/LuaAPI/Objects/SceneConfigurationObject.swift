import LuaEngine
import Simulator

/// `UISceneConfiguration`.
final class SceneConfigurationObject: LuaRepresentable {
  static var luaType: LuaType { SceneAPI.configurationLuaType }
  let configuration: SceneConfiguration

  init(_ configuration: SceneConfiguration) {
    self.configuration = configuration
  }
}
