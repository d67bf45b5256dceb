-- The tool box: quick actions, from a tutorial in Objective-C. This part covers the Info.plist and the tutorial's
-- statements about the menu.
--
-- For items that are created and changed in code, see toolbox-dynamic.lua; for taps on items, see toolbox-taps.lua and
-- toolbox-cold-start.lua. The tutorial's listings are ported one by one. If one cannot work as printed, the scenario
-- shows the result and the intended code.
--
-- The app: fixtures/ToolBox.app, whose only language is Chinese.

local support = require "homescreen.facts.support"
local toolbox = require "homescreen.seeds.toolbox" "fixtures/ToolBox.app"
local packageWith, install, open, appRows = toolbox.packageWith, toolbox.install, toolbox.open, toolbox.appRows

local function systemTitles(menu) return support.titles(menu, true) end

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

  it("does not enable the feature: dynamic items do not need it", function()
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

  it("give a title and a subtitle", function()
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
        if not support.has(without or {}, key) then fields[key] = value end
      end
      local device, app = install { os = os, package = packageWith(fields) }
      return open(device, app).rows[1].icon
    end
    assert.equal("template redtoolbox", icon("12.4")) -- QUICK-021: as in the tutorial
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
    assert.equal("dot", row.glyph) -- QUICK-024
  end)

  it("draw a picture of the app as a template: its own colours are lost", function()
    local device, app = install { package = packageWith({ Type = "a", Title = "A", IconFile = "redtoolbox" }) }
    local row = open(device, app).rows[1] -- the file is red; the row is not
    assert.equal("file redtoolbox@3x.png", row.glyph)
    assert.matches("Drawn as a template, in the system's colour (QUICK-026).", table.concat(row.why, "\n"), nil, true)
  end)

  it("always draw the system's own icons and symbols in its colour", function()
    local device, app = install { package = packageWith(
      { Type = "a", Title = "A", IconType = "UIApplicationShortcutIconTypeMessage" },
      { Type = "b", Title = "B", IconSymbolName = "folder" }, { Type = "c", Title = "C" }
    ) } -- QUICK-006, QUICK-008
    local rows = open(device, app).rows
    assert.equal("system message", rows[1].glyph)
    assert.equal("symbol folder", rows[2].glyph)
    assert.equal("dot", rows[3].glyph) -- QUICK-024
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

describe("the row that shares the app", function()
  it("is between editing and removing, in the device's language", function()
    local device, app = install { locale = "zh-Hans", published = true } -- QUICK-073, QUICK-107
    assert.same({ "编辑主屏幕", "分享App", "移除App" }, systemTitles(open(device, app)))
    device, app = install { locale = "en", published = true } -- QUICK-108
    assert.same({ "Edit Home Screen", "Share App", "Remove App" }, systemTitles(open(device, app)))
  end)

  it("is there for every app on the App Store, its development builds included", function()
    for _, distribution in ipairs { "appStore", "development" } do
      local device, app = install { locale = "zh-Hans", published = true, distribution = distribution } -- QUICK-081
      assert.is_true(support.has(systemTitles(open(device, app)), "分享App"), distribution)
    end
  end)

  it("is missing for an app that was never published", function()
    local device, app = install { locale = "zh-Hans", published = false } -- QUICK-081
    assert.same({ "编辑主屏幕", "移除App" }, systemTitles(open(device, app)))
  end)

  it("is missing for Apple's own apps", function()
    local package = AppPackage "fixtures/ToolBox.app" -- QUICK-082
    package.plist.CFBundleIdentifier = "com.apple.Toolbox"
    local device, app = install { locale = "zh-Hans", published = true, package = package }
    assert.same({ "编辑主屏幕", "移除App" }, systemTitles(open(device, app)))
  end)
end)

describe("the order of the items", function()
  it("is that of the list, whatever the types are called", function()
    local orders = {} -- QUICK-070: the tutorial assumes that the types sort them
    for _, types in ipairs { { "a", "b", "c" }, { "c", "b", "a" }, { "2", "10", "1" } } do
      local device, app = install { package = packageWith(
        { Type = types[1], Title = "一" }, { Type = types[2], Title = "二" }, { Type = types[3], Title = "三" }
      ) }
      orders[#orders + 1] = table.concat(appRows(open(device, app)))
    end
    assert.same({ "一二三", "一二三", "一二三" }, orders)
  end)
end)
