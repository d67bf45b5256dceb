import LuaAPI
import LuaEngine
import Testing

/// The failure messages of `assert.callbacks`, `assert.handled_once`, `assert.logged` and `assert.crashes`.
@Suite struct AppAssertionTests {
  private func session(lifecycle: String = "scene") throws -> TestSession {
    let test = try TestSession(options: LuaOptions(budget: 20_000_000))
    try test.run(
      """
      device = Device { os = "17.5" }
      app = device:install("fixtures/ToolBox.app", { lifecycle = "\(lifecycle)" })
      function tap() return device:record(function() device.springboard:icon(app):press():item("ToolBox"):tap() end) end
      """)
    return test
  }

  private func failure(_ test: TestSession, _ source: String) throws -> LuaError {
    let error = try #require(test.error(source), "\(source) holds")
    #expect(error.code == "assertion", "\(error.code): \(error.message)")
    #expect(error.place?.file == "test.lua")
    return error
  }

  @Test func callbackAssertionsShowTheDifference() throws {
    let test = try session(lifecycle: "appDelegate")
    let error = try failure(
      test,
      """
      assert.callbacks({
        "application_willFinishLaunchingWithOptions", "applicationWillEnterForeground", "applicationDidBecomActive",
        "applicationDidBecomeActive",
      }, device:record(function() device:launch(app) end))
      """)
    #expect(
      error.message == """
        the callbacks differ from the expected ones:
            application_willFinishLaunchingWithOptions
          - applicationWillEnterForeground   (expected, not called)
          - applicationDidBecomActive   (expected, not called)
          + application_didFinishLaunchingWithOptions   (called, not expected)
            applicationDidBecomeActive
        hint: "applicationDidBecomActive": no callback has this name; did you mean applicationDidBecomeActive?
        """)
  }

  /// LAUNCH-022.
  @Test func handledOnceReportsTheMethod() throws {
    let test = try session()
    try test.run("tap() device:pressHome()")
    let error = try failure(test, "assert.handled_once(tap())")
    #expect(
      error.message == """
        the quick action "ToolBox" was delivered once and never handled
          in this life cycle it must be handled in windowScene_performActionForShortcutItem_completionHandler, \
        Swift's windowScene(_:performActionFor:completionHandler:), which no Lua code here has (the app's own code does \
        not run)
          the callbacks that ran after that:
            windowScene_performActionForShortcutItem_completionHandler   (carried it; no method ran)
            sceneWillEnterForeground
            sceneDidBecomeActive
        hint: function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(windowScene, \
        shortcutItem, completionHandler) end, or app = device:install(PATH, { sources = true }), which reads the app's \
        own code
        """)
  }

  @Test func missingMethodIsExplainedByTheCodeThatTheAppHas() throws {
    let method = "windowScene_performActionForShortcutItem_completionHandler(_, item, done) app:didHandle(item) end"
    let late = try session()
    try late.run("device:launch(app) device:pressHome() function app.sceneDelegate:\(method)")
    let defined = try failure(late, "assert.handled_once(tap())").message
    #expect(defined.contains("app.sceneDelegate has it, but the delegate of the running app does not"), "\(defined)")
    #expect(defined.contains("hint: define app.sceneDelegate before device:launch(app)"), "\(defined)")

    let sceneless = try session(lifecycle: "appDelegate")
    try sceneless.run("function app.sceneDelegate:\(method) device:launch(app) device:pressHome()")
    let unused = try failure(sceneless, "assert.handled_once(tap())").message
    #expect(
      unused.contains(
        "which your Lua code does not have (the app's own code does not run); app.sceneDelegate has windowScene_perform"
      ),
      "\(unused)")
    // A manifest would change nothing: the option overrides it.
    #expect(
      unused.contains("hint: install the app with { lifecycle = \"scene\" } (scenes need iOS 13), or"), "\(unused)")
    #expect(!unused.contains("UIApplicationSceneManifest") && !unused.contains("when the app's code"), "\(unused)")

    let other = try session()
    try other.run("function app.delegate:applicationWillTerminate() end device:launch(app) device:pressHome()")
    let absent = try failure(other, "assert.handled_once(tap())").message
    #expect(absent.contains("which your Lua code does not have (the app's own code does not run)\n"), "\(absent)")

    let ran = try session()
    try ran.run("function app.sceneDelegate:\(method.replacing("app:didHandle(item)", with: ""))")
    try ran.run("device:launch(app) device:pressHome()")
    let unhandled = try failure(ran, "assert.handled_once(tap())").message
    #expect(unhandled.hasSuffix("hint: when the app's code handles it, call app:didHandle(item)"), "\(unhandled)")
  }

  @Test func wrongResultOfACallbackIsInTheTraceInPlainWords() throws {
    let test = try session()
    let wrong = "function app.delegate:application_configurationForConnectingSceneSession_options() return 5 end"
    _ = test.error("\(wrong) device:launch(app)")
    try test.run(
      """
      local text = tostring(device.trace)
      assert.is_truthy(text:find("SceneSession_options returned a number", 1, true))
      assert.is_nil(text:find("LuaFailure", 1, true))
      """)
  }

  /// LAUNCH-027: the hint names the configuration, without which SwiftUI has no scene delegate.
  @Test func swiftUIAppMustNameItsSceneDelegate() throws {
    let naming =
      "function app.delegate:application_configurationForConnectingSceneSession_options() "
      + "return UISceneConfiguration { delegateClass = app.sceneDelegate } end"
    let method = "windowScene_performActionForShortcutItem_completionHandler"
    let bare = try session(lifecycle: "swiftUI")
    try bare.run("function app.view:onAppear() end device:launch(app) device:pressHome()")
    let missing = try failure(bare, "assert.handled_once(tap())").message
    #expect(missing.contains("hint: \(naming) function app.sceneDelegate:\(method)("), "\(missing)")
    let unnamed = try session(lifecycle: "swiftUI")
    let handler = "function app.sceneDelegate:\(method)(_, item, done) app:didHandle(item) end"
    try unnamed.run("\(handler) device:launch(app) device:pressHome()")
    let message = try failure(unnamed, "assert.handled_once(tap())").message
    #expect(message.contains("hint: \(naming), before device:launch(app)"), "\(message)")
    // The hint is right.
    let named = try session(lifecycle: "swiftUI")
    try named.run("\(naming) \(handler) device:launch(app) device:pressHome() assert.handled_once(tap())")
  }

  /// LAUNCH-005.
  @Test func handlingTwiceIsReported() throws {
    let test = try session(lifecycle: "appDelegate")
    try test.run(
      """
      function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
        app:didHandle(launchOptions.shortcutItem)
      end
      function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
        app:didHandle(item)
      end
      """)
    let error = try failure(test, "assert.handled_once(tap())")
    #expect(error.message.hasPrefix("the quick action \"ToolBox\" was delivered once and handled 2 times\n"))
    #expect(!error.message.contains("does not have") && !error.message.contains("must be handled in"))
    #expect(
      error.message.contains("a launch method that handles it must return false (LAUNCH-005)"), "\(error.message)")
    #expect(error.message.contains("application_didFinishLaunchingWithOptions   (carried it)"))
    try test.run("device:pressHome() assert.handled_once(tap()) device:pressHome() assert.handled_once(tap())")
  }

  /// LAUNCH-036: the problem is not the receiving method but the stored item.
  @Test func unclearedStoredItemIsReported() throws {
    let test = try session()
    try test.run(
      """
      function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
        self.kept = options.shortcutItem
      end
      function app.sceneDelegate:sceneDidBecomeActive()
        if self.kept then app:didHandle(self.kept) end
      end
      """)
    let error = try failure(
      test, "assert.handled_once(device:record(function() tap() device:pressHome() app:activate() end))")
    #expect(
      error.message.hasPrefix(
        """
        the quick action "ToolBox" was delivered once and handled 2 times
          it came to scene_willConnectToSession_options
          the app handled it in sceneDidBecomeActive and in sceneDidBecomeActive
          an item that is stored but not cleared fires again (LAUNCH-036): set it to nil once it is handled
          the callbacks that ran after that:

        """), "\(error.message)")
  }

  /// Only without scenes can a launch method keep the action from the next one, and only a later call shows that an item
  /// is still stored.
  @Test(arguments: [
    "scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem app:didHandle(self.kept)",
    "scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem",
  ])
  func remedyFitsTheMethods(connecting: String) throws {
    let test = try session()
    let count = connecting.contains("didHandle") ? 1 : 2
    try test.run(
      """
      function app.sceneDelegate:\(connecting) end
      function app.sceneDelegate:sceneDidBecomeActive()
        for _ = 1, \(count) do if self.kept then app:didHandle(self.kept) end end
        self.kept = nil
      end
      """)
    let message = try failure(test, "assert.handled_once(tap())").message
    #expect(message.contains("\n  handle it in one of them\n"), "\(message)")
    #expect(!message.contains("LAUNCH-005") && !message.contains("LAUNCH-036"), "\(message)")
  }

  @Test func noActionMeansNoHandling() throws {
    let test = try session()
    let error = try failure(test, "assert.handled_once(device:record(function() device:launch(app) end))")
    #expect(error.message.hasPrefix("no quick action was delivered in this trace"))
    try test.run("assert.Not.handled_once(device:record(function() end))")
  }

  @Test func loggedShowsTheConsole() throws {
    let test = try session()
    try test.run("device:launch(app)")
    #expect(
      try failure(test, "assert.logged('x', app)").message
        == "expected a line with \"x\" on the console, which is empty")
    try test.run(
      "app:run(function() for i = 1, 10 do NSLog('line %d (100%%)', i) end end) assert.logged('(100%)', app)")
    let error = try failure(test, "assert.logged('line 11', app)")
    #expect(error.message.contains("… 2 earlier lines\n  line 3 (100%)\n"))
    #expect(error.message.hasSuffix("line 10 (100%)"))
    _ = try failure(test, "assert.Not.logged('line 10', app)")
  }

  @Test func crashesMatchesOnlyCrashes() throws {
    let test = try session()
    try test.run(
      """
      local mode = "fine"
      function app.sceneDelegate:sceneDidBecomeActive()
        if mode == "raise" then error({ mine = true }) end
        if mode == "loop" then while true do end end
        if mode == "exception" then
          local root = self.window.rootViewController
          root:present(root)
        end
      end
      function start() app:terminate() device:launch(app) end
      function set(m) mode = m end
      """)
    #expect(
      try failure(test, "assert.crashes(app, start)").message
        == "expected a crash of com.example.toolbox, but it did not crash; it is runningForeground")
    let values = try test.run(
      """
      set "raise"
      local raised = assert.crashes(app, start)
      set "loop"
      local looped = assert.crashes(app, start)
      set "exception"
      local exception = assert.crashes(app, start)
      return raised.reason, looped.code, exception.reason
      """)
    #expect(values[0].string != nil)
    #expect(values[1].string == "0x8badf00d")
    #expect(values[2].string?.contains("NSInvalidArgumentException") == true)
    // A crash does not hide a later failure, and an old crash does not count again.
    #expect(
      test.error("set 'loop' assert.crashes(app, function() start() assert.equal(1, 2) end)")?.code == "assertion")
    #expect(test.error("assert.crashes(app, function() error('own') end)")?.message == "own")
    #expect(try failure(test, "assert.crashes(app, function() end)").message.contains("it is notRunning"))
    _ = try failure(test, "assert.Not.crashes(app, start)")
    try test.run("set 'fine' assert.Not.crashes(app, start)")
  }

  @Test(arguments: [
    ("assert.callbacks({})", "needs two values"), ("assert.callbacks('x', device.trace)", "a list of callbacks"),
    ("assert.callbacks({}, {})", "a trace, as device:record returns it"),
    ("assert.callbacks({ 1 }, device.trace)", "a list of names"), ("assert.handled_once(5)", "a trace"),
    ("assert.logged(5, app)", "a text"), ("assert.logged('x', device)", "an app"),
    ("assert.crashes(device, print)", "an app"), ("assert.crashes(app, 5)", "a function"),
  ])
  func wrongArgumentsAreReported(source: String, words: String) throws {
    let test = try session()
    let error = try failure(test, source)
    #expect(error.message.contains(words), "\(error.message)")
  }
}
