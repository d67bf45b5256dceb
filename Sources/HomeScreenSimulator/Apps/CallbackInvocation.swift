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

/// An object of the app's code that the system calls: the door through which every callback goes.
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
