-- The Today widget above the quick actions, which an Info.plist could choose up to iOS 13 (QUICK-011), does not exist
-- since iOS 14 (QUICK-012).

local museum = require "homescreen.museum"

museum.exhibit {
  report = "home-assistant/iOS#814", title = "an app with a widget and no items has nothing to press for since iOS 14",
  fails_with = "nothing of the app, iOS 14.0",
  check = function(items)
    local package = museum.item_package(items, { UIApplicationShortcutWidget = "com.example.exhibit.today" })
    for _, os in ipairs { "13.0", "14.0", "26.0" } do
      local device = Device { os = os }
      local menu = device.springboard:icon(device:install(package)):press()
      local isOwn = menu.widget ~= nil
      for _, row in ipairs(menu.rows) do isOwn = isOwn or not row.system end
      assert.is_true(isOwn, "nothing of the app, iOS " .. os)
    end
  end,
  reported = {}, repaired = { { "actions", "All actions" } },
}
