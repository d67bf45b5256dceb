/// `UIScene.ConnectionOptions`: why a scene is connected (LAUNCH-055). There is always one, empty for a plain tap.
public struct ConnectionOptions: Sendable {
  /// The quick action that made the system connect the scene (LAUNCH-013).
  public var shortcutItem: ShortcutItem?
  /// URLs to open (LAUNCH-032).
  public var urls: [String] = []
  /// The app that sent the URL.
  public var sourceApplication: String?
  /// Activities to continue; one of Handoff is not among them (LAUNCH-033).
  public var userActivities: [UserActivity] = []
  /// The type of an activity that Handoff is still fetching (LAUNCH-033).
  public var handoffUserActivityType: String?
  /// The notification that was answered.
  public var notificationResponse: UserNotification?
  /// The App Intent that the scene is to perform; iOS 26 and later (LAUNCH-034).
  public var appIntent: String?

  public init() {}

  init(_ situation: LaunchSituation, os: OSVersion) {
    switch situation {
    case .tap, .backgroundFetch: break
    case .quickAction(let item): shortcutItem = item
    case .userActivity(let activity): handoffUserActivityType = activity.activityType
    case .notification(let notification): notificationResponse = notification
    case .url, .universalLink, .spotlight, .widget, .intent:
      if let intent = situation.appIntent(os) {
        appIntent = intent
        return
      }
      urls = situation.url.map { [$0.url] } ?? []
      sourceApplication = situation.url?.source
      userActivities = situation.activity.map { [$0] } ?? []
    }
  }
}
