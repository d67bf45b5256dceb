-- For the museum: one check, run against an app as it was reported and against the repaired one. The first must fail and
-- say why, the second must pass.
--
--   museum.exhibit {
--     report = "flutter/flutter#130243", title = "a cold quick action only opens the app",
--     reported = function(app) … end, repaired = function(app) … end,   -- what the check gets
--     check = function(variant) … end, fails_with = "handled never",
--   }

local museum = {}

local needed = { "report", "title", "reported", "repaired", "check", "fails_with" }

function museum.exhibit(exhibit)
  for _, field in ipairs(needed) do
    if exhibit[field] == nil then error("an exhibit needs the field " .. field, 2) end
  end
  describe(exhibit.title .. " (" .. exhibit.report .. ")", function()
    it("fails on the app as reported", function()
      local fine, problem = pcall(exhibit.check, exhibit.reported)
      assert.is_false(fine)
      assert.matches(exhibit.fails_with, tostring(problem), 1, true)
    end)

    it("passes on the repaired app", function() exhibit.check(exhibit.repaired) end)
  end)
end

--- An app with these static quick actions: a list of `{ type, title }`, or of entries as an Info.plist has them.
function museum.package(items, more)
  local plist = { CFBundleIdentifier = "com.example.exhibit", CFBundleName = "Exhibit", UIDeviceFamily = { 1, 2 } }
  local entries = {}
  for place, item in ipairs(items) do
    entries[place] = item.UIApplicationShortcutItemType and item
      or { UIApplicationShortcutItemType = item[1], UIApplicationShortcutItemTitle = item[2] }
  end
  if #entries > 0 then plist.UIApplicationShortcutItems = entries end
  for key, value in pairs(more or {}) do plist[key] = value end
  return AppPackage { plist = plist }
end

--- Presses the icon and taps a row; gives the trace.
function museum.tap(app, row)
  local device = app.device
  return device:record(function() device.springboard:icon(app):press():item(row):tap() end)
end

--- Once cold and once warm: each time the action must be handled exactly once.
function museum.handled_cold_and_warm(app, row)
  assert.handled_once(museum.tap(app, row))
  app.device:pressHome()
  assert.handled_once(museum.tap(app, row))
end

return museum
