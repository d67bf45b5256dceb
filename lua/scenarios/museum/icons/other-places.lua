-- mozilla-mobile/firefox-ios#25143, capacitor-community/app-icon#7: the Home Screen has the new icon, but notifications
-- and search show it blurred or late, because the alternate has only one size.
local museum = require "homescreen.museum"

local sizes = { home = 180, spotlight = 120, settings = 87, notification = 60 } -- ICON-132, ICON-133

local function package(repaired)
  return museum.icon_package(function(app)
    app.files = { ["night60@3x.png"] = { 180, 180 } }
    local names = { "night60" }
    if repaired then
      for points, pixels in pairs { [40] = 120, [29] = 87, [20] = 60 } do
        app.files["night" .. points .. "@3x.png"] = { pixels, pixels }
        names[#names + 1] = "night" .. points
      end
    end
    app.plist.CFBundleIcons.CFBundleAlternateIcons.night.CFBundleIconFiles = names
  end)
end

describe("mozilla-mobile/firefox-ios#25143", function()
  local function places(repaired)
    local device, app = museum.open(package(repaired))
    museum.change(device, app, "night")
    local fitting = {}
    for place, pixels in pairs(sizes) do
      local picture = museum.picture(device, app, place)
      assert.equal(pixels, picture.pixels)
      assert.equal("night", picture.iconName) -- ICON-157
      fitting[place] = not picture.scaled
    end
    return fitting
  end

  it("as reported: only the Home Screen has a picture of its size", function()
    assert.same({ home = true, spotlight = false, settings = false, notification = false }, places(false))
  end)

  it("repaired: every place has one", function() -- ICON-119
    assert.same({ home = true, spotlight = true, settings = true, notification = true }, places(true))
  end)
end)
