-- home-assistant/iOS#2488: what happens to users who have chosen a name that the update no longer has?
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

museum.explore("home-assistant/iOS#2488: an update without the old name", false, true, function(repaired)
  local first, second = museum.icon_package(), update(repaired)
  return {
    -- Put a second time it is the update.
    app = function(device, story)
      story.builds = (story.builds or 0) + 1
      return device:install(story.builds == 1 and first or second)
    end,
    devices = { { os = "10.3" }, { os = "17.5" }, { os = "26.1" } },
    actions = {
      ["choose the icon of the night"] = function(app, story)
        app:run(function() UIApplication.shared:setAlternateIconName("night", function() end) end)
        story.chosen = app.iconName
      end,
    },
    without = { "offload the app" }, -- which takes every choice away (ICON-156)
    invariants = {
      ["the choice stays"] = {
        fact = "ICON-154",
        run = function(app, story)
          return story.chosen == nil or app.iconName == "night", "the icon is " .. tostring(app.iconName)
        end,
      },
    },
  }
end)
