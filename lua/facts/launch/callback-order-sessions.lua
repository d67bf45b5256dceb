-- The facts of launch.md, “1. Callback order, all situations”: several windows, and how long their sessions last.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"
local order = support.order
local package, several = launching.package, launching.several
local again, ends, has_no_scene = launching.again, launching.ends, launching.has_no_scene

local function quit(_, app) app:terminate() end

--- The activity that the scene left for its restoration.
local function left_behind(app)
  local activity = app.scenes[1].session.stateRestorationActivity
  return activity and activity.activityType
end

fact("LAUNCH-101", { needs = { "app's code", "finger" }, versions = { "26.0" } }, function(cell)
  local device, app = support.installed(cell, several, false)
  local icon = device.springboard:icon(app)
  icon:move { dock = 1 }
  device:launch(app)
  if not cell.holds then
    assert.error_matches(function() app:newScene() end, "has only one window")
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
  assert.callbacks(order.S4, device:record(function()
    if cell.at_least "26.0" then menu:item("New Window"):tap() else app:newScene() end -- QUICK-089
  end))
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
  if not cell.holds then
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
  -- A window on the screen leaves it first; for a window in the background nothing else happens.
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
