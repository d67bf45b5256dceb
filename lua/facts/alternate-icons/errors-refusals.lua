-- The facts of alternate-icons.md, “4. Errors”: requests that are refused for a good reason.

local support = require "homescreen.facts.support"
local errors = require "homescreen.facts.errors"

local assert_error, cancelled, unsupported = errors.assert_error, errors.cancelled, errors.unsupported

fact("ICON-039", { needs = { "app's code" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local _, app = support.installed(cell, support.icons())
  local err = support.request(app, "nobody").error
  assert_error({ domain = "NSCocoaErrorDomain", code = 4, text = "The file doesn’t exist." }, err)
  assert_error({
    domain = "LSApplicationWorkspaceErrorDomain", code = -105,
    text = "iconName not found in CFBundleAlternateIcons entry",
  }, err.userInfo.NSUnderlyingError)
  -- Declared for the other device class is not declared.
  local package = support.package()
  local other = cell.model == "iPad" and "~iphone" or "~ipad"
  package.plist["CFBundleIcons" .. other] = { CFBundleAlternateIcons = { night = {} } }
  local _, elsewhere = support.installed(cell, package)
  assert.equal(4, support.result(elsewhere, "night"))
end)

fact("ICON-040", { needs = { "app's code" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local _, app = support.installed(cell, support.icons())
  local text = tostring(support.request(app, "nobody").error):gsub("0x%x+", "0x")
  assert.equal(
    'Error Domain=NSCocoaErrorDomain Code=4 "The file doesn’t exist." UserInfo={NSUnderlyingError=0x '
      .. '{Error Domain=LSApplicationWorkspaceErrorDomain Code=-105 "iconName not found in CFBundleAlternateIcons '
      .. 'entry" UserInfo={NSLocalizedDescription=iconName not found in CFBundleAlternateIcons entry}}}', text)
end)

fact("ICON-041", { needs = { "app's code", "finger", "clock" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  local problem
  device:pressHome()
  app:run(function()
    assert.Not.equal("active", UIApplication.shared.applicationState)
    UIApplication.shared:setAlternateIconName("night", function(err) problem = err end)
  end)
  device:advance(0.1)
  assert_error(cancelled, problem)
  assert.is_nil(problem.userInfo.NSUnderlyingError)
  assert.is_nil(app.iconName)
end)

fact("ICON-042", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local function start(lifecycle, place)
    local device = Device(cell)
    local app = device:install(support.icons(), { lifecycle = lifecycle })
    local asked, problem
    local function ask()
      if asked then return end
      asked = true
      UIApplication.shared:setAlternateIconName("night", function(err) problem = err end)
    end
    app.rootViewController = UIViewController.subclass "Root"
    if place:find "^view" then
      app.rootViewController[place] = ask
    elseif place:find "^scene" then
      app.sceneDelegate[place] = ask
    else
      app.delegate[place] = function()
        ask()
        return true
      end
    end
    device:launch(app)
    assert.is_true(asked)
    if device.alert then device.alert:tap "OK" end
    return problem, app.iconName
  end
  local has_scenes = pcall(function() Device(cell):install(support.icons(), { lifecycle = "scene" }) end)
  assert.equal(cell.at_least "13.0", has_scenes)
  for _, lifecycle in ipairs { "appDelegate", has_scenes and "scene" or nil } do
    local early = {
      "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions", "viewDidLoad",
      lifecycle == "scene" and "scene_willConnectToSession_options" or nil,
    }
    for _, place in ipairs(early) do
      local problem, name = start(lifecycle, place)
      assert_error(cancelled, problem)
      assert.is_nil(name)
    end
    local problem, name = start(lifecycle, "viewDidAppear")
    assert.is_nil(problem)
    assert.equal("night", name)
  end
end)

fact("ICON-043", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device = Device(cell)
  local package = support.icons { UIBackgroundModes = { "remote-notification" } }
  local app = device:install(package, { lifecycle = "appDelegate" })
  local answers = {}
  local function ask()
    UIApplication.shared:setAlternateIconName("night", function(err) answers[#answers + 1] = err and err.code or 0 end)
  end
  function app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler(_, _, done)
    ask()
    done "newData"
  end
  device:launch(app, { notification = { silent = true } }) -- wakes the app, which is not running
  assert.equal(1, #answers)
  device:launch(app)
  function app.delegate:applicationDidEnterBackground() ask() end -- just before it is suspended
  device:pressHome()
  assert.equal(2, #answers)
  app:run(ask)
  device:launch(app, { notification = { silent = true } })
  assert.same({ 3072, 3072, 3072, 3072 }, answers)
  device:launch(app)
  assert.is_nil(device.alert)
  assert.is_nil(app.iconName)
  assert.is_nil(support.drawn(app))
end)

fact("ICON-044", { needs = { "app's code", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for _, sdk in ipairs { "xros2.0", "macCatalyst 18.0" } do
    local device = Device(cell)
    local app = device:install(support.icons(), { sdk = sdk })
    device:launch(app)
    app:run(function() assert.is_false(UIApplication.shared.supportsAlternateIcons) end)
    local err = support.request(app, "night").error
    assert_error(unsupported, err)
    assert.is_nil(err.userInfo.NSUnderlyingError)
  end
end)

fact("ICON-045", { needs = { "app's code", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  assert.equal("changed", support.result(app, "night"))
  device.conditions.educationMode = true
  for _, name in ipairs { "night", "CFBundlePrimaryIcon" } do
    local err = support.request(app, name).error
    assert_error(unsupported, err)
    assert.equal("LSApplicationWorkspaceErrorDomain", err.userInfo.NSUnderlyingError.domain)
    assert.equal(110, err.userInfo.NSUnderlyingError.code)
    app:run(function() assert.is_nil(UIApplication.shared.alternateIconName) end)
    assert.equal("night", support.drawn(app))
  end
end)
