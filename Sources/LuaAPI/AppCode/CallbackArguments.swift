import LuaEngine
import Simulator

/// What a method of a delegate gets: UIKit's objects, in the order of the selector.
enum CallbackArguments {
  /// The names of the arguments, for hints.
  static func names(of callback: AppCallback) -> [String] {
    switch callback {
    case .willFinishLaunching, .didFinishLaunching: ["application", "launchOptions"]
    case .performAction: ["application", "shortcutItem", "completionHandler"]
    case .configurationForConnecting: ["application", "session", "options"]
    case .didDiscardSceneSessions: ["application", "sessions"]
    case .openURL: ["application", "url", "options"]
    case .willContinueUserActivity: ["application", "type"]
    case .continueUserActivity: ["application", "userActivity", "restorationHandler"]
    case .applicationDidBecomeActive, .applicationWillResignActive, .applicationDidEnterBackground,
      .applicationWillEnterForeground, .applicationWillTerminate:
      ["application"]
    case .sceneWillConnect: ["scene", "session", "options"]
    case .windowScenePerformAction: ["windowScene", "shortcutItem", "completionHandler"]
    case .sceneOpenURLContexts: ["scene", "contexts"]
    case .sceneContinueUserActivity: ["scene", "userActivity"]
    case .sceneDidBecomeActive, .sceneWillResignActive, .sceneWillEnterForeground, .sceneDidEnterBackground,
      .sceneDidDisconnect:
      ["scene"]
    }
  }

  /// The arguments of one call.
  static func values(of call: CallbackInvocation, on device: Device) -> [any LuaPushable] {
    let first: any LuaPushable =
      switch call.callback.receiver {
      case .appDelegate: call.application
      case .sceneDelegate: call.scene.map { SceneObject($0, of: device) }
      }
    switch call.callback {
    case .willFinishLaunching, .didFinishLaunching: return [first, call.launchOptions.map { LaunchOptionsTable($0) }]
    case .performAction, .windowScenePerformAction:
      return [first, call.shortcutItem.map { ItemObject($0) }, call.completion.map(completion)]
    case .configurationForConnecting, .sceneWillConnect:
      return [
        first, call.session.map { SceneSessionObject($0, of: device) },
        call.connectionOptions.map { ConnectionOptionsObject($0) },
      ]
    case .didDiscardSceneSessions: return [first, LuaTable()]
    case .openURL:
      let options = LuaTable(fields: [(.string("sourceApplication"), text(call.sourceApplication))])
      return [first, text(call.urls.first), options]
    case .sceneOpenURLContexts: return [first, urlContexts(call.urls, from: call.sourceApplication)]
    case .willContinueUserActivity: return [first, LuaValue.string(browsingActivity)]
    case .continueUserActivity:
      return [first, call.userActivity.map(userActivity), SwiftFunction { _ in 0 }]
    case .sceneContinueUserActivity: return [first, call.userActivity.map(userActivity)]
    default: return [first]
    }
  }

  /// The activity of a universal link.
  private static let browsingActivity = "NSUserActivityTypeBrowsingWeb"

  static func userActivity(_ link: String) -> LuaTable {
    LuaTable(fields: [
      (.string("activityType"), .string(browsingActivity)), (.string("webpageURL"), .string(link)),
    ])
  }

  static func urlContexts(_ urls: [String], from source: String?) -> LuaTable {
    LuaTable(
      array: urls.map { url in
        .table(LuaTable(fields: [(.string("url"), .string(url)), (.string("sourceApplication"), text(source))]))
      })
  }

  private static func completion(_ completion: ActionCompletion) -> SwiftFunction {
    SwiftFunction { call in
      guard call.count > 0, call.stack.kind(at: 1) == .boolean else {
        throw LuaFailure(
          "completionHandler: true or false is expected, got \(call.stack.shortDescription(at: 1))", code: "argument",
          hint: "Call it as completionHandler(true).")
      }
      try completion(call.stack.boolean(at: 1))
      return 0
    }
  }

  static func text(_ text: String?) -> LuaValue { text.map { .string($0) } ?? .nil }
}
