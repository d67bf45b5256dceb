-- The facts of launch.md, “2. Handling an action”: the completion handler.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"

local package = support.items { { "search", "Search" } }

--- A warm quick action, handled by `body`: the app, the trace.
local function warm(cell, body, package_of_it)
  local device, app = support.installed(cell, package_of_it or package, false)
  launching.handle_warm(app, body)
  device:launch(app)
  device:pressHome()
  local trace = support.action(cell, app, "Search")
  return app, trace
end

--- The results of the completion handlers in the trace.
local function outcomes(trace)
  local found = {}
  for _, event in ipairs(trace) do
    local outcome = event.kind == "delivery" and event.detail:match "outcome=(%a+)"
    if outcome then found[#found + 1] = event.name .. " " .. outcome end
  end
  return found
end

--- The visible effects: the trace without the completion handler, the console, the menu a minute later.
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

fact("LAUNCH-044", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  if support.lacks_menus(cell) then return end
  for _, value in ipairs { true, false } do
    local _, trace = warm(cell, function(_, completion) completion(value) end)
    assert.same({ "completed " .. tostring(value) }, outcomes(trace))
  end
  -- The handler belongs to its process, and works while code of it runs.
  local kept
  local app = warm(cell, function(_, completion) kept = completion end)
  local function complete() kept(true) end
  assert.equal("outside-the-app", support.code(complete))
  app:terminate "jetsam"
  app.device:launch(app)
  assert.equal("process-ended", app:run(function() return support.code(complete) end))
end)

fact("LAUNCH-045", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  if support.lacks_menus(cell) then return end
  local app, trace = warm(cell, function(_, completion) completion(true) end)
  local other, other_trace = warm(cell, function(_, completion) completion(false) end)
  assert.Not.same(outcomes(trace), outcomes(other_trace))
  assert.same(visible(app, trace), visible(other, other_trace))
end)

fact("LAUNCH-046", { needs = { "app's code", "finger", "clock" }, lifecycles = true }, function(cell)
  if support.lacks_menus(cell) then return end
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
  if support.lacks_menus(cell) then return end
  local app, trace = warm(cell, function(_, completion)
    completion(true)
    completion(false)
  end)
  local other, other_trace = warm(cell, function(_, completion) completion(true) end)
  assert.same({ "completed true", "completedAgain false" }, outcomes(trace))
  assert.same(visible(other, other_trace), visible(app, trace))
end)

fact("LAUNCH-048", { needs = { "app's code", "finger" }, lifecycles = true, versions = { "13.0" } }, function(cell)
  for _, value in ipairs { true, false } do
    local device, app = support.installed(cell, package, false)
    launching.handle_warm(app, function(_, completion)
      DispatchQueue.global:async(function() completion(value) end)
    end)
    device:launch(app)
    device:pressHome()
    if value and cell.holds then
      local crash = assert.crashes(app, function() support.action(cell, app, "Search") end)
      assert.matches("NSInternalInconsistencyException: ", crash.reason)
      assert.matches("Call must be made on main thread", crash.reason, 1, true)
      assert.equal("notRunning", app.state)
    else
      local trace = support.action(cell, app, "Search")
      if trace then assert.same({ "completed " .. tostring(value) }, outcomes(trace)) end
      assert.is_nil(app.crash)
    end
  end
end)

fact("LAUNCH-049", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  if support.lacks_menus(cell) then return end
  for _, value in ipairs { true, false } do
    local _, trace = warm(cell, function() return value end)
    assert.same({ "completed " .. tostring(value) }, outcomes(trace))
  end
end)

fact("LAUNCH-050", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  if support.lacks_menus(cell) then return end
  for _, type in ipairs { "search", "unheard-of" } do
    local app, trace = warm(cell, function(item, completion) completion(item.type == "search") end,
      support.items { { type, "Search" } })
    assert.same({ "completed " .. tostring(type == "search") }, outcomes(trace))
    assert.equal("runningForeground", app.state)
  end
end)
