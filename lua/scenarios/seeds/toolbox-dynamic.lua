-- The tool box: quick actions that the app creates and changes in code, from a tutorial in Objective-C.
--
-- The part between toolbox.lua and toolbox-taps.lua: the listings are ported one by one. If one cannot work as printed,
-- the scenario shows the result and the intended code.
--
-- The app: fixtures/ToolBox.app, whose only language is Chinese.

local toolbox = require "homescreen.seeds.toolbox" "fixtures/ToolBox.app"
local packageWith, install, open, appRows = toolbox.packageWith, toolbox.install, toolbox.open, toolbox.appRows

-- The listing's change: takes the first item, edits its mutable copy, and assigns a list of it. In Objective-C a
-- message to nil does nothing, so only the array literal fails if there is no item.
local function change(application)
  local item = application.shortcutItems[1]
  local copy = item and item:mutableCopy()
  if copy then
    copy.type = "ToolBox2"
    copy.icon = UIApplicationShortcutIcon { templateImageName = "redtoolbox" }
    copy.localizedTitle = "工具箱2"
    copy.localizedSubtitle = nil
  end
  application.shortcutItems = NSArray(copy)
end

-- The main view controller with its three buttons.
local ToolBoxMainVC = UIViewController.subclass "ToolBoxMainVC"
function ToolBoxMainVC:createShortcutItem() UIApplication.shared.shortcutItems = NSArray(toolbox.item()) end
function ToolBoxMainVC:changeShortcutItem() change(UIApplication.shared) end
function ToolBoxMainVC:clearShortcutItem() UIApplication.shared.shortcutItems = nil end

