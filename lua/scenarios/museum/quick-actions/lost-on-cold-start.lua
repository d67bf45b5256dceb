-- The most frequent report: the action works while the app is in memory, but is lost when the tap starts the app.

local museum = require "homescreen.museum"

local function explored(lifecycle, os) return museum.explored_items({ { "new", "New note" } }, os, lifecycle) end

local function check(lifecycle, os)
  return function(write)
    local app = Device { os = os }:install(museum.item_package { { "new", "New note" } }, { lifecycle = lifecycle })
    write(app)
    museum.handled_cold_and_warm(app, "new")
  end
end

-- The mistake of all these apps: only the warm way is there, of the app delegate or of the scene delegate.
local function only_warm_app(app)
  function app.delegate:application_performActionForShortcutItem_completionHandler(_, item, completion)
    app:didHandle(item)
    completion(true)
  end
end

local function only_warm_scene(app)
  function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
    app:didHandle(item)
    completion(true)
  end
end

-- With scenes performActionFor is not called for a cold start (LAUNCH-013).
museum.exhibit {
  report = "flutter/flutter#130243", title = "with scenes, only the warm way is implemented",
  fails_with = "in this life cycle it must be handled in scene_willConnectToSession_options",
  check = check("scene", "17.5"), explored = explored("scene", "17.5"),
  reported = only_warm_scene,
  repaired = require "homescreen.delegates.apple_sample",
}

-- Without scenes, a launch method that returns false must handle the item (LAUNCH-004).
museum.exhibit {
  report = "flutter/flutter#13634", title = "without scenes, the launch returns false and drops the item",
  fails_with = "never handled", check = check("appDelegate", "12.4"), explored = explored("appDelegate", "12.4"),
  reported = function(app)
    function app.delegate:application_didFinishLaunchingWithOptions() return false end
    only_warm_app(app)
  end,
  repaired = require "homescreen.delegates.app_delegate",
}

-- SwiftUI: an app delegate alone hears nothing of quick actions (LAUNCH-026).
museum.exhibit {
  report = "krelltunez/dayGLANCE#1004", title = "SwiftUI with an app delegate, and no scene delegate",
  fails_with = "never handled", check = check("swiftUI", "18.0"), explored = explored("swiftUI", "18.0"),
  reported = only_warm_app,
  repaired = require "homescreen.delegates.swiftui_adaptor",
}

-- A process that was killed in the background is a cold start, and a listener in memory is gone (LAUNCH-019).
museum.exhibit {
  report = "EvanBacon/expo-quick-actions#61", title = "killed in the background, the listener is missing",
  fails_with = "never handled", explored = explored("scene", "17.5"),
  check = function(write)
    local device = Device { os = "17.5" }
    local app = device:install(museum.item_package { { "new", "New note" } }, { lifecycle = "scene" })
    write(app)
    device:launch(app)
    device:pressHome()
    app:terminate "jetsam"
    assert.handled_once(museum.tap(app, "new"))
  end,
  reported = only_warm_scene,
  repaired = require "homescreen.delegates.apple_sample",
}
