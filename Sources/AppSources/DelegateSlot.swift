/// A method of a delegate that the system calls, by its names in Swift and Objective-C: the table that tells a handler from
/// any other method.
///
/// The raw value is ``HandlerMethod/name``, the name that scripts use. The simulator has these names in a table of its own,
/// since the reader is built without the simulator; a test holds both tables equal, row by row.
public enum DelegateSlot: String, Sendable, CaseIterable {
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

  /// What an argument of such a method brings.
  public enum Content: Sendable, Equatable {
    /// Nothing that the analysis follows.
    case plain
    /// A launch event itself.
    case event(HandlerStep.Subject)
    /// A set of events: the URLs of a scene.
    case events(HandlerStep.Subject)
    /// The dictionary of a launch.
    case launchOptions
    /// The options of a scene that is connected.
    case connectionOptions
    /// A closure that has to be called.
    case completion
  }

  /// Whether a scene delegate has it, and not the app delegate.
  public var isOfScene: Bool {
    rawValue.hasPrefix("scene") || rawValue.hasPrefix("windowScene") || rawValue.hasPrefix("stateRestoration")
  }

  /// The selector: `application:didFinishLaunchingWithOptions:`.
  public var selector: String { String(rawValue.map { $0 == "_" ? ":" : $0 }) + ":" }

  /// The name in Swift: `application(_:didFinishLaunchingWithOptions:)`.
  public var swiftName: String { row.name }

  /// The name of the `async` form, which has no completion handler; nil where there is none.
  public var asyncName: String? {
    guard row.contents.last == .completion, let end = row.name.utf8.dropLast(2).lastIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    // A method whose only other argument is the sender keeps its meaning in the handler's label.
    return row.contents.count > 2 ? String(row.name[...end]) + ")" : nil
  }

  /// What its arguments bring, in their order.
  public var contents: [Content] { row.contents }

  private var row: (name: String, contents: [Content]) {
    switch self {
    case .willFinishLaunching: ("application(_:willFinishLaunchingWithOptions:)", [.plain, .launchOptions])
    case .didFinishLaunching: ("application(_:didFinishLaunchingWithOptions:)", [.plain, .launchOptions])
    case .performAction:
      ("application(_:performActionFor:completionHandler:)", [.plain, .event(.shortcutItem), .completion])
    case .configurationForConnecting:
      ("application(_:configurationForConnecting:options:)", [.plain, .plain, .connectionOptions])
    case .didDiscardSceneSessions: ("application(_:didDiscardSceneSessions:)", [.plain, .plain])
    case .openURL: ("application(_:open:options:)", [.plain, .event(.url), .plain])
    case .willContinueUserActivity: ("application(_:willContinueUserActivityWithType:)", [.plain, .plain])
    case .continueUserActivity:
      ("application(_:continue:restorationHandler:)", [.plain, .event(.userActivity), .plain])
    case .applicationDidBecomeActive: ("applicationDidBecomeActive(_:)", [.plain])
    case .applicationWillResignActive: ("applicationWillResignActive(_:)", [.plain])
    case .applicationDidEnterBackground: ("applicationDidEnterBackground(_:)", [.plain])
    case .applicationWillEnterForeground: ("applicationWillEnterForeground(_:)", [.plain])
    case .applicationWillTerminate: ("applicationWillTerminate(_:)", [.plain])
    case .didReceiveRemoteNotification:
      (
        "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
        [.plain, .event(.notification), .completion]
      )
    case .performFetch: ("application(_:performFetchWithCompletionHandler:)", [.plain, .completion])
    case .didReceiveNotificationResponse:
      (
        "userNotificationCenter(_:didReceive:withCompletionHandler:)", [.plain, .event(.notification), .completion]
      )
    case .shouldSaveState: ("application(_:shouldSaveApplicationState:)", [.plain, .plain])
    case .shouldSaveSecureState: ("application(_:shouldSaveSecureApplicationState:)", [.plain, .plain])
    case .willEncodeState: ("application(_:willEncodeRestorableStateWith:)", [.plain, .plain])
    case .shouldRestoreState: ("application(_:shouldRestoreApplicationState:)", [.plain, .plain])
    case .shouldRestoreSecureState: ("application(_:shouldRestoreSecureApplicationState:)", [.plain, .plain])
    case .didDecodeState: ("application(_:didDecodeRestorableStateWith:)", [.plain, .plain])
    case .sceneWillConnect: ("scene(_:willConnectTo:options:)", [.plain, .plain, .connectionOptions])
    case .windowScenePerformAction:
      ("windowScene(_:performActionFor:completionHandler:)", [.plain, .event(.shortcutItem), .completion])
    case .sceneOpenURLContexts: ("scene(_:openURLContexts:)", [.plain, .events(.url)])
    case .sceneContinueUserActivity: ("scene(_:continue:)", [.plain, .event(.userActivity)])
    case .sceneDidBecomeActive: ("sceneDidBecomeActive(_:)", [.plain])
    case .sceneWillResignActive: ("sceneWillResignActive(_:)", [.plain])
    case .sceneWillEnterForeground: ("sceneWillEnterForeground(_:)", [.plain])
    case .sceneDidEnterBackground: ("sceneDidEnterBackground(_:)", [.plain])
    case .sceneDidDisconnect: ("sceneDidDisconnect(_:)", [.plain])
    case .sceneWillContinueUserActivity: ("scene(_:willContinueUserActivityWithType:)", [.plain, .plain])
    case .sceneWillPerform: ("scene(_:willPerform:)", [.plain, .plain])
    case .stateRestorationActivity: ("stateRestorationActivity(for:)", [.plain])
    }
  }
}
