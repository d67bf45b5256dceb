import HomeScreenSimulator
import LuaEngine

/// An app delegate or scene delegate that a script wrote: one object of its class.
final class LuaDelegate: AppDelegate, SceneDelegate {
  /// The object: `self` of its methods.
  let object: LuaAnchoredReference
  @Tethered private var runner: AppCodeRunner?
  /// Whether the field `window` was set.
  private var hasWindow: Bool

  init(_ object: LuaAnchoredReference, in runner: AppCodeRunner, hasWindow: Bool) {
    self.object = object
    self.runner = runner
    self.hasWindow = hasWindow
  }

  func implements(_ callback: AppCallback) -> Bool { implements(callback.slot) }

  /// Whether the object has a method. A class that raises when it is asked counts as one that has it; the call then
  /// raises again.
  func implements(_ name: String) -> Bool {
    guard let runner else { return false }
    return runner.hasMember { stack in
      object.push(onto: stack)
      if stack.kind(at: -1) == .table { try stack.pushMember(name, of: -1) } else { stack.pushNil() }
    }
  }

  func receive(_ call: CallbackInvocation) throws -> CallbackReply {
    guard let runner, let app = call.application.app else { return .none }
    if !hasWindow, call.callback.receiver == .appDelegate { setWindow(call.application, app.device, runner.lua) }
    let arguments = CallbackArgument.values(of: call, on: app.device)
    return try runner.enter(call.application, of: app, as: call.callback.slot) {
      let results = try runner.lua.call(method: call.callback.slot, of: object, arguments: arguments)
      return try LuaDelegate.reply(to: call.callback, results.first ?? .nil)
    }
  }

  /// In an app without scenes the app delegate has the window.
  private func setWindow(_ application: Application, _ device: Device, _ lua: LuaState) {
    guard application.connectedScenes.isEmpty, let window = application.keyWindow else { return }
    hasWindow = true
    let stack = lua.stack
    object.push(onto: stack)
    defer { stack.removeLast() }
    guard stack.kind(at: -1) == .table else { return }
    Box<AppWindow>(window, of: device).push(onto: stack)
    stack.setRaw("window", in: -2)
  }

  /// A table with `activityType`, as the system gives one too.
  private static func activity(_ callback: AppCallback, _ result: LuaValue) throws -> UserActivity? {
    if result.isNil { return nil }
    guard case .table(let table) = result, case .string(let type)? = table["activityType"] else {
      throw LuaFailure(
        "\(callback.slot) returned \(result.typeName == "table" ? "a table without activityType" : "a \(result.typeName)")",
        code: "argument", hint: "Return { activityType = \"…\", userInfo = { … } }, or nil.", fact: "LAUNCH-056")
    }
    var activity = UserActivity(activityType: type)
    if case .string(let page)? = table["webpageURL"] { activity.webpageURL = page }
    activity.userInfo = try table["userInfo"].flatMap { try ItemFields.dictionary($0) }
    return activity
  }

  private static func reply(to callback: AppCallback, _ result: LuaValue) throws -> CallbackReply {
    switch callback {
    case .willFinishLaunching, .didFinishLaunching, .openURL, .willContinueUserActivity, .continueUserActivity:
      // Swift would not compile without a result; nothing counts as true.
      return .boolean(result.boolean ?? true)
    case .shouldSaveState, .shouldSaveSecureState, .shouldRestoreState, .shouldRestoreSecureState:
      return .boolean(result.boolean ?? false)
    case .performAction, .windowScenePerformAction:
      // The asynchronous form returns what the handler would be called with (LAUNCH-049).
      return result.boolean.map { .boolean($0) } ?? .none
    case .stateRestorationActivity: return try activity(callback, result).map { .activity($0) } ?? .none
    case .configurationForConnecting:
      switch result {
      case .nil: return .none
      case .object(let object as Box<SceneConfiguration>): return .configuration(object.value)
      default:
        throw LuaFailure(
          "\(callback.slot) returned a \(result.typeName)", code: "argument",
          hint: "It must return UISceneConfiguration { name = \"…\" }, or nil for the default configuration.")
      }
    default: return .none
    }
  }
}
