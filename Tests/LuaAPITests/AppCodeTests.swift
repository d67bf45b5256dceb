import HomeScreenSimulator
import LuaAPI
import LuaEngine
import Testing

/// App code in Lua: classes, their objects and lifetimes.
@Suite struct AppCodeTests {
  private func session(os: String = "12.4", lifecycle: String = "appDelegate") throws -> TestSession {
    let test = try TestSession()
    try test.run(
      """
      device = Device { os = "\(os)" }
      app = device:install("fixtures/ToolBox.app", { lifecycle = "\(lifecycle)" })
      seen = {}
      """)
    return test
  }

  /// LAUNCH-075.
  @Test func fieldsAndSingletonsAreLostAtTermination() throws {
    let test = try session()
    let values = try test.run(
      """
      local singleton
      function app.main() singleton = { launches = 0 } end
      function app.delegate:applicationDidBecomeActive()
        self.count = (self.count or 0) + 1
        singleton.launches = singleton.launches + 1
        seen[#seen + 1] = self.count .. "/" .. singleton.launches
      end
      device:launch(app)
      device:pressHome()
      device:launch(app)
      app:terminate()
      device:launch(app)
      return table.concat(seen, " ")
      """)
    #expect(values[0].string == "1/1 2/2 1/1")
  }

  @Test(arguments: ["user", "jetsam"])
  func coldCannotSeeWarmMemory(cause: String) throws {
    let test = try session(os: "18.0", lifecycle: "scene")
    let values = try test.run(
      """
      function app.delegate:application_didFinishLaunchingWithOptions() self.process = (self.process or 0) + 1 end
      function app.sceneDelegate:sceneWillEnterForeground(scene) self.visits = (self.visits or 0) + 1 end
      function app.sceneDelegate:sceneDidBecomeActive(scene)
        seen[#seen + 1] = UIApplication.shared.delegate.process .. "/" .. self.visits
      end
      device:launch(app)                                   -- cold
      device:pressHome() device:launch(app)                -- warm: the same objects
      device:pressHome() app.scenes[1]:disconnect() device:launch(app)  -- another scene, the same process
      app:terminate "\(cause)" device:launch(app)           -- cold
      return table.concat(seen, " ")
      """)
    #expect(values[0].string == "1/1 1/2 1/1 1/1")
  }

  @Test func everySceneAndProcessHasItsOwnObject() throws {
    let test = try session(os: "18.0", lifecycle: "scene")
    let values = try test.run(
      """
      local delegates, scenes = {}, {}
      function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
        delegates[#delegates + 1], scenes[#scenes + 1] = self, scene
        assert.equal(session, scene.session)
        assert.equal(self, scene.delegate)
        assert.equal(self.window, scene.window)
        assert.is_nil(options.shortcutItem)
        assert.equal(0, #options.urlContexts)
      end
      device:launch(app)
      app:terminate()
      device:launch(app)
      return #delegates, delegates[1] ~= delegates[2], scenes[1] ~= scenes[2], scenes[2] == app.scenes[1]
      """)
    #expect(values[0].integer == 2)
    #expect(values[1...].map(\.boolean) == [true, true, true])
  }

  @Test func appWithoutScenesHasItsWindowInTheDelegate() throws {
    let test = try session()
    let values = try test.run(
      """
      function app.delegate:application_didFinishLaunchingWithOptions(application)
        seen = { tostring(self.window.rootViewController), self.window == application.keyWindow, application == UIApplication.shared }
      end
      device:launch(app)
      return seen[1], seen[2], seen[3]
      """)
    #expect(values[0].string?.hasPrefix("<UIViewController: 0x") == true)
    #expect(values[1].boolean == true)
    #expect(values[2].boolean == true)
  }

  @Test func tablesCanBeClasses() throws {
    let test = try session()
    let values = try test.run(
      """
      local Base = { applicationWillResignActive = function(self) seen[#seen + 1] = "resign " .. self.name end }
      app.delegate = setmetatable({
        name = "one",
        applicationDidBecomeActive = function(self) seen[#seen + 1] = "active " .. self.name end,
      }, { __index = Base })
      device:launch(app)
      device:pressHome()
      app.delegate = { applicationDidBecomeActive = function() seen[#seen + 1] = "other" end }
      device:launch(app)                                   -- the running process keeps its object
      app:terminate "jetsam"
      device:launch(app)
      app:terminate "jetsam"
      app.delegate = nil
      device:launch(app)
      return table.concat(seen, ", ")
      """)
    #expect(values[0].string == "active one, resign one, active one, other")
  }

