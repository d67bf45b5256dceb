-- Two windows of an app side by side on an iPad: both are active (LAUNCH-147), so code that looks for “the active
-- window” finds one of them, and the state of one window is in both.
local museum = require "homescreen.museum"

local manifest = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } }

--- An app with two windows side by side; the person works in the one that is numbered `used`.
local function beside(used, prepare)
  local device = Device { model = "iPad", os = "17.5" }
  local app = device:install(museum.item_package({ { "search", "Search" } }, manifest), { lifecycle = "scene" })
  if prepare then prepare(app) end
  device:launch(app)
  app:newScene { beside = true }
  app.scenes[used]:activate()
  return device, app
end

-- A progress window belongs where the person works. The first active scene may be the other one (LAUNCH-149).
museum.exhibit {
  report = "pkluz/PKHUD#264", title = "of two windows side by side only one ever shows the progress",
  fails_with = "in the other window",
  check = function(scene_in_use)
    for used = 1, 2 do
      local _, app = beside(used)
      app:run(function()
        local scene = scene_in_use()
        local hud = UIWindow { windowScene = scene }
        hud.rootViewController = UIViewController()
        hud.isHidden = false
        assert.equal(2, #app.scenes[used].windows, "the progress comes up in the other window")
      end)
    end
  end,
  reported = function()
    for _, scene in ipairs(UIApplication.shared.connectedScenes) do
      if scene.activationState == "foregroundActive" then return scene end
    end
  end,
  repaired = function()
    for _, scene in ipairs(UIApplication.shared.connectedScenes) do
      if scene.window == UIApplication.shared.keyWindow then return scene end
    end
  end,
}

-- One store for all windows: what a quick action opens in one comes up in the other one, too (LAUNCH-149).
museum.exhibit {
  report = "tryswift/try-swift-tokyo#49", title = "windows side by side share their state",
  fails_with = "both windows have moved",
  check = function(store_of)
    local pages = {}
    local device, app = beside(2, function(app)
      function app.sceneDelegate:scene_willConnectToSession_options(scene)
        self.store = store_of(scene)
        pages[scene.identifier] = self.store
      end
      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, done)
        pages[scene.identifier].page = item.type
        done(true)
      end
    end)
    device.springboard:icon(app):move { dock = 1 }
    device.springboard:icon(app):press():item("Search"):tap()
    local shown = {}
    for place, scene in ipairs(app.scenes) do shown[place] = pages[scene.identifier].page or "list" end
    assert.same({ "list", "search" }, shown, "both windows have moved")
  end,
  reported = (function()
    local store = {}
    return function() return store end
  end)(),
  repaired = function() return {} end,
}
