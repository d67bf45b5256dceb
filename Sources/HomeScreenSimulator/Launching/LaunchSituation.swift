public import AppPackages
public import PropertyLists

/// The reason why an app comes to the front or runs in the background.
public enum LaunchSituation: Sendable {
  /// A tap on the icon, or a choice in the app switcher.
  case tap
  /// A choice of a quick action.
  case quickAction(ShortcutItem)
  /// A URL of this app, opened by another app; nil when the source is unknown.
  case url(String, sourceApplication: String? = nil)
  /// Several URLs or documents that another app opens at once (LAUNCH-200).
  case urls([String], sourceApplication: String? = nil)
  /// A tap on a universal link.
  case universalLink(String)
  /// A tap on a notification, or a silent notification.
  case notification(UserNotification)
  /// Handoff: the user continues an activity from another device (LAUNCH-033).
  case userActivity(UserActivity)
  /// A tap on a result in Spotlight, with the identifier of the indexed item (LAUNCH-091).
  case spotlight(String)
  /// A tap on a widget: its URL if it has one, and otherwise its kind (LAUNCH-092).
  case widget(url: String?, kind: String)
  /// An intent of SiriKit (LAUNCH-093); with scenes, from iOS 26 on, an App Intent (LAUNCH-034).
  case intent(String, userInfo: PropertyListDictionary? = nil)
  /// A background fetch (LAUNCH-094).
  case backgroundFetch
  /// A tap on a Live Activity, with its URL; nil for an activity without a URL (LAUNCH-201).
  case liveActivity(url: String?)
  /// A change of location or a crossed border of a region, in the background (LAUNCH-202).
  case location
  /// An event of a Bluetooth device, in the background, with the identifiers of the app's central managers (LAUNCH-203).
  case bluetooth([String])

  /// The kind of a situation, without its payload. The raw values appear in `device:launch` events and in messages.
  public enum Kind: String, Sendable, CaseIterable {
    case tap, quickAction, url, universalLink, notification, userActivity, spotlight, widget, intent, backgroundFetch
    case liveActivity, location, bluetooth
  }

  /// The kind of the situation.
  public var kind: Kind { row.kind }

  /// Returns the first version that supports the situation: intents begin with Siri's in iOS 10 (LAUNCH-093), widgets
  /// without a URL in 14 (LAUNCH-092), and Live Activities came to iPad later than to iPhone (LAUNCH-201).
  public func firstOS(on device: DeviceClass) -> OSVersion {
    if case .liveActivity = self, device == .iPad { return .iPhoneAppsOnIPadRefused }
    return row.firstOS
  }

  /// The value of `UIBackgroundModes` that the app must declare for the situation (LAUNCH-096).
  var backgroundMode: String? { row.backgroundMode }

  /// The identifier of the target scene, if the situation names one (LAUNCH-030).
  var targetContentIdentifier: String? { row.item?.targetContentIdentifier }

  /// Returns the text that SwiftUI's conditions are compared with: the target, otherwise the URL or link (LAUNCH-139).
  func target(on os: OSVersion) -> String? {
    let row = row(on: os)
    return targetContentIdentifier ?? row.urls.first ?? row.activity?.webpageURL
  }

  /// The row for properties that are the same in every version.
  private var row: Row { row(on: .newest) }
}

