import HomeScreenSimulator
import LuaAPI
import LuaEngine
import Testing

/// Hostile app code: the app ends, the script continues, and nothing grows without limit.
@Suite struct HostileDelegateTests {
  private static let appDelegateSlots = [
    "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
    "application_performActionForShortcutItem_completionHandler", "applicationDidBecomeActive",
    "applicationWillResignActive", "applicationDidEnterBackground", "applicationWillEnterForeground",
  ]
  private static let sceneSlots = [
    "scene_willConnectToSession_options", "windowScene_performActionForShortcutItem_completionHandler",
    "sceneDidBecomeActive", "sceneWillResignActive", "sceneWillEnterForeground", "sceneDidEnterBackground",
  ]
  static let cases: [(lifecycle: String, slot: String)] =
    appDelegateSlots.map { ("appDelegate", $0) } + sceneSlots.map { ("scene", $0) }
    + [("scene", "application_configurationForConnectingSceneSession_options")]

  private func session(_ lifecycle: String, budget: Int64 = 20_000_000) throws -> TestSession {
    let test = try TestSession(options: LuaOptions(budget: budget))
    try test.run(
      """
      device = Device { os = "17.5" }
      app = device:install("fixtures/ToolBox.app", { lifecycle = "\(lifecycle)" })
      function tap() device.springboard:icon(app):press():item("ToolBox"):tap() end
      function visit() device:launch(app) device:pressHome() tap() device:pressHome() end
      """)
    return test
  }

  private func receiver(_ slot: String) -> String { slot.hasPrefix("application") ? "delegate" : "sceneDelegate" }

  @Test(arguments: cases)
  func errorInEachCallbackEndsTheApp(lifecycle: String, slot: String) throws {
    let test = try session(lifecycle)
    try test.run("function app.\(receiver(slot)):\(slot)() error({ reason = 'mine', app = app }) end")
    let values = try test.run("local ok, err = pcall(visit) return ok, err.reason, app.state, app.crash ~= nil")
    #expect(values[0].boolean == false)
    #expect(values[1].string == "mine")  // the very value, at the finger command
    #expect(values[2].string == "notRunning")
    #expect(values[3].boolean == true)
  }

  /// LAUNCH-067.
  @Test(arguments: cases)
  func endlessLoopEndsTheAppAndNotTheScript(lifecycle: String, slot: String) throws {
    let test = try session(lifecycle)
    try test.run(
      """
      function app.\(receiver(slot)):\(slot)()
        while true do pcall(function() while true do end end) end
      end
      """)
    let values = try test.run(
      "local trace = device:record(visit) return app.crash.code, app.state, tostring(trace), trace.hash ~= nil")
    #expect(values[0].string == "0x8badf00d")
    #expect(values[1].string == "notRunning")
    #expect(values[2].string?.contains("0x8badf00d") == true)
    #expect(values[3].boolean == true)
  }

  @Test(arguments: [
    "function app.main() while true do end end",
    "app.rootViewController = { viewDidLoad = function() while true do end end }",
    "app.rootViewController = { viewDidAppear = function() while true do end end }",
    "app.delegate = setmetatable({}, { __index = function() while true do end end })",
    """
    function app.delegate:application_didFinishLaunchingWithOptions()
      DispatchQueue.main:async(function() while true do end end)
    end
    """,
    """
    function app.delegate:application_didFinishLaunchingWithOptions()
      Task(function() while true do end end)
    end
    """,
    """
    function app.delegate:application_didFinishLaunchingWithOptions()
      coroutine.wrap(function() while true do end end)()
    end
    """,
  ])
  func everyCallIntoTheAppIsWatched(source: String) throws {
    let test = try session("scene")
    try test.run(source)
    #expect(try test.run("device:launch(app) return app.crash.code, app.state")[0].string == "0x8badf00d")
    let other = try test.run(
      "local d = Device {} local a = d:install 'fixtures/ToolBox.app' d:launch(a) return a.state")
    #expect(other[0].string == "runningForeground")
  }

  @Test func endlessCodeIsAnErrorOfRun() throws {
    let test = try session("scene")
    let values = try test.run(
      """
      device:launch(app)
      local ok, err = pcall(app.run, app, function() while true do end end)
      return ok, err.code, app.crash.code, err.place
      """)
    #expect(values.map(\.string)[1...] == ["app-hangs", "0x8badf00d", "test.lua:2"])
  }

  /// LAUNCH-070.
  @Test func debuggerDisablesTheWatchdog() throws {
    let test = try session("scene")
    try test.run(
      "device.conditions.debugger = true function app.sceneDelegate:sceneDidBecomeActive() while true do end end")
    let error = try #require(test.error("device:launch(app)"))
    #expect(error.code == "app-hangs")
    #expect(error.stop == nil)
    #expect(try test.run("return app.crash.code")[0].isNil)
  }

  @Test func wholeScriptIsStillBounded() throws {
    let test = try session("scene", budget: 2_000_000)
    try test.run("function app.sceneDelegate:sceneDidBecomeActive() while true do end end")
    let error = try #require(test.error("while true do pcall(device.launch, device, app) end"))
    #expect(error.stop == .budget)
  }

  @Test(arguments: [
    "device:uninstall(app)", "device:pressHome()", "app:terminate()", "device:launch(app)", "device:advance(1)",
    "device:reboot()", "device:install 'fixtures/ChangeIcon.app'", "app:run(print)", "device.locale = 'de'",
    "device.springboard:icon(app):tap()", "device.springboard:icon(app):press()", "app:perform('x')",
    "app.scenes[1]:disconnect()", "app:suspend()", "app:activate()", "device:settle()",
  ])
  func appCannotTouchTheScreen(command: String) throws {
    let test = try session("scene")
    let values = try test.run(
      """
      local code
      function app.sceneDelegate:sceneDidBecomeActive()
        local ok, err = pcall(function() \(command) end)
        code = ok and "done" or err.code
      end
      device:launch(app)
      return code, app.state, #device.springboard.icons
      """)
    #expect(values[0].string == "command-inside-app", "\(command)")
    #expect(values[1].string == "runningForeground")
    #expect(values[2].integer == 1)
  }

