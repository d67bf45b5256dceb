-- lionheart/openradar-mirror#17326 and #17370: the icon should change while the app is in the background, after a
-- silent push, or while it starts, but nothing happens.
local museum = require "homescreen.museum"

describe("lionheart/openradar-mirror#17326: in the background", function()
  -- The reported app requests the icon at once; the repaired one waits until it is active.
  local function install(repaired)
    local device = Device { os = "17.5" }
    local app = device:install(museum.icon_package())
    local answers, wish = {}, nil
    local function ask(name)
      UIApplication.shared:setAlternateIconName(name, function(err) answers[#answers + 1] = err and err.code or 0 end)
    end
    function app.delegate:applicationDidBecomeActive()
      if wish then ask(wish) end
      wish = nil
    end
    device:launch(app)
    device:pressHome()
    app:run(function() -- the push
      if repaired then wish = "night" else ask "night" end
    end)
    return device, app, answers
  end

  it("as reported: the operation was cancelled", function()
    local device, app, answers = install(false)
    assert.same({ 3072 }, answers) -- ICON-041, ICON-043
    app:activate()
    assert.is_nil(device.alert)
    assert.is_nil(app.iconName)
  end)

  it("repaired: it changes when the app is active again", function()
    local device, app, answers = install(true)
    assert.same({}, answers)
    app:activate()
    device.alert:tap "OK"
    assert.same({ 0 }, answers)
    assert.equal("night", app.iconName)
  end)
end)

describe("lionheart/openradar-mirror#17370: while the app starts", function() -- ICON-042
  local function start(os, place)
    local device = Device { os = os }
    local app = device:install(museum.icon_package(), { lifecycle = "appDelegate" })
    local code
    local function ask()
      UIApplication.shared:setAlternateIconName("night", function(err) code = err and err.code or 0 end)
    end
    if place == "didFinishLaunching" then
      function app.delegate:application_didFinishLaunchingWithOptions() ask() end
    else
      app.rootViewController = UIViewController.subclass "Root"
      app.rootViewController[place] = function() ask() end
    end
    device:launch(app)
    if device.alert then device.alert:tap "OK" end
    return code
  end

  for _, os in ipairs { "10.3", "18.0", "27.0" } do
    it("as reported: a launch method is too early, iOS " .. os, function()
      assert.equal(3072, start(os, "didFinishLaunching"))
    end)
    it("as reported: viewDidLoad is too early, iOS " .. os, function() assert.equal(3072, start(os, "viewDidLoad")) end)
    it("repaired: viewDidAppear is not, iOS " .. os, function() assert.equal(0, start(os, "viewDidAppear")) end)
  end
end)

-- The same for homescreen explore: the push as a silent notification, the start as any start.
local function explored(title, app_of)
  museum.explore(title, false, true, function()
    return {
      app = museum.icon_package(function(app) app.plist.UIBackgroundModes = { "remote-notification" } end),
      install = { lifecycle = "appDelegate" }, devices = { { os = "17.5" } }, declares = false, code = app_of,
    }
  end)
end

local function night() UIApplication.shared:setAlternateIconName("night", function() end) end

explored("lionheart/openradar-mirror#17326: in the background", function(repaired, app)
  local wish, asks = false, false
  function app.main() wish, asks = false, false end
  -- One at a time, and only in front.
  local function ask()
    if not wish or asks or UIApplication.shared.applicationState ~= "active" then return end
    wish, asks = false, true
    UIApplication.shared:setAlternateIconName("night", function()
      asks = false
      ask()
    end)
  end
  function app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler(_, _, completion)
    wish = repaired
    if repaired then ask() else night() end
    completion "newData"
  end
  function app.delegate:applicationDidBecomeActive() ask() end
end)

explored("lionheart/openradar-mirror#17370: while the app starts", function(repaired, app)
  -- A process that starts in the background has no notification to take here.
  function app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler(_, _, completion)
    completion "noData"
  end
  local asked = false
  function app.main() asked = false end
  function app.delegate:application_didFinishLaunchingWithOptions()
    if not repaired then night() end
  end
  function app.delegate:applicationDidBecomeActive()
    if repaired and not asked then DispatchQueue.main:asyncAfter(0.5, function()
      if UIApplication.shared.applicationState == "active" then night() end
    end) end
    asked = true
  end
end)
