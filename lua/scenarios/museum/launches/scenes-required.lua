-- ionic-team/capacitor#8527: built with the SDK of iOS 27, an app without scenes ends as soon as it starts (LAUNCH-061).
local museum = require "homescreen.museum"

local function start(lifecycle, sdk, os)
  local device = Device { os = os or "27.0" }
  local app = device:install(museum.item_package {}, { lifecycle = lifecycle, sdk = sdk })
  local launched = false
  function app.delegate:application_didFinishLaunchingWithOptions() launched = true end
  device:launch(app)
  return app, launched
end

describe("ionic-team/capacitor#8527", function()
  it("as reported: it ends before any of its code runs", function() -- LAUNCH-065, LAUNCH-066
    local app, launched = start("appDelegate", "27.0")
    assert.equal("notRunning", app.state)
    assert.equal("EXC_BREAKPOINT", app.crash.code)
    assert.matches("UIScene life cycle is required for apps built with this SDK", app.crash.reason, 1, true)
    assert.is_false(launched)
  end)

  it("as reported: the same source, built with the previous SDK, still runs", function() -- LAUNCH-062
    assert.equal("runningForeground", (start("appDelegate", "26.0")).state)
  end)

  it("as reported: so do systems before 27", function() -- LAUNCH-083
    assert.equal("runningForeground", (start("appDelegate", "27.0", "26.1")).state)
  end)

  it("repaired: the app has scenes", function()
    local app, launched = start("scene", "27.0")
    assert.equal("runningForeground", app.state)
    assert.is_nil(app.crash)
    assert.is_true(launched)
  end)
end)
