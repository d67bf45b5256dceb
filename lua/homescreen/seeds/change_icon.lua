-- Shared by the scenarios about the tutorial "change-app-icon": its view controller, an app in front, a request for an
-- icon, the pictures.

local support = require "homescreen.facts.support"

local change_icon = {}

--- The tutorial's view controller: a button for each icon, and its own alert for the outcome.
local Main = UIViewController.subclass "ViewController"

--- The tutorial's version check: the text of the version contains 10.3.
function Main:isVersionSupported() return UIDevice.current.systemVersion:find("10.3", 1, true) ~= nil end

function Main:changeToNewIcon()
  if not self:isVersionSupported() then return end
  if not UIApplication.shared.supportsAlternateIcons then return end
  self:change "newicon"
end

function Main:change(name)
  UIApplication.shared:setAlternateIconName(name, function(err)
    self:tell(err and err.localizedDescription or "修改成功")
  end)
end

function Main:tell(text)
  local alert = UIAlertController { title = "提示", message = text, preferredStyle = "alert" }
  alert:addAction(UIAlertAction { title = "ok", style = "cancel", handler = function() NSLog "关闭弹出框" end })
  self:present(alert, true)
end

change_icon.Main = Main

--- A device with the app of `package`, launched; `root` is the class of its root view controller.
function change_icon.start(package, os, model, root)
  local device = Device { model = model or "iPhone", os = os }
  local app = device:install(package)
  if root then app.rootViewController = root end
  device:launch(app)
  return device, app
end

--- Requests an icon and stores the argument of the completion handler.
change_icon.choose = support.request

function change_icon.picture(_, app, surface) return support.picture(app, surface) end

--- A target of the project, built with the Xcode of the tutorial's time.
function change_icon.built(target, settings)
  return AppPackage("fixtures/ChangeIcon.xcodeproj", { target = target, xcode = "8.3", settings = settings })
end

--- An app that is described here: its files besides the primary icon, and the entries of CFBundleIcons.
function change_icon.variation(icons, files)
  files = files or {}
  files["AppIcon60x60@2x.png"], files["AppIcon60x60@3x.png"] = { 120, 120 }, { 180, 180 }
  return AppPackage {
    plist = {
      CFBundleIdentifier = "com.example.variation", CFBundleName = "Variation", UIDeviceFamily = { 1, 2 },
      CFBundleIcons = icons,
    },
    files = files,
  }
end

return change_icon
