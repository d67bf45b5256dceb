-- The facts of alternate-icons.md, “4. Errors”: the system is busy.

local support = require "homescreen.facts.support"
local errors = require "homescreen.facts.errors"

local two = require("homescreen.facts.alerts").two
local circumstances, assert_error, cancelled = errors.circumstances, errors.assert_error, errors.cancelled
local modal = errors.modal

local unavailable = {
  domain = "NSPOSIXErrorDomain", code = 35,
  text = "The operation couldn’t be completed. Resource temporarily unavailable",
}

fact("ICON-046", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, two())
  local problem, called
  app:run(function()
    UIApplication.shared:setAlternateIconName("night", function() end)
    UIApplication.shared:setAlternateIconName("dusk", function(err) called, problem = true, err end)
  end)
  if cell.holds then
    assert_error(unavailable, problem)
    assert.equal('Error Domain=NSPOSIXErrorDomain Code=35 "Resource temporarily unavailable"', tostring(problem))
  else
    assert.is_nil(called) -- ICON-177
  end
  device.alert:tap "OK"
  assert.equal(cell.holds and "night" or "dusk", app.iconName)
  assert.equal(app.iconName, support.drawn(app))
end)

fact("ICON-047", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  local device, app = circumstances(cell, { iconCooldown = 0.35 }, two())
  --- Repeats a call every 0.1 s, and returns the number of calls.
  local function repeated(name)
    for count = 1, 6 do
      local result = support.result(app, name)
      if result == "changed" then return count end
      assert.equal(35, result)
      device:advance(0.1)
    end
  end
  local count = cell.holds and 5 or 1
  assert.equal(count, repeated "night") -- close to the launch
  assert.equal(count, repeated "dusk") -- shortly after the alert
  device:advance(0.35)
  assert.equal(1, repeated "night")
  device:advance(0.35)
  local codes = {}
  app:run(function() -- in quick succession
    for _, name in ipairs { "dusk", "night" } do
      UIApplication.shared:setAlternateIconName(name, function(err) codes[#codes + 1] = err and err.code end)
    end
  end)
  assert.same({ cell.holds and 35 or nil }, codes)
end)

fact("ICON-048", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, two())
  local codes = {}
  local function ask(name, done)
    UIApplication.shared:setAlternateIconName(name, function(err)
      codes[#codes + 1] = err and err.code or 0
      if done then done() end
    end)
  end
  app:run(function() ask("night", function() ask "dusk" end) end)
  device.alert:tap "OK"
  if not cell.holds then device.alert:tap "OK" end
  assert.is_nil(device.alert)
  assert.same({ 0, cell.holds and 35 or 0 }, codes)
  codes = {}
  app:run(function() ask(nil, function() DispatchQueue.main:async(function() ask "dusk" end) end) end)
  device.alert:tap "OK"
  device.alert:tap "OK"
  assert.same({ 0, 0 }, codes)
  assert.equal("dusk", app.iconName)
  if not cell.holds then return end
  -- A refusal of another call in between changes nothing.
  codes = {}
  app:run(function()
    ask("night", function() ask "dusk" end)
    ask "nobody"
  end)
  device.alert:tap "OK"
  assert.same({ 35, 0, 35 }, codes)
end)

fact("ICON-049", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, two())
  support.request(app, "night")
  app:run(function() assert.equal(cell.holds and "inactive" or "active", UIApplication.shared.applicationState) end)
  local outcome = support.request(app, "dusk")
  if cell.holds then assert_error(cancelled, outcome.error) else assert.is_nil(outcome.called) end
  assert.equal(cell.holds and "night" or "dusk", app.iconName)
  device.alert:tap "OK"
end)

fact("ICON-050", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  local device, app = circumstances(cell, { iconFault = "afterModal" })
  modal(app)
  if not cell.holds then return assert.equal("changed", support.result(app, "night")) end
  local err = support.request(app, "night").error
  assert_error(unavailable, err)
  for _ = 1, 5 do
    device:advance(0.4)
    assert_error(cancelled, support.request(app, "night").error)
  end
  assert.is_nil(app.iconName)
  device:advance(2)
  assert.equal("changed", support.result(app, "night"))
end)

fact("ICON-200", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  local device, app = circumstances(cell, { iconFault = "afterModal" }, two())
  if not cell.holds then
    modal(app)
    return assert.equal("changed", support.result(app, "night"))
  end
  assert.equal("changed", support.result(app, "night"))
  assert.equal("changed", support.result(app, "dusk")) -- the icon alert is not the app's
  app:run(function()
    local alert = UIAlertController { message = "own" }
    alert:addAction(UIAlertAction { title = "Close" })
    UIApplication.shared.keyWindow.rootViewController:present(alert, false)
  end)
  device.alert:tap "Close"
  assert.equal(35, support.result(app, nil))
  device:advance(1)
  modal(app)
  device:advance(0.999)
  assert.equal(35, support.result(app, nil))
  for _ = 1, 2 do
    device:advance(0.999)
    assert.equal(3072, support.result(app, nil))
  end
  device:advance(1)
  assert.equal("changed", support.result(app, nil))
  modal(app)
  device:advance(1)
  assert.equal("changed", support.result(app, "night"))
  modal(app)
  assert.equal(35, support.result(app, nil)) -- the first request after each modal
end)

fact("ICON-051", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  local device, app = circumstances(cell, { iconFault = "busyUntilReboot" })
  if not cell.holds then return assert.equal("changed", support.result(app, "night")) end
  for _, wait in ipairs { 0, 1, 3600 } do
    device:advance(wait)
    assert_error(unavailable, support.request(app, "night").error)
  end
  app:terminate()
  device:launch(app)
  assert.equal(35, support.result(app, "night"))
  assert.is_nil(app.iconName)
  device:reboot()
  device:launch(app)
  assert.equal("changed", support.result(app, "night"))
end)
