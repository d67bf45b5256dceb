import AppPackages
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
    case .didReceiveRemoteNotification: ["application", "userInfo", "completionHandler"]
    case .performFetch: ["application", "completionHandler"]
    case .didReceiveNotificationResponse: ["center", "response", "completionHandler"]
    case .shouldSaveState, .shouldSaveSecureState, .willEncodeState, .shouldRestoreState, .shouldRestoreSecureState,
      .didDecodeState:
      ["application", "coder"]
    case .sceneWillConnect: ["scene", "session", "options"]
    case .windowScenePerformAction: ["windowScene", "shortcutItem", "completionHandler"]
    case .sceneOpenURLContexts: ["scene", "contexts"]
    case .sceneContinueUserActivity: ["scene", "userActivity"]
    case .sceneWillContinueUserActivity: ["scene", "type"]
    case .sceneWillPerform: ["scene", "intent"]
    case .sceneDidBecomeActive, .sceneWillResignActive, .sceneWillEnterForeground, .sceneDidEnterBackground,
      .sceneDidDisconnect, .stateRestorationActivity:
      ["scene"]
    }
  }

  /// The arguments of one call.
  static func values(of call: CallbackInvocation, on device: Device) -> [any LuaPushable] {
    let first: any LuaPushable =
      switch call.callback.receiver {
      case .appDelegate: call.application
      case .sceneDelegate: call.scene.map { Box($0, of: device) }
      }
    switch call.callback {
    case .willFinishLaunching, .didFinishLaunching: return [first, call.launchOptions.map { LaunchOptionsTable($0) }]
    case .performAction, .windowScenePerformAction:
      return [first, call.shortcutItem.map { Box($0) }, call.completion.map(completion)]
    case .configurationForConnecting, .sceneWillConnect:
      return [
        first, call.session.map { Box($0, of: device) },
        call.connectionOptions.map { Box($0) },
      ]
    case .didDiscardSceneSessions:
      return [first, call.discardedSessions.map { Box($0, of: device) }]
    case .openURL:
      let options = LuaTable(fields: [(.string("sourceApplication"), text(call.sourceApplication))])
      return [first, text(call.urls.first), options]
    case .sceneOpenURLContexts: return [first, urlContexts(call.urls, from: call.sourceApplication)]
    case .willContinueUserActivity, .sceneWillContinueUserActivity:
      return [first, text(call.userActivity?.activityType)]
    case .continueUserActivity:
      return [first, call.userActivity, SwiftFunction { _ in 0 }]
    case .sceneContinueUserActivity: return [first, call.userActivity]
    case .sceneWillPerform:
      return [
        first,
        LuaTable(fields: [
          (.string("name"), text(call.appIntent)),
          (.string("userInfo"), ItemFields.table(call.userActivity?.userInfo).map { .table($0) } ?? .nil),
        ]),
      ]
    case .didReceiveRemoteNotification:
      return [
        first, call.notification.map { ItemFields.table($0.userInfo) },
        call.backgroundCompletion.map { backgroundCompletion($0, needsOutcome: true) },
      ]
    case .performFetch:
      return [first, call.backgroundCompletion.map { backgroundCompletion($0, needsOutcome: true) }]
    case .didReceiveNotificationResponse:
      return [
        LuaTable(), call.notification.map(notificationResponse),
        call.backgroundCompletion.map { backgroundCompletion($0, needsOutcome: false) },
      ]
    case .shouldSaveState, .shouldSaveSecureState, .willEncodeState, .shouldRestoreState, .shouldRestoreSecureState,
      .didDecodeState:
      return [first, call.coder.map { Box($0) }]
    default: return [first]
    }
  }

  /// `UIOpenURLContext`.
  struct URLContext: APITable {
    let url: String
    let sourceApplication: String?
    static let fields = [
      APIField("url", \URLContext.url), APIField("sourceApplication", \URLContext.sourceApplication),
    ]
  }

  static func urlContexts(_ urls: [String], from source: String?) -> [URLContext] {
    urls.map { URLContext(url: $0, sourceApplication: source) }
  }

  /// `UNNotificationResponse`: `response.notification.request.content.userInfo`.
  static func notificationResponse(_ notification: UserNotification) -> LuaTable {
    let content: [(String, LuaValue)] = [
      ("title", text(notification.title)), ("body", text(notification.body)),
      ("userInfo", ItemFields.table(notification.userInfo).map { .table($0) } ?? .nil),
    ]
    let inner = LuaTable(fields: content.filter { !$0.1.isNil }.map { (.string($0.0), $0.1) })
    let request = LuaTable(fields: [(.string("content"), .table(inner))])
    return LuaTable(fields: [
      (.string("actionIdentifier"), .string(notification.actionIdentifier)),
      (.string("notification"), .table(LuaTable(fields: [(.string("request"), .table(request))]))),
    ])
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

  private static func backgroundCompletion(_ completion: BackgroundCompletion, needsOutcome: Bool) -> SwiftFunction {
    SwiftFunction { call in
      let outcome = call.stack.string(at: 1).flatMap { BackgroundCompletion.Outcome(rawValue: $0) }
      if needsOutcome, outcome == nil {
        let names = BackgroundCompletion.Outcome.allCases.map { "\"\($0.rawValue)\"" }
        throw LuaFailure(
          "completionHandler: \(names.joined(separator: ", ")) is expected, got \(call.stack.shortDescription(at: 1))",
          code: "argument", hint: "Call it as completionHandler(\"newData\").")
      }
      try completion(needsOutcome ? outcome : nil)
      return 0
    }
  }

  static func text(_ text: String?) -> LuaValue { text.map { .string($0) } ?? .nil }
}

extension UserActivity: APITable {
  static let fields = [
    APIField("activityType", \UserActivity.activityType), APIField("webpageURL", \UserActivity.webpageURL),
    APIField("userInfo") { (activity: UserActivity) in ItemFields.table(activity.userInfo) },
  ]
}
