-- The facts of alternate-icons.md, “4. Errors”: the Simulator, another signature, and lines that mean nothing.

local support = require "homescreen.facts.support"
local errors = require "homescreen.facts.errors"

local two = require("homescreen.facts.alerts").two
local circumstances, assert_error, modal = errors.circumstances, errors.assert_error, errors.modal

fact("ICON-052", { needs = { "app's code", "condition of ours" } }, function(cell)
  local device, app = circumstances(cell, { iconFault = "upcall", simulator = true })
  local outcome = support.request(app, "night")
  local lines = table.concat(app.console, "\n")
  assert.equal(cell.holds, lines:find("CoreServicesUIUpcallEmbedded", 1, true) ~= nil)
  if not cell.holds then
    device.alert:tap "OK"
    assert.is_nil(outcome.error)
    return
  end
  assert.equal("NSPOSIXErrorDomain", outcome.error.domain)
  assert.equal(5, outcome.error.code)
  assert.matches("couldn't load upcall bundle principal class", tostring(outcome.error), 1, true)
  assert.is_nil(device.alert)
  device:settle()
  assert.is_nil(device.alert)
end)

fact("ICON-053", { needs = { "app's code", "condition of ours" } }, function(cell)
  local device, app = circumstances(cell, { iconFault = "upcall", simulator = true })
  if not cell.holds then return assert.equal("changed", support.result(app, "night")) end
  local code, read
  app:run(function()
    UIApplication.shared:setAlternateIconName("night", function(err)
      code, read = err.code, UIApplication.shared.alternateIconName
    end)
  end)
  assert.equal(5, code)
  assert.equal("night", read)
  assert.equal("night", app.iconName)
  assert.equal("night", support.drawn(app))
  assert.is_nil(device.alert)
end)

fact("ICON-205", { needs = { "app's code", "condition of ours" } }, function(cell)
  local _, app = circumstances(cell, { iconFault = "upcall", simulator = true })
  if not cell.holds then return assert.equal("changed", support.result(app, "night")) end
  local err = support.request(app, "night").error
  assert.equal("couldn't load upcall bundle principal class", err.userInfo.NSDebugDescription)
  assert_error({
    domain = "NSPOSIXErrorDomain", code = 5, text = "The operation couldn’t be completed. Input/output error",
  }, err)
end)

