-- SwiftUI and the app's own scene delegate: one project never got scene(_:willConnectTo:options:), another got both
-- connecting calls (LAUNCH-028). Reading the item in both calls, and handling it once, is safe in both cases.

local museum = require "homescreen.museum"

local function in_one_call(app)
  function app.delegate:application_configurationForConnectingSceneSession_options()
    return UISceneConfiguration { delegateClass = app.sceneDelegate }
  end
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem end
  function app.sceneDelegate:sceneDidBecomeActive()
    if self.kept then app:didHandle(self.kept) end
    self.kept = nil
  end
  function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
    app:didHandle(item)
    completion(true)
  end
end

museum.exhibit {
  report = "krelltunez/dayGLANCE#1436", title = "SwiftUI does not pass willConnect to the scene delegate",
  fails_with = "never handled",
  explored = museum.explored_items({ { "new", "New note" } }, "18.0", "swiftUI", {
    devices = { { os = "18.0" }, { os = "18.0", conditions = { swallowsWillConnect = true } } },
  }),
  check = function(write)
    for _, swallows in ipairs { false, true } do
      local device = Device { os = "18.0", conditions = { swallowsWillConnect = swallows } }
      local app = device:install(museum.item_package { { "new", "New note" } }, { lifecycle = "swiftUI" })
      write(app)
      museum.handled_cold_and_warm(app, "new")
    end
  end,
  reported = in_one_call, repaired = require "homescreen.delegates.swiftui_adaptor",
}

-- The other half of the story: a session that is known already brings no call for a configuration (LAUNCH-029).
museum.exhibit {
  report = "krelltunez/dayGLANCE#1436", title = "the item is taken in configurationForConnecting only",
  fails_with = "never handled",
  explored = museum.explored_items({ { "new", "New note" } }, "18.0", "swiftUI", {
    devices = { { os = "18.0", conditions = { keepSessions = "always" } } },
  }),
  check = function(write)
    local device = Device { os = "18.0", conditions = { keepSessions = "always" } }
    local app = device:install(museum.item_package { { "new", "New note" } }, { lifecycle = "swiftUI" })
    write(app)
    device:launch(app)
    device:pressHome()
    app:terminate "jetsam"
    assert.handled_once(museum.tap(app, "new"))
  end,
  reported = function(app)
    local pending
    function app.delegate:application_configurationForConnectingSceneSession_options(_, _, options)
      pending = options.shortcutItem
      return UISceneConfiguration { delegateClass = app.sceneDelegate }
    end
    function app.sceneDelegate:sceneDidBecomeActive()
      if pending then app:didHandle(pending) end
      pending = nil
    end
  end,
  repaired = require "homescreen.delegates.swiftui_adaptor",
}
