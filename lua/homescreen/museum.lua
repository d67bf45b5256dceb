-- Functions for the exhibits of the museum of reported faults.
--
-- An exhibit is a `describe` that names the report. Scenarios that begin with “as reported” show the fault in the
-- reported app; those that begin with “repaired” show the fix. If one check distinguishes the two apps, museum.exhibit
-- writes both scenarios: the check must fail on the reported app, with a reason, and pass on the repaired one.
--
--   museum.exhibit {
--     report = "flutter/flutter#130243", title = "a cold quick action only opens the app",
--     reported = function(app) … end, repaired = function(app) … end,   -- arguments of the check
--     check = function(variant) … end, fails_with = "never handled",
--   }
--
-- If the fault is in the order of events, `explored` lets homescreen explore find it without the check: a function that
-- returns the fields of explore { … } without `code`, which comes from the variant. museum.explore is for exhibits
-- without such a check.

local explore = require "homescreen.explore"

local support = require "homescreen.facts.support"

local museum = {}

local needed = { "report", "title", "reported", "repaired", "check", "fails_with" }

function museum.exhibit(exhibit)
  for _, field in ipairs(needed) do
    if exhibit[field] == nil then error("an exhibit needs the field " .. field, 2) end
  end
  describe(exhibit.title .. " (" .. exhibit.report .. ")", function()
    it("as reported: the check fails", function()
      local fine, problem = pcall(exhibit.check, exhibit.reported)
      assert.is_false(fine)
      assert.matches(exhibit.fails_with, tostring(problem), 1, true)
    end)

    it("repaired: the check passes", function() exhibit.check(exhibit.repaired) end)
  end)
  if exhibit.explored then
    museum.explore(
      exhibit.title .. " (" .. exhibit.report .. ")", exhibit.reported, exhibit.repaired, exhibit.explored)
  end
end

--- Defines two apps for homescreen explore, the reported and the repaired one. `about` returns the fields of
--- explore { … }; its `code` gets the variant before the app and the story. Its own `repaired` fixes every fault that
--- stories find, but the exhibit's fixes only the fault of the check.
function museum.explore(title, reported, repaired, about)
  if not explore.is_reading then return end
  for state, variant in pairs { ["as reported"] = reported, repaired = repaired } do
    local definition = about(state == "repaired")
    local code = definition.code or function(write, app) write(app) end
    if definition.repaired ~= nil then
      if state == "repaired" then variant = definition.repaired end
      definition.repaired = nil
    end
    definition.title = title .. ", " .. state
    definition.code = function(app, story, device) code(variant, app, story, device) end
    explore(definition)
  end
end

--- Returns the fields for an app with quick actions, a list of { type, title }.
function museum.explored_items(items, os, lifecycle, more)
  return function()
    local fields = {
      app = museum.item_package(items), install = { lifecycle = lifecycle }, devices = { { os = os } },
    }
    for key, value in pairs(more or {}) do fields[key] = value end
    return fields
  end
end

-- Quick actions

--- An app with these static quick actions: a list of `{ type, title }`, or of entries as an Info.plist has them.
function museum.item_package(items, more)
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

--- Presses the icon and taps a row; returns the trace.
function museum.tap(app, row)
  local device = app.device
  return device:record(function() device.springboard:icon(app):press():item(row):tap() end)
end

--- Taps once cold and once warm: each time, the action must be handled exactly once.
function museum.handled_cold_and_warm(app, row)
  assert.handled_once(museum.tap(app, row))
  app.device:pressHome()
  assert.handled_once(museum.tap(app, row))
end

-- Links

