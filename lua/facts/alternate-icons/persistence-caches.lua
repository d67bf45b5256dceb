-- The facts of alternate-icons.md, “9. Persistence, caches, picker pattern”: places that continue to show the old icon.

local support = require "homescreen.facts.support"

local faulty = { needs = { "app's code", "finger", "condition of ours" } }
local fitting, picture = support.fitting, support.picture

--- The name of the icon that a place shows; nil for the primary one.
local function nameOn(app, place) return app:picture(place).iconName end

--- The same app with other pictures.
local function redrawn()
  return support.build {
    plist = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "dawn" } } } },
    files = support.pictures "dawn",
  }
end

fact("ICON-158", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  -- Before iOS 13 a long press makes the icons jiggle on a screen without 3D Touch.
  local exists = pcall(function() return Device { model = "iPhone SE", os = cell.os } end)
  local model = cell.model == "iPhone" and exists and "iPhone SE" or cell.model
  --- The name of the visible picture after a change that the cache hides, and the action of the user then.
  local function after(deed)
    local device, app = support.chosen(cell, { staleIconCache = true }, model)
    assert.is_nil(picture(app).iconName)
    assert.equal("unchanged", picture(app).source)
    assert.equal("night", picture(app, "settings").iconName)
    deed(device, app)
    assert.equal("night", app.iconName)
    return picture(app).iconName
  end
  assert.is_nil(after(function(device, app)
    app:terminate()
    device:launch(app)
    assert.equal("night", support.current(app))
  end))
  assert.equal("night", after(function(device, app)
    device:pressHome()
    device.springboard:icon(app):press(4)
    assert.equal("editing", device.springboard.mode)
  end))
  assert.equal("night", after(function(device) device:reboot() end))
  assert.equal("night", after(function(device) device:install(support.icons(), cell) end))
  -- It is a fault, not the rule.
  assert.equal("night", picture(select(2, support.chosen(cell, {}, model))).iconName)
end)

fact("ICON-159", faulty, function(cell)
  if support.lacks_icons(cell) then return end
  for _, cure in ipairs { "reboot", "install" } do
    local device, app = support.chosen(cell, { staleAfterFirstChange = true })
    assert.equal(fitting(cell, "night"), picture(app).file)
    for _, choice in ipairs { false, "night", false } do
      assert.is_nil(support.choose(app, choice or nil))
      assert.equal(fitting(cell, "night"), picture(app).file)
      assert.equal(choice or nil, support.current(app))
    end
    if cure == "reboot" then device:reboot() else device:install(support.icons(), cell) end
    assert.equal(fitting(cell, "day"), picture(app).file)
  end
  -- Choosing the icon that is already set is not a change.
  local _, app = support.chosen(cell, { staleAfterFirstChange = true })
  assert.is_nil(support.choose(app, "night"))
  assert.Not.equal("unchanged", picture(app).source)
end)

fact("ICON-247", faulty, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.opened(cell, { staleSwitcherIcon = true })
  assert.is_nil(support.choose(app, "night"))
  assert.same({ "night" }, { nameOn(app, "home"), nameOn(app, "switcher") })
  assert.equal("unchanged", app:picture("switcher").source)
  for _, place in ipairs { "spotlight", "settings", "notification", "dock", "share" } do
    assert.equal("night", nameOn(app, place), place)
  end
  -- A relaunch does not help, a restart does.
  app:terminate()
  device:launch(app)
  assert.is_nil(nameOn(app, "switcher"))
  device:reboot()
  assert.equal("night", nameOn(app, "switcher"))

  -- An update with another picture.
  device, app = support.opened(cell, { staleSwitcherIcon = true })
  device:install(redrawn())
  assert.equal(support.fitting(cell, "dawn"), app:picture().file)
  assert.matches("^day", app:picture("switcher").file)
  device:reboot()
  assert.matches("^dawn", app:picture("switcher").file)

  -- Deleted and installed again; the next change fixes it.
  device, app = support.opened(cell, {})
  assert.is_nil(support.choose(app, "night"))
  device.conditions.staleSwitcherIcon = true
  device:uninstall(app)
  app = device:install(support.icons(), cell)
  assert.is_nil(app.iconName)
  assert.equal("night", nameOn(app, "switcher"))
  device.conditions.staleSwitcherIcon = false
  device:launch(app)
  assert.is_nil(support.choose(app, "night"))
  assert.is_nil(support.choose(app, nil))
  assert.is_nil(nameOn(app, "switcher"))
end)

fact("ICON-248", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.opened(cell, { notificationIconDelay = 600 })
  assert.is_nil(support.choose(app, "night"))
  assert.equal("night", nameOn(app, "home"))
  assert.is_nil(nameOn(app, "notification"))
  device:advance(500)
  app:terminate()
  device:launch(app)
  assert.is_nil(nameOn(app, "notification"))
  device:advance(100)
  assert.equal("night", nameOn(app, "notification"))
  assert.is_nil(support.choose(app, nil))
  assert.equal("night", nameOn(app, "notification"))
  device:reboot()
  assert.is_nil(nameOn(app, "notification"))
end)

fact("ICON-249", faulty, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.opened(cell, { staleShareIcon = true })
  assert.is_nil(support.choose(app, "night"))
  assert.equal(not cell.holds and "night" or nil, nameOn(app, "share"))
  assert.equal("night", nameOn(app, "switcher"))
  device:reboot()
  assert.equal("night", nameOn(app, "share"))
end)

fact("ICON-250", faulty, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.opened(cell, { staleSettingsIcon = true })
  device:install(redrawn())
  assert.matches("^dawn", app:picture().file)
  assert.matches("^day", app:picture("settings").file)
  device:reboot()
  assert.matches("^dawn", app:picture("settings").file)
  device, app = support.opened(cell, { staleSettingsIcon = true })
  assert.is_nil(support.choose(app, "night"))
  assert.is_nil(nameOn(app, "settings"))
  assert.equal("night", nameOn(app, "home"))
  device:reboot()
  assert.equal("night", nameOn(app, "settings"))
end)
