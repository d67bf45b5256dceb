public import PropertyLists

/// The code of an installed app, which makes the objects of each new process.
///
/// It represents the executable, so it lives as long as the installed app. Data that must end with a process belongs in
/// the delegates that it makes. It must not hold the device strongly: the device holds it.
public protocol AppCode: AnyObject {
  /// Runs first in each new process, for example to create singletons.
  func main(_ application: Application) throws

  /// Returns the app delegate of a new process, or nil.
  func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)?

  /// Returns the scene delegate of a new scene, or nil.
  func makeSceneDelegate(_ application: Application) throws -> (any SceneDelegate)?

  /// Returns the scene delegate of this new scene, or nil. The simulator calls this method. The scene has its window,
  /// and its session has the configuration that `configurationForConnecting` returned.
  ///
  /// For a SwiftUI app, the method is called only if that configuration names a delegate class (LAUNCH-027).
  func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)?

  /// Returns the root view of a new scene in a SwiftUI app; not called in other life cycles.
  func makeRootView(_ application: Application) throws -> (any RootView)?

  /// Returns the root view controller of a new window, or nil for a plain one without code.
  func makeRootViewController(_ application: Application) throws -> ViewController?
}

extension AppCode {
  /// Does nothing.
  public func main(_ application: Application) throws {}
  /// Returns nil: the app has no app delegate.
  public func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)? { nil }
  /// Returns nil: scenes have no delegate.
  public func makeSceneDelegate(_ application: Application) throws -> (any SceneDelegate)? { nil }
  /// Returns nil: scenes have no root view.
  public func makeRootView(_ application: Application) throws -> (any RootView)? { nil }
  /// Returns nil: each window starts with a plain controller.
  public func makeRootViewController(_ application: Application) throws -> ViewController? { nil }

  /// Makes the delegate with ``makeSceneDelegate(_:)``, for any scene.
  public func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)? {
    try makeSceneDelegate(application)
  }
}

/// A call of the system into the app's code, with the arguments under their parameter names.
public struct CallbackInvocation {
  /// The called method.
  public let callback: AppCallback
  /// The process that is called.
  public let application: Application
  /// The scene, for every method of a scene delegate.
  public internal(set) var scene: AppScene?
  /// The session, for the two connecting calls.
  public internal(set) var session: SceneSession?
  /// `launchOptions` of the launch methods; nil if iOS passes nil (LAUNCH-012).
  public internal(set) var launchOptions: LaunchOptions?
  /// The options of the two connecting calls.
  public internal(set) var connectionOptions: ConnectionOptions?
  /// The quick action, for the two `performActionFor` methods.
  public internal(set) var shortcutItem: ShortcutItem?
  /// The completion handler, for the two `performActionFor` methods.
  public internal(set) var completion: ActionCompletion?
  /// The URL of `application(_:open:options:)`, the URLs of `scene(_:openURLContexts:)`.
  public internal(set) var urls: [String] = []
  /// The app that sent the URL.
  public internal(set) var sourceApplication: String?
  /// The activity to continue.
  public internal(set) var userActivity: UserActivity?
  /// The notification that the user responded to, or a silent one.
  public internal(set) var notification: UserNotification?
  /// The name of the App Intent for the scene to perform (LAUNCH-034).
  public internal(set) var appIntent: String?
  /// The completion handler of a notification or background fetch.
  public internal(set) var backgroundCompletion: BackgroundCompletion?
  /// The coder of state restoration, for the methods that encode and decode it (LAUNCH-056).
  public internal(set) var coder: StateCoder?
  /// The sessions that were discarded.
  public internal(set) var discardedSessions: [SceneSession] = []

  init(_ callback: AppCallback, _ application: Application) {
    (self.callback, self.application) = (callback, application)
  }
}

/// The result of an app's method.
public enum CallbackReply {
  /// No result: a method that returns nothing, or one that the app does not implement.
  case none
  /// The Bool of the launch methods and of `application(_:open:options:)`; for a `performActionFor` method, the result
  /// of its asynchronous form (LAUNCH-049).
  case boolean(Bool)
  /// The result of `application(_:configurationForConnecting:options:)`.
  case configuration(SceneConfiguration)
  /// The result of `stateRestorationActivity(for:)`.
  case activity(UserActivity)
}

/// An object of the app's code that receives the callbacks of the system.
public protocol CallbackReceiver: AnyObject {
  /// Returns whether the app's code has this method. The system asks before each call, and traces the call in both cases.
  func implements(_ callback: AppCallback) -> Bool

  /// Runs the method. Called only if ``implements(_:)`` returns true for the callback.
  ///
  /// - Throws: any error that escapes the app's code; it ends the app, and the current command rethrows it.
  func receive(_ call: CallbackInvocation) throws -> CallbackReply
}

