import HomeScreenSimulator
import LuaEngine

/// The code of an app in Lua: classes, and the function for each process start.
enum AppCodeAPI: APISection {
  private static let type = InstalledApp.apiType

  static let main = APIEntry.property(
    "main", of: InstalledApp.self,
    Parameter<Void>.raw("main", type: "fun()?", kinds: [.function, .nil], "runs first in each new process"),
    APIDocumentation(
      "Runs at each process start, before the app delegate is created: create singletons here.",
      discussion: "Locals of the script survive the end of a process; what `main` creates belongs to one process.",
      example: """
        local device = Device {}
        local app = device:install(homescreen.sample "toolbox")
        local starts = 0
        function app.main() starts = starts + 1 end
        device:launch(app)
        app:terminate()
        device:launch(app)
        assert.equal(2, starts)
        """, facts: ["LAUNCH-075"]), get: { call, app in try LuaAppCode.of(app, in: call.session.code).mainFunction },
    set: { call, app, _ in try LuaAppCode.of(app, in: call.session.code).setMain(call, 3) }
  )

  static let delegate = classProperty(
    "delegate", .delegate,
    APIDocumentation(
      "The class of the app delegate: its methods, under their Objective-C names.",
      discussion: """
        Each process start creates a new object of the class, which is `self` in the methods; its fields are lost when \
        the process ends. `self.window` is the window of an app without scenes. A key that resembles a method of the \
        system is an error.
        """,
      example: """
        local device = Device { os = "12.4" }
        local app = device:install(homescreen.sample "toolbox")
        local counts = {}
        function app.delegate:applicationDidBecomeActive(application)
          self.count = (self.count or 0) + 1
          counts[#counts + 1] = self.count
        end
        device:launch(app)
        device:pressHome()
        device:launch(app)
        app:terminate()
        device:launch(app)
        assert.same({ 1, 2, 1 }, counts)
        assert.error(function() app.delegate.applicationDidBecomeActive_ = print end)
        """, facts: ["LAUNCH-001", "LAUNCH-075"]))

  static let sceneDelegate = classProperty(
    "sceneDelegate", .sceneDelegate,
    APIDocumentation(
      "The class of the scene delegate: its methods, under their Objective-C names.",
      discussion: """
        Each scene gets a new object of the class, with its window in `self.window`. `UISceneConfiguration` can name \
        another class for a scene.
        """,
      example: """
        local device = Device { os = "18.0" }
        local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
        local options
        function app.sceneDelegate:scene_willConnectToSession_options(scene, session, connectionOptions)
          options = connectionOptions
        end
        device:launch(app)
        assert.is_nil(options.shortcutItem)
        """, facts: ["LAUNCH-011", "LAUNCH-014"]))

  static let rootViewController = classProperty(
    "rootViewController", .controller,
    APIDocumentation(
      "The class of the root view controller; each window gets a new object of the class.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install(homescreen.sample "toolbox")
        app.rootViewController = UIViewController.subclass "ToolsViewController"
        local appeared = false
        function app.rootViewController:viewDidAppear() appeared = true end
        device:launch(app)
        assert.is_true(appeared)
        """, facts: ["LAUNCH-081"]))

  static let didHandle = APIEntry.method(
    "didHandle", of: InstalledApp.self, ItemAPI.parameter,
    APIDocumentation(
      "The app's code declares that it has handled a quick action; `assert.handled_once` checks that.",
      discussion: "Call it only in the app's code.",
      example: """
        local device = Device { os = "12.4" }
        local app = device:install(homescreen.sample "toolbox")
        function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
          app:didHandle(item)
          completion(true)
        end
        assert.handled_once(device:record(function()
          device.springboard:icon(app):press():item("ToolBox"):tap()
        end))
        """)
  ) { _, app, item in
    try app.didHandle(item)
  }

  static let perform = APIEntry.method(
    "perform", of: InstalledApp.self, .string("action", "the name of a method", domain: .action),
    Parameter<Void>.rest("the arguments of the action"),
    APIDocumentation(
      "Calls an action of the app, as a button does, on the first object that has the method.",
      discussion: """
        The order is: the controller on top, the controllers below it down to the root, the \
        scene's delegate, the app delegate.
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install(homescreen.sample "toolbox")
        local chosen
        function app.delegate:choose(name) chosen = name end
        device:launch(app)
        app:perform("choose", "red")
        assert.equal("red", chosen)
        """)
  ) { call, app, action, _ in
    let session = try call.session
    try app.run { application in
      try session.code.enter(application, of: app, as: "app:perform(\"\(action)\")") {
        try ActionSearch.perform(action, call, application, session.code)
      }
    }
  }

  static let scenes = APIEntry.property(
    "scenes", of: InstalledApp.self,
    APIDocumentation(
      "The app's connected scenes, from the system's side; none in an app without scenes.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
        device:launch(app)
        assert.equal(1, #app.scenes)
        """)
  ) { app in try app.scenes.map { Box($0, of: app.device) } }

