-- The UI test of Spezi's life cycle: a SwiftUI app whose adaptor names a scene delegate counts its callbacks. It runs
-- in CI on the newest simulator; its version is not stated.

local measured = require "homescreen.measured"

measured {
  source = "StanfordSpezi/Spezi, Tests/UITests/TestAppUITests/LifecycleHandlerTests.swift",
  commit = "0ced3efbc2af9513c07ac913ad762c773a00a6c8", os = { "18.2" }, stated = false, lifecycle = "swiftUI", answers = true,
  {
    "start", steps = { "launch" },
    counts = {
      application_willFinishLaunchingWithOptions = 1, sceneWillEnterForeground = 1, sceneDidBecomeActive = 1,
      sceneWillResignActive = 0, sceneDidEnterBackground = 0, applicationWillTerminate = 0,
    },
  },
  {
    "start, Home, return", steps = { "launch", "home", "launch" },
    counts = {
      application_willFinishLaunchingWithOptions = 1, sceneWillEnterForeground = 2, sceneDidBecomeActive = 2,
      sceneWillResignActive = 1, sceneDidEnterBackground = 1, applicationWillTerminate = 0,
    },
  },
}
