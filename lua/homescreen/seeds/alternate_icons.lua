-- Shared by both scenarios about Apple's sample of alternate icons: its app, its button, the declared icons.

local alternate_icons = {}

--- The built app. `options`: settings that override the project's, a configuration, a version of Xcode.
function alternate_icons.build(options) return AppPackage("fixtures/AlternateAppIcons.xcodeproj", options) end

--- It is installed and in front, on an iPhone with iOS 15 unless `device` says otherwise.
function alternate_icons.start(options, device)
  device = Device { model = device and device.model or "iPhone", os = device and device.os or "15.0" }
  local app = device:install(alternate_icons.build(options))
  device:launch(app)
  return device, app
end

--- The sample's button: nothing happens on success, a line is printed on failure.
function alternate_icons.choose(app, name)
  local outcome = {}
  app:run(function()
    UIApplication.shared:setAlternateIconName(name, function(err)
      outcome.called, outcome.error = true, err
      if err then NSLog("Failed request to update the app’s icon: %@", err) end
    end)
  end)
  return outcome
end

--- CFBundleIcons, as the app reads it.
function alternate_icons.icons(app) return app:run(function() return Bundle.main:object "CFBundleIcons" end) end

return alternate_icons
