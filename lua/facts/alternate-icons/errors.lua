-- The facts of alternate-icons.md, “4. Errors”.

local support = require "homescreen.facts.support"

--- A device of the cell with circumstances of its own, and the app in front: device, app.
local function circumstances(cell, conditions, package)
  local device = Device(cell)
  for name, value in pairs(conditions) do device.conditions[name] = value end
  local app = device:install(package or support.icons())
  device:launch(app)
  return device, app
end

--- An app with two alternate icons, “night” and “dusk”.
local function two()
  local package = support.icons()
  package.plist.CFBundleIcons.CFBundleAlternateIcons.dusk = { CFBundleIconFiles = { "day" } }
  return package
end

local function assert_error(expected, err)
  assert.truthy(err)
  assert.same(expected, { domain = err.domain, code = err.code, text = err.localizedDescription })
end

local cancelled = { domain = "NSCocoaErrorDomain", code = 3072, text = "The operation was cancelled." }
local unsupported = {
  domain = "NSCocoaErrorDomain", code = 3328,
  text = "The requested operation couldn’t be completed because the feature is not supported.",
}
local unavailable = {
  domain = "NSPOSIXErrorDomain", code = 35,
  text = "The operation couldn’t be completed. Resource temporarily unavailable",
}

--- Shows something modal and closes it.
local function modal(app)
  app:run(function()
    local root = UIApplication.shared.keyWindow.rootViewController
    root:present(UIViewController(), false)
    root:dismiss(false)
  end)
end

fact("ICON-039", { needs = { "app's code" } }, function(cell)
  local _, app = support.installed(cell, support.icons())
  local err = support.request(app, "nobody").error
  assert_error({ domain = "NSCocoaErrorDomain", code = 4, text = "The file doesn’t exist." }, err)
  assert_error({
    domain = "LSApplicationWorkspaceErrorDomain", code = -105,
    text = "iconName not found in CFBundleAlternateIcons entry",
  }, err.userInfo.NSUnderlyingError)
  -- Declared for the other device class is not declared.
  local package = support.package()
  local other = cell.model == "iPad" and "~iphone" or "~ipad"
  package.plist["CFBundleIcons" .. other] = { CFBundleAlternateIcons = { night = {} } }
  local _, elsewhere = support.installed(cell, package)
  assert.equal(4, support.result(elsewhere, "night"))
end)

fact("ICON-040", { needs = { "app's code" } }, function(cell)
  local _, app = support.installed(cell, support.icons())
  local text = tostring(support.request(app, "nobody").error):gsub("0x%x+", "0x")
  assert.equal(
    'Error Domain=NSCocoaErrorDomain Code=4 "The file doesn’t exist." UserInfo={NSUnderlyingError=0x '
      .. '{Error Domain=LSApplicationWorkspaceErrorDomain Code=-105 "iconName not found in CFBundleAlternateIcons '
      .. 'entry" UserInfo={NSLocalizedDescription=iconName not found in CFBundleAlternateIcons entry}}}', text)
end)

