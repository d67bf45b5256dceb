-- The app reads its list of icons from the Info.plist, and some are missing: in pchalupa/expo-alternate-app-icons#257
-- those that the build declares, in Jellycuts/Jellycuts-Issues#35 the first one.
local museum = require "homescreen.museum"

describe("pchalupa/expo-alternate-app-icons#257: the alternates are in no Info.plist of the project", function()
  -- The Info.plist has no icons: the build settings name the sets, and the build writes the entries (ICON-137).
  local function package(xcode)
    return museum.icon_package(function(app)
      app.plist.CFBundleIcons = nil
      app.files = {}
      app.settings = {
        ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon", ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "GoldIcon",
      }
      app.catalog = {
        AppIcon = { kind = "appIcon", entries = { { filename = "first-1024.png" } } },
        GoldIcon = { kind = "appIcon", entries = { { filename = "gold-1024.png" } } },
      }
    end)
  end

  -- The list in the app's code: the reported one wants files, as entries have that are written by hand.
  local function list(app, repaired)
    return app:run(function()
      local names = {}
      for name, entry in pairs(Bundle.main:object("CFBundleIcons").CFBundleAlternateIcons) do
        if repaired or entry.CFBundleIconFiles and entry.CFBundleIconFiles[1] then names[#names + 1] = name end
      end
      return names
    end)
  end

  it("as reported: the list is empty, though the icon can be set", function() -- ICON-144
    local device, app = museum.open(package(), { os = "26.1" })
    assert.same({}, list(app, false))
    assert.equal("changed", museum.change(device, app, "GoldIcon"))
    assert.equal("gold-1024.png", museum.picture(device, app).file)
  end)

  it("repaired: the names are in the list, whatever their entries contain", function()
    local _, app = museum.open(package(), { os = "26.1" })
    assert.same({ "GoldIcon" }, list(app, true))
  end)
end)

describe("Jellycuts/Jellycuts-Issues#35: after the installation no icon of the list is selected", function() -- ICON-164
  -- alternateIconName is nil while the first icon is shown (ICON-016), and no row of the reported list stands for nil.
  local function selected(app, repaired)
    local rows = { { title = "Default", name = not repaired and "Default" or nil }, { title = "Night", name = "night" } }
    return app:run(function()
      for _, row in ipairs(rows) do
        if row.name == UIApplication.shared.alternateIconName then return row.title end
      end
      return "none"
    end)
  end

  it("as reported: before any choice no row is", function()
    local _, app = museum.open(museum.icon_package(), { os = "14.4" })
    assert.equal("none", selected(app, false))
  end)

  it("repaired: the row of the first icon is", function()
    local _, app = museum.open(museum.icon_package(), { os = "14.4" })
    assert.equal("Default", selected(app, true))
  end)

  it("repaired: the choice stays selected after an update", function() -- ICON-153
    local device, app = museum.open(museum.icon_package(), { os = "14.4" })
    assert.equal("changed", museum.change(device, app, "night"))
    device:install(museum.icon_package(function(described) described.plist.CFBundleVersion = "21" end))
    device:launch(app)
    assert.equal("Night", selected(app, true))
  end)
end)