extension LaunchSituation {
  /// Returns the row of the situation in a version; the system reads everything about a situation from its row.
  func row(on os: OSVersion) -> Row {
    switch self {
    case .tap: return Row(.tap, .type, "", facts: ("LAUNCH-001", "LAUNCH-011"))
    case .quickAction(let item):
      return Row(
        .quickAction, .type, item.type, item: item, callbacks: [.performAction],
        ofScene: [.windowScenePerformAction], facts: ("LAUNCH-002", "LAUNCH-013"))
    case .url(let url, let source): return .opening([url], from: source, .url, facts: ("LAUNCH-008", "LAUNCH-032"))
    case .urls(let urls, let source): return .opening(urls, from: source, .url, facts: ("LAUNCH-200", "LAUNCH-200"))
    case .universalLink(let link):
      return Row(.universalLink, .url, link, activity: .browsingWeb(link), facts: ("LAUNCH-009", "LAUNCH-032"))
    case .notification(let notification): return Self.row(of: notification, on: os)
    case .userActivity(let activity):
      let ofScene: [AppCallback] = [.sceneWillContinueUserActivity, .sceneContinueUserActivity]
      return Row(
        .userActivity, .userActivity, activity.activityType, activity: activity, isHandoff: true, ofScene: ofScene,
        afterConnecting: ofScene, facts: ("LAUNCH-009", "LAUNCH-033"))
    case .spotlight(let identifier):
      return Row(
        .spotlight, .spotlight, identifier, activity: .searchableItem(identifier),
        facts: ("LAUNCH-091", "LAUNCH-091"))
    case .widget(let url?, _): return .opening([url], .widget, .widget, facts: ("LAUNCH-092", "LAUNCH-092"))
    case .widget(nil, let kind):
      return Row(
        .widget, .widget, kind, activity: UserActivity(activityType: kind), firstOS: .v14,
        facts: ("LAUNCH-092", "LAUNCH-092"))
    case .intent(let name, let userInfo):
      // A scene performs an App Intent from iOS 26 on (LAUNCH-034).
      let isPerformed = os >= .v26
      let performing: [AppCallback] = [.sceneWillPerform]
      return Row(
        .intent, .intent, name, activity: UserActivity(activityType: name, userInfo: userInfo),
        appIntent: isPerformed ? name : nil, ofScene: isPerformed ? performing : [.sceneContinueUserActivity],
        afterConnecting: isPerformed ? performing : [], firstOS: .v10,
        facts: ("LAUNCH-093", isPerformed ? "LAUNCH-034" : "LAUNCH-093"))
    case .backgroundFetch:
      return Row(
        .backgroundFetch, .backgroundFetch, "backgroundFetch", callbacks: [.performFetch], ofScene: [.performFetch],
        backgroundMode: "fetch", facts: ("LAUNCH-094", "LAUNCH-094"))
    case .liveActivity(let url?):
      return .opening([url], .liveActivity, firstOS: .liveActivities, facts: ("LAUNCH-201", "LAUNCH-201"))
    case .liveActivity(nil):
      return Row(
        .liveActivity, .userActivity, UserActivity.liveActivity.activityType, activity: .liveActivity,
        firstOS: .liveActivities, facts: ("LAUNCH-201", "LAUNCH-201"))
    case .location:
      return Row(.location, .location, "location", isInBackground: true, facts: ("LAUNCH-202", "LAUNCH-202"))
    case .bluetooth(let managers):
      return Row(
        .bluetooth, .bluetooth, managers.joined(separator: " "), bluetoothCentrals: managers,
        backgroundMode: "bluetooth-central", facts: ("LAUNCH-203", "LAUNCH-203"))
    }
  }

  private static func row(of notification: UserNotification, on os: OSVersion) -> Row {
    // The delegate of the notification centre gets its response; before iOS 10 an older method does (LAUNCH-089).
    let isOlder = notification.isSilent || os < .v10
    let isAction = !isOlder && notification.isInBackground
    let callbacks: [AppCallback] = isOlder ? [.didReceiveRemoteNotification] : [.didReceiveNotificationResponse]
    return Row(
      .notification, .notification, notification.title ?? notification.actionIdentifier,
      notification: notification, callbacks: callbacks, ofScene: callbacks, afterConnecting: callbacks,
      backgroundMode: notification.isSilent ? "remote-notification" : nil, isInBackground: isAction,
      facts: (notification.isSilent ? "LAUNCH-095" : isAction ? "LAUNCH-175" : "LAUNCH-089", "LAUNCH-090"))
  }

