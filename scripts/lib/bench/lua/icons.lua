-- Sets an alternate icon and gets its pictures, TURNS times, in an app with COUNT alternate icons.
local alternates, files = {}, {}
for number = 1, COUNT do
  alternates["icon" .. number] = { CFBundleIconFiles = { "icon" .. number } }
  files["icon" .. number .. "@2x.png"] = { 120, 120 }
  files["icon" .. number .. "@3x.png"] = { 180, 180 }
end
local device = Device { model = "iPhone", os = "17.5" }
local app = device:install(AppPackage {
  plist = {
    CFBundleIdentifier = "com.example.icons", CFBundleName = "Icons",
    CFBundleIcons = { CFBundleAlternateIcons = alternates },
  },
  files = files,
})
device:launch(app)
local icon = device.springboard:icon(app)
for turn = 1, TURNS do
  app:run(function() UIApplication.shared:setAlternateIconName("icon" .. turn % COUNT + 1) end)
  device.alert:tap "OK"
  icon:picture()
  icon:picture "spotlight"
  icon:picture "settings"
  icon:picture "notification"
  icon:picture "appStore"
end
