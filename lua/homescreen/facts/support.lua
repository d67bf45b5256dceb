-- Helpers for the scenarios of facts, also for your own: local support = require "homescreen.facts.support".
--
-- The article “Facts that run” describes how to write a fact's scenario.

local support = {}

--- An app's package: `plist`, merged with the keys that every app has, and `files` by name, each { width, height }.
--- URLs of the scheme “paint” open it.
function support.package(plist, files)
  local whole = {
    CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint", UIDeviceFamily = { 1, 2 },
    CFBundleURLTypes = { { CFBundleURLName = "page", CFBundleURLSchemes = { "paint" } } },
  }
  for key, value in pairs(plist or {}) do whole[key] = value end
  return AppPackage { plist = whole, files = files or {} }
end

--- An app with its own icon and the alternate icon “night”.
function support.icons(plist)
  local icons = {
    CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } },
    CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } },
  }
  local files = {}
  for _, name in ipairs { "day", "night" } do
    for file, size in pairs { ["@2x"] = 120, ["@3x"] = 180, ["@2x~ipad"] = 152, ["~ipad"] = 76 } do
      files[name .. file .. ".png"] = { size, size }
    end
  end
  local whole = { CFBundleIcons = icons }
  for key, value in pairs(plist or {}) do whole[key] = value end
  return support.package(whole, files)
end

--- An app with these static quick actions: a list of { type, title }.
function support.items(list, plist)
  local whole = { UIApplicationShortcutItems = {} }
  for place, item in ipairs(list) do
    whole.UIApplicationShortcutItems[place] = {
      UIApplicationShortcutItemType = item[1], UIApplicationShortcutItemTitle = item[2],
    }
  end
  for key, value in pairs(plist or {}) do whole[key] = value end
  return support.package(whole)
end

--- A device of the cell with the package installed and, unless `launched` is false, in front: device, app.
function support.installed(cell, package, launched)
  local device = Device(cell)
  local app = device:install(package, cell)
  if launched ~= false then device:launch(app) end
  return device, app
end

--- Requests an icon in the app's code, and dismisses the alert. Returns the handler's argument (an error, or nil), and
--- whether the handler was called.
function support.choose(app, name)
  local called, problem = false, nil
  app:run(function()
    UIApplication.shared:setAlternateIconName(name, function(err) called, problem = true, err end)
  end)
  if app.device.alert then app.device.alert:tap "OK" end
  return problem, called
end

--- An app whose static quick actions are these elements: tables with the endings of an item's keys, { Type = …, Title =
--- …, IconFile = … }, or other values, which are used unchanged. `more` is the rest of the package: plist, files,
--- strings, catalog.
function support.entries(list, more)
  local described = { plist = {}, files = {} }
  for key, value in pairs(more or {}) do described[key] = value end
  local whole = {
    CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint", UIDeviceFamily = { 1, 2 },
    UIApplicationShortcutItems = {},
  }
  for key, value in pairs(described.plist) do whole[key] = value end
  for place, element in ipairs(list) do
    local entry = element
    if type(element) == "table" then
      entry = {}
      for ending, value in pairs(element) do entry["UIApplicationShortcutItem" .. ending] = value end
    end
    whole.UIApplicationShortcutItems[place] = entry
  end
  described.plist = whole
  return AppPackage(described)
end

--- Presses the app's icon on the Home Screen, after leaving anything else on the screen. Returns the menu, or nil.
function support.menu(app)
  local device = app.device
  if device.springboard.mode ~= "home" then device:pressHome() end
  return device.springboard:icon(app):press()
end

