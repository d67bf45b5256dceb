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
  /// The link of the user activity that is to be continued.
  public internal(set) var userActivity: String?

  init(_ callback: AppCallback, _ application: Application) {
    self.callback = callback
    self.application = application
  }
}
