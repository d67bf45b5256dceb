import HomeScreenSimulator
import LuaEngine

/// `launchOptions` in Lua: a table with what there is, which prints as Foundation's dictionary does (QUICK-106). The fields
/// have Swift's names, and can be asked for by those of Objective-C, too (LAUNCH-052).
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
    stack.pushTable(fieldCapacity: 2)
    let options = options
    stack.pushFunction { call in call.result(options.consoleDescription) }
    stack.setRaw("__tostring", in: -2)
    stack.pushFunction { call in
      guard call.stack.kind(at: 2) != .nil else {
        throw LuaFailure(
          "launchOptions[nil]: the key is nil", code: "argument",
          hint: "Write launchOptions.shortcutItem, or the key as a string: "
            + "launchOptions[\"UIApplicationLaunchOptionsShortcutItemKey\"].")
      }
      call.stack.pushRaw(Self.field(call.stack.string(at: 2) ?? "") ?? "", of: 1)
      return 1
    }
    stack.setRaw("__index", in: -2)
    stack.setMetatable(of: -2)
  }

  /// The field that an option of UIKit's is: by its name in Objective-C, or Swift's where the field has a shorter one.
  private static func field(_ key: String) -> String? {
    let prefix = "UIApplicationLaunchOptions"
    guard key.hasPrefix(prefix), key.hasSuffix("Key") else {
      return key == "userActivityDictionary" ? "userActivity" : nil
    }
    let name = key.dropFirst(prefix.count).dropLast(3)
    if name == "UserActivityDictionary" { return "userActivity" }
    return Content.fields.map(\.name).first { $0.lowercased() == name.lowercased() }
  }
}
