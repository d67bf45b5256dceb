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

--- An app of a table as `AppPackage` takes it, its `plist` over the keys that every app has.
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

--- Which of the pictures of an icon fits the Home Screen of the cell's device.
function support.fitting(cell, name)
  return name .. (cell.model == "iPad" and "@2x~ipad.png" or "@3x.png")
end

--- An icon set with one picture of 1024 pixels for all sizes, called as the set.
function support.set(name)
  return { entries = { { platform = "ios", size = 1024, filename = name .. ".png" } } }
end

--- What is drawn for an app.
function support.picture(app, surface, options)
  return app.device.springboard:icon(app):picture(surface, options)
end

return support
