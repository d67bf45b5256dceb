-- Changing an app's icon with UIApplication.setAlternateIconName, from a tutorial for iOS 10.3.
--
-- The tutorial's statements about the API and its button. The scenario shows whether each statement holds, since when,
-- and which fact explains it (`homescreen explain ICON-034`); then it shows newer behaviour. Its Info.plists are in
-- change-app-icon-info-plist.lua, its pictures in change-app-icon-pictures.lua.
--
-- The app: fixtures/ChangeIcon.app is the finished app of the tutorial (alternates `newicon`, `leaf` with one picture,
-- and `ghost` without a picture).

local tutorial = require "homescreen.seeds.change_icon"
local choose, picture, variation = tutorial.choose, tutorial.picture, tutorial.variation

local function start(os, model, package)
  return tutorial.start(package or "fixtures/ChangeIcon.app", os, model, tutorial.Main)
end

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
    -- but the primary and the alternate icons must be declared below CFBundleIcons (ICON-038)
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
    assert.equal(3328, choose(new, "newicon").error.code) -- without a check, the call is refused (ICON-012, ICON-044)
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

  it("refuses every version that does not contain 10.3, although the API exists", function()
    for version, works in pairs { ["10.3"] = true, ["10.3.1"] = true, ["11.0"] = false, ["17.5"] = false } do
      local device, app = start(version) -- ICON-024
      app:perform "changeToNewIcon"
      assert.equal(works, device.alert ~= nil, version)
      app:run(function() assert.is_true(available "iOS 10.3") end) -- the right question
      assert.is_true(app:run(function() return UIApplication.shared.supportsAlternateIcons end))
    end
  end)
end)

-- Newer than the tutorial.

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

  it("from 26.1 on asking for the current icon shows nothing", function()
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