describe("dynamic items: created at launch", function()
  it("show from the first launch on, without static ones", function()
    local device, app = install { package = packageWith() }
    function app.delegate:application_didFinishLaunchingWithOptions(application)
      application.shortcutItems = NSArray(toolbox.item())
      return true
    end
    assert.same({}, appRows(open(device, app))) -- QUICK-059
    device:pressHome()
    device:launch(app)
    assert.same({ "工具箱|工具|symbol folder" }, appRows(open(device, app), true)) -- QUICK-042
    app:run(function()
      assert.same({ key1 = "特定参数1", key2 = "特定参数1" }, UIApplication.shared.shortcutItems[1].userInfo)
    end)
    app:terminate()
    device:reboot()
    assert.same({ "工具箱" }, appRows(open(device, app))) -- QUICK-056: they are kept
  end)

  it("come after the static ones, in the order of the list, four in all", function()
    local device, app = install {} -- QUICK-065, QUICK-066
    device:launch(app)
    app:run(function()
      local items = {}
      for number = 1, 5 do
        items[number] = UIApplicationShortcutItem { type = "t" .. number, localizedTitle = "D" .. number }
      end
      UIApplication.shared.shortcutItems = items
      assert.equal(5, #UIApplication.shared.shortcutItems) -- all of them are kept (QUICK-061, QUICK-062)
    end)
    assert.same({ "工具箱", "D1", "D2", "D3" }, appRows(open(device, app)))
  end)

  it("take a symbol, one of UIKit's icons, or a picture of the app", function()
    local device, app = install { package = packageWith() }
    device:launch(app)
    local words, glyphs = {}, {}
    for _, icon in ipairs { { systemImageName = "folder" }, { type = "message" }, { templateImageName = "redtoolbox" } } do
      app:run(function()
        UIApplication.shared.shortcutItems = { UIApplicationShortcutItem {
          type = "ToolBox", localizedTitle = "工具箱", icon = UIApplicationShortcutIcon(icon),
        } }
      end)
      local row = open(device, app).rows[1]
      words[#words + 1], glyphs[#glyphs + 1] = row.icon, row.glyph
      if icon.templateImageName then -- in one colour, like the icon of a static item (QUICK-026)
        assert.matches("Drawn as a template, in the system's colour", table.concat(row.why, "\n"), nil, true)
      end
      app:activate()
    end
    assert.same({ "symbol folder", "type message", "template redtoolbox" }, words)
    assert.same({ "symbol folder", "system message", "file redtoolbox@3x.png" }, glyphs)
  end)

  it("take a symbol from iOS 13 on only", function()
    local device, app = install { os = "12.4", package = packageWith() } -- QUICK-042
    device:launch(app)
    assert.crashes(app, function()
      app:run(function() UIApplicationShortcutIcon { systemImageName = "folder" } end)
    end)
    device:launch(app)
    app:run(function()
      local icon = not available "iOS 13.0" and { type = "message" } or { systemImageName = "folder" }
      UIApplication.shared.shortcutItems = { UIApplicationShortcutItem {
        type = "ToolBox", localizedTitle = "工具箱", icon = UIApplicationShortcutIcon(icon),
      } }
    end)
    assert.equal("system message", open(device, app).rows[1].glyph)
  end)
end)

describe("dynamic items: changed on the way to the foreground", function()
  local function prepare(lifecycle)
    local device, app = install { package = packageWith(), lifecycle = lifecycle, os = "17.5" }
    function app.delegate:application_didFinishLaunchingWithOptions(application)
      application.shortcutItems = NSArray(toolbox.item())
      return true
    end
    function app.delegate:applicationWillEnterForeground(application) change(application) end
    device:launch(app)
    return device, app
  end

  it("are replaced through a mutable copy; the old list did not change by itself", function()
    local device, app = prepare "appDelegate" -- QUICK-033, QUICK-041
    assert.same({ "工具箱" }, appRows(open(device, app)))
    device:pressHome()
    app:activate()
    assert.same({ "工具箱2|nil|template redtoolbox" }, appRows(open(device, app), true))
    app:activate()
    app:run(function() assert.equal("ToolBox2", UIApplication.shared.shortcutItems[1].type) end)
  end)

  it("stay as they are in an app with scenes, where that method is never called", function()
    local device, app = prepare "scene" -- LAUNCH-071, LAUNCH-024
    device:pressHome()
    app:activate()
    assert.same({ "工具箱" }, appRows(open(device, app)))
    function app.sceneDelegate:sceneWillEnterForeground() change(UIApplication.shared) end
    app:terminate()
    device:launch(app) -- a new scene has the new class
    assert.same({ "工具箱2" }, appRows(open(device, app)))
  end)

  it("are best set when the app leaves the foreground, before the menu can be seen", function()
    local device, app = install { package = packageWith(), lifecycle = "scene" } -- QUICK-051: Apple's own sample
    function app.sceneDelegate:sceneWillResignActive() UIApplication.shared.shortcutItems = NSArray(toolbox.item()) end
    device:launch(app)
    app:run(function() assert.same({}, UIApplication.shared.shortcutItems) end) -- QUICK-052
    device:pressHome()
    assert.same({ "工具箱" }, appRows(open(device, app)))
  end)
end)

describe("dynamic items: by buttons, at any time", function()
  local device, app
  before_each(function()
    device, app = install { package = packageWith() }
    app.rootViewController = ToolBoxMainVC
    device:launch(app)
  end)

  local function rows()
    local titles = appRows(open(device, app), true)
    device:pressHome()
    app:activate()
    return titles
  end

  it("are created, changed and cleared", function() -- QUICK-050
    assert.same({}, rows())
    app:perform "createShortcutItem"
    assert.same({ "工具箱|工具|symbol folder" }, rows())
    app:perform "changeShortcutItem"
    assert.same({ "工具箱2|nil|template redtoolbox" }, rows())
    app:perform "clearShortcutItem" -- QUICK-053
    assert.same({}, rows())
    app:run(function() assert.same({}, UIApplication.shared.shortcutItems) end) -- QUICK-055
  end)

  it("cannot be changed after clearing: the array literal gets nil, and the app ends", function()
    app:perform "createShortcutItem"
    app:perform "clearShortcutItem"
    local crash = assert.crashes(app, function() app:perform "changeShortcutItem" end) -- QUICK-109
    assert.matches("NSInvalidArgumentException", crash.reason)
    assert.matches(
      "*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[0]",
      crash.reason, nil, true)
    assert.equal("notRunning", app.state)
  end)

  it("cannot be changed before the first one is created either", function()
    assert.crashes(app, function() app:perform "changeShortcutItem" end)
  end)

  it("may have an empty type, which a static item may not", function()
    app:run(function() -- QUICK-035
      UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "", localizedTitle = "工具箱" } }
    end)
    assert.same({ "工具箱|nil|nil" }, rows())
  end)

  it("need a title: one without is kept, but not shown", function()
    app:run(function() -- QUICK-036
      UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "ToolBox", localizedTitle = "" } }
      assert.equal(1, #UIApplication.shared.shortcutItems)
    end)
    assert.same({}, rows())
  end)

  it("take only property lists as user info; anything else ends the app when the item is created", function()
    local crash = assert.crashes(app, function()
      app:run(function()
        UIApplicationShortcutItem { type = "ToolBox", localizedTitle = "工具箱", userInfo = { key1 = NSNull } }
      end)
    end) -- QUICK-037, QUICK-038
    assert.matches(
      "unable to serialize userInfo: Error Domain=NSCocoaErrorDomain Code=3851 \"Property list invalid for format: 200"
        .. " (property lists cannot contain objects of type 'CFNull')\"", crash.reason, nil, true)
  end)

  it("lose all but the first when one is changed: the listing assigns a list of one", function()
    app:run(function()
      UIApplication.shared.shortcutItems = NSArray(
        toolbox.item(), UIApplicationShortcutItem { type = "other", localizedTitle = "其他" })
    end)
    assert.same({ "工具箱|工具|symbol folder", "其他|nil|nil" }, rows())
    app:perform "changeShortcutItem" -- QUICK-041
    assert.same({ "工具箱2|nil|template redtoolbox" }, rows())
    app:run(function() -- the copy keeps all unchanged fields (QUICK-033)
      local info = UIApplication.shared.shortcutItems[1].userInfo
      assert.same({ key1 = "特定参数1", key2 = "特定参数1" }, info)
    end)
  end)
