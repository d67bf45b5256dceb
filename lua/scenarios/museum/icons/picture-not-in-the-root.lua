-- tastelessjolt/flutter_dynamic_icon#6, Mealie-Recipes/Mealie-Recipes-iOS-APP#5,
-- EddyVerbruggen/cordova-plugin-app-icon-changer#10: the pictures are in a folder of the bundle, or in another target.
-- The change succeeds, but the Home Screen does not show it.
local museum = require "homescreen.museum"

local function package(place)
  return museum.icon_package(function(app)
    for _, ending in ipairs { "@2x.png", "@3x.png", "@2x~ipad.png" } do
      local size = app.files["night" .. ending]
      app.files["night" .. ending] = nil
      if place == "folder" or place == "path" then app.files["icons/night" .. ending] = size end
      if place == "root" then app.files["night" .. ending] = size end
    end
    if place == "path" then
      app.plist.CFBundleIcons.CFBundleAlternateIcons.night.CFBundleIconFiles = { "icons/night" }
    end
  end)
end

describe("tastelessjolt/flutter_dynamic_icon#6", function()
  for _, place in ipairs { "folder", "nowhere" } do
    it("as reported: pictures in " .. place .. " change nothing that can be seen", function()
      local device, app = museum.open(package(place))
      assert.equal("changed", museum.change(device, app, "night")) -- ICON-006
      assert.is_true(museum.picture(device, app).placeholder)      -- ICON-114, ICON-123
    end)
  end

  it("as reported: the explanation finds the folder", function()
    local _, app = museum.open(package "folder")
    assert.matches("is in a folder: write “icons/night”", table.concat(app:why "night", "\n"), 1, true)
  end)

  for _, place in ipairs { "root", "path" } do
    it("repaired: by the " .. place, function()
      local device, app = museum.open(package(place))
      assert.equal("changed", museum.change(device, app, "night"))
      assert.is_false(museum.picture(device, app).placeholder)
    end)
  end
end)

describe("EddyVerbruggen/cordova-plugin-app-icon-changer#10: the picture is in the folder Resources", function()
  local function package(path)
    return AppPackage {
      plist = {
        CFBundleIdentifier = "com.example.exhibit", CFBundleName = "Exhibit",
        CFBundleIcons = {
          CFBundlePrimaryIcon = { CFBundleIconFiles = { "first" } },
          CFBundleAlternateIcons = { unico = { CFBundleIconFiles = { "unico" }, UIPrerenderedIcon = true } },
        },
      },
      files = { ["first@3x.png"] = { 180, 180 }, [path] = { 196, 196 } },
    }
  end

  it("as reported: the message says changed, but the icon is not shown", function()
    local device, app = museum.open(package "Resources/unico.png", { os = "12.4" })
    assert.equal("changed", museum.change(device, app, "unico"))
    assert.is_true(museum.picture(device, app).placeholder) -- ICON-112, ICON-123
  end)

  it("as reported: with another name there is an error, so the entry is right", function()
    local device, app = museum.open(package "Resources/unico.png", { os = "12.4" })
    assert.equal(4, museum.change(device, app, "unica"))
  end)

  it("repaired: the picture is in the root", function()
    local device, app = museum.open(package "unico@3x.png", { os = "12.4" })
    assert.equal("changed", museum.change(device, app, "unico"))
    assert.equal("unico@3x.png", museum.picture(device, app).file)
  end)
end)