fact("ICON-041", { needs = { "app's code", "finger", "clock" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  local problem
  device:pressHome()
  app:run(function()
    assert.Not.equal("active", UIApplication.shared.applicationState)
    UIApplication.shared:setAlternateIconName("night", function(err) problem = err end)
  end)
  device:advance(0.1)
  assert_error(cancelled, problem)
  assert.is_nil(problem.userInfo.NSUnderlyingError)
  assert.is_nil(app.iconName)
end)

fact("ICON-042", { needs = { "app's code", "finger" } }, function(cell)
  local function start(lifecycle, place)
    local device = Device(cell)
    local app = device:install(support.icons(), { lifecycle = lifecycle })
    local asked, problem
    local function ask()
      if asked then return end
      asked = true
      UIApplication.shared:setAlternateIconName("night", function(err) problem = err end)
    end
    app.rootViewController = UIViewController.subclass "Root"
    if place:find "^view" then
      app.rootViewController[place] = ask
    elseif place:find "^scene" then
      app.sceneDelegate[place] = ask
    else
      app.delegate[place] = function()
        ask()
        return true
      end
    end
    device:launch(app)
    assert.is_true(asked)
    if device.alert then device.alert:tap "OK" end
    return problem, app.iconName
  end
  for _, lifecycle in ipairs { "appDelegate", cell.at_least "13.0" and "scene" or nil } do
    local early = {
      "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions", "viewDidLoad",
      lifecycle == "scene" and "scene_willConnectToSession_options" or nil,
    }
    for _, place in ipairs(early) do
      local problem, name = start(lifecycle, place)
      assert_error(cancelled, problem)
      assert.is_nil(name)
    end
    local problem, name = start(lifecycle, "viewDidAppear")
    assert.is_nil(problem)
    assert.equal("night", name)
  end
end)

fact("ICON-043", { needs = { "app's code", "finger" } }, function(cell)
  local device = Device(cell)
  local package = support.icons { UIBackgroundModes = { "remote-notification" } }
  local app = device:install(package, { lifecycle = "appDelegate" })
  local answers = {}
  local function ask()
    UIApplication.shared:setAlternateIconName("night", function(err) answers[#answers + 1] = err and err.code or 0 end)
  end
  function app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler(_, _, done)
    ask()
    done "newData"
  end
  device:launch(app, { notification = { silent = true } }) -- wakes the app, which does not run
  assert.equal(1, #answers)
  device:launch(app)
  function app.delegate:applicationDidEnterBackground() ask() end -- on the way to suspension
  device:pressHome()
  assert.equal(2, #answers)
  app:run(ask)
  device:launch(app, { notification = { silent = true } })
  assert.same({ 3072, 3072, 3072, 3072 }, answers)
  device:launch(app)
  assert.is_nil(device.alert)
  assert.is_nil(app.iconName)
  assert.is_nil(support.drawn(app))
end)

fact("ICON-044", { needs = { "app's code", "condition of ours" } }, function(cell)
  for _, sdk in ipairs { "xros2.0", "macCatalyst 18.0" } do
    local device = Device(cell)
    local app = device:install(support.icons(), { sdk = sdk })
    device:launch(app)
    app:run(function() assert.is_false(UIApplication.shared.supportsAlternateIcons) end)
    local err = support.request(app, "night").error
    assert_error(unsupported, err)
    assert.is_nil(err.userInfo.NSUnderlyingError)
  end
end)

fact("ICON-045", { needs = { "app's code", "condition of ours" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  assert.equal("changed", support.result(app, "night"))
  device.conditions.educationMode = true
  for _, name in ipairs { "night", "CFBundlePrimaryIcon" } do
    assert_error(unsupported, support.request(app, name).error)
    app:run(function() assert.is_nil(UIApplication.shared.alternateIconName) end)
    assert.equal("night", support.drawn(app))
  end
end)

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
  --- Repeats a call every 0.1 s: how many calls it took.
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
  assert.equal("changed", support.result(app, "night"))
  assert.equal("changed", support.result(app, "dusk")) -- the icon alert is none of the app's
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
  local err = support.request(app, "night").error
  assert.equal("couldn't load upcall bundle principal class", err.userInfo.NSDebugDescription)
  assert_error({
    domain = "NSPOSIXErrorDomain", code = 5, text = "The operation couldn’t be completed. Input/output error",
  }, err)
end)

fact("ICON-054", { needs = { "app's code", "condition of ours" } }, function(cell)
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

fact("ICON-056", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
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
  if cell.at_least "26.1" then fails(35, {}, function(device) device.conditions.iconFault = "busy" end) end
end)

fact("ICON-057", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  --- What comes of one request after another, and what the system and the app's console tell meanwhile.
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
    { "changed", 4, "changed", "changed", "changed", "changed", "com.example.paint", 3072 },
    { table.unpack(expected, 1, 8) })
  for _, fault in ipairs { "none", "busy", "busyUntilReboot", "afterModal", "upcall" } do
    assert.same(expected, story(true, fault))
    -- The trace tells of a fault that this system cannot have.
    local device, app = circumstances(cell, { simulator = true, iconFault = fault })
    local trace = device:record(function() support.result(app, "night") end)
    assert.equal(fault == "none" and 0 or 1, support.count(trace, "quirk", "faultWithoutEffect"))
    assert.equal(fault ~= "none", support.cites(trace, "ICON-057"))
  end
end)

fact("ICON-058", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  for _, simulator in ipairs { true, false } do
    local device, app = circumstances(cell, { simulator = simulator, iconFault = "busy" }, two())
    assert.equal(35, support.result(app, "night")) -- seen on devices, too
    device.conditions.iconFault = "upcall"
    local result
    local trace = device:record(function() result = support.result(app, "night") end)
    assert.equal(simulator and 5 or "changed", result)
    assert.equal(simulator and 0 or 1, support.count(trace, "quirk", "faultWithoutEffect"))
    assert.equal(not simulator, support.cites(trace, "ICON-058"))
    device.conditions.iconFault = "none"
    assert.equal("changed", support.result(app, "dusk"))
    device.conditions.iconCooldown = 0.3
    assert.equal("changed", support.result(app, "night"))
    assert.equal(35, support.result(app, "dusk"))
    device:advance(0.3) -- succeeds after a wait
    assert.equal("changed", support.result(app, "dusk"))
  end
end)
