-- tastelessjolt/flutter_dynamic_icon#28, howincodes/expo-dynamic-app-icon#7: an icon that is downloaded cannot be set.
local museum = require "homescreen.museum"

describe("tastelessjolt/flutter_dynamic_icon#28", function()
  local function package(repaired)
    return museum.icon_package(function(app)
      if not repaired then return end
      app.plist.CFBundleIcons.CFBundleAlternateIcons.birthday = { CFBundleIconFiles = { "birthday" } }
      app.files["birthday@3x.png"] = { 180, 180 }
    end)
  end

  it("as reported: only names that the build declares are accepted", function() -- ICON-025
    local device, app = museum.open(package(false))
    assert.equal(4, museum.change(device, app, "birthday"))
    assert.equal(4, museum.change(device, app, "https://example.com/birthday.png"))
  end)

  it("repaired: the icon comes with the app", function()
    local device, app = museum.open(package(true))
    assert.equal("changed", museum.change(device, app, "birthday"))
    assert.equal("birthday@3x.png", museum.picture(device, app).file)
  end)
end)
