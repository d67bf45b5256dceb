-- The facts of launch.md, “1. Callback order, all situations”.

local support = require "homescreen.facts.support"

fact("LAUNCH-002", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.items { { "search", "Search" } }, false)
  local seen = {}
  function app.delegate:application_willFinishLaunchingWithOptions(_, options)
    seen[#seen + 1] = "will " .. options.shortcutItem.type
    return true
  end
  function app.delegate:application_didFinishLaunchingWithOptions(_, options)
    seen[#seen + 1] = "did " .. options.shortcutItem.type
    return true
  end
  function app.delegate:application_performActionForShortcutItem_completionHandler(_, item, done)
    seen[#seen + 1] = "perform " .. item.type
    done(true)
  end
  device.springboard:icon(app):press():item("Search"):tap()
  assert.same({ "will search", "did search", "perform search" }, seen)
end)
