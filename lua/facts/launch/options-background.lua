-- The facts of launch.md, “3. Launch options and connection options”: events that start an app in the background.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"
local order = support.order
local package, receiver, with = launching.package, launching.receiver, launching.with
local answer, received, fetch = launching.answer, launching.received, launching.fetch

--- Asserts that neither a scene nor a screen follows.
local start = { order.A1[1], order.A1[2] }

fact("LAUNCH-094", { needs = { "app's code", "condition of ours" }, lifecycles = true }, function(cell)
  local device, app, got, launch = receiver(cell)
  assert.same(with(start, fetch, 3), launch { backgroundFetch = true })
  assert.is_true(got.launched)
  assert.is_nil(got.launch)
  assert.same({ fetch }, launch { backgroundFetch = true })
  device:launch(app)
  assert.error(function() device:launch(app, { backgroundFetch = true }) end)
  device:pressHome()
  assert.same({ fetch }, launch { backgroundFetch = true })
  assert.equal("runningBackground", app.state)
end)

fact("LAUNCH-095", { needs = { "app's code", "condition of ours" }, lifecycles = true }, function(cell)
  local silent = { notification = { silent = true, userInfo = { page = 7 } } }
  local device, app, got, launch = receiver(cell)
  assert.same(with(start, received, 3), launch(silent))
  local payload = got.launch and got.launch.remoteNotification
  assert.equal(cell.lifecycle == "appDelegate" and 7 or nil, payload and payload.page)
  assert.equal(7, got.answer.userInfo.page)
  assert.same({ received }, launch(silent))
  assert.equal("runningBackground", app.state)
  device:launch(app)
  assert.same({ received }, launch(silent))
  assert.equal(7, got.answer.userInfo.page)
  assert.equal("runningForeground", app.state)
end)

fact("LAUNCH-096", { needs = { "app's code", "condition of ours" }, lifecycles = true }, function(cell)
  local situations = {
    fetch = { backgroundFetch = true }, ["remote-notification"] = { notification = { silent = true } },
  }
  for _, modes in ipairs { {}, { "fetch" }, { "remote-notification" }, { "fetch", "remote-notification" } } do
    for mode, situation in pairs(situations) do
      local device = Device(cell)
      local app = device:install(support.package { UIBackgroundModes = plist.array(modes) }, cell)
      local works = pcall(function() device:launch(app, situation) end)
      assert.equal(modes[1] == mode or modes[2] == mode, works)
      assert.equal(works and "runningBackground" or "notRunning", app.state)
    end
  end
  -- Identifiers of background tasks do not turn fetches off.
  local device = Device(cell)
  local app = device:install(support.package {
    UIBackgroundModes = { "fetch" }, BGTaskSchedulerPermittedIdentifiers = { "com.example.paint.refresh" },
  }, cell)
  device:launch(app, situations.fetch)
  assert.equal("runningBackground", app.state)
end)

