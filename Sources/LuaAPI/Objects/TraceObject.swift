import LuaEngine
import Simulator

/// A list of events that no longer changes.
final class TraceObject: LuaRepresentable {
  static var luaType: LuaType { TraceAPI.luaType }
  let trace: Trace
  var count: Int { trace.count }

  init(_ trace: Trace) {
    self.trace = trace
  }
}
