-- Titles in the wrong language, or the bare key: static titles come from InfoPlist.strings (QUICK-028, QUICK-029),
-- titles of the app's own items do not change after they are set (QUICK-063, QUICK-064).

local museum = require "homescreen.museum"

local function title(app)
  local menu = app.device.springboard:icon(app):press()
  return menu.rows[1] and menu.rows[1].title
end

for _, report in ipairs { "mapillary_issues#1998", "Signal-iOS#4288" } do
  museum.exhibit {
    report = report, title = "a static title is not translated", fails_with = "NEW_NOTE",
    check = function(strings)
      local package = AppPackage {
        plist = {
          CFBundleIdentifier = "com.example.exhibit",
          UIApplicationShortcutItems = {
            { UIApplicationShortcutItemType = "new", UIApplicationShortcutItemTitle = "NEW_NOTE" },
          },
        },
        strings = strings,
      }
      for locale, expected in pairs { de = "Neue Notiz", en = "New note" } do
        assert.equal(expected, title(Device { os = "17.5", locale = locale }:install(package)))
      end
    end,
    reported = { en = { NEW_NOTE = "New note" } }, -- German was forgotten, or is in Localizable.strings
    repaired = { en = { NEW_NOTE = "New note" }, de = { NEW_NOTE = "Neue Notiz" } },
  }
end

museum.exhibit {
  report = "lionheart/openradar-mirror#15728", title = "items of the app keep the old language",
  fails_with = "New note",
  check = function(every_launch)
    local device = Device { os = "10.3", locale = "en" }
    local app = device:install(AppPackage { plist = { CFBundleIdentifier = "com.example.exhibit" } })
    local function set()
      local titles = { en = "New note", de = "Neue Notiz" }
      UIApplication.shared.shortcutItems = {
        UIApplicationShortcutItem { type = "new", localizedTitle = titles[device.locale] },
      }
    end
    function app.delegate:applicationDidBecomeActive()
      if every_launch or #UIApplication.shared.shortcutItems == 0 then set() end
    end
    device:launch(app)
    device.locale = "de"
    device:launch(app)
    device:pressHome()
    assert.equal("Neue Notiz", title(app))
  end,
  reported = false, repaired = true,
}
