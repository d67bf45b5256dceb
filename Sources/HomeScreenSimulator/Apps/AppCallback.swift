import AppSources
internal import CEmbedded

/// The methods of an app that the system calls: a closed list.
///
/// The raw value is the name in scripts and traces: the Objective-C selector with `_` between its parts.
public enum AppCallback: String, Sendable, CaseIterable {
  case willFinishLaunching = "application_willFinishLaunchingWithOptions"
  case didFinishLaunching = "application_didFinishLaunchingWithOptions"
  case performAction = "application_performActionForShortcutItem_completionHandler"
  case configurationForConnecting = "application_configurationForConnectingSceneSession_options"
  case didDiscardSceneSessions = "application_didDiscardSceneSessions"
  case openURL = "application_openURL_options"
  case willContinueUserActivity = "application_willContinueUserActivityWithType"
  case continueUserActivity = "application_continueUserActivity_restorationHandler"
  case applicationDidBecomeActive
  case applicationWillResignActive
  case applicationDidEnterBackground
  case applicationWillEnterForeground
  case applicationWillTerminate
  case didReceiveRemoteNotification = "application_didReceiveRemoteNotification_fetchCompletionHandler"
  case performFetch = "application_performFetchWithCompletionHandler"
  case didReceiveNotificationResponse = "userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler"
  case shouldSaveState = "application_shouldSaveApplicationState"
  case shouldSaveSecureState = "application_shouldSaveSecureApplicationState"
  case willEncodeState = "application_willEncodeRestorableStateWithCoder"
  case shouldRestoreState = "application_shouldRestoreApplicationState"
  case shouldRestoreSecureState = "application_shouldRestoreSecureApplicationState"
  case didDecodeState = "application_didDecodeRestorableStateWithCoder"

  case sceneWillConnect = "scene_willConnectToSession_options"
  case windowScenePerformAction = "windowScene_performActionForShortcutItem_completionHandler"
  case sceneOpenURLContexts = "scene_openURLContexts"
  case sceneContinueUserActivity = "scene_continueUserActivity"
  case sceneDidBecomeActive
  case sceneWillResignActive
  case sceneWillEnterForeground
  case sceneDidEnterBackground
  case sceneDidDisconnect
  case sceneWillContinueUserActivity = "scene_willContinueUserActivityWithType"
  case sceneWillPerform = "scene_willPerformAppIntent"
  case stateRestorationActivity = "stateRestorationActivityForScene"

  /// The object that implements the callback.
  public enum Receiver: String, Sendable {
    case appDelegate
    case sceneDelegate
  }

  /// The object that implements the callback.
  public var receiver: Receiver {
    rawValue.hasPrefix("application") || rawValue.hasPrefix("userNotification") ? .appDelegate : .sceneDelegate
  }

  /// The version that deprecated the callback; nil if none did (LAUNCH-054).
  public var deprecated: OSVersion? { row.deprecated }

  /// The name in scripts and traces: `application_didFinishLaunchingWithOptions`.
  public var slot: String { rawValue }

  /// The Objective-C selector: `application:didFinishLaunchingWithOptions:`.
  public var selector: String { method.selector }

  /// The Swift name: `application(_:didFinishLaunchingWithOptions:)`.
  public var swiftName: String { method.swiftName }

  /// The method in the table of the source reader, which has the same names.
  private var method: DelegateSlot { DelegateSlot(rawValue: rawValue) ?? .didFinishLaunching }

  /// The arguments, in the order of the selector.
  public var arguments: [Argument] { row.arguments }

  /// A sentence about when the system calls the method.
  public var summary: String { row.summary }

  /// The arguments, the version that deprecated the method, and its summary.
  private struct Row {
    let arguments: [Argument]
    let deprecated: OSVersion?
    let summary: String
  }

  private var row: Row { Self.rows[self] ?? Row(arguments: [], deprecated: nil, summary: "") }

  private static let rows: [AppCallback: Row] = allCases.reduce(into: [:]) { rows, callback in
    guard let cells = table[callback.rawValue], cells.count == 4 else { return }
    let arguments = cells[1].split(separator: " ").compactMap { Argument(rawValue: String($0)) }
    rows[callback] = Row(arguments: arguments, deprecated: OSVersion(cells[2]), summary: cells[3])
  }