  /// LAUNCH-046, LAUNCH-047.
  @Test func completionsMayBeCalledTwiceOrNever() throws {
    let test = try session("appDelegate")
    let values = try test.run(
      """
      local kept
      function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
        if item.type == "ToolBox" then completion(true) completion(false) end
        kept = completion
      end
      local trace = device:record(tap)
      local names = {}
      for _, event in ipairs(trace) do if event.kind == "delivery" then names[#names + 1] = event.name end end
      local ok, err = pcall(kept, true)                    -- from outside of the app
      app:terminate()
      local late, gone = pcall(kept, true)
      device:launch(app)
      local wrong
      app:run(function() wrong = select(2, pcall(kept)).message end)
      return table.concat(names, " "), err.code, gone.code, wrong, app.state
      """)
    // The launch methods receive the action too.
    #expect(values[0].string == "sent delivered delivered delivered completed completedAgain")
    #expect(values[1].string == "outside-the-app")
    #expect(["process-ended", "outside-the-app"].contains(values[2].string))
    #expect(values[3].string?.contains("expected true or false") == true)
    #expect(values[4].string == "runningForeground")
  }

  /// QUICK-037.
  @Test func cyclicUserInfoIsRefused() throws {
    let test = try session("scene")
    try test.run("device:launch(app)")
    for source in [
      "local t = {} t.t = t UIApplicationShortcutItem { type = 'a', localizedTitle = 'b', userInfo = t }",
      "local t = {} t.a, t.b = t, t UIMutableApplicationShortcutItem { type = 'a', localizedTitle = 'b', userInfo = t }",
      "UIApplicationShortcutItem { type = 'a', localizedTitle = 'b', userInfo = { f = print } }",
      "local m = UIMutableApplicationShortcutItem { type = 'a', localizedTitle = 'b' } m.userInfo = { 1, 2 }",
    ] {
      let error = try #require(test.error("app:run(function() \(source) end)"), "\(source)")
      #expect(["plist-value", "argument", "app-exception"].contains(error.code), "\(error.message)")
      try test.run("device:launch(app)")
    }
  }

  @Test func tenThousandQuickTapsAreHandled() throws {
    let test = try session("scene", budget: 1_000_000_000)
    let values = try test.run(
      """
      local handled = 0
      function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
        if options.shortcutItem then handled = handled + 1 end
      end
      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, completion)
        handled = handled + 1
        completion(true)
      end
      local code
      for i = 1, 10000 do
        local ok, err = pcall(function() tap() device:pressHome() end)
        if not ok then code = err.code break end
      end
      return handled, code
      """)
    // The trace of a device is bounded: at the limit the device reports it and refuses more.
    let handled = try #require(values[0].integer)
    #expect(handled == 10_000 || (handled > 5_000 && values[1].string == "trace-full"), "\(handled)")
  }

  @Test func devicesHeldByTheirCodeAreFreed() throws {
    let test = try TestSession()
    weak var last: Device?
    for _ in 0..<10 {
      try test.run(
        """
        local device = Device { os = "17.5" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        local all = { device, app }
        local Root = UIViewController.subclass "Root"
        app.rootViewController = Root
        function app.main()
          all[#all + 1] = UIApplication.shared
          local original = UIViewController.present
          UIViewController.present = function(...) all[#all + 1] = { ... } return original(...) end
        end
        function Root:viewDidLoad() self.all, all[#all + 1] = all, self end
        function app.delegate:application_didFinishLaunchingWithOptions(application) self.application = application end
        function app.delegate:application_configurationForConnectingSceneSession_options(a, session, options)
          local class = { all = all, sceneDidBecomeActive = function(self, scene) self.scene, self.all = scene, all end }
          return UISceneConfiguration { delegateClass = class }
        end
        device.springboard:icon(app):press():item("ToolBox"):tap()
        app:run(function()
          local alert = UIAlertController { message = "Hello" }
          alert:addAction(UIAlertAction { title = "OK", handler = function() return all, alert end })
          UIApplication.shared.keyWindow.rootViewController:present(alert, true, function() return all end)
          DispatchQueue.global:asyncAfter(1000, function() return device end)
          Task(function() await(UIApplication.shared):setAlternateIconName("red") return all end)
          UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "a", localizedTitle = "b" } }
        end)
        all[#all + 1] = app.scenes[1]
        all[#all + 1] = device.alert
        pcall(app.run, app, function() error({ device = device, all = all }) end)
        """)
      last = test.session.devices.current
      _ = test.session.devices.takeTraceHash()
      try test.run("collectgarbage() collectgarbage()")
      #expect(last == nil)
    }
  }

  @Test func controllersOfEndedProcessesAreDead() throws {
    let test = try session("scene")
    let values = try test.run(
      """
      local old
      device:launch(app)
      app:run(function() old = UIApplication.shared.keyWindow.rootViewController end)
      app:terminate()
      device:launch(app)
      local code
      app:run(function()
        local alert = UIAlertController { message = "x" }
        code = select(2, pcall(old.present, old, alert)).code
        UIApplication.shared.keyWindow.rootViewController:present(alert)
      end)
      return code, device.alert.message, tostring(old)
      """)
    #expect(values[0].string == "process-ended")
    #expect(values[1].string == "x")
    #expect(values[2].string?.hasPrefix("<UIViewController") == true)
  }
}
