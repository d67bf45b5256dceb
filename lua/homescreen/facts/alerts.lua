-- Helpers for facts about the icon alert: requests, and code that stops the alert.

local support = require "homescreen.facts.support"

local alerts = {}

--- An app with two alternate icons, “night” and “dusk”.
function alerts.two(plist)
  local package = support.icons(plist)
  package.plist.CFBundleIcons.CFBundleAlternateIcons.dusk = { CFBundleIconFiles = { "day" } }
  return package
end

--- Whether the cell is before the versions that can change icons; then no icon can be requested (ICON-009).
function alerts.too_early(cell, app)
  if cell.at_least "10.3" then return false end
  assert.falsy(cell.holds)
  app:run(function()
    assert.error_matches(function() UIApplication.shared:setAlternateIconName "night" end, "does not exist")
  end)
  assert.is_nil(app.device.alert)
  return true
end

--- Replaces `present` in the app's code. Returns the presented controllers; `hides` returns whether one is dropped.
function alerts.replace_present(app, hides)
  local seen = {}
  app:run(function()
    local original = UIViewController.present
    UIViewController.present = function(presenter, controller, animated, completion)
      seen[#seen + 1] = {
        presenter = tostring(presenter), controller = tostring(controller), animated = animated,
        isAlert = controller:isKind(UIAlertController), title = controller.title,
      }
      local place = seen[#seen]
      if place.isAlert then
        place.message, place.style = controller.message, controller.preferredStyle
        place.content = tostring(controller.contentViewController)
      end
      if not (hides and hides(controller)) then original(presenter, controller, animated, completion) end
    end
  end)
  return seen
end

--- The tutorials' filter: an alert with neither title nor message.
function alerts.untitled(controller)
  return controller:isKind(UIAlertController) and controller.title == nil and controller.message == nil
end

--- Requests two icons in one turn; returns the handlers' results in their order, 0 for success.
function alerts.two_in_one_turn(app)
  local codes = {}
  app:run(function()
    for _, name in ipairs { "night", "dusk" } do
      UIApplication.shared:setAlternateIconName(name, function(err) codes[#codes + 1] = err and err.code or 0 end)
    end
  end)
  return codes
end

--- The console lines about refused presentations.
function alerts.refusals(app)
  local lines = {}
  for _, line in ipairs(app.console) do
    if line:find("Attempt to present", 1, true) then lines[#lines + 1] = line end
  end
  return lines
end

return alerts
