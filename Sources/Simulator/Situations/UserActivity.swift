public import PropertyLists

/// `NSUserActivity`: what the user was doing, on another device, on the web, in Spotlight, or in the app itself.
public struct UserActivity: Sendable, Equatable {
  public var activityType: String
  public var webpageURL: String?
  public var userInfo: PropertyListDictionary?

  public init(activityType: String, webpageURL: String? = nil, userInfo: PropertyListDictionary? = nil) {
    self.activityType = activityType
    self.webpageURL = webpageURL
    self.userInfo = userInfo
  }

  /// The activity of a universal link.
  public static func browsingWeb(_ link: String) -> UserActivity {
    UserActivity(activityType: "NSUserActivityTypeBrowsingWeb", webpageURL: link)
  }

  /// The activity of a result in Spotlight (LAUNCH-091).
  public static func searchableItem(_ identifier: String) -> UserActivity {
    UserActivity(
      activityType: "com.apple.corespotlightitem",
      userInfo: ["kCSSearchableItemActivityIdentifier": .string(identifier)])
  }
}
