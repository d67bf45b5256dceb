-- A notification is tapped: where its answer arrives, how often, and when. An app with scenes gets a cold answer in the
-- connection options and at the centre's delegate, a warm one only at the delegate, and both before the scene is active
-- (LAUNCH-090).
local museum = require "homescreen.museum"

local function installed(os)
  local device = Device { os = os }
  return device, device:install(museum.item_package {}, { lifecycle = "scene" })
end

local function tap(device, app, page)
  device:launch(app, { notification = { title = "News", userInfo = { page = page } } })
  device:advance(2)
end

-- The parts of the answer that both methods get.
local function page(response) return response.notification.request.content.userInfo.page end

-- Cold and warm, each page is opened once.
local function opens_once(os)
  return function(write)
    local device, app = installed(os)
    local opened
    write(app, function(found) opened[#opened + 1] = found end)
    for _, start in ipairs { "cold", "warm" } do
      opened = {}
      tap(device, app, start)
      assert.same({ start }, opened, ("%s: opened %d times"):format(start, #opened))
      device:pressHome()
    end
  end
end

-- The plugin takes the notification of the launch from the launch options, which are nil with scenes (LAUNCH-012), and
-- becomes the centre's delegate when its page exists.
museum.exhibit {
  report = "CleverTap/clevertap-cordova#325", title = "the launch options have no notification",
  fails_with = "cold: opened 0 times",
  check = opens_once "26.5",
  reported = function(app, open)
    local is_ready
    function app.main() is_ready = false end
    function app.delegate:application_didFinishLaunchingWithOptions(_, options)
      if options and options.remoteNotification then open(options.remoteNotification.page) end
    end
    function app.sceneDelegate:sceneDidBecomeActive() is_ready = true end
    function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(_, response, done)
      if is_ready then open(page(response)) end
      done()
    end
  end,
  repaired = function(app, open)
    local is_ready
    function app.main() is_ready = false end
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      if options.notificationResponse then open(page(options.notificationResponse)) end
    end
    function app.sceneDelegate:sceneDidBecomeActive() is_ready = true end
    function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(_, response, done)
      if is_ready then open(page(response)) end
      done()
    end
  end,
}

-- Both methods are there, and a cold answer comes to both.
for _, os in ipairs { "18.6", "26.4" } do
  museum.exhibit {
    report = "defold/extension-push#58", title = "one cold answer in two places, iOS " .. os,
    fails_with = "cold: opened 2 times",
    check = opens_once(os),
    reported = function(app, open)
      function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
        if options.notificationResponse then open(page(options.notificationResponse)) end
      end
      function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(_, response, done)
        open(page(response))
        done()
      end
    end,
    -- The plugin remembers which answer it has handled.
    repaired = function(app, open)
      local last
      local function open_once(response)
        if page(response) ~= last then open(page(response)) end
        last = page(response)
      end
      function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
        if options.notificationResponse then open_once(options.notificationResponse) end
      end
      function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(_, response, done)
        open_once(response)
        done()
      end
    end,
  }
end

-- The answer looks for the window of the active scene, and the scene is still foregroundInactive (LAUNCH-090).
museum.exhibit {
  report = "openhab/openhab-ios#1229", title = "no window is found for the page",
  fails_with = "no window",
  check = function(is_window_of)
    local device, app = installed "26.5"
    local shown = "no window"
    function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(_, response, done)
      for _, scene in ipairs(UIApplication.shared.connectedScenes) do
        if is_window_of(scene) then shown = page(response) end
      end
      done()
    end
    device:launch(app)
    device:pressHome()
    tap(device, app, "door")
    assert.equal("door", shown)
  end,
  reported = function(scene) return scene.activationState == "foregroundActive" end,
  repaired = function(scene) return scene.windows[1] ~= nil end,
}

-- A log of iOS 27.0 shows the order of a cold start, which makes the app navigate before it loads its first page.
museum.exhibit {
  report = "openhab/openhab-ios#1336", title = "the first page replaces the requested one",
  fails_with = "overview",
  check = function(keeps)
    local device, app = installed "27.0"
    local shown, wanted
    function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(_, response, done)
      shown, wanted = page(response), keeps and page(response) or nil
      done()
    end
    function app.sceneDelegate:sceneDidBecomeActive() shown, wanted = wanted or "overview", nil end
    tap(device, app, "door")
    assert.equal("door", shown)
  end,
  reported = false, repaired = true,
}
