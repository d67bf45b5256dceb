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

fact("QUICK-097", { needs = { "finger" } }, function(cell)
  if cell.model == "iPad" then
    assert.is_false(opens(cell))
    assert.is_false(opens(cell, { model = "iPad Pro" }))
  elseif cell.holds then
    local with, without = { "iPhone 6s", "iPhone 6s Plus" }, { "iPhone 5s", "iPhone 6", "iPhone 6 Plus" }
    if cell.at_least "12.0" then
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
  if not cell.holds then
    return assert.is_false(opens(cell, { model = cell.model == "iPad" and "iPad Pro" or "iPhone XR" })) -- QUICK-097
  end
  local newest = {
    iPhone = { "iPhone", "iPhone 11", "iPhone SE (2nd generation)", "iPhone 17" },
    iPad = { "iPad", "iPad Pro", "iPad (8th generation)" },
  }
  local oldest = {
    iPhone = { "iPhone", "iPhone 6s", "iPhone SE", "iPhone XR" }, iPad = { "iPad", "iPad Pro", "iPad mini 4" },
  }
  for _, model in ipairs((cell.at_least "26.0" and newest or oldest)[cell.model]) do
    assert.is_true(opens(cell, { model = model }))
  end
end)

fact("QUICK-099", { needs = { "finger", "condition of ours" } }, function(cell)
  assert.equal(cell.holds, opens(cell, { conditions = { simulator = true } }))
end)

fact("QUICK-101", { needs = { "finger" } }, function(cell)
  for _, seconds in ipairs { 1.3, 1.4, 1.5, 1.999 } do assert.is_true(opens(cell, { seconds = seconds })) end
  local menu, device = press(cell, { seconds = 2 })
  assert.is_nil(menu)
  assert.equal("editing", device.springboard.mode)
end)

fact("QUICK-103", { needs = { "finger", "condition of ours" } }, function(cell)
  --- How the app ends that is installed so and started in this way; nil when it lives.
  local function crash(distribution, simulator, start)
    local device = Device { os = cell.os, model = cell.model, conditions = { simulator = simulator } }
    local app = device:install(support.items { { "search", "Search" } }, { distribution = distribution })
    start(device, app)
    assert.equal(app.crash == nil, app.state == "runningForeground")
    return app.crash and app.crash.reason
  end
  local function tap_icon(device, app) device.springboard:icon(app):tap() end
  local function tap_row(_, app) support.menu(app):item("Search"):tap() end
  for _, start in ipairs { tap_icon, tap_row } do
    assert.matches("Code Signature Invalid", crash("appStore", true, start), 1, true)
    assert.is_nil(crash("development", true, start))
    assert.is_nil(crash("appStore", false, start))
  end
  -- An app that runs already can be tested warm.
  local function warm(device, app)
    device:launch(app, { url = "paint://new" })
    device:pressHome()
    tap_row(device, app)
  end
  assert.is_nil(crash("appStore", true, warm))
end)

fact("QUICK-104", { needs = { "finger" } }, function(cell)
  local menu, device, app = press(cell)
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
  assert.is_true(opens(cell, { model = "iPhone" }))
end)

fact("QUICK-111", { needs = { "finger" } }, function(cell)
  local menu, device = press(cell, { seconds = 0.499 })
  assert.is_nil(menu)
  assert.equal("home", device.springboard.mode)
  assert.is_true(opens(cell, { seconds = 0.5 }))
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
  assert.is_nil(menu)
  assert.equal("home", device.springboard.mode)
  assert.is_true(opens(cell))
end)
