/// Why an app is brought to the front.
public enum LaunchSituation: Sendable {
  /// A tap on the icon, or a choice in the app switcher.
  case tap
  /// A quick action was chosen.
  case quickAction(ShortcutItem)
  /// Another app opened a URL of this app; nil when the source is not told.
  case url(String, sourceApplication: String? = nil)
  /// A universal link was tapped.
  case universalLink(String)
}
