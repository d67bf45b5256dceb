-- The facts of launch.md, “2. Handling an action”.

local support = require "homescreen.facts.support"

local package = support.items { { "search", "Search" } }

local function alert(message)
  local controller = UIAlertController { message = message }
  controller:addAction(UIAlertAction { title = "OK" })
  return controller
end

--- Presents an alert over the root of a window.
local function show(window, item) window.rootViewController:present(alert(item and item.type or "nothing")) end

--- The lines of the console about presentations that UIKit refused.
local function refusals(app)
  local found = {}
  for _, line in ipairs(app.console) do
    if line:find("Attempt to present", 1, true) then found[#found + 1] = line end
  end
  return found
end

--- Lets `body(item, completion)` handle the quick action of a running app in any life cycle; its result is returned.
local function handle_warm(app, body)
  support.name_scene_delegate(app)
  function app.delegate:application_performActionForShortcutItem_completionHandler(_, item, completion)
    return body(item, completion)
  end
  function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
    return body(item, completion)
  end
end

--- A warm quick action, handled by `body`: the app, the trace.
local function warm(cell, body, package_of_it)
  local device, app = support.installed(cell, package_of_it or package, false)
  handle_warm(app, body)
  device:launch(app)
  device:pressHome()
  local trace = support.action(cell, app, "Search")
  return app, trace
end

--- What the completion handlers said, as the trace has it.
local function outcomes(trace)
  local found = {}
  for _, event in ipairs(trace) do
    local outcome = event.kind == "delivery" and event.detail:match "outcome=(%a+)"
    if outcome then found[#found + 1] = event.name .. " " .. outcome end
  end
  return found
end

--- What can be seen of the app: the trace but for the completion handler, the console, the menu a minute later.
local function visible(app, trace)
  local seen = { app.state, app.crash == nil, table.concat(app.console, "\n") }
  for _, event in ipairs(trace) do
    if not event.name:find("completed", 1, true) then seen[#seen + 1] = event.kind .. event.name .. event.detail end
  end
  app.device:advance(60)
  app.device:pressHome()
  for _, row in ipairs(app.device.springboard:icon(app):press().rows) do seen[#seen + 1] = row.title end
  seen[#seen + 1] = app.state
  return seen
end

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

--- A cold quick action with seed 003's delay, on a device whose launch takes so long; `wants` says for which items.
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

fact("LAUNCH-036", { needs = { "app's code", "finger" } }, function(cell)
  for _, clears in ipairs { false, true } do
    local device, app = support.installed(cell, support.items { { "search", "Search" }, { "new", "New" } }, false)
    support.name_scene_delegate(app)
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem end
    function app.sceneDelegate:sceneDidBecomeActive()
      if self.kept then app:didHandle(self.kept) end
      if clears then self.kept = nil end
    end
    local trace = device:record(function()
      support.action(cell, app, "Search")
      device:pressHome()
      support.action(cell, app, "New") -- whatever activates it
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
  for _, activation in ipairs { 0.2, 0.6 } do
    local device, app = delayed(cell, activation, function(item) return item end)
    support.action(cell, app, "Search")
    device:advance(1)
    local works = activation < 0.25
    assert.equal(works and "search" or nil, device.alert and device.alert.message)
    assert.equal(works and 0 or 1, #refusals(app))
  end
end)

fact("LAUNCH-042", { needs = { "app's code", "finger", "clock" } }, function(cell)
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
    handle_warm(app, send)
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

fact("LAUNCH-044", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  for _, value in ipairs { true, false } do
    local _, trace = warm(cell, function(_, completion) completion(value) end)
    assert.same({ "completed " .. tostring(value) }, outcomes(trace))
  end
  -- The handler belongs to its process, and works while code of it runs.
  local kept
  local app = warm(cell, function(_, completion) kept = completion end)
  local function code(call)
    local done, err = pcall(call)
    return not done and err.code
  end
  local function complete() kept(true) end
  assert.equal("outside-the-app", code(complete))
  app:terminate "jetsam"
  app.device:launch(app)
  assert.equal("process-ended", app:run(function() return code(complete) end))
end)

fact("LAUNCH-045", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local app, trace = warm(cell, function(_, completion) completion(true) end)
  local other, other_trace = warm(cell, function(_, completion) completion(false) end)
  assert.Not.same(outcomes(trace), outcomes(other_trace))
  assert.same(visible(app, trace), visible(other, other_trace))
end)

fact("LAUNCH-046", { needs = { "app's code", "finger", "clock" }, lifecycles = true }, function(cell)
  local app, trace = warm(cell, function() end)
  local other, other_trace = warm(cell, function(_, completion) completion(true) end)
  assert.same({}, outcomes(trace))
  assert.equal("runningForeground", app.state)
  local seen = visible(app, trace)
  assert.same(visible(other, other_trace), seen)
  assert.is_nil(app.crash)
  assert.equal("runningBackground", app.state)
end)

fact("LAUNCH-047", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local app, trace = warm(cell, function(_, completion)
    completion(true)
    completion(false)
  end)
  local other, other_trace = warm(cell, function(_, completion) completion(true) end)
  assert.same({ "completed true", "completedAgain false" }, outcomes(trace))
  assert.same(visible(other, other_trace), visible(app, trace))
end)

fact("LAUNCH-048", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  for _, value in ipairs { true, false } do
    local device, app = support.installed(cell, package, false)
    handle_warm(app, function(_, completion)
      DispatchQueue.global:async(function() completion(value) end)
    end)
    device:launch(app)
    device:pressHome()
    if value and cell.holds then
      local crash = assert.crashes(app, function() support.action(cell, app, "Search") end)
      assert.matches("NSInternalInconsistencyException: ", crash.reason)
      assert.matches("main thread", crash.reason)
      assert.equal("notRunning", app.state)
    else
      local trace = support.action(cell, app, "Search")
      if trace then assert.same({ "completed " .. tostring(value) }, outcomes(trace)) end
      assert.is_nil(app.crash)
    end
  end
end)

fact("LAUNCH-049", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  for _, value in ipairs { true, false } do
    local _, trace = warm(cell, function() return value end)
    assert.same({ "completed " .. tostring(value) }, outcomes(trace))
  end
end)

fact("LAUNCH-050", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  for _, type in ipairs { "search", "unheard-of" } do
    local app, trace = warm(cell, function(item, completion) completion(item.type == "search") end,
      support.items { { type, "Search" } })
    assert.same({ "completed " .. tostring(type == "search") }, outcomes(trace))
    assert.equal("runningForeground", app.state)
  end
end)

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
  assert.matches("NSInvalidArgumentException: Application tried to present", crash(function(_, one)
    one:present(one, false)
  end))
end)

fact("LAUNCH-115", { needs = { "app's code" }, lifecycles = true }, function(cell)
  local device, app = support.installed(cell, package)
  local steps = {}
  --- The window's new root, and the one after it: what comes of them.
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
      sheet = sheet or Sheet()
      UIApplication.shared.keyWindow.rootViewController:present(sheet, false)
    end)
    app:run(function() sheet:dismiss(false) end)
  end
  assert.same({ 1, 2 }, { loads, appearances })
end)
