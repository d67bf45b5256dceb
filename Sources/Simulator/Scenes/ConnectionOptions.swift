/// `UIScene.ConnectionOptions`: why a scene is connected (LAUNCH-055). There is always one, empty for a plain tap.
public struct ConnectionOptions: Sendable {
  /// The quick action that made the system connect the scene (LAUNCH-013).
  public var shortcutItem: ShortcutItem?
  /// URLs to open (LAUNCH-032).
  public var urls: [String] = []
  /// The app that sent the URL.
  public var sourceApplication: String?
  /// Links of user activities.
  public var userActivities: [String] = []

  public init() {}

  init(_ situation: LaunchSituation) {
    switch situation {
    case .tap: break
    case .quickAction(let item): shortcutItem = item
    case .url(let url, let source):
      urls = [url]
      sourceApplication = source
    case .universalLink(let url): userActivities = [url]
    }
  }
}
