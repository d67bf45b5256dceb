-- Clear and tinted icons of apps that have no pictures for them: rasmuslos/ShelfPlayer#365, argie-w/Arpeggi-App#98,
-- mozilla-mobile/firefox-ios#24861. The system derives them from the light picture and uses only its brightness: a
-- light background becomes a light plate, and the drawing on it is hard to see.
local museum = require "homescreen.museum"

--- An app whose icon is what a catalog says.
local function package(set)
  return museum.icon_package(function(app)
    app.plist.CFBundleIcons = nil
    app.settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" }
    app.catalog = { AppIcon = set }
  end)
end

local light = { filename = "white-ground.png" }
local tinted = { filename = "shape-without-ground.png", appearance = "tinted" }

--- The report, the system, the look, what the app had, and what it has now.
local reports = {
  {
    "rasmuslos/ShelfPlayer#365: a white square", "26.0", "clear", { entries = { light } }, { kind = "iconComposer" },
    fact = "ICON-254",
  },
  {
    "argie-w/Arpeggi-App#98: unlike all others", "26.5", "clear", { entries = { light } }, { kind = "iconComposer" },
    fact = "ICON-254",
  },
  {
    "mozilla-mobile/firefox-ios#24861: a white ground among dark ones", "18.3", "tinted", { entries = { light } },
    { entries = { light, tinted } }, fact = "ICON-204",
  },
}

for _, report in ipairs(reports) do
  local name, os, look, before, now = table.unpack(report)
  describe(name, function()
    local function seen(set)
      local device, app = museum.open(package(set), { os = os })
      device:pressHome()
      device.appearance = look
      return app:picture()
    end

    it("as reported: it is derived from the light picture", function()
      local shown = seen(before)
      assert.equal("white-ground.png", shown.file)
      assert.is_true(shown.derived)
      assert.matches("the set has no tinted picture: derived from the light one (" .. report.fact .. ")",
        table.concat(shown.why, "\n"), 1, true)
    end)

    it("repaired: it has a picture for it", function()
      local shown = seen(now)
      assert.is_false(shown.derived)
      assert.Not.equal("white-ground.png", shown.file)
    end)
  end)
end

describe("rasmuslos/ShelfPlayer#365, without Icon Composer", function()
  it("repaired: clear icons use the set's tinted picture, too", function() -- ICON-251
    local device, app = museum.open(package { entries = { light, tinted } }, { os = "26.0" })
    device.appearance = "clearDark"
    assert.equal("shape-without-ground.png", app:picture().file)
    assert.is_false(app:picture().derived)
  end)
end)
