import LuaEngine
import Simulator

/// An NSError in a script.
final class ErrorObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { ErrorAPI.luaType }
  let error: NSErrorValue

  init(_ error: NSErrorValue) {
    self.error = error
  }

  static func == (left: ErrorObject, right: ErrorObject) -> Bool { left.error == right.error }
}
