-- The facts of launch.md, “1. Callback order, all situations”: SwiftUI's own objects, and receivers.

local support = require "homescreen.facts.support"

local package = support.package {
  UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true },
}

fact("LAUNCH-136", { needs = { "app's code", "finger" } }, function(cell)
  local _, app = support.installed(cell, package, false)
  local own
  function app.delegate:application_didFinishLaunchingWithOptions()
    self.ready, own = true, self
    return true
  end
  app.device:launch(app)
  assert.is_true(own.ready) -- the calls reach it
  app:run(function()
    local delegate = UIApplication.shared.delegate
    if not cell.holds then
      assert.equal(own, delegate)
      return
    end
    assert.equal("SwiftUI.AppDelegate", tostring(delegate))
    assert.Not.equal(own, delegate)
    for _, use in ipairs { function() return delegate.ready end, function() delegate.ready = true end } do
      local _, problem = pcall(use)
      assert.equal("swiftui-delegate", problem.code)
    end
  end)
end)

fact("LAUNCH-137", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_swiftui(cell) then return end
  local device, app = support.installed(cell, package, false)
  local own, other
  function app.delegate:application_didFinishLaunchingWithOptions() self.ready, own = true, self end
  function app.delegate:applicationWillTerminate() self.ended = true end
  device:launch(app)
  app:run(function() other = UIApplicationDelegateAdaptor(app.delegate) end)
  assert.Not.equal(own, other)
  assert.is_nil(other.ready)
  app:terminate()
  assert.same({ true, nil }, { own.ended, other.ended })
end)

fact("LAUNCH-138", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_swiftui(cell) then return end
  local device, app = support.installed(cell, package, false)
  local steps = {}
  local function step(name)
    return function(_, value) steps[#steps + 1] = name .. " " .. tostring(value) end
  end
  support.name_scene_delegate(app)
  for _, modifier in ipairs { "onAppear", "onOpenURL", "onScenePhase" } do app.view[modifier] = step(modifier) end
  function app.view:onContinueUserActivity() steps[#steps + 1] = "onContinueUserActivity" end
  local Host = UIViewController.subclass "SceneViewHost"
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
    self.window.rootViewController = Host()
    steps[#steps + 1] = "connect " .. options.urlContexts[1].url
  end
  function app.sceneDelegate:scene_openURLContexts(_, contexts) steps[#steps + 1] = "open " .. contexts[1].url end
  function app.sceneDelegate:scene_continueUserActivity(_, activity)
    steps[#steps + 1] = "continue " .. activity.webpageURL
  end
  device:launch(app, { url = "paint://cold" })
  device:pressHome()
  device:launch(app, { url = "paint://warm" })
  device:pressHome()
  device:launch(app, { universalLink = "https://example.com" })
  assert.same({ "connect paint://cold", "open paint://warm", "continue https://example.com" }, steps)
end)

fact("LAUNCH-139", { needs = { "app's code", "finger" } }, function(cell)
  if not cell.holds then
    local device, app = support.installed(cell, package, false)
    if cell.lifecycle ~= "swiftUI" then
      return assert.error_matches(function() function app.view:onAppear() end end, "would never be called")
    end
    device:launch(app)
    return assert.error_matches(function() app:newScene() end, "has only one window")
  end
  local function receiver(url, conditions)
    local device, app = support.installed(cell, package, false)
    local made, opened = 0, nil
    function app.view:onAppear()
      made = made + 1
      self.number = made
      self.handlesExternalEvents = conditions[made] or nil
    end
    function app.view:onOpenURL() opened = self.number end
    device:launch(app)
    for _ = 2, #conditions do app:newScene() end
    device:pressHome()
    device:launch(app, type(url) == "table" and url or { url = url })
    return opened
  end
  local inbox, any = { preferring = { "inbox" }, allowing = {} }, { preferring = {}, allowing = { "*" } }
  local none = { preferring = { "" }, allowing = { "" } }
  assert.equal(1, receiver("paint://inbox/7", { inbox, any }))
  assert.equal(2, receiver("paint://drafts", { inbox, any }))
  assert.equal(1, receiver("paint://drafts", { any, none }))
  assert.equal(1, receiver({ universalLink = "https://example.com/inbox" }, { inbox, any }))
  assert.equal(1, receiver("paint://INBOX/7", { inbox, any }))
  -- The most recently active one.
  assert.equal(3, receiver("paint://drafts", { any, inbox, any }))
  -- If none can take it, another window opens; a view without conditions takes nothing.
  assert.equal(3, receiver("paint://drafts", { inbox, none }))
  assert.equal(4, receiver("paint://drafts", { inbox, false, none }))
  assert.equal(3, receiver("paint://drafts", { false, false }))
  --- The place of the window that gets a quick action with this target.
  local function taker(target, conditions)
    local device, app = support.installed(cell, package, false)
    local made, taken = 0, nil
    function app.view:onAppear()
      made = made + 1
      self.handlesExternalEvents = conditions[made] or nil
    end
    support.name_scene_delegate(app)
    function app.sceneDelegate:scene_willConnectToSession_options(scene, _, options)
      if options.shortcutItem then taken = scene.identifier end
    end
    function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene)
      taken = scene.identifier
    end
    device:launch(app)
    for _ = 2, #conditions do app:newScene() end
    app:run(function()
      UIApplication.shared.shortcutItems = {
        UIMutableApplicationShortcutItem { type = "go", localizedTitle = "Go", targetContentIdentifier = target },
      }
    end)
    device:pressHome()
    device.springboard:icon(app):press():item("Go"):tap()
    for place, scene in ipairs(app.scenes) do
      if scene.identifier == taken then return place end
    end
  end
  assert.equal(1, taker("inbox/7", { inbox, any }))
  assert.equal(2, taker("drafts", { inbox, any }))
  assert.equal(3, taker("drafts", { inbox, none }))
  -- Only a quick action goes to a window without the modifier (LAUNCH-030).
  assert.equal(1, taker("drafts", { false, none }))
end)
