-- The facts of launch.md, “1. Callback order, all situations”.

local support = require "homescreen.facts.support"
local order = support.order

local package = support.items(
  { { "search", "Search" } }, { UIBackgroundModes = { "fetch", "remote-notification" } })
local several = support.items(
  { { "search", "Search" } }, { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } })

local function will_connect(delegate, body) delegate.scene_willConnectToSession_options = body end

local function scene_performs(delegate, body)
  delegate.windowScene_performActionForShortcutItem_completionHandler = body
end

local function performs(delegate, body)
  delegate.application_performActionForShortcutItem_completionHandler = body
end

--- Writes down which methods of the app find the quick action; the launch methods return what `returned` says.
local function watch(app, returned)
  local seen = {}
  local function find(method, item)
    if item then seen[#seen + 1] = method .. " " .. item.type end
  end
  returned = returned or { will = true, did = true }
  function app.delegate:application_willFinishLaunchingWithOptions(_, options)
    find("will", options and options.shortcutItem)
    return returned.will
  end
  function app.delegate:application_didFinishLaunchingWithOptions(_, options)
    find("did", options and options.shortcutItem)
    return returned.did
  end
  performs(app.delegate, function(_, _, item) find("perform", item) end)
  function app.delegate:application_configurationForConnectingSceneSession_options(_, _, options)
    find("configuration", options.shortcutItem)
    return UISceneConfiguration { delegateClass = app.sceneDelegate }
  end
  will_connect(app.sceneDelegate, function(_, _, _, options) find("connect", options.shortcutItem) end)
  scene_performs(app.sceneDelegate, function(_, _, item) find("scene performs", item) end)
  return seen
end

local without_scenes = { "will search", "did search", "perform search" }
local with_scenes = { "configuration search", "connect search" }

local function has(list, name)
  for _, entry in ipairs(list) do
    if entry == name then return true end
  end
  return false
end

local perform = "application_performActionForShortcutItem_completionHandler"
local scene_perform = "windowScene_performActionForShortcutItem_completionHandler"

--- The app leaves the screen and loses its scene, or never had one: each way to a process without connected scene.
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

--- The next launch after `finish(device, app)`: the app, its callbacks, and whether the session is the one before.
local function again(cell, finish, conditions)
  local device, app = support.installed(cell, package, false)
  for name, value in pairs(conditions or {}) do device.conditions[name] = value end
  function app.sceneDelegate:stateRestorationActivityForScene() return { activityType = "here" } end
  support.name_scene_delegate(app)
  device:launch(app)
  local first = app.scenes[1].identifier
  device:pressHome()
  finish(device, app)
  local callbacks = device:record(function() device:launch(app) end).callbacks
  return app, callbacks, app.scenes[1].identifier == first
end

--- An app in front that can have several windows: app, and a function that taps a quick action on the Home Screen and
--- gives the identifier of the scene that gets it.
local function with_windows(cell)
  local device, app = support.installed(cell, several, false)
  support.name_scene_delegate(app)
  local taken
  scene_performs(app.sceneDelegate, function(_, scene) taken = scene.identifier end)
  device:launch(app)
  return app, function(title)
    device:pressHome()
    support.action(cell, app, title)
    return taken
  end
end

--- What ends a process without the user.
local ends = {
  function(_, app) app:terminate "jetsam" end,
  function(device) device:reboot() end,
  function(_, app)
    assert.crashes(app, function()
      app:run(function() error "fault" end)
    end)
  end,
}

local function has_no_scene(cell)
  if cell.lifecycle ~= "appDelegate" then return false end
  local _, app = support.installed(cell, package)
  assert.same({}, app.scenes)
  return true
end

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

fact("LAUNCH-001", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local trace = device:record(function() device.springboard:icon(app):tap() end)
  assert.callbacks(cell.holds and order.A1 or order.S1, trace)
end)

fact("LAUNCH-002", { needs = { "app's code", "finger" } }, function(cell)
  local _, app = support.installed(cell, package, false)
  local seen = watch(app)
  if support.action(cell, app, "Search") then
    assert.same(cell.holds and without_scenes or with_scenes, seen)
  end
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
    assert.same(cell.holds and { "foreground", "search" } or {}, steps)
  end
end)

fact("LAUNCH-008", { needs = { "app's code", "finger" } }, function(cell)
  local url = { url = "paint://page", sourceApplication = "com.example.mail" }
  local function open(returned)
    local device, app = support.installed(cell, package, false)
    local options, opened
    function app.delegate:application_didFinishLaunchingWithOptions(_, given)
      options = given
      return returned
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
  local accepted = open(true)
  assert.callbacks(cell.holds and order.A5 or order.S5, accepted.cold)
  assert.equal(opened, accepted.first)
  assert.equal(cell.holds and "paint://page" or nil, accepted.options and accepted.options.url)
  assert.equal(cell.holds and "com.example.mail" or nil, accepted.options and accepted.options.sourceApplication)
  assert.callbacks(cell.holds and order.A6 or order.S6, accepted.warm)
  assert.equal(opened, accepted.second)
  local refused = open(false)
  assert.callbacks(cell.holds and order.A1 or order.S5, refused.cold)
  assert.is_nil(refused.first)
end)

fact("LAUNCH-009", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local options, kind, activity
  function app.delegate:application_didFinishLaunchingWithOptions(_, given) options = given end
  function app.delegate:application_willContinueUserActivityWithType(_, given) kind = given end
  function app.delegate:application_continueUserActivity_restorationHandler(_, given) activity = given end
  local trace = device:record(function() device:launch(app, { universalLink = "https://example.com/a" }) end)
  assert.callbacks(order.A7, trace)
  assert.equal("https://example.com/a", options.userActivity.webpageURL)
  assert.equal("NSUserActivityTypeBrowsingWeb", kind)
  assert.equal("NSUserActivityTypeBrowsingWeb", activity.activityType)
  assert.equal("https://example.com/a", activity.webpageURL)
end)

fact("LAUNCH-010", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
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
  local device, app = support.installed(cell, package)
  device:pressHome()
  assert.callbacks(cell.holds and order.S3 or order.A4, support.action(cell, app, "Search"))
end)

fact("LAUNCH-017", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  for _, app in ipairs { without_connected_scene(cell) } do
    assert.same({}, app.scenes)
    local item
    will_connect(app.sceneDelegate, function(_, _, _, options) item = options.shortcutItem end)
    support.action(cell, app, "Search")
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
end)

fact("LAUNCH-019", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
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
  local device, app = support.installed(cell, package, false)
  watch(app)
  local icon = device.springboard:icon(app)
  icon:move { dock = 1 }
  device:launch(app)
  if cell.model == "iPhone" then
    assert.error_matches(function() icon:press() end, "is not to be seen: com.example.paint is in front")
    return
  end
  local menu = icon:press()
  assert.callbacks(
    { cell.lifecycle == "appDelegate" and perform or scene_perform },
    device:record(function() menu:item("Search"):tap() end))
end)

fact("LAUNCH-106", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package, false)
  local icon = device.springboard:icon(app)
  icon:move { dock = 1 }
  local other = device:install(support.package { CFBundleIdentifier = "com.example.other" }, cell)
  device:launch(other)
  if not cell.holds then
    for _, touch in ipairs { icon.press, icon.tap } do
      assert.error_matches(function() touch(icon) end, "is not to be seen: com.example.other is in front")
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
end)

