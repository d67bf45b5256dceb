-- Simbul/baker#252, Dimillian/IceCubesApp#28, and the app icon names of duckduckgo/iOS: letters differ in case. The Mac's
-- disk does not mind, a device does.
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
    assert.matches("use the same letter case", table.concat(app:why "night", "\n"), 1, true)
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

describe("Dimillian/IceCubesApp#28: one icon of the list is blank, but not on the developer's Mac", function()
  -- On that Mac's disk, the set is called icon8; in the repository it is Icon8, and the build that others get is made
  -- of that (ICON-215). The code asks for the small letter.
  local function shown(set)
    local _, app = museum.open(museum.icon_package(function(described)
      described.catalog = {
        icon7 = { kind = "image", entries = { { filename = "Icon7-fs8.png" } } },
        [set] = { kind = "image", entries = { { filename = "Icon8-fs8.png" } } },
      }
    end), { os = "16.2" }, { distribution = "testFlight" })
    return app:run(function()
      local files = {}
      for place, name in ipairs { "icon7", "icon8" } do
        local image = UIImage(name)
        files[place] = image and image.file or "blank"
      end
      return files
    end)
  end

  it("as reported: another case is another set", function() assert.same({ "Icon7-fs8.png", "blank" }, shown "Icon8") end)
  it("repaired: the set has the name in the code; its file can have any name", function()
    assert.same({ "Icon7-fs8.png", "Icon8-fs8.png" }, shown "icon8")
  end)
end)
