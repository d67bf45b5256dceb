-- skb1129/react-native-change-icon#32 and #92, pchalupa/expo-alternate-app-icons#155,
-- howincodes/expo-dynamic-app-icon#15: developers want no alert. Two tricks and their effects;
-- capacitor-community/app-icon#66, #69 and #73 have other observations.
local museum = require "homescreen.museum"

-- The trick drops what has neither title nor message.
local function replace_present(app)
  function app.main()
    local original = UIViewController.present
    UIViewController.present = function(presenter, controller, animated, completion)
      if controller.title == nil and controller.message == nil then return end
      original(presenter, controller, animated, completion)
    end
  end
end

describe("skb1129/react-native-change-icon#32: present is replaced", function()
  local function open(os, repaired)
    local device = Device { os = os }
    local app = device:install(museum.icon_package())
    if not repaired then replace_present(app) end
    device:launch(app)
    return device, app
  end

  it("as reported: no alert, but the handler never runs, up to 26.0", function() -- ICON-067, ICON-068
    local device, app = open("17.5", false)
    local outcome = museum.ask(app, "night")
    assert.is_nil(device.alert)
    assert.equal("night", app.iconName)
    device:settle()
    assert.is_nil(outcome.called)
  end)

  it("as reported: an await never returns", function()
    local device, app = open("17.5", false)
    local steps = {}
    app:run(function()
      Task(function()
        await(UIApplication.shared):setAlternateIconName "night"
        steps[#steps + 1] = "returned"
      end)
    end)
    device:settle()
    assert.same({}, steps)
  end)

  it("as reported: from 26.1 on the alert is still shown", function() -- ICON-079
    local device = open("26.1", false)
    local app = device.front
    museum.ask(app, "night")
    assert.equal("system", device.alert.owner)
  end)

  for _, os in ipairs { "17.5", "26.1" } do
    it("repaired: the app lives with the alert, iOS " .. os, function()
      local device, app = open(os, true)
      assert.equal("changed", museum.change(device, app, "night"))
    end)
  end
end)

describe("capacitor-community/app-icon#73: the private selector", function() -- ICON-082, ICON-083
  local function set(os, repaired)
    local device, app = museum.open(
      museum.icon_package(), { os = os, conditions = { privateIconSelector = "ignored" } })
    local called = false
    app:run(function()
      local shared = UIApplication.shared
      local method = repaired and shared.setAlternateIconName or shared._setAlternateIconName
      method(shared, "night", function() called = true end)
    end)
    if device.alert then device.alert:tap "OK" end
    device:settle()
    return app.iconName, called
  end

  it("as reported: it changes the icon silently up to 26.0", function()
    assert.same({ "night", true }, { set("26.0", false) })
  end)
  it("as reported: it does nothing from 26.1 on", function()
    local name, called = set("26.1", false)
    assert.is_nil(name)
    assert.is_false(called)
  end)
  it("repaired: the public call works in every version", function()
    assert.same({ "night", true }, { set("26.0", true) })
    assert.same({ "night", true }, { set("26.1", true) })
  end)
end)

for _, report in ipairs { "capacitor-community/app-icon#69", "capacitor-community/app-icon#66" } do
  describe(report .. ": the silent mode is silent no more", function() -- ICON-082, ICON-223
    -- The app's own message after a change: the reported one gives it always, as the wrapper promises silence; the
    -- repaired one asks with the public call, and leaves the alert to the system.
    local function messages(os, repaired)
      local device, app = museum.open(museum.icon_package(), { os = os })
      local told = {}
      app:run(function()
        local shared = UIApplication.shared
        local method = repaired and shared.setAlternateIconName or shared._setAlternateIconName
        method(shared, "night", function()
          if not repaired then told[#told + 1] = "the app" end
        end)
      end)
      if device.alert then
        table.insert(told, 1, "the system")
        device.alert:tap "OK"
      end
      assert.equal("night", app.iconName)
      return told
    end

    it("as reported: up to 26.0 only the app reports the change", function()
      assert.same({ "the app" }, messages("26.0", false))
    end)
    it("as reported: from 26.1 on the system does, too", function()
      assert.same({ "the system", "the app" }, messages("26.1", false))
    end)
    it("repaired: one message in every version", function()
      for _, os in ipairs { "17.5", "26.0", "26.1" } do assert.same({ "the system" }, messages(os, true)) end
    end)
  end)
end

describe("UI tests and the alert", function() -- ICON-081
  it("they can reach the app's own alert, but not the system's", function()
    for os, reachable in pairs { ["26.0"] = true, ["26.1"] = false } do
      local device, app = museum.open(museum.icon_package(), { os = os })
      museum.ask(app, "night")
      assert.equal(reachable, device.alert.isInReachOfUITests)
    end
  end)
end)

museum.explore("skb1129/react-native-change-icon#32: present is replaced", false, true, function()
  return {
    app = museum.icon_package(), devices = { { os = "17.5" }, { os = "26.0" }, { os = "26.1" } },
    code = function(repaired, app)
      if not repaired then replace_present(app) end
    end,
    actions = {
      ["choose the icon of the night"] = function(app)
        app:run(function() UIApplication.shared:setAlternateIconName("night", function() end) end)
      end,
    },
  }
end)
