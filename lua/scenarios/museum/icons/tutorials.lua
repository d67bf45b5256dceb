-- Advice of tutorials, and its effects today.
local museum = require "homescreen.museum"

describe("asking for the version by its text", function() -- ICON-024
  -- As printed: UIDevice.current.systemVersion contains "10.3". Repaired: availability.
  local function offers(os, repaired)
    local _, app = museum.open(museum.icon_package(), { os = os })
    return app:run(function()
      if repaired then return available "iOS 10.3" end
      return UIDevice.current.systemVersion:find("10.3", 1, true) ~= nil
    end)
  end

  it("as printed: the feature exists in 10.3 and is missing from 11 on", function()
    assert.is_true(offers("10.3", false))
    assert.is_true(offers("10.3.1", false))
    for _, os in ipairs { "11.0", "17.5", "27.0" } do assert.is_false(offers(os, false)) end
  end)

  it("repaired: it exists from 10.3 on", function()
    assert.is_false(offers("10.2", true))
    for _, os in ipairs { "10.3", "10.3.1", "11.0", "17.5", "27.0" } do assert.is_true(offers(os, true)) end
  end)
end)

describe("a loose primary icon next to an AppIcon set", function() -- ICON-092, ICON-172
  local function package(repaired)
    return museum.icon_package(function(app)
      app.catalog = { AppIcon = { entries = { { filename = "set.png" } } } }
      -- Deleting the entry in the target's General pane clears this setting.
      if repaired then app.settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "" } end
    end)
  end
  local function primary(repaired)
    local device, app = museum.open(package(repaired))
    return museum.picture(device, app).file
  end

  it("as described: the set wins", function() assert.equal("set.png", primary(false)) end)
  it("repaired: the setting is cleared", function() assert.equal("first@3x.png", primary(true)) end)
end)

describe("no handler on iOS 10.3", function() -- ICON-021
  local function ask(repaired)
    local _, app = museum.open(museum.icon_package(), { os = "10.3" })
    return app, function()
      app:run(function()
        UIApplication.shared:setAlternateIconName("nobody", repaired and function() end or nil)
      end)
    end
  end

  it("as written: an error ends the app", function()
    local app, body = ask(false)
    assert.crashes(app, body)
  end)

  it("repaired: any handler works", function()
    local app, body = ask(true)
    body()
    assert.equal("runningForeground", app.state)
  end)
end)
