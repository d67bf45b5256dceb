-- MacRumors and nerdschalk on the app lock of iOS 18: a quick action of a locked app asks for Face ID first, and
-- without it the action does not arrive (QUICK-121). No code of the app runs, so it is not to blame.
local museum = require "homescreen.museum"

local function tap(recognised)
  local device = Device { os = "18.0" }
  local app = device:install(museum.item_package { { "new", "New note" } }, { lifecycle = "scene" })
  require "homescreen.delegates.apple_sample"(app)
  museum.tap(app, "Require Face ID") -- QUICK-086
  device.conditions.authenticationSucceeds = recognised
  return device, app, museum.tap(app, "new")
end

local function problem(trace)
  for _, event in ipairs(trace) do
    if event.name == "notAuthenticated" then return event.fact end
  end
end

describe("MacRumors, nerdschalk: a quick action of a locked app", function()
  it("as reported: if authentication fails, nothing is launched", function()
    local device, app, trace = tap(false)
    assert.is_nil(device.front)
    assert.equal("notRunning", app.state)
    assert.equal(0, #trace.handling)
    assert.equal("QUICK-121", problem(trace))
  end)

  it("as reported: it asks each time, even while the app is in memory", function()
    local device, app = tap(true)
    device:pressHome()
    device.conditions.authenticationSucceeds = false
    assert.equal("QUICK-121", problem(museum.tap(app, "new")))
    assert.is_nil(device.front)
  end)

  it("repaired: after authentication the action arrives, once", function()
    local device, app, trace = tap(true)
    assert.equal(app, device.front)
    assert.handled_once(trace)
    device:pressHome()
    assert.handled_once(museum.tap(app, "new"))
  end)

  it("repaired: the lock is off", function()
    local device, app = tap(true)
    device:pressHome()
    museum.tap(app, "Don't Require Face ID")
    device.conditions.authenticationSucceeds = false
    assert.handled_once(museum.tap(app, "new"))
  end)
end)
