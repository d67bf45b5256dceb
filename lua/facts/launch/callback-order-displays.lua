-- The facts of launch.md, “1. Callback order, all situations”: scenes of other roles, and windows that code opens.

local support = require "homescreen.facts.support"
local order = support.order

local window = "UIWindowSceneSessionRoleApplication"
local car = "CPTemplateApplicationSceneSessionRoleApplication"

local function external(cell)
  return "UIWindowSceneSessionRoleExternalDisplay" .. (cell.at_least "16.0" and "NonInteractive" or "")
end

--- An app whose manifest has configurations for these roles, and the calls of its code; `answer` is the app delegate's
--- result for a role. If it is nil, the delegate lacks the method.
local function watched(cell, roles, answer)
  local configurations = {}
  for _, role in ipairs(roles) do 
    configurations[role] = { { UISceneConfigurationName = role, UISceneDelegateClassName = "SceneDelegate" } }
  end
  local device = Device(cell)
  local app = device:install(
    support.items({ { "search", "Search" } }, {
      UIApplicationSceneManifest = { UISceneConfigurations = configurations },
    }), cell)
  local steps = {}
  local function see(what) steps[#steps + 1] = what end
  if answer then
    function app.delegate:application_configurationForConnectingSceneSession_options(_, session)
      see("ask " .. session.role)
      return answer(session.role)
    end
  end
  function app.sceneDelegate:scene_willConnectToSession_options(_, session, options)
    see("connect " .. session.role)
    if options.shortcutItem then see(options.shortcutItem.type) end
  end
  function app.sceneDelegate:sceneDidDisconnect() see "disconnect" end
  function app.delegate:application_didFinishLaunchingWithOptions() see "finish" end
  local root = UIViewController.subclass "Root"
  function root:viewDidLoad() see "load" end
  app.rootViewController = root
  local function after(body)
    steps = {}
    body()
    return steps
  end
  return device, app, after
end

local function right(role) return UISceneConfiguration { name = role, sessionRole = role } end

--- An app with several windows in front, and the calls of its code; `ask` makes a request and returns its error.
local function several(cell)
  local device, app = support.installed(
    cell, support.package { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } }, false)
  local got = { discarded = 0 }
  support.name_scene_delegate(app)
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
    got.connected = options.userActivities[1]
  end
  function app.sceneDelegate:scene_continueUserActivity(_, activity) got.continued = activity end
  function app.delegate:application_didDiscardSceneSessions(_, sessions) got.discarded = got.discarded + #sessions end
  device:launch(app)
  local function ask(name, ...)
    local problem
    local arguments = table.pack(...)
    arguments.n = arguments.n + 1
    arguments[arguments.n] = function(err) problem = err end
    app:run(function()
      local application = UIApplication.shared
      application[name](application, table.unpack(arguments, 1, arguments.n))
    end)
    return problem
  end
  return device, app, got, ask
end

--- What happens in an app without several windows.
local function refused(ask, name, ...)
  local problem = ask(name, ...)
  assert.same({ "UISceneErrorDomain", 0 }, { problem.domain, problem.code })
end

