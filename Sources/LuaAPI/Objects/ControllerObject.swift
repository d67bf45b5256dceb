import LuaEngine
import Simulator

/// A view controller: one object of a class of the script's, or of UIKit's own.
final class ControllerObject: ControllerHolder {
  static var luaType: LuaType { ViewAPI.luaType }
  let controller: ViewController
  let code: ControllerCode

  init(_ controller: ViewController, code: ControllerCode) {
    self.controller = controller
    self.code = code
  }
}