--- A check for museum.exhibit: the app, which declares the scheme “exhibit” and texts, opens each link once, both when
--- the link launches it (“cold”) and when it is in the background (“warm”). `situations` are those of device:launch,
--- with `link`, the link that the app should open. The variant gets the app, and a function to call with each link that
--- it opens. The failure names the methods that the link came to, with their fact.
function museum.opens_links(model, install, situations)
  return function(write)
    local device = Device(model)
    local app = device:install(museum.item_package({}, {
      CFBundleURLTypes = { { CFBundleURLSchemes = { "exhibit" } } },
      CFBundleDocumentTypes = { { LSItemContentTypes = { "public.plain-text" } } },
    }), install)
    local opened
    write(app, function(link) opened[#opened + 1] = link end)
    for _, situation in ipairs(situations) do
      local link, reason = situation.link, {}
      for key, value in pairs(situation) do
        if key ~= "link" then reason[key] = value end
      end
      if app.state ~= "notRunning" then app:terminate() end
      for _, start in ipairs { "cold", "warm" } do
        opened = {}
        local came = {}
        for _, event in ipairs(device:record(function()
          device:launch(app, reason)
          device:advance(2)
        end)) do
          if event.kind == "delivery" and event.name == "delivered" then
            came[#came + 1] = ("%s (%s)"):format(event.detail:match "callback=(%S+)", event.fact)
          end
        end
        assert.same({ link }, opened, ("%s, %s came to %s"):format(start, link, table.concat(came, ", ")))
        device:pressHome()
      end
    end
  end
end

--- The fields of explore { … } for museum.opens_links: each link is opened once, unless the process ends before that.
function museum.explored_links(model, install, situations, repaired)
  return function()
    local reasons = {}
    for place, situation in ipairs(situations) do
      reasons[place] = {}
      for key, value in pairs(situation) do
        if key ~= "link" then reasons[place][key] = value end
      end
    end
    return {
      app = museum.item_package({}, { CFBundleURLTypes = { { CFBundleURLSchemes = { "exhibit" } } } }),
      install = install, devices = { model }, situations = reasons, declares = false, repaired = repaired,
      code = function(write, app, story, device)
        story.opened = {}
        write(app, function() story.opened[#story.opened + 1] = device.time end)
      end,
      invariants = {
        ["each link is opened once"] = {
          settled = true, fact = "LAUNCH-043",
          run = function(_, story, device)
            local sent, since, all, began = 0, 0, #story.opened, -1
            for _, event in ipairs(device.trace) do
              if event.kind == "process" and event.name == "end" then since, began = 0, event.time end
              if event.kind == "delivery" and event.name == "sent" then sent, since = sent + 1, since + 1 end
            end
            local opened = 0
            for _, time in ipairs(story.opened) do
              if time >= began then opened = opened + 1 end
            end
            if all > sent then return false, ("sent: %d, opened: %d"):format(sent, all) end
            if opened < since then
              return false, ("sent to the process that runs: %d, opened in it: %d"):format(since, opened)
            end
          end,
        },
      },
    }
  end
end

-- Icons

--- A correct app for iPhone and iPad, with the alternate icon “night”. `change` gets the app's description, and can
--- break or repair it.
function museum.icon_package(change)
  local described = {
    plist = {
      CFBundleIdentifier = "com.example.exhibit", CFBundleName = "Exhibit", UIDeviceFamily = { 1, 2 },
      CFBundleIcons = {
        CFBundlePrimaryIcon = { CFBundleIconFiles = { "first" } },
        CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } },
      },
    },
    files = support.pictures("first", "night"),
  }
  if change then change(described) end
  return AppPackage(described)
end

--- A device with the app in front.
function museum.open(package, device, install)
  device = Device(device or { os = "17.5" })
  local app = device:install(package, install)
  device:launch(app)
  return device, app
end

--- The app's button: requests an icon, and stores the arguments of the handler.
museum.ask = support.request

--- Requests an icon, and taps OK if an alert appears. Returns "changed", the code of the error, or "no answer".
function museum.change(_, app, name) return support.result(app, name) end

--- The picture on the Home Screen, or in another place.
function museum.picture(_, app, place) return support.picture(app, place) end

return museum
