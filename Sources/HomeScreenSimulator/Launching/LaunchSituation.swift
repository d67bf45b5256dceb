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

  /// Which of the situations it is, without what it carries. The raw values are the fields of `device:launch`, and what
  /// messages say.
  public enum Kind: String, Sendable, CaseIterable {
    case tap, quickAction, url, universalLink, notification, userActivity, spotlight, widget, intent, backgroundFetch
  }

  /// Which of the situations it is.
  public var kind: Kind { row.kind }

  /// The first version that has it: intents begin with Siri shortcuts (LAUNCH-093).
  public var firstOS: OSVersion { row.firstOS }

  /// The app runs in the background and is not shown.
  public var isInBackground: Bool { row.backgroundMode != nil }

  /// The `UIBackgroundModes` that the app must declare for it (LAUNCH-096).
  var backgroundMode: String? { row.backgroundMode }

  /// Which scene is meant, if that is said (LAUNCH-030).
  var targetContentIdentifier: String? { row.item?.targetContentIdentifier }

  /// What SwiftUI's conditions are compared with: the target that is said, else the URL or link (LAUNCH-139).
  func target(on os: OSVersion) -> String? {
    let row = row(on: os)
    return targetContentIdentifier ?? row.url?.url ?? row.activity?.webpageURL
  }

  /// For what is the same in every version.
  private var row: Row { row(on: .newest) }
}

extension LaunchSituation {
  /// The table of situations: all that the system knows of one is its row.
  func row(on os: OSVersion) -> Row {
    switch self {
    case .tap:
      return Row(.tap, .type, "", facts: ("LAUNCH-001", "LAUNCH-011"))
    case .quickAction(let item):
      return Row(
        .quickAction, .type, item.type, item: item, callbacks: [.performAction],
        ofScene: [.windowScenePerformAction], dependsOnLaunchMethods: true, facts: ("LAUNCH-002", "LAUNCH-013"))
    case .url(let url, let source):
      return Row(
        .url, .url, url, url: (url, source), callbacks: [.openURL], ofScene: [.sceneOpenURLContexts],
        dependsOnLaunchMethods: true, facts: ("LAUNCH-008", "LAUNCH-032"))
    case .universalLink(let link):
      return Row(
        .universalLink, .url, link, activity: .browsingWeb(link), facts: ("LAUNCH-009", "LAUNCH-032"))
    case .notification(let notification):
      // Its answer comes to the delegate of the notification centre; before iOS 10 to an older method (LAUNCH-089).
      let isOlder = notification.isSilent || os < .v10
      let callbacks: [AppCallback] = isOlder ? [.didReceiveRemoteNotification] : [.didReceiveNotificationResponse]
      return Row(
        .notification, .notification, notification.title ?? notification.actionIdentifier,
        notification: notification, callbacks: callbacks, ofScene: callbacks, afterConnecting: callbacks,
        backgroundMode: notification.isSilent ? "remote-notification" : nil,
        facts: (notification.isSilent ? "LAUNCH-095" : "LAUNCH-089", "LAUNCH-090"))
    case .userActivity(let activity):
      let ofScene: [AppCallback] = [.sceneWillContinueUserActivity, .sceneContinueUserActivity]
      return Row(
        .userActivity, .userActivity, activity.activityType, activity: activity, isHandoff: true, ofScene: ofScene,
        afterConnecting: ofScene, facts: ("LAUNCH-009", "LAUNCH-033"))
    case .spotlight(let identifier):
      return Row(
        .spotlight, .spotlight, identifier, activity: .searchableItem(identifier),
        facts: ("LAUNCH-091", "LAUNCH-091"))
    case .widget(let url?, _):
      return Row(
        .widget, .widget, url, url: (url, nil), callbacks: [.openURL], ofScene: [.sceneOpenURLContexts],
        dependsOnLaunchMethods: true, facts: ("LAUNCH-092", "LAUNCH-092"))
    case .widget(nil, let kind):
      return Row(
        .widget, .widget, kind, activity: UserActivity(activityType: kind), facts: ("LAUNCH-092", "LAUNCH-092"))
    case .intent(let name, let userInfo):
      // A scene is asked to perform an App Intent from iOS 26 on (LAUNCH-034).
      let isPerformed = os >= .v26
      let performing: [AppCallback] = [.sceneWillPerform]
      return Row(
        .intent, .intent, name, activity: UserActivity(activityType: name, userInfo: userInfo),
        appIntent: isPerformed ? name : nil, ofScene: isPerformed ? performing : [.sceneContinueUserActivity],
        afterConnecting: isPerformed ? performing : [], firstOS: .siriShortcuts,
        facts: ("LAUNCH-093", isPerformed ? "LAUNCH-034" : "LAUNCH-093"))
    case .backgroundFetch:
      return Row(
        .backgroundFetch, .backgroundFetch, "backgroundFetch", callbacks: [.performFetch], ofScene: [.performFetch],
        backgroundMode: "fetch", facts: ("LAUNCH-094", "LAUNCH-094"))
    }
  }

