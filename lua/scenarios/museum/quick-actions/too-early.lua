-- The action arrives before the app is ready for it: no window, no root view, no JavaScript (LAUNCH-040, LAUNCH-043).

local museum = require "homescreen.museum"

local function show(window, item)
  local alert = UIAlertController { message = item.localizedTitle }
  alert:addAction(UIAlertAction { title = "OK" })
  window.rootViewController:present(alert, true)
end

-- Waits until the scene is active and nothing else is shown.
local function show_when_free(app)
  local function open(delegate)
    local root = delegate.window.rootViewController
    if not delegate.kept or not delegate.active or root.presentedViewController then return end
    local alert = UIAlertController { message = delegate.kept.localizedTitle }
    delegate.kept = nil
    alert:addAction(UIAlertAction { title = "OK", handler = function() open(delegate) end })
    root:present(alert, true)
  end
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem end
  function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
    self.kept = item
    open(self)
    completion(true)
  end
  function app.sceneDelegate:sceneDidBecomeActive()
    self.active = true
    open(self)
  end
  function app.sceneDelegate:sceneWillResignActive() self.active = false end
end

museum.exhibit {
  report = "wikimedia/wikipedia-ios#502", title = "the screen for the action is presented while the scene connects",
  fails_with = "the action shows nothing",
  explored = museum.explored_items({ { "search", "Search" } }, "17.5", "scene", {
    declares = false, repaired = show_when_free,
  }),
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
  fails_with = "never handled",
  explored = museum.explored_items({ { "new", "New note" } }, "17.5", "scene", {
    repaired = function(app)
      local function flush(delegate)
        if delegate.listener and delegate.waiting then delegate.listener(delegate.waiting) end
        if delegate.listener then delegate.waiting = nil end
      end
      function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
        self.waiting = options.shortcutItem
        DispatchQueue.main:asyncAfter(1, function()
          self.listener = function(item) app:didHandle(item) end
          flush(self)
        end)
      end
      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
        self.waiting = item
        flush(self)
        completion(true)
      end
    end,
  }),
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

-- The plugin calls what the page has subscribed when the device is ready; the page subscribes later, in its own
-- promise. Without scenes, the item comes before the app is active (LAUNCH-002, LAUNCH-003).
museum.exhibit {
  report = "EddyVerbruggen/cordova-plugin-3dtouch#46", title = "the page subscribes in a promise that ends too late",
  fails_with = "never handled",
  -- `completion(true)` comes from the plugin, before the page has the item: only a declaration counts.
  explored = museum.explored_items({ { "scan", "Scan" } }, "13.3", "appDelegate", {
    code = function(delay, app)
      local subscriber
      function app.main()
        subscriber = nil
        DispatchQueue.main:asyncAfter(0.3 + delay, function() subscriber = function(item) app:didHandle(item) end end)
      end
      function app.delegate:application_performActionForShortcutItem_completionHandler(_, item, completion)
        DispatchQueue.main:asyncAfter(0.4, function()
          if subscriber then subscriber(item) end
          completion(subscriber ~= nil)
        end)
      end
    end,
  }),
  check = function(delay)
    local device = Device { os = "13.3" }
    local app = device:install(museum.item_package { { "scan", "Scan" } }, { lifecycle = "appDelegate" })
    local subscriber
    function app.main()
      subscriber = nil
      -- The page: the device is ready after 0.3 s.
      DispatchQueue.main:asyncAfter(0.3 + delay, function() subscriber = function(item) app:didHandle(item) end end)
    end
    function app.delegate:application_performActionForShortcutItem_completionHandler(_, item, completion)
      -- The plugin: it waits until the device is ready, and no longer.
      DispatchQueue.main:asyncAfter(0.4, function()
        if subscriber then subscriber(item) end
      end)
      completion(true)
    end
    local function tap()
      return device:record(function()
        device.springboard:icon(app):press():item("scan"):tap()
        device:advance(2)
      end)
    end
    local cold = tap()
    device:pressHome()
    assert.handled_once(tap()) -- works great otherwise
    assert.handled_once(cold)
  end,
  reported = 1, repaired = 0,
}
