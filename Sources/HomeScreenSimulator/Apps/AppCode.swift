public import PropertyLists

/// The code of an installed app: what makes the objects of each new process.
///
/// It stands for the executable, so it lives as long as the installed app; what a process must forget when it ends
/// belongs into the delegates that it makes. Do not let it hold the device strongly: the device holds it.
public protocol AppCode: AnyObject {
  /// Runs first in each new process: singletons are built here.
  func main(_ application: Application) throws

  /// The app delegate of a new process, or nil.
  func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)?

  /// The scene delegate of a new scene, or nil.
  func makeSceneDelegate(_ application: Application) throws -> (any SceneDelegate)?

  /// The scene delegate of this new scene, or nil: what the simulator asks for. The scene has its window, and its
  /// session the configuration that `configurationForConnecting` returned.
  ///
  /// A SwiftUI app is asked only if that configuration names a delegate class (LAUNCH-027).
  func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)?

  /// The root view of a new scene of a SwiftUI app; other life cycles are not asked.
  func makeRootView(_ application: Application) throws -> (any RootView)?

  /// The root view controller of a new window; nil: a plain one without code.
  func makeRootViewController(_ application: Application) throws -> ViewController?
}

extension AppCode {
  /// Does nothing.
  public func main(_ application: Application) throws {}
  /// The app has no app delegate.
  public func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)? { nil }
  /// Scenes have no delegate.
  public func makeSceneDelegate(_ application: Application) throws -> (any SceneDelegate)? { nil }
  /// Scenes have no root view.
  public func makeRootView(_ application: Application) throws -> (any RootView)? { nil }
  /// Each window begins with a plain controller.
  public func makeRootViewController(_ application: Application) throws -> ViewController? { nil }

  /// Makes the delegate with ``makeSceneDelegate(_:)``, whatever the scene.
  public func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)? {
    try makeSceneDelegate(application)
  }
}

/// One call of the system into the app's code, with its arguments: what the method gets, under the parameters' names.
public struct CallbackInvocation {
  /// Which method.
  public let callback: AppCallback
  /// The process that is called.
  public let application: Application
  /// The scene: of every method of a scene delegate.
  public internal(set) var scene: AppScene?
  /// The session: of the two connecting calls.
  public internal(set) var session: SceneSession?
  /// `launchOptions` of the launch methods: nil when iOS gives nil (LAUNCH-012).
  public internal(set) var launchOptions: LaunchOptions?
  /// The options of the two connecting calls.
  public internal(set) var connectionOptions: ConnectionOptions?
  /// The quick action: of the two `performActionFor` methods.
  public internal(set) var shortcutItem: ShortcutItem?
  /// The completion handler: of the two `performActionFor` methods.
  public internal(set) var completion: ActionCompletion?
  /// The URL of `application(_:open:options:)`, the URLs of `scene(_:openURLContexts:)`.
  public internal(set) var urls: [String] = []
  /// The app that sent the URL.
  public internal(set) var sourceApplication: String?
  /// The activity that is to be continued.
  public internal(set) var userActivity: UserActivity?
  /// The notification that was answered, or that arrived silently.
  public internal(set) var notification: UserNotification?
  /// The name of the App Intent that the scene is to perform (LAUNCH-034).
  public internal(set) var appIntent: String?
  /// The completion handler of a notification or background fetch.
  public internal(set) var backgroundCompletion: BackgroundCompletion?
  /// What state restoration keeps: of the methods that encode and decode it (LAUNCH-056).
  public internal(set) var coder: StateCoder?
  /// The sessions that were discarded.
  public internal(set) var discardedSessions: [SceneSession] = []

  init(_ callback: AppCallback, _ application: Application) {
    self.callback = callback
    self.application = application
  }
}

/// What a method of the app returns to the system.
public enum CallbackReply {
  /// Nothing: a method without result, or one that the app does not implement.
  case none
  /// The Bool of the launch methods and of `application(_:open:options:)`; of a `performActionFor` method the outcome,
  /// as its asynchronous form returns it (LAUNCH-049).
  case boolean(Bool)
  /// The result of `application(_:configurationForConnecting:options:)`.
  case configuration(SceneConfiguration)
  /// The result of `stateRestorationActivity(for:)`.
  case activity(UserActivity)
}