  /// What a situation carries, and how it comes to an app.
  struct Row {
    let kind: Kind
    /// What its events carry: a key, and what messages call it.
    let key: TraceDetail.Key
    let label: String
    let item: ShortcutItem?
    /// A URL to open, with its sender.
    let url: (url: String, source: String?)?
    let notification: UserNotification?
    /// What is to be continued, whatever brought it.
    let activity: UserActivity?
    /// The activity is still on its way when a scene is connected (LAUNCH-033).
    let isHandoff: Bool
    /// The App Intent that a scene is asked to perform (LAUNCH-034).
    let appIntent: String?
    /// The methods that carry it in an app without scenes, and of the app delegate in any app.
    let callbacks: [AppCallback]
    /// Those in an app whose scene is connected already.
    let callbacksOfScene: [AppCallback]
    /// Beside the connection options of a new scene: what comes after it is connected (LAUNCH-033, LAUNCH-034,
    /// LAUNCH-090); all else is in the options only (LAUNCH-014).
    let callbacksAfterConnecting: [AppCallback]
    /// A launch method that returns false keeps it away (LAUNCH-004, LAUNCH-008); a notification comes all the same
    /// (LAUNCH-010).
    let dependsOnLaunchMethods: Bool
    /// The `UIBackgroundModes` that the app must declare for it (LAUNCH-096); nil: the app is shown.
    let backgroundMode: String?
    let firstOS: OSVersion
    /// Of a cold start without scenes, and of a scene that it connects.
    let facts: (withoutScenes: FactID, newScene: FactID)

    /// - Parameters: the callbacks are by default those of an activity to be continued, if there is one.
    init(
      _ kind: Kind, _ key: TraceDetail.Key, _ label: String, item: ShortcutItem? = nil,
      url: (url: String, source: String?)? = nil, notification: UserNotification? = nil, activity: UserActivity? = nil,
      isHandoff: Bool = false, appIntent: String? = nil, callbacks: [AppCallback]? = nil,
      ofScene: [AppCallback]? = nil, afterConnecting: [AppCallback] = [], dependsOnLaunchMethods: Bool = false,
      backgroundMode: String? = nil, firstOS: OSVersion = .oldest,
      facts: (withoutScenes: FactID, newScene: FactID)
    ) {
      self.kind = kind
      self.key = key
      self.label = label
      self.item = item
      self.url = url
      self.notification = notification
      self.activity = activity
      self.isHandoff = isHandoff
      self.appIntent = appIntent
      self.callbacks = callbacks ?? (activity == nil ? [] : [.willContinueUserActivity, .continueUserActivity])
      callbacksOfScene = ofScene ?? (activity == nil ? [] : [.sceneContinueUserActivity])
      callbacksAfterConnecting = afterConnecting
      self.dependsOnLaunchMethods = dependsOnLaunchMethods
      self.backgroundMode = backgroundMode
      self.firstOS = firstOS
      self.facts = facts
    }
  }
}

/// `NSUserActivity`: what the user was doing, on another device, on the web, in Spotlight, or in the app itself.
public struct UserActivity: Sendable, Equatable {
  /// What the user was doing, such as `NSUserActivityTypeBrowsingWeb`.
  public var activityType: String
  /// The web page that belongs to the activity: for a universal link the link itself. Nil for none.
  public var webpageURL: String?
  /// What the app needs to go on; nil when it is nothing.
  public var userInfo: PropertyListDictionary?

  /// An activity of any type; ``browsingWeb(_:)`` and ``searchableItem(_:)`` make those of the system.
  public init(activityType: String, webpageURL: String? = nil, userInfo: PropertyListDictionary? = nil) {
    self.activityType = activityType
    self.webpageURL = webpageURL
    self.userInfo = userInfo
  }

  /// The activity of a universal link.
  public static func browsingWeb(_ link: String) -> UserActivity {
    UserActivity(activityType: "NSUserActivityTypeBrowsingWeb", webpageURL: link)
  }

  /// Whether it is that of a page or a link.
  var isBrowsingWeb: Bool { webpageURL.map { self == .browsingWeb($0) } ?? false }

  /// The activity of a result in Spotlight (LAUNCH-091).
  public static func searchableItem(_ identifier: String) -> UserActivity {
    UserActivity(
      activityType: "com.apple.corespotlightitem",
      userInfo: ["kCSSearchableItemActivityIdentifier": .string(identifier)])
  }
}

/// A notification of an app: what the user tapped, or what arrived silently.
public struct UserNotification: Sendable, Equatable {
  /// The line that the user sees first; nil for none.
  public var title: String?
  /// The text below the title; nil for none.
  public var body: String?
  /// The payload.
  public var userInfo: PropertyListDictionary
  /// `UNNotificationDefaultActionIdentifier`, or the identifier of the action that was chosen.
  public var actionIdentifier: String
  /// `content-available`: nothing is shown, and the app runs in the background (LAUNCH-095).
  public var isSilent: Bool

  /// What `UNNotificationDefaultActionIdentifier` holds.
  public static let defaultAction = "com.apple.UNNotificationDefaultActionIdentifier"

