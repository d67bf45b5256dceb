-- What the scenarios of facts share; for your own, too: local support = require "homescreen.facts.support".
--
-- How to write a fact's scenario stands in the article “Facts that run”.

local support = {}

--- An app's package: `plist` over the keys that every app has, `files` by name, each { width, height }.
function support.package(plist, files)
  local whole = {
    CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint", UIDeviceFamily = { 1, 2 },
  }
  for key, value in pairs(plist or {}) do whole[key] = value end
  return AppPackage { plist = whole, files = files or {} }
end

--- An app with an icon of its own and the alternate icon “night”.
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

--- Asks for an icon as the app's code does, and taps the alert away. Gives what the handler got (an error, or nil), and
--- whether it was called.
function support.choose(app, name)
  local called, problem = false, nil
  app:run(function()
    UIApplication.shared:setAlternateIconName(name, function(err) called, problem = true, err end)
  end)
  if app.device.alert then app.device.alert:tap "OK" end
  return problem, called
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
    "sceneWillEnterForeground", "windowScene_performActionForShortcutItem_completionHandler", "sceneDidBecomeActive",
  },
  S4 = {
    "application_configurationForConnectingSceneSession_options", "scene_willConnectToSession_options",
    "sceneWillEnterForeground", "sceneDidBecomeActive",
  },
  S6 = { "sceneWillEnterForeground", "scene_openURLContexts", "sceneDidBecomeActive" },
}
support.order.A3, support.order.S2, support.order.S5 = support.order.A1, support.order.S1, support.order.S1

--- Presses the app's icon on the Home Screen and taps a quick action: the trace of the tap, or nil on an iPad that has
--- no menus (QUICK-112).
function support.action(cell, app, title)
  local menu = app.device.springboard:icon(app):press()
  assert.equal(cell.model == "iPad" and not cell.at_least "13.0", menu == nil)
  if not menu then return nil end
  return app.device:record(function() menu:item(title):tap() end)
end

--- Lets SwiftUI, too, use the class of the scene delegate (LAUNCH-027).
function support.name_scene_delegate(app)
  function app.delegate:application_configurationForConnectingSceneSession_options()
    return UISceneConfiguration { delegateClass = app.sceneDelegate }
  end
end

return support
