-- Links and scenes that come to an object other than the one that waits for them.
local museum = require "homescreen.museum"

local url = { url = "exhibit://posts/7", link = "exhibit://posts/7" }

-- The scene delegate of a SwiftUI app has put a UIHostingController into the window: no modifier runs any more, and a URL
-- comes to the scene delegate only (LAUNCH-138).
local function hosted(app, open)
  local Host = UIViewController.subclass "SceneViewHost"
  function app.delegate:application_configurationForConnectingSceneSession_options()
    return UISceneConfiguration { delegateClass = app.sceneDelegate }
  end
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
    self.window.rootViewController = Host()
    if open and options.urlContexts[1] then open(options.urlContexts[1].url) end
  end
end

museum.exhibit {
  report = "MacMagazine/app-iOS#313", title = "onOpenURL is never called if a scene delegate has its own window",
  fails_with = "scene_willConnectToSession_options (LAUNCH-032)",
  check = museum.opens_links({ os = "18.0" }, { lifecycle = "swiftUI" }, { url }),
  reported = function(app, open)
    hosted(app)
    function app.view:onOpenURL(link) open(link) end
  end,
  repaired = function(app, open)
    hosted(app, open)
    function app.sceneDelegate:scene_openURLContexts(_, contexts) open(contexts[1].url) end
  end,
}

-- The same app has no associated domain: its links open in the browser, regardless of its code (LAUNCH-126).
museum.exhibit {
  report = "MacMagazine/app-iOS#312", title = "links of the app's own site open the browser",
  fails_with = "do not have the domain",
  check = function(domains)
    local device = Device { os = "18.0" }
    local app = device:install(AppPackage {
      plist = { CFBundleIdentifier = "com.example.exhibit" },
      entitlements = { ["com.apple.developer.associated-domains"] = domains },
    }, { lifecycle = "scene" })
    device:launch(app, { universalLink = "https://example.com/posts/7" })
    assert.equal("runningForeground", app.state)
  end,
  reported = { "webcredentials:example.com" }, repaired = { "webcredentials:example.com", "applinks:example.com" },
}

-- In a SwiftUI app UIApplication.shared.delegate is SwiftUI's own object (LAUNCH-136).
museum.exhibit {
  report = "mbta/mobile_app#284", title = "the shared delegate is not the adaptor's object",
  fails_with = "SwiftUI's own object",
  check = function(find)
    local device = Device { os = "17.5" }
    local app = device:install(museum.item_package {}, { lifecycle = "swiftUI" })
    local own
    function app.delegate:application_didFinishLaunchingWithOptions() self.screens, own = "tracked", self end
    device:launch(app)
    app:run(function() assert.equal("tracked", find(own).screens) end)
  end,
  reported = function() return UIApplication.shared.delegate end,
  repaired = function(own) return own end,
}

-- A notification's answer carries a link, and an SDK hands it to the shared delegate, which is SwiftUI's (LAUNCH-136).
-- It can only call open, which sends the app's own link to the browser (LAUNCH-132).
museum.exhibit {
  report = "exponea/exponea-ios-sdk#78", title = "a link in a notification opens the browser instead of the app",
  fails_with = "the browser has it",
  check = function(hand_over)
    local link = "https://example.com/offers/7"
    local device = Device { os = "18.0" }
    local app = device:install(AppPackage {
      plist = { CFBundleIdentifier = "com.example.exhibit" },
      entitlements = { ["com.apple.developer.associated-domains"] = { "applinks:example.com" } },
    }, { lifecycle = "swiftUI" })
    local opened, own
    function app.delegate:application_didFinishLaunchingWithOptions() own = self end
    function app.delegate:application_continueUserActivity_restorationHandler(_, activity)
      opened = activity.webpageURL
      return true
    end
    function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(_, response)
      local url = response.notification.request.content.userInfo.url
      local delegate = hand_over(own)
      local activity = { activityType = "NSUserActivityTypeBrowsingWeb", webpageURL = url }
      -- SwiftUI's object returns false for it; here it has no such member.
      local known, take = pcall(function() return delegate.application_continueUserActivity_restorationHandler end)
      if not (known and take(delegate, UIApplication.shared, activity, function() end)) then
        UIApplication.shared:open(url)
      end
    end
    device:launch(app, { notification = { userInfo = { url = link } } })
    device:settle()
    assert.equal(link, opened, "the browser has it")
  end,
  reported = function() return UIApplication.shared.delegate end,
  repaired = function(own) return own end,
}

