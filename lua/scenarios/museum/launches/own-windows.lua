-- Windows that the app's own code creates, and code that searches the windows of all scenes.
local museum = require "homescreen.museum"

local car = "CPTemplateApplicationSceneSessionRoleApplication"

--- An app whose scene manifest has a configuration for the car.
local function with_car()
  return museum.item_package({}, {
    UIApplicationSceneManifest = { UISceneConfigurations = { [car] = { { UISceneConfigurationName = "Car" } } } },
  })
end

-- Not every scene has windows (LAUNCH-153): an app that is started by the car asks the car's for them.
museum.exhibit {
  report = "SVProgressHUD/SVProgressHUD#1118", title = "a progress view crashes the app that the car has started",
  fails_with = "-[CPTemplateApplicationScene windows]: unrecognized selector",
  check = function(main_window)
    local device = Device { os = "17.0" }
    local app = device:install(with_car(), { lifecycle = "scene" })
    app:connectDisplay "car"
    pcall(function() app:run(function() main_window() end) end)
    assert.is_nil(app.crash and app.crash.reason)
  end,
  reported = function()
    for _, scene in ipairs(UIApplication.shared.connectedScenes) do
      if scene.activationState == "foregroundActive" then return scene.windows[1] end
    end
  end,
  repaired = function()
    for _, scene in ipairs(UIApplication.shared.connectedScenes) do
      if scene.session.role == "UIWindowSceneSessionRoleApplication" then return scene.windows[1] end
    end
  end,
}

-- The binding's list of roles has none for the car, so reading the role of its session fails (LAUNCH-140, LAUNCH-142).
museum.exhibit {
  report = "dotnet/macios#9749", title = "an app crashes when it is started from the car",
  fails_with = "has no associated enum value",
  check = function(roles)
    local device = Device { os = "14.0" }
    local app = device:install(with_car(), { lifecycle = "scene" })
    function app.delegate:application_configurationForConnectingSceneSession_options(_, session)
      local role = roles[session.role] or error(session.role .. " has no associated enum value on this platform")
      return UISceneConfiguration { name = role, sessionRole = session.role }
    end
    pcall(function() app:connectDisplay "car" end)
    assert.is_nil(app.crash and app.crash.reason)
    assert.equal("runningBackground", app.state)
  end,
  reported = { UIWindowSceneSessionRoleApplication = "Default Configuration" },
  repaired = { UIWindowSceneSessionRoleApplication = "Default Configuration", [car] = "Car" },
}

-- A scene in the background that the system lets go of comes back with another window (LAUNCH-085, LAUNCH-018). An engine
-- that does not listen to sceneDidDisconnect continues to draw into the old one.
museum.exhibit {
  report = "tauri-apps/tao#1261", title = "the window of a scene that was disconnected stays in the list",
  fails_with = "2 windows",
  check = function(listens)
    local device = Device { os = "26.5" }
    local app = device:install(museum.item_package {}, { lifecycle = "scene" })
    local windows
    function app.main() windows = {} end
    function app.sceneDelegate:scene_willConnectToSession_options(scene)
      self.window = UIWindow { windowScene = scene }
      self.window.rootViewController = UIViewController()
      self.window:makeKeyAndVisible()
      windows[#windows + 1] = self.window
    end
    if listens then
      function app.sceneDelegate:sceneDidDisconnect()
        for place, window in ipairs(windows) do
          if window == self.window then table.remove(windows, place) end
        end
      end
    end
    device:launch(app)
    device:pressHome()
    app.scenes[1]:disconnect()
    device:launch(app)
    assert.equal(1, #windows, #windows .. " windows")
  end,
  reported = false, repaired = true,
}

-- An overlay in its own window, created as before scenes: it is never on the screen (LAUNCH-152).
museum.exhibit {
  report = "wix/react-native-navigation#8345", title = "overlays never appear in an app with scenes",
  fails_with = "nobody sees the overlay",
  check = function(make_window)
    local device = Device { os = "26.0" }
    local app = device:install(museum.item_package {}, { lifecycle = "scene" })
    device:launch(app)
    app:run(function()
      local overlay = make_window()
      overlay.rootViewController = UIViewController()
      overlay:makeKeyAndVisible()
      overlay.rootViewController:present(UIAlertController { message = "An overlay" }, false)
    end)
    device:settle()
    assert.equal("An overlay", device.alert and device.alert.message, "nobody sees the overlay")
  end,
  reported = function() return UIWindow() end,
  repaired = function() return UIWindow { windowScene = UIApplication.shared.connectedScenes[1] } end,
}

-- The scene manifest names a storyboard, and the scene delegate makes a window with a bridge of its own: two bridges load
-- the page, one of them below the other (LAUNCH-151).
museum.exhibit {
  report = "Cap-go/capacitor-plus#116", title = "a storyboard's window, and one that the scene delegate makes",
  fails_with = "two bridges have loaded",
  check = function(storyboard)
    local device = Device { os = "26.1" }
    local app = device:install(museum.item_package({}, {
      UIApplicationSceneManifest = {
        UISceneConfigurations = {
          UIWindowSceneSessionRoleApplication = {
            { UISceneConfigurationName = "Default Configuration", UISceneStoryboardFile = storyboard or nil },
          },
        },
      },
    }), { lifecycle = "scene" })
    local Bridge = UIViewController.subclass "CAPBridgeViewController" -- the storyboard's initial controller
    app.rootViewController = Bridge
    local loaded = 0
    function Bridge:viewDidLoad() loaded = loaded + 1 end
    function app.sceneDelegate:scene_willConnectToSession_options(scene)
      self.window = UIWindow { windowScene = scene }
      self.window.rootViewController = Bridge()
      self.window:makeKeyAndVisible()
    end
    device:launch(app)
    assert.equal(1, loaded, "two bridges have loaded")
  end,
  reported = "Main", repaired = false,
}
