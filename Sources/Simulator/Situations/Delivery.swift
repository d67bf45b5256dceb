/// One thing on its way to an app: a quick action, a URL, a link, a notification.
struct Delivery {
  /// Counts up on the device from 1.
  let number: Int
  let situation: LaunchSituation
  let os: OSVersion

  /// What messages call it.
  var label: String {
    switch situation {
    case .tap: ""
    case .quickAction(let item): item.type
    case .url(let url, _): url
    case .universalLink(let url): url
    case .notification(let notification): notification.title ?? notification.actionIdentifier
    case .userActivity(let activity): activity.activityType
    case .spotlight(let identifier): identifier
    case .widget(let url, let kind): url ?? kind
    case .intent(let name, _): name
    case .backgroundFetch: "backgroundFetch"
    }
  }

  var item: ShortcutItem? {
    if case .quickAction(let item) = situation { item } else { nil }
  }

  /// What its events carry.
  var fields: [TraceDetail.Field] {
    let key: TraceDetail.Key =
      switch situation {
      case .tap, .quickAction: .type
      case .url, .universalLink: .url
      case .notification: .notification
      case .userActivity: .userActivity
      case .spotlight: .spotlight
      case .widget: .widget
      case .intent: .intent
      case .backgroundFetch: .backgroundFetch
      }
    return [TraceDetail.Field(.delivery, .integer(number)), TraceDetail.Field(key, .string(label))]
  }
}

/// Which methods of the app carry it.
extension Delivery {
  /// In an app without scenes, and of the app delegate in any app: a notification's answer comes to the delegate of the
  /// notification centre from iOS 10 on, and to the older method before (LAUNCH-089).
  var callbacksWithoutScenes: [AppCallback] {
    switch situation {
    case .tap: []
    case .quickAction: [.performAction]
    case .url: [.openURL]
    case .widget(let url, _): url == nil ? [.willContinueUserActivity, .continueUserActivity] : [.openURL]
    case .universalLink, .userActivity, .spotlight, .intent: [.willContinueUserActivity, .continueUserActivity]
    case .notification(let notification):
      notification.isSilent || os < .v10 ? [.didReceiveRemoteNotification] : [.didReceiveNotificationResponse]
    case .backgroundFetch: [.performFetch]
    }
  }

  /// In an app whose scene is connected already.
  var callbacksOfConnectedScene: [AppCallback] {
    switch situation {
    case .tap: []
    case .quickAction: [.windowScenePerformAction]
    case .url: [.sceneOpenURLContexts]
    case .widget(let url, _): url == nil ? [.sceneContinueUserActivity] : [.sceneOpenURLContexts]
    case .universalLink, .spotlight: [.sceneContinueUserActivity]
    case .userActivity: [.sceneWillContinueUserActivity, .sceneContinueUserActivity]
    case .intent: situation.appIntent(os) == nil ? [.sceneContinueUserActivity] : [.sceneWillPerform]
    case .notification, .backgroundFetch: callbacksWithoutScenes
    }
  }

  /// Beside the connection options of a new scene: what comes after it is connected (LAUNCH-033, LAUNCH-034, LAUNCH-090);
  /// all else is in the options only (LAUNCH-014).
  var callbacksAfterConnecting: [AppCallback] {
    switch situation {
    case .userActivity, .notification: callbacksOfConnectedScene
    case .intent: situation.appIntent(os) == nil ? [] : callbacksOfConnectedScene
    case .tap, .quickAction, .url, .universalLink, .spotlight, .widget, .backgroundFetch: []
    }
  }

  /// The method that has to handle it when it connects a scene.
  var methodOfNewScene: AppCallback { callbacksAfterConnecting.last ?? .sceneWillConnect }

  /// A launch method that returns false keeps it away (LAUNCH-004, LAUNCH-008); a notification comes all the same
  /// (LAUNCH-010).
  var dependsOnLaunchMethods: Bool {
    switch situation {
    case .quickAction, .url: true
    case .widget(let url, _): url != nil
    case .tap, .universalLink, .notification, .userActivity, .spotlight, .intent, .backgroundFetch: false
    }
  }

  /// The fact of a cold start without scenes.
  var factWithoutScenes: FactID {
    switch situation {
    case .tap: "LAUNCH-001"
    case .quickAction: "LAUNCH-002"
    case .url: "LAUNCH-008"
    case .universalLink, .userActivity: "LAUNCH-009"
    case .spotlight: "LAUNCH-091"
    case .widget: "LAUNCH-092"
    case .intent: "LAUNCH-093"
    case .backgroundFetch: "LAUNCH-094"
    case .notification(let notification): notification.isSilent ? "LAUNCH-095" : "LAUNCH-089"
    }
  }

  /// The fact of a scene that it connects.
  var factOfNewScene: FactID {
    switch situation {
    case .tap: "LAUNCH-011"
    case .quickAction: "LAUNCH-013"
    case .url, .universalLink: "LAUNCH-032"
    case .userActivity: "LAUNCH-033"
    case .notification: "LAUNCH-090"
    case .intent: situation.appIntent(os) == nil ? "LAUNCH-093" : "LAUNCH-034"
    case .spotlight, .widget, .backgroundFetch: factWithoutScenes
    }
  }
}
