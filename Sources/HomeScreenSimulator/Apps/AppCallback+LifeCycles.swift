/// Which methods the system calls at all in an app of a life cycle.
extension AppCallback {
  /// Whether the system ever calls it in an app that lives like this. With scenes the app delegate hears of its process and
  /// of what needs no window, and of nothing that the scene delegate hears (LAUNCH-021, LAUNCH-024, LAUNCH-056).
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
