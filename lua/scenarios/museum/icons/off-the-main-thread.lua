-- pchalupa/expo-alternate-app-icons#36: “must be used from main thread only”.
local museum = require "homescreen.museum"

describe("pchalupa/expo-alternate-app-icons#36", function() -- ICON-022
  local function set(repaired)
    local device, app = museum.open(museum.icon_package())
    app:run(function()
      DispatchQueue.global():async(function()
        local function ask() UIApplication.shared:setAlternateIconName "night" end
        if repaired then DispatchQueue.main:async(ask) else ask() end
      end)
    end)
    return table.concat(app.console, "\n")
  end

  it("as reported: Xcode complains", function() assert.matches("main thread only", set(false)) end)
  it("repaired: the main queue", function() assert.equal("", set(true)) end)
end)

describe("a handler on another queue", function() -- ICON-019
  local function set(repaired)
    local device, app = museum.open(museum.icon_package(), { os = "17.5", conditions = { iconHandlerOffMain = true } })
    app:run(function()
      UIApplication.shared:setAlternateIconName("night", function()
        local function again() UIApplication.shared:setAlternateIconName(nil) end
        if repaired then DispatchQueue.main:async(again) else again() end
      end)
    end)
    device.alert:tap "OK"
    return table.concat(app.console, "\n")
  end

  it("as reported: what it does to the interface happens off the main thread", function()
    assert.matches("main thread only", set(false))
  end)
  it("repaired: it hops to the main queue", function() assert.equal("", set(true)) end)
end)