  /// The payload of a situation, and how it reaches an app.
  struct Row {
    let kind: Kind
    /// The payload in events: a key, and the label in messages.
    let key: TraceDetail.Key
    let label: String
    let item: ShortcutItem?
    /// The URLs to open; empty for none.
    let urls: [String]
    /// The app that sent the URLs, if it is known.
    let source: String?
    /// The identifiers of central managers that Bluetooth restores; nil for another reason (LAUNCH-203).
    let bluetoothCentrals: [String]?
    let notification: UserNotification?
    /// The activity to continue, from any source.
    let activity: UserActivity?
    /// Whether the activity is still on its way when a scene connects (LAUNCH-033).
    let isHandoff: Bool
    /// The App Intent for a scene to perform (LAUNCH-034).
    let appIntent: String?
    /// The methods that deliver the payload without a scene: in an app without scenes, or to the app delegate of any app.
    let callbacks: [AppCallback]
    /// The methods in an app with a connected scene.
    let callbacksOfScene: [AppCallback]
    /// The methods called after a new scene has connected (LAUNCH-033, LAUNCH-034, LAUNCH-090). Everything else is only
    /// in the connection options (LAUNCH-014).
    let callbacksAfterConnecting: [AppCallback]
    /// Whether a launch method that returns false withholds the payload (LAUNCH-004, LAUNCH-008, LAUNCH-009). A
    /// notification is delivered anyway (LAUNCH-010).
    var dependsOnLaunchMethods: Bool { item != nil || !urls.isEmpty || activity != nil }
    /// The value of `UIBackgroundModes` that the app must declare for the situation (LAUNCH-096); nil if there is none.
    let backgroundMode: String?
    /// Whether the app runs in the background without being shown.
    let isInBackground: Bool
    let firstOS: OSVersion
    /// The fact for a cold start of an app without scenes, and the one for a scene that a launch connects.
    let facts: (withoutScenes: FactID, newScene: FactID)

    /// - Parameters: the callbacks are by default those of the activity to continue, if there is one.
    init(
      _ kind: Kind, _ key: TraceDetail.Key, _ label: String, item: ShortcutItem? = nil,
      urls: [String] = [], source: String? = nil, bluetoothCentrals: [String]? = nil,
      notification: UserNotification? = nil, activity: UserActivity? = nil, isHandoff: Bool = false,
      appIntent: String? = nil, callbacks: [AppCallback]? = nil,
      ofScene: [AppCallback]? = nil, afterConnecting: [AppCallback] = [],
      backgroundMode: String? = nil, isInBackground: Bool = false, firstOS: OSVersion = .oldest,
      facts: (withoutScenes: FactID, newScene: FactID)
    ) {
      (self.kind, self.key, self.label, self.item, self.urls) = (kind, key, label, item, urls)
      (self.source, self.bluetoothCentrals, self.notification) = (source, bluetoothCentrals, notification)
      (self.activity, self.isHandoff, self.appIntent) = (activity, isHandoff, appIntent)
      self.callbacks = callbacks ?? (activity == nil ? [] : [.willContinueUserActivity, .continueUserActivity])
      callbacksOfScene = ofScene ?? (activity == nil ? [] : [.sceneContinueUserActivity])
      callbacksAfterConnecting = afterConnecting
      self.backgroundMode = backgroundMode
      self.isInBackground = isInBackground || backgroundMode != nil
      (self.firstOS, self.facts) = (firstOS, facts)
    }

    /// Returns the row of URLs to open (LAUNCH-008, LAUNCH-032).
    static func opening(
      _ urls: [String], from source: String? = nil, _ kind: Kind, _ key: TraceDetail.Key = .url,
      firstOS: OSVersion = .oldest, facts: (withoutScenes: FactID, newScene: FactID)
    ) -> Row {
      Row(
        kind, key, urls.joined(separator: " "), urls: urls, source: source, callbacks: [.openURL],
        ofScene: [.sceneOpenURLContexts], firstOS: firstOS, facts: facts)
    }
  }
}

