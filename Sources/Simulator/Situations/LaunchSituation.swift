public import PropertyLists

/// Why an app is brought to the front, or made to run in the background.
public enum LaunchSituation: Sendable {
  /// A tap on the icon, or a choice in the app switcher.
  case tap
  /// A quick action was chosen.
  case quickAction(ShortcutItem)
  /// Another app opened a URL of this app; nil when the source is not told.
  case url(String, sourceApplication: String? = nil)
  /// A universal link was tapped.
  case universalLink(String)
  /// A notification was tapped, or a silent one arrived.
  case notification(UserNotification)
  /// Handoff: an activity goes on that began on another device (LAUNCH-033).
  case userActivity(UserActivity)
  /// A result in Spotlight was tapped; the identifier is that of the indexed item (LAUNCH-091).
  case spotlight(String)
  /// A widget was tapped: one with a URL, else one of this kind (LAUNCH-092).
  case widget(url: String?, kind: String)
  /// Siri or Shortcuts run an intent of the app (LAUNCH-034, LAUNCH-093).
  case intent(String, userInfo: PropertyListDictionary? = nil)
  /// The system lets the app fetch in the background (LAUNCH-094).
  case backgroundFetch

  /// The name as `device:launch` and traces have it.
  public var name: String {
    switch self {
    case .tap: "tap"
    case .quickAction: "quickAction"
    case .url: "url"
    case .universalLink: "universalLink"
    case .notification: "notification"
    case .userActivity: "userActivity"
    case .spotlight: "spotlight"
    case .widget: "widget"
    case .intent: "intent"
    case .backgroundFetch: "backgroundFetch"
    }
  }

  /// The first version that has it: intents begin with Siri shortcuts (LAUNCH-093).
  public var firstOS: OSVersion {
    if case .intent = self { .siriShortcuts } else { .oldest }
  }

  /// The app runs in the background and is not shown.
  public var isInBackground: Bool {
    switch self {
    case .backgroundFetch: true
    case .notification(let notification): notification.isSilent
    case .tap, .quickAction, .url, .universalLink, .userActivity, .spotlight, .widget, .intent: false
    }
  }

  /// The `UIBackgroundModes` that the app must declare for it (LAUNCH-096).
  var backgroundMode: String? {
    guard isInBackground else { return nil }
    if case .backgroundFetch = self { return "fetch" }
    return "remote-notification"
  }
}

extension LaunchSituation {
  /// A URL to open, with its sender.
  var url: (url: String, source: String?)? {
    switch self {
    case .url(let url, let source): (url, source)
    case .widget(let url, _): url.map { ($0, nil) }
    case .tap, .quickAction, .universalLink, .notification, .userActivity, .spotlight, .intent, .backgroundFetch: nil
    }
  }

  var notification: UserNotification? {
    if case .notification(let notification) = self { notification } else { nil }
  }

  /// What is to be continued, whatever brought it.
  var activity: UserActivity? {
    switch self {
    case .universalLink(let link): .browsingWeb(link)
    case .userActivity(let activity): activity
    case .spotlight(let identifier): .searchableItem(identifier)
    case .widget(let url, let kind): url == nil ? UserActivity(activityType: kind) : nil
    case .intent(let name, let userInfo): UserActivity(activityType: name, userInfo: userInfo)
    case .tap, .quickAction, .url, .notification, .backgroundFetch: nil
    }
  }

  /// The App Intent that a scene is asked to perform: iOS 26 and later (LAUNCH-034).
  func appIntent(_ os: OSVersion) -> String? {
    if os >= .v26, case .intent(let name, _) = self { name } else { nil }
  }

  /// Which scene is meant, if that is said (LAUNCH-030).
  var targetContentIdentifier: String? {
    if case .quickAction(let item) = self { item.targetContentIdentifier } else { nil }
  }
}
