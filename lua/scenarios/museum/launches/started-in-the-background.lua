-- smartdevicelink/sdl_ios#538: a car starts the app in the background and asks for its lock screen; a quick action then
-- brings the app to the front without it. A controller that is presented in the background has no window (LAUNCH-100),
-- so it is dropped (LAUNCH-039), and the app does not try again.
--
-- Here, a silent notification starts the app instead of a car.
local museum = require "homescreen.museum"

local function drive(repaired)
  local device = Device { os = "10.2" }
  local app = device:install(museum.item_package(
    { { "forecast", "Forecast" } }, { UIBackgroundModes = { "remote-notification" } }), { lifecycle = "appDelegate" })
  local required, lock
  local function check()
    if not required or lock and lock.presentingViewController then return end
    lock = UIAlertController { title = "Locked while you drive" }
    UIApplication.shared.keyWindow.rootViewController:present(lock, true)
  end
  function app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler(_, _, completion)
    required = true
    check()
    completion "newData"
  end
  function app.delegate:applicationDidBecomeActive()
    if repaired then check() end
  end
  device:launch(app, { notification = { silent = true } })
  museum.tap(app, "forecast")
  device:advance(1)
  return device, app
end

describe("smartdevicelink/sdl_ios#538", function()
  it("as reported: the app is in front without its lock screen", function() -- LAUNCH-037
    local device, app = drive(false)
    assert.equal(app, device.front)
    assert.is_nil(device.alert)
    assert.logged("whose view is not in the window hierarchy", app)
  end)

  it("repaired: it asks again when the app becomes active", function()
    local device = drive(true)
    assert.equal("Locked while you drive", device.alert.title)
  end)
end)

museum.explore("smartdevicelink/sdl_ios#538", false, true, function()
  return {
    app = museum.item_package({ { "forecast", "Forecast" } }, { UIBackgroundModes = { "remote-notification" } }),
    install = { lifecycle = "appDelegate" }, devices = { { os = "10.2" } }, declares = false,
    -- Whether each presentation succeeds is the app's own affair here.
    without = { "presented", "reaches the app" },
    code = function(repaired, app, story)
      local required, lock
      local function check()
        if not required or lock and lock.presentingViewController then return end
        lock = UIAlertController { title = "Locked while you drive" }
        UIApplication.shared.keyWindow.rootViewController:present(lock, true)
      end
      function app.main() required, lock, story.required = false, nil, false end
      function app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler(_, _, completion)
        required, story.required = true, true
        check()
        completion "newData"
      end
      function app.delegate:applicationDidBecomeActive()
        if repaired then check() end
      end
    end,
    invariants = {
      ["nobody drives without the lock screen"] = {
        fact = "LAUNCH-037",
        run = function(app, story, device)
          return not story.required or device.front ~= app or device.alert ~= nil, "the app is in front without it"
        end,
      },
    },
  }
end)
