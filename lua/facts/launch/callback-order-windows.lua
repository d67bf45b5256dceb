-- The facts of launch.md, “1. Callback order, all situations”: the scene that gets an event, and the life of scenes.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"
local order = support.order
local package, several, will_connect = launching.package, launching.several, launching.will_connect
local scene_performs, performs, has = launching.scene_performs, launching.performs, support.has
local again, ends, has_no_scene = launching.again, launching.ends, launching.has_no_scene

--- An app in front that can have several windows: app, and a function that taps a quick action on the Home Screen and
--- returns the identifier of the scene that gets it.
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

--- The calls of a SwiftUI app's view for an event that comes cold and then warm; nil if there is no SwiftUI.
local function in_view(cell, situation, modifiers)
  local device = Device(cell)
  if not cell.holds then
    assert.error(function() device:install(package, { lifecycle = "swiftUI" }) end)
    return
  end
  local app = device:install(package, { lifecycle = "swiftUI" })
  local steps = {}
  function app.view:onAppear() steps[#steps + 1] = "appear" end
  if modifiers.url then function app.view:onOpenURL(url) steps[#steps + 1] = url end end
  if modifiers.activity then
    function app.view:onContinueUserActivity(activity) steps[#steps + 1] = activity.activityType end
  end
  device:launch(app, situation)
  device:pressHome()
  device:launch(app, situation)
  return steps
end

local link = { universalLink = "https://example.com/a" }
local browsing = "NSUserActivityTypeBrowsingWeb"

fact("LAUNCH-029", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package, false)
  local connected
  function app.delegate:application_configurationForConnectingSceneSession_options(_, _, options)
    if options.shortcutItem then app:didHandle(options.shortcutItem) end
    return UISceneConfiguration { delegateClass = app.sceneDelegate }
  end
  will_connect(app.sceneDelegate, function(_, _, _, options) connected = options.shortcutItem.type end)
  local has_scenes = cell.holds
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
    assert.error_matches(function() app:newScene() end, "has only one window")
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
    for place, target in ipairs { "inbox", "drafts", "nowhere" } do
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
  -- If none of them can take it, a new one does, or the only one that the app can have.
  app.device:pressHome()
  support.action(cell, app, "nowhere")
  assert.equal(4, #app.scenes)
  local again, single = support.installed(cell, support.package())
  single.scenes[1].activationConditions = { canActivate = { "other" } }
  single:run(function()
    UIApplication.shared.shortcutItems = {
      UIMutableApplicationShortcutItem {
        type = "nowhere", localizedTitle = "nowhere", targetContentIdentifier = "nowhere",
      },
    }
  end)
  again:pressHome()
  assert.callbacks(order.S3, support.action(cell, single, "nowhere"))
  assert.equal(1, #single.scenes)
end)

fact("LAUNCH-031", { needs = { "app's code", "finger" } }, function(cell)
  local app, taker = with_windows(cell)
  if not cell.holds then return assert.has_error(function() app:newScene() end) end
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
  local warm = open "paint://warm"
  assert.callbacks(cell.holds and order.S6 or order.A6, warm)
  assert.equal(cell.holds and "paint://warm from com.example.mail" or nil, opened)
  assert.equal(cell.holds, support.cites(warm, "LAUNCH-032"))
  -- A link comes after the scene has entered the foreground.
  device:pressHome()
  local link = device:record(function() device:launch(app, { universalLink = "https://example.com/warm" }) end)
  if cell.holds then assert.callbacks(order.S7, link) end
  assert.equal(cell.holds, support.cites(link, "LAUNCH-032"))
  -- A cold link is in the connection options only.
  local again, cold = support.installed(cell, package, false)
  support.name_scene_delegate(cold)
  local activities
  will_connect(cold.sceneDelegate, function(_, _, _, options) activities = options.userActivities end)
  local start = again:record(function() again:launch(cold, { universalLink = "https://example.com/cold" }) end)
  assert.callbacks(cell.holds and order.S1 or order.A7, start)
  assert.equal(cell.holds and "https://example.com/cold" or nil, activities and activities[1].webpageURL)
end)

fact("LAUNCH-033", { needs = { "app's code", "condition of ours" } }, function(cell)
  if support.lacks_scenes(cell) then return end
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
  function app.sceneDelegate:scene_willPerformAppIntent(_, intent) steps[#steps + 1] = intent.name end
  device:launch(app, { intent = "OpenPage" })
  local connected = cell.lifecycle == "appDelegate" and {} or { "connect" }
  assert.same(cell.holds and { "connect", "OpenPage" } or connected, steps)
  device:pressHome()
  device:launch(app, { intent = "OpenPage" })
  assert.equal(cell.holds and "OpenPage" or connected[1], steps[#steps])
  assert.equal(cell.holds and 3 or #connected, #steps)
end)

fact("LAUNCH-081", { needs = { "app's code", "finger" }, lifecycles = true, versions = { "13.0" } }, function(cell)
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
  local has_menu = cell.model == "iPhone" or cell.at_least "13.0" -- QUICK-112
  if has_menu then support.action(cell, app, "Search") else device:launch(app) end
  device:settle()
  local expected = { "finish", "load", "transition: no window", "active", "appear" }
  if has_menu then table.insert(expected, 4, "perform") end
  assert.same(
    cell.lifecycle == "appDelegate" and expected
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
  -- The condition counts as it is when the scene connects.
  local _, callbacks, is_same = again(cell, function(device, app)
    device.conditions.keepSessions = "never"
    app:terminate "jetsam"
  end, { keepSessions = "always" })
  assert.is_true(has(callbacks, order.S4[1]))
  assert.is_false(is_same)
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
  if cell.model == "iPhone" then return end
  -- A scene in the background is released while another scene of the app is on the screen.
  local pad, wide = support.installed(cell, several)
  local left = wide.scenes[1]
  wide:newScene()
  left:disconnect()
  assert.equal(1, #wide.scenes)
  assert.error(function() wide.scenes[1]:disconnect() end)
  assert.equal(wide, pad.front)
end)

fact("LAUNCH-087", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
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
      "scene_openURLContexts", "paint://warm", "sceneWillEnterForeground", "inactive", "sceneDidBecomeActive",
      "active",
    },
    after(function() device:launch(app, { url = "paint://warm" }) end))
  device:pressHome()
  local action = { "sceneWillEnterForeground", "inactive", "sceneDidBecomeActive", "active" }
  assert.same(action, after(function() support.action(cell, app, "Search") end))
end)

fact("LAUNCH-119", { needs = { "app's code", "finger" } }, function(cell)
  local steps = in_view(cell, link, { url = true, activity = true })
  if not steps then return end
  assert.same({ "appear", link.universalLink, link.universalLink }, steps)
  local device = Device(cell)
  local app = device:install(package, { lifecycle = "swiftUI" })
  support.name_scene_delegate(app)
  function app.sceneDelegate:scene_continueUserActivity() steps[#steps + 1] = "scene" end
  function app.view:onOpenURL() steps[#steps + 1] = "view" end
  device:launch(app)
  device:pressHome()
  steps = {}
  device:launch(app, link)
  assert.same({ "scene", "view" }, steps)
end)

fact("LAUNCH-120", { needs = { "app's code", "finger" } }, function(cell)
  local both = { url = true, activity = true }
  for name, situation in pairs {
    ["com.apple.corespotlightitem"] = { spotlight = "note-7" },
    ["com.example.reading"] = { userActivity = "com.example.reading" },
  } do
    local steps = in_view(cell, situation, both)
    if steps then assert.same({ "appear", name, name }, steps) end
  end
  local steps = in_view(cell, { url = "paint://a" }, { activity = true })
  if steps then assert.same({ "appear" }, steps) end
end)

fact("LAUNCH-160", { needs = { "app's code", "finger" } }, function(cell)
  local scanned = { userActivity = { activityType = browsing, webpageURL = link.universalLink } }
  local steps = in_view(cell, scanned, { url = true, activity = true })
  if steps then assert.same({ "appear", browsing, browsing }, steps) end
  steps = in_view(cell, scanned, { url = true })
  if steps then assert.same({ "appear" }, steps) end
end)

fact("LAUNCH-121", { needs = { "app's code", "finger" } }, function(cell)
  local steps = in_view(cell, link, { activity = true })
  if steps then assert.same({ "appear", browsing, browsing }, steps) end
end)
