-- The tool box: a tap on a quick action, cold and warm, with scenes and without, as a tutorial in Objective-C tells it.
--
-- The second half of the tutorial that toolbox.lua begins: where the tapped item arrives, why an alert for it may come
-- too early, and two cures. Where a listing cannot work as printed, the scenario says what happens and what was meant.
--
-- The app: fixtures/ToolBox.app, whose only language is Chinese.

local toolbox = require "homescreen.seeds.toolbox" "fixtures/ToolBox.app"
local packageWith, install, open = toolbox.packageWith, toolbox.install, toolbox.open

-- The tutorial shows the tapped item in an alert.
local function show(window, item)
  -- In Objective-C the description of nil is nil.
  local alert = UIAlertController { message = item and item:description(), preferredStyle = "alert" }
  alert:addAction(UIAlertAction { title = "Cancel", style = "cancel" })
  window.rootViewController:present(alert, true)
end

local function tapItem(device, app)
  return device:record(function() open(device, app):item("工具箱"):tap() end)
end

local description = "<UIApplicationShortcutItem: 0x%x+; type: ToolBox, title: 工具箱>" -- QUICK-105

describe("a tap on a quick action", function()
  local ToolPage = UIViewController.subclass "ToolPage"
  local function openPage(window) window.rootViewController:present(ToolPage(), true) end

  local lifecycles = {}
  function lifecycles.appDelegate(app)
    function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
      openPage(self.window)
      completion(true)
    end
  end
  function lifecycles.scene(app)
    function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
      self.shortcutItem = options.shortcutItem
    end
    function app.sceneDelegate:sceneDidBecomeActive()
      if self.shortcutItem then openPage(self.window) end
      self.shortcutItem = nil
    end
    function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, completion)
      openPage(self.window)
      completion(true)
    end
  end

  for _, lifecycle in ipairs { "appDelegate", "scene" } do
    it("opens the app at the action's own page, in one step (" .. lifecycle .. ")", function()
      local device, app = install { lifecycle = lifecycle }
      lifecycles[lifecycle](app)
      local function page()
        assert.equal(app, device.front)
        assert.equal("app", device.springboard.mode)
        return app:run(function() return UIApplication.shared.keyWindow.rootViewController.presentedViewController end)
      end
      tapItem(device, app) -- cold
      assert.is_true(page():isKind(ToolPage))
      app:terminate()
      device:launch(app) -- the icon alone leads to the first page
      assert.is_nil(page())
      tapItem(device, app) -- warm
      assert.is_true(page():isKind(ToolPage))
    end)
  end
end)

