-- The examples for the REPL, as far as a scenario can see them: they do not change the trace.

describe("the plugins for the REPL", function()
  local function play()
    local device = Device { os = "17.5" }
    local app = device:install(homescreen.sample "paint")
    device:launch(app)
    device:pressHome()
    device.springboard:icon(app):press():item("Search"):tap()
    return device
  end

  it("hear of callbacks and change nothing", function()
    local device = play()
    assert.equal(play().trace.hash, device.trace.hash)
    assert.equal("app", device.springboard.mode)
  end)
end)
