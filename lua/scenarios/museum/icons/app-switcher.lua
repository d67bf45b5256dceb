-- The App Switcher shows an old icon, although the Home Screen has the new one: tastelessjolt/flutter_dynamic_icon#27,
-- christianselig/apollo-bugs#594, mozilla-mobile/firefox-ios#25456, fluttercommunity/flutter_launcher_icons#661.
--
-- It has its own cache, which apps cannot update (ICON-247). The repaired app informs the user.
local museum = require "homescreen.museum"

--- An app whose primary icon is drawn from these names of files, in the sizes of Home Screen and App Switcher.
local function version(name)
  return museum.icon_package(function(app)
    app.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles = { name, name .. "-small" }
    app.files[name .. "@3x.png"], app.files[name .. "-small@3x.png"] = { 180, 180 }, { 87, 87 }
  end)
end

describe("tastelessjolt/flutter_dynamic_icon#27: the icon of the card does not change", function()
  local device, app, text
  before_each(function()
    device, app = museum.open(
      museum.icon_package(), { os = "16.3", conditions = { staleSwitcherIcon = true } })
  end)

  local function choose(message)
    app:run(function()
      UIApplication.shared:setAlternateIconName("night", function(err) text = err and "failed" or message end)
    end)
    device.alert:tap "OK"
  end

  it("as reported: the Home Screen shows B, the App Switcher A", function()
    choose "The icon has changed."
    assert.equal("night", app:picture("home").iconName)
    assert.is_nil(app:picture("switcher").iconName)
    assert.matches("the App Switcher's cache is stale (ICON-247)", table.concat(app:picture("switcher").why, "\n"), 1, true)
  end)

  it("as reported: ending and starting the app does not help, nor does jiggling", function()
    choose "The icon has changed."
    app:terminate()
    device.springboard:icon(app):press(3)
    device:pressHome()
    device:launch(app)
    assert.is_nil(app:picture("switcher").iconName)
  end)

  it("repaired: the user reads that a restart helps, and it does", function()
    choose "The icon has changed. In the App Switcher it does so when you restart your phone."
    assert.matches("restart", text)
    device:reboot()
    assert.equal("night", app:picture("switcher").iconName)
  end)
end)

describe("christianselig/apollo-bugs#594: after an update the card has the old version's icon", function()
  local device, app
  before_each(function()
    device, app = museum.open(version "old", { os = "13.3", conditions = { staleSwitcherIcon = true } })
    device:install(version "new")
  end)

  it("as reported", function()
    assert.equal("new@3x.png", app:picture("home").file)
    assert.equal("old-small@3x.png", app:picture("switcher").file)
  end)

  it("repaired: after a restart of the phone", function()
    device:reboot()
    assert.equal("new-small@3x.png", app:picture("switcher").file)
  end)
end)

describe("mozilla-mobile/firefox-ios#25456: deleted and installed again", function()
  local device, app
  before_each(function()
    device, app = museum.open(museum.icon_package(), { os = "18.2" })
    assert.equal("changed", museum.change(device, app, "night"))
    assert.equal("night", app:picture("switcher").iconName)
    device.conditions.staleSwitcherIcon = true
    device:uninstall(app)
    app = device:install(museum.icon_package())
    device.conditions.staleSwitcherIcon = false
  end)

  it("as reported: the card has the icon that was chosen before", function()
    assert.is_nil(app.iconName)
    assert.is_nil(app:picture("home").iconName)
    assert.equal("night", app:picture("switcher").iconName)
  end)

  it("repaired: a restart shows the app's own", function()
    device:reboot()
    assert.is_nil(app:picture("switcher").iconName)
  end)

  it("repaired: the next choice is seen everywhere", function()
    device:launch(app)
    assert.equal("changed", museum.change(device, app, "night"))
    assert.equal("changed", museum.change(device, app, nil))
    assert.is_nil(app:picture("switcher").iconName)
  end)
end)

describe("fluttercommunity/flutter_launcher_icons#661: Flutter's icon in the App Switcher", function()
  -- The tool has left four files of the template as they were: 20, 29, 40 and 76 points at @1x.
  local left = { { "iphone", 20, 1 }, { "iphone", 29, 1 }, { "ipad", 40, 1 }, { "ipad", 76, 1 } }
  local made = { { "iphone", 20, 3 }, { "iphone", 29, 3 }, { "iphone", 40, 3 }, { "iphone", 60, 3 } }

  local function package(template)
    return museum.icon_package(function(app)
      app.plist.CFBundleIcons = nil
      app.settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" }
      local entries = {}
      for name, list in pairs { Flutter = left, [template and "Flutter" or "Own"] = made } do
        for _, slot in ipairs(list) do
          local idiom, size, scale = table.unpack(slot)
          table.insert(entries, {
            idiom = idiom, size = size, scale = scale, filename = ("%s-%d@%dx.png"):format(name, size, scale),
          })
        end
      end
      app.catalog = { AppIcon = { kind = "appIcon", entries = entries } }
    end)
  end

  it("as reported: the files of @1x are blamed, but no place of such a phone uses one of them", function()
    local _, app = museum.open(package(false), { os = "26.1" })
    for _, place in ipairs { "home", "spotlight", "settings", "notification", "switcher" } do
      assert.matches("^Own%-", app:picture(place).file)
    end
  end)

  it("as reported: the cache is shown, because the template ran on the phone before", function()
    local device, app = museum.open(package(true), { os = "26.1", conditions = { staleSwitcherIcon = true } })
    device:install(package(false))
    assert.matches("^Own%-", app:picture("home").file)
    assert.equal("Flutter-29@3x.png", app:picture("switcher").file)
  end)

  it("repaired: a restart of the phone", function()
    local device, app = museum.open(package(true), { os = "26.1", conditions = { staleSwitcherIcon = true } })
    device:install(package(false))
    device:reboot()
    assert.equal("Own-29@3x.png", app:picture("switcher").file)
  end)
end)
