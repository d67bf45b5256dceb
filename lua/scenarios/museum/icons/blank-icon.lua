-- skb1129/react-native-change-icon#97 and #59: the alert says that the icon has changed, and the icon is a white grid.
local museum = require "homescreen.museum"

local function package(repaired)
  return museum.icon_package(function(app)
    local night = app.plist.CFBundleIcons.CFBundleAlternateIcons.night
    night.UIPrerenderedIcon = repaired and false or "NO" -- as the wrapper's README wrote it; it does not matter
    if not repaired then night.CFBundleIconFiles = { "night-icon" } end -- no file is called so
  end)
end

describe("skb1129/react-native-change-icon#97, #59", function()
  it("as reported: success with an alert, and a placeholder", function()
    local device, app = museum.open(package(false))
    local outcome = museum.ask(app, "night")
    assert.equal("You have changed the icon for “Exhibit”.", device.alert.label)
    device.alert:tap "OK"
    assert.is_nil(outcome.error)
    assert.is_true(museum.picture(device, app).placeholder) -- ICON-123
  end)

  it("as reported: up to iOS 10 the old picture stays instead", function()
    local device, app = museum.open(package(false), { os = "10.3" })
    assert.equal("changed", museum.change(device, app, "night"))
    assert.equal("unchanged", museum.picture(device, app).source)
  end)

  it("repaired: the entry names the file that is there", function()
    local device, app = museum.open(package(true))
    assert.equal("changed", museum.change(device, app, "night"))
    assert.equal("night@3x.png", museum.picture(device, app).file)
  end)

  it("the string NO by itself is harmless (ICON-100)", function()
    local package = package(true)
    package.plist.CFBundleIcons.CFBundleAlternateIcons.night.UIPrerenderedIcon = "NO"
    local device, app = museum.open(package)
    museum.change(device, app, "night")
    assert.equal("night@3x.png", museum.picture(device, app).file)
  end)
end)
