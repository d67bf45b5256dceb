-- The facts of alternate-icons.md, “9. Persistence, caches, picker pattern”: what happens to the choice.

local support = require "homescreen.facts.support"

local switched = { needs = { "app's code", "finger" } }
local fitting, picture = support.fitting, support.picture

--- Installed again after `leave`, the app has its primary icon.
local function is_forgotten(cell, leave)
  local device, app = support.chosen(cell)
  leave(device, app)
  local again = device:install(support.icons(), cell)
  assert.is_nil(again.iconName)
  assert.equal(fitting(cell, "day"), picture(again).file)
  device:launch(again)
  assert.is_nil(support.current(again))
end

fact("ICON-152", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.chosen(cell)
  local other = device:install(support.package { CFBundleIdentifier = "com.example.other" }, cell)
  app:terminate()
  assert.equal("night", app.iconName)
  device:launch(app)
  assert.equal("night", support.current(app))
  device:reboot()
  assert.equal("notRunning", app.state)
  assert.equal("night", app.iconName)
  assert.equal(fitting(cell, "night"), picture(app).file)
  device:launch(app)
  assert.equal("night", support.current(app))
  device:launch(other)
  assert.is_nil(support.current(other))
end)

fact("ICON-153", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.chosen(cell)
  for _, version in ipairs { "1", "2" } do
    local trace = device:record(function() device:install(support.icons { CFBundleVersion = version }, cell) end)
    assert.equal(1, support.count(trace, "icon", "kept"))
    assert.equal("night", app.iconName)
    assert.equal(fitting(cell, "night"), picture(app).file)
    device:launch(app)
    assert.equal("night", support.current(app))
  end
end)

fact("ICON-154", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.chosen(cell)
  local renamed = support.icons()
  local alternates = renamed.plist.CFBundleIcons.CFBundleAlternateIcons
  alternates.dusk = { CFBundleIconFiles = { "night" } }
  alternates.night = nil
  assert.equal(1, support.count(device:record(function() device:install(renamed, cell) end), "icon", "reset"))
  assert.is_nil(app.iconName)
  assert.equal(fitting(cell, "day"), picture(app).file)
  device:launch(app)
  assert.is_nil(support.current(app))
  device:install(support.icons(), cell)
  assert.is_nil(app.iconName)
end)

fact("ICON-155", switched, function(cell)
  if support.lacks_icons(cell) then return end
  is_forgotten(cell, function(device, app) device:uninstall(app) end)
end)

fact("ICON-156", switched, function(cell)
  if not cell.holds then
    local device, app = support.installed(cell, support.icons())
    return assert.error_matches(function() device:offload(app) end, "cannot offload")
  end
  is_forgotten(cell, function(device, app) device:offload(app) end)
  local device, app = support.chosen(cell)
  device:offload(app)
  local trace = device:record(function() device:install(support.icons(), cell) end)
  assert.equal(1, support.count(trace, "process", "reinstall"))
  assert.equal(1, support.count(trace, "icon", "reset"))
end)

fact("ICON-209", switched, function(cell)
  local device, app = support.chosen(cell)
  if not cell.holds then
    assert.equal("offload-unavailable", support.code(device.offload, device, app))
    device:launch(app)
    assert.equal("night", support.current(app))
    return
  end
  device:offload(app)
  assert.equal("night", app.iconName)
  assert.equal("notRunning", app.state)
  assert.equal("app-offloaded", support.code(device.launch, device, app))
  assert.equal("app-offloaded", support.code(app.activate, app))
  local icon = device.springboard:icon(app)
  assert.equal("app-offloaded", support.code(icon.tap, icon))
  assert.equal("notRunning", app.state)
  local again = device:install(support.icons(), cell)
  assert.is_nil(again.iconName)
  device:launch(again)
  assert.equal("runningForeground", again.state)
end)

fact("ICON-157", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local _, app = support.chosen(cell)
  for _, place in ipairs { "home", "spotlight", "settings", "notification", "switcher", "dock", "share" } do
    assert.equal("night", picture(app, place).iconName, place)
    assert.matches("^night", picture(app, place).file)
  end
end)

fact("ICON-173", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  assert.equal(fitting(cell, "day"), picture(app).file)
  -- At once: the alert is still visible.
  local trace = device:record(function()
    app:run(function() UIApplication.shared:setAlternateIconName("night", function() end) end)
  end)
  assert.equal(1, support.count(trace, "icon", "shown"))
  assert.Not.is_nil(device.alert)
  assert.equal(fitting(cell, "night"), picture(app).file)
  device.alert:tap "OK"
  assert.equal("runningForeground", app.state)
  assert.equal(fitting(cell, "night"), picture(app).file)
  assert.is_nil(support.choose(app, nil))
  assert.equal(fitting(cell, "day"), picture(app).file)
end)
