-- The facts of alternate-icons.md, “1. Order of checks in `setAlternateIconName`”.

local support = require "homescreen.facts.support"

--- Requests several icons in one turn. Returns the results of the handlers in their order; 0 is success.
local function codes(app, ...)
  local codes, names = {}, table.pack(...)
  local function note(err) codes[#codes + 1] = err and err.code or 0 end
  app:run(function()
    for place = 1, names.n do UIApplication.shared:setAlternateIconName(names[place], note) end
  end)
  return codes
end

fact("ICON-001", { needs = { "app's code", "finger", "condition of ours" }, versions = { "26.1" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local late = cell.at_least "26.1"
  -- All checks fail at first; each round fixes the one that failed in the round before.
  for round, code in ipairs { 3328, 3072, 3328, -54, late and 35 or 4, 4, 4 } do
    local device = Device(cell)
    local app = device:install(round < 7 and support.icons() or support.package(), {
      sdk = round < 2 and "xros2.0" or nil, signedAs = round < 5 and "com.example.other" or nil,
    })
    device:launch(app)
    device.conditions.educationMode = round < 4
    if round < 3 then device:pressHome() end
    local accepted = round == 5 and "night" or nil
    local got = accepted and codes(app, accepted, "nobody") or codes(app, "nobody")
    assert.same({ code }, got)
    assert.equal(accepted, app.iconName)
    if accepted then device.alert:tap "OK" end
    assert.is_nil(device.alert)
    -- The current name is the fifth check: after the fourth and before the sixth.
    if round == 4 then assert.same({ -54 }, codes(app, nil)) end
    if round == 6 and late then
      assert.same({ 0, 35 }, codes(app, "night", "night", "nobody"))
      device.alert:tap "OK"
      assert.same({ 0 }, codes(app, "night"))
    end
  end
end)

fact("ICON-002", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device = Device(cell)
  local app = device:install(support.icons(), { lifecycle = "appDelegate" })
  local inLaunch
  function app.delegate:application_didFinishLaunchingWithOptions()
    UIApplication.shared:setAlternateIconName("nobody", function(err) inLaunch = err.code end)
    return true
  end
  device:launch(app)
  assert.equal(3072, inLaunch)
  assert.same({ 4 }, codes(app, "nobody"))
  device:pressHome()
  assert.same({ 3072 }, codes(app, "nobody"))
end)

fact("ICON-003", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device = Device(cell)
  local app = device:install(support.icons(), { sdk = "xros2.0" })
  device:launch(app)
  assert.same({ 3328, 3328, 3328 }, codes(app, "night", "nobody", nil))
  device:pressHome()
  assert.same({ 3328, 3328, 3328 }, codes(app, "night", "nobody", nil))
  assert.is_nil(app.iconName)
end)

fact("ICON-004", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  local got = codes(app, "night", "nobody")
  local code = cell.holds and 35 or 4
  assert.same({ code }, got)
  device.alert:tap "OK"
  assert.same({ code, 0 }, got)
  assert.equal("night", app.iconName)
end)

fact("ICON-005", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for _, icons in ipairs { false, "text", 5, { { "list" } }, { CFBundleAlternateIcons = 5 } } do
    local _, app = support.installed(cell, support.package { CFBundleIcons = icons or nil })
    assert.equal("changed", support.result(app, nil))
    assert.is_nil(app.iconName)
    assert.equal(4, support.result(app, "night"))
  end
end)

fact("ICON-006", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local package = AppPackage {
    plist = {
      CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint", UIDeviceFamily = { 1, 2 },
      CFBundleIcons = {
        CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } },
        CFBundleAlternateIcons = {
          missing = { CFBundleIconFiles = { "missing" } }, empty = { CFBundleIconFiles = {} },
          small = { CFBundleIconFiles = { "small" } }, text = { CFBundleIconFiles = { "text.txt" } },
          unnamed = { CFBundleIconName = "nothing" }, image = { CFBundleIconName = "image" },
        },
      },
    },
    files = { ["small.png"] = { 1, 2 }, ["text.txt"] = "no picture" },
    catalog = { image = { kind = "image" } },
  }
  local device, app = support.installed(cell, package)
  for _, name in ipairs { "missing", "empty", "small", "text", "unnamed", "image" } do
    local outcome = support.request(app, name)
    assert.equal("You have changed the icon for “Paint”.", device.alert.label)
    device.alert:tap "OK"
    assert.is_true(outcome.called)
    assert.is_nil(outcome.error)
    assert.equal(name, app.iconName)
  end
end)

fact("ICON-007", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  local outcome = support.request(app, "night")
  assert.truthy(device.alert)
  assert.equal("night", app.iconName)
  app:terminate "jetsam"
  assert.is_nil(device.alert)
  device:launch(app)
  device:settle()
  assert.is_nil(device.alert)
  assert.is_nil(outcome.called)
  assert.equal("night", app.iconName)
  assert.equal("night", support.drawn(app))
end)

fact("ICON-008", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  local seen
  app:run(function()
    UIApplication.shared:setAlternateIconName("night", function() seen = UIApplication.shared.alternateIconName end)
  end)
  device.alert:tap "OK"
  assert.equal("night", seen)
end)

fact("ICON-183", { needs = { "app's code", "finger", "clock" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device = Device(cell)
  local app = device:install(support.icons(), { lifecycle = "appDelegate" })
  local got = {}
  local function ask(name)
    UIApplication.shared:setAlternateIconName(name, function(err) got[#got + 1] = err and err.code or 0 end)
  end
  function app.delegate:applicationDidBecomeActive()
    if self.asked then return end
    self.asked = true
    ask "night"
    -- Still in the turn of the call.
    assert.is_nil(UIApplication.shared.alternateIconName)
    assert.is_nil(device.alert)
    ask "nobody"
    assert.same({}, got)
  end
  device:launch(app)
  local undeclared = cell.at_least "26.1" and 35 or 4
  assert.same({ undeclared }, got)
  app:run(function() assert.equal("night", UIApplication.shared.alternateIconName) end)
  device.alert:tap "OK"
  assert.same({ undeclared, 0 }, got)

  got = {}
  function app.delegate:applicationWillResignActive() ask(nil) end
  app:run(function() DispatchQueue.main:asyncAfter(0.1, function() ask(nil) end) end)
  device:pressHome()
  if cell.holds then
    -- The app is active at its own call, but not at the one after 0.1 seconds.
    assert.same({ 3072 }, got)
    assert.is_nil(app.iconName)
    device:launch(app)
    device.alert:tap "OK"
    assert.same({ 3072, 0 }, got)
  else
    assert.same({ 3072, 3072 }, got)
    assert.equal("night", app.iconName)
  end
end)
