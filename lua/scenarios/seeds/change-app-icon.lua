-- Changing an app's icon with UIApplication.setAlternateIconName, as the tutorials for iOS 10.3 tell it.
--
-- The app (fixtures/ChangeIcon.app) declares three alternates below CFBundleIcons: `newicon` with pictures for @2x and
-- @3x, `leaf` with a picture for @2x only, and `ghost`, whose picture was forgotten. Its button calls choose(name).

local function start(os, model)
  local device = Device { model = model or "iPhone", os = os }
  local app = device:install "fixtures/ChangeIcon.app"
  device:launch(app)
  return device, app
end

-- The app's button: asks for an icon and keeps what the completion handler gets.
local function choose(app, name)
  local outcome = {}
  app:run(function()
    UIApplication.shared:setAlternateIconName(name, function(err)
      outcome.called, outcome.error = true, err
    end)
  end)
  return outcome
end

describe("changing the icon", function()
  it("is supported by every iPhone app from iOS 10.3 on", function()
    local device, app = start "10.3"
    app:run(function()
      assert.is_true(UIApplication.shared.supportsAlternateIcons)
      assert.is_nil(UIApplication.shared.alternateIconName) -- the primary icon is shown (ICON-016)
    end)
    assert.equal("AppIcon60x60@3x.png", device.springboard:icon(app):picture().file)
  end)

  it("tells the person, and calls back after OK", function()
    local device, app = start "17.5"
    local outcome = choose(app, "newicon")

    assert.equal("You have changed the icon for “iconChange”.", device.alert.label)
    assert.is_nil(device.alert.title) -- the controller's own title and message are nil (ICON-064)
    assert.is_nil(device.alert.message)
    assert.same({ "OK" }, device.alert.buttons)
    assert.is_nil(outcome.called) -- not before OK (ICON-066)

    device.alert:tap "OK"
    assert.is_nil(device.alert)
    assert.is_true(outcome.called)
    assert.is_nil(outcome.error)
    assert.equal("newicon", app.iconName)
  end)

  it("shows the new picture on the Home Screen at once", function()
    local device, app = start "17.5"
    choose(app, "newicon")
    device.alert:tap "OK"
    device:pressHome()
    local picture = device.springboard:icon(app):picture()
    assert.equal("newicon@3x.png", picture.file)
    assert.is_false(picture.placeholder)
    app:activate()
    app:run(function() assert.equal("newicon", UIApplication.shared.alternateIconName) end)
  end)

  it("goes back to the primary icon with nil", function()
    local device, app = start "17.5"
    choose(app, "newicon")
    device.alert:tap "OK"
    local outcome = choose(app, nil)
    device.alert:tap "OK"
    assert.is_true(outcome.called)
    assert.is_nil(outcome.error)
    assert.is_nil(app.iconName)
    assert.equal("AppIcon60x60@3x.png", device.springboard:icon(app):picture().file)
  end)

  it("works on an iPad too when no ~ipad key says otherwise", function()
    local device, app = start("17.5", "iPad") -- ICON-106, ICON-170
    local outcome = choose(app, "leaf")
    device.alert:tap "OK"
    assert.is_nil(outcome.error)
    assert.equal("leaf@2x.png", device.springboard:icon(app):picture().file)
  end)
end)

describe("a name that is not declared", function()
  it("fails with the whole error, and the old icon stays", function()
    local device, app = start "17.5"
    choose(app, "newicon")
    device.alert:tap "OK"

    local outcome = choose(app, "newIcon") -- letter case counts (ICON-026)
    assert.is_nil(device.alert) -- a failure shows no alert (ICON-056)
    assert.is_true(outcome.called)
    local err = outcome.error
    assert.equal("NSCocoaErrorDomain", err.domain)
    assert.equal(4, err.code)
    assert.equal("The file doesn’t exist.", err.localizedDescription)
    local underlying = err.userInfo.NSUnderlyingError
    assert.equal("LSApplicationWorkspaceErrorDomain", underlying.domain)
    assert.equal(-105, underlying.code)
    assert.equal("iconName not found in CFBundleAlternateIcons entry", underlying.localizedDescription)

    assert.equal("newicon", app.iconName) -- ICON-018
  end)

  it("fails the same way with the empty string and with the primary icon's name", function()
    local _, app = start "17.5" -- ICON-029, ICON-030
    assert.equal(4, choose(app, "").error.code)
    assert.equal(4, choose(app, "AppIcon").error.code)
  end)

  it("fails on an iPad when the build added a ~ipad key without it", function()
    local package = AppPackage "fixtures/ChangeIcon.app" -- ICON-111
    package.plist["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } }
    local device = Device { model = "iPad", os = "17.5" }
    local app = device:install(package)
    device:launch(app)
    assert.equal(4, choose(app, "newicon").error.code)
  end)
end)

describe("a declared name without its picture", function()
  it("succeeds, alert and all, and the Home Screen shows a placeholder", function()
    local device, app = start "17.5" -- ICON-006, ICON-123
    local outcome = choose(app, "ghost")
    device.alert:tap "OK"
    assert.is_nil(outcome.error)
    assert.equal("ghost", app.iconName)
    assert.is_true(device.springboard:icon(app):picture().placeholder)
  end)
end)

describe("from iOS 26.1 on", function()
  it("the alert belongs to the system, and the app resigns active for it", function()
    local device, app = start "26.1" -- ICON-075, ICON-076
    local outcome
    local trace = device:record(function()
      outcome = choose(app, "newicon")
      device.alert:tap "OK"
    end)
    assert.is_true(outcome.called)
    local callbacks = {}
    for _, event in ipairs(trace) do
      if event.kind == "callback" then callbacks[#callbacks + 1] = event.name end
    end
    assert.same({ "applicationWillResignActive", "applicationDidBecomeActive" }, callbacks)
  end)

  it("asking for the icon that is already there says nothing", function()
    local device, app = start "26.1" -- ICON-074
    local outcome = choose(app, nil)
    assert.is_nil(device.alert)
    assert.is_true(outcome.called)
    assert.is_nil(outcome.error)
  end)

  it("a second request in the same turn is refused", function()
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

describe("asking too early", function()
  it("is cancelled while the app is not active", function()
    local device, app = start "17.5" -- ICON-041, ICON-043
    device:pressHome()
    local outcome = choose(app, "newicon")
    assert.equal("NSCocoaErrorDomain", outcome.error.domain)
    assert.equal(3072, outcome.error.code)
    assert.is_nil(app.iconName)
  end)
end)
