import HomeScreenSimulator
import LuaEngine

/// `launchOptions` in Lua: a table with what there is, which prints as Foundation's dictionary does (QUICK-106).
struct LaunchOptionsTable: APIValue {
  private struct Content: APITable {
    let options: LaunchOptions
    static let fields = [
      APIField("shortcutItem") { (content: Content) in content.options.shortcutItem.map { Box($0) } },
      APIField("url", \Content.options.url),
      APIField("sourceApplication", \Content.options.sourceApplication),
      APIField("remoteNotification") { (content: Content) in ItemFields.table(content.options.remoteNotification) },
      APIField("userActivity", \Content.options.userActivity),
      APIField("userActivityType", \Content.options.userActivity?.activityType),
    ]
  }

  static var apiName: String { Content.apiName }
  private let options: LaunchOptions

  init(_ options: LaunchOptions) {
    self.options = options
  }

  func push(onto stack: LuaStack) {
    Content(options: options).push(onto: stack)
    stack.pushTable(fieldCapacity: 1)
    let options = options
    stack.pushFunction { call in call.result(options.consoleDescription) }
    stack.setRaw("__tostring", in: -2)
    stack.setMetatable(of: -2)
  }
}
