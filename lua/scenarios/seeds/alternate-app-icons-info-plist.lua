-- The Info.plist that a build writes for Apple's sample "Configuring your app to use alternate app icons".
--
-- The entries of icon sets come from two build settings. This scenario shows them, and the result without a setting.
--
-- The project, and the settings: see alternate-app-icons.lua.

local sample = require "homescreen.seeds.alternate_icons"
local names = require "homescreen.facts.support".names
local build, start, choose, icons = sample.build, sample.start, sample.choose, sample.icons

local onlyPrimary = { settings = { ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "" } }

describe("what the build writes into Info.plist", function()
  it("is nothing that the project's own file says", function()
    local written = plist.load "fixtures/AlternateAppIcons/Info.plist"
    assert.is_nil(written.CFBundleIcons)
    assert.equal("$(PRODUCT_BUNDLE_IDENTIFIER)", written.CFBundleIdentifier)
    assert.equal("com.example.alternateappicons", build().plist.CFBundleIdentifier)
  end)

  it("is an entry for each alternate set, under the set's name", function()
    local _, app = start()
    assert.same({ "Meadow", "Night" }, names(icons(app).CFBundleAlternateIcons)) -- ICON-137
    assert.equal("Night", icons(app).CFBundleAlternateIcons.Night.CFBundleIconName) -- ICON-097
  end)

  it("is what the system uses, below the top-level key CFBundleIcons", function()
    local package = build()
    for _, key in ipairs { "CFBundleIcons", "CFBundleIcons~ipad" } do
      package.plist["My" .. key] = package.plist[key]
      package.plist[key] = nil
    end
    local device = Device { model = "iPhone", os = "15.0" }
    local app = device:install(package)
    device:launch(app)
    assert.equal(4, choose(app, "Night").error.code) -- ICON-038: a set in the catalog alone has no effect
    assert.is_nil(app.iconName)
  end)

  it("names files too up to Xcode 16, and only the set from Xcode 26 on", function()
    for version, files in pairs { ["13.0"] = true, ["16.4"] = true, ["26.0"] = false } do
      local device, app = start { xcode = version } -- ICON-144
      local entry = icons(app).CFBundleAlternateIcons.Night
      assert.equal("Night", entry.CFBundleIconName, version)
      assert.same(files and { "Night60x60" } or nil, entry.CFBundleIconFiles, version)
      -- Each of them has the files of the primary icon (ICON-146).
      assert.same({ "AppIcon60x60" }, icons(app).CFBundlePrimaryIcon.CFBundleIconFiles, version)
      -- An app that shows its icons by these names finds a picture or none.
      assert.equal(files, app:run(function() return UIImage "Night60x60" ~= nil end), version)
      -- The Home Screen shows the set either way.
      choose(app, "Night")
      assert.equal("Night-60@3x.png", device.springboard:icon(app):picture().file, version)
    end
  end)

  it("is the primary set's name", function()
    local _, app = start()
    assert.equal("AppIcon", icons(app).CFBundlePrimaryIcon.CFBundleIconName) -- ICON-136, ICON-098
    local _, other = start { settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "Meadow" } }
    assert.equal("Meadow", icons(other).CFBundlePrimaryIcon.CFBundleIconName)
  end)

  it("can differ between configurations: here Debug has another primary icon", function()
    local _, app = start { configuration = "Debug" }
    assert.equal("Meadow", icons(app).CFBundlePrimaryIcon.CFBundleIconName)
    assert.same({ "Night" }, names(icons(app).CFBundleAlternateIcons)) -- a set is primary or alternate
    assert.equal(4, choose(app, "Meadow").error.code) -- ICON-030
    assert.is_nil(choose(app, "Night").error)
  end)

  it("also serves iPads, which have their own dictionary", function()
    local package = build() -- ICON-111: and the alternates are repeated in it
    assert.same({ "Meadow", "Night" }, names(package.plist["CFBundleIcons~ipad"].CFBundleAlternateIcons))
    local device, app = start(nil, { model = "iPad" })
    assert.is_nil(choose(app, "Meadow").error)
    assert.is_not_nil(device.alert)
  end)

  it("contains no alternate while no setting names one", function()
    local device, app = start(onlyPrimary)
    assert.same({}, names(icons(app).CFBundleAlternateIcons))
    assert.equal(4, choose(app, "Night").error.code) -- the set alone is not enough (ICON-125, ICON-037)
    assert.is_nil(device.alert)
  end)

  it("can be all sets of the catalog, by another setting", function()
    local _, app = start { settings = {
      ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "", ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS = "YES",
    } }
    assert.same({ "Meadow", "Night" }, names(icons(app).CFBundleAlternateIcons)) -- ICON-138
  end)

  it("is also what the target's General pane says: its section of app icons edits the same setting", function()
    local night = { ASSETCATALOG_COMPILER_APPICON_NAME = "Night" }
    for _, configuration in ipairs { "Debug", "Release" } do
      -- The pane sets it for the target, in every configuration: the xcconfig file has no effect any more (ICON-172).
      local package = build { configuration = configuration, settings = night }
      for _, key in ipairs { "CFBundleIcons", "CFBundleIcons~ipad" } do
        assert.equal("Night", package.plist[key].CFBundlePrimaryIcon.CFBundleIconName, configuration)
        assert.same({ "Meadow" }, names(package.plist[key].CFBundleAlternateIcons)) -- and the rest does not change
      end
    end
    local device, app = start { settings = night }
    assert.equal("Night-60@3x.png", device.springboard:icon(app):picture().file)
  end)

  it("is nothing when the primary set is not named", function()
    local _, app = start { settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "" } }
    assert.is_nil(icons(app))
    assert.equal(4, choose(app, "Night").error.code) -- ICON-038
  end)

  it("is missing for a name that no set has, and the build says so", function()
    local package = build { settings = { ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "Night meadow" } }
    assert.same({ "Night" }, names(package.plist.CFBundleIcons.CFBundleAlternateIcons))
    assert.matches("names “meadow”, but the set is “Meadow”", table.concat(package.warnings, "\n"), nil, true)
  end)

  it("takes Xcode 13: an older one does not know the setting", function()
    local _, app = start { xcode = "12.5" }
    assert.same({}, names(icons(app).CFBundleAlternateIcons)) -- ICON-135, ICON-141
  end)

  it("comes from two settings, which Xcode shows under their own names", function()
    local settings, title = {}, nil -- ICON-136, ICON-137
    for line in io.lines "fixtures/AlternateAppIcons/AppIcons.xcconfig" do
      title = line:match "^// (.*)$" or title
      local name = line:match "^([%w_]+) = "
      if name then settings[title] = name end
    end
    assert.same({
      ["Primary App Icon Set Name"] = "ASSETCATALOG_COMPILER_APPICON_NAME",
      ["Alternate App Icon Sets"] = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES",
    }, settings)
  end)
end)
