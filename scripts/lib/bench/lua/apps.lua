-- Launches an app, changes its icon and ends it, TURNS times, on a device with COUNT apps.
local device = Device { model = "iPhone", os = "17.5" }
local app
for number = 1, COUNT do
  app = device:install(AppPackage {
    plist = {
      CFBundleIdentifier = "com.example.app" .. number, CFBundleName = "App " .. number,
      CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } },
    },
    files = { ["night@3x.png"] = { 180, 180 } },
  })
end
for turn = 1, TURNS do
  device.springboard:icon(app):tap()
  app:run(function() UIApplication.shared:setAlternateIconName(turn % 2 == 0 and "night" or nil) end)
  device.alert:tap "OK"
  app:terminate()
end
