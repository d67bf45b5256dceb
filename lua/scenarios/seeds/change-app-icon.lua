-- Changing an app's icon with UIApplication.setAlternateIconName, as a tutorial for iOS 10.3 tells it.
--
-- The tutorial tries things out: a first Info.plist that fails, a second one that works, then one place after another
-- for the pictures. This scenario goes the same way, section by section, and says of each remark whether it holds,
-- since when, and which fact (`homescreen explain ICON-034`) tells more.
--
-- The apps: fixtures/ChangeIcon.app is the finished one (alternates `newicon`, `leaf` with one picture, and `ghost`,
-- whose picture was forgotten); fixtures/FlatShape.app has the first Info.plist; fixtures/ChangeIcon.xcodeproj has a
-- target for each place where the tutorial puts the picture.

-- The tutorial's view controller: a button for each icon, and its own alert for the outcome.
local Main = UIViewController.subclass "ViewController"

--- The tutorial's version check: the text of the version contains 10.3.
function Main:isVersionSupported() return UIDevice.current.systemVersion:find("10.3", 1, true) ~= nil end

function Main:changeToNewIcon()
  if not self:isVersionSupported() then return end
  if not UIApplication.shared.supportsAlternateIcons then return end
  self:change "newicon"
end

function Main:change(name)
  UIApplication.shared:setAlternateIconName(name, function(err)
    self:tell(err and err.localizedDescription or "修改成功")
  end)
end

function Main:tell(text)
  local alert = UIAlertController { title = "提示", message = text, preferredStyle = "alert" }
  alert:addAction(UIAlertAction { title = "ok", style = "cancel", handler = function() NSLog "关闭弹出框" end })
  self:present(alert, true)
end

local function start(os, model, package)
  local device = Device { model = model or "iPhone", os = os }
  local app = device:install(package or "fixtures/ChangeIcon.app")
  app.rootViewController = Main
  device:launch(app)
  return device, app
end

-- Asks for an icon and keeps what the completion handler gets.
local function choose(app, name)
  local outcome = {}
  app:run(function()
    UIApplication.shared:setAlternateIconName(name, function(err)
      outcome.called, outcome.error = true, err
    end)
  end)
  return outcome
end

local function picture(device, app, surface) return device.springboard:icon(app):picture(surface) end

-- A target of the project, as the Xcode of the tutorial's days builds it.
local function built(target, settings)
  return AppPackage("fixtures/ChangeIcon.xcodeproj", { target = target, xcode = "8.3", settings = settings })
end

-- An app that is written down here: what lies in it besides the primary icon, and what CFBundleIcons declares.
local function variation(icons, files)
  files = files or {}
  files["AppIcon60x60@2x.png"], files["AppIcon60x60@3x.png"] = { 120, 120 }, { 180, 180 }
  return AppPackage {
    plist = {
      CFBundleIdentifier = "com.example.variation", CFBundleName = "Variation", UIDeviceFamily = { 1, 2 },
      CFBundleIcons = icons,
    },
    files = files,
  }
end

local function list(array)
  local elements = {}
  for place = 1, #array do elements[place] = array[place] end
  return elements
end

local function names(dictionary)
  local keys = {}
  for key in pairs(dictionary) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local newicon = { CFBundleIconFiles = { "newicon" }, UIPrerenderedIcon = false }

