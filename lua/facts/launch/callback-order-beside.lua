-- The facts of launch.md, “1. Callback order, all situations”: windows side by side, and windows that code makes.

local support = require "homescreen.facts.support"

local several = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } }

--- Two windows of an app side by side, and the calls: “resign 1” for the first window's delegate, `see` for more.
local function beside(cell, plist)
  local whole = plist or {}
  for key, value in pairs(several) do whole[key] = value end
  local device, app = support.installed(cell, support.items({ { "search", "Search" } }, whole), false)
  support.name_scene_delegate(app)
  local steps = {}
  local function see(what, scene)
    for place, one in ipairs(app.scenes) do
      if one == scene then steps[#steps + 1] = what .. " " .. place end
    end
  end
  local short = {
    sceneWillEnterForeground = "foreground", sceneDidBecomeActive = "active", sceneWillResignActive = "resign",
    sceneDidEnterBackground = "background",
  }
  for method, word in pairs(short) do app.sceneDelegate[method] = function(_, scene) see(word, scene) end end
  function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, done)
    see(item.type, scene)
    done(true)
  end
  function app.sceneDelegate:scene_openURLContexts(scene, contexts) see(contexts[1].url, scene) end
  device:launch(app)
  if not cell.holds then
    assert.error_matches(function() app:newScene { beside = true } end, "has only one window")
    return
  end
  local function after(body)
    steps = {}
    body()
    return steps
  end
  return device, app, after
end

--- The states of an app's windows.
local function states(app)
  local list = {}
  for place, scene in ipairs(app.scenes) do list[place] = scene.activationState end
  return list
end

--- Which window is the key window's.
local function key(app)
  return app:run(function()
    for place, scene in ipairs(app.scenes) do
      if scene.window == UIApplication.shared.keyWindow then return place end
    end
  end)
end

local active = "foregroundActive"

