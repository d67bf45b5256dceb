-- Simbul/baker#252, and the app icon names of duckduckgo/iOS: letters differ in case. The Mac's disk does not mind, a
-- device does.
local museum = require "homescreen.museum"

describe("Simbul/baker#252: the file's letters", function()
  local function package(repaired)
    return museum.icon_package(function(app)
      if repaired then return end
      app.plist.CFBundleIcons.CFBundleAlternateIcons.night.CFBundleIconFiles = { "Night" }
    end)
  end

  it("as reported: no picture", function()
    local device, app = museum.open(package(false))
    museum.change(device, app, "night")
    assert.is_true(museum.picture(device, app).placeholder)
    assert.matches("the letters’ case", table.concat(app:why "night", "\n"), 1, true)
  end)

  it("repaired", function()
    local device, app = museum.open(package(true))
    museum.change(device, app, "night")
    assert.equal("night@3x.png", museum.picture(device, app).file)
  end)
end)

describe("the name's letters", function() -- ICON-026
  it("as reported: another case is another name", function()
    local device, app = museum.open(museum.icon_package())
    assert.equal(4, museum.change(device, app, "Night"))
    assert.matches("Did you mean “night”", table.concat(app:why "Night", "\n"))
  end)

  it("repaired: exactly as declared", function()
    local device, app = museum.open(museum.icon_package())
    assert.equal("changed", museum.change(device, app, "night"))
  end)
end)

describe("the letters in a build setting, as in duckduckgo/iOS", function() -- ICON-137, ICON-026
  local function package(names)
    return museum.icon_package(function(app)
      app.plist.CFBundleIcons = nil
      app.files = {}
      app.catalog = {
        AppIcon = { entries = { { filename = "first-1024.png" } } },
        Night = { entries = { { filename = "night-1024.png" } } },
      }
      app.settings = {
        ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon", ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = names,
      }
    end)
  end

  it("as reported: the set is not found, so nothing is declared", function()
    local package = package "night"
    assert.matches("names “night”, but the set is “Night”", table.concat(package.warnings, "\n"), 1, true)
    local device, app = museum.open(package)
    assert.equal(4, museum.change(device, app, "Night"))
    assert.equal(4, museum.change(device, app, "night"))
  end)

  it("repaired: the set's own name", function()
    local device, app = museum.open(package "Night")
    assert.equal("changed", museum.change(device, app, "Night"))
    assert.equal("night-1024.png", museum.picture(device, app).file)
  end)
end)