/// `NSUserActivity`: an action of the user on another device, on the web, in Spotlight or in the app.
public struct UserActivity: Sendable, Equatable {
  /// The type of the activity, such as `NSUserActivityTypeBrowsingWeb`.
  public var activityType: String
  /// The web page of the activity; for a universal link, the link. Nil if there is none.
  public var webpageURL: String?
  /// The data that the app needs to continue; nil if there is none.
  public var userInfo: PropertyListDictionary?

  /// Creates an activity of any type; ``browsingWeb(_:)`` and ``searchableItem(_:)`` create those of the system.
  public init(activityType: String, webpageURL: String? = nil, userInfo: PropertyListDictionary? = nil) {
    (self.activityType, self.webpageURL, self.userInfo) = (activityType, webpageURL, userInfo)
  }

  /// Returns the activity of a universal link.
  public static func browsingWeb(_ link: String) -> UserActivity {
    UserActivity(activityType: "NSUserActivityTypeBrowsingWeb", webpageURL: link)
  }

  /// The activity of a Live Activity without a URL (LAUNCH-201).
  static let liveActivity = UserActivity(activityType: "NSUserActivityTypeLiveActivity")

  /// Whether the activity is that of a page or a link.
  var isBrowsingWeb: Bool { webpageURL.map { self == .browsingWeb($0) } ?? false }

  /// Returns the activity of a result in Spotlight (LAUNCH-091).
  public static func searchableItem(_ identifier: String) -> UserActivity {
    UserActivity(
      activityType: "com.apple.corespotlightitem",
      userInfo: ["kCSSearchableItemActivityIdentifier": .string(identifier)])
  }
}

/// A notification of an app: one that the user tapped, or a silent one.
public struct UserNotification: Sendable, Equatable {
  /// The title, on the first line; nil if there is none.
  public var title: String?
  /// The body, below the title; nil if there is none.
  public var body: String?
  /// The payload.
  public var userInfo: PropertyListDictionary
  /// `UNNotificationDefaultActionIdentifier`, or the identifier of the chosen action.
  public var actionIdentifier: String
  /// `content-available`: nothing is shown, and the app runs in the background (LAUNCH-095).
  public var isSilent: Bool
  /// Whether the chosen action has the option `foreground`; without it, the app runs in the background (LAUNCH-175).
  public var isForeground: Bool

  /// The value of `UNNotificationDefaultActionIdentifier`.
  public static let defaultAction = "com.apple.UNNotificationDefaultActionIdentifier"

  /// Creates a notification; by default one that the user tapped, without a payload.
  public init(
    title: String? = nil, body: String? = nil, userInfo: PropertyListDictionary = [:],
    actionIdentifier: String = UserNotification.defaultAction, isSilent: Bool = false, isForeground: Bool = false
  ) {
    (self.title, self.body, self.userInfo, self.actionIdentifier) = (title, body, userInfo, actionIdentifier)
    (self.isSilent, self.isForeground) = (isSilent, isForeground)
  }

  /// Whether the app runs in the background for the notification; an action shows the app only with the option
  /// `foreground` (LAUNCH-175).
  var isInBackground: Bool { isSilent || !isForeground && actionIdentifier != UserNotification.defaultAction }
}

/// A quick action, URL, link or notification on its way to an app. It is immutable; a class avoids copying its payload.
final class Delivery {
  /// The number of the delivery, counted on the device from 1.
  let number: Int
  let situation: LaunchSituation
  /// The payload, and how it reaches the app.
  let row: LaunchSituation.Row

  init(number: Int, situation: LaunchSituation, os: OSVersion) {
    (self.number, self.situation) = (number, situation)
    row = situation.row(on: os)
  }

  var item: ShortcutItem? { if case .quickAction(let item) = situation { item } else { nil } }

  /// The payload in events.
  var fields: [TraceDetail.Field] {
    [TraceDetail.Field(.delivery, .integer(number)), TraceDetail.Field(row.key, .string(row.label))]
  }

