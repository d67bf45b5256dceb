-- A black shape or a dot where the icon of a quick action should be: the picture is not where the system looks
-- (QUICK-023, QUICK-043), or a key hides another one (QUICK-020, QUICK-022).

local museum = require "homescreen.museum"

local function glyph(app)
  return app.device.springboard:icon(app):press().rows[1].glyph
end

local function entry(more)
  local item = { UIApplicationShortcutItemType = "new", UIApplicationShortcutItemTitle = "New note" }
  for key, value in pairs(more) do item[key] = value end
  return { CFBundleIdentifier = "com.example.exhibit", UIApplicationShortcutItems = { item } }
end

museum.exhibit {
  report = "react-native-quick-actions#103", title = "the picture of a static item is not in the bundle",
  fails_with = "dot",
  check = function(files)
    local package = AppPackage { plist = entry { UIApplicationShortcutItemIconFile = "pencil" }, files = files }
    assert.equal("file pencil@3x.png", glyph(Device { os = "17.5" }:install(package)))
  end,
  reported = { ["icons/pencil@3x.png"] = { 105, 105 } }, -- a folder reference: not in the root
  repaired = { ["pencil@3x.png"] = { 105, 105 } },
}

museum.exhibit {
  report = "cordova-plugin-3dtouch#28", title = "a dot for a name with its extension, on iOS 11",
  fails_with = "dot",
  check = function(name)
    local package = AppPackage {
      plist = entry { UIApplicationShortcutItemIconFile = name }, files = { ["pencil@3x.png"] = { 105, 105 } },
    }
    assert.equal("file pencil@3x.png", glyph(Device { os = "11.4" }:install(package)))
  end,
  reported = "pencil.png", repaired = "pencil",
}

museum.exhibit {
  report = "react-native-quick-actions#21", title = "an item of the app names a missing picture",
  fails_with = "dot",
  check = function(name)
    local device = Device { os = "17.5" }
    local app = device:install(AppPackage {
      plist = { CFBundleIdentifier = "com.example.exhibit" }, files = { ["pencil@3x.png"] = { 105, 105 } },
    })
    device:launch(app)
    app:run(function()
      UIApplication.shared.shortcutItems = {
        UIApplicationShortcutItem {
          type = "new", localizedTitle = "New", icon = UIApplicationShortcutIcon { templateImageName = name },
        },
      }
    end)
    device:pressHome()
    assert.equal("file pencil@3x.png", glyph(app))
  end,
  reported = "Pencil", repaired = "pencil", -- letter case counts on a device
}

museum.exhibit {
  report = "ricardopereira/QuickActions#10", title = "no icon, because the type is misspelt", fails_with = "dot",
  check = function(name)
    local package = AppPackage { plist = entry { UIApplicationShortcutItemIconType = name } }
    assert.equal("system favorite", glyph(Device { os = "17.5" }:install(package)))
  end,
  reported = "UIApplicationShortcutIconTypeFavourite", repaired = "UIApplicationShortcutIconTypeFavorite",
}
