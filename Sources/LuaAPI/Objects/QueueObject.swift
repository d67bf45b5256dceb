import LuaEngine
import Simulator

/// The main queue of a process.
final class QueueObject: LuaRepresentable {
  static var luaType: LuaType { DispatchAPI.luaType }
  let application: Application
  var luaAnchor: LuaAnchor? { application.luaAnchor }

  init(_ application: Application) {
    self.application = application
  }
}
