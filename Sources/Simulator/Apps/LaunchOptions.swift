/// `launchOptions` of the launch methods. They are nil, not empty, when the app was just tapped, and always in an app
/// with scenes (LAUNCH-012).
public struct LaunchOptions: Sendable {
  /// `UIApplicationLaunchOptionsShortcutItemKey` (LAUNCH-052).
  public var shortcutItem: ShortcutItem?
  /// `UIApplicationLaunchOptionsURLKey`
  public var url: String?
  /// `UIApplicationLaunchOptionsSourceApplicationKey`
  public var sourceApplication: String?
  /// The link inside `UIApplicationLaunchOptionsUserActivityDictionaryKey`.
  public var userActivity: String?

  public init() {}

  /// The options of a situation; nil for a tap.
  init?(_ situation: LaunchSituation) {
    switch situation {
    case .tap: return nil
    case .quickAction(let item): shortcutItem = item
    case .url(let url, let source):
      self.url = url
      sourceApplication = source
    case .universalLink(let url): userActivity = url
    }
  }

  /// What each option is called, with its value as text, in a fixed order.
  public var entries: [(key: String, value: String)] {
    [
      ("UIApplicationLaunchOptionsShortcutItemKey", shortcutItem?.consoleDescription),
      ("UIApplicationLaunchOptionsURLKey", url),
      ("UIApplicationLaunchOptionsSourceApplicationKey", sourceApplication),
      ("UIApplicationLaunchOptionsUserActivityDictionaryKey", userActivity),
    ].compactMap { key, value in value.map { (key, $0) } }
  }
}
