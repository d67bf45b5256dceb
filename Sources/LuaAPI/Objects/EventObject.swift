import LuaEngine
import Simulator

/// One event of a trace.
final class EventObject: LuaRepresentable {
  static var luaType: LuaType { TraceAPI.eventLuaType }
  let event: TraceEvent

  init(_ event: TraceEvent) {
    self.event = event
  }
}