  static let view = classProperty(
    "view", .view, if: requireSwiftUI,
    APIDocumentation(
      "The class of the root view of a SwiftUI app: `onAppear`, `onOpenURL`, `onContinueUserActivity`, `onScenePhase`.",
      discussion: """
        Each scene gets a new object of the class. `onOpenURL` gets the URL, `onScenePhase` the phase, which is \
        `active`, `inactive` or `background`. A universal link is a URL here; `onContinueUserActivity` gets activities \
        of all types, while SwiftUI's modifier names one. Quick actions do not arrive here: they go to a scene \
        delegate that `UISceneConfiguration` names. The field `handlesExternalEvents = { preferring = { … }, allowing \
        = { … } }` says which URLs the view's window gets. An app without SwiftUI has no root view, and defining one \
        is an error.
        """,
      example: """
        local device = Device { os = "18.0" }
        local app = device:install(homescreen.sample "toolbox", { lifecycle = "swiftUI" })
        local phases = {}
        function app.view:onScenePhase(phase) phases[#phases + 1] = phase end
        device:launch(app)
        device:pressHome()
        assert.equal("background", phases[#phases])
        """, availability: "iOS 14.0",
      facts: ["LAUNCH-087", "LAUNCH-119", "LAUNCH-120", "LAUNCH-027", "LAUNCH-138", "LAUNCH-139"]))

