/// What methods of the app get: each argument is declared once, with its name in scripts.
extension AppCallback {
  /// What a method can get.
  public enum Argument: String, Sendable, CaseIterable {
    case application
    case launchOptions
    case shortcutItem
    /// Takes whether the action succeeded.
    case actionCompletion
    case session
    case connectionOptions
    case discardedSessions
    case url
    case openURLOptions
    case activityType
    case userActivity
    case restorationHandler
    case userInfo
    /// Takes `newData`, `noData` or `failed`.
    case fetchCompletion
    case notificationCenter
    case notificationResponse
    /// Takes nothing.
    case completion
    case coder
    case scene
    case windowScene
    case urlContexts
    case intent

    /// As a hint writes it.
    public var name: String {
      switch self {
      case .actionCompletion, .fetchCompletion, .completion: "completionHandler"
      case .connectionOptions, .openURLOptions: "options"
      case .discardedSessions: "sessions"
      case .activityType: "type"
      case .notificationCenter: "center"
      case .notificationResponse: "response"
      case .urlContexts: "contexts"
      case .application, .launchOptions, .shortcutItem, .session, .url, .userActivity, .restorationHandler, .userInfo,
        .coder, .scene, .windowScene, .intent:
        rawValue
      }
    }

    /// What it is, for documentation.
    public var summary: String {
      switch self {
      case .application: "`UIApplication.shared`"
      case .launchOptions: "why the process was started; nil for a tap on the icon"
      case .shortcutItem: "the quick action"
      case .actionCompletion: "takes whether the action succeeded"
      case .session: "what the system keeps about the scene"
      case .connectionOptions: "why the scene is connected"
      case .discardedSessions: "the sessions of the closed windows"
      case .url: "the URL"
      case .openURLOptions: "which app sent it"
      case .activityType: "the type of the activity"
      case .userActivity: "the activity"
      case .restorationHandler: "takes the objects that show the activity"
      case .userInfo: "what the notification carries"
      case .fetchCompletion: "takes what the fetch has brought"
      case .notificationCenter: "the notification center"
      case .notificationResponse: "the notification, and what the person chose"
      case .completion: "takes nothing"
      case .coder: "keeps the state"
      case .scene: "the scene"
      case .windowScene: "the scene"
      case .urlContexts: "the URLs, and which app sent them"
      case .intent: "its name, and what it carries"
      }
    }
  }
}
