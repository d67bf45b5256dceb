-- The facts of launch.md, “1. Callback order, all situations”: without scenes.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"
local order = support.order
local package, performs, watch = launching.package, launching.performs, launching.watch
local without_scenes, with_scenes, has = launching.without_scenes, launching.with_scenes, support.has
local perform = launching.perform

fact("LAUNCH-001", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local trace = device:record(function() device.springboard:icon(app):tap() end)
  assert.callbacks(cell.holds and order.A1 or order.S1, trace)
end)

fact("LAUNCH-002", { needs = { "app's code", "finger" } }, function(cell)
  local _, app = support.installed(cell, package, false)
  local seen = watch(app)
  local trace = support.action(cell, app, "Search")
  if not trace then return end
  assert.same(cell.holds and without_scenes or with_scenes, seen)
  assert.equal(1, support.count(trace, "delivery", "sent"))
  local carriers = {}
  for place, carrier in ipairs(trace.handling[1].carriers) do carriers[place] = carrier.callback end
  assert.same(cell.holds and { table.unpack(order.A2, 1, 3) } or { order.S1[3], order.S1[4] }, carriers)
end)

fact("LAUNCH-003", { needs = { "app's code", "finger" } }, function(cell)
  local _, app = support.installed(cell, package, false)
  local trace = support.action(cell, app, "Search")
  if trace then assert.callbacks(cell.holds and order.A2 or order.S2, trace) end
end)

fact("LAUNCH-004", { needs = { "app's code", "finger" } }, function(cell)
  local refusals = { { will = false, did = true }, { will = true, did = false }, { will = false, did = false } }
  for _, returned in ipairs(refusals) do
    local _, app = support.installed(cell, package, false)
    local seen = watch(app, returned)
    local trace = support.action(cell, app, "Search")
    if trace then
      assert.callbacks(cell.holds and order.A3 or order.S2, trace)
      assert.same(cell.holds and { "will search", "did search" } or with_scenes, seen)
      local method = cell.holds and (returned.will and order.A3[2] or order.A3[1]) or order.S2[4]
      assert.equal(method, trace.handling[1].method)
    end
  end
end)

fact("LAUNCH-005", { needs = { "app's code", "finger" } }, function(cell)
  local _, app = support.installed(cell, package, false)
  function app.delegate:application_didFinishLaunchingWithOptions(_, options)
    if options and options.shortcutItem then app:didHandle(options.shortcutItem) end
    return true
  end
  performs(app.delegate, function(_, _, item) app:didHandle(item) end)
  local trace = support.action(cell, app, "Search")
  if trace then assert.equal(cell.holds and 2 or 0, trace.handling[1].handled) end
end)

fact("LAUNCH-006", { needs = { "app's code", "finger" } }, function(cell)
  local function cold(returned)
    local device, app = support.installed(cell, package, false)
    local function show(item)
      app:didHandle(item)
      local alert = UIAlertController { message = item.type }
      alert:addAction(UIAlertAction { title = "OK" })
      UIApplication.shared.keyWindow.rootViewController:present(alert)
    end
    function app.delegate:application_didFinishLaunchingWithOptions(_, options)
      if options and options.shortcutItem then show(options.shortcutItem) end
      return returned
    end
    performs(app.delegate, function(_, _, item) show(item) end)
    return support.action(cell, app, "Search"), app, device
  end
  local trace, app, device = cold(true)
  if not trace then return end
  assert.equal(cell.holds, has(trace.callbacks, perform))
  assert.equal(cell.holds and 2 or 0, trace.handling[1].handled)
  assert.equal(cell.holds and "search" or nil, device.alert and device.alert.message)
  if cell.holds then
    assert.logged("whose view is not in the window hierarchy", app)
    device.alert:tap "OK"
    assert.is_nil(device.alert)
  end
  assert.is_false(has(cold(false).callbacks, perform))
end)

