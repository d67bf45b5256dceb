-- The tool box: quick actions, static and dynamic, as a tutorial in Objective-C tells them.
--
-- The tutorial first puts items into Info.plist, then makes and changes them in code, and ends with two observations
-- about the menu; what a tap on an item brings is in toolbox-taps.lua. Its listings are ported here one by one; where
-- one of them cannot work as printed, the scenario says what happens and what was meant.
--
-- The app: fixtures/ToolBox.app, whose only language is Chinese.

local toolbox = require "homescreen.seeds.toolbox" "fixtures/ToolBox.app"
local packageWith, install, open = toolbox.packageWith, toolbox.install, toolbox.open

--- The app's own rows: "title|subtitle|icon", or just the titles.
local function appRows(menu, whole)
  local rows = {}
  for _, row in ipairs(menu.rows) do
    if not row.system then
      rows[#rows + 1] = whole and ("%s|%s|%s"):format(row.title, row.subtitle, row.icon) or row.title
    end
  end
  return rows
end

local function systemTitles(menu)
  local titles = {}
  for _, row in ipairs(menu.rows) do
    if row.system then titles[#titles + 1] = row.title end
  end
  return titles
end

local function has(list, wanted)
  for _, value in ipairs(list) do
    if value == wanted then return true end
  end
  return false
end

describe("static items: the key in Info.plist", function()
  it("shows them from the installation on, before any launch", function()
    local device, app = install {} -- QUICK-002
    assert.same({ "工具箱" }, appRows(open(device, app)))
    assert.equal("notRunning", app.state)
  end)

  it("opens by long press, by 3D Touch on older phones", function()
    local device, app = install {} -- QUICK-098
    assert.equal("menu", open(device, app) and device.springboard.mode)
    device, app = install { os = "12.4", model = "iPhone 8" } -- QUICK-097
    assert.is_not_nil(open(device, app))
    device, app = install { os = "12.4", model = "iPhone SE" } -- QUICK-112
    assert.is_nil(open(device, app))
  end)

  it("is not what enables the feature: dynamic items do without it", function()
    local device, app = install { package = packageWith() } -- QUICK-031
    assert.same({}, appRows(open(device, app)))
    device:pressHome()
    device:launch(app)
    app:run(function()
      UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "a", localizedTitle = "工具箱" } }
    end)
    assert.same({ "工具箱" }, appRows(open(device, app)))
  end)
end)

