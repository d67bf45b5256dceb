-- "Colourful": an icon chooser in SwiftUI, after the one in the Emitron app. Here: its pictures and its Info.plist.
--
-- The tutorial puts five icons into a folder of the project and declares them in CFBundleIcons, with an additional key
-- (`ordinal`); this scenario checks its statements about each key. The chooser is in colourful.lua.
--
-- The project: fixtures/Colourful.xcodeproj. Its target Colourful is the finished app; Template is the same app with
-- the AppIcon set and the build setting that every new project has.

local colourful = require "homescreen.seeds.colourful"
local build, start = colourful.build, colourful.start

-- The four pictures of an icon: file and pixels for each kind of screen (ICON-129: iPad pictures have other base
-- names).
local function four(name)
  return {
    iPhone = { ("app-icon--%s@3x.png"):format(name), 180 },
    ["iPhone 8"] = { ("app-icon--%s@2x.png"):format(name), 120 }, -- ICON-132
    iPad = { ("app-icon--%s-ipad@2x.png"):format(name), 152 },
    ["iPad Pro"] = { ("app-icon--%s-ipadpro@2x.png"):format(name), 167 },
  }
end

local function expectPicture(expected, shown, message)
  assert.equal(expected[1], shown.file, message)
  assert.equal(expected[2], shown.pixels, message)
  assert.is_false(shown.scaled, message)
end

describe("the pictures of an icon", function()
  it("are four: two for iPhones, one for iPads, one for the iPad Pro", function()
    for model, expected in pairs(four "default") do
      expectPicture(expected, start(nil, Device { model = model, os = "16.0" }).picture(), model)
    end
  end)

  it("are four of each alternate, too: every device shows each in its own size", function()
    for model in pairs(four "default") do
      local screen = start(nil, Device { model = model, os = "16.0" }) -- ICON-128, ICON-110
      for _, name in ipairs { "black-white", "white-black", "multi-black", "black-multi" } do
        screen.tap(name)
        screen.device.alert:tap "OK"
        expectPicture(four(name)[model], screen.picture(), model .. " " .. name)
      end
    end
  end)

  it("are in the root of the app, four of each icon; only the project has the folder App Icons", function()
    local count, found = 0, {}
    for _, file in ipairs(build():files()) do
      if file.path:find "%.png$" then
        assert.matches("^app%-icon%-%-", file.path) -- ICON-113
        count, found[file.path] = count + 1, file
      end
    end
    assert.equal(20, count)
    for _, name in ipairs { "default", "black-white", "white-black", "multi-black", "black-multi" } do
      for _, expected in pairs(four(name)) do
        assert.equal(expected[2], found[expected[1]].width, expected[1])
        assert.equal(expected[2], found[expected[1]].height, expected[1])
      end
    end
  end)
end)

describe("the key in Xcode's editor", function()
  it("is Icon files (iOS 5), raw CFBundleIcons", function()
    local icons, key = build().plist:find "Icon files (iOS 5)" -- ICON-102
    assert.equal("CFBundleIcons", key)
    assert.is_not_nil(icons.CFBundleAlternateIcons)
  end)

  it("comes without CFBundleAlternateIcons, which is added by hand and has one icon's keys at first", function()
    local info = plist.parse "{ CFBundleIdentifier = \"com.example.new\"; }" -- ICON-103
    info:add "Icon files (iOS 5)"
    local icons = info.CFBundleIcons
    icons.UINewsstandIcon = nil
    assert.is_nil(icons.CFBundleAlternateIcons)
    icons:add "CFBundleAlternateIcons"
    local first = icons.CFBundleAlternateIcons
    first.UINewsstandBindingType, first.UINewsstandBindingEdge = nil, nil
    assert.is_nil(first.UIPrerenderedIcon) -- added by hand, too
    assert.equal("", first.CFBundleIconFiles[1])
    -- With several icons, each needs a separate level under its name (ICON-094).
    icons.CFBundleAlternateIcons = {}
    for ordinal, name in ipairs { "black-white", "white-black" } do
      icons.CFBundleAlternateIcons[name] = {
        ordinal = ordinal, UIPrerenderedIcon = false, CFBundleIconFiles = { "app-icon--" .. name },
      }
    end
    assert.equal("app-icon--white-black",
      info:get("CFBundleIcons", "CFBundleAlternateIcons", "white-black", "CFBundleIconFiles", 1))
  end)
end)

