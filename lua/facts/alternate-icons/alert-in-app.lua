-- The facts of alternate-icons.md, “5. The alert”: the text, the preview, and the alert in the app.

local support = require "homescreen.facts.support"
local alerts = require "homescreen.facts.alerts"
local two, too_early, replace_present = alerts.two, alerts.too_early, alerts.replace_present
local untitled, two_in_one_turn, refusals = alerts.untitled, alerts.two_in_one_turn, alerts.refusals

--- The calls of `present` during an icon change, none outside of the bounds: a list, device, app; nil if the cell is
--- before icon changes.
local function presented(cell)
  local device, app = support.installed(cell, support.icons())
  if too_early(cell, app) then return nil end
  local seen = replace_present(app)
  support.request(app, "night")
  if not cell.holds then assert.same({}, seen) end
  return seen, device, app
end

--- Presents an alert or action sheet of the app; `presenter` is the root unless it is given.
local function present(app, fields, presenter)
  app:run(function()
    local alert = UIAlertController(fields)
    alert:addAction(UIAlertAction { title = "Close" })
    local from = presenter or UIApplication.shared.keyWindow.rootViewController
    from:present(alert, true)
  end)
end

--- The tutorial's class that hides the alert by exchanging two methods, and an app that may have another root.
local function exchanging(cell, other)
  local Quiet = UIViewController.subclass "Quiet"
  function Quiet:noAlert_present(controller, animated, completion)
    if not untitled(controller) then self:noAlert_present(controller, animated, completion) end
  end
  local device = Device(cell)
  local app = device:install(two())
  app.rootViewController = other or Quiet
  device:launch(app)
  local function exchange()
    app:run(function() UIViewController.exchange(Quiet, "present", "noAlert_present") end)
  end
  return device, app, exchange
end

fact("ICON-059", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, two())
  for _, name in ipairs { "night", "dusk", "CFBundlePrimaryIcon", "dusk" } do
    local outcome = support.request(app, name)
    assert.truthy(device.alert)
    device.alert:tap "OK"
    assert.is_nil(outcome.error)
    assert.is_nil(device.alert)
  end
  -- The handler is the only other argument: no argument hides the alert.
  app:run(function() UIApplication.shared:setAlternateIconName "night" end)
  assert.truthy(device.alert)
end)

fact("ICON-060", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  support.request(app, "night")
  assert.equal("You have changed the icon for “Paint”.", device.alert.label)
  assert.same({ "OK" }, device.alert.buttons)
end)

fact("ICON-061", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local function label(plist, strings, locale)
    local icons = { CFBundleAlternateIcons = { night = {} } }
    local whole = { CFBundleIdentifier = "com.example.paint", UIDeviceFamily = { 1, 2 }, CFBundleIcons = icons }
    for key, value in pairs(plist) do whole[key] = value end
    local device = Device { model = cell.model, os = cell.os, locale = locale }
    local package = AppPackage { plist = whole, strings = strings }
    assert.equal(plist.CFBundleDisplayName, (package.plist:find "Bundle display name"))
    local app = device:install(package)
    device:launch(app)
    support.request(app, "night")
    local quoted = device.alert.english == nil and locale == "de" and "„%s“" or "“%s”" -- ICON-297
    assert.truthy(device.alert.label:find(quoted:format(app.label), 1, true))
    return app.label
  end
  local names = { CFBundleDisplayName = "Paint!", CFBundleName = "paint-app" }
  local german = { de = { CFBundleDisplayName = "Malen" } }
  assert.equal("Paint!", label(names, german, "en"))
  assert.equal("Malen", label(names, german, "de"))
  assert.equal("paint-app", label({ CFBundleName = "paint-app" }, nil, "en"))
end)

fact("ICON-062", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  device.conditions.staleIconCache = true
  support.request(app, "night")
  assert.equal("night", device.alert.picture.iconName)
  assert.matches("^night", device.alert.picture.file)
  device.alert:tap "OK"
  assert.is_nil(support.drawn(app)) -- the Home Screen does not change
end)

