-- outsung/expo-dynamic-app-icon#8, asiliuk/BsuirScheduleApp#95, alexaubry/alternate-icons#4: one picture for everything.
local museum = require "homescreen.museum"

local function package(repaired)
  return museum.icon_package(function(app)
    local files = { ["night@3x.png"] = { 180, 180 } }
    local names = { "night" }
    if repaired then
      files["night@2x.png"] = { 120, 120 }
      files["night-ipad@2x.png"] = { 152, 152 }
      files["night-ipadpro@2x.png"] = { 167, 167 }
    end
    app.files = files
    app.plist.CFBundleIcons.CFBundleAlternateIcons.night.CFBundleIconFiles = names
    app.plist["CFBundleIcons~ipad"] = {
      CFBundleAlternateIcons = {
        night = { CFBundleIconFiles = repaired and { "night-ipad", "night-ipadpro" } or { "night" } },
      },
    }
  end)
end

for _, model in ipairs { "iPhone", "iPhone SE (2nd generation)", "iPad", "iPad Pro" } do
  describe("outsung/expo-dynamic-app-icon#8 on " .. model, function()
    local function picture(repaired)
      local device, app = museum.open(package(repaired), { model = model, os = "17.5" })
      assert.equal("changed", museum.change(device, app, "night"))
      return museum.picture(device, app)
    end

    it("as reported: the one picture is scaled wherever it does not fit", function()
      assert.equal(model ~= "iPhone", picture(false).scaled) -- ICON-120, ICON-122
    end)
    it("repaired: each place has its size", function() assert.is_false(picture(true).scaled) end)
  end)
end

describe("repaired by a single picture of 1024 px", function() -- ICON-145
  it("serves every place", function()
    local device, app = museum.open(museum.icon_package(function(app)
      app.plist.CFBundleIcons.CFBundleAlternateIcons.night = { CFBundleIconName = "night" }
      app.catalog = { night = { entries = { { filename = "night-1024.png", size = 1024, scale = 1 } } } }
    end))
    museum.change(device, app, "night")
    for _, place in ipairs { "home", "spotlight", "settings", "notification" } do
      assert.equal("night-1024.png", museum.picture(device, app, place).file)
    end
  end)
end)
