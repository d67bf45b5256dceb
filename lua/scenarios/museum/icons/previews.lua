-- mikaelacaron/Basic-Car-Maintenance#330 and #338, mlemgroup/mlem#1178, bikeindex/bike_index_ios#2,
-- duckduckgo/iOS#3680: the app's list of icons is blank since iOS 18. And SwiftyAlex/Samples#1: before that, only in
-- TestFlight builds.
--
-- UIImage(named:) with the name of an app icon set returned a picture up to iOS 17; now it returns nil (ICON-165).
local museum = require "homescreen.museum"

local function package()
  return museum.icon_package(function(app)
    local icons = app.plist.CFBundleIcons
    icons.CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" }
    icons.CFBundleAlternateIcons.night = { CFBundleIconName = "night" }
    app.files = {}
    app.catalog = {
      AppIcon = { kind = "appIcon", entries = { { filename = "first-1024.png" } } },
      night = { kind = "appIcon", entries = { { filename = "night-1024.png" } } },
      -- What the repaired app brings along: a smaller copy of each icon.
      ["AppIcon-preview"] = { kind = "image", entries = { { filename = "first-preview.png" } } },
      ["night-preview"] = { kind = "image", entries = { { filename = "night-preview.png" } } },
    }
  end)
end

-- The app's list: a row for each icon with its picture, or a blank.
local function rows(os, repaired, install)
  local device, app = museum.open(package(), { os = os }, install)
  local shown = app:run(function()
    local shown = {}
    for place, name in ipairs { "AppIcon", "night" } do
      local image = UIImage(repaired and name .. "-preview" or name)
      shown[place] = image and image.file or "blank"
    end
    return shown
  end)
  assert.equal("changed", museum.change(device, app, "night")) -- only the list is broken
  assert.equal("night-1024.png", museum.picture(device, app).file)
  return shown
end

describe("mikaelacaron/Basic-Car-Maintenance#330", function()
  it("as reported: blanks, from iOS 18 on", function() -- ICON-165
    for _, os in ipairs { "18.0", "26.1" } do assert.same({ "blank", "blank" }, rows(os, false)) end
  end)

  it("as reported: it worked up to iOS 17", function()
    assert.same({ "first-1024.png", "night-1024.png" }, rows("17.5", false))
  end)

  for _, os in ipairs { "17.5", "18.0", "26.1" } do
    it("repaired: an image set for each icon, iOS " .. os, function()
      assert.same({ "first-preview.png", "night-preview.png" }, rows(os, true))
    end)
  end
end)

describe("SwiftyAlex/Samples#1: builds from TestFlight", function() -- ICON-166
  it("as reported: the pictures of icon sets are missing", function()
    assert.same({ "first-1024.png", "night-1024.png" }, rows("16.0", false, { distribution = "development" }))
    assert.same({ "blank", "blank" }, rows("16.0", false, { distribution = "testFlight" }))
  end)

  it("repaired: image sets are", function()
    assert.same({ "first-preview.png", "night-preview.png" }, rows("16.0", true, { distribution = "testFlight" }))
  end)
end)