describe("CFBundleIcons and the Newsstand key", function()
  it("are of iOS 5, which brought Newsstand; iOS 9 took it away", function()
    local info = plist.parse "{ CFBundleIdentifier = \"com.example.new\"; }" -- ICON-103
    info:add "Icon files (iOS 5)"
    local package = AppPackage { plist = build().plist }
    package.plist.CFBundleIcons.UINewsstandIcon = info.CFBundleIcons.UINewsstandIcon
    local found = package:lint { select = "newsstand-key" } -- ICON-104
    assert.equal(1, #found)
    assert.matches("“UINewsstandIcon” .* belongs to Newsstand, which iOS 9 removed", found[1].message)
    assert.equal("safe", found[1].fix) -- it may be deleted
    assert.equal("warning", found[1].severity) -- STORE-044
    package.plist.UINewsstandApp = true
    assert.equal("note", package:lint({ select = "newsstand-key" })[1].severity)
    package.plist.UINewsstandApp = nil
    package.plist.CFBundleIcons.UINewsstandIcon = nil
    assert.same({}, package:lint { select = "newsstand-key" })
    -- In iOS 9, the first version without Newsstand, the only icon is the app's.
    local device = Device { model = "iPhone", os = "9.0" }
    device:install(package)
    assert.equal(1, #device.springboard.icons)
    assert.equal("Colourful", device.springboard.icons[1].label)
  end)

  it("may lose UINewsstandIcon: it means nothing since iOS 9", function()
    for _, keep in ipairs { true, false } do
      local package = build() -- ICON-104
      if keep then package.plist.CFBundleIcons.UINewsstandIcon = { CFBundleIconFiles = { "" } } end
      local screen = start(package)
      screen.tap "black-white"
      screen.device.alert:tap "OK"
      assert.equal("app-icon--black-white@3x.png", screen.picture().file)
    end
  end)
end)

describe("CFBundlePrimaryIcon", function()
  local cleared = { ASSETCATALOG_COMPILER_APPICON_NAME = "" }

  it("is ignored while the catalog has an AppIcon: the build adds the set to it", function()
    local package = build { target = "Template" }
    local primary = package.plist.CFBundleIcons.CFBundlePrimaryIcon
    assert.equal("AppIcon", primary.CFBundleIconName)
    -- The file that was written by hand is replaced by the catalog's (ICON-146).
    assert.equal("app-icon--default",
      plist.load("fixtures/Colourful/Info.plist"):get("CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconFiles", 1))
    assert.equal("AppIcon60x60", primary.CFBundleIconFiles[1])
    local shown = start(package).picture() -- ICON-092, ICON-091
    assert.equal("catalog", shown.source)
    assert.equal("AppIcon-60@3x.png", shown.file)
  end)

  it("is used once the set is removed and the target's setting is cleared", function()
    local package = build { target = "Colourful" } -- both, as in the tutorial
    assert.is_nil(package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconName)
    local shown = start(package).picture()
    assert.equal("loose", shown.source) -- ICON-093, ICON-172
    assert.equal("app-icon--default@3x.png", shown.file)
  end)

  it("is cleared in the section of the launch screen, which stays as it is", function()
    for _, target in ipairs { "Template", "Colourful" } do -- ICON-172: with the entry, and without it
      local package = build { target = target, settings = { INFOPLIST_KEY_UILaunchScreen_Generation = "YES" } }
      assert.equal(target == "Template", package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconName == "AppIcon")
      local screen, key = package.plist:find "Launch Screen"
      assert.equal("UILaunchScreen", key, target)
      assert.same({ UILaunchScreen = {} }, plist.table(screen), target)
    end
  end)

  it("is used even with the set: the setting decides", function()
    local package = build { target = "Template", settings = cleared } -- ICON-172
    local shown = start(package).picture()
    assert.equal("app-icon--default@3x.png", shown.file)
  end)

  it("is used even with the setting: without a catalog nothing looks for the set", function()
    local package = build { settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" } }
    assert.same({}, package.warnings) -- ICON-259
    assert.equal("app-icon--default@3x.png", start(package).picture().file)
    assert.same({}, build().warnings)
  end)

  it("may keep a CFBundleIconName that no set has: the file is shown, as nothing else is there", function()
    local package = build()
    package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconName = "AppIcon"
    assert.equal("app-icon--default@3x.png", start(package).picture().file)
  end)

  it("may name a set with CFBundleIconName, which iOS 11 and later read", function()
    local both = build { target = "Template" } -- ICON-098
    local primary = both.plist.CFBundleIcons.CFBundlePrimaryIcon
    primary.CFBundleIconFiles = { "app-icon--default" }
    assert.equal("AppIcon", primary.CFBundleIconName)
    assert.equal("catalog", start(both).picture().source)
    local old = Device { model = "iPhone", os = "10.3" }
    local app = old:install(both)
    assert.equal("app-icon--default@3x.png", old.springboard:icon(app):picture().file) -- ICON-099
  end)

  it("needs the list of files on iOS 10 and earlier", function()
    local package = build { target = "Template" } -- ICON-099: the catalog has the set, but its name alone is not enough
    local primary = package.plist.CFBundleIcons.CFBundlePrimaryIcon
    local function shown(os)
      local device = Device { model = "iPhone", os = os }
      return device.springboard:icon(device:install(package)):picture()
    end
    primary.CFBundleIconFiles = nil
    assert.equal("AppIcon", primary.CFBundleIconName)
    for _, os in ipairs { "9.0", "10.3" } do assert.is_true(shown(os).placeholder, os) end
    for _, os in ipairs { "11.0", "16.0" } do assert.equal("AppIcon-60@3x.png", shown(os).file, os) end
    primary.CFBundleIconFiles = { "app-icon--default" }
    for _, os in ipairs { "9.0", "10.3" } do assert.equal("app-icon--default@3x.png", shown(os).file, os) end
  end)

  it("should keep the list next to CFBundleIconName for tools outside of iOS, which open no catalog", function()
    -- Configurator or an MDM server can show the first name in the list that is a file of the app.
    local function fileForTools(package)
      for _, name in ipairs(package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles or {}) do
        for _, file in ipairs(package:files()) do
          if file.path:sub(1, #name) == name and file.path:find "%.png$" then return file.path end
        end
      end
    end
    for _, xcode in ipairs { "13.0", "16.4", "26.0" } do
      local package = build { target = "Template", xcode = xcode } -- ICON-098, ICON-146: the build writes both
      assert.equal("AppIcon", package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconName)
      assert.equal("AppIcon60x60@2x.png", fileForTools(package), xcode)
      package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles = nil
      assert.is_nil(fileForTools(package), xcode)
      assert.equal("AppIcon-60@3x.png", start(package).picture().file, xcode) -- a device shows no difference
    end
  end)

  it("may list several sizes: for iPhone, for iPad, and for an app for both", function()
    for kind, family in pairs { iPhone = { 1 }, iPad = { 2 }, universal = { 1, 2 } } do
      local package = build()
      package.plist["CFBundleIcons~ipad"], package.plist.UIDeviceFamily = nil, family -- ICON-170
      package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles = {
        "app-icon--default", "app-icon--default-ipad", "app-icon--default-ipadpro",
      }
      for model, expected in pairs(four "default") do
        local wanted = model:find "iPad" and 2 or 1
        if family[1] == wanted or family[2] == wanted then -- ICON-119, ICON-132
          expectPicture(expected, start(package, Device { model = model, os = "16.0" }).picture(), kind .. " " .. model)
        end
      end
    end
  end)

  it("adds no gloss anywhere, whatever UIPrerenderedIcon says: not in the App Store either", function()
    local function look(shown) return ("%s %s %d %s"):format(shown.file, shown.source, shown.pixels, shown.scaled) end
    for _, value in ipairs { true, false } do -- ICON-100: gloss for store artwork ended with iOS 6
      local package = build()
      package.plist.CFBundleIcons.CFBundlePrimaryIcon.UIPrerenderedIcon = value
      assert.equal("app-icon--default@3x.png loose 180 false", look(start(package).picture()))

      local published = AppPackage { -- the store's artwork is a picture of the set (ICON-134)
        plist = build({ target = "Template" }).plist,
        catalog = { AppIcon = { entries = {
          { idiom = "iphone", size = 60, scale = 3, filename = "home.png", pixels = 180 },
          { idiom = "ios-marketing", size = 1024, scale = 1, filename = "store.png", pixels = 1024 },
        } } },
      }
      published.plist.CFBundleIcons.CFBundlePrimaryIcon.UIPrerenderedIcon = value
      local screen = start(published)
      assert.equal("store.png catalog 1024 false", look(screen.picture "appStore"))
      screen.tap "black-white"
      screen.device.alert:tap "OK"
      assert.equal("store.png catalog 1024 false", look(screen.picture "appStore")) -- ICON-203
    end
  end)
end)

describe("CFBundleAlternateIcons", function()
  it("is a dictionary: a key for each icon's name, and room for your own keys", function()
    local screen = start() -- ICON-094, ICON-096, ICON-101
    screen.app:run(function()
      local alternates = Bundle.main:object("CFBundleIcons").CFBundleAlternateIcons
      local names = {}
      for name in pairs(alternates) do names[#names + 1] = name end
      table.sort(names)
      assert.same({ "black-multi", "black-white", "multi-black", "white-black" }, names)
      assert.equal(2, alternates["white-black"].ordinal)
      assert.is_false(alternates["white-black"].UIPrerenderedIcon)
    end)
  end)

  it("ties names to files of other names", function()
    local screen = start() -- ICON-028
    screen.tap "black-multi"
    screen.device.alert:tap "OK"
    assert.equal("black-multi", screen.app.iconName)
    assert.equal("app-icon--black-multi@3x.png", screen.picture().file)
  end)

  it("gives each of its four icons an ordinal, a gloss that is a boolean, and its files", function()
    local ordinals = { ["black-white"] = 1, ["white-black"] = 2, ["multi-black"] = 3, ["black-multi"] = 4 }
    for key, endings in pairs { CFBundleIcons = { "" }, ["CFBundleIcons~ipad"] = { "-ipad", "-ipadpro" } } do
      local expected = {} -- ICON-096, ICON-101, ICON-129
      for name, ordinal in pairs(ordinals) do
        local files = {}
        for place, ending in ipairs(endings) do files[place] = "app-icon--" .. name .. ending end
        expected[name] = { ordinal = ordinal, UIPrerenderedIcon = false, CFBundleIconFiles = files }
      end
      assert.same(expected, plist.table(build().plist[key].CFBundleAlternateIcons), key)
    end
  end)
end)