fact("LAUNCH-007", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local steps = {}
  function app.delegate:applicationWillEnterForeground() steps[#steps + 1] = "foreground" end
  performs(app.delegate, function(_, _, item) steps[#steps + 1] = item.type end)
  device:launch(app)
  device:pressHome()
  local trace = support.action(cell, app, "Search")
  if trace then
    assert.callbacks(cell.holds and order.A4 or order.S3, trace)
    assert.equal(cell.holds, support.cites(trace, "LAUNCH-007"))
    assert.same(cell.holds and { "foreground", "search" } or {}, steps)
  end
end)

fact("LAUNCH-008", { needs = { "app's code", "finger" } }, function(cell)
  local url = { url = "paint://page", sourceApplication = "com.example.mail" }
  local function open(will, did)
    local device, app = support.installed(cell, package, false)
    local options, opened
    function app.delegate:application_willFinishLaunchingWithOptions() return will end
    function app.delegate:application_didFinishLaunchingWithOptions(_, given)
      options = given
      return did
    end
    function app.delegate:application_openURL_options(_, given, how)
      opened = given .. " from " .. how.sourceApplication
    end
    local function launch()
      opened = nil
      return device:record(function() device:launch(app, url) end), opened
    end
    local cold, first = launch()
    device:pressHome()
    local warm, second = launch()
    return { cold = cold, first = first, options = options, warm = warm, second = second }
  end
  local opened = cell.holds and "paint://page from com.example.mail" or nil
  local accepted = open(true, true)
  assert.callbacks(cell.holds and order.A5 or order.S5, accepted.cold)
  assert.equal(opened, accepted.first)
  assert.equal(cell.holds and "paint://page" or nil, accepted.options and accepted.options.url)
  assert.equal(cell.holds and "com.example.mail" or nil, accepted.options and accepted.options.sourceApplication)
  assert.callbacks(cell.holds and order.A6 or order.S6, accepted.warm)
  assert.equal(opened, accepted.second)
  for _, refused in ipairs { open(true, false), open(false, true), open(false, false) } do
    assert.callbacks(cell.holds and order.A1 or order.S5, refused.cold)
    assert.is_nil(refused.first)
  end
end)

fact("LAUNCH-009", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local options, kind, activity
  function app.delegate:application_didFinishLaunchingWithOptions(_, given) options = given end
  function app.delegate:application_willContinueUserActivityWithType(_, given) kind = given end
  function app.delegate:application_continueUserActivity_restorationHandler(_, given) activity = given end
  local trace = device:record(function() device:launch(app, { universalLink = "https://example.com/a" }) end)
  if not cell.holds then return assert.same({}, { options, kind, activity }) end -- the scene gets it (LAUNCH-032)
  assert.callbacks(order.A7, trace)
  assert.equal("https://example.com/a", options.userActivity.webpageURL)
  assert.equal("NSUserActivityTypeBrowsingWeb", kind)
  assert.equal("NSUserActivityTypeBrowsingWeb", activity.activityType)
  assert.equal("https://example.com/a", activity.webpageURL)
  -- A launch method that returns false withholds activities of all kinds.
  for _, situation in ipairs {
    { universalLink = "https://example.com/a" }, { spotlight = "note-7" }, { userActivity = "com.example.reading" },
  } do
    for _, method in ipairs { order.A1[1], order.A1[2] } do
      local other, refusing = support.installed(cell, package, false)
      refusing.delegate[method] = function() return false end
      assert.callbacks(order.A1, other:record(function() other:launch(refusing, situation) end))
    end
  end
end)

fact("LAUNCH-010", { needs = { "app's code", "finger" }, lifecycles = true, versions = { "10.0" } }, function(cell)
  local function callbacks(returned)
    local device, app = support.installed(cell, package, false)
    watch(app, { will = returned, did = returned })
    return device:record(function() device:launch(app, { notification = "Hello" }) end).callbacks
  end
  local method = cell.at_least "10.0" and "userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler"
    or "application_didReceiveRemoteNotification_fetchCompletionHandler"
  assert.is_true(has(callbacks(true), method))
  assert.same(callbacks(true), callbacks(false))
end)