fact("LAUNCH-097", {
  needs = { "app's code", "clock", "condition of ours" }, lifecycles = true, versions = { "10.0" },
}, function(cell)
  local function visible(method, situation, body)
    local device, app = support.installed(cell, package, false)
    app.delegate[method] = body
    local seen, outcomes = {}, 0
    for _, event in ipairs(device:record(function() device:launch(app, situation) end)) do
      if event.name == "completed" then
        outcomes = outcomes + 1
      else
        seen[#seen + 1] = ("%s %s %s %s"):format(event.time, event.kind, event.name, event.detail)
      end
    end
    device:advance(30)
    seen[#seen + 1] = app.state
    seen[#seen + 1] = table.concat(app.console, "\n")
    seen[#seen + 1] = tostring(app.crash)
    return seen, outcomes
  end
  local ways = {
    { fetch, { backgroundFetch = true }, function(_, _, done) done "newData" end },
    { received, { notification = { silent = true } }, function(_, _, _, done) done "failed" end },
  }
  local tapped = { answer, { notification = "Hello" }, function(_, _, _, done) done() end }
  local _, is_answered = visible(table.unpack(tapped))
  assert.equal(cell.at_least "10.0" and 1 or 0, is_answered)
  if is_answered == 1 then ways[#ways + 1] = tapped end
  for _, way in ipairs(ways) do
    local seen, outcomes = visible(table.unpack(way))
    assert.equal(1, outcomes)
    local without, none = visible(way[1], way[2], function() end)
    assert.equal(0, none)
    assert.same(without, seen)
  end
  -- Another call is one too many.
  local device, app = support.installed(cell, package, false)
  local names = {}
  app.delegate[fetch] = function(_, _, done)
    done "newData"
    done "noData"
  end
  for _, event in ipairs(device:record(function() device:launch(app, { backgroundFetch = true }) end)) do
    if event.name:find("completed", 1, true) then names[#names + 1] = event.name end
  end
  assert.same({ "completed", "completedAgain" }, names)
end)

fact("LAUNCH-100", {
  needs = { "app's code", "finger", "clock", "condition of ours" }, lifecycles = true,
}, function(cell)
  local device, app = support.installed(cell, package, false)
  local root = UIViewController.subclass "Root"
  local loaded, appeared = 0, 0
  function root:viewDidLoad() loaded = loaded + 1 end
  function root:viewDidAppear() appeared = appeared + 1 end
  app.rootViewController = root
  local trace = device:record(function()
    device:launch(app, { backgroundFetch = true })
    app:run(function() assert.equal("background", UIApplication.shared.applicationState) end)
    assert.equal("runningBackground", app.state)
    device:advance(4.9)
    assert.equal("runningBackground", app.state)
    device:advance(0.2)
  end)
  assert.same(with(start, fetch, 3), trace.callbacks)
  assert.equal("runningBackgroundSuspended", app.state)
  assert.same({}, app.scenes)
  assert.is_nil(device.front)
  assert.equal("home", device.springboard.mode)
  assert.equal(1, support.count(trace, "delivery", "sent"))
  assert.same({ cell.lifecycle == "appDelegate" and 1 or 0, 0 }, { loaded, appeared })
  assert.callbacks(
    cell.lifecycle == "appDelegate" and { "applicationWillEnterForeground", "applicationDidBecomeActive" } or order.S4,
    device:record(function() device.springboard:icon(app):tap() end))
  assert.same({ 1, 1 }, { loaded, appeared })
  app:run(function() -- so it can present
    local alert = UIAlertController { message = "here" }
    alert:addAction(UIAlertAction { title = "OK" })
    UIApplication.shared.keyWindow.rootViewController:present(alert)
  end)
  assert.equal("here", device.alert.message)
  device.alert:tap "OK"
  -- A process that was already running is also suspended again.
  device:pressHome()
  device:advance(5)
  assert.equal("runningBackgroundSuspended", app.state)
  device:launch(app, { backgroundFetch = true })
  assert.equal("runningBackground", app.state)
  device:advance(5)
  assert.equal("runningBackgroundSuspended", app.state)
end)

fact("LAUNCH-202", { needs = { "app's code", "condition of ours" }, lifecycles = true }, function(cell)
  local _, app, got, launch = receiver(cell)
  local without_scenes = cell.lifecycle == "appDelegate"
  for _, quits in ipairs { false, true } do
    assert.same(start, launch { location = true })
    assert.is_true(got.launched)
    assert.equal(without_scenes or nil, got.launch and got.launch.location)
    assert.is_nil(got.connection)
    assert.same({}, launch { location = true })
    assert.equal("runningBackground", app.state)
    app:terminate(quits and "jetsam" or "user")
  end
end)

fact("LAUNCH-203", { needs = { "app's code", "condition of ours" }, lifecycles = true }, function(cell)
  local managers = { "thermometer", "lock" }
  local device = Device(cell)
  local app = device:install(support.package { UIBackgroundModes = { "bluetooth-central" } }, cell)
  local options
  function app.delegate:application_didFinishLaunchingWithOptions(_, launch_options) options = launch_options end
  local trace = device:record(function() device:launch(app, { bluetooth = managers }) end)
  assert.same(start, trace.callbacks)
  assert.same(cell.lifecycle == "appDelegate" and managers or nil, options and options.bluetoothCentrals)
  assert.equal("runningBackground", app.state)
  app:terminate "user"
  device:launch(app, { bluetooth = managers })
  assert.equal("notRunning", app.state)
  local other = Device(cell)
  local undeclared = other:install(support.package(), cell)
  assert.error_matches(function() other:launch(undeclared, { bluetooth = managers }) end, "background")
end)
