-- The UI tests of Flutter's plugins: they run in its CI on a new simulator, iOS 18.2 until spring 2026 and 26.2 since
-- (flutter/flutter#185651). A plugin appends each callback that UIKit's delegates pass on to it; if an app has scenes
-- and the plugin lacks their methods, Flutter renames the callbacks; this file omits the tests of that case.

local measured = require "homescreen.measured"

local will, did = "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions"
local connects, opens = "scene_willConnectToSession_options", "scene_openURLContexts"
local continues = "scene_continueUserActivity"
local enters, active = "sceneWillEnterForeground", "sceneDidBecomeActive"
local resigns, leaves = "sceneWillResignActive", "sceneDidEnterBackground"
local scene = {
  did, connects, enters, active, resigns, leaves, opens, continues, "sceneDidDisconnect", "applicationDidBecomeActive",
  "applicationWillResignActive", "applicationDidEnterBackground", "applicationWillEnterForeground",
  "application_openURL_options", "application_continueUserActivity_restorationHandler",
}
local with_launch = { will, table.unpack(scene) }
local without_launch = { table.unpack(scene, 2) }

--- A manifest that names the scene delegate.
local function manifest(several)
  return {
    UIApplicationSceneManifest = {
      UIApplicationSupportsMultipleScenes = several,
      UISceneConfigurations = {
        UIWindowSceneSessionRoleApplication = {
          { UISceneConfigurationName = "Default Configuration", UISceneDelegateClassName = "SceneDelegate" },
        },
      },
    },
  }
end

--- Notes each callback of each window's delegate.
local function listen(app)
  local heard = {}
  for _, name in ipairs { connects, enters, active, resigns, leaves, "sceneDidDisconnect" } do
    app.sceneDelegate[name] = function(_, one)
      heard[one.identifier] = heard[one.identifier] or {}
      table.insert(heard[one.identifier], name)
    end
  end
  return heard
end

measured {
  source = "flutter/flutter, dev/integration_tests/ios_add2app_uiscene: life cycle",
  commit = "2c2e9c425a5bdadad712442341d6b8430b094995", os = { "18.2", "26.2" }, plist = manifest(false),
  watches = scene,
  {
    "scenes: start", steps = { "launch" }, callbacks = { did, connects, enters, active },
  },
  {
    "scenes: start, Home, return", steps = { "launch", "home", "launch" },
    callbacks = { did, connects, enters, active, resigns, leaves, enters, active },
  },
  {
    "scenes, the plugin registers before the launch methods: start", watches = with_launch,
    steps = { "launch" }, callbacks = { will, did, connects, enters, active },
  },
  {
    "scenes, the plugin registers before the launch methods: start, Home, return", watches = with_launch,
    steps = { "launch", "home", "launch" },
    callbacks = { will, did, connects, enters, active, resigns, leaves, enters, active },
  },
  {
    "scenes, the plugin registers with a view: start, Home, return",
    watches = { table.unpack(without_launch, 2) }, steps = { "launch", "home", "launch" },
    callbacks = { enters, active, resigns, leaves, enters, active },
  },
  {
    "several windows are possible: start", plist = manifest(true), watches = without_launch,
    steps = { "launch" }, callbacks = { connects, enters, active },
  },
  {
    "several windows are possible: start, Home, return", plist = manifest(true), watches = without_launch,
    steps = { "launch", "home", "launch" },
    callbacks = { connects, enters, active, resigns, leaves, enters, active },
  },
  {
    "SwiftUI with an adaptor that names a scene delegate, an empty UISceneConfigurations: start", lifecycle = "swiftUI",
    plist = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = false, UISceneConfigurations = {} } },
    answers = true, watches = without_launch, steps = { "launch" }, callbacks = { connects, enters, active },
  },
  {
    "SwiftUI with an adaptor that names a scene delegate, an empty UISceneConfigurations: start, Home, return",
    lifecycle = "swiftUI",
    plist = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = false, UISceneConfigurations = {} } },
    answers = true, watches = without_launch, steps = { "launch", "home", "launch" },
    callbacks = { connects, enters, active, resigns, leaves, enters, active },
  },
  {
    "no scenes: start", plist = {}, steps = { "launch" }, callbacks = { did, "applicationDidBecomeActive" },
  },
  {
    "no scenes: start, Home, return", plist = {}, steps = { "launch", "home", "launch" },
    callbacks = {
      did, "applicationDidBecomeActive", "applicationWillResignActive", "applicationDidEnterBackground",
      "applicationWillEnterForeground", "applicationDidBecomeActive",
    },
  },
  {
    "no scenes, the plugin registers before the launch methods: start", plist = {}, watches = with_launch,
    steps = { "launch" }, callbacks = { will, did, "applicationDidBecomeActive" },
  },
  {
    "no scenes, the plugin registers before the launch methods: start, Home, return", plist = {},
    watches = with_launch, steps = { "launch", "home", "launch" },
    callbacks = {
      will, did, "applicationDidBecomeActive", "applicationWillResignActive", "applicationDidEnterBackground",
      "applicationWillEnterForeground", "applicationDidBecomeActive",
    },
  },
}

local warm = { did, connects, enters, active, resigns, leaves }
local function after_warm(...)
  local list = { table.unpack(warm) }
  for _, name in ipairs { ... } do list[#list + 1] = name end
  return list
end

measured {
  source = "flutter/flutter, dev/integration_tests/ios_add2app_uiscene: links",
  commit = "a1f2af4deb6dfa5d9ee5c73be0adbea9fef24867", os = { "26.2" }, plist = manifest(false), watches = scene,
  {
    "cold universal link", steps = { { universalLink = "https://example.com/cold" } },
    callbacks = { did, connects, enters, active }, carriers = { connects },
  },
  {
    "cold URL of a scheme", steps = { { url = "paint://cold" } },
    callbacks = { did, connects, enters, active }, carriers = { connects },
  },
  {
    "warm universal link", steps = { "launch", "home", { universalLink = "https://example.com/warm" } },
    callbacks = after_warm(enters, continues, active), carriers = { continues },
  },
  {
    "warm URL of a scheme", steps = { "launch", "home", { url = "paint://warm" } },
    callbacks = after_warm(opens, enters, active), carriers = { opens },
  },
}

local windows

measured {
  source = "flutter/flutter, dev/integration_tests/ios_add2app_uiscene: windows",
  commit = "e4970467c5da540ec5e4264c6795d04abcf5e18c", os = { "26.2" }, model = "iPad", plist = manifest(true),
  code = function(app) windows = listen(app) end,
  {
    "a window is made smaller, another one opens next to it and is minimised: the first one",
    steps = {
      "launch", function(_, app) app:newScene { beside = true } end, function(_, app) app.scenes[1]:fillScreen() end,
    },
    check = function(same, _, app)
      same("first window", { connects, enters, active, resigns, active, resigns, active }, windows[app.scenes[1].identifier])
    end,
  },
  {
    "a window opens next to another one, is minimised and opens again: the new one",
    steps = {
      "launch", function(_, app) app:newScene { beside = true } end, function(_, app) app.scenes[1]:fillScreen() end,
      function(_, app) app.scenes[2]:showBeside() end,
    },
    check = function(same, _, app)
      same("second window", { connects, enters, active, resigns, leaves, enters, active }, windows[app.scenes[2].identifier])
    end,
  },
}
