-- The Info.plist of an icon that changes, from a tutorial for iOS 10.3: the first one fails, the last one works.
--
-- The part of the tutorial between change-app-icon.lua and change-app-icon-pictures.lua: raw keys and their names in
-- Xcode, the level of names, and the keys that the editor's template inserts.
--
-- The apps: fixtures/FlatShape.app has the first Info.plist, fixtures/ChangeIcon.app the last one;
-- fixtures/ChangeIcon.xcodeproj builds it.

local tutorial = require "homescreen.seeds.change_icon"
local choose, picture, built, variation = tutorial.choose, tutorial.picture, tutorial.built, tutorial.variation

local function start(os, model, package) return tutorial.start(package, os, model, tutorial.Main) end

local newicon = { CFBundleIconFiles = { "newicon" }, UIPrerenderedIcon = false }

describe("raw keys and what Xcode calls them", function()
  it("are two names of one value: either finds it", function()
    local info = AppPackage("fixtures/ChangeIcon.app").plist -- ICON-102
    for raw, name in pairs {
      CFBundleDisplayName = "Bundle display name", CFBundleIcons = "Icon files (iOS 5)",
      CFBundleIdentifier = "Bundle identifier",
    } do
      local value, key = info:find(name)
      assert.equal(raw, key)
      assert.equal(info[raw], value)
      assert.equal(value, (info:find(raw)))
    end
    local primaryIcon = info.CFBundleIcons:find "Primary Icon"
    assert.equal("AppIcon60x60", primaryIcon:find("Icon files")[1]) -- the list, which the tutorial calls Primary Icon
    assert.is_false((primaryIcon:find "Icon already includes gloss effects"))
    assert.is_nil((info:find "Bundle Display Name")) -- spelled as the editor spells it
  end)

  it("are distinguished by Open As Source Code: the file contains only raw keys", function()
    local lines, keys = {}, {} -- ICON-102
    for line in io.lines "fixtures/ChangeIcon.app/Info.plist" do
      lines[#lines + 1] = line
      local key = line:match "<key>(.*)</key>"
      if key then keys[key] = #lines end
    end
    local info = AppPackage("fixtures/ChangeIcon.app").plist
    for _, name in ipairs { "Bundle display name", "Bundle name", "Icon files (iOS 5)" } do
      local value, raw = info:find(name) -- the name that the editor shows
      assert.is_not_nil(value, name)
      assert.is_nil(keys[name])
      assert.is_number(keys[raw], name)
      local _, line = info:where(raw)
      assert.equal(keys[raw] + 1, line) -- the value is in the line below its key
    end
    for _, name in ipairs { "Primary Icon", "Icon files", "Icon already includes gloss effects" } do
      assert.is_nil(keys[name])
    end
  end)

  it("are what the system reads: a key that is typed into the source under its editor name means nothing", function()
    local package = AppPackage "fixtures/ChangeIcon.app" -- ICON-102, ICON-167
    local function label() return start("10.3", "iPhone", package).springboard.icons[1].label end
    assert.equal("iconChange", label())
    package.plist["Bundle display name"] = package.plist.CFBundleDisplayName
    package.plist.CFBundleDisplayName = nil
    assert.equal("ChangeIcon", label()) -- CFBundleName
    package.plist["Icon files (iOS 5)"] = package.plist.CFBundleIcons
    package.plist.CFBundleIcons = nil
    local _, app = start("10.3", "iPhone", package)
    assert.equal(4, choose(app, "newicon").error.code)
  end)

  it("make the editor ask if a key exists under its other name", function()
    local info = AppPackage("fixtures/ChangeIcon.app").plist -- ICON-168
    local question = "The key you entered is already present in the dictionary."
      .. "do you want to replace the existing key/value pair?"
    for _, key in ipairs { "CFBundleDisplayName", "Bundle display name" } do
      local fine, err = pcall(function() info:add(key, "New name") end)
      assert.is_false(fine)
      assert.equal(question, err.message)
      assert.equal("iconChange", info.CFBundleDisplayName) -- after a no nothing changes
    end
  end)

  it("are replaced on yes, and there is still one pair", function()
    local package = AppPackage "fixtures/ChangeIcon.app"
    local pairsBefore = #package.plist
    package.plist:add("Bundle display name", "New name", { replace = true })
    assert.equal("New name", package.plist.CFBundleDisplayName)
    assert.is_nil(package.plist:get "Bundle display name")
    assert.equal(pairsBefore, #package.plist)
    local device = start("10.3", "iPhone", package)
    assert.equal("New name", device.springboard.icons[1].label) -- ICON-167: that is the name below the icon
  end)

  it("turn into each other on Enter: CFBundleIcons becomes Icon files (iOS 5)", function()
    local info = plist.parse "{ CFBundleIdentifier = \"com.example.new\"; }" -- ICON-169: Apple's table says None
    info:add "CFBundleIcons"
    local icons, key = info:find "Icon files (iOS 5)"
    assert.equal("CFBundleIcons", key)
    assert.equal("", icons.CFBundlePrimaryIcon.CFBundleIconFiles[1]) -- ICON-103: the template inserts it
    assert.is_not_nil(icons.UINewsstandIcon)
    assert.equal("UINewsstandIcon", select(2, icons:find "Newsstand Icon")) -- ICON-102
    assert.is_nil(icons.CFBundleAlternateIcons)
    icons.UINewsstandIcon = nil
    icons:add "CFBundleAlternateIcons"
    local flat = icons.CFBundleAlternateIcons
    assert.equal("", flat.CFBundleIconFiles[1])
    for _, newsstand in ipairs { "UINewsstandBindingType", "UINewsstandBindingEdge" } do
      assert.is_string(flat[newsstand])
      flat[newsstand] = nil
    end
    assert.is_nil(flat.UIPrerenderedIcon) -- added by hand
  end)
end)

describe("the first Info.plist", function()
  it("has no level of names below CFBundleAlternateIcons, and fails", function()
    local device, app = start("10.3", "iPhone", "fixtures/FlatShape.app") -- ICON-034
    app:perform "changeToNewIcon"
    assert.equal("The file doesn’t exist.", device.alert.message)
    device.alert:tap "ok"
    assert.is_nil(app.iconName)
    local err = choose(app, "newicon").error
    assert.equal("NSCocoaErrorDomain", err.domain)
    assert.equal(4, err.code)
    local underlying = err.userInfo.NSUnderlyingError
    assert.equal("LSApplicationWorkspaceErrorDomain", underlying.domain)
    assert.equal(-105, underlying.code)
    assert.equal("iconName not found in CFBundleAlternateIcons entry", underlying.localizedDescription)
  end)

  it("takes the inner keys for names", function()
    local _, app = start("10.3", "iPhone", "fixtures/FlatShape.app") -- ICON-035
    assert.is_nil(choose(app, "CFBundleIconFiles").error)
  end)

  it("works once each icon has a dictionary under its name", function()
    local package = AppPackage "fixtures/FlatShape.app"
    local icons = package.plist.CFBundleIcons
    local flat = icons.CFBundleAlternateIcons
    icons.CFBundleAlternateIcons = { newicon = flat } -- ICON-025, ICON-094
    local device, app = start("10.3", "iPhone", package)
    app:perform "changeToNewIcon"
    device.alert:tap "OK"
    assert.equal("修改成功", device.alert.message)
    assert.equal("newicon", app.iconName)
    assert.equal("newicon@3x.png", picture(device, app).file)
  end)

  it("is the result of the editor's steps; one more level of names makes the last one", function()
    local info = plist.parse "{ CFBundleIdentifier = \"com.example.new\"; }" -- ICON-103, ICON-034
    info:add "CFBundleIcons"
    local icons = info.CFBundleIcons
    icons.UINewsstandIcon = nil
    icons:add "CFBundleAlternateIcons"
    local flat = icons.CFBundleAlternateIcons
    flat.UINewsstandBindingType, flat.UINewsstandBindingEdge = nil, nil
    flat:add("Icon already includes gloss effects", false) -- UIPrerenderedIcon (ICON-102)
    flat.CFBundleIconFiles = { "newicon" }
    local first = AppPackage("fixtures/FlatShape.app").plist.CFBundleIcons
    assert.same(plist.table(first), plist.table(icons))
    icons.CFBundleAlternateIcons = { newicon = flat } -- ICON-094
    local last = AppPackage("fixtures/ChangeIcon.app").plist.CFBundleIcons.CFBundleAlternateIcons
    assert.same(plist.table(last.newicon), plist.table(icons.CFBundleAlternateIcons.newicon))
  end)
end)

describe("the first Info.plist, repaired on the disk", function()
  it("is saved, loaded again, and works", function()
    local info = AppPackage("fixtures/FlatShape.app").plist
    local icons = info.CFBundleIcons
    icons.CFBundleAlternateIcons = { newicon = icons.CFBundleAlternateIcons }
    local saved = info
    local fine, err = pcall(function() info:save "build/FlatShape-Info.plist" end)
    if fine then
      saved = plist.load "build/FlatShape-Info.plist"
      assert.equal("xml", saved.format)
    else
      -- A built-in script has no folder of its own: homescreen run --write DIR gives it one.
      assert.equal("write-refused", err.code)
    end
    assert.equal("newicon", saved:get("CFBundleIcons", "CFBundleAlternateIcons", "newicon", "CFBundleIconFiles", 1))
    local device, app = start("10.3", "iPhone", AppPackage {
      plist = saved, files = { ["newicon@2x.png"] = { 120, 120 }, ["newicon@3x.png"] = { 180, 180 } },
    })
    app:perform "changeToNewIcon"
    device.alert:tap "OK"
    assert.equal("修改成功", device.alert.message)
    assert.equal("newicon", app.iconName)
  end)
end)

describe("what Xcode's template puts in", function()
  -- Adding CFBundleIcons in the editor inserts Primary Icon and Newsstand Icon, each with one empty string; adding
  -- CFBundleAlternateIcons inserts two Newsstand keys (ICON-103).
  local function template()
    local inserted = {
      CFBundlePrimaryIcon = { CFBundleIconFiles = { "" } },
      UINewsstandIcon = {
        CFBundleIconFiles = { "" }, UINewsstandBindingType = "UINewsstandBindingTypeMagazine",
        UINewsstandBindingEdge = "UINewsstandBindingEdgeLeft",
      },
    }
    assert.is_nil(inserted.CFBundleAlternateIcons) -- the template has none; they are added by hand
    inserted.CFBundleAlternateIcons = {
      newicon = {
        CFBundleIconFiles = { "newicon" }, UIPrerenderedIcon = false,
        UINewsstandBindingType = "UINewsstandBindingTypeMagazine",
        UINewsstandBindingEdge = "UINewsstandBindingEdgeLeft",
      },
    }
    return inserted
  end
  local files = { ["newicon@2x.png"] = { 120, 120 }, ["newicon@3x.png"] = { 180, 180 } }

  it("is harmless, Newsstand included, but useless", function()
    local device, app = start("10.3", "iPhone", variation(template(), files)) -- ICON-104
    assert.is_nil(choose(app, "newicon").error)
    assert.equal("newicon@3x.png", picture(device, app).file)
    assert.equal(4, choose(app, "UINewsstandIcon").error.code) -- it is not an alternate
  end)

  it("gives Newsstand's picture no place: from iOS 9 on no Newsstand shows it", function()
    local icons = template() -- ICON-104
    icons.CFBundlePrimaryIcon.CFBundleIconFiles = { "AppIcon60x60" }
    icons.UINewsstandIcon.CFBundleIconFiles = { "newsstand" }
    local shelf = { ["newsstand@2x.png"] = { 120, 120 }, ["newsstand@3x.png"] = { 180, 180 } }
    for _, os in ipairs { "9.0", "10.3", "26.1" } do
      local device = Device { model = "iPhone", os = os }
      local app = device:install(variation(icons, shelf))
      assert.equal(1, #device.springboard.icons) -- the app itself, and no shelf
      for _, surface in ipairs { "home", "spotlight", "settings" } do
        assert.equal("AppIcon60x60@3x.png", picture(device, app, surface).file, os .. " " .. surface)
      end
      assert.is_true(picture(device, app, "appStore").placeholder) -- there is no picture with 1024 pixels
    end
    local found = variation(icons, shelf):lint { select = "newsstand-key" }
    assert.equal(2, #found) -- the shelf's icon, and both keys next to the alternate's files
    for place, severity in ipairs { "note", "warning" } do
      assert.equal(severity, found[place].severity)
      assert.matches("belongs to Newsstand, which iOS 9 removed", found[place].message, nil, true)
    end
    assert.error_matches(function() Device { os = "8.4" } end, "Unknown iOS version 8%.4") -- it still had Newsstand
  end)

  it("can lose both Newsstand parts", function()
    local icons = template()
    icons.UINewsstandIcon = nil
    icons.CFBundleAlternateIcons.newicon = newicon
    assert.same({}, variation(icons, files):lint { select = "newsstand-key", codes = true })
    local device, app = start("10.3", "iPhone", variation(icons, files))
    assert.is_nil(choose(app, "newicon").error)
    assert.equal("newicon@3x.png", picture(device, app).file)
  end)

  it("may leave the primary icon's list empty, its only name, or the whole list", function()
    for _, list in ipairs { { "" }, plist.array {}, false } do
      local icons = template() -- ICON-090
      icons.CFBundlePrimaryIcon = { CFBundleIconFiles = list or nil, UIPrerenderedIcon = false }
      local device, app = start("10.3", "iPhone", variation(icons, files))
      choose(app, "newicon")
      device.alert:tap "OK"
      choose(app, nil)
      device.alert:tap "OK"
      assert.is_nil(app.iconName)
    end
  end)

  it("may leave the primary icon out: nil then brings back the catalog's", function()
    local device, app = start("10.3", "iPhone", built "ChangeIcon") -- ICON-091, ICON-017
    choose(app, "newicon")
    device.alert:tap "OK"
    assert.equal("newicon@3x.png", picture(device, app).file)
    choose(app, nil)
    device.alert:tap "OK"
    assert.equal("AppIcon60x60@3x.png", picture(device, app).file)
  end)

  it("may keep nothing but the gloss in Primary Icon: the build adds the catalog's set to it", function()
    local package = AppPackage { -- ICON-091, ICON-100: the tutorial's last Info.plist
      plist = {
        CFBundleIdentifier = "com.example.variation", CFBundleName = "Variation", UIDeviceFamily = { 1 },
        CFBundleIcons = {
          CFBundlePrimaryIcon = { UIPrerenderedIcon = false }, CFBundleAlternateIcons = { newicon = newicon },
        },
      },
      files = { ["newicon@2x.png"] = { 120, 120 }, ["newicon@3x.png"] = { 180, 180 } },
      catalog = { AppIcon = { entries = {
        { idiom = "iphone", size = 60, scale = 3, filename = "AppIcon-60@3x.png", pixels = 180 },
      } } },
      settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" },
    }
    local primary = package.plist.CFBundleIcons.CFBundlePrimaryIcon
    assert.equal("AppIcon", primary.CFBundleIconName)
    assert.is_false((primary:find "Icon already includes gloss effects")) -- ICON-102
    local device, app = start("17.5", "iPhone", package)
    assert.equal("AppIcon-60@3x.png", picture(device, app).file)
    choose(app, "newicon")
    device.alert:tap "OK"
    assert.equal("newicon@3x.png", picture(device, app).file)
    choose(app, nil)
    device.alert:tap "OK"
    assert.equal("AppIcon-60@3x.png", picture(device, app).file)
  end)
end)
