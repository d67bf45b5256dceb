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
  public var receiver: Receiver { row.receiver }

  /// A question of state restoration: the trace has it only when the app answers, so that lists of callbacks compare
  /// with the ledger's (LAUNCH-056).
  var isRestoration: Bool { row.isRestoration }

  /// The version from which on it is deprecated; nil: it is not (LAUNCH-054).
  public var deprecated: OSVersion? { row.deprecated }

  /// The name as scripts and traces write it: `application_didFinishLaunchingWithOptions`.
  public var slot: String { rawValue }

  /// The Objective-C selector: `application:didFinishLaunchingWithOptions:`.
  public var selector: String {
    String(rawValue.map { $0 == "_" ? ":" : $0 }) + ":"
  }

  /// The Swift name: `application(_:didFinishLaunchingWithOptions:)`.
  public var swiftName: String { row.swiftName }

  /// What there is to know of a method.
  private struct Row {
    let receiver: Receiver
    let swiftName: String
    let isRestoration: Bool
    let deprecated: OSVersion?

    init(_ receiver: Receiver, _ swiftName: String, isRestoration: Bool = false, deprecated: OSVersion? = nil) {
      self.receiver = receiver
      self.swiftName = swiftName
      self.isRestoration = isRestoration
      self.deprecated = deprecated
    }
  }

  private var row: Row {
    switch self {
    case .willFinishLaunching: Row(.appDelegate, "application(_:willFinishLaunchingWithOptions:)")
    case .didFinishLaunching: Row(.appDelegate, "application(_:didFinishLaunchingWithOptions:)")
    case .performAction: Row(.appDelegate, "application(_:performActionFor:completionHandler:)", deprecated: .v26)
    case .configurationForConnecting: Row(.appDelegate, "application(_:configurationForConnecting:options:)")
    case .didDiscardSceneSessions: Row(.appDelegate, "application(_:didDiscardSceneSessions:)")
    case .openURL: Row(.appDelegate, "application(_:open:options:)")
    case .willContinueUserActivity:
      Row(.appDelegate, "application(_:willContinueUserActivityWithType:)", deprecated: .v26)
    case .continueUserActivity: Row(.appDelegate, "application(_:continue:restorationHandler:)", deprecated: .v26)
    case .applicationDidBecomeActive: Row(.appDelegate, "applicationDidBecomeActive(_:)")
    case .applicationWillResignActive: Row(.appDelegate, "applicationWillResignActive(_:)")
    case .applicationDidEnterBackground: Row(.appDelegate, "applicationDidEnterBackground(_:)")
    case .applicationWillEnterForeground: Row(.appDelegate, "applicationWillEnterForeground(_:)")
    case .applicationWillTerminate: Row(.appDelegate, "applicationWillTerminate(_:)")
    case .didReceiveRemoteNotification:
      Row(.appDelegate, "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")
    case .performFetch: Row(.appDelegate, "application(_:performFetchWithCompletionHandler:)")
    case .didReceiveNotificationResponse:
      Row(.appDelegate, "userNotificationCenter(_:didReceive:withCompletionHandler:)")
    case .shouldSaveState: Row(.appDelegate, "application(_:shouldSaveApplicationState:)", isRestoration: true)
    case .shouldSaveSecureState:
      Row(.appDelegate, "application(_:shouldSaveSecureApplicationState:)", isRestoration: true)
    case .willEncodeState: Row(.appDelegate, "application(_:willEncodeRestorableStateWith:)", isRestoration: true)
    case .shouldRestoreState: Row(.appDelegate, "application(_:shouldRestoreApplicationState:)", isRestoration: true)
    case .shouldRestoreSecureState:
      Row(.appDelegate, "application(_:shouldRestoreSecureApplicationState:)", isRestoration: true)
    case .didDecodeState: Row(.appDelegate, "application(_:didDecodeRestorableStateWith:)", isRestoration: true)
    case .sceneWillConnect: Row(.sceneDelegate, "scene(_:willConnectTo:options:)")
    case .windowScenePerformAction: Row(.sceneDelegate, "windowScene(_:performActionFor:completionHandler:)")
    case .sceneOpenURLContexts: Row(.sceneDelegate, "scene(_:openURLContexts:)")
    case .sceneContinueUserActivity: Row(.sceneDelegate, "scene(_:continue:)")
    case .sceneDidBecomeActive: Row(.sceneDelegate, "sceneDidBecomeActive(_:)")
    case .sceneWillResignActive: Row(.sceneDelegate, "sceneWillResignActive(_:)")
    case .sceneWillEnterForeground: Row(.sceneDelegate, "sceneWillEnterForeground(_:)")
    case .sceneDidEnterBackground: Row(.sceneDelegate, "sceneDidEnterBackground(_:)")
    case .sceneDidDisconnect: Row(.sceneDelegate, "sceneDidDisconnect(_:)")
    case .sceneWillContinueUserActivity: Row(.sceneDelegate, "scene(_:willContinueUserActivityWithType:)")
    case .sceneWillPerform: Row(.sceneDelegate, "scene(_:willPerform:)")
    case .stateRestorationActivity: Row(.sceneDelegate, "stateRestorationActivity(for:)", isRestoration: true)
    }
  }
}
