-- pointfreeco/isowords#97: the app and a view each have a UIApplicationDelegateAdaptor, so there are two objects of one
-- class. The system calls one of them, and a quick action that this one keeps the other one does not have; the way of an
-- item to a SwiftUI view is by the one object (LAUNCH-027). Nothing says which of two is called, so both are tried.
local museum = require "homescreen.museum"

museum.exhibit {
  report = "pointfreeco/isowords#97", title = "the adaptor is used twice, and the action is in the other object",
  fails_with = "handled never",
  check = function(adaptors)
    for called = 1, adaptors do
      local device = Device { os = "14.5" }
      local app = device:install(museum.item_package { { "daily", "Daily challenge" } }, { lifecycle = "swiftUI" })
      local objects
      function app.main()
        objects = {}
        for place = 1, adaptors do objects[place] = {} end
      end
      function app.delegate:application_configurationForConnectingSceneSession_options(_, _, options)
        objects[called].kept = options.shortcutItem
        return UISceneConfiguration { delegateClass = app.sceneDelegate }
      end
      function app.view:onAppear()
        local mine = objects[adaptors]
        if mine.kept then app:didHandle(mine.kept) end
      end
      assert.handled_once(museum.tap(app, "daily"))
    end
  end,
  reported = 2, repaired = 1,
}
