-- The facts of launch.md, “1. Callback order, all situations”: with scenes.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"
local order = support.order
local package, will_connect, scene_performs = launching.package, launching.will_connect, launching.scene_performs
local performs, watch, without_scenes = launching.performs, launching.watch, launching.without_scenes
local with_scenes, has, perform = launching.with_scenes, support.has, launching.perform

local scene_perform = "windowScene_performActionForShortcutItem_completionHandler"

--- The app leaves the screen and loses its scene, or never had one: every way to a process without a connected scene.
local function without_connected_scene(cell)
  local device, started = support.installed(cell, package, false)
  support.name_scene_delegate(started)
  device:launch(started, { backgroundFetch = true })
  local again, left = support.installed(cell, package, false)
  support.name_scene_delegate(left)
  again:launch(left)
  again:pressHome()
  for _, scene in ipairs(left.scenes) do scene:disconnect() end
  return started, left
end

fact("LAUNCH-011", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local trace = device:record(function() device.springboard:icon(app):tap() end)
  assert.callbacks(cell.holds and order.S1 or order.A1, trace)
end)

fact("LAUNCH-012", { needs = { "app's code", "finger" } }, function(cell)
  local reasons = {
    function(device, app) device.springboard:icon(app):press():item("Search"):tap() end,
    function(device, app) device:launch(app, { url = "paint://page" }) end,
    function(device, app) device:launch(app, { notification = "Hello" }) end,
    function(device, app) device:launch(app, { universalLink = "https://example.com" }) end,
  }
  for _, launch in ipairs(reasons) do
    local device, app = support.installed(cell, package, false)
    local calls = 0
    local function check(_, _, options)
      calls = calls + 1
      assert.equal(cell.holds, options == nil)
    end
    app.delegate.application_willFinishLaunchingWithOptions = check
    app.delegate.application_didFinishLaunchingWithOptions = check
    launch(device, app)
    assert.equal(2, calls)
  end
end)

fact("LAUNCH-013", { needs = { "app's code", "finger" } }, function(cell)
  local _, app = support.installed(cell, package, false)
  local seen = watch(app)
  local trace = support.action(cell, app, "Search")
  assert.callbacks(cell.holds and order.S2 or order.A2, trace)
  assert.same(cell.holds and with_scenes or without_scenes, seen)
end)

fact("LAUNCH-014", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  watch(app)
  local function ways()
    local found = {}
    for _, carrier in ipairs(support.action(cell, app, "Search").handling[1].carriers) do
      if carrier.callback == "scene_willConnectToSession_options" or carrier.callback == scene_perform then
        found[#found + 1] = carrier.callback
      end
    end
    return found
  end
  assert.same(cell.holds and { "scene_willConnectToSession_options" } or {}, ways())
  device:pressHome()
  assert.same(cell.holds and { scene_perform } or {}, ways())
end)

fact("LAUNCH-015", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local seen = watch(app)
  device:launch(app)
  device:pressHome()
  support.action(cell, app, "Search")
  assert.same({ cell.holds and "scene performs search" or "perform search" }, seen)
end)

fact("LAUNCH-016", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local state
  support.name_scene_delegate(app)
  scene_performs(app.sceneDelegate, function(_, scene) state = scene.activationState end)
  device:launch(app)
  device:pressHome()
  local trace = support.action(cell, app, "Search")
  assert.callbacks(cell.holds and order.S3 or order.A4, trace)
  assert.equal(cell.holds, support.cites(trace, "LAUNCH-016"))
  assert.equal(cell.holds and "background" or nil, state)
end)

fact("LAUNCH-017", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  for _, app in ipairs { without_connected_scene(cell) } do
    assert.same({}, app.scenes)
    local item
    will_connect(app.sceneDelegate, function(_, _, _, options) item = options.shortcutItem end)
    local trace = support.action(cell, app, "Search")
    assert.equal(1, support.count(trace, "delivery", "sent"))
    assert.equal(cell.holds, support.cites(trace, "LAUNCH-017"))
    assert.equal(cell.holds and "search" or nil, item and item.type)
    assert.equal(cell.holds and 1 or 0, #app.scenes)
  end
end)

fact("LAUNCH-018", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  for _, app in ipairs { without_connected_scene(cell) } do
    local callbacks = support.action(cell, app, "Search").callbacks
    for _, method in ipairs { order.S1[1], order.S1[2], scene_perform } do
      assert.is_false(has(callbacks, method))
    end
    assert.equal(not cell.holds, has(callbacks, perform))
    assert.equal(cell.holds, has(callbacks, "scene_willConnectToSession_options"))
  end
  -- A tap is the same without an item.
  for _, app in ipairs { without_connected_scene(cell) } do
    local trace = app.device:record(function() app:activate() end)
    assert.equal(cell.holds, support.cites(trace, "LAUNCH-018"))
    assert.is_false(has(trace.callbacks, order.S1[1]))
  end
end)

fact("LAUNCH-019", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, package, false)
  support.name_scene_delegate(app)
  local function handle(_, _, item) app:didHandle(item) end
  performs(app.delegate, handle)
  scene_performs(app.sceneDelegate, handle) -- one way only
  device:launch(app)
  device:pressHome()
  assert.handled_once(support.action(cell, app, "Search"))
  device:pressHome()
  app:terminate "jetsam"
  local trace = support.action(cell, app, "Search")
  assert.equal("application_willFinishLaunchingWithOptions", trace.callbacks[1])
  assert.equal(cell.lifecycle == "appDelegate" and 1 or 0, trace.handling[1].handled)
end)

fact("LAUNCH-020", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, package, false)
  watch(app)
  local icon = device.springboard:icon(app)
  icon:move { dock = 1 }
  device:launch(app)
  if cell.model == "iPhone" then
    assert.error_matches(function() icon:press() end, "is not visible: com.example.paint is in front")
    return
  end
  local menu = icon:press()
  assert.callbacks(
    { cell.lifecycle == "appDelegate" and perform or scene_perform },
    device:record(function() menu:item("Search"):tap() end))
end)

