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

--- Asks for an icon as the app's code does, and leaves the alert alone. Gives a table whose `called` and `error` are
--- there once the handler has run.
function support.request(app, name)
  local outcome = {}
  app:run(function()
    UIApplication.shared:setAlternateIconName(name, function(err) outcome.called, outcome.error = true, err end)
  end)
  return outcome
end

--- What comes of asking for an icon, the alert tapped away: "changed", the code of the error, or "no answer".
function support.result(app, name)
  local problem, called = support.choose(app, name)
  return not called and "no answer" or problem and problem.code or "changed"
end

--- The name of the icon that the Home Screen draws for an app; nil for the primary one.
function support.drawn(app) return app.device.springboard:icon(app):picture().iconName end

return support
