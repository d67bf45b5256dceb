-- Simbul/baker#252, and the app icon names of duckduckgo/iOS: letters differ in case. The Mac's disk does not mind, a
-- device does.
local exhibit = require "fixtures.exhibit"

describe("Simbul/baker#252: the file's letters", function()
  local function package(repaired)
    return exhibit.app(function(app)
      if repaired then return end
      app.plist.CFBundleIcons.CFBundleAlternateIcons.night.CFBundleIconFiles = { "Night" }
    end)
  end

  it("as reported: no picture", function()
    local device, app = exhibit.open(package(false))
    exhibit.change(device, app, "night")
    assert.is_true(exhibit.picture(device, app).placeholder)
    assert.matches("the letters’ case", table.concat(app:why "night", "\n"), 1, true)
  end)

  it("repaired", function()
    local device, app = exhibit.open(package(true))
    exhibit.change(device, app, "night")
    assert.equal("night@3x.png", exhibit.picture(device, app).file)
  end)
end)

describe("the name's letters", function() -- ICON-026
  it("as reported: another case is another name", function()
    local device, app = exhibit.open(exhibit.app())
    assert.equal(4, exhibit.change(device, app, "Night"))
    assert.matches("Did you mean “night”", table.concat(app:why "Night", "\n"))
  end)

  it("repaired: exactly as declared", function()
    local device, app = exhibit.open(exhibit.app())
    assert.equal("changed", exhibit.change(device, app, "night"))
  end)
end)

describe("the letters in a build setting, as in duckduckgo/iOS", function() -- ICON-137, ICON-026
  local function package(names)
    return exhibit.app(function(app)
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
    assert.matches("there is “Night”; letter case counts", table.concat(package.warnings, "\n"), 1, true)
    local device, app = exhibit.open(package)
    assert.equal(4, exhibit.change(device, app, "Night"))
    assert.equal(4, exhibit.change(device, app, "night"))
  end)

  it("repaired: the set's own name", function()
    local device, app = exhibit.open(package "Night")
    assert.equal("changed", exhibit.change(device, app, "Night"))
    assert.equal("night-1024.png", exhibit.picture(device, app).file)
  end)
end)
