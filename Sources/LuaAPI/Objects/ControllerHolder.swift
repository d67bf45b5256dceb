import LuaEngine
import Simulator

/// A view controller as scripts hold it, an alert or another.
protocol ControllerHolder: LuaRepresentable {
  var controller: ViewController { get }
  var code: ControllerCode { get }
}

extension ControllerHolder {
  var luaAnchor: LuaAnchor? { code.application.luaAnchor }
}

/// A value whose type is only known at run time.
struct AnyPushable: LuaPushable {
  private let value: any LuaPushable

  init(_ value: any LuaPushable) {
    self.value = value
  }

  func push(onto stack: LuaStack) { value.push(onto: stack) }
}