describe("static items: their keys", function()
  it("need a type and a title that are not empty", function()
    local device, app = install { package = packageWith(
      { Title = "no type" }, { Type = "noTitle" }, { Type = "", Title = "empty type" }, { Type = "emptyTitle", Title = "" },
      { Type = 5, Title = "no string" }, { Type = "good", Title = "好" }
    ) } -- QUICK-013 to QUICK-016
    assert.same({ "好" }, appRows(open(device, app)))
  end)

  it("give a title and a subtitle to read", function()
    local device, app = install { package = packageWith { Type = "ToolBox", Title = "工具箱", Subtitle = "工具" } }
    assert.same({ "工具箱|工具|nil" }, appRows(open(device, app), true)) -- QUICK-004, QUICK-005
  end)

  it("give an icon: the file before UIKit's type, and a symbol before both from iOS 13 on", function()
    local all = {
      Type = "ToolBox", Title = "工具箱", IconSymbolName = "folder", IconFile = "redtoolbox",
      IconType = "UIApplicationShortcutIconTypeMessage",
    }
    local function icon(os, without)
      local fields = {}
      for key, value in pairs(all) do
        if not has(without or {}, key) then fields[key] = value end
      end
      local device, app = install { os = os, package = packageWith(fields) }
      return open(device, app).rows[1].icon
    end
    assert.equal("template redtoolbox", icon("12.4")) -- QUICK-021: as the tutorial says
    assert.equal("symbol folder", icon "17.5") -- QUICK-020: it did not know the symbol's key
    assert.equal("template redtoolbox", icon("17.5", { "IconSymbolName" }))
    assert.equal("type message", icon("17.5", { "IconSymbolName", "IconFile" }))
  end)

  it("know UIKit's own types only, by their full names", function()
    local icons = {} -- QUICK-006, QUICK-019, QUICK-046
    local prefix = "UIApplicationShortcutIconType"
    for place, iconType in ipairs { prefix .. "Message", "Message", prefix .. "ToolBox" } do
      local device, app = install { package = packageWith { Type = "ToolBox", Title = "工具箱", IconType = iconType } }
      icons[place] = appRows(open(device, app), true)[1]
    end
    assert.same({ "工具箱|nil|type message", "工具箱|nil|nil", "工具箱|nil|nil" }, icons)
  end)

  it("do not fall back to the type when the file is missing", function()
    local device, app = install { package = packageWith {
      Type = "ToolBox", Title = "工具箱", IconFile = "nowhere", IconType = "UIApplicationShortcutIconTypeMessage",
    } } -- QUICK-022
    local row = open(device, app).rows[1]
    assert.equal("template nowhere", row.icon)
    assert.equal("placeholder", row.glyph) -- QUICK-025
  end)

  it("draw a picture of the app as a template: its own colours are lost", function()
    local device, app = install { package = packageWith({ Type = "a", Title = "A", IconFile = "redtoolbox" }) }
    local row = open(device, app).rows[1] -- the file is red; the row is not
    assert.equal("file redtoolbox@3x.png", row.glyph)
    assert.matches("Drawn as a template, in the system's colour (QUICK-026).", table.concat(row.why, "\n"), nil, true)
  end)

  it("draw the system's own icons and symbols in its colour anyway", function()
    local device, app = install { package = packageWith(
      { Type = "a", Title = "A", IconType = "UIApplicationShortcutIconTypeMessage" },
      { Type = "b", Title = "B", IconSymbolName = "folder" }, { Type = "c", Title = "C" }
    ) } -- QUICK-006, QUICK-008
    local rows = open(device, app).rows
    assert.equal("system message", rows[1].glyph)
    assert.equal("symbol folder", rows[2].glyph)
    assert.is_nil(rows[3].glyph)
  end)

  it("carry parameters in the user info; the type often does instead", function()
    local device, app = install { package = packageWith(
      { Type = "ToolBox", Title = "一", UserInfo = { key1 = "特定参数1" } },
      { Type = "ToolBox", Title = "二", UserInfo = { key1 = "特定参数2" } }
    ) }
    local seen = {}
    function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
      seen[#seen + 1] = item.type .. " " .. item.userInfo.key1 -- QUICK-003, QUICK-009, QUICK-030
      completion(true)
    end
    device:launch(app)
    open(device, app):item("一"):tap()
    open(device, app):item("二"):tap()
    assert.same({ "ToolBox 特定参数1", "ToolBox 特定参数2" }, seen)
  end)
end)

-- The listing's change: takes the first item, edits its mutable copy, and assigns a list of it. Objective-C sends
-- messages to nil without a word, so only the array literal notices that there was no item.
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

describe("dynamic items: made at the launch", function()
  it("show from the first launch on, beside no static ones", function()
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
    assert.same({ "工具箱" }, appRows(open(device, app))) -- QUICK-056: they stay
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
      if icon.templateImageName then -- in one colour, as a static item's (QUICK-026)
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

  it("are best set on the way out, before anybody can see the menu", function()
    local device, app = install { package = packageWith(), lifecycle = "scene" } -- QUICK-051: Apple's own sample
    function app.sceneDelegate:sceneWillResignActive() UIApplication.shared.shortcutItems = NSArray(toolbox.item()) end
    device:launch(app)
    app:run(function() assert.same({}, UIApplication.shared.shortcutItems) end) -- QUICK-052
    device:pressHome()
    assert.same({ "工具箱" }, appRows(open(device, app)))
  end)
end)

describe("dynamic items: by buttons, whenever the app likes", function()
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

  it("cannot be changed before the first one is made either", function()
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

  it("take only property lists as user info; anything else ends the app when the item is made", function()
    local crash = assert.crashes(app, function()
      app:run(function()
        UIApplicationShortcutItem { type = "ToolBox", localizedTitle = "工具箱", userInfo = { key1 = NSNull } }
      end)
    end) -- QUICK-037, QUICK-038
    assert.matches(
      "unable to serialize userInfo: Error Domain=NSCocoaErrorDomain Code=3851 \"Property list invalid for format: 200"
        .. " (property lists cannot contain objects of type 'CFNull')\"", crash.reason, nil, true)
  end)
end)

describe("dynamic items: at any moment of the app's life", function()
  local function set() UIApplication.shared.shortcutItems = NSArray(toolbox.item()) end

  -- Where code of the app can be when it sets the items: what happens until then.
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
    { "in a timer that nobody waits for", function(device, app)
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
    { "in a background fetch, never seen by anybody", function(device, app)
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

  it("have to be set on the main thread: beside it they are lost on iOS 26", function()
    for os, rows in pairs { ["18.0"] = { "工具箱" }, ["26.0"] = {} } do
      local device, app = install { os = os, package = packageWith() } -- QUICK-120
      device:launch(app)
      app:run(function() DispatchQueue.global:async(set) end)
      assert.same(rows, appRows(open(device, app)), os)
    end
  end)
end)

describe("the row that shares the app", function()
  it("stands between editing and removing, in the device's language", function()
    local device, app = install { locale = "zh-Hans", published = true } -- QUICK-073, QUICK-107
    assert.same({ "编辑主屏幕", "分享App", "移除App" }, systemTitles(open(device, app)))
    device, app = install { locale = "en", published = true } -- QUICK-108
    assert.same({ "Edit Home Screen", "Share App", "Remove App" }, systemTitles(open(device, app)))
  end)

  it("is there for every app on the App Store, its development builds included", function()
    for _, distribution in ipairs { "appStore", "development" } do
      local device, app = install { locale = "zh-Hans", published = true, distribution = distribution } -- QUICK-081
      assert.is_true(has(systemTitles(open(device, app)), "分享App"), distribution)
    end
  end)

  it("is not there for an app that was never published", function()
    local device, app = install { locale = "zh-Hans", published = false } -- QUICK-081
    assert.same({ "编辑主屏幕", "移除App" }, systemTitles(open(device, app)))
  end)

  it("is not there for Apple's own apps", function()
    local package = AppPackage "fixtures/ToolBox.app" -- QUICK-082
    package.plist.CFBundleIdentifier = "com.apple.Toolbox"
    local device, app = install { locale = "zh-Hans", published = true, package = package }
    assert.same({ "编辑主屏幕", "移除App" }, systemTitles(open(device, app)))
  end)
end)

describe("the order of the items", function()
  it("is that of the list, whatever the types are called", function()
    local orders = {} -- QUICK-070: the tutorial takes the types for what sorts them
    for _, types in ipairs { { "a", "b", "c" }, { "c", "b", "a" }, { "2", "10", "1" } } do
      local device, app = install { package = packageWith(
        { Type = types[1], Title = "一" }, { Type = types[2], Title = "二" }, { Type = types[3], Title = "三" }
      ) }
      orders[#orders + 1] = table.concat(appRows(open(device, app)))
    end
    assert.same({ "一二三", "一二三", "一二三" }, orders)
  end)
end)