  /// The rows of `CEmbedded/tables/callbacks.txt`, by the name of the method or argument.
  private static let table: [String: [String]] = String(cString: hs_callbacks()).split(separator: "\n")
    .reduce(into: [:]) { table, row in
      let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      table[cells[0]] = cells
    }
}

/// The arguments of the app's methods, each declared once with its name in scripts.
extension AppCallback {
  /// An argument of a method.
  public enum Argument: String, Sendable, CaseIterable {
    case application
    case launchOptions
    case shortcutItem
    /// A handler that takes whether the action succeeded.
    case actionCompletion
    case session
    case connectionOptions
    case discardedSessions
    case url
    case openURLOptions
    case activityType
    case userActivity
    case restorationHandler
    case userInfo
    /// A handler that takes `newData`, `noData` or `failed`.
    case fetchCompletion
    case notificationCenter
    case notificationResponse
    /// A handler without arguments.
    case completion
    case coder
    case scene
    case windowScene
    case urlContexts
    case intent

    /// The name in hints.
    public var name: String {
      switch self {
      case .actionCompletion, .fetchCompletion, .completion: "completionHandler"
      case .connectionOptions, .openURLOptions: "options"
      case .discardedSessions: "sessions"
      case .activityType: "type"
      case .notificationCenter: "center"
      case .notificationResponse: "response"
      case .urlContexts: "contexts"
      case .application, .launchOptions, .shortcutItem, .session, .url, .userActivity, .restorationHandler, .userInfo,
        .coder, .scene, .windowScene, .intent:
        rawValue
      }
    }

    /// A description for documentation.
    public var summary: String { AppCallback.table[rawValue]?.last ?? "" }
  }
}

/// The methods that the system calls in each life cycle.
extension AppCallback {
  /// Returns whether the system calls the method in this life cycle. With scenes, the app delegate gets only the events
  /// of the process and those that need no window (LAUNCH-021, LAUNCH-024, LAUNCH-056).
  public func isCalled(in lifeCycle: LifeCycle) -> Bool {
    switch self {
    case .willFinishLaunching, .didFinishLaunching, .applicationWillTerminate, .didReceiveRemoteNotification,
      .performFetch, .didReceiveNotificationResponse:
      true
    case .performAction, .openURL, .willContinueUserActivity, .continueUserActivity, .applicationDidBecomeActive,
      .applicationWillResignActive, .applicationDidEnterBackground, .applicationWillEnterForeground, .shouldSaveState,
      .shouldSaveSecureState, .willEncodeState, .shouldRestoreState, .shouldRestoreSecureState, .didDecodeState:
      !lifeCycle.usesScenes
    case .configurationForConnecting, .didDiscardSceneSessions, .sceneWillConnect, .windowScenePerformAction,
      .sceneOpenURLContexts, .sceneContinueUserActivity, .sceneDidBecomeActive, .sceneWillResignActive,
      .sceneWillEnterForeground, .sceneDidEnterBackground, .sceneDidDisconnect, .sceneWillContinueUserActivity,
      .sceneWillPerform, .stateRestorationActivity:
      lifeCycle.usesScenes
    }
  }
}

/// A method of UIKit that an app can implement and that the simulator never calls; ``AppCallback`` does not include it.
/// Such a method is not a misspelt callback.
public struct UnmodelledCallback: Sendable {
  /// The protocol or class that declares it: `UIApplicationDelegate`.
  public let owner: String
  /// The Objective-C selector: `applicationDidReceiveMemoryWarning:`.
  public let selector: String

  /// The name in scripts: the selector with `_` between its parts.
  public var slot: String {
    var name = selector
    while name.hasSuffix(":") { name.removeLast() }
    return name.replacing(":", with: "_")
  }

  /// All such methods up to the SDK of iOS 27, including deprecated ones, which iOS still calls in an app without the
  /// newer method.
  public static let all = String(cString: hs_uikit_methods()).split(separator: "\n").map { row in
    let parts = row.split(separator: " ")
    return UnmodelledCallback(owner: String(parts[0]), selector: String(parts[1]))
  }
}
