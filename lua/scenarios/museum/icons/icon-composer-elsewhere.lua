-- An Icon Composer file is a folder that only the asset catalog compiler understands. Other tools treat it as a normal
-- folder, and an app for two platforms may need it on only one of them.
local museum = require "homescreen.museum"

-- fixtures/IconLayers.xcodeproj has an app for each case.
local function picture(target, os)
  local package = AppPackage("fixtures/IconLayers.xcodeproj", { target = target, xcode = "26.3" })
  local device, app = museum.open(package, { os = os or "26.1" })
  return museum.picture(device, app), package
end

for _, report in ipairs { "tuist/tuist#7923", "dotnet/macios#24132" } do
  describe(report .. ": the project lists the contents of the .icon", function()
    it("as reported: the app has no icon", function()
      local shown, package = picture "InPieces"
      assert.is_true(shown.placeholder) -- ICON-123
      local paths = {}
      for _, file in ipairs(package:files()) do paths[file.path] = true end
      assert.is_true(paths["icon.json"]) -- copied like a file of the app's own
    end)

    it("as reported: it does not reach the compiler", function()
      local _, package = picture "InPieces"
      assert.matches("“AppIcon.icon” is added in pieces", table.concat(package.warnings, "\n"), 1, true)
      assert.same({ "icon-file-type" }, package:lint { severity = "warning", codes = true })
    end)

    it("repaired: the .icon is one resource", function() -- ICON-148
      assert.equal("AppIcon.icon", (picture "Whole").file)
    end)
  end)
end

describe("home-assistant/iOS#5349: the new icon is only for the Mac", function()
  -- What would have happened: the .icon also replaces the set on an iPhone (ICON-210).
  it("as before: a .icon for all platforms replaces the set", function()
    local package = AppPackage("fixtures/IconStack.xcodeproj", { xcode = "26.3" })
    for _, os in ipairs { "18.0", "26.1" } do
      local device, app = museum.open(package, { os = os })
      assert.equal("AppIcon.icon", museum.picture(device, app).file)
    end
  end)

  it("repaired: it names its platforms, and an iPhone keeps the set", function()
    for _, os in ipairs { "18.0", "26.1" } do
      local shown, package = picture("ForTheMac", os)
      assert.equal("AppIcon-60@3x.png", shown.file)
      assert.matches("an iPhone and an iPad show the set", table.concat(package.warnings, "\n"), 1, true)
    end
  end)
end)

describe("Expensify/App#72433: iOS 26 shows the old icon", function()
  -- The .icon was added to the project of one app, but users have another app, with its own sources and icon.
  local function shown(sources, os)
    local package = AppPackage("fixtures/IconStack.xcodeproj", {
      xcode = "26.0", settings = { EXCLUDED_SOURCE_FILE_NAMES = sources },
    })
    local device, app = museum.open(package, { os = os })
    return museum.picture(device, app)
  end

  it("as reported: the released app has only the set, and iOS 26 shows that", function() -- ICON-098
    local picture = shown("AppIcon.icon", "26.0")
    assert.equal("AppIcon-60@3x.png", picture.file)
    assert.matches("app icon set “AppIcon” of the catalog", table.concat(picture.why, "\n"), 1, true)
  end)

  it("repaired: its own sources have the .icon", function() -- ICON-148
    assert.equal("AppIcon.icon", shown("", "26.0").file)
  end)
end)

describe("mozilla-mobile/firefox-ios#29626: the old look before iOS 26", function()
  local flag = { ASSETCATALOG_OTHER_FLAGS = "--enable-icon-stack-fallback-generation=disabled" }
  local function icon(os, xcode, settings)
    local package = AppPackage("fixtures/IconStack.xcodeproj", { xcode = xcode, settings = settings })
    local device, app = museum.open(package, { os = os })
    return museum.picture(device, app).file
  end

  it("as reported: iOS 18 shows a drawing of the layers", function() -- ICON-207
    assert.equal("AppIcon.icon", icon("18.0", "26.0"))
  end)

  it("repaired: the catalog compiler's flag keeps the set for older systems", function() -- ICON-151
    assert.equal("AppIcon-60@3x.png", icon("18.0", "26.0", flag))
    assert.equal("AppIcon.icon", icon("26.0", "26.0", flag))
  end)

  it("as reported later: newer versions of Xcode ignore the flag", function() -- ICON-210
    assert.equal("AppIcon.icon", icon("18.0", "26.3", flag))
  end)
end)

describe("fer0n/Unwatched#134: iOS 18 shows the icon that was made for iOS 26", function()
  -- The app has a .icon, and no set has its name any more.
  local function icon(catalog)
    local package = museum.icon_package(function(app)
      app.plist.CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } }
      app.files, app.catalog = {}, { AppIcon = catalog }
    end)
    local device, app = museum.open(package, { os = "18.6" }, { distribution = "testFlight" })
    return museum.picture(device, app)
  end

  it("as reported: a drawing of the layers", function() -- ICON-207
    local picture = icon { kind = "iconComposer" }
    assert.equal("AppIcon.icon", picture.file)
    assert.is_false(picture.placeholder)
  end)

  it("repaired: only an icon set, which iOS 26 also shows", function()
    assert.equal("icon-1024.png", icon { entries = { { filename = "icon-1024.png" } } }.file)
  end)
end)
