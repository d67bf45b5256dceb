-- The facts of quick-actions.md, “6. Where the menu exists and how tests reach it”.

local support = require "homescreen.facts.support"

--- A press on the icon of an app with one item, on a device of this version: the menu or nil, the device, the app.
local function press(cell, options)
  options = options or {}
  local device = Device { os = cell.os, model = options.model or cell.model, conditions = options.conditions }
  local app = device:install(support.items(options.items or { { "search", "Search" } }))
  return device.springboard:icon(app):press(options.seconds), device, app
end

--- Whether a menu opens.
local function opens(cell, options)
  local menu, device = press(cell, options)
  assert.equal(menu ~= nil, device.springboard.mode == "menu")
  return menu ~= nil
end

fact("QUICK-097", { needs = { "finger" }, versions = { "12.0" } }, function(cell)
  local device, app = support.installed(cell, support.items { { "search", "Search" } }, false)
  local trace = device:record(function() device.springboard:icon(app):press() end)
  assert.equal(cell.holds, support.cites(trace, "QUICK-097"))
  if cell.model == "iPad" then
    assert.is_false(opens(cell))
    assert.is_false(opens(cell, { model = "iPad Pro" }))
  elseif cell.holds then
    local with, without = { "iPhone 6s", "iPhone 6s Plus" }, { "iPhone 5s", "iPhone 6", "iPhone 6 Plus" }
    local newer = pcall(opens, cell, { model = "iPhone XR" })
    assert.equal(cell.at_least "12.0", newer)
    if newer then
      with = {
        "iPhone 6s", "iPhone 6s Plus", "iPhone 7", "iPhone 7 Plus", "iPhone 8", "iPhone 8 Plus", "iPhone X",
        "iPhone XS",
      }
      without = { "iPhone 5s", "iPhone 6", "iPhone 6 Plus", "iPhone SE", "iPhone XR" }
    end
    for _, model in ipairs(with) do assert.is_true(opens(cell, { model = model })) end
    for _, model in ipairs(without) do assert.is_false(opens(cell, { model = model })) end
  else
    assert.is_true(opens(cell, { model = "iPhone 11" })) -- it has no 3D Touch (QUICK-098)
  end
end)

fact("QUICK-098", { needs = { "finger" } }, function(cell)
  local device, app = support.installed(cell, support.items { { "search", "Search" } }, false)
  local trace = device:record(function() device.springboard:icon(app):press() end)
  assert.equal(cell.holds, support.cites(trace, "QUICK-098"))
  if not cell.holds then
    return assert.is_false(opens(cell, { model = cell.model == "iPad" and "iPad Pro" or "iPhone XR" })) -- QUICK-097
  end
  local models = {
    iPhone = {
      "iPhone", "iPhone 6s", "iPhone SE", "iPhone XR", "iPhone 11", "iPhone SE (2nd generation)", "iPhone 17",
    },
    iPad = { "iPad", "iPad Pro", "iPad mini 4", "iPad (8th generation)", "iPad (9th generation)" },
  }
  for _, model in ipairs(support.models_of(cell, models)) do
    assert.is_true(opens(cell, { model = model }))
  end
end)

fact("QUICK-099", { needs = { "finger", "condition of ours" } }, function(cell)
  assert.equal(cell.holds, opens(cell, { conditions = { simulator = true } }))
end)

fact("QUICK-101", { needs = { "finger" } }, function(cell)
  if not cell.holds then -- with 3D Touch one presses firmly, and without it the icons jiggle (QUICK-097, QUICK-112)
    for _, seconds in ipairs { 1.3, 2 } do assert.equal(cell.model == "iPhone", opens(cell, { seconds = seconds })) end
    return
  end
  for _, seconds in ipairs { 1.3, 1.4, 1.5, 1.999 } do assert.is_true(opens(cell, { seconds = seconds })) end
  local menu, device = press(cell, { seconds = 2 })
  assert.is_nil(menu)
  assert.equal("editing", device.springboard.mode)
  -- The Home gesture ends it, once.
  for _, ends in ipairs { 1, 0 } do
    assert.equal(ends, support.count(device:record(function() device:pressHome() end), "menu", "editingEnded"))
    assert.equal("home", device.springboard.mode)
  end
end)

fact("QUICK-103", { needs = { "finger", "condition of ours" } }, function(cell)
  --- How an app with these options ends after this start; nil if it does not end.
  local function crash(distribution, simulator, start)
    local device = Device { os = cell.os, model = cell.model, conditions = { simulator = simulator } }
    local package = support.items({ { "search", "Search" } }, { UIBackgroundModes = { "fetch" } })
    local app = device:install(package, { distribution = distribution })
    start(device, app)
    assert.equal(app.crash == nil, app.state == "runningForeground")
    return app.crash and app.crash.reason
  end
  local function tap_icon(device, app) device.springboard:icon(app):tap() end
  local function tap_row(_, app) support.menu(app):item("Search"):tap() end
  for _, start in ipairs { tap_icon, tap_row } do
    if not cell.holds then return assert.is_nil(crash("appStore", true, start)) end -- QUICK-144
    assert.matches("Code Signature Invalid", crash("appStore", true, start), 1, true)
    assert.is_nil(crash("development", true, start))
    assert.is_nil(crash("appStore", false, start))
  end
  -- An app that is already running can be tested warm.
  for _, situation in ipairs { { url = "paint://new" }, { backgroundFetch = true } } do
    local function warm(device, app)
      device:launch(app, situation)
      if device.front then device:pressHome() end
      tap_row(device, app)
    end
    assert.is_nil(crash("appStore", true, warm))
  end
end)

