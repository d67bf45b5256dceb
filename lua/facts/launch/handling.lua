-- The facts of launch.md, “2. Handling an action”: its time, and presentations that are too early.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"
local alert, show, refusals = launching.alert, launching.show, launching.refusals

local package = support.items { { "search", "Search" } }

--- An app whose root presents an alert before its view is in the window.
local function too_early(cell)
  local device, app = support.installed(cell, package, false)
  local root = UIViewController.subclass "Root"
  local seen = { completions = 0 }
  app.rootViewController = root
  function root:viewDidLoad()
    seen.early = alert "early"
    self:present(seen.early, true, function() seen.completions = seen.completions + 1 end)
  end
  device:launch(app)
  return device, app, seen
end

local old_line = "^Warning: Attempt to present <UIAlertController: 0x%x+> on <Root: 0x%x+> "
  .. "whose view is not in the window hierarchy!$"
local new_line = "^%[Presentation%] Attempt to present <UIAlertController: 0x%x+> on <Root: (0x%x+)> "
  .. "%(from <Root: %1>%) whose view is not in the window hierarchy%.$"

--- A cold quick action with seed 003's delay, on a device whose launch takes this long; `wants` selects the items.
local function delayed(cell, activation, wants)
  local device, app = support.installed(cell, package, false)
  if activation then device.conditions.activation = activation end
  support.name_scene_delegate(app)
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
    local item = options.shortcutItem
    if wants(item) then DispatchQueue.main:asyncAfter(0.25, function() show(self.window, item) end) end
  end
  return device, app
end

fact("LAUNCH-035", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_scenes(cell) then return end
  local device, app = support.installed(cell, package, false)
  support.name_scene_delegate(app)
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem end
  function app.sceneDelegate:sceneDidBecomeActive()
    if self.kept then
      app:didHandle(self.kept)
      show(self.window, self.kept)
    end
    self.kept = nil
  end
  local trace = device:record(function()
    support.action(cell, app, "Search")
    assert.equal("search", device.alert.message)
    device.alert:tap "OK"
    device:pressHome()
    app:activate()
  end)
  assert.handled_once(trace)
  assert.is_nil(device.alert)
  assert.same({}, refusals(app))
end)

fact("LAUNCH-036", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  if support.lacks_menus(cell) then return end
  for _, clears in ipairs { false, true } do
    local device, app = support.installed(cell, support.items { { "search", "Search" }, { "new", "New" } }, false)
    support.name_scene_delegate(app)
    local kept
    local function becomes_active()
      if kept then app:didHandle(kept) end
      if clears then kept = nil end
    end
    function app.delegate:application_didFinishLaunchingWithOptions(_, options)
      kept = options and options.shortcutItem
      return not kept -- so the item is not delivered again (LAUNCH-005)
    end
    function app.delegate:applicationDidBecomeActive() becomes_active() end
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) kept = options.shortcutItem end
    function app.sceneDelegate:sceneDidBecomeActive() becomes_active() end
    local trace = device:record(function()
      support.action(cell, app, "Search")
      device:pressHome()
      support.action(cell, app, "New") -- regardless of the reason for its activation
    end)
    assert.equal(clears and 1 or 2, trace.handling[1].handled)
    assert.equal(0, trace.handling[2].handled)
  end
end)

