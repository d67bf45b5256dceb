-- A different icon for each configuration, or flavour. The build setting ASSETCATALOG_COMPILER_APPICON_NAME (ICON-136)
-- selects the set, and the level of the project that takes precedence decides the setting.
local museum = require "homescreen.museum"

-- In fixtures/Flavours.xcodeproj an xcconfig says AppIcon$(ICON_SUFFIX); only Debug has a suffix.
local function build(target, configuration, settings)
  return AppPackage("fixtures/Flavours.xcodeproj", {
    target = target, configuration = configuration, settings = settings,
  })
end

local function icon(package)
  local device, app = museum.open(package)
  return museum.picture(device, app)
end

describe("react-native-config/react-native-config#197: the name comes from a file that the build does not read", function()
  -- The variables of an .env file get into the code and the Info.plist, not into build settings.
  local reported = { ASSETCATALOG_COMPILER_APPICON_NAME = "$(__RN_CONFIG_APP_ICON)" }

  for _, configuration in ipairs { "Debug", "Release" } do
    it("as reported: no set has the name that is left, " .. configuration, function()
      local package = build("FromTheFile", configuration, reported)
      assert.is_true(icon(package).placeholder) -- ICON-123
      assert.same({ "icon-setting-variable" }, package:lint { select = "icon-setting-variable", codes = true })
    end)
  end

  it("repaired: a setting of the configuration is a part of the name", function()
    assert.equal("AppIcon-dev-60@3x.png", icon(build("FromTheFile", "Debug")).file)
    assert.equal("AppIcon-60@3x.png", icon(build("FromTheFile", "Release")).file)
  end)
end)

for _, report in ipairs { "tuist/tuist#4563", "tuist/tuist#1738" } do
  describe(report .. ": a generator writes the setting into the target, too", function()
    it("as reported: every configuration has the icon that the target names", function()
      for _, configuration in ipairs { "Debug", "Release" } do
        assert.equal("AppIcon-60@3x.png", icon(build("FromTheTarget", configuration)).file)
      end
    end)

    it("as reported: the build reports which line wins", function()
      local findings = build("FromTheTarget", "Debug"):lint { select = "appiconset-not-compiled" }
      assert.equal(1, #findings)
      assert.matches("AppIcon-dev", findings[1].message, 1, true)
      assert.matches("Flavours.xcodeproj/project.pbxproj$", findings[1].file)
    end)

    it("repaired: without it the xcconfig decides", function()
      assert.equal("AppIcon-dev-60@3x.png", icon(build("FromTheFile", "Debug")).file)
    end)
  end)
end

describe("fluttercommunity/flutter_launcher_icons#491: the flavour has a set that no setting names", function()
  it("as reported: the old icon, from a set that was there before", function()
    local package = build("FromTheTarget", "Debug")
    assert.equal("AppIcon-60@3x.png", icon(package).file)
    assert.matches("“AppIcon-dev” is not compiled", table.concat(package.warnings, "\n"), 1, true)
  end)

  it("repaired: the flavour's configuration names it", function()
    local package = build("FromTheTarget", "Debug", { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon-dev" })
    assert.equal("AppIcon-dev-60@3x.png", icon(package).file)
  end)
end)
