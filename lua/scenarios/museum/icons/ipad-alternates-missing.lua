-- pointfreeco/isowords#78, and the same in HabitRPG/habitica-ios#908, StoDevX/AAO-React-Native#2227,
-- skb1129/react-native-change-icon#80: on an iPad no icon can be chosen. And zbrateam/Zebra#724: all but one can.
--
-- The build adds CFBundleIcons~ipad for the app icon set. With that key, an iPad ignores CFBundleIcons.
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

  it("repaired: the failure is reported", function()
    local _, app = museum.open(package(false), { model = "iPad", os = "17.5" })
    assert.equal("failed", bridge(app, "night", true))
  end)
end)

describe("zbrateam/Zebra#724: one icon of many cannot be chosen on an iPad", function() -- ICON-036
  -- All are declared for the iPad, but for the one that was added last.
  local function package(repaired)
    return museum.icon_package(function(app)
      local alternates = app.plist.CFBundleIcons.CFBundleAlternateIcons
      alternates.originalBlack = { CFBundleIconFiles = { "originalBlack" } }
      app.files["originalBlack@2x.png"] = { 120, 120 }
      app.files[repaired and "originalBlack@2x~ipad.png" or "originalBlack_ipad@2x.png"] = { 152, 152 }
      app.plist["CFBundleIcons~ipad"] = {
        CFBundlePrimaryIcon = { CFBundleIconFiles = { "first" } },
        CFBundleAlternateIcons = {
          night = alternates.night, originalBlack = repaired and alternates.originalBlack or nil,
        },
      }
    end)
  end
  local pad = { model = "iPad Pro 11-inch", os = "12.1" }

  it("as reported: this one fails, the others change", function()
    local device, app = museum.open(package(false), pad)
    assert.equal(4, museum.change(device, app, "originalBlack"))
    assert.equal("changed", museum.change(device, app, "night"))
  end)

  it("as reported: an iPhone has them all", function()
    local device, app = museum.open(package(false), { os = "12.1" })
    assert.equal("changed", museum.change(device, app, "originalBlack"))
  end)

  it("as reported: lint sees it before", function()
    assert.same({ "ipad-alternates-partial" }, package(false):lint { select = "ipad-alternates-partial", codes = true })
  end)

  it("repaired: it is declared, and its picture has the name that an iPad looks for", function()
    local device, app = museum.open(package(true), pad)
    assert.equal("changed", museum.change(device, app, "originalBlack"))
    assert.equal("originalBlack@2x~ipad.png", museum.picture(device, app).file)
  end)
end)
