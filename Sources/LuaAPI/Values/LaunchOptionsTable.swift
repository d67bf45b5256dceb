import LuaEngine
import Simulator

/// `launchOptions` in Lua: a table with what there is, which prints as Foundation's dictionary does (QUICK-106).
struct LaunchOptionsTable: LuaPushable {
  private let options: LaunchOptions

  init(_ options: LaunchOptions) {
    self.options = options
  }

  func push(onto stack: LuaStack) {
    let fields: [(String, LuaValue)] = [
      ("shortcutItem", options.shortcutItem.map { .object(ItemObject($0)) } ?? .nil),
      ("url", CallbackArguments.text(options.url)),
      ("sourceApplication", CallbackArguments.text(options.sourceApplication)),
      ("remoteNotification", options.remoteNotification.map { ItemFields.luaValue($0) } ?? .nil),
      ("userActivity", options.userActivity.map { .table(CallbackArguments.userActivity($0)) } ?? .nil),
      ("userActivityType", CallbackArguments.text(options.userActivity?.activityType)),
    ]
    LuaTable(fields: fields.filter { !$0.1.isNil }.map { (.string($0.0), $0.1) }).push(onto: stack)
    stack.pushTable(fieldCapacity: 1)
    let options = options
    stack.pushFunction { call in call.result(options.consoleDescription) }
    stack.setRaw("__tostring", in: -2)
    stack.setMetatable(of: -2)
  }
}
