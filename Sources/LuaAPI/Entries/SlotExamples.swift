import HomeScreenSimulator

/// Examples of the methods that scripts write for an app: what has to happen so that the system calls each of them.
enum SlotExamples {
  /// An example; nil for a method that the example of another name shows.
  static func example(of callback: AppCallback) -> String? {
    let launch = "device:launch(app)"
    let leave = "\(launch)\ndevice:pressHome()"
    switch callback {
    case .willFinishLaunching: return of(callback, launch)
    case .willContinueUserActivity:
      return of(callback, "device:launch(app, { userActivity = \"com.example.reading\" })")
    case .continueUserActivity:
      return of(callback, "device:launch(app, { universalLink = \"https://example.com/red\" })")
    case .applicationWillResignActive, .applicationDidEnterBackground: return of(callback, leave)
    case .applicationWillEnterForeground: return of(callback, "\(leave)\n\(launch)")
    case .applicationWillTerminate: return of(callback, "\(launch)\napp:terminate()")
    case .didReceiveRemoteNotification:
      return of(
        callback, "device:launch(app, { notification = { silent = true } })", mode: "remote-notification",
        body: "completionHandler(\"newData\")")
    case .performFetch:
      return of(
        callback, "device:launch(app, { backgroundFetch = true })", mode: "fetch",
        body: "completionHandler(\"noData\")")
    case .didReceiveNotificationResponse:
      return of(callback, "device:launch(app, { notification = \"Hello\" })", body: "completionHandler()")
    case .shouldSaveSecureState: return of(callback, leave, os: "14.0", body: "return true")
    case .shouldRestoreSecureState:
      let save = "function app.delegate:\(AppCallback.shouldSaveSecureState.slot)() return true end"
      return of(callback, "\(save)\n\(leave)\napp:terminate \"jetsam\"\n\(launch)", os: "14.0", body: "return true")
    case .windowScenePerformAction:
      return of(
        callback, "\(leave)\ndevice.springboard:icon(app):press():item(\"ToolBox\"):tap()",
        body: "completionHandler(true)")
    case .sceneOpenURLContexts: return of(callback, "\(launch)\ndevice:launch(app, { url = \"toolbox://red\" })")
    case .sceneContinueUserActivity:
      return of(callback, "\(launch)\ndevice:launch(app, { universalLink = \"https://example.com/red\" })")
    case .sceneDidBecomeActive, .sceneWillEnterForeground: return of(callback, launch)
    case .sceneWillResignActive, .sceneDidEnterBackground: return of(callback, leave)
    case .sceneDidDisconnect: return of(callback, "\(launch)\napp:terminate()")
    case .sceneWillContinueUserActivity:
      return of(callback, "\(launch)\ndevice:launch(app, { userActivity = \"com.example.reading\" })")
    case .sceneWillPerform:
      return of(callback, "\(launch)\ndevice:launch(app, { intent = \"OpenNoteIntent\" })", os: "26.0")
    case .didFinishLaunching, .performAction, .configurationForConnecting, .didDiscardSceneSessions, .openURL,
      .applicationDidBecomeActive, .shouldSaveState, .willEncodeState, .shouldRestoreState, .didDecodeState,
      .sceneWillConnect, .stateRestorationActivity:
      return nil
    }
  }

  /// The same for the modifiers of a SwiftUI app's root view; nil for what another example shows.
  static func example(of modifier: RootViewMethod) -> String? {
    switch modifier {
    case .onAppear: return text("app.view:onAppear()", "18.0", "swiftUI", "device:launch(app)")
    case .onOpenURL:
      return text("app.view:onOpenURL(url)", "18.0", "swiftUI", "device:launch(app, { url = \"toolbox://red\" })")
    case .onContinueUserActivity:
      return text(
        "app.view:onContinueUserActivity(activity)", "18.0", "swiftUI",
        "device:launch(app, { userActivity = \"com.example.reading\" })")
    case .onScenePhase: return nil
    }
  }

  private static func of(
    _ callback: AppCallback, _ actions: String, os: String? = nil, mode: String? = nil, body: String? = nil
  ) -> String {
    let arguments = callback.arguments.map { CallbackArgument.parameter($0).name }.joined(separator: ", ")
    switch callback.receiver {
    case .appDelegate:
      return text(
        "app.delegate:\(callback.slot)(\(arguments))", os ?? "12.4", "appDelegate", actions, mode: mode, body: body)
    case .sceneDelegate:
      return text(
        "app.sceneDelegate:\(callback.slot)(\(arguments))", os ?? "18.0", "scene", actions, mode: mode, body: body)
    }
  }

  private static func text(
    _ method: String, _ os: String, _ lifeCycle: String, _ actions: String, mode: String? = nil, body: String? = nil
  ) -> String {
    let package =
      mode.map { mode in
        "local package = AppPackage \"fixtures/ToolBox.app\"\n"
          + "package.plist.UIBackgroundModes = plist.array { \"\(mode)\" }\n"
      } ?? ""
    return """
      local device = Device { os = "\(os)" }
      \(package)local app = device:install(\(mode == nil ? "\"fixtures/ToolBox.app\"" : "package"), \
      { lifecycle = "\(lifeCycle)" })
      local called = false
      function \(method)
        called = true\(body.map { "\n  \($0)" } ?? "")
      end
      \(actions)
      assert.is_true(called)
      """
  }
}
