-- home-assistant/iOS#2488: what happens to people who had chosen a name that the update no longer has?
local museum = require "homescreen.museum"

local function update(repaired)
  return museum.icon_package(function(app)
    local alternates = app.plist.CFBundleIcons.CFBundleAlternateIcons
    alternates.midnight = alternates.night
    if not repaired then alternates.night = nil end -- the repaired update keeps the old name beside the new one
  end)
end

for _, os in ipairs { "10.3", "17.5", "26.1" } do
  describe("home-assistant/iOS#2488, iOS " .. os, function()
    local device, app
    before_each(function()
      device, app = museum.open(museum.icon_package(), { os = os })
      museum.change(device, app, "night")
    end)

    it("as reported: the icon falls back to the first one", function() -- ICON-154
      device:install(update(false))
      assert.is_nil(app.iconName)
      assert.equal("first@3x.png", museum.picture(device, app).file)
    end)

    it("repaired: the old name stays declared, and the choice stays", function() -- ICON-153
      device:install(update(true))
      assert.equal("night", app.iconName)
      device:launch(app)
      app:run(function() assert.equal("night", UIApplication.shared.alternateIconName) end)
    end)

    it("deleting or offloading the app ends it in both", function() -- ICON-155, ICON-156, ICON-209
      if os == "10.3" then
        assert.has_error(function() device:offload(app) end)
      else
        device:offload(app)
        assert.has_error(function() device:launch(app) end)
        assert.is_nil(device:install(update(true)).iconName)
      end
      device:uninstall(app)
      assert.is_nil(device:install(update(true)).iconName)
    end)
  end)
end