--- An app whose launch method, or the connecting call of its scene, runs `body` with the scene or nil; and the calls of
--- the roots with these names.
local function making(cell, plist, body)
  local device, app = support.installed(cell, support.package(plist), false)
  local steps = {}
  local function root(name)
    local class = UIViewController.subclass(name)
    function class:viewDidLoad() steps[#steps + 1] = name .. " loads" end
    function class:viewDidAppear() steps[#steps + 1] = name .. " appears" end
    return class
  end
  app.rootViewController = root "System"
  local own = root "Own"
  support.name_scene_delegate(app)
  function app.delegate:application_didFinishLaunchingWithOptions()
    if cell.lifecycle == "appDelegate" then body(own, nil) end
    return true
  end
  function app.sceneDelegate:scene_willConnectToSession_options(scene) body(own, scene) end
  device:launch(app)
  device:settle()
  return device, app, steps
end

--- Creates a window with a root of the class, and shows it.
local function own_window(class, scene)
  local window = scene and UIWindow { windowScene = scene } or UIWindow()
  window.rootViewController = class()
  window:makeKeyAndVisible()
  return window
end

fact("LAUNCH-147", { needs = { "app's code", "finger" }, versions = { "26.0" } }, function(cell)
  local device, app, after = beside(cell)
  if not device then return end
  -- From 26 on, the first window is made smaller, and the new one becomes active instead.
  local overlap = cell.at_least "26.0"
  assert.same(
    overlap and { "resign 1", "active 1", "resign 1", "active 1", "foreground 2", "active 2" }
      or { "foreground 2", "active 2" }, after(function() app:newScene { beside = true } end))
  assert.same({ active, active }, states(app))
  -- A third window: Split View has no place for it.
  local third = after(function() app:newScene { beside = true } end)
  if overlap then
    assert.same({ "resign 2", "active 2", "foreground 3", "active 3" }, third)
    assert.same({ active, active, active }, states(app))
  else
    assert.same({ "resign 1", "background 1", "foreground 3", "active 3" }, third)
    assert.same({ "background", active, active }, states(app))
    assert.same(
      { "resign 2", "background 2", "foreground 1", "active 1" }, after(function() app.scenes[1]:showBeside() end))
  end
  assert.same({}, after(function() app.scenes[3]:showBeside() end))
  device:pressHome()
  assert.error_matches(function() app.scenes[1]:showBeside() end, "is not in front")
end)

fact("LAUNCH-148", { needs = { "app's code", "finger" }, versions = { "26.0" } }, function(cell)
  local device, app, after = beside(cell)
  if not device then return end
  app:newScene { beside = true }
  local away = { "resign 1", "resign 2", "background 1", "background 2" }
  local back = { "foreground 1", "foreground 2", "active 1", "active 2" }
  assert.same(away, after(function() device:pressHome() end))
  assert.same(back, after(function() device:launch(app) end))
  assert.same(away, after(function() device.locked = true end))
  assert.same(back, after(function() device.locked = false end))
  assert.same({ "resign 2", "background 2" }, after(function() app.scenes[1]:fillScreen() end))
  assert.same({ active, "background" }, states(app))
  device:pressHome()
  assert.same({ "foreground 1", "active 1" }, after(function() device:launch(app) end))
  -- A window that left comes back alone. From 26 on, the other one is made smaller (LAUNCH-147).
  local alone = { "foreground 2", "active 2" }
  if cell.at_least "26.0" then
    alone = { "resign 1", "active 1", "resign 1", "active 1", "foreground 2", "active 2" }
  end
  assert.same(alone, after(function() app.scenes[2]:showBeside() end))
  assert.same({ "resign 2", "background 2" }, after(function() app.scenes[2]:discard() end))
  assert.same({ active }, states(app))
  assert.equal(app, device.front)
  -- A window that was not on the screen replaces both.
  app:newScene { beside = true }
  app:newScene()
  app.scenes[1]:activate()
  app.scenes[2]:showBeside()
  device.locked = true
  assert.error_matches(function() app.scenes[3]:fillScreen() end, "locked")
  device.locked = false
  assert.same({ active, active, "background" }, states(app))
  assert.same(
    { "resign 1", "resign 2", "background 1", "background 2", "foreground 3", "active 3" },
    after(function() app.scenes[3]:fillScreen() end))
  assert.same({ "background", "background", active }, states(app))
  assert.same({ "resign 3", "background 3" }, after(function() device:pressHome() end))
end)

fact("LAUNCH-149", { needs = { "app's code", "finger" } }, function(cell)
  local device, app, after = beside(cell)
  if not device then return end
  local icon = device.springboard:icon(app)
  device:pressHome()
  icon:move { dock = 1 } -- from where it can be pressed over the app
  device:launch(app)
  app:newScene { beside = true }
  assert.equal(2, key(app))
  assert.same({}, after(function() app.scenes[1]:activate() end))
  assert.equal(1, key(app))
  for place = 1, 2 do
    app.scenes[place]:activate()
    local called = after(function()
      icon:press():item("Search"):tap()
      if cell.lifecycle ~= "swiftUI" then device:launch(app, { url = "paint://a" }) end -- LAUNCH-139
    end)
    assert.same({ "search " .. place, cell.lifecycle ~= "swiftUI" and "paint://a " .. place or nil }, called)
  end
  app.scenes[1].activationConditions = { prefersToActivate = { "inbox" } }
  local called = after(function()
    app:run(function()
      UIApplication.shared.shortcutItems = {
        UIMutableApplicationShortcutItem { type = "mail", localizedTitle = "Mail", targetContentIdentifier = "inbox" },
      }
    end)
    icon:press():item("Mail"):tap()
  end)
  assert.same({ "mail 1" }, called)
  assert.same({ active, active }, states(app))
  assert.equal(1, key(app))
end)

fact("LAUNCH-154", { needs = { "app's code", "finger" }, versions = { "26.0" } }, function(cell)
  if cell.at_least "26.0" then -- the model's choice
    assert.is_false(cell.holds)
    local plist = { UIApplicationSceneManifest = several.UIApplicationSceneManifest, UIRequiresFullScreen = true }
    local _, app = support.installed(cell, support.package(plist))
    app:newScene { beside = true }
    return assert.same({ active, active }, states(app))
  end
  local _, app = beside(cell, { UIRequiresFullScreen = true })
  if not cell.holds then return end
  assert.error_matches(function() app:newScene { beside = true } end, "needs the whole screen")
  app:newScene()
  assert.error_matches(function() app.scenes[1]:showBeside() end, "needs the whole screen")
  assert.same({ "background", active }, states(app))
end)

fact("LAUNCH-150", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.package())
  local Root = UIViewController.subclass "Root"
  local first, between, overlay
  local loaded = 0
  function Root:viewDidLoad() loaded = loaded + 1 end
  app:run(function()
    local scene = UIApplication.shared.connectedScenes and UIApplication.shared.connectedScenes[1]
    first = UIApplication.shared.keyWindow
    local function window()
      local made = scene and UIWindow { windowScene = scene } or UIWindow()
      made.rootViewController = Root()
      return made
    end
    between, overlay = window(), window()
    assert.is_true(overlay.isHidden)
    assert.equal(0, loaded)
    between.isHidden = false
    overlay.isHidden = false
    assert.same({ true, false, false }, { first.isKeyWindow, between.isKeyWindow, overlay.isKeyWindow })
    assert.equal(2, loaded)
    overlay:makeKeyAndVisible()
    assert.equal(2, loaded)
    assert.same({ false, false, true }, { first.isKeyWindow, between.isKeyWindow, overlay.isKeyWindow })
    assert.equal(3, #UIApplication.shared.windows)
    for place, window in ipairs { first, between, overlay } do
      window.rootViewController:present(UIAlertController { message = "alert " .. place }, false)
    end
  end)
  device:settle()
  assert.equal("alert 3", device.alert.label)
  -- The next one below replaces it.
  for count, hidden in ipairs { overlay, between } do
    app:run(function()
      hidden.isHidden = true
      assert.equal(count == 1 and between or first, UIApplication.shared.keyWindow)
      assert.equal(3 - count, #UIApplication.shared.windows)
    end)
    assert.equal("alert " .. 3 - count, device.alert.label)
  end
end)

fact("LAUNCH-151", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  if cell.lifecycle == "swiftUI" then
    local _, app = making(cell, {}, own_window)
    app:run(function() assert.equal(2, #UIApplication.shared.windows) end)
    return
  end
  local storyboard = {
    UIMainStoryboardFile = "Main",
    UIApplicationSceneManifest = {
      UISceneConfigurations = {
        UIWindowSceneSessionRoleApplication = {
          { UISceneConfigurationName = "Default Configuration", UISceneStoryboardFile = "Main" },
        },
      },
    },
  }
  if cell.lifecycle == "appDelegate" then storyboard.UIApplicationSceneManifest = nil end
  local _, app, steps = making(cell, storyboard, own_window)
  assert.same({ "Own loads", "System loads", "System appears", "Own appears" }, steps)
  app:run(function()
    assert.equal(2, #UIApplication.shared.windows)
    assert.is_false(UIApplication.shared.windows[1].isKeyWindow)
    assert.equal(UIApplication.shared.windows[2], UIApplication.shared.keyWindow)
  end)
  local _, single, alone = making(cell, {}, own_window)
  assert.same({ "Own loads", "Own appears" }, alone)
  single:run(function() assert.equal(1, #UIApplication.shared.windows) end)
end)

fact("LAUNCH-152", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local device, app, steps = making(cell, {}, function(class) own_window(class, nil) end)
  if not cell.holds then return assert.same({ "Own loads", "Own appears" }, steps) end
  if cell.lifecycle == "scene" then assert.same({ "System loads", "System appears" }, steps) end
  app:run(function()
    local window = UIWindow()
    window.rootViewController = UIViewController()
    window:makeKeyAndVisible()
    assert.is_true(window.isHidden)
    window.rootViewController:present(UIAlertController { message = "nobody sees it" }, false)
    assert.equal(1, #UIApplication.shared.windows)
  end)
  device:settle()
  assert.is_nil(device.alert)
  -- A window of the launch without a scene, in an app that creates no other one: the screen is black.
  for _, makes in ipairs { true, false } do
    local other, black = support.installed(cell, support.package(), false)
    support.name_scene_delegate(black)
    function black.delegate:application_didFinishLaunchingWithOptions()
      if makes then UIWindow():makeKeyAndVisible() end
      return true
    end
    other:launch(black)
    local shown = table.concat(other.screen.lines, " ")
    assert.equal(makes and cell.lifecycle == "scene", shown:find("black", 1, true) ~= nil)
    assert.equal("runningForeground", black.state)
  end
end)

fact("LAUNCH-153", { needs = { "app's code" } }, function(cell)
  local device, app = support.installed(cell, support.package {
    UIApplicationSceneManifest = {
      UISceneConfigurations = {
        CPTemplateApplicationSceneSessionRoleApplication = { { UISceneConfigurationName = "Car" } },
      },
    },
  })
  app:connectDisplay "car"
  device:settle()
  pcall(function()
    app:run(function()
      for _, scene in ipairs(UIApplication.shared.connectedScenes) do
        local _ = scene.windows
      end
    end)
  end)
  if not cell.holds then return assert.is_nil(app.crash) end
  assert.matches(
    "NSInvalidArgumentException: %-%[CPTemplateApplicationScene windows%]: unrecognized selector sent to instance "
      .. "0x%x+$", app.crash.reason)
end)
