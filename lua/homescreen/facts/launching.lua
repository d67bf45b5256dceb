-- What the scenarios of the facts about launches share: apps, methods of delegates, ends of processes.

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

--- Writes down which methods of the app find the quick action; the launch methods return what `returned` says.
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

--- What `watch` sees of a cold quick action.
launching.without_scenes = { "will search", "did search", "perform search" }
launching.with_scenes = { "configuration search", "connect search" }

--- Whether a name is in a list.
function launching.has(list, name)
  for _, entry in ipairs(list) do
    if entry == name then return true end
  end
  return false
end

--- How an app without scenes gets a quick action.
launching.perform = "application_performActionForShortcutItem_completionHandler"

--- The next launch after `finish(device, app)`: the app, its callbacks, and whether the session is the one before.
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

--- What ends a process without the user.
launching.ends = {
  function(_, app) app:terminate "jetsam" end,
  function(device) device:reboot() end,
  function(_, app)
    assert.crashes(app, function()
      app:run(function() error "fault" end)
    end)
  end,
}

--- Whether the life cycle of the cell has no scenes; then an app in front has none.
function launching.has_no_scene(cell)
  if cell.lifecycle ~= "appDelegate" then return false end
  local _, app = support.installed(cell, launching.package)
  assert.same({}, app.scenes)
  return true
end

return launching
