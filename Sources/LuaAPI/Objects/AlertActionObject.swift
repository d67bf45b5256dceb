import LuaEngine
import Simulator

/// `UIAlertAction`.
final class AlertActionObject: LuaRepresentable {
  static var luaType: LuaType { AlertControllerAPI.actionLuaType }
  let action: AlertAction

  init(_ action: AlertAction) {
    self.action = action
  }
}