describe("what the API offers", function()
  it("begins with iOS 10.3", function()
    local _, app = start "10.2" -- ICON-009
    local crash = assert.crashes(app, function() choose(app, "newicon") end)
    assert.matches("does not exist in iOS 10.2", crash.reason)
    assert.is_nil(choose(select(2, start "10.3"), "newicon").error)
  end)

  it("is one method: a name in, an error or nil out", function()
    local device, app = start "10.3"
    local outcome = choose(app, "newicon")
    assert.is_nil(outcome.called) -- not before OK (ICON-066)
    device.alert:tap "OK"
    assert.is_true(outcome.called)
    assert.is_nil(outcome.error) -- ICON-010
  end)

  it("names the current icon: the name of the Info.plist, nil for the primary one", function()
    local device, app = start "10.3" -- ICON-016
    local function current() return app:run(function() return UIApplication.shared.alternateIconName end) end
    assert.is_nil(current())
    choose(app, "newicon")
    device.alert:tap "OK"
    assert.equal("newicon", current())
    choose(app, nil) -- ICON-017
    device.alert:tap "OK"
    assert.is_nil(current())
    assert.equal("AppIcon60x60@3x.png", picture(device, app).file)
  end)

  it("leaves the name as it is when the change fails, and the error says why", function()
    local device, app = start "10.3"
    choose(app, "newicon")
    device.alert:tap "OK"
    local outcome = choose(app, "newIcon") -- letter case counts (ICON-026)
    assert.is_nil(device.alert) -- ICON-056
    assert.is_true(outcome.called)
    assert.equal("The file doesn’t exist.", outcome.error.localizedDescription)
    assert.equal("newicon", app.iconName) -- ICON-018
  end)

  it("is supported by every iPhone app, whatever its Info.plist declares", function()
    local _, app = start("10.3", "iPhone", variation(nil)) -- ICON-012, ICON-013
    app:run(function() assert.is_true(UIApplication.shared.supportsAlternateIcons) end)
    -- but the primary and the alternate icons have to be declared below CFBundleIcons (ICON-038)
    assert.equal(4, choose(app, "newicon").error.code)
  end)

  it("is not supported by an app for iPhone only on an iPad, from iPadOS 17 on", function()
    local package = AppPackage "fixtures/ChangeIcon.app" -- ICON-176; the tutorial is older
    package.plist.UIDeviceFamily = { 1 }
    local _, old = start("16.0", "iPad", package)
    assert.is_true(old:run(function() return UIApplication.shared.supportsAlternateIcons end))
    local device, new = start("17.0", "iPad", package)
    assert.is_false(new:run(function() return UIApplication.shared.supportsAlternateIcons end))
    new:perform "changeToNewIcon"
    assert.is_nil(device.alert)
  end)

  it("shows the change at once, without a relaunch", function()
    local device, app = start "10.3" -- ICON-173
    choose(app, "newicon")
    assert.equal("newicon@3x.png", picture(device, app).file)
    device.alert:tap "OK"
    device:reboot()
    assert.equal("newicon@3x.png", picture(device, app).file) -- and keeps it (ICON-152)
  end)
end)

