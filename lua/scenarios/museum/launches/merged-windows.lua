-- mozilla-mobile/firefox-ios#34855: a quick action moves the tabs of all windows into one and closes the others. The
-- next new window has the tabs of the closed one again: they are still stored under its session, and a new window takes
-- tabs that no window has. New Window creates a new session (LAUNCH-101); the session of a closed window is permanently
-- discarded, and the app delegate is notified (LAUNCH-103).
--
-- The app closes the windows with requestSceneSessionDestruction; here, the user closes them.
local museum = require "homescreen.museum"

local manifest = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } }

-- A browser that stores the tabs of each window; `kept` has the tabs on the disk, by session.
local function browser(kept)
  local device = Device { model = "iPad", os = "26.0" }
  local app = device:install(museum.item_package({}, manifest), { lifecycle = "scene" })

  -- Tabs that no window shows, from a window that was lost with the process.
  local function abandoned()
    local shown = {}
    for _, scene in ipairs(UIApplication.shared.connectedScenes) do shown[scene.session.persistentIdentifier] = true end
    for session in pairs(kept) do
      if not shown[session] then return session end
    end
  end

  function app.sceneDelegate:scene_willConnectToSession_options(_, session)
    self.session = session.persistentIdentifier
    local found = kept[self.session] and self.session or abandoned()
    local tabs = found and kept[found] or { "start page" }
    if found then kept[found] = nil end
    kept[self.session] = tabs
  end

  -- There is something to merge only with a second window.
  function app.sceneDelegate:sceneWillResignActive()
    local items = {}
    if #UIApplication.shared.connectedScenes > 1 then
      items[1] = UIApplicationShortcutItem { type = "merge", localizedTitle = "Merge All Windows" }
    end
    UIApplication.shared.shortcutItems = items
  end

  function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
    local all = {}
    for _, scene in ipairs(UIApplication.shared.connectedScenes) do
      for _, tab in ipairs(kept[scene.session.persistentIdentifier]) do all[#all + 1] = tab end
    end
    kept[self.session] = all
    app:didHandle(item)
    completion(true)
  end
  return device, app
end

local function offers_merging(device, app)
  device:pressHome()
  local first = device.springboard:icon(app):press().rows[1]
  device:pressHome()
  return first.type == "merge"
end

museum.exhibit {
  report = "mozilla-mobile/firefox-ios#34855", title = "a new window has the tabs of a merged one",
  fails_with = "the new window",
  check = function(forgets)
    local kept = {}
    local device, app = browser(kept)
    if forgets then
      function app.delegate:application_didDiscardSceneSessions(_, sessions)
        for _, session in ipairs(sessions) do kept[session.persistentIdentifier] = nil end
      end
    end
    device:launch(app)
    kept[app.scenes[1].identifier] = { "news" }
    assert.is_false(offers_merging(device, app))

    device:launch(app)
    app:newScene()
    kept[app.scenes[2].identifier] = { "weather" }
    assert.is_true(offers_merging(device, app))
    assert.handled_once(museum.tap(app, "merge"))
    local merged = app.scenes[2].identifier -- the one that was active last (LAUNCH-031)
    assert.same({ "news", "weather" }, kept[merged])

    app.scenes[1]:discard()
    app:newScene()
    assert.same({ "start page" }, kept[app.scenes[2].identifier], "the new window")
    assert.same({ "news", "weather" }, kept[merged])
  end,
  reported = false, repaired = true,
}