end)

describe("dynamic items: at any moment of the app's life", function()
  local function set() UIApplication.shared.shortcutItems = NSArray(toolbox.item()) end

  -- The places where the app can set the items, and the result before that code runs.
  local moments = {
    { "in the launch method", function(device, app)
      function app.delegate:application_didFinishLaunchingWithOptions()
        set()
        return true
      end
      device:launch(app)
    end },
    { "in viewDidLoad", function(device, app)
      app.rootViewController = UIViewController.subclass "EarlyVC"
      function app.rootViewController:viewDidLoad() set() end
      device:launch(app)
    end },
    { "in a later timer", function(device, app)
      function app.delegate:applicationDidBecomeActive() DispatchQueue.main:asyncAfter(3, set) end
      device:launch(app)
      device:advance(3)
    end },
    { "on the way to the background", function(device, app)
      function app.delegate:applicationDidEnterBackground() set() end
      device:launch(app)
      device:pressHome()
    end },
    { "in the background", function(device, app)
      device:launch(app)
      device:pressHome()
      app:run(function()
        assert.equal("background", UIApplication.shared.applicationState)
        set()
      end)
    end },
    { "in a background fetch, which is never visible", function(device, app)
      function app.delegate:application_performFetchWithCompletionHandler(application, completion)
        set()
        completion "newData"
      end
      device:launch(app, { backgroundFetch = true })
      assert.is_nil(device.front)
    end },
    { "at a silent notification", function(device, app)
      function app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler(_, _, completion)
        set()
        completion "newData"
      end
      device:launch(app, { notification = { silent = true } })
      assert.is_nil(device.front)
    end },
  }

  for _, moment in ipairs(moments) do
    it("are set " .. moment[1], function()
      local package = packageWith()
      package.plist.UIBackgroundModes = plist.array { "fetch", "remote-notification" }
      local device, app = install { package = package }
      moment[2](device, app)
      assert.same({ "工具箱|工具|symbol folder" }, appRows(open(device, app), true)) -- QUICK-050
    end)
  end

  it("are changed and cleared in the background, too", function()
    local device, app = install { package = packageWith() }
    device:launch(app)
    app:run(set)
    device:pressHome()
    app:run(function() change(UIApplication.shared) end)
    assert.same({ "工具箱2|nil|template redtoolbox" }, appRows(open(device, app), true))
    device:pressHome()
    app:run(function() UIApplication.shared.shortcutItems = nil end)
    assert.same({}, appRows(open(device, app)))
  end)

  it("wait while the process is suspended: its code runs when it is back", function()
    local device, app = install { package = packageWith() } -- LAUNCH-073
    device:launch(app)
    app:run(function() DispatchQueue.main:asyncAfter(60, set) end)
    device:pressHome()
    device:advance(120)
    assert.equal("runningBackgroundSuspended", app.state)
    assert.same({}, appRows(open(device, app)))
    device:pressHome()
    app:activate()
    assert.same({ "工具箱" }, appRows(open(device, app)))
  end)

  it("must be set on the main thread: off it they are lost on iOS 26", function()
    for os, rows in pairs { ["18.0"] = { "工具箱" }, ["26.0"] = {} } do
      local device, app = install { os = os, package = packageWith() } -- QUICK-120
      device:launch(app)
      app:run(function() DispatchQueue.global:async(set) end)
      assert.same(rows, appRows(open(device, app)), os)
    end
  end)
end)