fact("LAUNCH-037", { needs = { "app's code" }, lifecycles = true }, function(cell)
  local device, app = too_early(cell)
  local lines = refusals(app)
  assert.equal(1, #lines)
  assert.matches(cell.holds and old_line or new_line, lines[1])
  assert.equal(cell.holds, support.cites(device.trace, "LAUNCH-037"))
end)

fact("LAUNCH-038", { needs = { "app's code" }, lifecycles = true }, function(cell)
  local device, app = too_early(cell)
  local lines = refusals(app)
  assert.equal(1, #lines)
  assert.matches(cell.holds and new_line or old_line, lines[1])
  assert.equal(cell.holds, support.cites(device.trace, "LAUNCH-038"))
end)

fact("LAUNCH-039", { needs = { "app's code", "clock" }, lifecycles = true }, function(cell)
  local device, app, seen = too_early(cell)
  device:advance(60)
  assert.is_nil(device.alert)
  assert.equal(0, seen.completions)
  assert.is_nil(seen.early.presentingViewController)
  app:run(function()
    local root = UIApplication.shared.keyWindow.rootViewController
    root:present(alert "in time", true, function() seen.completions = seen.completions + 1 end)
  end)
  device:advance(1)
  assert.equal("in time", device.alert.message)
  assert.equal(1, seen.completions)
  for _, event in ipairs(device:record(function() app:run(function() seen.early:present(alert "again") end) end)) do
    if event.kind == "presentation" and event.name == "refused" then seen.fact = event.fact end
  end
  assert.equal("LAUNCH-039", seen.fact)
end)

fact("LAUNCH-040", { needs = { "app's code" }, lifecycles = true }, function(cell)
  local hierarchy, covered = "whose view is not in the window hierarchy", "which is already presenting"
  local function check(why, prepare, body)
    local device, app = support.installed(cell, package, false)
    support.name_scene_delegate(app)
    prepare(app)
    device:launch(app)
    if body then app:run(body) end
    device:settle()
    local lines = refusals(app)
    assert.equal(1, #lines)
    assert.truthy(lines[1]:find(why, 1, true))
    assert.is_nil(device.alert)
  end
  if cell.lifecycle == "appDelegate" then
    check(hierarchy, function(app)
      function app.delegate:application_didFinishLaunchingWithOptions()
        show(UIApplication.shared.keyWindow)
        return true
      end
    end)
  else
    check(hierarchy, function(app)
      function app.sceneDelegate:scene_willConnectToSession_options() show(self.window) end
    end)
  end
  check(hierarchy, function(app)
    local root = UIViewController.subclass "Root"
    app.rootViewController = root
    function root:viewDidLoad() self:present(alert "early") end
  end)
  local function nothing() end
  check(hierarchy, nothing, function()
    local Sheet = UIViewController.subclass "Sheet"
    function Sheet:viewDidLoad() self:present(alert "early") end
    UIApplication.shared.keyWindow.rootViewController:present(Sheet(), false)
  end)
  check(covered, nothing, function()
    local root = UIApplication.shared.keyWindow.rootViewController
    root:present(UIViewController.subclass "Cover"(), false)
    root:present(alert "covered")
  end)
  check(hierarchy, nothing, function()
    local sheet = UIViewController.subclass "Sheet"()
    UIApplication.shared.keyWindow.rootViewController:present(sheet, false)
    sheet:dismiss(true)
    sheet:present(alert "on its way out")
  end)
end)

fact("LAUNCH-041", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  if support.lacks_scenes(cell) then return end
  for _, activation in ipairs { 0.2, 0.249, 0.251, 0.6 } do
    local device, app = delayed(cell, activation, function(item) return item end)
    support.action(cell, app, "Search")
    device:advance(1)
    local works = activation < 0.25
    assert.equal(works and "search" or nil, device.alert and device.alert.message)
    assert.equal(works and 0 or 1, #refusals(app))
  end
end)

fact("LAUNCH-042", { needs = { "app's code", "finger", "clock" } }, function(cell)
  if support.lacks_scenes(cell) then return end
  local function is_missing(item) return not item end
  local device, app = delayed(cell, nil, is_missing)
  support.action(cell, app, "Search")
  device:advance(1)
  assert.is_nil(device.alert)
  assert.same({}, refusals(app))
  device, app = delayed(cell, nil, is_missing)
  device:launch(app)
  device:advance(1)
  assert.equal("nothing", device.alert.message)
end)

fact("LAUNCH-043", { needs = { "app's code", "finger", "clock" }, lifecycles = true }, function(cell)
  if support.lacks_menus(cell) then return end
  for _, waits in ipairs { false, true } do
    local device, app = support.installed(cell, package, false)
    local listener, waiting
    local function send(item)
      -- The framework makes an item of its own.
      local own = UIApplicationShortcutItem { type = item.type, localizedTitle = "Own" }
      if listener then app:didHandle(own) elseif waits then waiting = item end
    end
    --- The app's own state is there a second after its launch.
    local function load()
      DispatchQueue.main:asyncAfter(1, function()
        listener = true
        if waiting then send(waiting) end
      end)
    end
    launching.handle_warm(app, send)
    function app.delegate:application_didFinishLaunchingWithOptions()
      load()
      return true
    end
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      if options.shortcutItem then send(options.shortcutItem) end
    end
    local trace = device:record(function()
      support.action(cell, app, "Search")
      device:advance(2)
    end)
    assert.equal(waits and 1 or 0, trace.handling[1].handled)
    assert.same({}, refusals(app))
    assert.is_nil(app.crash)
  end
end)