fact("LAUNCH-106", { needs = { "app's code", "finger" }, lifecycles = true, versions = { "13.0" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local icon = device.springboard:icon(app)
  icon:move { dock = 1 }
  local other = device:install(support.package { CFBundleIdentifier = "com.example.other" }, cell)
  device:launch(other)
  if not cell.holds then
    for _, touch in ipairs { icon.press, icon.tap } do
      assert.error_matches(function() touch(icon) end, "is not visible: com.example.other is in front")
    end
    assert.equal("runningForeground", other.state)
    return
  end
  icon:tap()
  assert.equal("runningForeground", app.state)
  device:launch(other)
  local menu
  local trace = device:record(function() menu = icon:press() end)
  assert.same({}, trace.callbacks)
  assert.equal("runningForeground", other.state)
  assert.equal(cell.at_least "13.0", menu ~= nil) -- QUICK-112
  -- No icons jiggle over an app.
  if menu then device:pressHome() end
  device:launch(other)
  icon:press(3)
  assert.Not.equal("editing", device.springboard.mode)
end)

fact("LAUNCH-021", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local calls = 0
  performs(app.delegate, function() calls = calls + 1 end)
  -- The trace says so about the method that is never called.
  assert.equal(cell.holds and perform or nil, support.action(cell, app, "Search").handling[1].unused)
  assert.equal(cell.holds and 0 or 1, calls)
  device:pressHome()
  local trace = support.action(cell, app, "Search")
  assert.equal(cell.holds and 0 or 2, calls)
  assert.equal(not cell.holds, has(trace.callbacks, perform))
  trace = device:record(function() device:launch(app, { url = "paint://page" }) end)
  for _, event in ipairs(trace) do assert.Not.matches("unused", event.detail) end
  local _, without = support.installed(cell, package, false)
  assert.is_nil(support.action(cell, without, "Search").handling[1].unused)
end)

fact("LAUNCH-022", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  support.name_scene_delegate(app)
  performs(app.delegate, function(_, _, item) app:didHandle(item) end)
  device:launch(app)
  device:pressHome()
  local trace = support.action(cell, app, "Search")
  assert.equal("runningForeground", app.state)
  assert.equal(cell.holds and 0 or 1, trace.handling[1].handled)
  assert.equal(cell.holds and scene_perform or perform, trace.handling[1].method)
  assert.equal(not cell.holds, trace.handling[1].carriers[1].implemented)
  -- An app without delegates lacks it in either life cycle.
  device, app = support.installed(cell, package, false)
  device:launch(app)
  device:pressHome()
  assert.is_false(support.action(cell, app, "Search").handling[1].carriers[1].implemented)
end)

fact("LAUNCH-023", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local seen = watch(app, { will = false, did = false })
  support.action(cell, app, "Search")
  assert.same(cell.holds and with_scenes or { "will search", "did search" }, seen)
  device:pressHome()
  support.action(cell, app, "Search")
  assert.equal(cell.holds and "scene performs search" or "perform search", seen[#seen])
end)

fact("LAUNCH-024", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local called = {}
  local methods = {
    "applicationDidBecomeActive", "applicationWillResignActive", "applicationDidEnterBackground",
    "applicationWillEnterForeground",
  }
  for _, method in ipairs(methods) do
    app.delegate[method] = function() called[#called + 1] = method end
  end
  device:launch(app)
  device:pressHome()
  app:activate()
  methods[#methods + 1] = "applicationDidBecomeActive"
  assert.same(cell.holds and {} or methods, called)
end)

fact("LAUNCH-071", { needs = { "app's code", "finger" } }, function(cell)
  local function types(receiver, method)
    local device, app = support.installed(cell, package, false)
    support.name_scene_delegate(app)
    app[receiver][method] = function()
      UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "new", localizedTitle = "New" } }
    end
    device:launch(app)
    device:pressHome()
    app:activate()
    device:pressHome()
    local found = {}
    for _, row in ipairs(device.springboard:icon(app):press().rows) do found[#found + 1] = row.type end
    return found
  end
  local old, new = { "search" }, { "search", "new" }
  assert.same(cell.holds and old or new, types("delegate", "applicationWillEnterForeground"))
  assert.same(cell.holds and new or old, types("sceneDelegate", "sceneWillEnterForeground"))
end)

fact("LAUNCH-025", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_scenes(cell) then return end
  local device, app = support.installed(cell, package, false)
  local called = {}
  for place, method in ipairs { order.S1[1], order.S1[2] } do
    app.delegate[method] = function() called[#called + 1] = place end
  end
  device:launch(app)
  assert.same({ 1, 2 }, called)
end)

fact("LAUNCH-026", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
  if support.lacks_swiftui(cell) then return end
  local device, app = support.installed(cell, package, false)
  local seen = watch(app)
  assert.callbacks(order.S2, support.action(cell, app, "Search"))
  device:pressHome()
  assert.callbacks(order.S3, support.action(cell, app, "Search"))
  assert.same({ "configuration search", "connect search", "scene performs search" }, seen)
end)

fact("LAUNCH-027", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
  if support.lacks_swiftui(cell) then return end
  local function handled(adapts)
    local device, app = support.installed(cell, package, false)
    if adapts then support.name_scene_delegate(app) end
    will_connect(app.sceneDelegate, function(_, _, _, options)
      if options.shortcutItem then app:didHandle(options.shortcutItem) end
    end)
    scene_performs(app.sceneDelegate, function(_, _, item) app:didHandle(item) end)
    local cold = support.action(cell, app, "Search").handling[1].handled
    device:pressHome()
    return { cold, support.action(cell, app, "Search").handling[1].handled }
  end
  assert.same({ 1, 1 }, handled(true))
  assert.same({ 0, 0 }, handled(false)) -- nothing names the class
end)

fact("LAUNCH-028", { needs = { "app's code", "finger", "condition of ours" }, versions = { "13.0" } }, function(cell)
  if support.lacks_swiftui(cell) then return end
  for _, swallows in ipairs { false, true } do
    local device, app = support.installed(cell, package, false)
    device.conditions.swallowsWillConnect = swallows
    local seen = watch(app)
    support.action(cell, app, "Search")
    assert.same(swallows and { "configuration search" } or with_scenes, seen)

    local again, safe = support.installed(cell, package, false)
    again.conditions.swallowsWillConnect = swallows
    local pending
    function safe.delegate:application_configurationForConnectingSceneSession_options(_, _, options)
      pending = options.shortcutItem
      return UISceneConfiguration { delegateClass = safe.sceneDelegate }
    end
    will_connect(safe.sceneDelegate, function(_, _, _, options) pending = options.shortcutItem or pending end)
    function safe.sceneDelegate:sceneDidBecomeActive()
      if pending then safe:didHandle(pending) end
      pending = nil
    end
    assert.handled_once(support.action(cell, safe, "Search"))
  end
end)