describe("the tapped item", function()
  local function text(item)
    local info = item.userInfo
    return ("%s %s %s %s"):format(item.type, item.localizedTitle, info.key1, info.key2)
  end

  local static = {
    Type = "ToolBox", Title = "工具箱", Subtitle = "工具",
    UserInfo = { key1 = "特定参数1", key2 = "特定参数1" },
  }

  for _, lifecycle in ipairs { "appDelegate", "scene" } do
    for _, kind in ipairs { "static", "dynamic" } do
      it(("has type and user info wherever it arrives: %s, %s"):format(kind, lifecycle), function()
        local package = kind == "static" and packageWith(static) or packageWith()
        local device, app = install { package = package, lifecycle = lifecycle }
        local seen = {}
        function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
          local item = launchOptions and launchOptions.shortcutItem
          if item then seen[#seen + 1] = "launch options: " .. text(item) end
          return item == nil
        end
        function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
          seen[#seen + 1] = "app delegate: " .. text(item)
          completion(true)
        end
        function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
          if options.shortcutItem then seen[#seen + 1] = "connection options: " .. text(options.shortcutItem) end
        end
        function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, completion)
          seen[#seen + 1] = "scene delegate: " .. text(item)
          completion(true)
        end
        if kind == "dynamic" then
          device:launch(app)
          app:run(function() UIApplication.shared.shortcutItems = NSArray(toolbox.item()) end)
          app:terminate()
        end
        tapItem(device, app)
        tapItem(device, app)
        local places = lifecycle == "scene" and { "connection options", "scene delegate" } -- LAUNCH-013, LAUNCH-015
          or { "launch options", "app delegate" } -- LAUNCH-002, LAUNCH-007
        local item = "ToolBox 工具箱 特定参数1 特定参数1" -- QUICK-003, QUICK-009
        assert.same({ places[1] .. ": " .. item, places[2] .. ": " .. item }, seen)
      end)
    end
  end
end)

describe("a cold start without scenes", function()
  -- The listing: looks into the launch options, presents, returns YES. `performActionFor…` is the other listing.
  local function prepare(returned, handlesAction)
    local device, app = install {}
    function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
      NSLog("didFinishLaunchingWithOptions:%@", launchOptions)
      local item = launchOptions and launchOptions.shortcutItem
      if item then
        app:didHandle(item)
        show(self.window, item)
      end
      return returned
    end
    if handlesAction ~= false then
      function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
        app:didHandle(item)
        show(self.window, item)
        completion(true)
      end
    end
    return device, app
  end

  -- The callbacks of such a start, with `performActionFor…` or without.
  local function assert_callbacks(trace, performs)
    local expected = {
      "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
      "applicationDidBecomeActive",
    }
    if performs then table.insert(expected, 3, "application_performActionForShortcutItem_completionHandler") end
    assert.callbacks(expected, trace)
  end

  it("brings the item in the launch options, and NSLog shows it there", function()
    local device, app = prepare(true)
    tapItem(device, app)
    assert.logged("didFinishLaunchingWithOptions:{\n    UIApplicationLaunchOptionsShortcutItemKey = \"<", app)
    assert.logged("type: ToolBox, title: \\U5de5\\U5177\\U7bb1>\";\n}", app) -- QUICK-106
    device:pressHome()
    app:terminate()
    device:launch(app)
    assert.logged("didFinishLaunchingWithOptions:(null)", app) -- a plain tap: nil
  end)

  it("refuses the listing's presentation: the root view is in no window yet", function()
    local device, app = prepare(true, false)
    tapItem(device, app)
    assert.is_nil(device.alert) -- LAUNCH-040
    assert.logged("whose view is not in the window hierarchy", app)
  end)

  it("calls performActionFor… all the same, unlike what the tutorial says, so that one alert is seen", function()
    local device, app = prepare(true)
    local trace = tapItem(device, app)
    assert_callbacks(trace, true) -- LAUNCH-002, LAUNCH-006
    assert.logged("whose view is not in the window hierarchy", app)
    assert.matches("^" .. description .. "$", device.alert.message) -- the second presentation
    device.alert:tap "Cancel"
    assert.is_nil(device.alert)
    assert.is_not.handled_once(trace) -- LAUNCH-005: twice
  end)

  it("handles it once when the launch method returns NO", function()
    local device, app = prepare(false)
    local trace = tapItem(device, app)
    assert_callbacks(trace, false) -- LAUNCH-004
    assert.handled_once(trace)
    assert.is_nil(device.alert) -- though its alert is refused: it is presented too early
  end)
end)

describe("a cold start with scenes", function()
  -- What the scene delegate does with the item, in four versions; `early` is the first listing.
  local variants = {}
  function variants.early(app)
    function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
      if options.shortcutItem then
        app:didHandle(options.shortcutItem)
        show(self.window, options.shortcutItem)
      end
    end
  end
  function variants.delayedAsPrinted(app)
    function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
      local item = options.shortcutItem
      if not item then
        DispatchQueue.main:asyncAfter(0.25, function() show(self.window, item) end)
      end
    end
  end
  function variants.delayed(app)
    function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
      local item = options.shortcutItem
      if item then
        DispatchQueue.main:asyncAfter(0.25, function()
          app:didHandle(item)
          show(self.window, item)
        end)
      end
    end
  end
  function variants.marked(app)
    function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
      self.shortcutItem = options.shortcutItem
    end
    function app.sceneDelegate:sceneDidBecomeActive(scene)
      if self.shortcutItem then
        app:didHandle(self.shortcutItem)
        show(self.window, self.shortcutItem)
      end
      self.shortcutItem = nil
    end
  end

  local function tapCold(variant, activation)
    local device, app = install { lifecycle = "scene", activation = activation }
    variants[variant](app)
    function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
      NSLog("didFinishLaunchingWithOptions:%@", launchOptions)
      return true
    end
    function app.delegate:application_performActionForShortcutItem_completionHandler() error "never with scenes" end
    function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler() NSLog "performActionFor" end
    local trace = device:record(function()
      open(device, app):item("工具箱"):tap()
      device:advance(1)
    end)
    return device, app, trace
  end

  it("brings the item in the connection options; the launch options are nil", function()
    local device, app, trace = tapCold "early"
    assert.logged("didFinishLaunchingWithOptions:(null)", app) -- LAUNCH-012
    assert.callbacks({
      "application_willFinishLaunchingWithOptions",
      "application_didFinishLaunchingWithOptions",
      "application_configurationForConnectingSceneSession_options",
      "scene_willConnectToSession_options",
      "sceneWillEnterForeground",
      "sceneDidBecomeActive",
    }, trace) -- LAUNCH-013: no performActionFor… here, as the tutorial says
    assert.handled_once(trace)
  end)

  it("refuses an alert that is presented at once, with a line on the console", function()
    local device, app = tapCold "early"
    assert.is_nil(device.alert)
    assert.logged("whose view is not in the window hierarchy.", app) -- LAUNCH-038
  end)

  it("words that line differently before iOS 14", function()
    local device, app = install { os = "13.0", lifecycle = "scene" }
    variants.early(app)
    tapItem(device, app)
    assert.logged("Warning: Attempt to present <UIAlertController: 0x", app) -- LAUNCH-037
  end)

  it("shows the alert 0.25 s later, the first cure", function()
    local device, _, trace = tapCold "delayed" -- LAUNCH-041
    assert.matches(description, device.alert.message)
    assert.is_nil(device.alert.title)
    assert.same({ "Cancel" }, device.alert.buttons)
    assert.handled_once(trace)
  end)

  it("shows nothing with the first cure as printed: its test is the wrong way round", function()
    local device = tapCold "delayedAsPrinted" -- LAUNCH-042
    assert.is_nil(device.alert)
  end)

  it("shows an alert without text with that listing when nobody chose an action", function()
    local device, app = install { lifecycle = "scene" } -- LAUNCH-042
    variants.delayedAsPrinted(app)
    device:launch(app)
    device:advance(1)
    assert.is_nil(device.alert.message)
    assert.same({ "Cancel" }, device.alert.buttons)
  end)

  it("shows nothing with the first cure when launching takes longer", function()
    local device, app = tapCold("delayed", 0.6) -- LAUNCH-041: a guess about time
    assert.is_nil(device.alert)
    assert.logged("whose view is not in the window hierarchy", app)
  end)

  it("shows the alert once the app is active, the second cure, however long launching takes", function()
    for _, activation in ipairs { 0.1, 0.6, 3 } do
      local device, app, trace = tapCold("marked", activation) -- LAUNCH-035
      assert.matches(description, device.alert.message)
      assert.handled_once(trace)
      device.alert:tap "Cancel"
      device:pressHome()
      app:activate()
      assert.is_nil(device.alert) -- the mark was cleared
    end
  end)

  it("would show it again at each activation if the mark were kept", function()
    local device, app = install { lifecycle = "scene" } -- LAUNCH-036
    variants.marked(app)
    function app.sceneDelegate:sceneDidBecomeActive(scene)
      if self.shortcutItem then show(self.window, self.shortcutItem) end
    end
    tapItem(device, app)
    device.alert:tap "Cancel"
    device:pressHome()
    app:activate()
    assert.is_not_nil(device.alert)
  end)
end)

describe("a warm start", function()
  it("without scenes comes to the app delegate's performActionFor…", function()
    local device, app = install {} -- LAUNCH-007
    function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
      app:didHandle(item)
      show(self.window, item)
      completion(true) -- LAUNCH-044
    end
    device:launch(app)
    local trace = tapItem(device, app)
    assert.callbacks({
      "applicationWillResignActive", "applicationDidEnterBackground",
      "applicationWillEnterForeground",
      "application_performActionForShortcutItem_completionHandler",
      "applicationDidBecomeActive",
    }, trace)
    assert.handled_once(trace)
    assert.matches(description, device.alert.message)
  end)

  it("with scenes comes to the scene delegate's, and only there", function()
    local device, app = install { lifecycle = "scene" } -- LAUNCH-015, LAUNCH-021
    function app.delegate:application_performActionForShortcutItem_completionHandler() error "never with scenes" end
    function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, completion)
      app:didHandle(item)
      show(self.window, item)
      completion(true)
    end
    device:launch(app)
    device:pressHome()
    local trace = tapItem(device, app)
    assert.callbacks({
      "sceneWillEnterForeground",
      "windowScene_performActionForShortcutItem_completionHandler",
      "sceneDidBecomeActive",
    }, trace)
    assert.handled_once(trace)
    assert.matches(description, device.alert.message)
  end)

  it("with scenes is lost when only the app delegate has the method", function()
    local device, app = install { lifecycle = "scene" } -- LAUNCH-022
    function app.delegate:application_performActionForShortcutItem_completionHandler(application, item)
      app:didHandle(item)
    end
    device:launch(app)
    device:pressHome()
    assert.is_not.handled_once(tapItem(device, app))
  end)

  it("is a cold one again once the process was ended in the background", function()
    local device, app = install { lifecycle = "scene" } -- LAUNCH-019
    function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, completion)
      app:didHandle(item)
      completion(true)
    end
    device:launch(app)
    device:pressHome()
    assert.handled_once(tapItem(device, app))
    device:pressHome()
    app:terminate "jetsam"
    assert.is_not.handled_once(tapItem(device, app))
  end)
end)

describe("the completion handler of a warm start", function()
  local function titles(menu)
    local list = {}
    for place, row in ipairs(menu.rows) do list[place] = row.title end
    return list
  end

  -- The app answers each of `answers`, one after the other. Gives what happened, line by line, without the answers
  -- themselves, and these.
  local function taps(lifecycle, answers)
    local device, app = install { lifecycle = lifecycle }
    local function perform(_, _, _, completion)
      for _, answer in ipairs(answers) do completion(answer) end
    end
    app.delegate.application_performActionForShortcutItem_completionHandler = perform
    app.sceneDelegate.windowScene_performActionForShortcutItem_completionHandler = perform
    device:launch(app)
    local lines, noted = {}, {}
    for _ = 1, 2 do
      for _, event in ipairs(tapItem(device, app)) do
        if event.name:find "^completed" then
          noted[#noted + 1] = event.name .. " " .. event.detail:match "outcome=(%a+)"
        else
          lines[#lines + 1] = ("%.1f %s %s"):format(event.time, event.kind, event.name)
        end
      end
      device:advance(60)
      lines[#lines + 1] = ("%s %s %s"):format(app.state, device.front == app, device.springboard.mode)
    end
    assert.is_nil(app.crash)
    assert.same({}, app.console)
    lines[#lines + 1] = table.concat(titles(open(device, app)), "|")
    return lines, noted
  end

  for _, lifecycle in ipairs { "appDelegate", "scene" } do
    it("tells the system whether the app did it, and nothing else comes of it: " .. lifecycle, function()
      local yes, notedYes = taps(lifecycle, { true })
      local no, notedNo = taps(lifecycle, { false })
      local never, notedNever = taps(lifecycle, {})
      assert.same({ "completed true", "completed true" }, notedYes) -- LAUNCH-044: only the trace knows
      assert.same({ "completed false", "completed false" }, notedNo)
      assert.same({}, notedNever) -- LAUNCH-046
      assert.same(yes, no) -- LAUNCH-045
      assert.same(yes, never)
    end)
  end

  it("counts once", function()
    local once = taps("scene", { true })
    local twice, noted = taps("scene", { true, false }) -- LAUNCH-047
    assert.same(once, twice)
    assert.same("completed true", noted[1])
    assert.same("completedAgain false", noted[2])
  end)
end)
