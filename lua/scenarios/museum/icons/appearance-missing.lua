-- The app has only a light picture, so the system derives the dark and tinted icons from it, and users find that the
-- icon stands out. It is known which picture the system uses (ICON-204), but not how the result looks exactly.
local museum = require "homescreen.museum"

local function package(entries)
  return museum.icon_package(function(app)
    app.plist.CFBundleIcons = nil
    app.settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" }
    app.catalog = { AppIcon = { kind = "appIcon", entries = entries } }
  end)
end

local light = { filename = "light.png" }

-- The reports: the appearance of the screen, the pictures in the set, and the picture that fixes the icon.
local reports = {
  { "Apple's developer forums, thread 759535", "18.0", "dark", { light }, { filename = "dark.png", appearance = "dark" } },
  { "bluesky-social/social-app#9295", "26.0", "tinted", { light }, { filename = "tinted.png", appearance = "tinted" } },
}

for _, report in ipairs(reports) do
  local name, os, appearance, entries, missing = table.unpack(report)
  local function picture(repaired)
    local set = table.move(entries, 1, #entries, 1, {})
    if repaired then set[#set + 1] = missing end
    local device, app = museum.open(package(set), { os = os })
    return device.springboard:icon(app):picture("home", { appearance = appearance })
  end

  describe(name .. ": no " .. appearance .. " picture", function()
    it("as reported: the system derives it from the light one", function()
      local shown = picture(false)
      assert.equal("light.png", shown.file)
      assert.is_true(shown.derived)
      assert.matches(
        ("the set has no %s picture: derived from the light one (ICON-204)"):format(appearance),
        table.concat(shown.why, "\n"), 1, true)
    end)

    it("repaired: the set has one", function() -- ICON-147
      local shown = picture(true)
      assert.equal(missing.filename, shown.file)
      assert.equal(appearance, shown.appearance)
    end)
  end)
end
