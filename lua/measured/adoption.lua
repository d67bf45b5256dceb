-- Apps built with the 27 SDK: which of them end at launch, as their projects report for a simulator or device. If two
-- builds of one app are compared, the sequence names their only difference.

local measured = require "homescreen.measured"

--- A manifest with one configuration for windows.
local function configured(class)
  return {
    UIApplicationSceneManifest = {
      UIApplicationSupportsMultipleScenes = false,
      UISceneConfigurations = {
        UIWindowSceneSessionRoleApplication = {
          { UISceneConfigurationName = "Default Configuration", UISceneDelegateClassName = class },
        },
      },
    },
  }
end

local none, named, unnamed = {}, configured "SceneDelegate", configured(nil)
local empty = { UIApplicationSceneManifest = { UISceneConfigurations = {} } }
local ends, runs = "notRunning", "runningForeground"

--- The console lines of an app that ends.
local function says(same, _, app)
  local text = "Application failed to launch: UIScene life cycle is required for apps built with this SDK."
  local found = false
  for _, line in ipairs(app.console) do found = found or line:find(text, 1, true) ~= nil end
  same("the console's line", true, found)
  same("how it ends", "EXC_BREAKPOINT", app.crash and app.crash.code)
end

local function report(source, os, ...)
  measured { source = source, os = os, sdk = "27.0", steps = { "launch" }, ... }
end

report(
  "wordpress-mobile/WordPress-iOS, pull requests 25643 and 25930", { "27.0" },
  { "no manifest, no configurationForConnecting", plist = none, state = ends, check = says },
  { "no manifest, configurationForConnecting names a scene delegate", plist = none, answers = true, state = runs },
  { "the same on 26.5", plist = none, answers = true, os = { "26.5" }, state = runs },
  { "without both on 26.5", plist = none, os = { "26.5" }, state = runs })

report(
  "OneBusAway/otpkit, pull request 152", { "27.0" },
  { "no manifest", plist = none, state = ends, check = says },
  { "a manifest that names the scene delegate", plist = named, state = runs },
  { "ended and started again", plist = named, steps = { "launch", "terminate", "launch" }, state = runs })

report(
  "amiantos/gamebookengine, pull request 62", { "27.1" },
  { "no manifest", plist = none, state = ends, check = says },
  { "a manifest that names the scene delegate", plist = named, state = runs })

report(
  "samoylenkodmitry/Cranpose, pull request 673", { "27.0" },
  { "no manifest", plist = none, state = ends, check = says },
  { "a manifest without a delegate class", plist = unnamed, state = ends, check = says },
  { "a manifest that names the scene delegate", plist = named, state = runs })

report(
  "DefinedNet/mobile_nebula, pull request 405", { "27.0" },
  { "a manifest with an empty UISceneConfigurations", plist = empty, state = ends, check = says },
  { "a manifest that names the scene delegate", plist = named, state = runs })

report(
  "StoDevX/AAO-React-Native, pull request 7743 (iPhone 14 Pro)", { "27.0" },
  { "no manifest", plist = none, state = ends, check = says },
  { "the same on 26", plist = none, os = { "26.5" }, state = runs },
  { "a manifest that names the scene delegate", plist = named, state = runs })

report(
  "react/react-native, issue 58545", { "27.0" },
  { "no manifest", plist = none, state = ends, check = says },
  { "a manifest, configurationForConnecting and a scene delegate", plist = named, answers = true, state = runs },
  { "the same on 26.2", plist = named, answers = true, os = { "26.2" }, state = runs })

report(
  "assistant-ui/assistant-ui, issue 7854", { "27.0" },
  { "no manifest", plist = none, state = ends, check = says },
  { "a manifest that names the scene delegate", plist = named, state = runs })

report(
  "expo/expo, issue 50179", { "27.0" }, { "no manifest", plist = none, state = ends, check = says },
  { "a manifest that names the scene delegate", plist = named, state = runs })

report(
  "tauri-apps/tauri, issue 15719", { "27.0" },
  { "a manifest with an empty UISceneConfigurations", plist = empty, state = ends, check = says })

report(
  "slint-ui/slint, pull requests 13433 and 13442", { "27.0" },
  { "no manifest, a delegate that is installed at run time", plist = none, state = ends, check = says },
  { "a manifest with an empty UISceneConfigurations", plist = empty, state = ends, check = says },
  { "a manifest that names the scene delegate", plist = named, state = runs })
