-- An app moves to scenes and leaves the code for its quick actions in the app delegate: nothing arrives any more,
-- neither cold nor warm (LAUNCH-012, LAUNCH-021, LAUNCH-022).

local museum = require "homescreen.museum"

museum.exhibit {
  report = "flutter/flutter#170179", title = "a scene manifest, and the code in the app delegate",
  fails_with = "which the app does not have",
  explored = function()
    local manifest = { UIApplicationSupportsMultipleScenes = false }
    return {
      app = museum.item_package({ { "new", "New note" } }, { UIApplicationSceneManifest = manifest }),
      devices = { { os = "18.0" } },
    }
  end,
  check = function(write)
    local manifest = { UIApplicationSupportsMultipleScenes = false }
    local package = museum.item_package({ { "new", "New note" } }, { UIApplicationSceneManifest = manifest })
    local app = Device { os = "18.0" }:install(package)
    write(app)
    museum.handled_cold_and_warm(app, "new")
  end,
  reported = require "homescreen.delegates.app_delegate", repaired = require "homescreen.delegates.half_migrated",
}

-- With the 27 SDK, scenes are required: an app without scenes does not launch (LAUNCH-061).
museum.exhibit {
  report = "expo/expo#46664", title = "built with the 27 SDK, without scenes", fails_with = "UIScene life cycle is required",
  check = function(build)
    local device = Device { os = "27.0" }
    local app = device:install(museum.item_package({ { "new", "New note" } }, build.plist), { sdk = "27.0" })
    build.write(app)
    device.springboard:icon(app):press():item("new"):tap()
    assert.is_nil(app.crash and app.crash.reason)
    assert.handled_once(device.trace)
  end,
  reported = { write = require "homescreen.delegates.app_delegate" },
  repaired = {
    plist = {
      UIApplicationSceneManifest = {
        UISceneConfigurations = { UIWindowSceneSessionRoleApplication = { { UISceneDelegateClassName = "SceneDelegate" } } },
      },
    },
    write = require "homescreen.delegates.half_migrated",
  },
}
