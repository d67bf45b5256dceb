import AppPackages
import HomeScreenSimulator
import LuaEngine

/// An argument of an app's method: its documented type, and its value in a call.
struct CallbackArgument: Sendable {
  /// The type; computed only for documentation.
  private let typeName: @Sendable () -> String
  private let value: @Sendable (CallbackInvocation, Device) -> any LuaPushable

  /// - Parameter typeName: the type of a function or a table without a specific Swift type.
  private init(
    _ typeName: @autoclosure @escaping @Sendable () -> String,
    _ value: @escaping @Sendable (CallbackInvocation, Device) -> any LuaPushable
  ) {
    (self.typeName, self.value) = (typeName, value)
  }

  private init<Value: APIValue>(_ value: @escaping @Sendable (CallbackInvocation, Device) -> Value) {
    self.init(Value.apiName, value)
  }

  /// Creates an argument that every call has.
  private static func always<Value: APIValue>(
    _ value: @escaping @Sendable (CallbackInvocation, Device) -> Value?
  ) -> CallbackArgument {
    CallbackArgument(Value.apiName, value)
  }

  /// Returns the arguments of a call.
  static func values(of call: CallbackInvocation, on device: Device) -> [any LuaPushable] {
    call.callback.arguments.map { of($0).value(call, device) }
  }

  /// Returns the argument for documentation and editors.
  static func parameter(_ argument: AppCallback.Argument) -> APIParameter {
    APIParameter(argument.name, type: of(argument).typeName(), documentation: argument.summary)
  }

  private static func of(_ argument: AppCallback.Argument) -> CallbackArgument {
    switch argument {
    case .application: .always { call, _ in call.application }
    case .launchOptions: CallbackArgument { call, _ in call.launchOptions.map { LaunchOptionsTable($0) } }
    case .shortcutItem: .always { call, _ in call.shortcutItem.map { Box($0) } }
    case .actionCompletion:
      CallbackArgument("fun(succeeded: boolean)") { call, _ in call.completion.map(CallbackArguments.completion) }
    case .session: .always { call, device in call.session.map { Box($0, of: device) } }
    case .connectionOptions: .always { call, _ in call.connectionOptions.map { Box($0) } }
    case .discardedSessions:
      CallbackArgument { call, device in call.discardedSessions.map { Box($0, of: device) } }
    case .url: .always { call, _ in call.urls.first }
    case .openURLOptions:
      CallbackArgument { call, _ in CallbackArguments.OpenURLOptions(sourceApplication: call.sourceApplication) }
    case .activityType: .always { call, _ in call.userActivity?.activityType }
    case .userActivity: .always { call, _ in call.userActivity }
    case .restorationHandler: CallbackArgument("fun(objects?: table)") { _, _ in SwiftFunction { _ in 0 } }
    case .userInfo: CallbackArgument { call, _ in call.notification.flatMap { ItemFields.table($0.userInfo) } }
    case .fetchCompletion:
      CallbackArgument("fun(result: \(BackgroundCompletion.Outcome.apiName))") { call, _ in
        call.backgroundCompletion.map { CallbackArguments.backgroundCompletion($0, needsOutcome: true) }
      }
    case .notificationCenter: CallbackArgument { _, _ in LuaTable() }
    case .notificationResponse:
      .always { call, _ in call.notification }
    case .completion:
      CallbackArgument("fun()") { call, _ in
        call.backgroundCompletion.map { CallbackArguments.backgroundCompletion($0, needsOutcome: false) }
      }
    case .coder: .always { call, _ in call.coder.map { Box($0) } }
    case .scene, .windowScene: .always { call, device in call.scene.map { Box($0, of: device) } }
    case .urlContexts:
      CallbackArgument { call, _ in CallbackArguments.urlContexts(call.urls, from: call.sourceApplication) }
    case .intent:
      CallbackArgument { call, _ in
        CallbackArguments.Intent(name: call.appIntent, userInfo: ItemFields.table(call.userActivity?.userInfo))
      }
    }
  }
}

/// UIKit objects that are passed to delegate methods.
enum CallbackArguments {
  /// The options of `application(_:open:options:)`.
  struct OpenURLOptions: APITable {
    let sourceApplication: String?
    static let fields = [APIField("sourceApplication", \OpenURLOptions.sourceApplication)]
  }

  /// An App Intent.
  struct Intent: APITable {
    let name: String?
    let userInfo: LuaTable?
    static let fields = [APIField("name", \Intent.name), APIField("userInfo", \Intent.userInfo)]
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

  fileprivate static func completion(_ completion: ActionCompletion) -> SwiftFunction {
    SwiftFunction { call in
      guard call.count > 0, call.stack.kind(at: 1) == .boolean else {
        throw LuaFailure(
          "completionHandler: expected true or false, got \(call.stack.shortDescription(at: 1))", code: "argument",
          hint: "Call completionHandler(true).")
      }
      try completion(call.stack.boolean(at: 1))
      return 0
    }
  }

  fileprivate static func backgroundCompletion(_ completion: BackgroundCompletion, needsOutcome: Bool) -> SwiftFunction
  {
    SwiftFunction { call in
      let outcome = call.stack.string(at: 1).flatMap { BackgroundCompletion.Outcome(rawValue: $0) }
      if needsOutcome, outcome == nil {
        let names = BackgroundCompletion.Outcome.allCases.map { "\"\($0.rawValue)\"" }
        throw LuaFailure(
          "completionHandler: expected \(names.joined(separator: ", ")), got \(call.stack.shortDescription(at: 1))",
          code: "argument", hint: "Call completionHandler(\"newData\").")
      }
      try completion(needsOutcome ? outcome : nil)
      return 0
    }
  }
}

/// `UNNotificationResponse`: `response.notification.request.content.userInfo`.
extension UserNotification: APITable {
  static let fields = [
    APIField("actionIdentifier", \UserNotification.actionIdentifier),
    APIField("notification") { Notification(request: Request(content: Content(response: $0))) },
  ]

  private struct Notification: APITable {
    let request: Request
    static let fields = [APIField("request", \Notification.request)]
  }

  private struct Request: APITable {
    let content: Content
    static let fields = [APIField("content", \Request.content)]
  }

  private struct Content: APITable {
    let response: UserNotification
    static let fields = [
      APIField("title", \Content.response.title), APIField("body", \Content.response.body),
      APIField("userInfo") { (content: Content) in ItemFields.table(content.response.userInfo) },
    ]
  }
}

extension UserActivity: APITable {
  static let fields = [
    APIField("activityType", \UserActivity.activityType), APIField("webpageURL", \UserActivity.webpageURL),
    APIField("userInfo") { (activity: UserActivity) in ItemFields.table(activity.userInfo) },
  ]
}

/// `launchOptions` in Lua: a table that prints like Foundation's dictionary (QUICK-106). The fields have Swift's names,
/// and the names in Objective-C also work (LAUNCH-052).
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
      APIField("location") { (content: Content) in content.options.location ? true : nil },
      APIField("bluetoothCentrals", \Content.options.bluetoothCentrals),
    ]
  }

  static var apiName: String { Content.apiName }
  private let options: LaunchOptions

  init(_ options: LaunchOptions) { self.options = options }

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

  /// Returns the field for UIKit's key in Objective-C, or for Swift's name if the field's name is shorter.
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