describe("the button's code", function()
  it("shows the app's own alert after the system's is closed", function()
    local device, app = start "10.3"
    app:perform "changeToNewIcon"
    assert.equal("You have changed the icon for “iconChange”.", device.alert.label)
    assert.same({ "OK" }, device.alert.buttons) -- ICON-060
    device.alert:tap "OK"
    assert.equal("提示", device.alert.title)
    assert.equal("修改成功", device.alert.message)
    assert.same({ "ok" }, device.alert.buttons)
    device.alert:tap "ok"
    assert.is_nil(device.alert)
    assert.logged("关闭弹出框", app)
  end)

  it("shows the error's text at once when the change fails", function()
    local device, app = start "10.3"
    app:perform("change", "nowhere")
    assert.equal("提示", device.alert.title)
    assert.equal("The file doesn’t exist.", device.alert.message) -- curly, with a full stop (ICON-039)
  end)

  it("refuses every version that does not contain 10.3, although the API is there", function()
    for version, works in pairs { ["10.3"] = true, ["10.3.1"] = true, ["11.0"] = false, ["17.5"] = false } do
      local device, app = start(version) -- ICON-024
      app:perform "changeToNewIcon"
      assert.equal(works, device.alert ~= nil, version)
      app:run(function() assert.is_true(available "iOS 10.3") end) -- the right question
      assert.is_true(app:run(function() return UIApplication.shared.supportsAlternateIcons end))
    end
  end)
end)

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

  it("make the editor ask when a key is there under its other name", function()
    local info = AppPackage("fixtures/ChangeIcon.app").plist -- ICON-168
    local question = "The key you entered is already present in the dictionary."
      .. "do you want to replace the existing key/value pair?"
    for _, key in ipairs { "CFBundleDisplayName", "Bundle display name" } do
      local fine, err = pcall(function() info:add(key, "New name") end)
      assert.is_false(fine)
      assert.equal(question, err.message)
      assert.equal("iconChange", info.CFBundleDisplayName) -- nothing changes on no
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
    assert.equal("", icons.CFBundlePrimaryIcon.CFBundleIconFiles[1]) -- ICON-103: what comes with it
    assert.is_not_nil(icons.UINewsstandIcon)
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

  it("does no harm, Newsstand included, but has no use either", function()
    local device, app = start("10.3", "iPhone", variation(template(), files)) -- ICON-104
    assert.is_nil(choose(app, "newicon").error)
    assert.equal("newicon@3x.png", picture(device, app).file)
    assert.equal(4, choose(app, "UINewsstandIcon").error.code) -- it is no alternate
  end)

  it("can lose both Newsstand parts", function()
    local icons = template()
    icons.UINewsstandIcon = nil
    icons.CFBundleAlternateIcons.newicon = newicon
    local device, app = start("10.3", "iPhone", variation(icons, files))
    assert.is_nil(choose(app, "newicon").error)
    assert.equal("newicon@3x.png", picture(device, app).file)
  end)

  it("may leave the primary icon's list empty, or its only name", function()
    for _, list in ipairs { { "" }, plist.array {} } do
      local icons = template() -- ICON-090
      icons.CFBundlePrimaryIcon.CFBundleIconFiles = list
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
end)

describe("the gloss of UIPrerenderedIcon", function()
  it("is not to be seen, whatever the value", function()
    local seen = {}
    for _, value in ipairs { true, false, "NO" } do
      local package = AppPackage "fixtures/ChangeIcon.app" -- ICON-100; also as the string of some wrappers
      package.plist.CFBundleIcons.CFBundleAlternateIcons.newicon.UIPrerenderedIcon = value
      local device, app = start("10.3", "iPhone", package)
      choose(app, "newicon")
      local shown = picture(device, app)
      seen[#seen + 1] = ("%s %s %d"):format(shown.file, shown.source, shown.pixels)
    end
    assert.same({ "newicon@3x.png loose 180", "newicon@3x.png loose 180", "newicon@3x.png loose 180" }, seen)
  end)
end)

describe("where the picture lies", function()
  local function outcome(package, os, name)
    local device, app = start(os or "10.3", "iPhone", package)
    local result = choose(app, name or "newicon")
    local preview = device.alert.picture
    device.alert:tap "OK"
    assert.is_nil(result.error) -- no place is an error: nobody looks for the picture (ICON-006)
    assert.equal(name or "newicon", app.iconName)
    return picture(device, app), preview
  end

  -- The Home Screen keeps the picture that the build made of the AppIcon set (ICON-146).
  local function unchanged(shown)
    assert.equal("AppIcon60x60@3x.png", shown.file)
    assert.is_nil(shown.iconName)
  end

  it("in the project's navigator: the icon changes", function()
    -- 120 and 180 pixels are what an iPhone needs (ICON-127).
    local shown, preview = outcome(built "ChangeIcon")
    assert.equal("newicon@3x.png", shown.file)
    assert.is_false(shown.scaled)
    assert.equal("newicon@3x.png", preview.file)
    local device, app = start("10.3", "iPhone 6s", built "ChangeIcon")
    choose(app, "newicon")
    assert.equal("newicon@2x.png", picture(device, app).file)
    assert.is_false(picture(device, app).scaled)
  end)

  it("in a group of the navigator: the icon changes, as the tutorial advises", function()
    -- The group's name is no part of the path: its files end up in the bundle's root (ICON-113).
    assert.equal("leaf@3x.png", outcome(built "ChangeIcon", nil, "leaf").file)
  end)

  it("in a real folder: only with the folder's name in the Info.plist", function()
    unchanged((outcome(built "FolderReference"))) -- ICON-114
    local withPath = built "FolderReference"
    withPath.plist.CFBundleIcons.CFBundleAlternateIcons.newicon.CFBundleIconFiles = { "icons-folder/newicon" }
    assert.equal("icons-folder/newicon@3x.png", outcome(withPath).file)
  end)

  it("in an image set of the catalog: the alert shows it, the Home Screen does not", function()
    local shown, preview = outcome(built "ImageSet") -- ICON-124, ICON-062
    unchanged(shown)
    assert.equal("catalog", preview.source)
    assert.is_false(preview.placeholder)
  end)

  it("in a second icon set that no build setting names: the Home Screen does not change", function()
    local package = built "IconSet" -- ICON-125
    assert.same({ "leaf", "newicon" }, names(package.plist.CFBundleIcons.CFBundleAlternateIcons)) -- by hand
    unchanged((outcome(package)))
    -- And the setting that would name it is not known before Xcode 13 (ICON-141).
    unchanged((outcome(built("IconSet", { ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "newicon" }))))
  end)

  it("in a bundle inside the app: the Home Screen does not change", function()
    unchanged((outcome(built "NestedBundle"))) -- ICON-126
  end)

  it("nowhere: no error either; later systems show a placeholder", function()
    local settings = { EXCLUDED_SOURCE_FILE_NAMES = "newicon*" }
    unchanged((outcome(built("ChangeIcon", settings)))) -- ICON-123
    assert.is_true(outcome(built("ChangeIcon", settings), "17.5").placeholder)
  end)

  it("in a place that does not change it then shows a placeholder from iOS 11 on", function()
    for _, target in ipairs { "ImageSet", "IconSet", "NestedBundle", "FolderReference" } do
      local shown, preview = outcome(built(target), "17.5") -- ICON-123: what the tutorial could not see
      assert.is_true(shown.placeholder, target)
      assert.equal(target == "ImageSet", not preview.placeholder, target)
    end
  end)
end)

describe("icons without a catalog", function()
  it("come from one list of names for iPhone and iPad", function()
    local package = built "NoCatalog" -- ICON-130, ICON-170
    assert.is_nil(package.plist["CFBundleIcons~ipad"])
    assert.same(
      { "Icon-Small", "Icon-Small-40", "Icon-Small-50", "Icon", "Icon-60", "Icon-72" },
      list(package.plist:get("CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconFiles")))
    local device, app = start("10.3", "iPhone", package)
    assert.equal("Icon-60@3x.png", picture(device, app).file)
    assert.equal("Icon-Small@3x.png", picture(device, app, "settings").file)
    assert.equal("Icon-Small-40@3x.png", picture(device, app, "spotlight").file)
    assert.equal(120, picture(device, app, "spotlight").pixels)
    device, app = start("10.3", "iPad", package)
    local onPad = picture(device, app)
    assert.equal("loose", onPad.source)
    assert.equal("Icon-72@2x.png", onPad.file) -- 152 px are wanted; the largest file there is gets scaled (ICON-180)
    assert.is_true(onPad.scaled)
  end)

  it("serve an iPad's alternates too, when no ~ipad key says otherwise", function()
    for _, os in ipairs { "10.3", "17.5" } do
      local device, app = start(os, "iPad", built "NoCatalog") -- ICON-106, ICON-170
      assert.is_nil(choose(app, "newicon").error)
      assert.equal("newicon@2x.png", picture(device, app).file)
    end
  end)

  it("but not once a build added a ~ipad key without them: with an AppIcon set it always does", function()
    local package = built "ChangeIcon" -- ICON-111
    assert.equal("AppIcon", package.plist["CFBundleIcons~ipad"].CFBundlePrimaryIcon.CFBundleIconName)
    assert.is_nil(package.plist["CFBundleIcons~ipad"].CFBundleAlternateIcons)
    for _, os in ipairs { "10.3", "17.5" } do
      local device, app = start(os, "iPad", package)
      local err = choose(app, "newicon").error
      assert.equal("NSCocoaErrorDomain", err.domain)
      assert.equal(4, err.code)
      assert.is_nil(device.alert)
      assert.is_nil(app.iconName)
      assert.is_nil(choose(select(2, start(os, "iPhone", package)), "newicon").error)
    end
  end)
end)

-- What the tutorial could not know.

describe("on later systems", function()
  it("a declared name without its picture succeeds and shows a placeholder", function()
    local device, app = start "17.5" -- ICON-006, ICON-123
    local outcome = choose(app, "ghost")
    device.alert:tap "OK"
    assert.is_nil(outcome.error)
    assert.equal("ghost", app.iconName)
    assert.is_true(picture(device, app).placeholder)
  end)

  it("the empty string and the primary icon's name are names like any other", function()
    local _, app = start "17.5" -- ICON-029, ICON-030
    assert.equal(4, choose(app, "").error.code)
    assert.equal(4, choose(app, "AppIcon").error.code)
  end)

  it("asking in the background is cancelled", function()
    local device, app = start "17.5" -- ICON-041, ICON-043
    device:pressHome()
    local outcome = choose(app, "newicon")
    assert.equal("NSCocoaErrorDomain", outcome.error.domain)
    assert.equal(3072, outcome.error.code)
    assert.is_nil(app.iconName)
  end)

  it("from 26.1 on the alert is the system's, and the app resigns active for it", function()
    local device, app = start "26.1" -- ICON-075, ICON-076
    local outcome
    local trace = device:record(function()
      outcome = choose(app, "newicon")
      assert.equal("system", device.alert.owner)
      device.alert:tap "OK"
    end)
    assert.is_true(outcome.called)
    assert.callbacks({ "applicationWillResignActive", "applicationDidBecomeActive" }, trace)
    device, app = start "26.0"
    choose(app, "newicon")
    assert.not_equal("system", device.alert.owner)
  end)

  it("from 26.1 on asking for the icon that is already there says nothing", function()
    local device, app = start "26.1" -- ICON-074
    local outcome = choose(app, nil)
    assert.is_nil(device.alert)
    assert.is_true(outcome.called)
    assert.is_nil(outcome.error)
  end)

  it("from 26.1 on a second request in the same turn is refused", function()
    local device, app = start "26.1" -- ICON-046
    local codes = {}
    app:run(function()
      local function report(err) codes[#codes + 1] = err and err.code or 0 end
      UIApplication.shared:setAlternateIconName("newicon", report)
      UIApplication.shared:setAlternateIconName("leaf", report)
    end)
    while device.alert do device.alert:tap "OK" end
    assert.same({ 35, 0 }, codes)
    assert.equal("newicon", app.iconName)
  end)
end)
