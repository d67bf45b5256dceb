-- Without scenes: the launch method stores the item and returns false, so that it does not arrive a second time
-- (LAUNCH-004, LAUNCH-005); the item is handled when the app becomes active.
--
--   require "homescreen.delegates.app_delegate" (app)

local shared = require "homescreen.delegates.shared"

return function(app, handle)
  local act = shared.handler(app, handle)

  function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
    self.kept = launchOptions and launchOptions.shortcutItem
    return self.kept == nil
  end

  function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
    completion(act(item))
  end

  function app.delegate:applicationDidBecomeActive(application)
    local item = self.kept
    self.kept = nil
    if item then act(item) end
  end
end
