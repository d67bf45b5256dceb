public import PropertyLists

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