--- The titles of a menu's rows: those of the app or, with `system`, the system's; none if there is no menu.
function support.titles(menu, system)
  local titles = {}
  for _, row in ipairs(menu and menu.rows or {}) do
    if row.system == (system == true) then titles[#titles + 1] = row.title end
  end
  return titles
end

--- The number of events of a kind with this name.
function support.count(trace, kind, name)
  local count = 0
  for _, event in ipairs(trace) do
    if event.kind == kind and event.name == name then count = count + 1 end
  end
  return count
end

--- Whether a name is in a list.
function support.has(list, name)
  for _, entry in ipairs(list) do
    if entry == name then return true end
  end
  return false
end

--- The keys of a dictionary, sorted; none of nil.
function support.names(dictionary)
  local list = {}
  for name in pairs(dictionary or {}) do list[#list + 1] = name end
  table.sort(list)
  return list
end

--- The code of the error that a command raises; false if it raises none.
function support.code(command, ...)
  local done, err = pcall(command, ...)
  return not done and err.code
end

--- Whether an event of a trace names the fact as its reason.
function support.cites(trace, id)
  for _, event in ipairs(trace) do
    if event.fact == id then return true end
  end
  return false
end

--- The app's code assigns these dynamic quick actions: a list of { type, title }.
function support.assign(app, list)
  app:run(function()
    local items = {}
    for place, item in ipairs(list) do
      items[place] = UIApplicationShortcutItem { type = item[1], localizedTitle = item[2] }
    end
    UIApplication.shared.shortcutItems = items
  end)
end

--- Taps a row of the menu, by its title, while the app is not running. Returns the quick action that its delegate gets.
function support.received(app, title)
  local item
  if app.state ~= "notRunning" then app:terminate() end
  require "homescreen.delegates.app_delegate" (app, function(got) item = got end)
  support.menu(app):item(title):tap()
  return item
end

--- Requests an icon in the app's code, and does not touch the alert. Returns a table that has `called` and `error`
--- after the handler has run.
function support.request(app, name)
  local outcome = {}
  app:run(function()
    UIApplication.shared:setAlternateIconName(name, function(err) outcome.called, outcome.error = true, err end)
  end)
  return outcome
end

--- An app in front with its own icon, under these conditions: device, app. `model` replaces the cell's model.
function support.opened(cell, conditions, model)
  local device = Device { model = model or cell.model, os = cell.os }
  local app = device:install(support.icons(), cell)
  device:launch(app)
  for name, value in pairs(conditions or {}) do device.conditions[name] = value end
  return device, app
end

--- The same app after it has chosen “night”.
function support.chosen(cell, conditions, model)
  local device, app = support.opened(cell, conditions, model)
  assert.is_nil(support.choose(app, "night"))
  assert.equal("night", support.current(app))
  return device, app
end

--- The value of `alternateIconName` in the app.
function support.current(app) return app:run(function() return UIApplication.shared.alternateIconName end) end

--- The result of a request for an icon, after the alert is dismissed: "changed", the code of the error, or "no answer".
function support.result(app, name)
  local problem, called = support.choose(app, name)
  return not called and "no answer" or problem and problem.code or "changed"
end

--- The app's console without the line about scenes, which iOS 18.4 and later print at a launch (LAUNCH-059).
function support.console(app)
  local lines = {}
  for _, line in ipairs(app.console) do
    if not line:find("CLIENT OF UIKIT REQUIRES UPDATE", 1, true) then lines[#lines + 1] = line end
  end
  return lines
end

--- The models of the cell's kind in `models` that run its version.
function support.models_of(cell, models)
  local found = {}
  for _, model in ipairs(models[cell.model]) do
    if pcall(function() return Device { model = model, os = cell.os } end) then found[#found + 1] = model end
  end
  assert.is_true(#found >= 3)
  return found
end

--- Whether the cell is before the versions that can change icons; there, the app lacks the members (ICON-009).
function support.lacks_icons(cell)
  if cell.at_least "10.3" then return false end
  assert.falsy(cell.holds)
  local _, app = support.installed(cell, support.icons())
  app:run(function()
    for _, member in ipairs { "supportsAlternateIcons", "alternateIconName" } do
      assert.error_matches(function() return UIApplication.shared[member] end, "does not exist")
    end
    assert.error_matches(function() UIApplication.shared:setAlternateIconName "night" end, "does not exist")
  end)
  assert.is_nil(support.drawn(app))
  return true
end

--- Whether a cell is outside of the bounds of a fact about scenes; asserts that its app has none.
function support.lacks_scenes(cell)
  if cell.holds then return false end
  local _, app = support.installed(cell, support.package())
  assert.same({}, app.scenes)
  return true
end

--- Whether a cell is outside of the bounds of a fact about SwiftUI's life cycle; asserts that its app has another one.
function support.lacks_swiftui(cell)
  if cell.holds then return false end
  local _, app = support.installed(cell, support.package())
  app:run(function() assert.Not.equal("SwiftUI.AppDelegate", tostring(UIApplication.shared.delegate)) end)
  return true
end

--- Whether the cell is an iPad before 13, on which no icon has a menu (QUICK-097).
function support.lacks_menus(cell)
  if cell.model ~= "iPad" or cell.at_least "13.0" then return false end
  assert.falsy(cell.holds)
  local _, app = support.installed(cell, support.items { { "search", "Search" } })
  assert.is_nil(support.menu(app))
  return true
end

--- Whether a cell's device has an App Library (ICON-245).
function support.has_library(cell)
  if cell.model == "iPad" then return cell.at_least "15.0" end
  return cell.at_least "14.0"
end

--- The name of the icon that the Home Screen draws for an app; nil for the primary one.
function support.drawn(app) return app.device.springboard:icon(app):picture().iconName end

--- An app from a table for `AppPackage`; its `plist` is merged with the keys that every app has.
function support.build(parts)
  local whole = {}
  for key, value in pairs(parts) do whole[key] = value end
  whole.plist = {
    CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint", UIDeviceFamily = { 1, 2 },
  }
  for key, value in pairs(parts.plist or {}) do whole.plist[key] = value end
  return AppPackage(whole)
end

--- The pictures of icons by these names, in the sizes of Home Screens: the files of a package.
function support.pictures(...)
  local files = {}
  for _, name in ipairs { ... } do
    files[name .. "@2x.png"], files[name .. "@3x.png"] = { 120, 120 }, { 180, 180 }
    files[name .. "@2x~ipad.png"] = { 152, 152 }
  end
  return files
end

--- The picture of an icon for the Home Screen of the cell's device.
function support.fitting(cell, name)
  return name .. (cell.model == "iPad" and "@2x~ipad.png" or "@3x.png")
end

--- An icon set with one picture of 1024 pixels for all sizes, with the name of the set.
function support.set(name)
  return { entries = { { platform = "ios", size = 1024, filename = name .. ".png" } } }
end

--- The picture that is drawn for an app.
function support.picture(app, surface, options)
  return app.device.springboard:icon(app):picture(surface, options)
end

--- The callbacks of the ledger's lists, A1 to A7 without scenes and S1 to S6 with them (launch.md, section 1).
support.order = {
  A1 = {
    "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
    "applicationDidBecomeActive",
  },
  A2 = {
    "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
    "application_performActionForShortcutItem_completionHandler", "applicationDidBecomeActive",
  },
  A4 = {
    "applicationWillEnterForeground", "application_performActionForShortcutItem_completionHandler",
    "applicationDidBecomeActive",
  },
  A5 = {
    "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
    "application_openURL_options", "applicationDidBecomeActive",
  },
  A6 = { "applicationWillEnterForeground", "application_openURL_options", "applicationDidBecomeActive" },
  A7 = {
    "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
    "application_willContinueUserActivityWithType", "application_continueUserActivity_restorationHandler",
    "applicationDidBecomeActive",
  },
  S1 = {
    "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
    "application_configurationForConnectingSceneSession_options", "scene_willConnectToSession_options",
    "sceneWillEnterForeground", "sceneDidBecomeActive",
  },
  S3 = {
    "windowScene_performActionForShortcutItem_completionHandler", "sceneWillEnterForeground", "sceneDidBecomeActive",
  },
  S4 = {
    "application_configurationForConnectingSceneSession_options", "scene_willConnectToSession_options",
    "sceneWillEnterForeground", "sceneDidBecomeActive",
  },
  S6 = { "scene_openURLContexts", "sceneWillEnterForeground", "sceneDidBecomeActive" },
  S7 = { "sceneWillEnterForeground", "scene_continueUserActivity", "sceneDidBecomeActive" },
}
support.order.A3, support.order.S2, support.order.S5 = support.order.A1, support.order.S1, support.order.S1

--- Presses the app's icon on the Home Screen and taps a quick action. Returns the trace of the tap, or nil on an iPad
--- without menus (QUICK-112).
function support.action(cell, app, title)
  local menu = app.device.springboard:icon(app):press()
  assert.equal(cell.model == "iPad" and not cell.at_least "13.0", menu == nil)
  if not menu then
    assert.falsy(cell.holds)
    return nil
  end
  return app.device:record(function() menu:item(title):tap() end)
end

--- Lets SwiftUI also use the class of the scene delegate (LAUNCH-027).
function support.name_scene_delegate(app)
  function app.delegate:application_configurationForConnectingSceneSession_options()
    return UISceneConfiguration { delegateClass = app.sceneDelegate }
  end
end

return support
