-- SwiftUI with an application delegate adaptor (LAUNCH-027): the configuration names a scene delegate class. Some
-- versions reportedly skip one of the two connecting calls, so both store the item, which is handled once (LAUNCH-028).
--
--   require "homescreen.delegates.swiftui_adaptor" (app)

local shared = require "homescreen.delegates.shared"

return function(app, handle)
  local act = shared.handler(app, handle)
  local pending -- of the process

  function app.delegate:application_willFinishLaunchingWithOptions(application, launchOptions)
    pending = nil
    return true
  end

  function app.delegate:application_configurationForConnectingSceneSession_options(application, session, options)
    pending = options.shortcutItem
    return UISceneConfiguration { name = "Main", delegateClass = app.sceneDelegate }
  end

  function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
    pending = options.shortcutItem or pending
  end

  function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(windowScene, item, completion)
    completion(act(item))
  end

  function app.sceneDelegate:sceneDidBecomeActive(scene)
    local item = pending
    pending = nil
    if item then act(item) end
  end
end
