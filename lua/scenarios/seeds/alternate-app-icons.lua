-- Apple's sample "Configuring your app to use alternate app icons": icon sets of the asset catalog, named by build
-- settings.
--
-- This scenario checks the article's statements on each surface. The project's Info.plist has no keys for icons; for
-- the keys that the build adds, see alternate-app-icons-info-plist.lua.
--
-- The project: fixtures/AlternateAppIcons.xcodeproj with the sets AppIcon, Night and Meadow. Its settings are in
-- fixtures/AlternateAppIcons/AppIcons.xcconfig:
--
--   Primary App Icon Set Name   ASSETCATALOG_COMPILER_APPICON_NAME             AppIcon, in Debug builds Meadow
--   Alternate App Icon Sets     ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES  Night Meadow

local sample = require "homescreen.seeds.alternate_icons"
local names = require "homescreen.facts.support".names
local build, start, choose, icons = sample.build, sample.start, sample.choose, sample.icons

describe("an icon asset for each icon", function()
  it("keeps a file of each size below the catalog, and none of them is loose in the app", function()
    for _, set in ipairs { "AppIcon", "Night", "Meadow" } do
      local filenames = {}
      for line in io.lines(("fixtures/AlternateAppIcons/Assets.xcassets/%s.appiconset/Contents.json"):format(set)) do
        filenames[#filenames + 1] = line:match '"filename" : "(.-)"'
      end
      assert.equal(13, #filenames, set)
      assert.unique(filenames)
    end
    for _, file in ipairs(build({ xcode = "26.0" }):files()) do
      assert.is_nil(file.path:match "^Night" or file.path:match "^Meadow") -- ICON-144
    end
  end)

  -- Points of each place, and pixels on a screen with three pixels per point (on an iPad two).
  local expected = {
    { model = "iPhone", home = "Night-60@3x.png 180", spotlight = "Night-40@3x.png 120",
      settings = "Night-29@3x.png 87", notification = "Night-20@3x.png 60" },
    { model = "iPhone 8", home = "Night-60@2x.png 120", spotlight = "Night-40@2x.png 80",
      settings = "Night-29@2x.png 58", notification = "Night-20@2x.png 40" },
    { model = "iPad", home = "Night-76@2x~ipad.png 152", spotlight = "Night-40@2x~ipad.png 80",
      settings = "Night-29@2x~ipad.png 58", notification = "Night-20@2x~ipad.png 40" },
    { model = "iPad Pro", home = "Night-83.5@2x~ipad.png 167", spotlight = "Night-40@2x~ipad.png 80",
      settings = "Night-29@2x~ipad.png 58", notification = "Night-20@2x~ipad.png 40" },
  }

  for _, row in ipairs(expected) do
    it("gives each place of an " .. row.model .. " its own picture", function()
      local device, app = start(nil, { model = row.model })
      choose(app, "Night")
      device.alert:tap "OK"
      for _, surface in ipairs { "home", "spotlight", "settings", "notification" } do
        local shown = device.springboard:icon(app):picture(surface) -- ICON-119, ICON-132, ICON-133, ICON-157
        assert.equal(row[surface], shown.file .. " " .. shown.pixels, surface)
        assert.equal("catalog", shown.source)
        assert.is_false(shown.scaled)
      end
    end)
  end
end)

describe("an icon's places", function()
  -- Sets with a picture for each place of an iPhone, and for the store's page; the project's sets lack the latter.
  local function package()
    local function set(name)
      local entries = {
        { idiom = "ios-marketing", size = 1024, scale = 1, filename = name .. "-1024.png", pixels = 1024 },
      }
      for _, points in ipairs { 20, 29, 40, 60 } do
        entries[#entries + 1] = {
          idiom = "iphone", size = points, scale = 3, pixels = points * 3,
          filename = ("%s-%d@3x.png"):format(name, points),
        }
      end
      return { entries = entries }
    end
    return AppPackage {
      plist = { CFBundleIdentifier = "com.example.places", CFBundleName = "Places", UIDeviceFamily = { 1 } },
      catalog = { AppIcon = set "AppIcon", Night = set "Night" },
      settings = {
        ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon", ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "Night",
      },
    }
  end

  local function places(device, app)
    local files = {}
    for _, surface in ipairs { "home", "spotlight", "settings", "notification", "appStore" } do
      local shown = device.springboard:icon(app):picture(surface)
      assert.is_false(shown.scaled, surface)
      files[surface] = shown.file
    end
    return files
  end

  it("are the Home Screen, Spotlight, Settings and notifications; the App Store keeps the primary icon", function()
    local device = Device { model = "iPhone", os = "15.0" }
    local app = device:install(package())
    device:launch(app)
    local primary = { -- ICON-132, ICON-133, ICON-134
      home = "AppIcon-60@3x.png", spotlight = "AppIcon-40@3x.png", settings = "AppIcon-29@3x.png",
      notification = "AppIcon-20@3x.png", appStore = "AppIcon-1024.png",
    }
    assert.same(primary, places(device, app))
    choose(app, "Night") -- ICON-157: in all of them at once
    assert.same({
      home = "Night-60@3x.png", spotlight = "Night-40@3x.png", settings = "Night-29@3x.png",
      notification = "Night-20@3x.png", appStore = "AppIcon-1024.png", -- ICON-203
    }, places(device, app))
    device.alert:tap "OK"
    choose(app, nil)
    assert.same(primary, places(device, app))
  end)

  it("are also the Dock, the App Library, the App Switcher and the share sheet", function()
    local device = Device { model = "iPhone", os = "15.0" }
    local app = device:install(package())
    device:launch(app)
    local function elsewhere(name)
      for place, size in pairs { dock = 60, library = 60, share = 60, switcher = 29 } do -- ICON-243 to ICON-245
        assert.equal(("%s-%d@3x.png"):format(name, size), app:picture(place).file, place)
      end
    end
    elsewhere "AppIcon"
    choose(app, "Night") -- ICON-157
    elsewhere "Night"
    device.alert:tap "OK"
    choose(app, nil)
    elsewhere "AppIcon"
  end)
end)

describe("changing the icon", function()
  it("informs the system, which shows the new icon and an alert with the app's name", function()
    local device, app = start() -- ICON-059, ICON-060, ICON-061
    assert.equal("AppIcon-60@3x.png", device.springboard:icon(app):picture().file)
    local outcome = choose(app, "Meadow")
    assert.equal("You have changed the icon for “Alternate Icons”.", device.alert.label)
    assert.same({ "OK" }, device.alert.buttons)
    assert.equal("Meadow-60@3x.png", device.alert.picture.file) -- ICON-062
    device.alert:tap "OK"
    assert.is_true(outcome.called)
    assert.is_nil(outcome.error)
    assert.equal("Meadow-60@3x.png", device.springboard:icon(app):picture().file)
    assert.same({}, app.console) -- the sample prints failures only
  end)

  it("returns the current icon's name afterwards", function()
    local device, app = start() -- ICON-016
    choose(app, "Night")
    device.alert:tap "OK"
    assert.equal("Night", app:run(function() return UIApplication.shared.alternateIconName end))
  end)

  it("shows the primary icon again for nil", function()
    local device, app = start() -- ICON-017
    choose(app, "Night")
    device.alert:tap "OK"
    local outcome = choose(app, nil)
    device.alert:tap "OK"
    assert.is_nil(outcome.error)
    assert.is_nil(app:run(function() return UIApplication.shared.alternateIconName end))
    assert.equal("AppIcon-60@3x.png", device.springboard:icon(app):picture().file)
  end)

  it("does not take the primary set's name for nil", function()
    local _, app = start() -- ICON-030
    assert.equal(4, choose(app, "AppIcon").error.code)
  end)

  it("prints the sample's line on failure, as developers see it", function()
    local device, app = start()
    choose(app, "Sunset")
    assert.is_nil(device.alert) -- ICON-056
    assert.matches(
      "^Failed request to update the app’s icon: Error Domain=NSCocoaErrorDomain Code=4 \"The file doesn’t exist%.\" "
        .. "UserInfo={NSUnderlyingError=0x%x+ {Error Domain=LSApplicationWorkspaceErrorDomain Code=%-105 "
        .. "\"iconName not found in CFBundleAlternateIcons entry\" "
        .. "UserInfo={NSLocalizedDescription=iconName not found in CFBundleAlternateIcons entry}}}$",
      app.console[1]) -- ICON-039, ICON-040
  end)
end)

-- The sample's picker: the collection that the app provides, the primary icon first.
local Picker = UIViewController.subclass "IconPicker"

function Picker:viewDidLoad() self.choices = { "AppIcon", "Night", "Meadow" } end

--- Which of the choices is the current one, by the name that the system has.
function Picker:current() return UIApplication.shared.alternateIconName or self.choices[1] end

function Picker:select(place)
  local name = place > 1 and self.choices[place] or nil -- the primary icon has no name
  UIApplication.shared:setAlternateIconName(name, function(err)
    if err then NSLog("Failed request to update the app’s icon: %@", err) end
  end)
end

describe("people", function()
  local device, app, current

  before_each(function()
    device = Device { model = "iPhone", os = "15.0" }
    app = device:install(build())
    app.rootViewController = Picker
    device:launch(app)
    function current()
      return app:run(function() return UIApplication.shared.keyWindow.rootViewController:current() end)
    end
  end)

  it("select an icon in the app, from the collection that it provides", function()
    assert.equal("AppIcon", current())
    for _, place in ipairs { 2, 3, 1, 3 } do -- ICON-016, ICON-017
      app:perform("select", place)
      local name = ({ "AppIcon", "Night", "Meadow" })[place]
      device.alert:tap "OK"
      assert.equal(name, current())
      assert.equal(name .. "-60@3x.png", device.springboard:icon(app):picture().file)
    end
    assert.same({}, app.console)
  end)

  it("find the icon that they have when they come back to the picker", function()
    app:perform("select", 3)
    device.alert:tap "OK"
    app:terminate()
    device:launch(app)
    assert.equal("Meadow", current()) -- ICON-152
  end)

  it("can select all that is offered: each choice is a set that the build has declared", function()
    local offered = app:run(function()
      return { table.unpack(UIApplication.shared.keyWindow.rootViewController.choices) }
    end)
    local declared = names(icons(app).CFBundleAlternateIcons)
    table.insert(declared, 1, icons(app).CFBundlePrimaryIcon.CFBundleIconName)
    table.sort(declared)
    table.sort(offered)
    assert.same(declared, offered)
  end)
end)

describe("the versions", function()
  it("are iOS 15 and later for the article; icon sets already showed from iOS 11 on", function()
    for _, os in ipairs { "11.0", "14.0", "15.0", "17.5", "26.1" } do
      local settings = { IPHONEOS_DEPLOYMENT_TARGET = "11.0" }
      local device, app = start({ settings = settings }, { os = os }) -- ICON-135, ICON-142
      choose(app, "Night")
      device.alert:tap "OK"
      assert.equal("Night-60@3x.png", device.springboard:icon(app):picture().file, os)
    end
  end)

  it("show the same alert from the system itself since iOS 26.1", function()
    local device, app = start(nil, { os = "26.1" }) -- ICON-075
    choose(app, "Night")
    assert.equal("system", device.alert.owner)
    assert.equal("You have changed the icon for “Alternate Icons”.", device.alert.label)
  end)

  it("change nothing on iOS 10, which reads no catalog names", function()
    local settings = { IPHONEOS_DEPLOYMENT_TARGET = "10.3" }
    local device, app = start({ settings = settings }, { os = "10.3" }) -- ICON-098
    assert.is_nil(choose(app, "Night").error)
    assert.equal("Night", app.iconName)
    assert.not_equal("Night-60@3x.png", device.springboard:icon(app):picture().file)
    -- Up to Xcode 16 the build exports files for such old systems.
    device, app = start({ settings = settings, xcode = "14.3" }, { os = "10.3" })
    choose(app, "Night")
    assert.equal("Night60x60@3x.png", device.springboard:icon(app):picture().file)
  end)
end)
