-- pointfreeco/isowords#78, and the same in HabitRPG/habitica-ios#908, StoDevX/AAO-React-Native#2227,
-- skb1129/react-native-change-icon#80: on an iPad no icon can be chosen.
--
-- The build adds CFBundleIcons~ipad for the app icon set. Where that key is, an iPad takes nothing from CFBundleIcons.
local museum = require "homescreen.museum"

local function package(repaired)
  return museum.icon_package(function(app)
    local pad = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon", CFBundleIconFiles = { "first" } } }
    if repaired then pad.CFBundleAlternateIcons = app.plist.CFBundleIcons.CFBundleAlternateIcons end
    app.plist["CFBundleIcons~ipad"] = pad
  end)
end

for cell in matrix { os = { "10.3", "17.5", "26.1" } } do
  describe("pointfreeco/isowords#78 on an iPad with " .. cell.name, function()
    local device = { model = "iPad", os = cell.os }

    it("as reported: the file doesn’t exist", function()
      local device, app = museum.open(package(false), device)
      local err = museum.ask(app, "night").error -- ICON-036, ICON-111
      assert.equal("NSCocoaErrorDomain", err.domain)
      assert.equal(4, err.code)
      assert.equal(-105, err.userInfo.NSUnderlyingError.code)
      assert.matches("The file doesn’t exist.", tostring(err), 1, true)
      assert.is_nil(device.alert)
      assert.matches("Repeat “night”", table.concat(app:why "night", "\n"))
    end)

    it("as reported: the same app changes its icon on an iPhone", function()
      local device, app = museum.open(package(false), { os = cell.os })
      assert.equal("changed", museum.change(device, app, "night"))
    end)

    it("repaired: the alternates are repeated for the iPad", function()
      local device, app = museum.open(package(true), device)
      assert.equal("changed", museum.change(device, app, "night"))
      assert.equal("night@2x~ipad.png", museum.picture(device, app).file)
    end)
  end)
end

describe("skb1129/react-native-change-icon#80: the wrapper says it worked", function()
  -- The app's bridge: the reported one looks at nothing, the repaired one hands the error on.
  local function bridge(app, name, repaired)
    local said
    app:run(function()
      UIApplication.shared:setAlternateIconName(name, function(err)
        said = repaired and err and "failed" or "success"
      end)
    end)
    return said
  end

  it("as reported: success without a change", function()
    local _, app = museum.open(package(false), { model = "iPad", os = "17.5" })
    assert.equal("success", bridge(app, "night", false))
    assert.is_nil(app.iconName)
  end)

  it("repaired: the failure is told", function()
    local _, app = museum.open(package(false), { model = "iPad", os = "17.5" })
    assert.equal("failed", bridge(app, "night", true))
  end)
end)
