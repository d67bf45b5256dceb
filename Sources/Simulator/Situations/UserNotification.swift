public import PropertyLists

/// A notification of an app: what the user tapped, or what arrived silently.
public struct UserNotification: Sendable, Equatable {
  public var title: String?
  public var body: String?
  /// The payload.
  public var userInfo: PropertyListDictionary
  /// `UNNotificationDefaultActionIdentifier`, or the identifier of the action that was chosen.
  public var actionIdentifier: String
  /// `content-available`: nothing is shown, and the app runs in the background (LAUNCH-095).
  public var isSilent: Bool

  /// What `UNNotificationDefaultActionIdentifier` holds.
  public static let defaultAction = "com.apple.UNNotificationDefaultActionIdentifier"

  public init(
    title: String? = nil, body: String? = nil, userInfo: PropertyListDictionary = [:],
    actionIdentifier: String = UserNotification.defaultAction, isSilent: Bool = false
  ) {
    self.title = title
    self.body = body
    self.userInfo = userInfo
    self.actionIdentifier = actionIdentifier
    self.isSilent = isSilent
  }
}
