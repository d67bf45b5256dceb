-- A link works while the app is in memory, but is lost when it starts the app: with scenes, a cold link is only in the
-- connection options, and a warm one comes to a separate method (LAUNCH-032).
local museum = require "homescreen.museum"

local url = { url = "exhibit://workout/1", link = "exhibit://workout/1" }
local document = { url = "file:///private/var/mobile/Inbox/notes.txt", link = "file:///private/var/mobile/Inbox/notes.txt" }
local universal = { universalLink = "https://example.com/join", link = "https://example.com/join" }
local widget = { widget = { url = "exhibit://widget/1" }, link = "exhibit://widget/1" } -- LAUNCH-092

local function explored(situations, os)
  return museum.explored_links({ os = os }, { lifecycle = "scene" }, situations)
end

local function check(situations, os)
  return museum.opens_links({ os = os }, { lifecycle = "scene" }, situations)
end

-- What reaches a scene that is connected already: a URL, a link of the web.
local function warm_urls(app, open)
  function app.sceneDelegate:scene_openURLContexts(_, contexts)
    for _, context in ipairs(contexts) do open(context.url) end
  end
end
local function warm_links(app, open)
  function app.sceneDelegate:scene_continueUserActivity(_, activity) open(activity.webpageURL) end
end

-- Both ways, for URLs and for links of the web.
local function both_ways(app, open)
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
    for _, context in ipairs(options.urlContexts) do open(context.url) end
    for _, activity in ipairs(options.userActivities) do open(activity.webpageURL) end
  end
  warm_urls(app, open)
  warm_links(app, open)
end

-- The runtime asks the launch options for its first URL, and they are nil (LAUNCH-012).
museum.exhibit {
  report = "expo/expo#47628", title = "the first URL is looked for in the launch options",
  fails_with = "scene_willConnectToSession_options (LAUNCH-032)",
  check = check({ url }, "26.1"),
  explored = explored({ url }, "26.1"),
  reported = function(app, open)
    function app.delegate:application_didFinishLaunchingWithOptions(_, options)
      if options and options.url then open(options.url) end
    end
    warm_urls(app, open)
  end,
  repaired = both_ways,
}

-- What a plugin has is the warm way only.
museum.exhibit {
  report = "istornz/flutter_live_activities#179", title = "only the method for a connected scene is there",
  fails_with = "scene_willConnectToSession_options (LAUNCH-032)",
  check = check({ url }, "18.5"),
  explored = explored({ url }, "18.5"),
  reported = warm_urls, repaired = both_ways,
}

museum.exhibit {
  report = "growingio/growingio-sdk-ios-autotracker#208", title = "the same for links of the web",
  fails_with = "scene_willConnectToSession_options (LAUNCH-032)",
  check = check({ universal, url }, "15.5"),
  explored = explored({ universal, url }, "15.5"),
  reported = function(app, open)
    warm_urls(app, open)
    warm_links(app, open)
  end,
  repaired = both_ways,
}

-- A shared file comes as a URL, to an app that declares types of documents (LAUNCH-117). An engine hands warm URLs on
-- to the app delegate's method, which is never called for cold ones (LAUNCH-032).
museum.exhibit {
  report = "hpoul/file_picker_writable#53", title = "a shared file reaches the app delegate's method only",
  fails_with = "scene_willConnectToSession_options (LAUNCH-032)",
  check = check({ document }, "26.1"),
  explored = explored({ url }, "26.1"),
  reported = function(app, open)
    function app.delegate:application_openURL_options(_, link) open(link) end
    function app.sceneDelegate:scene_openURLContexts(_, contexts)
      UIApplication.shared.delegate:application_openURL_options(UIApplication.shared, contexts[1].url, {})
    end
  end,
  repaired = both_ways,
}

-- The other half: cold URLs are read where they are, and warm ones only by the app delegate's method, which nothing calls.
museum.exhibit {
  report = "AvaloniaUI/Avalonia#21394", title = "warm URLs are left to the app delegate",
  fails_with = "warm, exhibit://workout/1 came to scene_openURLContexts",
  check = check({ url, universal }, "26.5"),
  explored = explored({ url, universal }, "26.5"),
  reported = function(app, open)
    both_ways(app, open)
    app.sceneDelegate.scene_openURLContexts = nil
    function app.delegate:application_openURL_options(_, link) open(link) end
  end,
  repaired = both_ways,
}

-- Quick actions are thought of, and taps on the widget are not.
museum.exhibit {
  report = "fusedio/fused-render#906", title = "the widget's URL is read nowhere",
  fails_with = "scene_willConnectToSession_options (LAUNCH-092)",
  check = check({ widget }, "26.1"),
  explored = explored({ widget }, "26.1"),
  reported = function(app, open)
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      if options.shortcutItem then open(options.shortcutItem.userInfo.url) end
    end
  end,
  repaired = both_ways,
}

-- A SwiftUI view in a window of the app's own: the life cycle is UIKit's, and nobody calls the view's onOpenURL, as
-- SwiftUI does for its own scenes (LAUNCH-087). This report has a second fault: the app declares no associated domain.
local function hosting(app, open)
  app.rootViewController = UIViewController.subclass "HostingController"
  -- The code in the view's onOpenURL.
  function app.rootViewController:linkOpened(link) open(link) end
end

museum.exhibit {
  report = "MacMagazine/app-iOS#313", title = "onOpenURL in a window that the scene delegate makes",
  fails_with = "scene_willConnectToSession_options (LAUNCH-092)",
  check = check({ widget, url }, "26.1"),
  explored = explored({ widget, url }, "26.1"),
  reported = function(app, open)
    hosting(app, open)
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      if options.shortcutItem then app:didHandle(options.shortcutItem) end
    end
  end,
  repaired = function(app, open)
    hosting(app, open)
    local function forward(delegate, contexts)
      for _, context in ipairs(contexts) do delegate.window.rootViewController:linkOpened(context.url) end
    end
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) forward(self, options.urlContexts) end
    function app.sceneDelegate:scene_openURLContexts(_, contexts) forward(self, contexts) end
  end,
}
