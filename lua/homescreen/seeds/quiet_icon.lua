-- Shared by both scenarios about the tutorial that hides the alert: its controller, and an app with its buttons.

local quiet_icon = {}

-- The tutorial's NoAlertChangeViewController. `print` goes to the console.
local NoAlert = UIViewController.subclass "NoAlertChangeViewController"

-- Swift's String(describing:) of an optional.
local function described(text) return text and ('Optional("%s")'):format(text) or "nil" end

function NoAlert:noAlert_present(controller, animated, completion)
  if controller:isKind(UIAlertController) then
    NSLog("title: %@", described(controller.title))
    NSLog("message: %@", described(controller.message))
    if controller.title == nil and controller.message == nil then
      return -- taken for the icon's alert
    else
      self:noAlert_present(controller, animated, completion)
    end
  end
  self:noAlert_present(controller, animated, completion)
end

--- The author's extension of DispatchQueue: runs a function once for each token and process. Not a system API.
function quiet_icon.onceQueue()
  local tokens = {}
  return function(token, body)
    if tokens[token] then return end
    tokens[token] = true
    body()
  end
end

local function exchange() UIViewController.exchange(NoAlert, "present", "noAlert_present") end

--- The built app; `settings` override the project's.
function quiet_icon.build(settings) return AppPackage("fixtures/QuietIcon.xcodeproj", { settings = settings }) end

--- `quiet`: "once" as in the tutorial, "always" without its guard; nil: with the alert.
function quiet_icon.start(options)
  local device = Device { model = options.model or "iPhone", os = options.os or "17.5" }
  local app = device:install(options.package or quiet_icon.build())
  app.rootViewController = options.root or NoAlert
  local once
  function app.main() once = quiet_icon.onceQueue() end
  device:launch(app)

  local screen = { device = device, app = app }
  -- The work of the tutorial's controller after its view has loaded.
  function screen.load()
    app:run(function()
      if options.quiet == "once" then once("UIAlertController", exchange) end
      if options.quiet == "always" then exchange() end
    end)
  end
  screen.load()

  function screen.choose(name)
    local outcome = {}
    app:run(function()
      if not (available "iOS 10.3" and UIApplication.shared.supportsAlternateIcons) then return end
      UIApplication.shared:setAlternateIconName(name, function(err)
        outcome.called, outcome.error = true, err
        NSLog("%@", err or "更换成功")
      end)
    end)
    return outcome
  end

  function screen.present(fields)
    app:run(function()
      local alert = UIAlertController(fields)
      alert:addAction(UIAlertAction { title = "好", style = "default" })
      UIApplication.shared.keyWindow.rootViewController:present(alert, true)
    end)
  end

  function screen.picture(surface) return device.springboard:icon(app):picture(surface) end
  return screen
end

return quiet_icon