/// The app delegate of a process.
public protocol AppDelegate: CallbackReceiver {}

/// The scene delegate of a scene.
public protocol SceneDelegate: CallbackReceiver {}

/// The code of an app as closures, for Swift code without its own classes.
///
/// The closures run again in each process, so every launch gets new objects.
///
/// ```swift
/// let code = ClosureCode()
/// code.appDelegate = {
///   let delegate = CallbackHandlers()
///   delegate[.performAction] = { call in
///     call.application.log("performs \(call.shortcutItem?.type ?? "")")
///     return .boolean(true)
///   }
///   return delegate
/// }
/// app.code = code
/// ```
public final class ClosureCode: AppCode {
  /// The closure that runs when the process has started, before any other code of the app.
  public var onMain: (Application) throws -> Void = { _ in }
  /// The closure that makes the app delegate; it returns nil if the app has none.
  public var appDelegate: () -> (any AppDelegate)? = { nil }
  /// The closure that makes the delegate of each scene.
  public var sceneDelegate: () -> (any SceneDelegate)? = { nil }
  /// The closure that makes the root view of each scene in a SwiftUI app.
  public var rootView: () -> (any RootView)? = { nil }
  /// The closure that makes the first controller of each window; it returns nil for a plain one.
  public var rootViewController: (Application) throws -> ViewController? = { _ in nil }

  /// Creates an app with code that does nothing.
  public init() {}

  /// Runs ``onMain`` and rethrows its errors.
  public func main(_ application: Application) throws { try onMain(application) }

  /// Calls ``appDelegate``.
  public func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)? { appDelegate() }

  /// Calls ``sceneDelegate``, which does not get the scene.
  public func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)? {
    sceneDelegate()
  }

  /// Calls ``rootView``.
  public func makeRootView(_ application: Application) throws -> (any RootView)? { rootView() }

  /// Calls ``rootViewController`` and rethrows its errors.
  public func makeRootViewController(_ application: Application) throws -> ViewController? {
    try rootViewController(application)
  }
}

/// A delegate as a table of closures, for Swift code without its own class.
public final class CallbackHandlers: AppDelegate, SceneDelegate {
  /// The closure for a callback.
  public typealias Handler = (CallbackInvocation) throws -> CallbackReply

  private var handlers: [AppCallback: Handler] = [:]

  /// Creates a delegate that implements no callbacks.
  public init() {}

  /// The handler of a callback; nil if the app does not implement it.
  public subscript(callback: AppCallback) -> Handler? {
    get { handlers[callback] }
    set { handlers[callback] = newValue }
  }

  /// Implements a method without a result.
  public func on(_ callback: AppCallback, _ body: @escaping (Application) throws -> Void) {
    handlers[callback] = { call in
      try body(call.application)
      return .none
    }
  }

  /// Returns whether the callback has a handler.
  public func implements(_ callback: AppCallback) -> Bool { handlers[callback] != nil }

  /// Runs the handler of the callback and rethrows its errors. Without a handler, returns ``CallbackReply/none``.
  public func receive(_ call: CallbackInvocation) throws -> CallbackReply {
    try handlers[call.callback]?(call) ?? .none
  }
}

/// `launchOptions` of the launch methods. They are nil, not empty, after a plain tap, and always in an app with scenes
/// (LAUNCH-012).
///
/// All options in the simulator were introduced with iOS 9 or earlier (LAUNCH-053).
public struct LaunchOptions: Sendable {
  /// `UIApplicationLaunchOptionsShortcutItemKey` (LAUNCH-052).
  public var shortcutItem: ShortcutItem?
  /// `UIApplicationLaunchOptionsURLKey`
  public var url: String?
  /// `UIApplicationLaunchOptionsSourceApplicationKey`
  public var sourceApplication: String?
  /// `UIApplicationLaunchOptionsRemoteNotificationKey`: the payload.
  public var remoteNotification: PropertyListDictionary?
  /// The activity in `UIApplicationLaunchOptionsUserActivityDictionaryKey`; that dictionary has its type for
  /// `UIApplicationLaunchOptionsUserActivityTypeKey`.
  public var userActivity: UserActivity?
  /// `UIApplicationLaunchOptionsLocationKey` (LAUNCH-202).
  public var location = false
  /// `UIApplicationLaunchOptionsBluetoothCentralsKey` (LAUNCH-203).
  public var bluetoothCentrals: [String]?

  /// Creates empty options.
  public init() {}

  /// Creates the options of a situation; nil for one without a payload: a tap, a background fetch (LAUNCH-094).
  init?(_ row: LaunchSituation.Row) {
    location = row.kind == .location
    guard
      location || row.item != nil || !row.urls.isEmpty || row.notification != nil || row.activity != nil
        || row.bluetoothCentrals != nil
    else { return nil }
    bluetoothCentrals = row.bluetoothCentrals
    shortcutItem = row.item
    url = row.urls.first
    sourceApplication = row.source
    remoteNotification = row.notification?.userInfo
    userActivity = row.activity
  }

