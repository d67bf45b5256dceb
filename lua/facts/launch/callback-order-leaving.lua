-- The facts of launch.md, “1. Callback order, all situations”: leaving, coming back and ending.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"
local package, several, will_connect = launching.package, launching.several, launching.will_connect

--- The calls of the app delegate or the scene delegate, by the life cycle of the cell.
local function by_life_cycle(cell, without, with)
  return cell.lifecycle == "appDelegate" and without or with
end

local function leaving(cell)
  return by_life_cycle(
    cell, { "applicationWillResignActive", "applicationDidEnterBackground" },
    { "sceneWillResignActive", "sceneDidEnterBackground" })
end

local function coming_back(cell)
  return by_life_cycle(
    cell, { "applicationWillEnterForeground", "applicationDidBecomeActive" },
    { "sceneWillEnterForeground", "sceneDidBecomeActive" })
end

fact("LAUNCH-072", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package)
  assert.equal("runningForeground", app.state)
  assert.callbacks(leaving(cell), device:record(function() device:pressHome() end))
  assert.equal("runningBackground", app.state)
end)

fact("LAUNCH-073", { needs = { "app's code", "finger", "clock" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package)
  local ran = {}
  app:run(function()
    for _, seconds in ipairs { 4, 8 } do
      DispatchQueue.main:asyncAfter(seconds, function() ran[#ran + 1] = seconds end)
    end
  end)
  device:pressHome()
  device:advance(4.9)
  assert.equal("runningBackground", app.state)
  device:advance(0.1)
  assert.equal("runningBackgroundSuspended", app.state)
  device:advance(10)
  assert.same({ 4 }, ran)
  app:activate()
  assert.same({ 4, 8 }, ran)
  -- The tester need not wait for an app that is not in front.
  assert.error(function() app:suspend() end)
  device:pressHome()
  for _ = 1, 2 do
    app:suspend()
    assert.equal("runningBackgroundSuspended", app.state)
  end
end)

fact("LAUNCH-074", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local ways = {
    function(device, app) device.springboard:icon(app):tap() end,
    function(_, app) app:activate() end,
  }
  for _, way in ipairs(ways) do
    local device, app = support.installed(cell, package)
    device:pressHome()
    assert.callbacks(coming_back(cell), device:record(function() way(device, app) end))
  end
end)

fact("LAUNCH-075", {
  needs = { "app's code", "finger", "condition of ours" }, lifecycles = true, versions = { "26.1" },
}, function(cell)
  local ends = {
    function(_, app) app:terminate "jetsam" end,
    function(device) device:install(package, cell) end,
    function(device, app) device:uninstall(app) end,
    function(device) device:reboot() end,
    function(_, app)
      assert.crashes(app, function()
        app:run(function() error "fault" end)
      end)
    end,
  }
  -- Its timers and blocks are gone, those of others are not.
  local device, app = support.installed(cell, package)
  local other = device:install(support.package { CFBundleIdentifier = "com.example.other" }, cell)
  local ran = {}
  local function in_a_second(name)
    return function()
      DispatchQueue.main:asyncAfter(1, function() ran[#ran + 1] = name end)
    end
  end
  app:run(in_a_second "ended")
  device:launch(other)
  other:run(in_a_second "alive")
  app:terminate "jetsam"
  device:advance(2)
  assert.same({ "alive" }, ran)
  -- An error also ends the app in code that the system calls because of the app's request.
  if tonumber(cell.os) >= 10.3 then
    local newest, asking = support.installed(cell, support.icons(), false)
    support.name_scene_delegate(asking)
    local function fault() error "fault" end
    asking.delegate.applicationWillResignActive, asking.sceneDelegate.sceneWillResignActive = fault, fault
    newest:launch(asking)
    pcall(support.request, asking, "night") -- the system's alert takes the app's place
    assert.equal(cell.at_least "26.1", asking.crash ~= nil)
  end
  for _, way in ipairs(ends) do
    for _, leaves in ipairs { true, false } do
      local device, app = support.installed(cell, package)
      if leaves then device:pressHome() end
      local trace = device:record(function() way(device, app) end)
      assert.same({}, trace.callbacks)
      local ends = 0
      for _, event in ipairs(trace) do
        if event.kind == "process" and event.name == "end" then ends = ends + 1 end
      end
      assert.equal(1, ends)
      assert.is_nil(device.front)
    end
  end
end)

fact("LAUNCH-098", { needs = { "app's code", "finger", "clock" }, lifecycles = true }, function(cell)
  local function quit(prepare)
    local device, app = support.installed(cell, package)
    prepare(device)
    local trace = device:record(function() app:terminate() end)
    assert.equal("notRunning", app.state)
    return trace.callbacks
  end
  local ending = by_life_cycle(
    cell, { "applicationWillTerminate" }, { "sceneDidDisconnect", "applicationWillTerminate" })
  local both = { table.unpack(leaving(cell)) }
  for _, callback in ipairs(ending) do both[#both + 1] = callback end
  assert.same(both, quit(function() end))
  assert.same(ending, quit(function(device) device:pressHome() end))
  assert.same({}, quit(function(device)
    device:pressHome()
    device:advance(6) -- it is suspended (LAUNCH-073)
  end))
  if cell.model == "iPad" and cell.lifecycle ~= "appDelegate" then
    local device, app = support.installed(cell, several)
    app:newScene()
    device:pressHome()
    assert.callbacks(
      { "sceneDidDisconnect", "sceneDidDisconnect", "applicationWillTerminate" },
      device:record(function() app:terminate() end))
  end
end)

fact("LAUNCH-099", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package, false)
  support.name_scene_delegate(app)
  local restored
  for _, secure in ipairs { "", "Secure" } do
    app.delegate["application_shouldSave" .. secure .. "ApplicationState"] = function() return true end
    app.delegate["application_shouldRestore" .. secure .. "ApplicationState"] = function() return true end
  end
  function app.delegate:application_willEncodeRestorableStateWithCoder(_, coder) coder:encode("here", "page") end
  function app.delegate:application_didDecodeRestorableStateWithCoder(_, coder)
    restored = coder:decodeObject "page"
  end
  function app.sceneDelegate:stateRestorationActivityForScene() return { activityType = "here" } end
  will_connect(app.sceneDelegate, function(_, _, session)
    local activity = session.stateRestorationActivity
    restored = activity and activity.activityType
  end)
  local background = { { backgroundFetch = true }, { notification = { silent = true } } }
  device:launch(app)
  device:pressHome()
  app:terminate()
  for _, reason in ipairs(background) do
    assert.same({}, device:record(function() device:launch(app, reason) end).callbacks)
    assert.equal("notRunning", app.state)
  end
  device:reboot()
  device:launch(app, background[1])
  assert.equal("runningBackground", app.state)
  device:launch(app)
  assert.is_nil(restored)
  for _, reason in ipairs(background) do
    device:pressHome()
    app:terminate "jetsam"
    device:launch(app, reason)
    assert.equal("runningBackground", app.state)
    device:launch(app)
  end
  if cell.lifecycle ~= "swiftUI" then assert.equal("here", restored) end
end)

fact("LAUNCH-088", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package)
  local icon = device.springboard:icon(app)
  assert.callbacks(leaving(cell), device:record(function() device.locked = true end))
  assert.equal("locked", device.springboard.mode)
  assert.callbacks(coming_back(cell), device:record(function() device.locked = false end))
  assert.equal("runningForeground", app.state)

  device:pressHome()
  local menu = icon:press()
  device.locked = true
  assert.is_false(menu and menu.isOpen or false)
  local touches = {
    function() icon:tap() end, function() icon:press() end, function() icon:move { dock = 1 } end,
    function() device:pressHome() end, function() app:activate() end, function() device:launch(app) end,
    function() if menu then menu.rows[1]:tap() else icon:tap() end end,
  }
  for _, touch in ipairs(touches) do assert.error(touch) end
  app:terminate "jetsam"
  device:launch(app, { backgroundFetch = true })
  assert.equal("runningBackground", app.state)
  assert.is_true(device.locked)
  device:reboot()
  assert.is_false(device.locked)
end)

fact("LAUNCH-077", { needs = { "finger" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package)
  local other = device:install(support.package { CFBundleIdentifier = "com.example.other" }, cell)
  device:launch(other)
  device.locale = "de"
  assert.equal("notRunning", app.state)
  assert.equal("notRunning", other.state)
end)

fact("LAUNCH-078", { needs = { "finger" }, lifecycles = true }, function(cell)
  for _, leaves in ipairs { false, true } do
    local device, app = support.installed(cell, package)
    if leaves then device:pressHome() end
    local trace = device:record(function() device:install(package, cell) end)
    assert.equal(1, support.count(trace, "process", "update"))
    assert.equal("notRunning", app.state)
  end
end)

fact("LAUNCH-079", { needs = { "finger" } }, function(cell)
  local device = Device(cell)
  local works = pcall(function() device:install(support.package { UIDeviceFamily = { 2 } }) end)
  assert.equal(not cell.holds, works)
  for _, families in ipairs { { 1 }, { 1, 2 } } do
    assert.truthy(device:install(support.package { UIDeviceFamily = families }))
  end
end)

fact("LAUNCH-125", { needs = {}, versions = { "10.0", "13.0", "14.0", "17.5", "26.0", "27.0" } }, function(cell)
  local function exists(model) return (pcall(function() Device { model = model, os = cell.os } end)) end
  if cell.model == "iPad" then
    assert.equal(not cell.at_least "10.0", exists "iPad 2")
    assert.equal(cell.at_least "14.0" and not cell.at_least "27.0", exists "iPad (8th generation)")
    assert.equal(cell.at_least "17.5", exists "iPad Pro 11-inch (M4)")
  else
    assert.equal(not cell.at_least "13.0", exists "iPhone 5s")
    assert.equal(cell.at_least "26.0", exists "iPhone 17")
  end
  assert.is_true(exists(cell.model))
end)

fact("LAUNCH-205", { needs = { "condition of ours" } }, function(cell)
  for _, name in ipairs { " beta", " beta 2", " RC", " rc 1" } do
    assert.equal(cell.os, Device { model = cell.model, os = cell.os .. name }.os)
  end
  for _, name in ipairs { " gamma", " beta two", " beta 2 3", "beta", " beta 123", " " } do
    assert.error_matches(function() Device { model = cell.model, os = cell.os .. name } end, "not an iOS version")
  end
end)

fact("LAUNCH-208", { needs = {}, versions = { "27.1" } }, function(cell)
  local exists, device = pcall(function() return Device { model = "iPhone Duo", os = cell.os } end)
  assert.equal(cell.at_least "27.1", exists)
  if exists then
    local app = device:install(support.icons(), {})
    device:launch(app)
    assert.equal("runningForeground", app.state)
    assert.equal("day@3x.png", support.picture(app).file)
  end
end)
