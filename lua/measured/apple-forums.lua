-- Logs in threads of Apple's developer forums. Neither log states its version; 16.4 and 17.0 were the newest versions
-- when they were written (June 2023 and February 2024).

local measured = require "homescreen.measured"

local launch = { "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions" }
local connect = { "application_configurationForConnectingSceneSession_options", "scene_willConnectToSession_options" }
local enters, active = "sceneWillEnterForeground", "sceneDidBecomeActive"
local resigns, leaves = "sceneWillResignActive", "sceneDidEnterBackground"

measured {
  source = "developer.apple.com/forums/thread/746362", os = { "17.0" }, stated = false, lifecycle = "swiftUI", answers = true,
  watches = { launch[1], launch[2], connect[1], connect[2], enters, active, resigns, leaves },
  {
    "SwiftUI with an adaptor and a scene delegate: start", steps = { "launch" },
    callbacks = { launch[1], launch[2], connect[1], connect[2], enters, active },
  },
  {
    "SwiftUI with an adaptor and a scene delegate: start, Home", steps = { "launch", "home" },
    callbacks = { launch[1], launch[2], connect[1], connect[2], enters, active, resigns, leaves },
  },
}

measured {
  source = "developer.apple.com/forums/thread/732170", os = { "16.4" }, stated = false, lifecycle = "scene",
  watches = { enters, active, resigns, leaves },
  { "scenes: start", steps = { "launch" }, callbacks = { enters, active } },
}