/// An object of the app's code that the system calls: every callback goes through it.
///
/// Each process has its own instances; they are released when it ends.
public protocol CallbackReceiver: AnyObject {
  /// Whether the app's code has this method. The system asks before each call, and records the call in the trace in
  /// both cases.
  func implements(_ callback: AppCallback) -> Bool

  /// Runs the method. Called only for a callback that ``implements(_:)`` has.
  ///
  /// - Throws: whatever escapes the app's code; it ends the app, and the command that led here throws it again.
  func receive(_ call: CallbackInvocation) throws -> CallbackReply
}

/// The app delegate of a process.
public protocol AppDelegate: CallbackReceiver {}

/// The scene delegate of a scene.
public protocol SceneDelegate: CallbackReceiver {}

/// The code of an app, made of closures: for Swift code that tries what an app would do, and wants no classes of its own.
///
/// The closures run in each process anew, so what they make is fresh after every launch.
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
  /// Runs when the process has started, before anything else of the app.
  public var onMain: (Application) throws -> Void = { _ in }
  /// Makes the app delegate; nil: the app has none.
  public var appDelegate: () -> (any AppDelegate)? = { nil }
  /// Makes the delegate of each scene.
  public var sceneDelegate: () -> (any SceneDelegate)? = { nil }
  /// Makes the root view of each scene of a SwiftUI app.
  public var rootView: () -> (any RootView)? = { nil }
  /// Makes the controller that each window begins with; nil: a plain one.
  public var rootViewController: (Application) throws -> ViewController? = { _ in nil }

  /// An app whose code does nothing yet.
  public init() {}

  /// Runs ``onMain``, and throws what it throws.
  public func main(_ application: Application) throws { try onMain(application) }

  /// Asks ``appDelegate``.
  public func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)? { appDelegate() }

  /// Asks ``sceneDelegate``, which does not hear which scene it is.
  public func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)? {
    sceneDelegate()
  }

  /// Asks ``rootView``.
  public func makeRootView(_ application: Application) throws -> (any RootView)? { rootView() }

  /// Asks ``rootViewController``, and throws what it throws.
  public func makeRootViewController(_ application: Application) throws -> ViewController? {
    try rootViewController(application)
  }
}

/// A delegate written as a table of closures, for Swift code that wants no class of its own.
public final class CallbackHandlers: AppDelegate, SceneDelegate {
  /// What runs for one callback.
  public typealias Handler = (CallbackInvocation) throws -> CallbackReply

  private var handlers: [AppCallback: Handler] = [:]

  /// A delegate that implements no callback yet.
  public init() {}

  /// The handler of a callback; nil means that the app does not implement it.
  public subscript(callback: AppCallback) -> Handler? {
    get { handlers[callback] }
    set { handlers[callback] = newValue }
  }

  /// Implements a method that returns nothing.
  public func on(_ callback: AppCallback, _ body: @escaping (Application) throws -> Void) {
    handlers[callback] = { call in
      try body(call.application)
      return .none
    }
  }

  /// Whether the callback has a handler.
  public func implements(_ callback: AppCallback) -> Bool {
    handlers[callback] != nil
  }

  /// Runs the handler of the callback, and throws what it throws; without one the reply is ``CallbackReply/none``.
  public func receive(_ call: CallbackInvocation) throws -> CallbackReply {
    try handlers[call.callback]?(call) ?? .none
  }
}

/// `launchOptions` of the launch methods. They are nil, not empty, when the app was just tapped, and always in an app
/// with scenes (LAUNCH-012).
///
/// Those that the simulator gives all exist since iOS 9 or before (LAUNCH-053).
public struct LaunchOptions: Sendable {
  /// `UIApplicationLaunchOptionsShortcutItemKey` (LAUNCH-052).
  public var shortcutItem: ShortcutItem?
  /// `UIApplicationLaunchOptionsURLKey`
  public var url: String?
  /// `UIApplicationLaunchOptionsSourceApplicationKey`
  public var sourceApplication: String?
  /// `UIApplicationLaunchOptionsRemoteNotificationKey`: the payload.
  public var remoteNotification: PropertyListDictionary?
  /// The activity inside `UIApplicationLaunchOptionsUserActivityDictionaryKey`; its type is there under
  /// `UIApplicationLaunchOptionsUserActivityTypeKey`.
  public var userActivity: UserActivity?