fact("QUICK-144", { needs = { "finger", "condition of ours" } }, function(cell)
  for _, distribution in ipairs { "appStore", "testFlight", "enterprise", "adHoc" } do
    local device = Device(cell)
    device.conditions.simulator = true
    local app = device:install(support.package(), { distribution = distribution })
    device.springboard:icon(app):tap()
    assert.equal(cell.holds and "runningForeground" or "notRunning", app.state) -- else QUICK-103
  end
end)

fact("QUICK-104", { needs = { "finger" }, versions = { "13.0", "14.0" } }, function(cell)
  local menu, device, app = press(cell)
  if not cell.holds then
    local above = cell.at_least "13.0" and { "Rearrange Apps" } or {} -- QUICK-079, QUICK-093
    return assert.same(above, support.titles(menu, true))
  end
  local last = menu.rows[#menu.rows]
  assert.is_true(last.system)
  assert.equal(cell.at_least "14.0" and "Remove App" or "Delete App", last.title)
  last:tap()
  if device.alert.buttons[1] == "Delete App" then device.alert:tap "Delete App" end
  device.alert:tap "Delete"
  assert.same({}, device.springboard.icons)
  assert.has_error(function() device:launch(app) end)
end)

fact("QUICK-110", { needs = { "finger" } }, function(cell)
  if cell.model == "iPad" and not cell.holds then return assert.is_false(opens(cell)) end
  assert.is_true(opens(cell, { model = "iPhone" }))
  -- Before iOS 13 a model without 3D Touch has no menu.
  local without = cell.at_least "13.0" and "iPhone 11" or "iPhone 5s"
  assert.equal(not cell.holds, opens(cell, { model = without }))
end)

fact("QUICK-111", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local menu, device = press(cell, { seconds = 0.499 })
  assert.is_nil(menu)
  assert.equal("home", device.springboard.mode)
  assert.is_true(opens(cell, { seconds = 0.5 }))
end)

fact("QUICK-140", { needs = { "finger", "clock", "condition of ours" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local _, device, app = press(cell, { seconds = 0.499, conditions = { menuTransition = 0.3 } })
  local opened
  local function seconds(body)
    local start = device.time
    body()
    return device.time - start
  end
  local function open() opened = device.springboard:icon(app):press(1) end
  assert.near(1.3, seconds(open), 0.001)
  assert.near(0.3, seconds(function() device:pressHome() end), 0.001)
  assert.near(0, seconds(function() device:pressHome() end), 0.001) -- there is no menu any more
  -- Without the condition it is 0.2 s.
  local _, usual = press(cell, { seconds = 0.499 })
  local start = usual.time
  usual.springboard:icon(usual.springboard.icons[1].label):press(1)
  assert.near(1.2, usual.time - start, 0.001)
  open()
  local tapped, started
  app.main = function() started = device.time end
  tapped = device.time
  opened:item("Search"):tap()
  assert.near(0.3, started - tapped, 0.001)
end)

fact("QUICK-141", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local menu, device, app = press(cell)
  local package = support.items({ { "other", "Other" } }, { CFBundleIdentifier = "com.example.other" })
  local other = device:install(package)
  device:install(package)
  device:uninstall(other)
  assert.is_true(menu.isOpen)
  device:install(support.items { { "search", "Search" } })
  assert.is_false(menu.isOpen)
  menu = device.springboard:icon(app):press()
  device:uninstall(app)
  assert.is_false(menu.isOpen)
  assert.equal("home", device.springboard.mode)
end)

fact("QUICK-112", { needs = { "finger" } }, function(cell)
  local model = cell.model
  if model == "iPhone" then model = cell.holds and "iPhone 6" or "iPhone 11" end
  local menu, device = press(cell, { model = model })
  assert.equal(cell.holds, menu == nil)
  assert.equal(cell.holds and "editing" or "menu", device.springboard.mode)
end)

fact("QUICK-113", { needs = { "finger" } }, function(cell)
  local menu, device = press(cell, { items = {} })
  if cell.model == "iPad" and not cell.holds then -- QUICK-112
    return assert.equal("editing", device.springboard.mode)
  end
  if not cell.holds then return assert.is_true(#menu.rows > 0) end -- rows of the system
  assert.is_nil(menu)
  assert.equal("home", device.springboard.mode)
  assert.is_true(opens(cell))
end)