  /// Returns the calls of some methods, each with its URLs: an app delegate gets several URLs one by one (LAUNCH-200).
  func calls(of callbacks: [AppCallback]) -> [(callback: AppCallback, urls: [String])] {
    callbacks.flatMap { callback in
      callback == .openURL ? row.urls.map { (callback, [$0]) } : [(callback, row.urls)]
    }
  }

  /// Whether a connected scene gets the delivery before the scene enters the foreground (LAUNCH-016, LAUNCH-032).
  var precedesForeground: Bool { row.item != nil || row.callbacksOfScene == [.sceneOpenURLContexts] }

  /// The fact about a scene that is connected and comes to the foreground.
  var factOfConnectedScene: FactID { row.item != nil ? "LAUNCH-016" : factOfNewScene }

  /// The method that must handle the delivery if it connects a new scene.
  var methodOfNewScene: AppCallback { row.callbacksAfterConnecting.last ?? .sceneWillConnect }

  /// The fact about a scene that the delivery connects.
  var factOfNewScene: FactID { row.facts.newScene }
}

/// The completion handler of a notification response, a silent notification or a background fetch.
///
/// The first call counts, and its only effect is an event in the trace (LAUNCH-097).
public final class BackgroundCompletion {
  /// `UIBackgroundFetchResult`. The raw values are the names in scripts.
  public enum Outcome: String, Sendable, CaseIterable {
    case newData
    case noData
    case failed
  }

  private let process: AppProcess
  private let delivery: Delivery
  private var isCalled = false

  init(process: AppProcess, delivery: Delivery) { (self.process, self.delivery) = (process, delivery) }

  /// Reports that the app has finished; nil for a handler without an argument. Works only in code of the process.
  ///
  /// - Throws: ``SimulatorError`` `process-ended` or `outside-the-app`.
  public func callAsFunction(_ outcome: Outcome? = nil) throws {
    let device = try process.requireInside("The completion handler of “\(delivery.row.label)”")
    let event: TraceEventName.DeliveryEvent = isCalled ? .completedAgain : .completed
    isCalled = true
    device.note(
      .delivery(event), app: process.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field(.outcome, outcome)]), fact: "LAUNCH-097")
  }
}

/// The completion handler of a quick action, as passed to the app's callback.
///
/// The first call counts (LAUNCH-044), and its only effect is an event in the trace (LAUNCH-045). Another call has no
/// effect (LAUNCH-047); without a call nothing happens (LAUNCH-046). A method that returns a Bool, such as the
/// asynchronous form, calls it with that value (LAUNCH-049).
public final class ActionCompletion {
  private let process: AppProcess
  private let delivery: Delivery
  /// The value of the first call; nil before it.
  public private(set) var outcome: Bool?

  init(process: AppProcess, delivery: Delivery) { (self.process, self.delivery) = (process, delivery) }

  /// Reports whether the app completed the action: false for an unknown type (LAUNCH-050). Only for code of the process.
  ///
  /// - Parameter place: where code computes the value, `Scene.swift:12`, if it is unknown; nil for a known value.
  /// - Throws: ``SimulatorError`` `process-ended` or `outside-the-app`; from iOS 26 on also ``AppException`` for true
  ///   from a queue other than the main one (LAUNCH-048).
  public func callAsFunction(_ completed: Bool, computedAt place: String? = nil) throws {
    let device = try process.requireInside("The completion handler of the quick action “\(delivery.row.label)”")
    if completed, process.execution.isOffMainThread, device.os >= .v26 {
      throw AppException(name: "NSInternalInconsistencyException", reason: device.words(.mainThreadCall))  // LAUNCH-048
    }
    let isFirst = outcome == nil
    if isFirst { outcome = completed }
    let value = place.map { TraceDetail.Value.string("computed at \($0)") } ?? .boolean(completed)
    device.note(
      .delivery(isFirst ? .completed : .completedAgain), app: process.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field(.outcome, value)]),
      fact: isFirst ? "LAUNCH-044" : "LAUNCH-047")
  }
}
