-- The UI tests of Flutter's quick_actions press the icon on the Home Screen and tap a row; the app shows which action
-- it received. They ran on iOS 17.0 while the example had no scenes, and on 26.2 since it has a manifest.

local measured = require "homescreen.measured"
local support = require "homescreen.facts.support"

local manifest = {
  UIApplicationSceneManifest = {
    UISceneConfigurations = {
      UIWindowSceneSessionRoleApplication = {
        { UISceneConfigurationName = "flutter", UISceneDelegateClassName = "FlutterSceneDelegate" },
      },
    },
  },
}

local function assign(_, app) support.assign(app, { { "action_one", "Action one" }, { "action_two", "Action two" } }) end

--- The last action that the app received.
local function arrives(type)
  return function(same, _, _, trace)
    local last = trace.deliveries[#trace.deliveries]
    same("what came", type, last and last.type)
    same("how often", 1, last and last.delivered)
  end
end

local cold = { "launch", assign, "terminate", { action = "Action two" } }
local warm = { "launch", assign, "home", { action = "Action one" } }

measured {
  source = "flutter/packages, packages/quick_actions/quick_actions_ios/example/ios/RunnerUITests",
  commit = "67f96e6532733b5fa994d85f0c17cc2606671e42", state = "runningForeground",
  { "no scenes: a fresh start", os = { "17.0" }, plist = {}, steps = cold, check = arrives "action_two" },
  { "no scenes: the app in the background", os = { "17.0" }, plist = {}, steps = warm, check = arrives "action_one" },
  { "scenes: a fresh start", os = { "26.2" }, plist = manifest, steps = cold, check = arrives "action_two" },
  { "scenes: the app in the background", os = { "26.2" }, plist = manifest, steps = warm, check = arrives "action_one" },
}