fact("ICON-272", { needs = { "app's code", "finger" } }, function(cell)
  local function set(name)
    return { kind = "appIcon", entries = {
      { idiom = "universal", platform = "ios", size = 1024, filename = name .. ".png" },
      { idiom = "universal", platform = "ios", size = 1024, appearance = "dark", filename = name .. "-dark.png" },
    } }
  end
  local package = AppPackage {
    plist = { CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint", UIDeviceFamily = { 1, 2 } },
    catalog = { AppIcon = set "day", night = set "night" },
    settings = {
      ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon", ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "night",
    },
  }
  local device, app = support.installed(cell, package)
  for _, appearance in ipairs { "light", "dark" } do
    device.appearance = appearance
    support.request(app, "night")
    local suffix = cell.holds and appearance == "dark" and "-dark.png" or ".png"
    assert.equal("night" .. suffix, device.alert.picture.file)
    device.alert:tap "OK"
    device:advance(5)
    support.request(app, nil)
    device.alert:tap "OK"
    device:advance(5)
  end
end)

fact("ICON-063", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, two())
  device.conditions.previewsPrevious = true
  for _, step in ipairs { { "night", nil }, { "dusk", "night" } } do
    support.request(app, step[1])
    assert.equal(step[2], device.alert.picture.iconName)
    assert.matches(step[2] and "^night" or "^day", device.alert.picture.file)
    device.alert:tap "OK"
    assert.equal(step[1], support.drawn(app))
  end
end)

