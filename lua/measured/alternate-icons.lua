-- The end-to-end test of AAO's icons: the app requests an icon, is ended while the alert is open, and starts again with
-- the requested icon. It runs on a simulated iPhone 16 Pro with iOS 18.6, the deployment target (detox.config.js).

local measured = require "homescreen.measured"
local support = require "homescreen.facts.support"

--- Requests an icon, ends the app while the alert is open, and starts it again.
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
  source = "StoDevX/AAO-React-Native, e2e/module-app-icon.spec.ts", commit = "2812ba147776e6c7491959ade5ce2805d783611a",
  os = { "18.6" }, package = support.icons(), lifecycle = "scene",
  { "an alternate icon", steps = { "launch", choose "night" }, check = current "night" },
  { "the primary icon again", steps = { "launch", choose "night", choose(nil) }, check = current(nil) },
}
