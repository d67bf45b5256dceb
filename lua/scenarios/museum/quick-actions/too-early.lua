-- The action arrives before the app is ready for it: no window, no root view, no JavaScript (LAUNCH-040, LAUNCH-043).

local museum = require "homescreen.museum"

local function show(window, item)
  local alert = UIAlertController { message = item.localizedTitle }
  alert:addAction(UIAlertAction { title = "OK" })
  window.rootViewController:present(alert, true)
end

museum.exhibit {
  report = "wikimedia/wikipedia-ios#502", title = "the screen for the action is presented while the scene connects",
  fails_with = "the action shows nothing",
  check = function(write)
    local device = Device { os = "17.5" }
    local app = device:install(museum.item_package { { "search", "Search" } }, { lifecycle = "scene" })
    write(app)
    museum.tap(app, "search")
    assert.truthy(device.alert, "the action shows nothing")
    assert.equal("Search", device.alert.message)
  end,
  reported = function(app)
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      if options.shortcutItem then show(self.window, options.shortcutItem) end
    end
  end,
  repaired = function(app)
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem end
    function app.sceneDelegate:sceneDidBecomeActive()
      if self.kept then show(self.window, self.kept) end
      self.kept = nil
    end
  end,
}

museum.exhibit {
  report = "react-native-quick-actions#96", title = "the listener is registered after the item came",
  fails_with = "handled never",
  check = function(write)
    local device = Device { os = "17.5" }
    local app = device:install(museum.item_package { { "new", "New note" } }, { lifecycle = "scene" })
    write(app)
    assert.handled_once(device:record(function()
      device.springboard:icon(app):press():item("new"):tap()
      device:advance(2)
    end))
  end,
  reported = function(app)
    local listener
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      DispatchQueue.main:asyncAfter(1, function() listener = function(item) app:didHandle(item) end end)
      if options.shortcutItem and listener then listener(options.shortcutItem) end
    end
  end,
  repaired = function(app)
    local listener, waiting
    local function flush()
      if listener and waiting then listener(waiting) end
      if listener then waiting = nil end
    end
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      waiting = options.shortcutItem
      DispatchQueue.main:asyncAfter(1, function()
        listener = function(item) app:didHandle(item) end
        flush()
      end)
      flush()
    end
  end,
}
