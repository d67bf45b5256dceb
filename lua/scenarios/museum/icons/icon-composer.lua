-- Icon Composer files as alternates: the icon is blank, although everything seems correct. Aidoku/Aidoku#1081: an Icon
-- Composer file and an icon set with the same name. And duckduckgo/iOS#3680: an alternate without a dark picture.
local museum = require "homescreen.museum"

local function package(repaired)
  return museum.icon_package(function(app)
    app.plist.CFBundleIcons.CFBundleAlternateIcons.night = { CFBundleIconName = "night" }
    app.catalog = { AppIcon = { kind = "iconComposer" }, night = { kind = "iconComposer" } }
    if repaired then app.settings = { ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "night" } end
  end)
end

describe("pchalupa/expo-alternate-app-icons#187: a .icon as an alternate", function()
  it("as reported: its layers are not compiled", function() -- ICON-149
    local device, app = museum.open(package(false), { os = "26.1" })
    assert.equal("changed", museum.change(device, app, "night"))
    assert.is_true(museum.picture(device, app).placeholder)
    assert.matches("ALTERNATE_APPICON_NAMES", table.concat(app:why "night", "\n"))
  end)

  it("repaired: the build setting names it", function() -- ICON-148
    local device, app = museum.open(package(true), { os = "26.1" })
    assert.equal("changed", museum.change(device, app, "night"))
    local icon = device.springboard:icon(app)
    for _, appearance in ipairs { "light", "dark", "tinted" } do
      local picture = icon:picture("home", { appearance = appearance })
      assert.equal("night.icon", picture.file)
      assert.equal(appearance, picture.appearance)
    end
  end)
end)

describe("Aidoku/Aidoku#1081: AppIcon.icon next to AppIcon.appiconset", function() -- ICON-151
  -- fixtures/IconStack.xcodeproj has both.
  local function icon(os, options)
    local device, app = museum.open(AppPackage("fixtures/IconStack.xcodeproj", options), { os = os })
    return museum.picture(device, app).file
  end
  local reported = { xcode = "26.3" }

  it("as reported: the set does not get into the app, so older systems show a drawing of the layers", function()
    assert.equal("AppIcon.icon", icon("26.0", reported))
    assert.equal("AppIcon.icon", icon("18.0", reported)) -- ICON-207
  end)

  it("as reported: the build hides it in a note", function()
    local warnings = table.concat(AppPackage("fixtures/IconStack.xcodeproj", reported).warnings, "\n")
    assert.matches("an Icon Composer icon, and the .icon replaces the set", warnings, 1, true)
  end)

  it("repaired: built without the .icon, or by Xcode 16, which does not know it", function()
    for _, options in ipairs {
      { xcode = "26.3", settings = { EXCLUDED_SOURCE_FILE_NAMES = "AppIcon.icon" } }, { xcode = "16.4" },
    } do
      assert.equal("AppIcon-60@3x.png", icon("18.0", options))
    end
  end)
end)

describe("duckduckgo/iOS#3680: no dark icon", function() -- ICON-147
  local function package(repaired)
    return museum.icon_package(function(app)
      if not repaired then return end
      app.plist.CFBundleIcons.CFBundleAlternateIcons.night = { CFBundleIconName = "night" }
      app.catalog = {
        night = { entries = { { filename = "light.png" }, { filename = "dark.png", appearance = "dark" } } },
      }
    end)
  end
  local function dark(repaired)
    local device, app = museum.open(package(repaired), { os = "18.0" })
    museum.change(device, app, "night")
    return device.springboard:icon(app):picture("home", { appearance = "dark" })
  end

  it("as reported: loose files have one appearance", function() assert.equal("light", dark(false).appearance) end)
  it("repaired: a set of the catalog has more", function() assert.equal("dark.png", dark(true).file) end)
end)
