-- The facts of alternate-icons.md, “9. Persistence, caches, picker pattern”: places that go on to show the icon from before.

local support = require "homescreen.facts.support"

local faulty = { needs = { "app's code", "finger", "condition of ours" } }

--- An app in front with its own icon, under these conditions.
local function opened(cell, conditions)
  local device, app = support.installed(cell, support.icons())
  for name, value in pairs(conditions) do device.conditions[name] = value end
  return device, app
end

--- The name of the icon that a place shows; nil for the primary one.
local function name(app, place) return app:picture(place).iconName end

--- The same app with other pictures.
local function redrawn()
  return support.build {
    plist = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "dawn" } } } },
    files = support.pictures "dawn",
  }
end

fact("ICON-247", faulty, function(cell)
  local device, app = opened(cell, { staleSwitcherIcon = true })
  assert.is_nil(support.choose(app, "night"))
  assert.same({ "night" }, { name(app, "home"), name(app, "switcher") })
  assert.equal("unchanged", app:picture("switcher").source)
  for _, place in ipairs { "spotlight", "settings", "notification", "dock", "share" } do
    assert.equal("night", name(app, place), place)
  end
  -- A relaunch does not help, a restart does.
  app:terminate()
  device:launch(app)
  assert.is_nil(name(app, "switcher"))
  device:reboot()
  assert.equal("night", name(app, "switcher"))

  -- An update with another picture.
  device, app = opened(cell, { staleSwitcherIcon = true })
  device:install(redrawn())
  assert.equal(support.fitting(cell, "dawn"), app:picture().file)
  assert.matches("^day", app:picture("switcher").file)
  device:reboot()
  assert.matches("^dawn", app:picture("switcher").file)

  -- Deleted and installed again; the next change cures it.
  device, app = opened(cell, {})
  assert.is_nil(support.choose(app, "night"))
  device.conditions.staleSwitcherIcon = true
  device:uninstall(app)
  app = device:install(support.icons(), cell)
  assert.is_nil(app.iconName)
  assert.equal("night", name(app, "switcher"))
  device.conditions.staleSwitcherIcon = false
  device:launch(app)
  assert.is_nil(support.choose(app, "night"))
  assert.is_nil(support.choose(app, nil))
  assert.is_nil(name(app, "switcher"))
end)

fact("ICON-248", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  local device, app = opened(cell, { notificationIconDelay = 600 })
  assert.is_nil(support.choose(app, "night"))
  assert.equal("night", name(app, "home"))
  assert.is_nil(name(app, "notification"))
  device:advance(500)
  assert.is_nil(name(app, "notification"))
  device:advance(100)
  assert.equal("night", name(app, "notification"))
  assert.is_nil(support.choose(app, nil))
  assert.equal("night", name(app, "notification"))
  device:reboot()
  assert.is_nil(name(app, "notification"))
end)

fact("ICON-249", faulty, function(cell)
  local device, app = opened(cell, { staleShareIcon = true })
  if not cell.at_least "10.3" then return assert.is_nil(name(app, "share")) end
  assert.is_nil(support.choose(app, "night"))
  assert.equal(not cell.holds and "night" or nil, name(app, "share"))
  assert.equal("night", name(app, "switcher"))
  device:reboot()
  assert.equal("night", name(app, "share"))
end)

fact("ICON-250", faulty, function(cell)
  local device, app = opened(cell, { staleSettingsIcon = true })
  device:install(redrawn())
  assert.matches("^dawn", app:picture().file)
  assert.matches("^day", app:picture("settings").file)
  device:reboot()
  assert.matches("^dawn", app:picture("settings").file)
  device, app = opened(cell, { staleSettingsIcon = true })
  assert.is_nil(support.choose(app, "night"))
  assert.is_nil(name(app, "settings"))
  assert.equal("night", name(app, "home"))
  device:reboot()
  assert.equal("night", name(app, "settings"))
end)
