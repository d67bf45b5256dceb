-- skb1129/react-native-change-icon#23 and tastelessjolt/flutter_dynamic_icon#7: the alert says that the icon has
-- changed, but it has not. Names fixed both: @2x and @3x in the names of the pictures, and a name for the primary icon.
-- On other systems the same apps reportedly work, so the faults are conditions of the device (ICON-257, ICON-258).
local museum = require "homescreen.museum"

local function seen(package, condition)
  local device, app = museum.open(package, { os = "14.0", conditions = { [condition] = true } })
  assert.equal("changed", museum.change(device, app, "night"))
  assert.equal("night", app.iconName)
  return app:picture()
end

describe("skb1129/react-native-change-icon#23: one PNG without a scale in its name", function()
  local function package(repaired)
    return museum.icon_package(function(app)
      if repaired then return end
      for _, ending in ipairs { "@2x", "@3x", "@2x~ipad" } do app.files["night" .. ending .. ".png"] = nil end
      app.files["night.png"] = { 180, 180 }
    end)
  end

  it("as reported: the icon stays", function()
    local shown = seen(package(false), "needsScaledNames")
    assert.is_nil(shown.iconName)
    assert.matches("night.png has no @2x or @3x in its name", table.concat(shown.why, "\n"), 1, true)
  end)

  it("repaired: icon_name@2x.png and icon_name@3x.png", function()
    assert.equal("night@3x.png", seen(package(true), "needsScaledNames").file)
  end)
end)

describe("tastelessjolt/flutter_dynamic_icon#7: the primary icon has no name", function()
  local function package(repaired)
    return museum.icon_package(function(app)
      if not repaired then app.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles = { "" } end
    end)
  end

  it("as reported: nothing changes", function()
    local shown = seen(package(false), "needsPrimaryIconName")
    assert.is_nil(shown.iconName)
    assert.matches("CFBundlePrimaryIcon names no picture", table.concat(shown.why, "\n"), 1, true)
  end)

  it("repaired: it is named", function()
    assert.equal("night@3x.png", seen(package(true), "needsPrimaryIconName").file)
  end)
end)
