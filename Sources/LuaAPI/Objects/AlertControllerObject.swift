import LuaEngine
import Simulator

/// `UIAlertController`.
final class AlertControllerObject: ControllerHolder {
  static var luaType: LuaType { AlertControllerAPI.luaType }
  let alert: AlertController
  let code: ControllerCode
  var controller: ViewController { alert }

  init(_ alert: AlertController, code: ControllerCode) {
    self.alert = alert
    self.code = code
  }
}
