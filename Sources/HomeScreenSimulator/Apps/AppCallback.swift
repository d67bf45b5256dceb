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
  private var row: (arguments: [Argument], deprecated: OSVersion?, summary: String) {
    switch self {
    case .willFinishLaunching:
      ([.application, .launchOptions], nil, "The process starts; its state has not been restored yet.")
    case .didFinishLaunching: ([.application, .launchOptions], nil, "The process has started.")
    case .performAction:
      ([.application, .shortcutItem, .actionCompletion], .v26, "A quick action was chosen, in an app without scenes.")
    case .configurationForConnecting:
      (
        [.application, .session, .connectionOptions], nil,
        "A scene is about to be connected, and the app chooses its configuration."
      )
    case .didDiscardSceneSessions:
      ([.application, .discardedSessions], nil, "The user has closed windows of the app in the switcher.")
    case .openURL: ([.application, .url, .openURLOptions], nil, "Another app opens a URL, in an app without scenes.")
    case .willContinueUserActivity:
      ([.application, .activityType], .v26, "An activity will arrive soon, in an app without scenes.")
    case .continueUserActivity:
      (
        [.application, .userActivity, .restorationHandler], .v26,
        "A universal link or an activity has arrived, in an app without scenes."
      )
    case .applicationDidBecomeActive:
      ([.application], nil, "The app is in front and gets touches; not called in an app with scenes.")
    case .applicationWillResignActive:
      ([.application], nil, "The app is about to stop receiving touches; not called in an app with scenes.")
    case .applicationDidEnterBackground:
      ([.application], nil, "The app has left the screen; not called in an app with scenes.")
    case .applicationWillEnterForeground:
      ([.application], nil, "The app comes back to the screen; not called in an app with scenes.")
    case .applicationWillTerminate:
      ([.application], nil, "The app is about to be terminated; not called while it is suspended.")
    case .didReceiveRemoteNotification:
      (
        [.application, .userInfo, .fetchCompletion], nil,
        "A silent notification arrived: the app runs in the background."
      )
    case .performFetch: ([.application, .fetchCompletion], nil, "The app can fetch data in the background.")
    case .didReceiveNotificationResponse:
      ([.notificationCenter, .notificationResponse, .completion], nil, "The user responded to a notification.")
    case .shouldSaveState: ([.application, .coder], nil, "Whether to save state, before iOS 13.2.")
    case .shouldSaveSecureState: ([.application, .coder], nil, "Whether to save state.")
    case .willEncodeState: ([.application, .coder], nil, "State is about to be saved.")
    case .shouldRestoreState: ([.application, .coder], nil, "Whether to restore state, before iOS 13.2.")
    case .shouldRestoreSecureState: ([.application, .coder], nil, "Whether to restore state.")
    case .didDecodeState: ([.application, .coder], nil, "State was restored.")
    case .sceneWillConnect:
      (
        [.scene, .session, .connectionOptions], nil,
        "The scene is connected; the options contain a quick action or a URL that started it."
      )
    case .windowScenePerformAction:
      (
        [.windowScene, .shortcutItem, .actionCompletion], nil,
        "A quick action was chosen while the scene was connected."
      )
    case .sceneOpenURLContexts: ([.scene, .urlContexts], nil, "Another app opens URLs while the scene is connected.")
    case .sceneContinueUserActivity:
      ([.scene, .userActivity], nil, "A universal link or an activity has arrived while the scene is connected.")
    case .sceneDidBecomeActive: ([.scene], nil, "The scene is in front and gets touches.")
    case .sceneWillResignActive: ([.scene], nil, "The scene is about to stop receiving touches.")
    case .sceneWillEnterForeground: ([.scene], nil, "The scene is about to enter the foreground.")
    case .sceneDidEnterBackground: ([.scene], nil, "The scene has left the screen.")
    case .sceneDidDisconnect: ([.scene], nil, "The system has released the scene.")
    case .sceneWillContinueUserActivity: ([.scene, .activityType], nil, "An activity will arrive soon.")
    case .sceneWillPerform: ([.scene, .intent], nil, "An App Intent should be performed in the scene.")
    case .stateRestorationActivity:
      ([.scene], nil, "The scene goes to the background, and the app names the activity that restores its state.")
    }
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
    public var summary: String {
      switch self {
      case .application: "`UIApplication.shared`"
      case .launchOptions: "why the process was started; nil for a tap on the icon"
      case .shortcutItem: "the quick action"
      case .actionCompletion: "call it with true if the action succeeded"
      case .session: "the information that the system stores about the scene"
      case .connectionOptions: "why the scene is connected"
      case .discardedSessions: "the sessions of the closed windows"
      case .url: "the URL"
      case .openURLOptions: "which app sent it"
      case .activityType: "the type of the activity"
      case .userActivity: "the activity"
      case .restorationHandler: "call it with the objects that show the activity"
      case .userInfo: "the contents of the notification"
      case .fetchCompletion: "call it with the result of the fetch"
      case .notificationCenter: "the notification center"
      case .notificationResponse: "the notification, and the user's choice"
      case .completion: "takes nothing"
      case .coder: "stores the state"
      case .scene: "the scene"
      case .windowScene: "the scene"
      case .urlContexts: "the URLs, and which app sent them"
      case .intent: "the name and contents of the intent"
      }
    }
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