fact("LAUNCH-021", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local calls = 0
  performs(app.delegate, function() calls = calls + 1 end)
  support.action(cell, app, "Search")
  assert.equal(cell.holds and 0 or 1, calls)
  device:pressHome()
  local trace = support.action(cell, app, "Search")
  assert.equal(cell.holds and 0 or 2, calls)
  assert.equal(not cell.holds, has(trace.callbacks, perform))
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
  local device, app = support.installed(cell, package, false)
  local called = {}
  for place, method in ipairs { order.S1[1], order.S1[2] } do
    app.delegate[method] = function() called[#called + 1] = place end
  end
  device:launch(app)
  assert.same({ 1, 2 }, called)
end)

fact("LAUNCH-026", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  local seen = watch(app)
  assert.callbacks(order.S2, support.action(cell, app, "Search"))
  device:pressHome()
  assert.callbacks(order.S3, support.action(cell, app, "Search"))
  assert.same({ "configuration search", "connect search", "scene performs search" }, seen)
end)

fact("LAUNCH-027", { needs = { "app's code", "finger" } }, function(cell)
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

fact("LAUNCH-028", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
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

fact("LAUNCH-029", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package, false)
  local connected
  function app.delegate:application_configurationForConnectingSceneSession_options(_, _, options)
    if options.shortcutItem then app:didHandle(options.shortcutItem) end
    return UISceneConfiguration { delegateClass = app.sceneDelegate }
  end
  will_connect(app.sceneDelegate, function(_, _, _, options) connected = options.shortcutItem.type end)
  local has_scenes = cell.lifecycle ~= "appDelegate"
  assert.equal(has_scenes and 1 or 0, support.action(cell, app, "Search").handling[1].handled)
  device:pressHome()
  app:terminate "jetsam"
  connected = nil
  -- UIKit's session exists already, SwiftUI's is a new one (LAUNCH-102).
  assert.equal(cell.lifecycle == "swiftUI" and 1 or 0, support.action(cell, app, "Search").handling[1].handled)
  assert.equal(has_scenes and "search" or nil, connected)
end)

fact("LAUNCH-030", { needs = { "app's code", "finger" } }, function(cell)
  local app, taker = with_windows(cell)
  if not cell.holds then
    assert.error_matches(function() app:newScene() end, "has one window only")
    return
  end
  app:newScene()
  app:newScene()
  local scenes = { app.scenes[1], app.scenes[2], app.scenes[3] }
  local identifiers = { scenes[1].identifier, scenes[2].identifier, scenes[3].identifier }
  scenes[1].activationConditions = { canActivate = { "inbox" }, prefersToActivate = { "inbox" } }
  scenes[2].activationConditions = { canActivate = { "inbox", "drafts" } }
  scenes[3].activationConditions = { canActivate = { "other" } }
  app:run(function()
    local items = {}
    for place, target in ipairs { "inbox", "drafts" } do
      items[place] = UIMutableApplicationShortcutItem {
        type = target, localizedTitle = target, targetContentIdentifier = target,
      }
    end
    UIApplication.shared.shortcutItems = items
  end)
  for place, target in ipairs { "inbox", "drafts" } do
    scenes[2]:activate() -- so the first one is chosen because it prefers to
    if target == "drafts" then scenes[3]:activate() end
    assert.equal(identifiers[place], taker(target))
  end
end)

fact("LAUNCH-031", { needs = { "app's code", "finger" } }, function(cell)
  local app, taker = with_windows(cell)
  app:newScene()
  local scenes = { app.scenes[1], app.scenes[2] }
  for _, scene in ipairs { scenes[1], scenes[2], scenes[1] } do
    scene:activate()
    assert.equal(scene.identifier, taker "Search")
  end
end)

fact("LAUNCH-032", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  support.name_scene_delegate(app)
  local connected, opened
  will_connect(app.sceneDelegate, function(_, _, _, options)
    connected = options.urlContexts[1].url .. " from " .. options.sourceApplication
  end)
  function app.sceneDelegate:scene_openURLContexts(_, contexts)
    opened = contexts[1].url .. " from " .. contexts[1].sourceApplication
  end
  local function open(url)
    return device:record(function() device:launch(app, { url = url, sourceApplication = "com.example.mail" }) end)
  end
  assert.callbacks(cell.holds and order.S5 or order.A5, open "paint://cold")
  assert.equal(cell.holds and "paint://cold from com.example.mail" or nil, connected)
  assert.is_nil(opened)
  device:pressHome()
  assert.callbacks(cell.holds and order.S6 or order.A6, open "paint://warm")
  assert.equal(cell.holds and "paint://warm from com.example.mail" or nil, opened)
end)

fact("LAUNCH-033", { needs = { "app's code", "condition of ours" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  support.name_scene_delegate(app)
  local handoff, activities, activity
  will_connect(app.sceneDelegate, function(_, _, _, options)
    handoff, activities = options.handoffUserActivityType, options.userActivities
  end)
  function app.sceneDelegate:scene_continueUserActivity(_, given) activity = given.activityType end
  device:launch(app, { userActivity = "com.example.reading" })
  assert.equal("com.example.reading", handoff)
  assert.same({}, activities)
  assert.equal("com.example.reading", activity)
end)

fact("LAUNCH-034", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  support.name_scene_delegate(app)
  local steps = {}
  will_connect(app.sceneDelegate, function() steps[#steps + 1] = "connect" end)
  function app.sceneDelegate:scene_willPerform(_, intent) steps[#steps + 1] = intent.name end
  device:launch(app, { intent = "OpenPage" })
  local connected = cell.lifecycle == "appDelegate" and {} or { "connect" }
  assert.same(cell.holds and { "connect", "OpenPage" } or connected, steps)
  device:pressHome()
  device:launch(app, { intent = "OpenPage" })
  assert.equal(cell.holds and "OpenPage" or connected[1], steps[#steps])
  assert.equal(cell.holds and 3 or #connected, #steps)
end)

fact("LAUNCH-081", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package, false)
  local steps = {}
  local root = UIViewController.subclass "Root"
  app.rootViewController = root
  --- Notes the step; UIKit refuses to present while the view is in no window.
  local function step(name)
    steps[#steps + 1] = name
    local presenter = UIApplication.shared.keyWindow and UIApplication.shared.keyWindow.rootViewController
    local lines = #app.console
    local alert = UIAlertController { message = name }
    if presenter then
      presenter:present(alert, false)
      if #app.console == lines then presenter:dismiss(false) else steps[#steps] = name .. ": no window" end
    end
  end
  function root:viewDidLoad() steps[#steps + 1] = "load" end
  function root:viewDidAppear() steps[#steps + 1] = "appear" end
  function app.delegate:application_didFinishLaunchingWithOptions()
    steps[#steps + 1] = "finish"
    DispatchQueue.main:asyncAfter(0.1, function() step "transition" end)
    return true
  end
  performs(app.delegate, function() step "perform" end)
  function app.delegate:applicationDidBecomeActive() step "active" end
  support.name_scene_delegate(app)
  will_connect(app.sceneDelegate, function() steps[#steps + 1] = "connect" end)
  function app.sceneDelegate:sceneWillEnterForeground() steps[#steps + 1] = "foreground" end
  function app.sceneDelegate:sceneDidBecomeActive() step "active" end
  support.action(cell, app, "Search")
  device:settle()
  assert.same(
    cell.lifecycle == "appDelegate" and { "finish", "load", "transition: no window", "perform", "active", "appear" }
      or { "finish", "connect", "load", "foreground", "transition: no window", "active", "appear" },
    steps)
end)

fact("LAUNCH-082", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  if has_no_scene(cell) then return end
  local device, app = support.installed(cell, several, false)
  assert.callbacks(order.S1, device:record(function() device:launch(app) end))
  if cell.model == "iPad" then
    assert.is_true(has(device:record(function() app:newScene() end).callbacks, order.S4[1]))
  end
  local _, after_quitting = again(cell, function(_, quit) quit:terminate() end)
  assert.is_true(has(after_quitting, order.S4[1]))
  for _, finish in ipairs(ends) do
    local _, callbacks, is_same = again(cell, finish)
    assert.equal(cell.lifecycle == "swiftUI", has(callbacks, order.S4[1]))
    assert.equal(cell.lifecycle ~= "swiftUI", is_same)
    _, callbacks = again(cell, finish, { keepSessions = "always" })
    assert.is_false(has(callbacks, order.S4[1]))
  end
end)

fact("LAUNCH-085", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  support.name_scene_delegate(app)
  local gone
  function app.sceneDelegate:sceneDidDisconnect(scene) gone = scene.identifier end
  device:launch(app)
  if not cell.holds then
    assert.same({}, app.scenes)
    return
  end
  local scene = app.scenes[1]
  assert.error_matches(function() scene:disconnect() end, "is in front, so its scene cannot be disconnected")
  assert.is_nil(gone)
  device:pressHome()
  --- Whether the scene has a delegate and a window, as the app's code sees it.
  local function has_objects()
    return app:run(function() return scene.delegate ~= nil, scene.window ~= nil end)
  end
  assert.same({ true, true }, { has_objects() })
  assert.callbacks({ "sceneDidDisconnect" }, device:record(function() scene:disconnect() end))
  assert.equal(scene.identifier, gone)
  assert.same({ false, false }, { has_objects() })
  assert.same({}, app.scenes)
  assert.equal("runningBackground", app.state)
end)

fact("LAUNCH-087", { needs = { "app's code", "finger" } }, function(cell)
  local device = Device(cell)
  if not cell.holds then
    assert.error(function() device:install(package, { lifecycle = "swiftUI" }) end)
    return
  end
  local app = device:install(package, { lifecycle = "swiftUI" })
  local steps = {}
  local function step(name) return function() steps[#steps + 1] = name end end
  support.name_scene_delegate(app)
  app.view.onAppear = step "appear"
  function app.view:onOpenURL(url) steps[#steps + 1] = url end
  function app.view:onScenePhase(phase) steps[#steps + 1] = phase end
  for _, method in ipairs {
    "sceneWillEnterForeground", "sceneDidBecomeActive", "sceneWillResignActive", "sceneDidEnterBackground",
    "scene_openURLContexts",
  } do
    app.sceneDelegate[method] = step(method)
  end
  local function after(body)
    steps = {}
    body()
    return steps
  end
  assert.same(
    { "sceneWillEnterForeground", "appear", "paint://cold", "sceneDidBecomeActive", "active" },
    after(function() device:launch(app, { url = "paint://cold" }) end))
  assert.same(
    { "sceneWillResignActive", "inactive", "sceneDidEnterBackground", "background" },
    after(function() device:pressHome() end))
  assert.same(
    {
      "sceneWillEnterForeground", "inactive", "scene_openURLContexts", "paint://warm", "sceneDidBecomeActive",
      "active",
    },
    after(function() device:launch(app, { url = "paint://warm" }) end))
  device:pressHome()
  local action = { "sceneWillEnterForeground", "inactive", "sceneDidBecomeActive", "active" }
  assert.same(action, after(function() support.action(cell, app, "Search") end))
end)

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
  launch()
  local second = app.scenes[1].identifier
  app:terminate() -- closes its windows, too
  assert.same({ first.identifier }, discarded)
  local expected = { table.unpack(order.S1) }
  table.insert(expected, 3, "application_didDiscardSceneSessions")
  assert.same(expected, launch())
  assert.same({ first.identifier, second }, discarded)
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
    device:install(package, cell)
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
