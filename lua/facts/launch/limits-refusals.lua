-- The facts of launch.md, “5. Watchdog and other launch-time limits”: launches that the system refuses.

local support = require "homescreen.facts.support"

local package = support.package()

--- The reason and the fact of a refusal, the state of the app after it and the number of calls; nil without a refusal.
local function refused(cell, refusal, distribution)
  local device = Device(cell)
  device.conditions.launchRefusal = refusal
  local app = device:install(package, { distribution = distribution })
  local trace = device:record(function() device:launch(app) end)
  for _, event in ipairs(trace) do
    if event.name == "refused" then return { event.detail:match "reason=(%S+)", event.fact, app.state, #trace.callbacks } end
  end
  assert.equal("runningForeground", app.state)
  return nil
end

--- Asserts that these builds, and no others, are refused.
local function refuses(cell, refusal, fact_id, distributions)
  for _, distribution in ipairs { "development", "adHoc", "enterprise", "testFlight", "appStore" } do
    local expected = distributions[distribution] and { refusal, fact_id, "notRunning", 0 } or nil
    assert.same(expected, refused(cell, refusal, distribution))
    assert.is_nil(refused(cell, "none", distribution))
  end
end

fact("LAUNCH-232", { needs = { "finger", "condition of ours" } }, function(cell)
  refuses(cell, "betaExpired", "LAUNCH-232", { testFlight = true })
end)

fact("LAUNCH-233", { needs = { "finger", "condition of ours" } }, function(cell)
  refuses(cell, "developerNotTrusted", "LAUNCH-233", { development = true, enterprise = true })
end)

fact("LAUNCH-234", { needs = { "finger", "condition of ours" } }, function(cell)
  refuses(cell, "developerModeOff", "LAUNCH-234", cell.holds and { development = true, adHoc = true } or {})
  local device = Device(cell)
  device.conditions.launchRefusal, device.conditions.simulator = "developerModeOff", true
  local app = device:install(package, { distribution = "development" })
  device:launch(app)
  assert.equal("runningForeground", app.state)
end)

fact("LAUNCH-235", {
  needs = { "app's code", "finger", "condition of ours" }, versions = { "13.0" },
}, function(cell)
  for _, situation in ipairs { { url = "paint://page" }, { notification = "Hello" }, { backgroundFetch = true } } do
    local device = Device(cell)
    local app = device:install(
      support.package { UIBackgroundModes = { "fetch" }, CFBundleURLTypes = { { CFBundleURLSchemes = { "paint" } } } },
      { distribution = "testFlight" })
    local function start() return device:record(function() device:launch(app, situation) end) end
    device.conditions.launchRefusal = "betaExpired"
    local trace = start()
    assert.same({}, trace.callbacks)
    assert.equal(0, support.count(trace, "process", "start"))
    assert.equal(0, support.count(trace, "delivery", "sent"))
    device.conditions.launchRefusal = "none"
    device:launch(app)
    device:pressHome()
    device.conditions.launchRefusal = "betaExpired" -- it is already running
    trace = start()
    assert.equal(0, support.count(trace, "process", "refused"))
    assert.equal(1, support.count(trace, "delivery", "sent"))
  end
  -- A quick action is lost, too: the next start is a plain one.
  local device = Device(cell)
  local app = device:install(support.items { { "search", "Search" } }, { distribution = "testFlight" })
  device.conditions.launchRefusal = "betaExpired"
  local menu = support.menu(app)
  assert.equal(cell.model == "iPad" and not cell.at_least "13.0", menu == nil) -- QUICK-097
  if not menu then return end
  local trace = device:record(function() menu:item("Search"):tap() end)
  assert.same({ {}, "notRunning" }, { trace.callbacks, app.state })
  device.conditions.launchRefusal = "none"
  trace = device:record(function() device:launch(app) end)
  assert.equal(0, support.count(trace, "delivery", "sent"))
end)