fact("ICON-054", { needs = { "app's code", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device = Device(cell)
  local app = device:install(support.icons(), { signedAs = "com.example.paint.A1B2C3" })
  device:launch(app)
  for _, name in ipairs { "night", "nobody", "CFBundlePrimaryIcon" } do
    local err = support.request(app, name).error
    assert_error({
      domain = "NSOSStatusErrorDomain", code = -54, text = "The operation couldn’t be completed. (OSStatus error -54.)",
    }, err)
    assert.equal('Error Domain=NSOSStatusErrorDomain Code=-54 "(null)"', tostring(err))
    assert.is_nil(app.iconName)
  end
  device:install(support.icons(), { signedAs = "com.example.paint" })
  device:launch(app)
  assert.equal("changed", support.result(app, "night"))
end)

fact("ICON-055", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  local device, app = circumstances(cell, { consoleNoise = true })
  local places = {}
  local trace = device:record(function() assert.equal("changed", support.result(app, "night")) end)
  if not cell.holds then return assert.same({}, support.console(app)) end
  for place, event in ipairs(trace) do
    if event.kind == "log" then places.line = place end
    if event.kind == "icon" and event.name == "stored" then places.stored = place end
  end
  assert.is_true(places.line < places.stored)
  assert.logged('Code=-54 "process may not map database"', app)
  assert.equal("night", support.drawn(app))
  local _, quiet = support.installed(cell, support.icons())
  assert.equal("changed", support.result(quiet, "night"))
  assert.same({}, quiet.console)
end)

fact("ICON-056", {
  needs = { "app's code", "finger", "clock", "condition of ours" }, versions = { "26.1" },
}, function(cell)
  if support.lacks_icons(cell) then return end
  local function fails(code, options, prepare)
    local device = Device(cell)
    local app = device:install(support.icons(), options)
    device:launch(app)
    if prepare then prepare(device) end
    local outcome = support.request(app, "nobody")
    assert.is_nil(device.alert)
    assert.equal(code, outcome.error.code)
    device:settle()
    assert.is_nil(device.alert)
  end
  fails(4, {})
  fails(3072, {}, function(device) device:pressHome() end)
  fails(3328, { sdk = "xros2.0" })
  fails(3328, {}, function(device) device.conditions.educationMode = true end)
  fails(-54, { signedAs = "com.example.other" })
  -- Up to 26.0 the fault has no effect, and the name is refused.
  fails(cell.at_least "26.1" and 35 or 4, {}, function(device) device.conditions.iconFault = "busy" end)
end)

fact("ICON-057", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  --- The results of one request after another, and the notes of the system and of the app's console meanwhile.
  local function story(simulator, fault)
    local device, app = circumstances(cell, { simulator = simulator, iconFault = fault }, two())
    local story = {}
    local trace = device:record(function()
      for place, name in ipairs { "night", "nobody", "night", "dusk", "CFBundlePrimaryIcon" } do
        story[place] = support.result(app, name)
      end
      modal(app)
      story[6] = support.result(app, "night")
      app:run(function() -- two in one turn
        UIApplication.shared:setAlternateIconName("dusk", function() end)
        UIApplication.shared:setAlternateIconName(nil, function() end)
      end)
      story[7] = device.alert.owner
      device.alert:tap "OK"
      device:pressHome()
      story[8] = support.result(app, "night")
    end)
    for _, event in ipairs(trace) do
      if event.kind ~= "quirk" then story[#story + 1] = event.kind .. " " .. event.name end
    end
    return story
  end
  local expected = story(false, "none")
  assert.same(
    { "changed", 4, "changed", "changed", "changed", "changed", cell.holds and "com.example.paint" or "system", 3072 },
    { table.unpack(expected, 1, 8) })
  if not cell.holds then -- ICON-058
    local _, app = circumstances(cell, { simulator = true, iconFault = "busy" }, two())
    return assert.equal(35, support.result(app, "night"))
  end
  for _, fault in ipairs { "none", "busy", "busyUntilReboot", "afterModal", "upcall" } do
    assert.same(expected, story(true, fault))
    -- The trace notes a fault that this system cannot have.
    local device, app = circumstances(cell, { simulator = true, iconFault = fault })
    local trace = device:record(function() support.result(app, "night") end)
    assert.equal(fault == "none" and 0 or 1, support.count(trace, "quirk", "faultWithoutEffect"))
    assert.equal(fault ~= "none", support.cites(trace, "ICON-057"))
  end
end)

fact("ICON-058", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  for _, simulator in ipairs { true, false } do
    local device, app = circumstances(cell, { simulator = simulator, iconFault = "busy" }, two())
    -- Seen on devices, too, and the model continues with it after 26.2 (ICON-050).
    local may_fail = cell.at_least "26.1"
    assert.equal(may_fail and 35 or "changed", support.result(app, "night"))
    device.conditions.iconFault = "upcall"
    local result
    local trace = device:record(function() result = support.result(app, "night") end)
    local may_lack_alert = cell.holds and simulator
    assert.equal(may_lack_alert and 5 or "changed", result)
    assert.equal(may_lack_alert and 0 or 1, support.count(trace, "quirk", "faultWithoutEffect"))
    assert.equal(may_fail and not may_lack_alert, support.cites(trace, "ICON-058"))
    if not cell.holds then break end
    device.conditions.iconFault = "none"
    assert.equal("changed", support.result(app, "dusk"))
    device.conditions.iconCooldown = 0.3
    assert.equal("changed", support.result(app, "night"))
    assert.equal(35, support.result(app, "dusk"))
    device:advance(0.3) -- succeeds after a wait
    assert.equal("changed", support.result(app, "dusk"))
  end
end)
