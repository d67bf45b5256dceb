-- The wrong window on an iPad (LAUNCH-030, LAUNCH-031), and items that are set on the wrong queue (QUICK-120).

local museum = require "homescreen.museum"

local manifest = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } }

museum.exhibit {
  report = "mozilla-mobile/firefox-ios#20007", title = "the action lands in whatever window was active last",
  fails_with = "the action went to the wrong window",
  explored = function()
    return {
      app = museum.item_package({}, manifest), devices = { { model = "iPad", os = "17.5" } }, declares = false,
      without = { "reaches the app" }, -- a cold one is another story
      code = function(target, app, story)
        story.windows = 0
        function app.sceneDelegate:scene_willConnectToSession_options(scene)
          story.windows = story.windows + 1
          self.name = "window " .. story.windows
          if target then
            scene.activationConditions = { canActivate = { self.name }, prefersToActivate = { self.name } }
          end
          local item = UIMutableApplicationShortcutItem { type = "tab", localizedTitle = "Tab" }
          story.wanted = story.wanted or self.name
          if target then item.targetContentIdentifier = story.wanted end
          UIApplication.shared.shortcutItems = { item }
        end
        function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, _, completion)
          story.taken = self.name
          completion(true)
        end
        -- Windows are counted anew in each process.
        function app.main() story.windows, story.wanted, story.taken = 0, nil, nil end
      end,
      invariants = {
        ["the tab opens in its window"] = {
          fact = "LAUNCH-030",
          run = function(_, story)
            return story.taken == nil or story.taken == story.wanted, "the tab of " .. tostring(story.wanted)
              .. " opened in " .. tostring(story.taken)
          end,
        },
      },
    }
  end,
  check = function(target)
    local device = Device { model = "iPad", os = "17.5" }
    local app = device:install(museum.item_package({}, manifest))
    local taken
    function app.sceneDelegate:scene_willConnectToSession_options(scene)
      self.name = self.name or "window " .. #app.scenes
      if target then
        scene.activationConditions = { canActivate = { self.name }, prefersToActivate = { self.name } }
      end
    end
    function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, _, completion)
      taken = self.name
      completion(true)
    end
    device:launch(app)
    app:newScene()
    app:run(function()
      local item = UIMutableApplicationShortcutItem { type = "tab", localizedTitle = "Tab" }
      if target then item.targetContentIdentifier = "window 1" end
      UIApplication.shared.shortcutItems = { item }
    end)
    device:pressHome()
    museum.tap(app, "tab")
    assert.equal("window 1", taken, "the action went to the wrong window")
  end,
  reported = false, repaired = true,
}

for _, report in ipairs { "Provenance#3026", "Provenance#3055" } do
  museum.exhibit {
    report = report, title = "items that are set off the main thread are lost",
    fails_with = "no item",
    check = function(queue)
      local device = Device { os = "26.0" }
      local app = device:install(museum.item_package {})
      device:launch(app)
      app:run(function()
        DispatchQueue[queue]:async(function()
          UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "game", localizedTitle = "Game" } }
        end)
      end)
      device:pressHome()
      assert.equal("game", device.springboard:icon(app):press().rows[1].type or "no item")
    end,
    reported = "global", repaired = "main",
  }
end
