-- One tap, two screens: the launch method handles the item and lets UIKit deliver it again (LAUNCH-005), or the stored
-- item is not cleared and fires at the next activation (LAUNCH-036).

local museum = require "homescreen.museum"

museum.exhibit {
  report = "react-native-quick-actions#62", title = "handled at the launch, which returns true",
  fails_with = "handled 2 times", explored = museum.explored_items({ { "new", "New note" } }, "12.4"),
  check = function(write)
    local app = Device { os = "12.4" }:install(museum.item_package { { "new", "New note" } })
    write(app)
    museum.handled_cold_and_warm(app, "new")
  end,
  reported = function(app)
    function app.delegate:application_didFinishLaunchingWithOptions(_, launchOptions)
      if launchOptions and launchOptions.shortcutItem then app:didHandle(launchOptions.shortcutItem) end
      return true
    end
    function app.delegate:application_performActionForShortcutItem_completionHandler(_, item, completion)
      app:didHandle(item)
      completion(true)
    end
  end,
  repaired = require "homescreen.delegates.app_delegate",
}

museum.exhibit {
  report = "mozilla-mobile/firefox-ios#1458", title = "the kept item fires again at the next activation",
  fails_with = "handled 2 times", explored = museum.explored_items({ { "new", "New tab" } }, "17.5", "scene"),
  check = function(write)
    local device = Device { os = "17.5" }
    local app = device:install(museum.item_package { { "new", "New tab" } }, { lifecycle = "scene" })
    write(app)
    assert.handled_once(device:record(function()
      device.springboard:icon(app):press():item("new"):tap()
      device:pressHome()
      app:activate()
    end))
  end,
  reported = function(app)
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem end
    function app.sceneDelegate:sceneDidBecomeActive()
      if self.kept then app:didHandle(self.kept) end
    end
  end,
  repaired = require "homescreen.delegates.apple_sample",
}

-- Two objects that each keep a copy of the item do not know of each other; one shared place does.
local function share_the_kept_item(app)
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
    self.shared = { kept = options.shortcutItem }
    self.coordinator = { shared = self.shared }
  end
  function app.sceneDelegate:sceneDidBecomeActive()
    for _, shared in ipairs { self.shared, self.coordinator.shared } do
      if shared.kept then app:didHandle(shared.kept) end
      shared.kept = nil
    end
  end
end

museum.exhibit {
  report = "mozilla-mobile/firefox-ios#34026", title = "two copies of the kept item push the same screen twice",
  fails_with = "handled 2 times",
  explored = museum.explored_items({ { "settings", "App Icon" } }, "17.5", "scene", {
    repaired = function(app)
      share_the_kept_item(app)
      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
        app:didHandle(item)
        completion(true)
      end
    end,
  }),
  check = function(write)
    local device = Device { os = "17.5" }
    local app = device:install(museum.item_package { { "settings", "App Icon" } }, { lifecycle = "scene" })
    write(app)
    assert.handled_once(museum.tap(app, "settings"))
  end,
  reported = function(app)
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      self.kept = options.shortcutItem
      self.coordinator = { kept = options.shortcutItem }
    end
    function app.sceneDelegate:sceneDidBecomeActive()
      for _, owner in ipairs { self, self.coordinator } do
        if owner.kept then app:didHandle(owner.kept) end
        owner.kept = nil
      end
    end
  end,
  repaired = share_the_kept_item,
}

-- Returning false to avoid that hides the launch from other code that waits for performActionFor (LAUNCH-004).
museum.exhibit {
  report = "flutter/flutter#141280", title = "one plugin returns false, another one waits for the callback",
  fails_with = "the second plugin heard nothing",
  explored = museum.explored_items({ { "new", "New note" } }, "12.4", nil, {
    code = function(returned, app)
      function app.delegate:application_didFinishLaunchingWithOptions() return returned end
      function app.delegate:application_performActionForShortcutItem_completionHandler(_, _, completion)
        completion(true)
      end
    end,
  }),
  check = function(returned)
    local app = Device { os = "12.4" }:install(museum.item_package { { "new", "New note" } })
    local heard = false
    function app.delegate:application_didFinishLaunchingWithOptions() return returned end
    function app.delegate:application_performActionForShortcutItem_completionHandler(_, _, completion)
      heard = true
      completion(true)
    end
    museum.tap(app, "new")
    assert.is_true(heard, "the second plugin heard nothing")
  end,
  reported = false, repaired = true,
}