  /// By default the user tapped the notification itself, and it has no payload.
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

/// One thing on its way to an app: a quick action, a URL, a link, a notification. It never changes; as an object it is
/// not copied, with all that it carries, at each of its stations.
final class Delivery {
  /// Counts up on the device from 1.
  let number: Int
  let situation: LaunchSituation
  /// What it carries, and how it comes to the app.
  let row: LaunchSituation.Row

  init(number: Int, situation: LaunchSituation, os: OSVersion) {
    self.number = number
    self.situation = situation
    row = situation.row(on: os)
  }

  /// What messages call it.
  var label: String { row.label }

  var item: ShortcutItem? {
    if case .quickAction(let item) = situation { item } else { nil }
  }

  /// What its events carry.
  var fields: [TraceDetail.Field] {
    [TraceDetail.Field(.delivery, .integer(number)), TraceDetail.Field(row.key, .string(row.label))]
  }

  /// The methods that carry it in an app without scenes, and of the app delegate in any app.
  var callbacksWithoutScenes: [AppCallback] { row.callbacks }

  /// Those in an app whose scene is connected already.
  var callbacksOfConnectedScene: [AppCallback] { row.callbacksOfScene }

  /// A connected scene gets it before it enters the foreground (LAUNCH-032).
  var precedesForeground: Bool { callbacksOfConnectedScene == [.sceneOpenURLContexts] }

  /// The fact of a scene that is connected and comes to the foreground.
  var factOfConnectedScene: FactID {
    precedesForeground || row.kind == .universalLink ? factOfNewScene : "LAUNCH-016"
  }

  /// Those that come after a new scene is connected.
  var callbacksAfterConnecting: [AppCallback] { row.callbacksAfterConnecting }

  /// The method that has to handle it when it connects a scene.
  var methodOfNewScene: AppCallback { callbacksAfterConnecting.last ?? .sceneWillConnect }

  /// A launch method that returns false keeps it away.
  var dependsOnLaunchMethods: Bool { row.dependsOnLaunchMethods }

  /// The fact of a cold start without scenes.
  var factWithoutScenes: FactID { row.facts.withoutScenes }

  /// The fact of a scene that it connects.
  var factOfNewScene: FactID { row.facts.newScene }
}

/// The completion handler of a notification's answer, a silent notification or a background fetch.
///
/// The first call counts, and all that it does is to stand in the trace (LAUNCH-097).
public final class BackgroundCompletion {
  /// `UIBackgroundFetchResult`. The raw values are the names that scripts use.
  public enum Outcome: String, Sendable, CaseIterable {
    case newData
    case noData
    case failed
  }

  private let process: AppProcess
  private let delivery: Delivery
  private var isCalled = false

  init(process: AppProcess, delivery: Delivery) {
    self.process = process
    self.delivery = delivery
  }

  /// Says that the app has finished; nil for a handler without argument. Works in code of the process only.
  ///
  /// - Throws: ``SimulatorError`` `process-ended` or `outside-the-app`.
  public func callAsFunction(_ outcome: Outcome? = nil) throws {
    let device = try process.requireInside("The completion handler of “\(delivery.label)”")
    let event: TraceEventName.DeliveryEvent = isCalled ? .completedAgain : .completed
    isCalled = true
    device.note(
      .delivery(event), app: process.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field(.outcome, outcome)]), fact: "LAUNCH-097")
  }
}

/// The completion handler of a quick action, as the app's callback gets it.
///
/// The first call counts (LAUNCH-044), and all that it does is to stand in the trace (LAUNCH-045). Another call has no
/// effect (LAUNCH-047); without any call nothing happens (LAUNCH-046). A method that returns a Bool, as the asynchronous
/// form does, calls it by that (LAUNCH-049).
public final class ActionCompletion {
  private let process: AppProcess
  private let delivery: Delivery
  /// What the app said; nil before the first call.
  public private(set) var outcome: Bool?

  init(process: AppProcess, delivery: Delivery) {
    self.process = process
    self.delivery = delivery
  }

  /// Says whether the app completed the action: false for a type that it does not know (LAUNCH-050). Works in code of
  /// the process only.
  ///
  /// - Throws: ``SimulatorError`` `process-ended` or `outside-the-app`; ``AppException`` for true from another queue than
  ///   the main one, from iOS 26 on (LAUNCH-048).
  public func callAsFunction(_ completed: Bool) throws {
    let device = try process.requireInside("The completion handler of the quick action “\(delivery.label)”")
    if completed, process.execution.isOffMainThread, device.os >= .v26 {
      throw AppException(name: "NSInternalInconsistencyException", reason: device.words(.mainThreadCall))  // LAUNCH-048
    }
    let isFirst = outcome == nil
    if isFirst { outcome = completed }
    device.note(
      .delivery(isFirst ? .completed : .completedAgain), app: process.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field(.outcome, .boolean(completed))]),
      fact: isFirst ? "LAUNCH-044" : "LAUNCH-047")
  }
}
