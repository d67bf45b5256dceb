-- The facts of launch.md, “1. Callback order, all situations”: leaving, coming back and ending.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"
local order = support.order
local package, several, will_connect = launching.package, launching.several, launching.will_connect
local again, ends, has_no_scene = launching.again, launching.ends, launching.has_no_scene

--- By the life cycle of the cell: what the app delegate, or the scene delegate, gets.
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

local function quit(_, app) app:terminate() end

--- The activity that the scene left for its restoration.
local function left_behind(app)
  local activity = app.scenes[1].session.stateRestorationActivity
  return activity and activity.activityType
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
  -- The tester need not wait: of an app that is not in front.
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
  needs = { "app's code", "finger", "condition of ours" }, lifecycles = true,
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
  -- An error ends the app also in what the system calls because of what the app has asked for.
  if cell.at_least "26.1" then
    local newest, asking = support.installed(cell, support.icons(), false)
    support.name_scene_delegate(asking)
    local function fault() error "fault" end
    asking.delegate.applicationWillResignActive, asking.sceneDelegate.sceneWillResignActive = fault, fault
    newest:launch(asking)
    assert.crashes(asking, function() support.request(asking, "night") end)
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

fact("LAUNCH-101", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, several, false)
  local icon = device.springboard:icon(app)
  icon:move { dock = 1 }
  device:launch(app)
  if not cell.holds then
    assert.error_matches(function() app:newScene() end, "has one window only")
    return
  end
  local first = app.scenes[1].identifier
  local function scene(identifier)
    for _, each in ipairs(app.scenes) do
      if each.identifier == identifier then return each end
    end
  end
  local function joined(...)
    local all = {}
    for _, list in ipairs { ... } do
      for _, callback in ipairs(list) do all[#all + 1] = callback end
    end
    return all
  end
  local away = { "sceneWillResignActive", "sceneDidEnterBackground" }
  assert.callbacks(joined(away, order.S4), device:record(function() app:newScene() end))
  assert.equal(2, #app.scenes)
  assert.equal("background", scene(first).activationState)
  local back = { "sceneWillEnterForeground", "sceneDidBecomeActive" }
  assert.callbacks(joined(away, back), device:record(function() scene(first):activate() end))
  assert.equal("foregroundActive", scene(first).activationState)
  assert.equal(first, app.scenes[1].identifier) -- the order stays

  scene(first).activationConditions = { canActivate = { "first" } }
  app:run(function()
    UIApplication.shared.shortcutItems = {
      UIMutableApplicationShortcutItem {
        type = "second", localizedTitle = "Second", targetContentIdentifier = "second",
      },
    }
  end)
  local menu = icon:press() -- in the Dock
  assert.callbacks(joined(away, order.S3), device:record(function() menu:item("Second"):tap() end))
  assert.equal("background", scene(first).activationState)

  device:pressHome()
  menu = icon:press()
  assert.callbacks(order.S4, device:record(function() menu:item("New Window"):tap() end))
  assert.equal(3, #app.scenes)

  -- It is new, and not one that was disconnected (LAUNCH-102): from the Home Screen as from the app.
  device.conditions.keepSessions = "always"
  for _, asks in ipairs {
    function() app:newScene() end, function()
      device:pressHome()
      app:newScene()
    end,
  } do
    asks()
    local last = app.scenes[#app.scenes]
    local identifier = last.identifier
    device:pressHome()
    last:disconnect()
    app:activate()
    asks()
    for _, each in ipairs(app.scenes) do assert.Not.equal(identifier, each.identifier) end
  end
end)

fact("LAUNCH-102", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  if has_no_scene(cell) then return end
  local reconnected = { table.unpack(order.S4, 2) }
  local relaunched = { order.S1[1], order.S1[2], table.unpack(reconnected) }
  for keeping, keeps in pairs { byLifeCycle = cell.lifecycle == "scene", always = true, never = false } do
    for _, finish in ipairs(ends) do
      local _, callbacks, is_same = again(cell, finish, { keepSessions = keeping })
      assert.same(keeps and relaunched or order.S1, callbacks)
      assert.equal(keeps, is_same)
    end
    local function disconnect(_, app) app.scenes[1]:disconnect() end
    local _, callbacks, is_same = again(cell, disconnect, { keepSessions = keeping })
    assert.same(keeps and reconnected or order.S4, callbacks)
    assert.equal(keeps, is_same)
  end
end)

fact("LAUNCH-104", { needs = { "app's code", "finger" } }, function(cell)
  local expected = { table.unpack(order.S1) }
  table.insert(expected, 3, "application_didDiscardSceneSessions")
  local function quit_later(_, app)
    app:terminate "jetsam"
    app:terminate()
  end
  for _, finish in ipairs { quit, quit_later } do
    local app, callbacks, is_same = again(cell, finish)
    assert.same(expected, callbacks)
    assert.is_false(is_same)
    assert.is_nil(left_behind(app))
  end
end)

fact("LAUNCH-105", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  local app, callbacks, is_same = again(cell, quit, { quitKeepsSessions = true })
  assert.same({ order.S1[1], order.S1[2], table.unpack(order.S1, 4) }, callbacks)
  assert.is_true(is_same)
  assert.equal("here", left_behind(app))
end)

fact("LAUNCH-103", { needs = { "app's code", "condition of ours", "finger" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package, false)
  device.conditions.keepSessions = "always"
  support.name_scene_delegate(app)
  local discarded = {}
  function app.delegate:application_didDiscardSceneSessions(_, sessions)
    for _, session in ipairs(sessions) do discarded[#discarded + 1] = session.persistentIdentifier end
  end
  local function launch() return device:record(function() device:launch(app) end).callbacks end
  launch()
  if cell.lifecycle == "appDelegate" then
    app:terminate()
    assert.same(order.A1, launch())
    return
  end
  local first = app.scenes[1]
  device:pressHome()
  assert.callbacks(
    { "sceneDidDisconnect", "application_didDiscardSceneSessions" }, device:record(function() first:discard() end))
  assert.same({ first.identifier }, discarded)
  device:advance(5)
  assert.equal("runningBackgroundSuspended", app.state) -- as before (LAUNCH-073)
  launch()
  local second = app.scenes[1].identifier
  app:terminate() -- closes its windows, too
  assert.same({ first.identifier }, discarded)
  local expected = { table.unpack(order.S1) }
  table.insert(expected, 3, "application_didDiscardSceneSessions")
  assert.same(expected, launch())
  assert.same({ first.identifier, second }, discarded)
  -- On the screen it leaves it first; behind another one nothing else happens.
  local gone = { "sceneDidDisconnect", "application_didDiscardSceneSessions" }
  local trace = device:record(function() app.scenes[1]:discard() end)
  assert.callbacks({ "sceneWillResignActive", "sceneDidEnterBackground", table.unpack(gone) }, trace)
  assert.is_nil(device.front)
  if cell.model == "iPhone" then return end
  local pad, wide = support.installed(cell, several)
  local behind = wide.scenes[1]
  wide:newScene()
  assert.callbacks(gone, pad:record(function() behind:discard() end))
  pad:advance(6)
  assert.equal("runningForeground", wide.state)
  -- The session of another window stays.
  device, app = support.installed(cell, several)
  device.conditions.keepSessions = "always"
  local window
  app:run(function() window = UIApplication.shared.keyWindow end)
  app:newScene()
  device:pressHome()
  local closed, other = app.scenes[1], app.scenes[2].identifier
  closed:discard()
  app:run(function() -- whatever the code does with the closed one
    local Root = UIViewController.subclass "Root"
    function Root:viewDidLoad() error "there is no window" end
    window.rootViewController = Root()
  end)
  app:terminate "jetsam"
  device:launch(app)
  assert.equal(other, app.scenes[1].identifier)
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

fact("LAUNCH-125", { needs = {} }, function(cell)
  local old, new = "iPhone 5s", "iPhone 17"
  if cell.model == "iPad" then old, new = "iPad 2", "iPad Pro 11-inch (M4)" end
  local function exists(model) return (pcall(function() Device { model = model, os = cell.os } end)) end
  assert.equal(not cell.at_least "27.0", exists(old))
  assert.equal(cell.at_least "27.0", exists(new))
  assert.is_true(exists(cell.model))
end)
