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

  /// Without any reason, as for a plain tap.
  public init() {}

  init(_ row: LaunchSituation.Row) {
    appIntent = row.appIntent
    guard appIntent == nil else { return }
    shortcutItem = row.item
    notificationResponse = row.notification
    urls = row.url.map { [$0.url] } ?? []
    sourceApplication = row.url?.source
    if row.isHandoff {
      handoffUserActivityType = row.activity?.activityType
    } else {
      userActivities = row.activity.map { [$0] } ?? []
    }
  }
}
