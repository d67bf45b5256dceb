-- Scenes, as in Apple's sample (LAUNCH-035): a cold start stores the item, and activation handles it. It also clears the
-- item, which the sample does not (LAUNCH-036).
--
--   require "homescreen.delegates.apple_sample" (app)
--   require "homescreen.delegates.apple_sample" (app, function(item) return item.type == "scan" end)

local shared = require "homescreen.delegates.shared"

return function(app, handle)
  local act = shared.handler(app, handle)

  function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
    self.kept = options.shortcutItem
  end

  function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(windowScene, item, completion)
    completion(act(item))
  end

  function app.sceneDelegate:sceneDidBecomeActive(scene)
    local item = self.kept
    self.kept = nil
    if item then act(item) end
  end
end
