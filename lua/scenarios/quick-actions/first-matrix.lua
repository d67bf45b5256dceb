-- A first matrix that needs no delegate of your own: each way to start a quick action, for several versions, models and
-- life cycles. Replace the fixture with your app, and the ready-made delegates with your port of its delegates.

local ways = {
  cold = function() end,
  warm = function(device, app)
    device:launch(app)
    device:pressHome()
  end,
  ["from suspended"] = function(device, app)
    device:launch(app)
    device:pressHome()
    app:suspend()
  end,
  ["after the system killed it"] = function(device, app)
    device:launch(app)
    device:pressHome()
    app:terminate "jetsam"
  end,
  ["after the user quit it"] = function(device, app)
    device:launch(app)
    app:terminate()
  end,
  ["after a background fetch"] = function(device, app)
    device:launch(app, { backgroundFetch = true })
  end,
  ["after the screen was locked"] = function(device, app)
    device:launch(app)
    device.locked = true
    device.locked = false
    device:pressHome()
  end,
}

local package = AppPackage {
  plist = {
    CFBundleIdentifier = "com.example.first", CFBundleName = "First", UIDeviceFamily = { 1, 2 },
    UIBackgroundModes = { "fetch" },
    UIApplicationShortcutItems = {
      { UIApplicationShortcutItemType = "new", UIApplicationShortcutItemTitle = "New note" },
    },
  },
}

for cell in matrix {
  os = { "9.3", "12.4", "13.7", "15.0", "18.0", "26.1", "27.0" },
  model = { "iPhone", "iPad" },
  lifecycle = { "appDelegate", "scene", "swiftUI" },
} do
  describe("a quick action on " .. cell.name, function()
    for way, prepare in pairs(ways) do
      it("is handled once: " .. way, function()
        local device = Device(cell)
        local app = device:install(package, cell)
        require "homescreen.delegates.everywhere" (app)
        prepare(device, app)
        local trace = device:record(function()
          local menu = device.springboard:icon(app):press()
          if menu then menu:item("new"):tap() end
        end)
        if cell.model == "iPad" and not cell.at_least "13.0" then
          assert.same({}, trace.handling) -- no 3D Touch, no menu (QUICK-112)
        else
          assert.handled_once(trace)
        end
      end)
    end
  end)
end
