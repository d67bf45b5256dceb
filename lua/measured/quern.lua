-- Quern's probe: one source tree with two Info.plists, one of them with a scene manifest. Its self-test asserts which
-- callback received a URL. The first reports do not state the version (September 2026, before 27 was installed there);
-- the last two are from an iOS 27.0 simulator and Xcode 27.0.

local measured = require "homescreen.measured"

local did, connects = "application_didFinishLaunchingWithOptions", "scene_willConnectToSession_options"
local opens, scene_opens = "application_openURL_options", "scene_openURLContexts"
local manifest = {
  UIApplicationSceneManifest = {
    UISceneConfigurations = {
      UIWindowSceneSessionRoleApplication = {
        { UISceneConfigurationName = "Default Configuration", UISceneDelegateClassName = "SceneDelegate" },
      },
    },
  },
}

measured {
  source = "quern-dev/quern, pull requests 82 and 83", os = { "26.5" }, stated = false, watches = { did, connects, opens, scene_opens },
  {
    "no scenes: a cold URL comes twice", plist = {}, steps = { { url = "paint://cold" } }, carriers = { did, opens },
  },
  {
    "scenes: a cold URL comes once", plist = manifest, steps = { { url = "paint://cold" } }, carriers = { connects },
  },
  {
    "no scenes: a URL while the app is in front", plist = {}, steps = { "launch", { url = "paint://warm" } },
    carriers = { opens },
  },
  {
    "scenes: a URL while the app is in front", plist = manifest, steps = { "launch", { url = "paint://warm" } },
    carriers = { scene_opens },
  },
}

measured {
  source = "quern-dev/quern, issue 235", os = { "27.0" }, sdk = "27.0", steps = { "launch" },
  {
    "no scenes: the launch has a process id, and the app does not run", plist = {}, state = "notRunning",
    callbacks = {}, watches = { did, connects },
  },
  { "scenes: the app runs", plist = manifest, state = "runningForeground" },
}
