-- skb1129/react-native-change-icon#116: notifications show the old icon for a while. mozilla-mobile/firefox-ios#25143:
-- so do the share sheet and the App Switcher of older systems. fluttercommunity/flutter_launcher_icons#335: so does
-- Settings. Each place has its own cache; the app can only wait, or inform the user.
local museum = require "homescreen.museum"

describe("skb1129/react-native-change-icon#116: the next notification has the old icon", function() -- ICON-248
  --- Changes the icon, lets the app tell something after so many seconds, and gives the icon that the person sees there.
  local function notified(seconds)
    local device, app = museum.open(
      museum.icon_package(), { os = "18.0", conditions = { notificationIconDelay = 300 } })
    assert.equal("changed", museum.change(device, app, "night"))
    assert.equal("night", app:picture("home").iconName)
    device:advance(seconds)
    return app:picture("notification").iconName
  end

  it("as reported: a notification right after the change", function() assert.is_nil(notified(5)) end)
  it("repaired: the app delays it", function() assert.equal("night", notified(300)) end)
end)

describe("mozilla-mobile/firefox-ios#25143: not everywhere on iOS before 18", function() -- ICON-247, ICON-249
  local function chosen(os)
    local device, app = museum.open(
      museum.icon_package(), { os = os, conditions = { staleShareIcon = true, staleSwitcherIcon = true } })
    assert.equal("changed", museum.change(device, app, "night"))
    return device, app
  end

  it("as reported: share sheet and App Switcher have the regular icon", function()
    for _, os in ipairs { "16.0", "16.2" } do
      local _, app = chosen(os)
      assert.equal("night", app:picture("home").iconName)
      assert.is_nil(app:picture("share").iconName)
      assert.is_nil(app:picture("switcher").iconName)
    end
  end)

  it("as reported: the share sheet has the new one on iOS 18", function()
    local _, app = chosen "18.0"
    assert.equal("night", app:picture("share").iconName)
  end)

  it("repaired: after a restart of the phone", function()
    local device, app = chosen "16.2"
    device:reboot()
    assert.equal("night", app:picture("share").iconName)
    assert.equal("night", app:picture("switcher").iconName)
  end)
end)

describe("fluttercommunity/flutter_launcher_icons#335: the Settings keep the template's icon", function() -- ICON-250
  local device, app
  before_each(function()
    device, app = museum.open(museum.icon_package(), { os = "15.4", conditions = { staleSettingsIcon = true } })
    device:install(museum.icon_package(function(described)
      described.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles = { "night" }
    end))
  end)

  it("as reported", function()
    assert.matches("^night", app:picture("home").file)
    assert.matches("^first", app:picture("settings").file)
  end)

  it("repaired: after a restart of the phone", function()
    device:reboot()
    assert.matches("^night", app:picture("settings").file)
  end)
end)
