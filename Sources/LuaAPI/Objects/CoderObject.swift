import LuaEngine
import Simulator

/// The coder of state restoration.
final class CoderObject: LuaRepresentable {
  static var luaType: LuaType { CoderAPI.luaType }
  let coder: StateCoder

  init(_ coder: StateCoder) {
    self.coder = coder
  }
}