fact("LAUNCH-140", { needs = { "app's code", "finger" }, versions = { "16.0" } }, function(cell)
  local both = { external(cell), car }
  local function always() return UISceneConfiguration { name = "Default", sessionRole = window } end
  local device, app, after = watched(cell, both, always)
  device:launch(app)
  if not cell.holds then -- no scene, or one of SwiftUI's own
    local asked = cell.lifecycle == "swiftUI" and { "ask " .. both[1] } or {}
    return assert.same(asked, after(function() app:connectDisplay "external" end))
  end
  for place, display in ipairs { "external", "car" } do
    assert.same({ "ask " .. both[place] }, after(function() app:connectDisplay(display) end))
  end
  app:run(function() assert.equal(1, #UIApplication.shared.connectedScenes) end)
  local advice = "Assigning a UISceneConfiguration with role " .. window .. " for a UISceneSession with role "
  assert.equal(2, #app.console)
  for place, role in ipairs(both) do
    assert.is_truthy(app.console[place]:find(advice .. role .. ".", 1, true), app.console[place])
  end
  device, app, after = watched(cell, both, right)
  device:launch(app)
  assert.same({ "ask " .. car, "connect " .. car }, after(function() app:connectDisplay "car" end))
end)

fact("LAUNCH-141", { needs = { "app's code", "finger" }, versions = { "16.0" } }, function(cell)
  local role = external(cell)
  local function connect(app) return function() app:connectDisplay "external" end end
  if not cell.holds then
    local device, app, after = watched(cell, { role })
    device:launch(app)
    return assert.same(cell.lifecycle == "swiftUI" and { "load" } or {}, after(connect(app)))
  end
  for _, way in ipairs { { { role }, nil }, { {}, right } } do
    local device, app, after = watched(cell, way[1], way[2])
    local asked = way[2] and { "ask " .. role } or {}
    local expected = { asked[1] or "connect " .. role }
    if asked[1] then expected[2] = "connect " .. role end
    expected[#expected + 1] = "load" -- the same class once more
    device:launch(app)
    assert.same(expected, after(connect(app)))
    assert.equal(1, #app.scenes)
    app:run(function() assert.equal(2, #UIApplication.shared.connectedScenes) end)
    assert.same({}, after(connect(app)))
    assert.same({ "disconnect" }, after(function() app:disconnectDisplay "external" end))
    assert.same(expected, after(connect(app)))
    assert.same({ "disconnect" }, after(function() device:pressHome() end))
  end
  local device, app, after = watched(cell, { window, car })
  device:launch(app)
  assert.same({}, after(connect(app)))
  device:pressHome()
  assert.error(connect(app))
end)

fact("LAUNCH-142", { needs = { "app's code", "finger", "clock" } }, function(cell)
  local device, app, after = watched(cell, { car, window })
  if not cell.holds then return assert.same({ "finish" }, after(function() app:connectDisplay "car" end)) end
  assert.same({ "finish", "connect " .. car }, after(function() app:connectDisplay "car" end))
  assert.same({}, app.scenes)
  device:advance(10)
  assert.equal("runningBackground", app.state)
  local trace
  assert.same({ "connect " .. window, "search", "load" }, after(function()
    trace = support.action(cell, app, "Search")
  end))
  assert.callbacks(order.S4, trace)
  device:pressHome()
  assert.same({ "disconnect" }, after(function() app:disconnectDisplay "car" end))
  device:advance(6)
  assert.equal("runningBackgroundSuspended", app.state)
  device, app, after = watched(cell, { window })
  assert.same({ "finish" }, after(function() app:connectDisplay "car" end))
  app:run(function() assert.equal(0, #UIApplication.shared.connectedScenes) end)
end)

fact("LAUNCH-143", { needs = { "app's code", "finger" } }, function(cell)
  local device, app, got, ask = several(cell)
  local name = "requestSceneSessionActivation"
  if not cell.holds then return refused(ask, name, nil, nil) end
  assert.is_nil(ask(name, nil, { activityType = "com.example.note" }))
  assert.equal("com.example.note", got.connected.activityType)
  assert.equal(2, #app.scenes)
  assert.equal("foregroundActive", app.scenes[2].activationState)
  assert.is_nil(ask(name, app.scenes[1].session, { activityType = "com.example.other" }))
  assert.equal("com.example.other", got.continued.activityType)
  assert.equal("foregroundActive", app.scenes[1].activationState)
  assert.equal("background", app.scenes[2].activationState)
  local gone = app.scenes[2].session
  app.scenes[2]:discard()
  assert.equal(1, ask(name, gone, nil).code)
  device:pressHome()
  assert.equal(1, ask(name, nil, nil).code)
  assert.equal(1, #app.scenes)
end)

fact("LAUNCH-144", { needs = { "app's code", "finger" } }, function(cell)
  local _, app, got, ask = several(cell)
  local name = "requestSceneSessionDestruction"
  if not cell.holds then
    local session
    app:run(function() session = UIApplication.shared.connectedScenes[1] end)
    -- Without scenes there is no session to ask for.
    if session then refused(ask, name, session.session) else assert.is_nil(session) end
    return
  end
  app:newScene()
  local session = app.scenes[2].session
  assert.is_nil(ask(name, session))
  assert.same({ 1, 1 }, { #app.scenes, got.discarded })
  assert.equal(1, ask(name, session).code)
end)
