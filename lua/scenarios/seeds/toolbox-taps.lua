-- The tool box: a tap on a quick action, with scenes and without, from a tutorial in Objective-C.
--
-- The last part of the tutorial that toolbox.lua begins: which callback gets the tapped item, and an app that is
-- already running. For a cold start, see toolbox-cold-start.lua.
--
-- The app: fixtures/ToolBox.app, whose only language is Chinese.

local toolbox = require "homescreen.seeds.toolbox" "fixtures/ToolBox.app"
local packageWith, install, open = toolbox.packageWith, toolbox.install, toolbox.open
local show, tapItem, description = toolbox.show, toolbox.tapItem, toolbox.description

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
      "windowScene_performActionForShortcutItem_completionHandler",
      "sceneWillEnterForeground",
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

  it("is cold again after the process has ended in the background", function()
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

  -- The app gives each of `answers`, one after the other. Returns the events except the completions, line by line, and
  -- the completions.
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
    it("reports to the system whether the app did it, without another effect: " .. lifecycle, function()
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
