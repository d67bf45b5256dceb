-- The facts of launch.md, “2. Handling an action”: presentations of controllers, and roots that are replaced.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"
local show, refusals = launching.show, launching.refusals

local package = support.items { { "search", "Search" } }

fact("LAUNCH-084", { needs = { "app's code" }, lifecycles = true }, function(cell)
  local function crash(body)
    local device, app = support.installed(cell, package)
    local Sheet = UIViewController.subclass "Sheet"
    local crash = assert.crashes(app, function()
      app:run(function() body(UIApplication.shared.keyWindow.rootViewController, Sheet(), Sheet()) end)
    end)
    assert.equal("notRunning", app.state)
    assert.is_nil(device.alert)
    return crash.reason
  end
  local another = "NSInvalidArgumentException: Application tried to present modally a view controller "
    .. "<Sheet: 0x%x+> that is already being presented by <%a+: 0x%x+>%.$"
  assert.matches(another, crash(function(root, one, two)
    root:present(one, false)
    one:present(two, false)
    two:present(one, false)
  end))
  assert.matches("NSInvalidArgumentException: Application tried to present", crash(function(root, one)
    root:present(one, false)
    one:present(root, false)
  end))
  local itself = "NSInvalidArgumentException: Application tried to present modal view controller on itself%. "
    .. "Presenting controller is <Sheet: 0x%x+>%.$"
  assert.matches(itself, crash(function(_, one) one:present(one, false) end))
end)

fact("LAUNCH-115", { needs = { "app's code" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package)
  local steps = {}
  --- The window's new root, and the one after it: their calls.
  local function replace(...)
    steps = {}
    local names = { ... }
    app:run(function()
      for _, name in ipairs(names) do
        local Root = UIViewController.subclass(name)
        function Root:viewDidLoad() steps[#steps + 1] = name .. " loads" end
        function Root:viewDidAppear() steps[#steps + 1] = name .. " appears" end
        UIApplication.shared.keyWindow.rootViewController = Root()
      end
      show(UIApplication.shared.keyWindow)
      assert.same({}, steps)
    end)
    return steps
  end
  assert.same({ "One loads", "One appears" }, replace "One")
  assert.truthy(device.alert)
  local lost = {}
  local trace = device:record(function()
    assert.same({ "Three loads", "Three appears" }, replace("Two", "Three"))
  end)
  for _, event in ipairs(trace) do
    if event.kind == "alert" then lost[#lost + 1] = event.name end
  end
  assert.same({ "lost", "shown" }, lost)
  assert.same({}, refusals(app))
  device.alert:tap "OK"
  assert.is_nil(device.alert)
  local answered = false
  app:run(function()
    local alert = UIAlertController { title = "Own" }
    alert:addAction(UIAlertAction { title = "OK", handler = function() answered = true end })
    UIApplication.shared.keyWindow.rootViewController:present(alert, false)
    UIApplication.shared.keyWindow.rootViewController = UIViewController()
  end)
  device:settle()
  assert.is_nil(device.alert)
  assert.is_false(answered)
end)

fact("LAUNCH-116", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local _, app = support.installed(cell, package)
  local Sheet = UIViewController.subclass "Sheet"
  local loads, appearances = 0, 0
  function Sheet:viewDidLoad() loads = loads + 1 end
  function Sheet:viewDidAppear() appearances = appearances + 1 end
  local sheet
  for _ = 1, 2 do
    app:run(function()
      if not sheet then
        sheet = Sheet()
        assert.equal(0, loads)
      end
      UIApplication.shared.keyWindow.rootViewController:present(sheet, false)
    end)
    app:run(function() sheet:dismiss(false) end)
  end
  assert.same({ 1, 2 }, { loads, appearances })
end)
