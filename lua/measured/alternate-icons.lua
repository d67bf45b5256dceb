-- The end-to-end test of AAO's icons: the app asks for an icon, is ended while the system's alert is up, and starts again
-- with the icon that it asked for. It runs on an iPhone 16 Pro of a 26 simulator.

local measured = require "homescreen.measured"
local support = require "homescreen.facts.support"

--- Asks for an icon, ends the app below the alert, and starts it again.
local function choose(name)
  return function(device, app)
    support.request(app, name)
    device:advance(1)
    app:terminate "jetsam"
    device:launch(app)
  end
end

local function current(name)
  return function(same, _, app) same("the icon", name, support.current(app)) end
end

measured {
  source = "StoDevX/AAO-React-Native, e2e/module-app-icon.spec.ts", commit = "27af7c5c810c3c2834782a0b2c758f9e7caf69f3",
  os = { "26.2" }, stated = false, package = support.icons(), lifecycle = "scene",
  { "an alternate icon", steps = { "launch", choose "night" }, check = current "night" },
  { "the primary icon again", steps = { "launch", choose "night", choose(nil) }, check = current(nil) },
}
