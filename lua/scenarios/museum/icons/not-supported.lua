-- keepassium/KeePassium#522 (the Mac) and MortenGregersen/AlternativeIcons (an iPhone app on an iPad): the call cannot
-- work, but the app offers it.
local museum = require "homescreen.museum"

local cases = {
  { "keepassium/KeePassium#522: Catalyst", { os = "17.5" }, { sdk = "macCatalyst 18.0" } }, -- ICON-015
  { "a visionOS build", { os = "17.5" }, { sdk = "xros2.0" } }, -- ICON-014
  { "MortenGregersen/AlternativeIcons: an iPhone app on an iPad", { model = "iPad", os = "17.0" }, nil }, -- ICON-176
}

for _, case in ipairs(cases) do
  describe(case[1], function()
    local function package(family)
      return museum.icon_package(function(app) app.plist.UIDeviceFamily = family end)
    end

    -- The app's settings page: the reported one always shows the button, the repaired one asks first.
    local function offers(app, repaired)
      return app:run(function() return not repaired or UIApplication.shared.supportsAlternateIcons end)
    end

    it("as reported: the button is shown and fails", function()
      local device, app = museum.open(package { 1 }, case[2], case[3])
      assert.is_true(offers(app, false))
      assert.equal(3328, museum.change(device, app, "night")) -- ICON-044
    end)

    it("repaired: the button is not shown", function()
      local _, app = museum.open(package { 1 }, case[2], case[3])
      assert.is_false(offers(app, true))
    end)

    it("and it is shown where it works", function()
      local device, app = museum.open(package { 1, 2 }, case[2])
      assert.is_true(offers(app, true))
      assert.equal("changed", museum.change(device, app, "night"))
    end)
  end)
end