  @Test func classStaysTheSame() throws {
    let test = try session()
    let values = try test.run(
      """
      local class = {}
      app.delegate = class
      return app.delegate == class, app.delegate == app.delegate, app.sceneDelegate == app.sceneDelegate,
        app.rootViewController ~= app.delegate, app.main
      """)
    #expect(values[..<4].map(\.boolean) == [true, true, true, true])
    #expect(values[4].isNil)
  }

  /// LAUNCH-004.
  @Test func returningFalseSkipsThePerformActionMethod() throws {
    for (result, expected) in [("false", 0), ("true", 1), ("nil", 1), ("", 1)] {
      let test = try session()
      let values = try test.run(
        """
        function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
          seen.type = launchOptions.shortcutItem.type
          return \(result)
        end
        function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
          seen[#seen + 1] = item
          completion(true)
        end
        device.springboard:icon(app):press():item("ToolBox"):tap()
        return #seen, seen.type
        """)
      #expect(values[0].integer == Int64(expected), "\(result)")
      #expect(values[1].string == "ToolBox")
    }
  }

  /// LAUNCH-012.
  @Test func launchOptionsAreNilIfIOSPassesNil() throws {
    let test = try session()
    try test.run(
      "function app.delegate:application_didFinishLaunchingWithOptions(a, launchOptions) return launchOptions.url end")
    let error = try #require(test.error("device:launch(app)"))
    #expect(error.message == "attempt to index a nil value (local 'launchOptions')")
    #expect(ErrorAdvice.explain(error).hint?.contains("LAUNCH-012") == true)
    #expect(try test.run("return app.crash.reason")[0].string?.hasPrefix("test.lua:1: attempt to index") == true)
  }

  @Test func urlsAndLinksArrive() throws {
    let test = try session()
    let values = try test.run(
      """
      function app.delegate:application_openURL_options(application, url, options)
        seen[#seen + 1] = url .. " from " .. tostring(options.sourceApplication)
      end
      function app.delegate:application_continueUserActivity_restorationHandler(application, activity)
        seen[#seen + 1] = activity.webpageURL
      end
      device:launch(app, { url = "toolbox://a", sourceApplication = "com.example.other" })
      device:launch(app, { url = "toolbox://b" })
      device:launch(app, { universalLink = "https://example.com/c" })
      return table.concat(seen, ", ")
      """)
    #expect(values[0].string == "toolbox://a from com.example.other, toolbox://b from nil, https://example.com/c")
    let scenes = try session(os: "18.0", lifecycle: "scene")
    let inScenes = try scenes.run(
      """
      function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
        seen[#seen + 1] = options.urlContexts[1].url
      end
      function app.sceneDelegate:scene_openURLContexts(scene, contexts) seen[#seen + 1] = contexts[1].url end
      function app.sceneDelegate:scene_continueUserActivity(scene, activity) seen[#seen + 1] = activity.webpageURL end
      device:launch(app, { url = "toolbox://a" })
      device:launch(app, { url = "toolbox://b" })
      device:launch(app, { universalLink = "https://example.com/c" })
      return table.concat(seen, ", ")
      """)
    #expect(inScenes[0].string == "toolbox://a, toolbox://b, https://example.com/c")
  }

  @Test(arguments: [
    ("{ ulr = 'x' }", "unknown-field", "'url'"),
    ("{ url = 'a', universalLink = 'b' }", "argument", "one reason"), ("{ url = 1 }", "argument", "a string"),
  ])
  func launchSituationsAreChecked(situation: String, code: String, words: String) throws {
    let test = try session()
    let error = try #require(test.error("device:launch(app, \(situation))"))
    #expect(error.code == code)
    let text = "\(error.message) \(error.failure?.hint ?? "")"
    #expect(text.contains(words), "\(text)")
  }