  /// The keys of the options and their values as text, in a fixed order.
  public var entries: [(key: String, value: String)] {
    [
      ("UIApplicationLaunchOptionsShortcutItemKey", shortcutItem?.consoleDescription),
      ("UIApplicationLaunchOptionsURLKey", url),
      ("UIApplicationLaunchOptionsSourceApplicationKey", sourceApplication),
      (
        "UIApplicationLaunchOptionsRemoteNotificationKey",
        remoteNotification.map { "{\($0.entries.count) keys}" }
      ),
      ("UIApplicationLaunchOptionsUserActivityDictionaryKey", userActivity.map { $0.webpageURL ?? $0.activityType }),
      ("UIApplicationLaunchOptionsUserActivityTypeKey", userActivity?.activityType),
      ("UIApplicationLaunchOptionsLocationKey", location ? "1" : nil),
      ("UIApplicationLaunchOptionsBluetoothCentralsKey", bluetoothCentrals?.joined(separator: ", ")),
    ].compactMap { key, value in value.map { (key, $0) } }
  }
}

extension LaunchOptions {
  /// The output of `NSLog` for `%@`: a dictionary as Foundation describes it, with a line for each key, sorted by name,
  /// and escaped non-ASCII characters (QUICK-106). Without options the app has nil, which prints `(null)`.
  public var consoleDescription: String {
    let lines = entries.sorted { $0.key < $1.key }.map { key, value in
      "    \(key) = \"\(Self.escaped(value))\";\n"
    }
    return "{\n\(lines.joined())}"
  }

  /// Escapes `工具` as `\U5de5\U5177`: each UTF-16 unit with its four hexadecimal digits.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for unit in text.utf16 {
      switch unit {
      case UInt16(UInt8(ascii: "\"")), UInt16(UInt8(ascii: "\\")):
        result += "\\"
        result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      case UInt16(UInt8(ascii: "\n")): result += "\\n"
      case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        result += "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}

/// An `NSException` that UIKit raises in the app's code; it ends the app unless the code catches it.
public struct AppException: Error, Sendable, Equatable, CustomStringConvertible {
  /// The name, such as `NSInvalidArgumentException`.
  public let name: String
  /// The reason, in UIKit's words.
  public let reason: String

  /// Creates an exception with any name and reason.
  public init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }

  /// The line on the console: `*** Terminating app due to uncaught exception 'NAME', reason: 'REASON'`.
  public var description: String { "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'" }

  static func invalidArgument(_ reason: String) -> AppException {
    AppException(name: "NSInvalidArgumentException", reason: reason)
  }

  /// Returns the exception for an array literal with nil at an index, counted from 0 (QUICK-109).
  public static func nilInArrayLiteral(at place: Int) -> AppException {
    invalidArgument(
      "*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[\(place)]")
  }

  /// Returns the exception for a quick action with a value in its user info, such as `CFNull`, that a property list
  /// cannot contain (QUICK-038).
  public static func unserializableUserInfo(_ type: String) -> AppException {
    let text = "Property list invalid for format: 200 (property lists cannot contain objects of type '\(type)')"
    return invalidArgument(
      "unable to serialize userInfo: Error Domain=NSCocoaErrorDomain Code=3851 \"\(text)\" "
        + "UserInfo={NSDebugDescription=\(text)}")
  }
}

/// The crash of an app.
public struct AppCrash: Sendable {
  /// The error that escaped the app's code, as text.
  public let reason: String
  /// The exception code, if the system ended the app with one.
  public let code: Code?
  /// The time on the device's clock.
  public let time: VirtualTime
  /// The error that escaped, if any.
  public let error: (any Error)?

  /// Exception codes in crash reports.
  public enum Code: String, Sendable, CaseIterable {
    /// Ended by the watchdog (LAUNCH-067).
    case watchdog = "0x8badf00d"
    /// Ended by a failed check of the system.
    case breakpoint = "EXC_BREAKPOINT"
    /// Ended by the kernel.
    case killed = "SIGKILL"
  }
}

/// An error that represents code that never ends, such as a loop that exceeds its budget.
///
/// If code called by the system throws it, the app ends with the watchdog's code `0x8badf00d`, and the command
/// continues without rethrowing it (LAUNCH-067). If the closure of ``InstalledApp/run(_:)`` throws it, the app ends
/// likewise, and the error is rethrown because there is nothing to return. A debugger disables the watchdog
/// (LAUNCH-070): the app ends without a code, and the command throws the error.
public protocol AppHangs: Error {}
