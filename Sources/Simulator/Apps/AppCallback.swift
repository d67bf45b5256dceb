/// The methods of an app that the system calls: a closed list.
///
/// The raw value is the name that scripts and traces use: the Objective-C selector with `_` between its parts.
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
  case didReceiveNotificationResponse =
    "userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler"
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
  case sceneWillPerform = "scene_willPerform"
  case stateRestorationActivity = "stateRestorationActivityForScene"

  /// The object that implements it.
  public enum Receiver: String, Sendable {
    case appDelegate
    case sceneDelegate
  }

  /// Which object implements it.
  public var receiver: Receiver {
    switch self {
    case .sceneWillConnect, .windowScenePerformAction, .sceneOpenURLContexts, .sceneContinueUserActivity,
      .sceneDidBecomeActive, .sceneWillResignActive, .sceneWillEnterForeground, .sceneDidEnterBackground,
      .sceneDidDisconnect, .sceneWillContinueUserActivity, .sceneWillPerform, .stateRestorationActivity:
      .sceneDelegate
    default: .appDelegate
    }
  }

  /// A question of state restoration: the trace has it only when the app answers, so that lists of callbacks compare
  /// with the ledger's (LAUNCH-056).
  var isRestoration: Bool {
    switch self {
    case .shouldSaveState, .shouldSaveSecureState, .willEncodeState, .shouldRestoreState, .shouldRestoreSecureState,
      .didDecodeState, .stateRestorationActivity:
      true
    default: false
    }
  }

  /// The version from which on it is deprecated; nil: it is not (LAUNCH-054).
  public var deprecated: OSVersion? {
    switch self {
    case .performAction, .willContinueUserActivity, .continueUserActivity: .v26
    default: nil
    }
  }

  /// The name as scripts and traces write it: `application_didFinishLaunchingWithOptions`.
  public var slot: String { rawValue }

  /// The Objective-C selector: `application:didFinishLaunchingWithOptions:`.
  public var selector: String {
    String(rawValue.map { $0 == "_" ? ":" : $0 }) + ":"
  }

  /// The Swift name: `application(_:didFinishLaunchingWithOptions:)`.
  public var swiftName: String {
    switch self {
    case .willFinishLaunching: "application(_:willFinishLaunchingWithOptions:)"
    case .didFinishLaunching: "application(_:didFinishLaunchingWithOptions:)"
    case .performAction: "application(_:performActionFor:completionHandler:)"
    case .configurationForConnecting: "application(_:configurationForConnecting:options:)"
    case .didDiscardSceneSessions: "application(_:didDiscardSceneSessions:)"
    case .openURL: "application(_:open:options:)"
    case .willContinueUserActivity: "application(_:willContinueUserActivityWithType:)"
    case .continueUserActivity: "application(_:continue:restorationHandler:)"
    case .sceneWillConnect: "scene(_:willConnectTo:options:)"
    case .windowScenePerformAction: "windowScene(_:performActionFor:completionHandler:)"
    case .sceneOpenURLContexts: "scene(_:openURLContexts:)"
    case .sceneContinueUserActivity: "scene(_:continue:)"
    case .didReceiveRemoteNotification: "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
    case .performFetch: "application(_:performFetchWithCompletionHandler:)"
    case .didReceiveNotificationResponse: "userNotificationCenter(_:didReceive:withCompletionHandler:)"
    case .shouldSaveState: "application(_:shouldSaveApplicationState:)"
    case .shouldSaveSecureState: "application(_:shouldSaveSecureApplicationState:)"
    case .willEncodeState: "application(_:willEncodeRestorableStateWith:)"
    case .shouldRestoreState: "application(_:shouldRestoreApplicationState:)"
    case .shouldRestoreSecureState: "application(_:shouldRestoreSecureApplicationState:)"
    case .didDecodeState: "application(_:didDecodeRestorableStateWith:)"
    case .sceneWillContinueUserActivity: "scene(_:willContinueUserActivityWithType:)"
    case .sceneWillPerform: "scene(_:willPerform:)"
    case .stateRestorationActivity: "stateRestorationActivity(for:)"
    default: rawValue + "(_:)"
    }
  }
}