  @Test func actionsReachTheFirstObjectWithTheMethod() throws {
    let test = try session()
    let values = try test.run(
      """
      local Root, Top = UIViewController.subclass "Root", UIViewController.subclass "Top"
      app.rootViewController = Root
      function Root:both(x) seen[#seen + 1] = "root " .. x end
      function Top:both(x) seen[#seen + 1] = "top " .. x end
      function app.delegate:mine(a, b) seen[#seen + 1] = tostring(a) .. tostring(b) end
      device:launch(app)
      app:perform("both", "1")
      app:run(function() UIApplication.shared.keyWindow.rootViewController:present(Top(), true) end)
      app:perform("both", "2")
      app:perform("mine", nil, 5)
      return table.concat(seen, ", ")
      """)
    #expect(values[0].string == "root 1, top 2, nil5")
    let error = try #require(test.error("app:perform 'nobody'"))
    #expect(error.code == "no-such-action")
    #expect(error.failure?.hint == "The action was not found in: Top, Root, the app delegate.")
  }

  /// LAUNCH-087.
  @Test func swiftUIRootViewsGetURLsAndPhases() throws {
    let test = try session(os: "18.0", lifecycle: "swiftUI")
    let values = try test.run(
      """
      function app.view:onAppear() self.urls = 0 seen[#seen + 1] = "appear" end
      function app.view:onOpenURL(url) self.urls = self.urls + 1 seen[#seen + 1] = url .. self.urls end
      function app.view:onScenePhase(phase) seen[#seen + 1] = phase end
      device:launch(app, { url = "toolbox:a" })
      device:launch(app, { url = "toolbox:b" })
      app:terminate "jetsam"
      device:launch(app, { url = "toolbox:c" })
      return table.concat(seen, " ")
      """)
    #expect(values[0].string == "appear toolbox:a1 active toolbox:b2 appear toolbox:c1 active")
  }

  /// LAUNCH-138: a scene delegate class without methods, as in a REPL, does not disable the modifiers, even if the
  /// configuration names it.
  @Test(arguments: [false, true]) func emptySceneDelegateKeepsTheRootView(isNamed: Bool) throws {
    let test = try session(os: "18.0", lifecycle: "swiftUI")
    let values = try test.run(
      """
      app.delegate, app.sceneDelegate = {}, {}
      if \(isNamed) then
        function app.delegate:application_configurationForConnectingSceneSession_options()
          return UISceneConfiguration { delegateClass = app.sceneDelegate }
        end
      end
      device:launch(app)
      device:pressHome()
      function app.view:onAppear() seen[#seen + 1] = "appear" end
      function app.view:onOpenURL(url) seen[#seen + 1] = url end
      device:launch(app, { url = "toolbox:a" })
      app:terminate()
      device:launch(app, { url = "toolbox:b" })
      return table.concat(seen, " ")
      """)
    #expect(values[0].string == "appear toolbox:b")
  }

  @Test func uninstalledAppsHaveNoCode() throws {
    let test = try session()
    try test.run("device:uninstall(app)")
    for source in ["app.delegate", "app.sceneDelegate", "app.rootViewController", "app.main", "app.scenes"] {
      #expect(test.error("return \(source)")?.code == "app-not-installed", "\(source)")
      if source != "app.scenes" {
        #expect(test.error("\(source) = nil")?.code == "app-not-installed", "\(source)")
      }
    }
  }

  /// LAUNCH-136, LAUNCH-137.
  @Test func swiftUIAppHasTheSwiftUIDelegate() throws {
    let test = try TestSession()
    try test.run(
      """
      device = Device { os = '17.5' }
      app = device:install('fixtures/ToolBox.app', { lifecycle = 'swiftUI' })
      function app.delegate:application_didFinishLaunchingWithOptions() self.ready, own = true, self end
      function app.delegate:applicationWillTerminate() self.ended = true end
      device:launch(app)
      app:run(function()
        assert.equal('SwiftUI.AppDelegate', tostring(UIApplication.shared.delegate))
        other = UIApplicationDelegateAdaptor(app.delegate)
      end)
      assert.is_true(own.ready)
      assert.is_nil(other.ready)
      """)
    for use in ["return UIApplication.shared.delegate.ready", "UIApplication.shared.delegate.ready = 1"] {
      let error = try #require(test.error("app:run(function() \(use) end)"), "\(use) is taken")
      #expect(error.code == "swiftui-delegate" && error.message.contains("SwiftUI's own"), "\(error)")
      try test.run("device:launch(app)")
    }
    for argument in ["nil", "5", "{}", "app.sceneDelegate"] {
      let error = try #require(test.error("app:run(function() UIApplicationDelegateAdaptor(\(argument)) end)"))
      #expect(error.code == "argument", "\(error)")
      try test.run("device:launch(app)")
    }
    #expect(test.error("UIApplicationDelegateAdaptor(app.delegate)") != nil)
  }
}
