-- Items of an earlier version or of an earlier user: they survive updates and log-outs until the app replaces them
-- (QUICK-057, QUICK-058).

local museum = require "homescreen.museum"

local function menu_types(app)
  local types = {}
  for _, row in ipairs(app.device.springboard:icon(app):press().rows) do types[#types + 1] = row.type end
  return types
end

local function set(...)
  local items = {}
  for place, name in ipairs { ... } do
    items[place] = UIApplicationShortcutItem { type = name, localizedTitle = name }
  end
  UIApplication.shared.shortcutItems = items
end

museum.exhibit {
  report = "ghostery/user-agent-ios#582", title = "the new version no longer sets items, and does not clear the old ones",
  fails_with = "lastBookmark",
  check = function(clears)
    local device = Device { os = "17.5" }
    local package = AppPackage { plist = { CFBundleIdentifier = "com.example.exhibit" } }
    local app = device:install(package)
    device:launch(app)
    app:run(function() set "lastBookmark" end)
    device:install(package) -- the update
    function app.delegate:application_didFinishLaunchingWithOptions()
      if clears then UIApplication.shared.shortcutItems = nil end
    end
    device:launch(app)
    device:pressHome()
    assert.same({}, menu_types(app))
  end,
  reported = false, repaired = true,
}

museum.exhibit {
  report = "nextcloud/neon#2453", title = "items of the user who logged out are still there", fails_with = "inbox of Ada",
  check = function(log_out)
    local device = Device { os = "17.5" }
    local app = device:install(AppPackage { plist = { CFBundleIdentifier = "com.example.exhibit" } })
    device:launch(app)
    app:run(function() set "inbox of Ada" end)
    app:run(log_out)
    device:pressHome()
    assert.same({}, menu_types(app))
  end,
  reported = function() end, repaired = function() UIApplication.shared.shortcutItems = {} end,
}

-- After the rename the old item comes with a type that the new version does not know (LAUNCH-050).
museum.exhibit {
  report = "home-assistant#2488", title = "a renamed type: the item of the old version does nothing",
  fails_with = "never handled",
  explored = function()
    return {
      app = AppPackage { plist = { CFBundleIdentifier = "com.example.exhibit" } }, install = { lifecycle = "scene" },
      devices = { { os = "17.5" } },
      -- The first build has sets and knows the old item; what comes after is the update.
      code = function(known, app, story)
        story.builds = (story.builds or 0) + 1
        local isOld = story.builds == 1
        require "homescreen.delegates.apple_sample"(app, function(item)
          return (isOld and { sendLocation = true } or known)[item.type] == true
        end)
        function app.delegate:application_didFinishLaunchingWithOptions()
          if isOld then set "sendLocation" end
        end
      end,
    }
  end,
  check = function(known)
    local device = Device { os = "17.5" }
    local package = AppPackage { plist = { CFBundleIdentifier = "com.example.exhibit" } }
    local app = device:install(package, { lifecycle = "scene" })
    device:launch(app)
    app:run(function() set "sendLocation" end)
    device:install(package, { lifecycle = "scene" })
    require "homescreen.delegates.apple_sample" (app, function(item) return known[item.type] == true end)
    assert.handled_once(museum.tap(app, "sendLocation"))
  end,
  reported = { ["location.send"] = true }, repaired = { ["location.send"] = true, sendLocation = true },
}
