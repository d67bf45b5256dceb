-- skb1129/react-native-change-icon#110: the entry names a set that the catalog has as an image set, or not at all.
local museum = require "homescreen.museum"

local function package(kind)
  return museum.icon_package(function(app)
    app.plist.CFBundleIcons.CFBundleAlternateIcons.night = { CFBundleIconName = "Night" }
    app.catalog = { AppIcon = { entries = { { filename = "first.png" } } } }
    if kind then app.catalog.Night = { kind = kind, entries = { { filename = "night.png" } } } end
  end)
end

describe("skb1129/react-native-change-icon#110", function()
  it("as reported: an image set is not an app icon", function()
    local device, app = museum.open(package "image")
    assert.equal("changed", museum.change(device, app, "night"))
    assert.is_true(museum.picture(device, app).placeholder) -- ICON-124
  end)

  it("as reported: a set that is missing", function()
    local device, app = museum.open(package(nil))
    assert.equal("changed", museum.change(device, app, "night"))
    assert.is_true(museum.picture(device, app).placeholder)
    assert.matches("no app icon set “Night”", table.concat(app:why "night", "\n"))
  end)

  it("repaired: an app icon set of that name", function()
    local device, app = museum.open(package "appIcon")
    assert.equal("changed", museum.change(device, app, "night"))
    local picture = museum.picture(device, app)
    assert.equal("catalog", picture.source)
    assert.equal("night.png", picture.file)
  end)
end)
