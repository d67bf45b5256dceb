-- Changing an app's icon with UIApplication.setAlternateIconName, as a tutorial for iOS 10.3 tells it.
--
-- The tutorial tries things out: a first Info.plist that fails, a second one that works, then one place after another
-- for the pictures. This scenario goes the same way up to the Info.plist that works; what the tutorial says of pictures
-- is in change-app-icon-pictures.lua. Of each remark it says whether it holds, since when, and which fact
-- (`homescreen explain ICON-034`) tells more.
--
-- The apps: fixtures/ChangeIcon.app is the finished one (alternates `newicon`, `leaf` with one picture, and `ghost`,
-- whose picture was forgotten); fixtures/FlatShape.app has the first Info.plist.

local tutorial = require "homescreen.seeds.change_icon"
local choose, picture, built, variation = tutorial.choose, tutorial.picture, tutorial.built, tutorial.variation

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
  return tutorial.start(package or "fixtures/ChangeIcon.app", os, model, Main)
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
    assert.equal(3328, choose(new, "newicon").error.code) -- who does not ask first is refused (ICON-012, ICON-044)
    assert.is_nil(choose(old, "newicon").error)
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

  it("are told apart by Open As Source Code: the file holds raw keys only", function()
    local lines, keys = {}, {} -- ICON-102
    for line in io.lines "fixtures/ChangeIcon.app/Info.plist" do
      lines[#lines + 1] = line
      local key = line:match "<key>(.*)</key>"
      if key then keys[key] = #lines end
    end
    local info = AppPackage("fixtures/ChangeIcon.app").plist
    for _, name in ipairs { "Bundle display name", "Bundle name", "Icon files (iOS 5)" } do
      local value, raw = info:find(name) -- what the editor shows
      assert.is_not_nil(value, name)
      assert.is_nil(keys[name])
      assert.is_number(keys[raw], name)
      local _, line = info:where(raw)
      assert.equal(keys[raw] + 1, line) -- the value stands in the line below its key
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

  it("is what the editor's steps come to; one level of names more makes the last one", function()
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

  it("does no harm, Newsstand included, but has no use either", function()
    local device, app = start("10.3", "iPhone", variation(template(), files)) -- ICON-104
    assert.is_nil(choose(app, "newicon").error)
    assert.equal("newicon@3x.png", picture(device, app).file)
    assert.equal(4, choose(app, "UINewsstandIcon").error.code) -- it is no alternate
  end)

  it("gives Newsstand's picture no place: from iOS 9 on there is no Newsstand to show it", function()
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
      assert.is_true(picture(device, app, "appStore").placeholder) -- of 1024 pixels there is nothing
    end
    local found = variation(icons, shelf):lint { select = "newsstand-key" }
    assert.equal(3, #found) -- the shelf's icon, and both keys beside the alternate's files
    for _, finding in ipairs(found) do
      assert.matches("is of Newsstand, which is gone since iOS 9", finding.message, nil, true)
    end
    assert.error_matches(function() Device { os = "8.4" } end, "iOS 8%.4 is not known here") -- which still had it
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
