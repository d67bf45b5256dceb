-- Helpers for facts about launches: apps, methods of delegates, ends of processes.

local support = require "homescreen.facts.support"

local launching = {}

--- An app with a quick action that runs in the background, too; and one that can have several windows.
launching.package = support.items(
  { { "search", "Search" } }, { UIBackgroundModes = { "fetch", "remote-notification" } })
launching.several = support.items(
  { { "search", "Search" } }, { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } })

--- Sets the method of a delegate by which a scene is connected, or by which an app or a scene gets a quick action.
function launching.will_connect(delegate, body) delegate.scene_willConnectToSession_options = body end

function launching.scene_performs(delegate, body)
  delegate.windowScene_performActionForShortcutItem_completionHandler = body
end

function launching.performs(delegate, body)
  delegate.application_performActionForShortcutItem_completionHandler = body
end

--- Records which methods of the app find the quick action; the launch methods return the values in `returned`.
function launching.watch(app, returned)
  local seen = {}
  local function find(method, item)
    if item then seen[#seen + 1] = method .. " " .. item.type end
  end
  returned = returned or { will = true, did = true }
  function app.delegate:application_willFinishLaunchingWithOptions(_, options)
    find("will", options and options.shortcutItem)
    return returned.will
  end
  function app.delegate:application_didFinishLaunchingWithOptions(_, options)
    find("did", options and options.shortcutItem)
    return returned.did
  end
  launching.performs(app.delegate, function(_, _, item) find("perform", item) end)
  function app.delegate:application_configurationForConnectingSceneSession_options(_, _, options)
    find("configuration", options.shortcutItem)
    return UISceneConfiguration { delegateClass = app.sceneDelegate }
  end
  launching.will_connect(app.sceneDelegate, function(_, _, _, options) find("connect", options.shortcutItem) end)
  launching.scene_performs(app.sceneDelegate, function(_, _, item) find("scene performs", item) end)
  return seen
end

--- The records of `watch` for a cold quick action.
launching.without_scenes = { "will search", "did search", "perform search" }
launching.with_scenes = { "configuration search", "connect search" }

--- How an app without scenes gets a quick action.
launching.perform = "application_performActionForShortcutItem_completionHandler"

--- Records how an app gets a notification's answer, a silent notification, and a background fetch.
launching.answer = "userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler"
launching.received = "application_didReceiveRemoteNotification_fetchCompletionHandler"
launching.fetch = "application_performFetchWithCompletionHandler"

--- An app that is not launched, and the values that its code gets: `launch` options, `connection` options, `activity`,
--- `url`, `intent`, `answer`.
function launching.receiver(cell)
  local device, app = support.installed(cell, launching.package, false)
  local got = {}
  support.name_scene_delegate(app)
  function app.delegate:application_willFinishLaunchingWithOptions() got.launched = true end
  function app.delegate:application_didFinishLaunchingWithOptions(_, options)
    got.launch = options
    return true
  end
  function app.delegate:application_openURL_options(_, url, how)
    got.url, got.source = url, how.sourceApplication
  end
  function app.delegate:application_continueUserActivity_restorationHandler(_, activity) got.activity = activity end
  app.delegate[launching.answer] = function(_, _, response) got.answer = response.notification.request.content end
  app.delegate[launching.received] = function(_, _, userInfo) got.answer = { userInfo = userInfo } end
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
    got.connection = options
    got.activity = options.userActivities[1]
    local context = options.urlContexts[1]
    if context then got.url, got.source = context.url, options.sourceApplication end
  end
  function app.sceneDelegate:scene_openURLContexts(_, contexts)
    got.url, got.source = contexts[1].url, contexts[1].sourceApplication
  end
  function app.sceneDelegate:scene_continueUserActivity(_, activity) got.activity = activity end
  function app.sceneDelegate:scene_willPerformAppIntent(_, intent) got.intent = intent.name end
  local function launch(situation)
    for key in pairs(got) do got[key] = nil end
    return device:record(function() device:launch(app, situation) end).callbacks
  end
  return device, app, got, launch
end

--- The list with a callback replaced by another one, or with another one before it.
function launching.with(list, callback, place, inserts)
  local new = { table.unpack(list) }
  if inserts then table.insert(new, place, callback) else new[place] = callback end
  return new
end

--- Lets `body(item, completion)` handle the quick action of a running app in any life cycle; its result is returned.
function launching.handle_warm(app, body)
  support.name_scene_delegate(app)
  function app.delegate:application_performActionForShortcutItem_completionHandler(_, item, completion)
    return body(item, completion)
  end
  function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
    return body(item, completion)
  end
end

--- The app's own alert.
function launching.alert(message)
  local controller = UIAlertController { message = message }
  controller:addAction(UIAlertAction { title = "OK" })
  return controller
end

--- Presents an alert with the type of a quick action over the root of a window.
function launching.show(window, item)
  window.rootViewController:present(launching.alert(item and item.type or "nothing"))
end

--- The console lines about presentations that UIKit refused.
function launching.refusals(app)
  local found = {}
  for _, line in ipairs(app.console) do
    if line:find("Attempt to present", 1, true) then found[#found + 1] = line end
  end
  return found
end

--- The next launch after `finish(device, app)`: the app, its callbacks, and whether the session is the same.
function launching.again(cell, finish, conditions)
  local device, app = support.installed(cell, launching.package, false)
  for name, value in pairs(conditions or {}) do device.conditions[name] = value end
  function app.sceneDelegate:stateRestorationActivityForScene() return { activityType = "here" } end
  support.name_scene_delegate(app)
  device:launch(app)
  local first = app.scenes[1].identifier
  device:pressHome()
  finish(device, app)
  local callbacks = device:record(function() device:launch(app) end).callbacks
  return app, callbacks, app.scenes[1].identifier == first
end

--- The ways in which a process ends without the user.
launching.ends = {
  function(_, app) app:terminate "jetsam" end,
  function(device) device:reboot() end,
  function(_, app)
    assert.crashes(app, function()
      app:run(function() error "fault" end)
    end)
  end,
}

--- Whether the life cycle of the cell has no scenes; asserts then that an app in front has none.
function launching.has_no_scene(cell)
  if cell.lifecycle ~= "appDelegate" then return false end
  assert.falsy(cell.holds)
  local _, app = support.installed(cell, launching.package)
  assert.same({}, app.scenes)
  return true
end

return launching
