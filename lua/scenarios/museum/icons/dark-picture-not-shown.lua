-- kodjodevf/mangayomi#865: the set and the compiled catalog have a dark picture, but the Home Screen never shows it,
-- because the light pictures are for single sizes (ICON-222).
local museum = require "homescreen.museum"

local dark = { filename = "dark-1024.png", appearance = "dark" }

local function package(repaired)
  return museum.icon_package(function(app)
    app.plist.CFBundleIcons = nil
    app.settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" }
    local entries = { { filename = "light-1024.png" }, dark }
    if not repaired then
      entries = {
        { filename = "light-60@2x.png", idiom = "iphone", size = 60, scale = 2 },
        { filename = "light-60@3x.png", idiom = "iphone", size = 60, scale = 3 }, dark,
      }
    end
    app.catalog = { AppIcon = { kind = "appIcon", entries = entries } }
  end)
end

local function picture(repaired, os, appearance)
  local device, app = museum.open(package(repaired), { os = os })
  return device.springboard:icon(app):picture("home", { appearance = appearance })
end

for _, os in ipairs { "18.0", "26.1" } do
  describe("kodjodevf/mangayomi#865, iOS " .. os, function()
    it("as reported: dark icons are switched on, and this one stays light", function()
      local shown = picture(false, os, "dark")
      assert.equal("light-60@3x.png", shown.file)
      assert.equal("light", shown.appearance)
      assert.matches("it is not shown next to single-size light ones", table.concat(shown.why, "\n"), 1, true)
    end)

    it("as reported: lint sees it before", function()
      assert.same(
        { "appiconset-mixed-sizes" }, package(false):lint { select = "appiconset-mixed-sizes", codes = true })
    end)

    it("repaired: one picture of each appearance, for all sizes", function()
      assert.equal("dark-1024.png", picture(true, os, "dark").file)
      assert.equal("light-1024.png", picture(true, os, "light").file)
      assert.same({}, package(true):lint { select = "appiconset-mixed-sizes", codes = true })
    end)
  end)
end

describe("kodjodevf/mangayomi#865, older systems", function()
  it("repaired: they have the light picture", function() -- ICON-145
    for _, os in ipairs { "15.8", "17.5" } do assert.equal("light-1024.png", picture(true, os, "light").file) end
  end)
end)