  static let adaptor = APIEntry.constructor(
    "UIApplicationDelegateAdaptor",
    parameters: [
      APIParameter("class", type: "\(ClassKind.delegate.apiType.className)|table", documentation: "`app.delegate`")
    ], returns: "another object of the class",
    APIDocumentation(
      "Creates another object of the class, like `@UIApplicationDelegateAdaptor` outside the `App`; the system never calls it.",
      discussion: "The system calls the object that SwiftUI makes for `App`. Call this function only in the app's code.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install(homescreen.sample "toolbox", { lifecycle = "swiftUI" })
        function app.delegate:application_didFinishLaunchingWithOptions() self.ready = true end
        device:launch(app)
        app:run(function()
          assert.is_nil(UIApplicationDelegateAdaptor(app.delegate).ready)
          assert.equal("SwiftUI.AppDelegate", tostring(UIApplication.shared.delegate))
        end)
        """, availability: "iOS 14.0", facts: ["LAUNCH-137"])
  ) { call -> LuaReference in
    let code = try call.session.code
    guard call.stack.kind(at: 1) == .table, code.classes.kind(of: call.stack.reference(to: 1)) == .delegate else {
      throw LuaFailure(
        "UIApplicationDelegateAdaptor: expected an app delegate class, got \(call.stack.shortDescription(at: 1))",
        code: "argument", hint: "UIApplicationDelegateAdaptor(app.delegate)")
    }
    return try code.inProcess(for: "UIApplicationDelegateAdaptor") { _ in
      try code.classes.pushInstance(of: call.stack.reference(to: 1))
      defer { call.stack.removeLast() }
      return call.stack.reference(to: -1)
    }
  }

  /// - Throws: ``LuaFailure`` for an app without SwiftUI, whose code cannot have a root view.
  private static func requireSwiftUI(_ app: InstalledApp) throws {
    let lifeCycle = try app.lifeCycle
    guard lifeCycle != .swiftUI else { return }
    throw LuaFailure(
      "app.view would never be called: \(app.bundleIdentifier) has the life cycle “\(lifeCycle.rawValue)”",
      code: "unknown-slot",
      hint:
        "Install the app as a SwiftUI app, { lifecycle = \"swiftUI\" }, or write app.sceneDelegate or app.delegate.",
      fact: "LAUNCH-087")
  }

  static let globalEntries = [adaptor]

  static let memberTypes = [InstalledApp.apiType]
  static let memberEntries = [main, delegate, sceneDelegate, rootViewController, view, didHandle, perform, scenes]

  private static func classProperty(
    _ name: String, _ kind: ClassKind, if isPossible: @escaping @Sendable (InstalledApp) throws -> Void = { _ in },
    _ words: APIDocumentation
  ) -> APIEntry {
    APIEntry.property(
      name, of: InstalledApp.self,
      Parameter<Void>.raw(
        "class", type: "\(kind.apiType.className)|table|nil", kinds: [.table, .nil], "a table of methods"), words,
      get: { call, app in
        try isPossible(app)
        return try LuaAppCode.of(app, in: call.session.code).classTable(kind)
      },
      set: { call, app, _ in
        if call.stack.kind(at: 3) != .nil { try isPossible(app) }
        try LuaAppCode.of(app, in: call.session.code).setClass(kind, call, 3)
      }
    )
  }
}

/// The classes that scripts write for an app, with every method that the system calls and its arguments.
enum AppClassAPI {
  static let entries: [APIEntry] =
    AppCallback.allCases.map(entry)
    + [ClassKind.controller, .view].flatMap { kind in kind.slots.map { entry($0, of: kind) } }

  private static func entry(_ callback: AppCallback) -> APIEntry {
    let kind: ClassKind =
      switch callback.receiver {
      case .appDelegate: .delegate
      case .sceneDelegate: .sceneDelegate
      }
    let deprecated = callback.deprecated.map { " Deprecated since iOS \($0)." } ?? ""
    return .callback(
      callback.slot, of: kind.apiType,
      callback.arguments.map(CallbackArgument.parameter),
      APIDocumentation(
        callback.summary, discussion: "Swift: `\(callback.swiftName)`. Selector: `\(callback.selector)`.\(deprecated)",
        example: SlotExamples.example(of: callback) ?? "", facts: callback.deprecated == nil ? [] : ["LAUNCH-054"]))
  }

  private static func entry(_ slot: ClassKind.Slot, of kind: ClassKind) -> APIEntry {
    .callback(
      slot.name, of: kind.apiType, slot.arguments(),
      APIDocumentation(
        "\(kind.noun.capitalizedSentence): `\(slot.swiftName)`.",
        example: kind == .view ? RootViewMethod(rawValue: slot.name).flatMap(SlotExamples.example) ?? "" : ""))
  }
}

extension String {
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}

/// Examples of the methods that scripts write for an app: each one makes the system call the method.
enum SlotExamples {
  /// Returns an example; nil if the example of another method also shows this one.
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

  /// Returns an example of a root view modifier of SwiftUI; nil if another example shows it.
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
        "local package = homescreen.sample \"toolbox\"\n"
          + "package.plist.UIBackgroundModes = plist.array { \"\(mode)\" }\n"
      } ?? ""
    return """
      local device = Device { os = "\(os)" }
      \(package)local app = device:install(\(mode == nil ? "homescreen.sample \"toolbox\"" : "package"), \
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
