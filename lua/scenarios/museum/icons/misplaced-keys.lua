-- skb1129/react-native-change-icon#36, #20 and #57: “Alternate icon not supported”, because the keys are in the wrong
-- place or misspelt.
local museum = require "homescreen.museum"

describe("skb1129/react-native-change-icon#36: the primary icon inside the alternates", function()
  local function package(repaired)
    return museum.icon_package(function(app)
      if repaired then return end
      local icons = app.plist.CFBundleIcons
      icons.CFBundleAlternateIcons.CFBundlePrimaryIcon = icons.CFBundlePrimaryIcon
      icons.CFBundlePrimaryIcon = nil
    end)
  end

  it("as reported: the app has no primary icon to show", function()
    local device, app = museum.open(package(false))
    assert.is_true(museum.picture(device, app).placeholder) -- ICON-095, ICON-087
    assert.matches("move it out, next to that key", table.concat(app:why "night", "\n"))
  end)

  it("repaired: the two keys are side by side", function()
    local device, app = museum.open(package(true))
    assert.equal("first@3x.png", museum.picture(device, app).file)
    assert.equal("changed", museum.change(device, app, "night"))
  end)
end)

describe("skb1129/react-native-change-icon#20: a misspelt key", function()
  local function package(key)
    return museum.icon_package(function(app)
      local icons = app.plist.CFBundleIcons
      icons[key], icons.CFBundleAlternateIcons = icons.CFBundleAlternateIcons, key == "CFBundleAlternateIcons"
        and icons.CFBundleAlternateIcons or nil
    end)
  end

  it("as reported: nothing is declared", function()
    local device, app = museum.open(package "CFBundleAlternateIcon")
    assert.equal(4, museum.change(device, app, "night")) -- ICON-037
    assert.matches("CFBundleAlternateIcon”", tostring(device.trace))
  end)

  it("repaired", function()
    local device, app = museum.open(package "CFBundleAlternateIcons")
    assert.equal("changed", museum.change(device, app, "night"))
  end)
end)

describe("skb1129/react-native-change-icon#57: empty strings as the primary icon", function()
  local function package(repaired)
    return museum.icon_package(function(app)
      if not repaired then app.plist.CFBundleIcons.CFBundlePrimaryIcon = { CFBundleIconFiles = { "" } } end
    end)
  end

  it("as reported: changing works, but the way back shows nothing (ICON-090)", function()
    local device, app = museum.open(package(false))
    assert.equal("changed", museum.change(device, app, "night"))
    assert.equal("changed", museum.change(device, app, nil))
    assert.is_true(museum.picture(device, app).placeholder)
  end)

  it("repaired: the primary icon names its file", function()
    local device, app = museum.open(package(true))
    museum.change(device, app, "night")
    museum.change(device, app, nil)
    assert.equal("first@3x.png", museum.picture(device, app).file)
  end)
end)
