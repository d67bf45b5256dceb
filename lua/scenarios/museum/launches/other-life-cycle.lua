-- The app looks for the link in the place of another life cycle.
local museum = require "homescreen.museum"

local url = { url = "exhibit://stations/1", link = "exhibit://stations/1" }

-- Without scenes a link of the web is under the user activity of the launch options, not under the URL (LAUNCH-009). Then
-- the method for activities gets it too, as it gets a warm one.
museum.exhibit {
  report = "BranchMetrics/react-native-branch-deep-linking-attribution#582",
  title = "a cold link of the web is under another key of the launch options",
  fails_with = "the app started without a link",
  check = function(key)
    local device = Device { os = "13.5" }
    local app = device:install(museum.item_package {}, { lifecycle = "appDelegate" })
    local started
    function app.delegate:application_didFinishLaunchingWithOptions(_, options)
      local found = options and options[key]
      started = found and (key == "url" and found or found.webpageURL)
    end
    device:launch(app, { universalLink = "https://example.com/invite" })
    assert.equal("https://example.com/invite", started or "none", "the app started without a link")
  end,
  reported = "url", repaired = "userActivity",
}

-- With scenes neither the launch options nor the app delegate's method have an intent (LAUNCH-012, LAUNCH-093).
local siri = { intent = "PlayStationIntent", link = "PlayStationIntent" }

local function shortcuts(os, situation)
  return museum.opens_links({ os = os }, { lifecycle = "scene" }, { situation })
end

museum.exhibit {
  report = "Gustash/react-native-siri-shortcut#102", title = "scenes for CarPlay, and Siri's shortcuts are silent",
  fails_with = "scene_willConnectToSession_options (LAUNCH-093)",
  check = shortcuts("15.6", siri),
  explored = museum.explored_links({ os = "15.6" }, { lifecycle = "scene" }, { siri }),
  reported = function(app, open)
    function app.delegate:application_continueUserActivity_restorationHandler(_, activity) open(activity.activityType) end
  end,
  repaired = function(app, open)
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      for _, activity in ipairs(options.userActivities) do open(activity.activityType) end
    end
    function app.sceneDelegate:scene_continueUserActivity(_, activity) open(activity.activityType) end
  end,
}

-- SwiftUI: the launch options are nil, and onOpenURL has the URL after the first appearance only (LAUNCH-026, LAUNCH-087).
-- Reported for visionOS; the life cycle is the same on an iPad.
museum.exhibit {
  report = "callstack/react-native-visionos#138", title = "SwiftUI has no launch options to start the bridge with",
  fails_with = "cold, exhibit://stations/1",
  check = museum.opens_links({ model = "iPad", os = "17.5" }, { lifecycle = "swiftUI" }, { url }),
  explored = museum.explored_links({ model = "iPad", os = "17.5" }, { lifecycle = "swiftUI" }, { url }),
  reported = function(app, open)
    local initial
    function app.delegate:application_didFinishLaunchingWithOptions(_, options) initial = options and options.url end
    function app.view:onAppear()
      if initial then open(initial) end
    end
  end,
  repaired = function(app, open)
    function app.view:onOpenURL(link) open(link) end
  end,
}