-- An adaptor that is declared a second time, in the scene delegate of the car, makes a second object (LAUNCH-137).
museum.exhibit {
  report = "stadiamaps/ferrostar#544", title = "the application delegate is created twice",
  fails_with = "the car knows no route",
  check = function(delegate_of)
    local car = "CPTemplateApplicationSceneSessionRoleApplication"
    local device = Device { os = "17.5" }
    local app = device:install(museum.item_package {}, { lifecycle = "swiftUI" })
    local own, route
    function app.delegate:application_didFinishLaunchingWithOptions() self.route, own = "to the station", self end
    function app.delegate:application_configurationForConnectingSceneSession_options(_, session)
      if session.role == car then return UISceneConfiguration { sessionRole = car, delegateClass = app.sceneDelegate } end
    end
    function app.sceneDelegate:scene_willConnectToSession_options() route = delegate_of(app, own).route end
    device:launch(app)
    app:connectDisplay "car"
    assert.equal("to the station", route or "none", "the car knows no route")
  end,
  reported = function(app) return UIApplicationDelegateAdaptor(app.delegate) end,
  repaired = function(_, own) return own end,
}

-- The delegate answers for every role with the window's configuration: the car's scene is never connected (LAUNCH-140).
museum.exhibit {
  report = "tauri-apps/tao#1305", title = "the app does not show up in the car", fails_with = "the car shows nothing",
  check = function(answer)
    local car = "CPTemplateApplicationSceneSessionRoleApplication"
    local device = Device { os = "18.0" }
    local app = device:install(museum.item_package({}, {
      UIApplicationSceneManifest = { UISceneConfigurations = { [car] = { { UISceneConfigurationName = "Car" } } } },
    }))
    local roles = {}
    function app.delegate:application_configurationForConnectingSceneSession_options(_, session)
      return UISceneConfiguration { sessionRole = answer(session.role) }
    end
    function app.sceneDelegate:scene_willConnectToSession_options(_, session) roles[session.role] = true end
    device:launch(app)
    app:connectDisplay "car"
    assert.equal(true, roles[car] or false, "the car shows nothing")
  end,
  reported = function() return "UIWindowSceneSessionRoleApplication" end,
  repaired = function(role) return role end,
}

-- An external display connects a scene of the same class, which moves the app's only view out of the first window
-- (LAUNCH-141).
museum.exhibit {
  report = "birkir/react-native-carplay#168", title = "an external display takes the view out of the phone's window",
  fails_with = "the phone's window is empty",
  check = function(is_for)
    local device = Device { os = "17.2" }
    local app = device:install(museum.item_package({}, { UIApplicationSceneManifest = {} }))
    local root
    function app.delegate:application_configurationForConnectingSceneSession_options()
      return UISceneConfiguration { name = "Default" }
    end
    function app.sceneDelegate:scene_willConnectToSession_options(_, session)
      root = root or UIViewController.subclass "ReactRoot" ()
      if is_for(session.role) then self.window.rootViewController = root end
    end
    device:launch(app)
    app:connectDisplay "external"
    app:run(function()
      assert.equal(root, app.scenes[1].window.rootViewController, "the phone's window is empty")
    end)
  end,
  reported = function() return true end,
  repaired = function(role) return role == "UIWindowSceneSessionRoleApplication" end,
}

-- A build with the SDK of iOS 18 calls openURL, which does nothing any more (LAUNCH-134).
museum.exhibit {
  report = "endigo/flutter_pdfview#289", title = "links in the document do nothing from iOS 18 on",
  fails_with = "the link did not open",
  check = function(open)
    local device = Device { os = "18.0" }
    local app = device:install(museum.item_package {}, { lifecycle = "scene", sdk = "18.0" })
    device:launch(app)
    app:run(function() open(UIApplication.shared, "https://example.com") end)
    assert.is_nil(device.front, "the link did not open")
  end,
  reported = function(application, link) application:openURL(link) end,
  repaired = function(application, link) application:open(link) end,
}
