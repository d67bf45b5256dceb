-- dotnet/macios#24578, dotnet/macios-samples#9, EvanBacon/expo-quick-actions#50, tastelessjolt/flutter_dynamic_icon#35:
-- from iOS 26.1 on a change fails with NSPOSIXErrorDomain 35, “Resource temporarily unavailable”.
local museum = require "homescreen.museum"

-- The app's code: the reported one asks once, the repaired one asks again after a while, up to five times.
local function set(app, name, repaired)
  local outcome = { calls = 0 }
  local function try()
    outcome.calls = outcome.calls + 1
    UIApplication.shared:setAlternateIconName(name, function(err)
      if repaired and err and err.code == 35 and outcome.calls < 5 then
        DispatchQueue.main:asyncAfter(0.2, try)
      else
        outcome.called, outcome.error = true, err
      end
    end)
  end
  app:run(try)
  return outcome
end

for _, case in ipairs {
  { "shortly after the last alert", { iconCooldown = 0.3 } }, -- ICON-047
  { "on the Simulator", { iconCooldown = 0.3, simulator = true } }, -- ICON-058
} do
  describe("EvanBacon/expo-quick-actions#50, " .. case[1], function()
    local device, app
    before_each(function()
      device, app = museum.open(museum.icon_package(), { os = "26.1", conditions = case[2] })
      device:advance(1)
      assert.equal("changed", museum.change(device, app, "night"))
    end)

    it("as reported: the next change fails", function()
      local outcome = set(app, nil, false)
      assert.equal("NSPOSIXErrorDomain", outcome.error.domain)
      assert.equal(35, outcome.error.code)
      assert.equal(
        "The operation couldn’t be completed. Resource temporarily unavailable", outcome.error.localizedDescription)
      assert.equal("night", app.iconName)
    end)

    it("repaired: asking again after 0.2 s works", function()
      local outcome = set(app, nil, true)
      device:advance(1)
      device.alert:tap "OK"
      assert.is_nil(outcome.error)
      assert.is_nil(app.iconName)
    end)
  end)
end

describe("dotnet/macios#24578: two changes in one turn", function() -- ICON-046
  local function codes(repaired)
    local device, app = museum.open(museum.icon_package(), { os = "26.1" })
    local codes = {}
    app:run(function()
      local shared = UIApplication.shared
      local function second() shared:setAlternateIconName(nil, function(err) codes[2] = err and err.code or 0 end) end
      shared:setAlternateIconName("night", function(err)
        codes[1] = err and err.code or 0
        -- Not in the handler itself: its turn must be over (ICON-048).
        if repaired then DispatchQueue.main:asyncAfter(0.1, second) end
      end)
      if not repaired then second() end
    end)
    while device.alert do
      device.alert:tap "OK"
      device:settle()
    end
    return codes
  end

  it("as reported: the second fails", function() assert.same({ 0, 35 }, codes(false)) end)
  it("repaired: one after the other", function() assert.same({ 0, 0 }, codes(true)) end)
end)

describe("error 5 of the Simulator: the error is not the truth", function() -- ICON-052, ICON-053
  local function belief(repaired)
    local _, app = museum.open(
      museum.icon_package(), { os = "26.2", conditions = { iconFault = "upcall", simulator = true } })
    local belief
    app:run(function()
      UIApplication.shared:setAlternateIconName("night", function(err)
        if repaired then
          belief = UIApplication.shared.alternateIconName
        else
          belief = not err and "night" or nil
        end
      end)
    end)
    return belief, app.iconName
  end

  it("as reported: the app believes that nothing has changed", function()
    local believed, real = belief(false)
    assert.not_equal(real, believed)
  end)

  it("repaired: it reads alternateIconName", function()
    local believed, real = belief(true)
    assert.equal(real, believed)
    assert.equal("night", believed)
  end)
end)

describe("busy until the device restarts", function() -- ICON-051
  it("as reported: asking again does not help", function()
    local device, app = museum.open(
      museum.icon_package(), { os = "26.1", conditions = { iconFault = "busyUntilReboot" } })
    local outcome = set(app, "night", true)
    device:advance(5)
    assert.equal(5, outcome.calls)
    assert.equal(35, outcome.error.code)
  end)

  it("repaired: only by a restart", function()
    local device, app = museum.open(
      museum.icon_package(), { os = "26.1", conditions = { iconFault = "busyUntilReboot" } })
    device:reboot()
    device:launch(app)
    assert.equal("changed", museum.change(device, app, "night"))
  end)
end)

-- The same for homescreen explore.
local function explored(title, conditions, choose)
  museum.explore(title, false, true, function(repaired)
    return {
      app = museum.icon_package(), devices = { { os = "26.1", conditions = conditions } },
      code = function() end,
      actions = {
        ["choose another icon"] = function(app)
          app:run(function() choose(repaired, UIApplication.shared.alternateIconName == nil and "night" or nil) end)
        end,
      },
    }
  end)
end

explored("EvanBacon/expo-quick-actions#50: shortly after the last alert", { iconCooldown = 0.3 }, function(repaired, name)
  local calls = 0
  local function try()
    calls = calls + 1
    UIApplication.shared:setAlternateIconName(name, function(err)
      if repaired and err and calls < 10 then DispatchQueue.main:asyncAfter(0.2, try) end
    end)
  end
  try()
end)

explored("dotnet/macios#24578: two changes in one turn", nil, function(repaired)
  local shared = UIApplication.shared
  local function second()
    -- The person may have gone Home meanwhile (ICON-041).
    if repaired and shared.applicationState ~= "active" then return DispatchQueue.main:asyncAfter(0.5, second) end
    shared:setAlternateIconName(nil, function() end)
  end
  shared:setAlternateIconName("night", function()
    if repaired then DispatchQueue.main:asyncAfter(0.1, second) end
  end)
  if not repaired then second() end
end)
