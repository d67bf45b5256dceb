-- coronalabs/corona#321, fluttercommunity/flutter_launcher_icons#643, StansAssets/com.stansassets.ios-native#75,
-- kyubuns/AppIconChangerUnity#4: a test of the product page needs several icons, but the store offers one. The store,
-- which is not modelled, can only offer icons in the app; a set that no build setting names is missing (ICON-138).
local museum = require "homescreen.museum"

local function package(settings)
  return museum.icon_package(function(app)
    app.plist.CFBundleIcons = nil
    app.files = {}
    app.settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" }
    for key, value in pairs(settings) do app.settings[key] = value end
    app.catalog = {
      AppIcon = { kind = "appIcon", entries = { { filename = "first-1024.png" } } },
      AppIcon2 = { kind = "appIcon", entries = { { filename = "second-1024.png" } } },
    }
  end)
end

local repairs = {
  { "the list of alternates names it", { ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "AppIcon2" } }, -- ICON-137
  { "all sets are included", { ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS = "YES" } }, -- ICON-138
}

describe("coronalabs/corona#321, fluttercommunity/flutter_launcher_icons#643", function()
  it("as reported: the second set is in the catalog, and not in the app", function()
    local package = package {}
    assert.is_nil(package.plist:get("CFBundleIcons", "CFBundleAlternateIcons"))
    assert.same({ "appiconset-not-compiled" }, package:lint { select = "appiconset-not-compiled", codes = true })
    local device, app = museum.open(package, { os = "15.2" })
    assert.equal(4, museum.change(device, app, "AppIcon2"))
  end)

  for _, repair in ipairs(repairs) do
    it("repaired: " .. repair[1], function()
      local package = package(repair[2])
      assert.equal("AppIcon2", package.plist:get("CFBundleIcons", "CFBundleAlternateIcons", "AppIcon2", "CFBundleIconName"))
      assert.same({}, package:lint { select = "appiconset-not-compiled", codes = true })
      local device, app = museum.open(package, { os = "15.2" })
      assert.equal("changed", museum.change(device, app, "AppIcon2"))
      assert.equal("second-1024.png", museum.picture(device, app).file)
    end)
  end
end)
