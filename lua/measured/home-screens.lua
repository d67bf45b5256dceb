-- UI tests that press an icon on the Home Screen and look for rows of its menu. Their projects do not state the version
-- of the simulator; CI used 18.2 and 26.2 at that time.

local measured = require "homescreen.measured"
local support = require "homescreen.facts.support"

measured {
  source = "wireapp/wire-ios, wire-ios/WireUITests/Helper/WireUITestCase.swift",
  commit = "b43ed26e771718ff62d88ae3d02b5dc3019e1bbf", os = { "18.2" }, stated = false, steps = { "launch", "home" },
  {
    "the row Remove App, Delete App in its alert, and Delete in the next one", rows = { "Remove App" },
    check = function(same, device, app)
      support.menu(app):item("Remove App"):tap()
      device.alert:tap "Delete App"
      device.alert:tap "Delete"
      same("icon", false, (pcall(function() return device.springboard:icon "Paint" end)))
    end,
  },
}

measured {
  source = "Cremechocos/signalquest-ios, SignalQuestUITests/QuickActionsQATests.swift",
  commit = "5960087adc72ec39328507051d44d325e1fe3806", os = { "26.2" }, stated = false, lifecycle = "swiftUI",
  answers = true,
  {
    "an action that the app has set, from the menu of its icon, while the app is in the background",
    steps = {
      "launch", function(_, app) support.assign(app, { { "speed", "Start a test" } }) end, "home",
      { action = "Start a test" },
    },
    state = "runningForeground", carriers = { "windowScene_performActionForShortcutItem_completionHandler" },
  },
}
