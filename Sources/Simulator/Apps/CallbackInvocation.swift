/// One call of the system into the app's code, with its arguments: what the method gets, under the parameters' names.
public struct CallbackInvocation {
  /// Which method.
  public let callback: AppCallback
  /// The process that is called.
  public let application: Application
  /// The scene: of every method of a scene delegate.
  public internal(set) var scene: Scene?
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