  /// Options without any entry, to be filled in.
  public init() {}

  /// The options of a situation; nil for one that carries nothing: a tap, a background fetch (LAUNCH-094).
  init?(_ row: LaunchSituation.Row) {
    guard row.item != nil || row.url != nil || row.notification != nil || row.activity != nil else { return nil }
    shortcutItem = row.item
    url = row.url?.url
    sourceApplication = row.url?.source
    remoteNotification = row.notification?.userInfo
    userActivity = row.activity
  }

  /// What each option is called, with its value as text, in a fixed order.
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
    ].compactMap { key, value in value.map { (key, $0) } }
  }
}

extension LaunchOptions {
  /// What `NSLog` prints for `%@`: a dictionary as Foundation describes it, a line for each key in the order of the
  /// keys' names, and non-ASCII characters escaped (QUICK-106). Without options the app has nil, which prints `(null)`.
  public var consoleDescription: String {
    let lines = entries.sorted { $0.key < $1.key }.map { key, value in
      "    \(key) = \"\(Self.escaped(value))\";\n"
    }
    return "{\n\(lines.joined())}"
  }

  /// `工具` is `\U5de5\U5177`: each UTF-16 unit by its four hexadecimal digits.
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
  /// For instance `NSInvalidArgumentException`.
  public let name: String
  /// What the app did wrong, in UIKit's words.
  public let reason: String

  /// An exception with any name and reason, for code that raises one of its own.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  /// The line of the console: `*** Terminating app due to uncaught exception 'NAME', reason: 'REASON'`.
  public var description: String {
    "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'"
  }

  static func invalidArgument(_ reason: String) -> AppException {
    AppException(name: "NSInvalidArgumentException", reason: reason)
  }

  /// An array literal with nil at a place, counted from 0 (QUICK-109).
  public static func nilInArrayLiteral(at place: Int) -> AppException {
    invalidArgument(
      "*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[\(place)]")
  }

  /// A quick action whose user info holds an object of a type, such as `CFNull`, that no property list can hold
  /// (QUICK-038).
  public static func unserializableUserInfo(_ type: String) -> AppException {
    let text = "Property list invalid for format: 200 (property lists cannot contain objects of type '\(type)')"
    return invalidArgument(
      "unable to serialize userInfo: Error Domain=NSCocoaErrorDomain Code=3851 \"\(text)\" "
        + "UserInfo={NSDebugDescription=\(text)}")
  }
}

/// How an app ended by itself.
public struct AppCrash: Sendable {
  /// What escaped the app's code, in its own words.
  public let reason: String
  /// The exception code, if the system ended the app with one.
  public let code: Code?
  /// When, on the device's clock.
  public let time: VirtualTime
  /// The error itself, if one escaped.
  public let error: (any Error)?

  /// Exception codes, as crash reports have them.
  public enum Code: String, Sendable, CaseIterable {
    /// By the watchdog (LAUNCH-067).
    case watchdog = "0x8badf00d"
    /// A check of the system's own failed.
    case breakpoint = "EXC_BREAKPOINT"
    /// The kernel ended it.
    case killed = "SIGKILL"
  }
}

/// An error that stands for code that never ends, such as a loop whose budget ran out.
///
/// Thrown by code that the system called, it ends the app as the watchdog does, with the code `0x8badf00d`, and the
/// command goes on without throwing it (LAUNCH-067); thrown by the piece of code that ``InstalledApp/run(_:)`` runs, it
/// ends the app likewise and is thrown on, because there is no result to return. With a debugger attached there is no
/// watchdog (LAUNCH-070): the app ends without a code, and the command throws the error.
public protocol AppHangs: Error {}
