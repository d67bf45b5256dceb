-- Launches that the system refuses: no code of the app runs, so it is not to blame, and the event for the app is lost.
local museum = require "homescreen.museum"

--- Taps the row of an app that handles its actions, under a condition.
local function tap(install, refusal)
  local device = Device { os = "18.0" }
  local app = device:install(museum.item_package { { "new", "New note" } }, install)
  require "homescreen.delegates.apple_sample"(app)
  device.conditions.launchRefusal = refusal
  return device, app, museum.tap(app, "new")
end

local function refused(trace)
  for _, event in ipairs(trace) do
    if event.name == "refused" then return event.fact end
  end
end

for _, case in ipairs {
  {
    report = "ashtom/hadge#138", title = "the beta has expired", refusal = "betaExpired", distribution = "testFlight",
    fact = "LAUNCH-232", cure = "appStore",
  },
  {
    report = "docs.expo.dev, iOS Developer Mode", title = "Developer Mode is off", refusal = "developerModeOff",
    distribution = "adHoc", fact = "LAUNCH-234", cure = "testFlight",
  },
} do
  describe(case.title .. " (" .. case.report .. ")", function()
    it("as reported: the app does not open, and the quick action is lost", function()
      local device, app, trace = tap({ lifecycle = "scene", distribution = case.distribution }, case.refusal)
      assert.equal(case.fact, refused(trace))
      assert.same({ "notRunning", 0, 0 }, { app.state, #trace.callbacks, #trace.handling })
      device.conditions.launchRefusal = "none"
      assert.handled_once(museum.tap(app, "new"))
    end)

    it("repaired: a build that is distributed in another way opens", function()
      local _, _, trace = tap({ lifecycle = "scene", distribution = case.cure }, case.refusal)
      assert.is_nil(refused(trace))
      assert.handled_once(trace)
    end)
  end)
end
