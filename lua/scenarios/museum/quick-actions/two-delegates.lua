-- Each UIApplicationDelegateAdaptor creates an object of the delegate's class, but the system calls only one of them,
-- so the others get no events. Only this object can pass them to a SwiftUI view (LAUNCH-027).
local museum = require "homescreen.museum"

-- The object of another adaptor: it has the same class, but is never called.
local function another(class) return setmetatable({}, { __index = class }) end

-- The app whose delegate stores itself, as in `static var shared`.
local function install(model, os, plist)
  local app = Device { model = model, os = os }:install(museum.item_package({ { "daily", "Daily challenge" } }, plist), {
    lifecycle = "swiftUI",
  })
  local shared
  function app.delegate:application_didFinishLaunchingWithOptions() shared = self end
  return app, function() return shared end
end

-- The view asks its own adaptor's object for the quick action.
museum.exhibit {
  report = "pointfreeco/isowords#97", title = "a view has its own adaptor", fails_with = "never handled",
  check = function(has_own)
    local app, shared = install("iPhone", "14.5")
    function app.delegate:application_configurationForConnectingSceneSession_options(_, _, options)
      self.kept = options.shortcutItem
      return UISceneConfiguration { delegateClass = app.sceneDelegate }
    end
    function app.view:onAppear()
      local delegate = has_own and another(app.delegate) or shared()
      if delegate.kept then app:didHandle(delegate.kept) end
    end
    assert.handled_once(museum.tap(app, "daily"))
  end,
  reported = true, repaired = false,
}

-- The scene delegate of the car's screen asks for the route that the app delegate was told. The model knows no cars; the
-- second window of an iPad stands for the car's screen, and a silent notification brings the route (LAUNCH-095).
museum.exhibit {
  report = "stadiamaps/ferrostar#546", title = "a scene delegate has its own adaptor",
  fails_with = "the second window has no route",
  check = function(has_own)
    local app, shared = install("iPad", "18.4", {
      UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true },
      UIBackgroundModes = { "remote-notification" },
    })
    function app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler(_, userInfo, completion)
      self.route = userInfo.route
      completion "newData"
    end
    function app.delegate:application_configurationForConnectingSceneSession_options()
      return UISceneConfiguration { delegateClass = app.sceneDelegate }
    end
    local shown
    function app.sceneDelegate:scene_willConnectToSession_options()
      local delegate = has_own and another(app.delegate) or shared()
      shown = delegate.route
    end
    app.device:launch(app)
    app.device:launch(app, { notification = { silent = true, userInfo = { route = "home" } } })
    app:newScene()
    assert.equal("home", shown, "the second window has no route")
  end,
  reported = true, repaired = false,
}
