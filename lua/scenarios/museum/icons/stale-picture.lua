-- Dimillian/IceCubesApp#465 and #411, skb1129/react-native-change-icon#97, LiveContainer/LiveContainer#634: the app
-- says that the icon has changed, but the Home Screen shows the old one until the device restarts. And
-- tastelessjolt/flutter_dynamic_icon#21, christianselig/apollo-bugs#338: how users found out what helps.
--
-- An app cannot fix the cache. The reported app says nothing about it; the repaired one says what helps.
local museum = require "homescreen.museum"

local function message(app, name, repaired)
  local text
  app:run(function()
    UIApplication.shared:setAlternateIconName(name, function(err)
      if err then text = "The icon could not be changed." return end
      text = "The icon has been changed."
      if repaired then text = text .. " If you still see the old one, restart your device." end
    end)
  end)
  return function() return text end
end

for _, condition in ipairs { "staleIconCache", "staleAfterFirstChange" } do
  describe("Dimillian/IceCubesApp#465 with " .. condition, function() -- ICON-158, ICON-159
    local function change(repaired)
      local device, app = museum.open(museum.icon_package(), { os = "26.1", conditions = { [condition] = true } })
      for _, name in ipairs { "night", false, "night", false } do
        local text = message(app, name or nil, repaired)
        device.alert:tap "OK"
        if app.iconName ~= museum.picture(device, app).iconName then return device, app, text() end
      end
      error "the picture was never stale"
    end

    it("as reported: the user reads that it has changed, and sees the old one", function()
      local device, app, text = change(false)
      assert.equal("unchanged", museum.picture(device, app).source)
      assert.equal("The icon has been changed.", text)
    end)

    it("repaired: the user reads what to do, and it helps", function()
      local device, app, text = change(true)
      assert.matches("restart your device", text)
      device:reboot()
      assert.equal(app.iconName, museum.picture(device, app).iconName)
    end)

    it("the other places still show the new one (ICON-157)", function()
      local device, app = change(false)
      assert.equal(app.iconName, museum.picture(device, app, "settings").iconName)
    end)
  end)
end

describe("tastelessjolt/flutter_dynamic_icon#21: only a new build shows the chosen icon", function() -- ICON-158
  local device, app
  before_each(function()
    device, app = museum.open(museum.icon_package(), { os = "15.4", conditions = { staleIconCache = true } })
    assert.equal("changed", museum.change(device, app, "night"))
  end)

  it("as reported: going Home and a relaunch do not", function()
    device:pressHome()
    assert.is_nil(museum.picture(device, app).iconName)
    app:terminate()
    device:launch(app)
    assert.equal("night", app.iconName)
    assert.is_nil(museum.picture(device, app).iconName)
    assert.matches("the Home Screen's cache is stale", table.concat(museum.picture(device, app).why, "\n"), 1, true)
  end)

  it("as reported: running it from Xcode does, because that installs it", function()
    device:install(museum.icon_package())
    assert.equal("night", museum.picture(device, app).iconName)
  end)

  it("repaired: the user lets the icons jiggle", function()
    device:pressHome()
    device.springboard:icon(app):press(2.5)
    assert.equal("editing", device.springboard.mode)
    assert.equal("night", museum.picture(device, app).iconName)
  end)
end)

describe("christianselig/apollo-bugs#338: whatever is chosen, the old icon stays", function() -- ICON-158
  local function choose(cure)
    local device, app = museum.open(museum.icon_package(function(described)
      described.plist.CFBundleIcons.CFBundleAlternateIcons.day = { CFBundleIconFiles = { "first" } }
    end), { os = "13.1", conditions = { staleIconCache = true } })
    for _, name in ipairs { "night", "day", "night" } do
      assert.equal("changed", museum.change(device, app, name))
      assert.equal(name, app.iconName)
      if cure then cure(device, app) end
    end
    return museum.picture(device, app).iconName
  end

  it("as reported: no change is seen", function() assert.is_nil(choose(nil)) end)
  it("repaired: after a restart it is", function()
    assert.equal("night", choose(function(device, app)
      device:reboot()
      device:launch(app)
    end))
  end)
end)
