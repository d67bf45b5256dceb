import LuaEngine
import Simulator

/// A view controller as scripts hold it, an alert or another.
protocol ControllerHolder: APIObject {
  var controller: ViewController { get }
  var code: ControllerCode { get }
}

extension ControllerHolder {
  var luaAnchor: LuaAnchor? { code.application.luaAnchor }
}

/// A view controller: one object of a class of the script's, or of UIKit's own.
final class ControllerObject: ControllerHolder {
  let controller: ViewController
  let code: ControllerCode

  init(_ controller: ViewController, code: ControllerCode) {
    self.controller = controller
    self.code = code
  }
}

/// `UIAlertController`.
final class AlertControllerObject: ControllerHolder {
  let alert: AlertController
  let code: ControllerCode
  var controller: ViewController { alert }

  init(_ alert: AlertController, code: ControllerCode) {
    self.alert = alert
    self.code = code
  }
}

/// A controller of either class, as a result.
struct AnyController: APIValue {
  static var apiName: String { ControllerObject.apiName }
  private let holder: any ControllerHolder

  init(_ holder: any ControllerHolder) {
    self.holder = holder
  }

  func push(onto stack: LuaStack) { holder.push(onto: stack) }
}
