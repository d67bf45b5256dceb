-- Four places, static items first (QUICK-065, QUICK-066); a beta build had only three (QUICK-069).

local museum = require "homescreen.museum"

local function shown(app, type)
  for _, row in ipairs(app.device.springboard:icon(app):press().rows) do
    if row.type == type then return true end
  end
  return false
end

local five = { { "a", "A" }, { "b", "B" }, { "c", "C" }, { "d", "D" }, { "important", "Important" } }
local important_first = { { "important", "Important" }, { "a", "A" }, { "b", "B" }, { "c", "C" }, { "d", "D" } }

museum.exhibit {
  report = "cordova-plugin-3dtouch#16", title = "the fifth item never shows", fails_with = "is not in the menu",
  check = function(items)
    local app = Device { os = "17.5" }:install(museum.item_package(items))
    assert.is_true(shown(app, "important"), "the important one is not in the menu")
  end,
  reported = five, repaired = important_first,
}

museum.exhibit {
  report = "ithaca-transit-ios#106", title = "four static items leave no room for those of the app",
  fails_with = "is not in the menu",
  check = function(items)
    local device = Device { os = "17.5" }
    local app = device:install(museum.item_package(items))
    device:launch(app)
    app:run(function()
      UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "route", localizedTitle = "Route 30" } }
    end)
    device:pressHome()
    assert.is_true(shown(app, "route"), "the app's own item is not in the menu")
  end,
  reported = { { "a", "A" }, { "b", "B" }, { "c", "C" }, { "d", "D" } }, repaired = { { "a", "A" }, { "b", "B" } },
}

museum.exhibit {
  report = "home-assistant/iOS#814", title = "three places on a beta build of iOS 14", fails_with = "is not in the menu",
  check = function(items)
    local app = Device { os = "14.0" }:install(museum.item_package(items), { distribution = "testFlight" })
    assert.is_true(shown(app, "important"), "the important one is not in the menu")
  end,
  reported = { { "a", "A" }, { "b", "B" }, { "c", "C" }, { "important", "Important" } }, repaired = important_first,
}

-- apple-browsers#1946 has no reason to worry: assigning items does not change the static ones (QUICK-049).
it("setting items leaves the static ones alone (apple-browsers#1946)", function()
  local device = Device { os = "17.5" }
  local app = device:install(museum.item_package { { "a", "A" } })
  device:launch(app)
  app:run(function() UIApplication.shared.shortcutItems = nil end)
  device:pressHome()
  assert.is_true(shown(app, "a"))
end)
