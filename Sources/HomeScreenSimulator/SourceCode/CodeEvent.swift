public import AppSources
import PropertyLists

/// Something that comes to an app's code and has to be handled.
public enum CodeEvent: Sendable, Equatable {
  /// A quick action.
  case quickAction(ShortcutItem)
  /// A URL that another app opens.
  case url(String)
  /// A universal link.
  case universalLink(String)
  /// A notification that the user tapped.
  case notification(UserNotification)

  /// How it comes to the app.
  public var situation: LaunchSituation {
    switch self {
    case .quickAction(let item): .quickAction(item)
    case .url(let url): .url(url)
    case .universalLink(let link): .universalLink(link)
    case .notification(let notification): .notification(notification)
    }
  }

  /// What the sources call it.
  public var subject: HandlerStep.Subject {
    switch self {
    case .quickAction: .shortcutItem
    case .url: .url
    case .universalLink: .userActivity
    case .notification: .notification
    }
  }

  /// What tables and messages call it: the type of a quick action, a URL.
  public var name: String {
    switch self {
    case .quickAction(let item): item.type
    case .url(let text), .universalLink(let text): text
    case .notification: "notification"
    }
  }

  /// What code compares it with.
  package var text: String {
    switch self {
    case .quickAction(let item): item.type
    case .url(let url): String(url.prefix { $0 != ":" })
    case .universalLink: "NSUserActivityTypeBrowsingWeb"
    case .notification(let notification): notification.actionIdentifier
    }
  }

  /// What a call of the system carries of a kind; nil for nothing.
  package init?(_ subject: HandlerStep.Subject, in call: CallbackInvocation) {
    switch subject {
    case .shortcutItem:
      guard
        let item = call.shortcutItem ?? call.launchOptions?.shortcutItem ?? call.connectionOptions?.shortcutItem
      else { return nil }
      self = .quickAction(item)
    case .url:
      guard let url = call.urls.first ?? call.launchOptions?.url ?? call.connectionOptions?.urls.first else {
        return nil
      }
      self = .url(url)
    case .userActivity:
      let activity =
        call.userActivity ?? call.launchOptions?.userActivity ?? call.connectionOptions?.userActivities.first
      guard let activity else { return nil }
      self = .universalLink(activity.webpageURL ?? activity.activityType)
    case .notification:
      guard let notification = call.notification ?? call.connectionOptions?.notificationResponse else { return nil }
      self = .notification(notification)
    case .none: return nil
    }
  }
}

extension Comparison {
  /// Whether an event is among what the code compares with. A constant of the system is there as it is written.
  package func names(_ event: CodeEvent) -> Bool {
    texts.contains { place in
      switch place.text {
      case .literal(let text): ExactText.isSame(text, event.text)
      case .computed(let expression):
        switch event {
        case .universalLink: ExactText.isSame(expression, event.text)
        case .notification(let notification):
          notification.actionIdentifier == UserNotification.defaultAction
            && ExactText.isSame(expression, "UNNotificationDefaultActionIdentifier")
        case .quickAction, .url: false
        }
      case .null: false
      }
    }
  }

  /// Whether something may be done with an event.
  package func mayHold(_ event: CodeEvent) -> Bool { names(event) || hasDefault || !isComplete }
}
