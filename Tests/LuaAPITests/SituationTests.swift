import HomeScreenSimulator
import LuaAPI
import LuaEngine
import Testing

/// `device:launch(app, situation)`, `device.locked`, and the callbacks of the app.
@Suite struct SituationTests {
  func session(lifecycle: String = "scene", os: String = "17.5", budget: Int64? = nil) throws -> TestSession {
    let test = try TestSession(options: budget.map { LuaOptions(budget: $0) } ?? LuaOptions())
    try test.run(
      """
      device = Device { os = "\(os)" }
      app = device:install(AppPackage { plist = {
        CFBundleIdentifier = "com.example.notes", CFBundleName = "Notes", UIDeviceFamily = { 1, 2 },
        UIBackgroundModes = { "fetch", "remote-notification", "bluetooth-central" },
        CFBundleURLTypes = { { CFBundleURLSchemes = { "toolbox" } } },
        UIApplicationShortcutItems = {
          { UIApplicationShortcutItemType = "new", UIApplicationShortcutItemTitle = "New" },
        },
      } }, { lifecycle = "\(lifecycle)" })
      seen = {}
      """)
    return test
  }

  /// LAUNCH-052.
  @Test func launchOptionsHaveObjectiveCNames() throws {
    let test = try session(lifecycle: "appDelegate")
    let values = try test.run(
      """
      local keys = { "ShortcutItem", "URL", "SourceApplication", "RemoteNotification", "UserActivityDictionary",
        "UserActivityType", "Location", "Nothing" }
      function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
        for _, key in ipairs(keys) do
          local value = launchOptions["UIApplicationLaunchOptions" .. key .. "Key"]
          if type(value) == "table" then value = value.activityType or value.page end
          if value then seen[#seen + 1] = key .. "=" .. (type(value) == "userdata" and value.type or value) end
        end
        local fields = {}
        for field in pairs(launchOptions) do fields[#fields + 1] = field end
        seen[#seen + 1] = table.concat(fields, "+")
        refused = select(2, pcall(function() return launchOptions[UIApplicationLaunchOptionsURLKey] end))
        assert.is_nil(launchOptions.nothing)
        return true
      end
      for _, situation in ipairs {
        { url = "toolbox://a", sourceApplication = "com.example.other" }, { notification = { userInfo = { page = 7 } } },
        { userActivity = { activityType = "read" } },
      } do
        app:terminate "jetsam"
        device:launch(app, situation)
      end
      app:terminate "jetsam"
      device.springboard:icon(app):press():item("new"):tap()
      return table.concat(seen, " "), refused.message, refused.hint
      """)
    #expect(
      values[0].string == "URL=toolbox://a SourceApplication=com.example.other sourceApplication+url "
        + "RemoteNotification=7 remoteNotification UserActivityDictionary=read UserActivityType=read "
        + "userActivity+userActivityType ShortcutItem=new shortcutItem")
    #expect(values[1].string == "launchOptions[nil]: the key is nil")
    #expect(values[2].string?.contains("launchOptions.shortcutItem") == true)
  }

  /// LAUNCH-033, LAUNCH-034, LAUNCH-055, LAUNCH-090.
  @Test func launchOptionsWithScenes() throws {
    let test = try session(os: "26.0")
    let values = try test.run(
      """
      function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
        local response = options.notificationResponse
        seen[#seen + 1] = table.concat({
          response and response.notification.request.content.userInfo.page or "-", response and response.actionIdentifier or "-",
          options.handoffUserActivityType or "-", options.appIntent or "-",
          options.userActivities[1] and options.userActivities[1].activityType or "-",
          options.urlContexts[1] and options.urlContexts[1].url or "-",
        }, " ")
      end
      function app.sceneDelegate:scene_willPerformAppIntent(scene, intent) seen[#seen + 1] = intent.name .. intent.userInfo.a end
      function app.sceneDelegate:scene_willContinueUserActivityWithType(scene, kind) seen[#seen + 1] = "will " .. kind end
      function app.sceneDelegate:scene_continueUserActivity(scene, activity)
        seen[#seen + 1] = activity.activityType .. tostring(activity.userInfo and activity.userInfo.page)
      end
      for _, situation in ipairs {
        { notification = { title = "Hi", userInfo = { page = 7 }, action = "reply", foreground = true } },
        { userActivity = { activityType = "read", userInfo = { page = 8 } } },
        { spotlight = "note-1" }, { widget = "notes://w" }, { widget = { kind = "Small" } },
        { intent = { name = "Open", userInfo = { a = 1 } } },
      } do
        app:terminate "jetsam"
        device:launch(app, situation)
      end
      return table.concat(seen, "|")
      """)
    #expect(
      values[0].string == "7 reply - - - -|- - read - - -|will read|read8|- - - - com.apple.corespotlightitem -"
        + "|- - - - - notes://w|- - - - Small -|- - - Open - -|Open1")
  }

  /// LAUNCH-052, LAUNCH-089.
  @Test func launchOptionsWithoutScenes() throws {
    let test = try session(lifecycle: "appDelegate", os: "12.4")
    let values = try test.run(
      """
      function app.delegate:application_didFinishLaunchingWithOptions(application, options)
        seen[#seen + 1] = options and (options.remoteNotification and options.remoteNotification.page
          or options.userActivityType) or "nil"
      end
      function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(center, response, done)
        seen[#seen + 1] = response.notification.request.content.title
        done()
      end
      function app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler(application, userInfo, done)
        seen[#seen + 1] = "silent " .. userInfo.page
        done "newData"
      end
      function app.delegate:application_performFetchWithCompletionHandler(application, done)
        seen[#seen + 1] = "fetch " .. application.applicationState
        seen[#seen + 1] = tostring(pcall(done))
        done "noData"
      end
      function app.delegate:application_continueUserActivity_restorationHandler(application, activity)
        seen[#seen + 1] = activity.userInfo and activity.userInfo.kCSSearchableItemActivityIdentifier or activity.activityType
      end
      for _, situation in ipairs {
        { notification = { title = "Hi", userInfo = { page = 7 } } }, { backgroundFetch = true },
        { notification = { silent = true, userInfo = { page = 9 } } }, { spotlight = "note-1" }, { intent = "Open" },
      } do
        app:terminate "jetsam"
        device:launch(app, situation)
      end
      return table.concat(seen, "|")
      """)
    #expect(
      values[0].string
        == "7|Hi|nil|fetch background|false|9|silent 9|com.apple.corespotlightitem|note-1|Open|Open")
  }

  @Test(arguments: [
    ("{ notification = 1 }", "argument", "notification"),
    ("{ notification = { titel = 'x' } }", "unknown-field", "'title'"),
    ("{ userActivity = {} }", "argument", "activityType is required"),
    ("{ widget = {} }", "argument", "kind is required"),
    ("{ widget = 'a', spotlight = 'b' }", "argument", "one reason"), ("{ intent = '\\xff' }", "argument", "UTF-8"),
    ("{ spotlight = 'a', sourceApplication = 'b' }", "argument", "needs url"),
    ("{ backgroundFetch = 'yes' }", "argument", "true or false"),
    ("{ notification = { userInfo = { f = print } } }", "plist-value", "userInfo.f"),
    (
      "(function() local t = {} t.t = t return { intent = { name = 'a', userInfo = t } } end)()", "plist-value",
      "itself"
    ),
  ])
  func situationsAreChecked(situation: String, code: String, words: String) throws {
    let error = try #require(try session().error("device:launch(app, \(situation))"))
    #expect(error.code == code)
    let text = "\(error.message) \(error.failure?.hint ?? "")"
    #expect(text.contains(words), "\(text)")
  }

  /// LAUNCH-088.
  @Test func lockedDevicesAreSimulated() throws {
    let test = try session()
    let values = try test.run(
      """
      device:launch(app)
      device.locked = true
      local code = select(2, pcall(device.launch, device, app)).code
      device:launch(app, { backgroundFetch = true })
      local mode, state = device.springboard.mode, app.state
      device.locked = false
      return code, mode, state, app.state, device.locked
      """)
    #expect(values[0].string == "device-locked" && values[1].string == "locked")
    #expect(values[2].string == "runningBackground" && values[3].string == "runningForeground")
    #expect(values[4].boolean == false)
    #expect(test.error("device.locked = 1")?.code == "argument")
  }

  private static let newSlots = [
    ("application_didReceiveRemoteNotification_fetchCompletionHandler", "{ notification = { silent = true } }"),
    ("application_performFetchWithCompletionHandler", "{ backgroundFetch = true }"),
    ("userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler", "{ notification = 'Hi' }"),
    ("scene_willContinueUserActivityWithType", "{ userActivity = 'read' }"),
    ("scene_continueUserActivity", "{ spotlight = 'a' }"), ("scene_willPerformAppIntent", "{ intent = 'Open' }"),
    ("scene_openURLContexts", "{ widget = 'notes://a' }"), ("stateRestorationActivityForScene", "nil"),
    ("sceneDidDisconnect", "'quit'"), ("applicationWillTerminate", "'quit'"),
  ]

  /// LAUNCH-067.
  @Test(arguments: newSlots, ["error({ reason = 'mine' })", "while true do end", "device:uninstall(app)"])
  func hostileCodeEndsTheApp(slot: (name: String, situation: String), body: String) throws {
    let test = try session(os: "26.0", budget: 20_000_000)
    let receiver = slot.name.hasPrefix("application") || slot.name.hasPrefix("user") ? "delegate" : "sceneDelegate"
    let values = try test.run(
      """
      function app.\(receiver):\(slot.name)() \(body) end
      local situation = \(slot.situation)
      local function visit()
        device:launch(app)
        device:pressHome()
        if situation == nil then return end
        if situation == "quit" then return app:terminate() end
        device:launch(app, situation)
      end
      local ok, err = pcall(visit)
      local state, crash = app.state, app.crash
      app.\(receiver).\(slot.name) = nil
      device:launch(app)
      return ok, type(err) == "table" and err.reason or err and err.code, state, crash and crash.code, app.state
      """)
    #expect(values[2].string == "notRunning")
    #expect(values[4].string == "runningForeground", "the device stays usable")
    switch body {
    case "while true do end": #expect(values[0].boolean == true && values[3].string == "0x8badf00d")
    case "device:uninstall(app)": #expect(values[1].string == "command-inside-app")
    default: #expect(values[0].boolean == false && values[1].string == "mine")
    }
  }

  /// QUICK-009.
  @Test func largeUserInfoAndItemsArrive() throws {
    let test = try session(budget: 1_000_000_000)
    let values = try test.run(
      """
      local text = ("x"):rep(1 << 20)
      device:launch(app, { notification = { title = text, userInfo = { text = text } } })
      app:run(function()
        local items = {}
        for i = 1, 64 do
          items[i] = UIApplicationShortcutItem { type = "t" .. i, localizedTitle = "T", userInfo = { text = text } }
        end
        UIApplication.shared.shortcutItems = items
      end)
      local code
      app:run(function()
        local items = {}
        for i = 1, 5000 do items[i] = UIApplicationShortcutItem { type = "t", localizedTitle = "T" } end
        code = select(2, pcall(function() UIApplication.shared.shortcutItems = items end)).code
      end)
      device:pressHome()
      return #device.springboard:icon(app):press().rows, code
      """)
    #expect(values[0].integer == 6)
    #expect(values[1].string == "too-many-items")
  }

  /// QUICK-038.
  @Test func userInfoExceptionIsRaised() throws {
    let test = try session()
    let error = try #require(
      test.error(
        """
        device:launch(app)
        app:run(function() UIApplicationShortcutItem { type = "a", localizedTitle = "b", userInfo = { f = print } } end)
        """))
    #expect(error.message == "NSInvalidArgumentException: \(AppException.unserializableUserInfo("CFType").reason)")
    #expect(error.failure?.hint?.contains("userInfo.f: a function cannot be in a property list") == true)
  }

  /// LAUNCH-048, LAUNCH-049, LAUNCH-050.
  @Test func returnedOutcomesAreChecked() throws {
    let test = try session(os: "26.0")
    let values = try test.run(
      """
      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item)
        return item.type == "old"
      end
      device:launch(app)
      device:pressHome()
      local trace = device:record(function() device.springboard:icon(app):press():item("new"):tap() end)
      local outcome
      for _, event in ipairs(trace) do if event.name == "completed" then outcome = event.detail end end
      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, completion)
        DispatchQueue.global:async(function() completion(true) end)
      end
      device:pressHome()
      local crash = assert.crashes(app, function() device.springboard:icon(app):press():item("new"):tap() end)
      return tostring(outcome), crash.reason
      """)
    #expect(values[0].string?.contains("outcome=false") == true)
    #expect(values[1].string?.contains("must be made on main thread") == true)
  }

  /// LAUNCH-030.
  @Test func wrongSceneValuesAreRefused() throws {
    let test = try session()
    try test.run("device:launch(app) scene = app.scenes[1]")
    for (source, words) in [
      ("scene.activationConditions = 1", "table"), ("scene.activationConditions = { can = true }", "canActivate"),
      ("scene.activationConditions = { canActivate = 1 }", "list of identifiers"),
      ("scene.activationConditions = { canActivate = { 1 } }", "list of identifiers"),
      ("app:newScene()", "only one window"), ("scene:disconnect()", "in front"),
      ("device.springboard:icon(app):move { row = 1 }", "row and column"),
      ("device.springboard:icon(app):move { row = 99, column = 1 }", "no such position"),
      ("device:install('fixtures/ToolBox.app', { downloading = 1 })", "true or false"),
    ] {
      let error = try #require(test.error(source), "\(source)")
      let text = "\(error.message) \(error.failure?.hint ?? "")"
      #expect(text.contains(words), "\(text)")
    }
    let values = try test.run(
      """
      scene.activationConditions = { canActivate = { "a", "b" } }
      return #scene.activationConditions.canActivate, scene.activationConditions.prefersToActivate
      """)
    #expect(values[0].integer == 2 && values[1].boolean == false)
  }

  /// LAUNCH-056.
  @Test func returnedActivitiesAreChecked() throws {
    let test = try session()
    try test.run("function app.sceneDelegate:stateRestorationActivityForScene() return {} end device:launch(app)")
    #expect(test.error("device:pressHome()")?.message.contains("a table without activityType") == true)
  }
}
