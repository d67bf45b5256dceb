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

  case sceneWillConnect = "scene_willConnectToSession_options"
  case windowScenePerformAction = "windowScene_performActionForShortcutItem_completionHandler"
  case sceneOpenURLContexts = "scene_openURLContexts"
  case sceneContinueUserActivity = "scene_continueUserActivity"
  case sceneDidBecomeActive
  case sceneWillResignActive
  case sceneWillEnterForeground
  case sceneDidEnterBackground
  case sceneDidDisconnect

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
      .sceneDidDisconnect:
      .sceneDelegate
    default: .appDelegate
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
    default: rawValue + "(_:)"
    }
  }
}
