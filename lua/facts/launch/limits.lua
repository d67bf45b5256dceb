-- The facts of launch.md, “5. Watchdog and other launch-time limits”.

local support = require "homescreen.facts.support"

local package = support.package { UIBackgroundModes = { "fetch" } }

local text = ("x"):rep(1 << 20)

--- Never ends. Each turn costs as much of the budget as a search of the text, so the watchdog acts soon.
local function hang() while true do utf8.len(text, -1, 1) end end

--- The transitions of an app: their callbacks, without and with scenes, and their causes.
local transitions = {
  launch = {
    old = "application_didFinishLaunchingWithOptions", new = "scene_willConnectToSession_options",
    start = function(device, app) device:launch(app) end,
  },
  resume = {
    old = "applicationWillEnterForeground", new = "sceneWillEnterForeground",
    start = function(device, app)
      device:launch(app)
      device:pressHome()
      app:activate()
    end,
  },
  suspend = {
    old = "applicationDidEnterBackground", new = "sceneDidEnterBackground",
    start = function(device, app)
      device:launch(app)
      device:pressHome()
    end,
  },
  quit = {
    old = "applicationWillTerminate", new = "sceneDidDisconnect",
    start = function(device, app)
      device:launch(app)
      app:terminate()
    end,
  },
}

--- An app that hangs in one of its transitions, and the time that the system allowed.
local function hanging(cell, name)
  local transition = transitions[name]
  local device, app = support.installed(cell, package, false)
  if cell.lifecycle == nil or cell.lifecycle == "appDelegate" then
    app.delegate[transition.old] = hang
  else
    support.name_scene_delegate(app)
    app.sceneDelegate[transition.new] = hang
    if name == "resume" then -- sceneWillEnterForeground belongs to the launch, too
      local entered = false
      app.sceneDelegate[transition.new] = function()
        if entered then hang() end
        entered = true
      end
    end
  end
  local allowance
  for _, event in ipairs(device:record(function() transition.start(device, app) end)) do
    if event.name == "crash" then allowance = event.detail:match "allowance=\"?([%d.]+)" end
  end
  return app, tonumber(allowance)
end

fact("LAUNCH-067", { needs = { "app's code" }, lifecycles = true }, function(cell)
  for _, name in ipairs { "launch", "resume", "suspend", "quit" } do
    local app = hanging(cell, name)
    assert.equal("0x8badf00d", app.crash.code)
    assert.equal("notRunning", app.state)
  end
end)

fact("LAUNCH-068", { needs = { "app's code" }, versions = { "13.0" } }, function(cell)
  local name = cell.at_least "13.0" and "application<com.example.paint>" or "com.example.paint"
  local text = "%s watchdog transgression: " .. name .. " exhausted real (wall clock) time allowance of %s seconds"
  for name, words in pairs { launch = { "scene-create", "19.97" }, resume = { "scene-update", "10.00" } } do
    local app = hanging(cell, name)
    assert.equal(cell.holds, app.crash.reason == text:format(table.unpack(words)))
  end
end)

fact("LAUNCH-069", { needs = { "app's code" } }, function(cell)
  for name, seconds in pairs { launch = 20, resume = 10, suspend = 10, quit = 6 } do
    local app, allowance = hanging(cell, name)
    local default = name == "launch" and 20 or 10
    assert.near(cell.holds and seconds or default, allowance, 0.03)
    assert.equal(cell.holds, app.crash.reason == ("com.example.paint failed to %s in time"):format(name))
  end
end)

fact("LAUNCH-070", { needs = { "app's code", "condition of ours" } }, function(cell)
  for _, attached in ipairs { true, false } do
    local device, app = support.installed(cell, package, false)
    device.conditions.debugger = attached
    app.delegate.application_didFinishLaunchingWithOptions = hang
    local ended = pcall(function() device:launch(app) end)
    assert.equal(not attached, ended) -- else the tester learns that the code never ends
    assert.equal(not attached, app.crash.code == "0x8badf00d")
  end
end)

fact("LAUNCH-086", { needs = { "app's code", "clock", "condition of ours" }, versions = { "11.0" } }, function(cell)
  local function later(body, seconds)
    return function() DispatchQueue.main:asyncAfter(seconds, body) end
  end
  local places = {
    resume = {
      function(device, app)
        device:launch(app)
        app:run(function() DispatchQueue.main:async(hang) end)
      end,
      function(device, app)
        device:launch(app)
        app:run(later(hang, 3))
        device:advance(3)
      end,
    },
    launch = {
      function(device, app) -- it was never active
        device:launch(app, { backgroundFetch = true })
        app:run(later(hang, 3))
        device:advance(3)
      end,
    },
  }
  for name, ways in pairs(places) do
    for _, way in ipairs(ways) do
      local device, app = support.installed(cell, package, false)
      way(device, app)
      assert.equal("0x8badf00d", app.crash.code)
      assert.equal("notRunning", app.state)
      local old = ("com.example.paint failed to %s in time"):format(name)
      assert.equal(not cell.at_least "11.0", app.crash.reason == old)
    end
  end
end)
