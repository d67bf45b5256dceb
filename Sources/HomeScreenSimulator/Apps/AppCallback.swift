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
  public var receiver: Receiver { row.receiver }

  /// The version that deprecated the callback; nil if none did (LAUNCH-054).
  public var deprecated: OSVersion? { row.deprecated }

  /// The name in scripts and traces: `application_didFinishLaunchingWithOptions`.
  public var slot: String { rawValue }

  /// The Objective-C selector: `application:didFinishLaunchingWithOptions:`.
  public var selector: String {
    rawValue.replacing("_", with: ":") + ":"
  }

  /// The Swift name: `application(_:didFinishLaunchingWithOptions:)`.
  public var swiftName: String { row.swiftName }

  /// The arguments, in the order of the selector.
  public var arguments: [Argument] { row.arguments }

  /// A sentence about when the system calls the method.
  public var summary: String { row.summary }

  /// The properties of a method.
  private struct Row {
    let receiver: Receiver
    let swiftName: String
    let arguments: [Argument]
    let summary: String
    let deprecated: OSVersion?

    init(
      _ receiver: Receiver, _ swiftName: String, _ arguments: [Argument], deprecated: OSVersion? = nil,
      _ summary: String
    ) {
      self.receiver = receiver
      self.swiftName = swiftName
      self.arguments = arguments
      self.summary = summary
      self.deprecated = deprecated
    }
  }

  private var row: Row {
    switch self {
    case .willFinishLaunching:
      Row(
        .appDelegate, "application(_:willFinishLaunchingWithOptions:)", [.application, .launchOptions],
        "The process starts; its state has not been restored yet.")
    case .didFinishLaunching:
      Row(
        .appDelegate, "application(_:didFinishLaunchingWithOptions:)", [.application, .launchOptions],
        "The process has started.")
    case .performAction:
      Row(
        .appDelegate, "application(_:performActionFor:completionHandler:)",
        [.application, .shortcutItem, .actionCompletion], deprecated: .v26,
        "A quick action was chosen, in an app without scenes.")
    case .configurationForConnecting:
      Row(
        .appDelegate, "application(_:configurationForConnecting:options:)",
        [.application, .session, .connectionOptions],
        "A scene is about to be connected, and the app chooses its configuration.")
    case .didDiscardSceneSessions:
      Row(
        .appDelegate, "application(_:didDiscardSceneSessions:)", [.application, .discardedSessions],
        "The user has closed windows of the app in the switcher.")
    case .openURL:
      Row(
        .appDelegate, "application(_:open:options:)", [.application, .url, .openURLOptions],
        "Another app opens a URL, in an app without scenes.")
    case .willContinueUserActivity:
      Row(
        .appDelegate, "application(_:willContinueUserActivityWithType:)", [.application, .activityType],
        deprecated: .v26,
        "An activity will arrive soon, in an app without scenes.")
    case .continueUserActivity:
      Row(
        .appDelegate, "application(_:continue:restorationHandler:)",
        [.application, .userActivity, .restorationHandler], deprecated: .v26,
        "A universal link or an activity has arrived, in an app without scenes.")
    case .applicationDidBecomeActive:
      Row(
        .appDelegate, "applicationDidBecomeActive(_:)", [.application],
        "The app is in front and gets touches; not called in an app with scenes.")
    case .applicationWillResignActive:
      Row(
        .appDelegate, "applicationWillResignActive(_:)", [.application],
        "The app is about to stop receiving touches; not called in an app with scenes.")
    case .applicationDidEnterBackground:
      Row(
        .appDelegate, "applicationDidEnterBackground(_:)", [.application],
        "The app has left the screen; not called in an app with scenes.")
    case .applicationWillEnterForeground:
      Row(
        .appDelegate, "applicationWillEnterForeground(_:)", [.application],
        "The app comes back to the screen; not called in an app with scenes.")
    case .applicationWillTerminate:
      Row(
        .appDelegate, "applicationWillTerminate(_:)", [.application],
        "The app is about to be terminated; not called while it is suspended.")
    case .didReceiveRemoteNotification:
      Row(
        .appDelegate, "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
        [.application, .userInfo, .fetchCompletion],
        "A silent notification arrived: the app runs in the background.")
    case .performFetch:
      Row(
        .appDelegate, "application(_:performFetchWithCompletionHandler:)", [.application, .fetchCompletion],
        "The app can fetch data in the background.")
    case .didReceiveNotificationResponse:
      Row(
        .appDelegate, "userNotificationCenter(_:didReceive:withCompletionHandler:)",
        [.notificationCenter, .notificationResponse, .completion],
        "The user responded to a notification.")
    case .shouldSaveState:
      Row(
        .appDelegate, "application(_:shouldSaveApplicationState:)", [.application, .coder],
        "Whether to save state, before iOS 13.2.")
    case .shouldSaveSecureState:
      Row(
        .appDelegate, "application(_:shouldSaveSecureApplicationState:)", [.application, .coder],
        "Whether to save state.")
    case .willEncodeState:
      Row(
        .appDelegate, "application(_:willEncodeRestorableStateWith:)", [.application, .coder],
        "State is about to be saved.")
    case .shouldRestoreState:
      Row(
        .appDelegate, "application(_:shouldRestoreApplicationState:)", [.application, .coder],
        "Whether to restore state, before iOS 13.2.")
    case .shouldRestoreSecureState:
      Row(
        .appDelegate, "application(_:shouldRestoreSecureApplicationState:)", [.application, .coder],
        "Whether to restore state.")
    case .didDecodeState:
      Row(
        .appDelegate, "application(_:didDecodeRestorableStateWith:)", [.application, .coder],
        "State was restored.")
    case .sceneWillConnect:
      Row(
        .sceneDelegate, "scene(_:willConnectTo:options:)", [.scene, .session, .connectionOptions],
        "The scene is connected; the options contain a quick action or a URL that started it.")
    case .windowScenePerformAction:
      Row(
        .sceneDelegate, "windowScene(_:performActionFor:completionHandler:)",
        [.windowScene, .shortcutItem, .actionCompletion],
        "A quick action was chosen while the scene was connected.")
    case .sceneOpenURLContexts:
      Row(
        .sceneDelegate, "scene(_:openURLContexts:)", [.scene, .urlContexts],
        "Another app opens URLs while the scene is connected.")
    case .sceneContinueUserActivity:
      Row(
        .sceneDelegate, "scene(_:continue:)", [.scene, .userActivity],
        "A universal link or an activity has arrived while the scene is connected.")
    case .sceneDidBecomeActive:
      Row(
        .sceneDelegate, "sceneDidBecomeActive(_:)", [.scene],
        "The scene is in front and gets touches.")
    case .sceneWillResignActive:
      Row(
        .sceneDelegate, "sceneWillResignActive(_:)", [.scene],
        "The scene is about to stop receiving touches.")
    case .sceneWillEnterForeground:
      Row(
        .sceneDelegate, "sceneWillEnterForeground(_:)", [.scene],
        "The scene is about to enter the foreground.")
    case .sceneDidEnterBackground:
      Row(
        .sceneDelegate, "sceneDidEnterBackground(_:)", [.scene],
        "The scene has left the screen.")
    case .sceneDidDisconnect:
      Row(
        .sceneDelegate, "sceneDidDisconnect(_:)", [.scene],
        "The system has released the scene.")
    case .sceneWillContinueUserActivity:
      Row(
        .sceneDelegate, "scene(_:willContinueUserActivityWithType:)", [.scene, .activityType],
        "An activity will arrive soon.")
    case .sceneWillPerform:
      Row(
        .sceneDelegate, "scene(_:willPerformAppIntent:)", [.scene, .intent],
        "An App Intent should be performed in the scene.")
    case .stateRestorationActivity:
      Row(
        .sceneDelegate, "stateRestorationActivity(for:)", [.scene],
        "The scene goes to the background, and the app names the activity that restores its state.")
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
  public static let all: [UnmodelledCallback] = table.flatMap { owner, selectors in
    selectors.map { UnmodelledCallback(owner: owner, selector: $0) }
  }

  private static let table: KeyValuePairs<String, [String]> = [
    "UIApplicationDelegate": [
      "applicationDidFinishLaunching:",
      "application:handleOpenURL:",
      "application:openURL:sourceApplication:annotation:",
      "applicationDidReceiveMemoryWarning:",
      "applicationSignificantTimeChange:",
      "application:willChangeStatusBarOrientation:duration:",
      "application:didChangeStatusBarOrientation:",
      "application:willChangeStatusBarFrame:",
      "application:didChangeStatusBarFrame:",
      "application:didRegisterUserNotificationSettings:",
      "application:didRegisterForRemoteNotificationsWithDeviceToken:",
      "application:didFailToRegisterForRemoteNotificationsWithError:",
      "application:didReceiveRemoteNotification:",
      "application:didReceiveLocalNotification:",
      "application:handleActionWithIdentifier:forLocalNotification:completionHandler:",
      "application:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:",
      "application:handleActionWithIdentifier:forRemoteNotification:completionHandler:",
      "application:handleActionWithIdentifier:forRemoteNotification:withResponseInfo:completionHandler:",
      "application:handleEventsForBackgroundURLSession:completionHandler:",
      "application:handleWatchKitExtensionRequest:reply:",
      "applicationShouldRequestHealthAuthorization:",
      "application:handlerForIntent:",
      "application:handleIntent:completionHandler:",
      "applicationProtectedDataWillBecomeUnavailable:",
      "applicationProtectedDataDidBecomeAvailable:",
      "application:supportedInterfaceOrientationsForWindow:",
      "application:shouldAllowExtensionPointIdentifier:",
      "application:viewControllerWithRestorationIdentifierPath:coder:",
      "application:didFailToContinueUserActivityWithType:error:",
      "application:didUpdateUserActivity:",
      "application:userDidAcceptCloudKitShareWithMetadata:",
      "applicationShouldAutomaticallyLocalizeKeyCommands:",
    ],
    "UISceneDelegate": [
      "scene:restoreInteractionStateWithUserActivity:",
      "scene:didFailToContinueUserActivityWithType:error:",
      "scene:didUpdateUserActivity:",
    ],
    "UIWindowSceneDelegate": [
      "windowScene:didUpdateCoordinateSpace:interfaceOrientation:traitCollection:",
      "windowScene:didUpdateEffectiveGeometry:",
      "windowScene:userDidAcceptCloudKitShareWithMetadata:",
      "preferredWindowingControlStyleForScene:",
    ],
    "UNUserNotificationCenterDelegate": [
      "userNotificationCenter:willPresentNotification:withCompletionHandler:",
      "userNotificationCenter:openSettingsForNotification:",
    ],
    "UIViewController": [
      "viewWillAppear:",
      "viewIsAppearing:",
      "viewWillDisappear:",
      "viewDidDisappear:",
      "viewWillLayoutSubviews",
      "viewDidLayoutSubviews",
      "viewWillTransitionToSize:withTransitionCoordinator:",
      "viewSafeAreaInsetsDidChange",
      "viewLayoutMarginsDidChange",
      "viewWillUnload",
      "viewDidUnload",
    ],
  ]
}