fact("ICON-064", { needs = { "app's code", "finger" } }, function(cell)
  local seen, device, app = presented(cell)
  if not seen then return end
  if cell.holds then
    assert.equal(1, #seen)
    assert.is_true(seen[1].isAlert)
    assert.equal("alert", seen[1].style)
    assert.is_nil(seen[1].title)
    assert.is_nil(seen[1].message)
    assert.is_true(seen[1].animated)
    assert.equal(app.bundleIdentifier, device.alert.owner)
    local alert = device.alert
    device:pressHome() -- it disappears with its app
    assert.is_nil(device.alert)
    assert.error_matches(function() alert:tap "OK" end, "which is not in front")
  else
    assert.equal("system", device.alert.owner)
  end
end)

fact("ICON-065", { needs = { "app's code", "finger" } }, function(cell)
  local seen = presented(cell)
  if seen and cell.holds then
    assert.matches("^<_UIAlternateApplicationIconsAlertContentViewController: 0x%x+>$", seen[1].content)
  end
end)

fact("ICON-066", { needs = { "app's code", "finger", "clock" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, two())
  local outcome = support.request(app, "night")
  device:advance(60)
  assert.is_nil(outcome.called)
  assert.equal(cell.holds, device.alert.owner == "com.example.paint") -- from 26.1 on the system's (ICON-078)
  device.alert:tap "OK"
  assert.is_true(outcome.called)
  local returned = false
  app:run(function()
    Task(function()
      await(UIApplication.shared):setAlternateIconName "dusk"
      returned = true
    end)
  end)
  device:advance(60)
  assert.is_false(returned)
  device.alert:tap "OK"
  assert.is_true(returned)
end)

fact("ICON-067", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  if too_early(cell, app) then return end
  replace_present(app, untitled)
  support.request(app, "night")
  assert.equal(cell.holds, device.alert == nil)
  assert.equal("night", app.iconName)
  assert.equal("night", support.drawn(app))
end)

fact("ICON-068", { needs = { "app's code", "finger", "clock" } }, function(cell)
  local device, app = support.installed(cell, two())
  if too_early(cell, app) then return end
  replace_present(app, untitled)
  local outcome, returned = support.request(app, "night"), false
  if device.alert then device.alert:tap "OK" end
  app:run(function()
    Task(function()
      await(UIApplication.shared):setAlternateIconName "dusk"
      returned = true
    end)
  end)
  if device.alert then device.alert:tap "OK" end
  device:advance(3600)
  assert.equal(not cell.holds, outcome.called == true)
  assert.equal(not cell.holds, returned)
  assert.equal("dusk", app.iconName)
  -- An error has no alert that could be swallowed.
  assert.equal(4, support.result(app, "nobody"))
end)

fact("ICON-069", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for _, filter in ipairs { false, untitled } do
    local device, app = support.installed(cell, support.icons())
    replace_present(app, filter)
    for _, style in ipairs { "actionSheet", "alert" } do
      present(app, { preferredStyle = style })
      assert.equal(filter == untitled, device.alert == nil)
      if device.alert then device.alert:tap "Close" end
    end
    for _, fields in ipairs { { title = "Title" }, { message = "Message" } } do
      present(app, fields)
      device.alert:tap "Close"
    end
  end
end)

fact("ICON-070", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  app:run(function()
    local original = UIViewController.present
    UIViewController.present = function(presenter, controller, animated, completion)
      if controller:isKind(UIAlertController) then
        if controller.title == nil and controller.message == nil then
          return
        else
          original(presenter, controller, animated, completion)
        end
      end
      original(presenter, controller, animated, completion)
    end
  end)
  present(app, { title = "Saved" })
  assert.equal("Saved", device.alert.title)
  assert.equal(1, #refusals(app))
  assert.matches("<UIAlertController: 0x%x+> on <.*which is already presenting <UIAlertController", refusals(app)[1])
  device.alert:tap "Close"
  assert.is_nil(device.alert) -- it was there once
  app:run(function()
    UIApplication.shared.keyWindow.rootViewController:present(UIViewController(), true) -- no alert: presented once
  end)
  assert.equal(1, #refusals(app))
end)

fact("ICON-174", { needs = { "app's code", "finger" }, versions = { "26.1" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local Other = UIViewController.subclass "Other"
  local device, app, exchange = exchanging(cell, Other)
  exchange()
  -- Regardless of the presenter.
  support.request(app, "night")
  assert.equal(cell.at_least "26.1", device.alert ~= nil) -- ICON-079
  if device.alert then device.alert:tap "OK" end
  assert.equal("night", app.iconName)
  present(app, { preferredStyle = "alert" })
  assert.is_nil(device.alert)
  local crash = assert.crashes(app, function() present(app, { title = "Saved" }) end)
  assert.matches(
    "%-%[Other noAlert_present:animated:completion:%]: unrecognized selector sent to instance 0x%x+", crash.reason)
  assert.matches("NSInvalidArgumentException", crash.reason)
  -- A controller of the class that has the method may present.
  local again, quiet, exchangeAgain = exchanging(cell)
  exchangeAgain()
  present(quiet, { title = "Saved" })
  assert.equal("Saved", again.alert.title)
end)

fact("ICON-175", { needs = { "app's code", "finger" } }, function(cell)
  local device, app, exchange = exchanging(cell)
  if too_early(cell, app) then return end
  exchange()
  support.request(app, "night")
  assert.equal(cell.holds, device.alert == nil)
  if device.alert then device.alert:tap "OK" end
  exchange()
  assert.equal("changed", support.result(app, "dusk")) -- by OK: the alert is back
  exchange()
  support.request(app, "night")
  assert.equal(cell.holds, device.alert == nil)
  app:run(function() assert.is_false(pcall(function() DispatchQueue.once("token", function() end) end)) end)
end)

fact("ICON-071", { needs = { "app's code", "finger", "clock" }, versions = { "13.0" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  if too_early(cell, app) then return end
  app:run(function() UIApplication.shared.keyWindow.rootViewController = nil end)
  local outcome = support.request(app, "night")
  assert.equal(cell.holds, device.alert == nil)
  if device.alert then device.alert:tap "OK" end
  device:advance(3600)
  assert.equal("night", app.iconName)
  assert.equal("night", support.drawn(app))
  assert.equal(not cell.holds, outcome.called == true)
  -- If the key window is hidden, the topmost other window presents.
  local other, again = support.installed(cell, support.icons())
  again:run(function()
    local window = UIWindow()
    window.rootViewController = UIViewController()
    window:makeKeyAndVisible()
    window.isHidden = true
  end)
  support.request(again, "night")
  assert.truthy(other.alert)
  -- The uppermost one, even if it has no root and another one has.
  local third, last = support.installed(cell, support.icons())
  last:run(function()
    local between, window = UIWindow(), UIWindow()
    between.isHidden = false
    window:makeKeyAndVisible()
    window.isHidden = true
    assert.equal(between, UIApplication.shared.keyWindow)
  end)
  support.request(last, "night")
  assert.equal(cell.holds, third.alert == nil)
end)

fact("ICON-201", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, two())
  if too_early(cell, app) then return end
  local Picker = UIViewController.subclass "Picker"
  app:run(function() UIApplication.shared.keyWindow.rootViewController:present(Picker(), true) end)
  local seen = replace_present(app)
  local outcome = support.request(app, "night")
  assert.equal(cell.holds and 1 or 0, #seen)
  if cell.holds then assert.matches("Picker", seen[1].presenter) end
  device.alert:tap "OK"
  assert.is_true(outcome.called)
  app:run(function() -- the picker is still there
    assert.truthy(UIApplication.shared.keyWindow.rootViewController.presentedViewController)
  end)
  if not cell.holds then return end
  -- The app's own alert is such a controller, too.
  app:run(function()
    local alert = UIAlertController { title = "Own" }
    alert:addAction(UIAlertAction { title = "Close" })
    UIApplication.shared.keyWindow.rootViewController.presentedViewController:present(alert, true)
  end)
  local second = support.request(app, "dusk")
  assert.matches("UIAlertController", seen[#seen].presenter)
  device.alert:tap "OK"
  assert.is_true(second.called)
  assert.equal("Own", device.alert.title)
end)

fact("ICON-177", { needs = { "app's code", "finger", "clock" } }, function(cell)
  local device, app = support.installed(cell, two())
  if too_early(cell, app) then return end
  local codes
  local trace = device:record(function() codes = two_in_one_turn(app) end)
  local stored = {}
  for _, event in ipairs(trace) do
    if event.kind == "icon" and event.name == "stored" then stored[#stored + 1] = event.detail end
  end
  local last = cell.holds and "dusk" or "night" -- ICON-046
  assert.same({ "name=night", cell.holds and "name=dusk" or nil }, stored)
  assert.equal(last, app.iconName)
  assert.equal(last, support.drawn(app))
  app:run(function() assert.equal(last, UIApplication.shared.alternateIconName) end)
  assert.equal(cell.holds and 1 or 0, #refusals(app))
  device.alert:tap "OK"
  device:advance(3600)
  assert.is_nil(device.alert)
  assert.same(cell.holds and { 0 } or { 35, 0 }, codes)
  if not cell.holds then return end
  local returned = {}
  app:run(function()
    for _, name in ipairs { "night", "CFBundlePrimaryIcon" } do
      Task(function()
        await(UIApplication.shared):setAlternateIconName(name)
        returned[#returned + 1] = name
      end)
    end
  end)
  device.alert:tap "OK"
  device:advance(3600)
  assert.same({ "night" }, returned)
  assert.is_nil(app.iconName)
end)

fact("ICON-072", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  device.conditions.emptyIconAlert = true
  local outcome = support.request(app, "night")
  if not cell.holds then return assert.equal("You have changed the icon for “Paint”.", device.alert.label) end
  assert.equal("", device.alert.label)
  assert.is_nil(device.alert.title)
  assert.is_nil(device.alert.message)
  assert.is_nil(device.alert.picture)
  device.alert:tap "OK"
  assert.is_true(outcome.called)
end)

fact("ICON-073", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  if too_early(cell, app) then return end
  --- Requests the icon that is already set.
  local function ask_again(name)
    local outcome = support.request(app, name)
    assert.equal(cell.holds, device.alert ~= nil)
    if device.alert then device.alert:tap "OK" end
    assert.is_true(outcome.called)
    assert.is_nil(outcome.error)
    assert.equal(name, app.iconName)
    assert.equal(name, support.drawn(app))
  end
  ask_again(nil)
  assert.equal("changed", support.result(app, "night"))
  ask_again "night"
  app:run(function() -- the apps' guard
    if UIApplication.shared.alternateIconName ~= "night" then UIApplication.shared:setAlternateIconName "night" end
  end)
  assert.is_nil(device.alert)
end)
