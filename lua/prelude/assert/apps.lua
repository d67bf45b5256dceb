-- Assertions about apps: callbacks, handled_once, logged, crashes, matches_snapshot.

local host = ...
local wording = host.load("assert/wording")
local text = host.load("text")
local concat, find, max, pcall, rawequal, type = table.concat, string.find, math.max, pcall, rawequal, type
local error, ipairs, pairs = error, ipairs, pairs

local apps = {}

local compared = 200     -- callbacks that are compared for a difference
local shown_lines = 8    -- of a console

--- Fails because of a wrong argument.
local function wrong(name, place, needed, value)
  host.load("assert/more").wrong(name, place, needed, value)
end

local function is(kind, value) return type(value) == "userdata" and host.typename(value) == kind end

-- callbacks

--- Hints about unusual expected names.
local function hints(expected)
  local lines = {}
  for _, name in ipairs(expected) do
    local hint = host.slot_hint(name)
    if hint then lines[#lines + 1] = "\nhint: " .. text.quote(name) .. ": " .. hint end
  end
  return concat(lines)
end

apps.callbacks = {
  needs = 2, values = "a list of callbacks, a trace", message = 3,
  check = function(arguments)
    local expected, trace = arguments[1], arguments[2]
    if type(expected) ~= "table" then wrong("callbacks", 1, "a list of callbacks", expected) end
    if not is("trace", trace) then wrong("callbacks", 2, "a trace, as device:record returns it", trace) end
    for place, name in pairs(expected) do
      if type(place) ~= "number" or type(name) ~= "string" then
        wrong("callbacks", 1, "a list of names of callbacks", name)
      end
    end
    local got = trace.callbacks
    if #got ~= #expected then return false, got end
    for place = 1, #got do
      if got[place] ~= expected[place] then return false, got end
    end
    return true, got
  end,
  tell = function(arguments, negated, got)
    local expected = arguments[1]
    if negated then return "expected callbacks other than these:\n    " .. concat(got, "\n    ") end
    if #got == 0 then
      return "expected " .. text.count(#expected, "callback") .. ", got none: the trace has no callback of an app"
        .. hints(expected)
    end
    if #expected > compared or #got > compared then
      return "expected " .. text.count(#expected, "callback") .. ", got " .. #got .. " others" .. hints(expected)
    end
    return "the callbacks differ from the expected ones:\n"
      .. host.load("assert/lines").all(expected, got, "   (expected, not called)", "   (called, not expected)")
      .. hints(expected)
  end,
}

-- handled_once

--- A number of times, in words.
local function often(verb, count)
  if count == 0 then return "never " .. verb end
  return verb .. " " .. (count == 1 and "once" or count .. " times")
end

--- Returns the remedy for an action that was handled more than once.
--
-- own: the methods of the app that iOS gave it to
local function remedy(item, own)
  local last, handlings, calls, launch = item.handlers[#item.handlers], 0, 0, nil
  for _, name in ipairs(item.handlers) do
    if name == last then handlings = handlings + 1 end
    launch = launch or find(name, "FinishLaunchingWithOptions", 1, true)
  end
  for _, name in ipairs(item.callbacks) do
    if name == last then calls = calls + 1 end
  end
  -- Only a later call of the same method shows that the item is still stored. Blocks and views are not in the list.
  if not own[last] and handlings > 1 and calls ~= 1 then
    return "  an item that is stored but not cleared fires again (LAUNCH-036): set it to nil once it is handled"
  end
  -- Only without scenes does the result of a launch method matter.
  local matters = launch and own["application_performActionForShortcutItem_completionHandler"]
  return "  handle it in one of them"
    .. (matters and ": a launch method that handles it must return false (LAUNCH-005)" or "")
end

--- Describes what happened to one quick action.
local function fate(item)
  local name, is_open = "the quick action " .. text.quote(item.type), item.outcome == "not known"
  local lines = {
    is_open and "it is not known whether " .. name .. " is handled once: " .. item.reason
      or name .. " was " .. often("delivered", item.delivered) .. " and " .. often("handled", item.handled),
  }
  local own, implemented = {}, false
  local words, hint, is_read = host.missing_method(item.app, item.method)
  for _, carrier in ipairs(item.carriers) do
    if carrier.implemented then
      own[#own + 1] = carrier.callback
      own[carrier.callback] = true
    end
  end
  if item.handled > 1 then
    -- As explore says it: the methods that it came to, and what happened to it.
    if #own > 0 then lines[#lines + 1] = "  it came to " .. concat(own, " and to ") end
  elseif item.method then
    for _, carrier in ipairs(item.carriers) do
      implemented = implemented or carrier.callback == item.method and carrier.implemented
    end
    lines[#lines + 1] = "  in this life cycle it must be handled in " .. item.method .. ", Swift's "
      .. (host.swift_name(item.method) or "") .. (implemented and "" or words or "")
    if item.unused then
      lines[#lines + 1] = "  the app has " .. item.unused .. ", but with scenes iOS never calls it (LAUNCH-021)"
    end
  elseif item.delivered == 0 then
    lines[#lines + 1] = "  it was sent before the trace began, or the app created it"
  end
  if item.handled > 0 then
    lines[#lines + 1] = (is_open and "  the app may handle it in " or "  the app handled it in ")
      .. concat(item.handlers, " and in ")
  end
  if item.handled > 1 and is_open then
    lines[#lines + 1] = "  install the app with doubtful = false to leave out steps that may not run (“or not”)"
  elseif item.handled > 1 then
    lines[#lines + 1] = remedy(item, own)
  end
  local carried = {}
  for _, carrier in ipairs(item.carriers) do
    carried[carrier.callback] = carrier.implemented and "carried it" or "carried it; no method ran"
  end
  if #item.callbacks > 0 then lines[#lines + 1] = "  the callbacks that ran after that:" end
  for _, name in ipairs(item.callbacks) do
    lines[#lines + 1] = "    " .. name .. (carried[name] and "   (" .. carried[name] .. ")" or "")
  end
  if item.handled == 0 and item.delivered > 0 then
    if implemented then hint = "when the app's code handles it, call app:didHandle(item)" end
    if not is_read then
      lines[#lines + 1] = hint and "hint: " .. hint
    elseif item.reason and not is_open then
      lines[#lines + 1] = "why: " .. item.reason
    end
  end
  return concat(lines, "\n")
end

apps.handled_once = {
  needs = 1, values = "a trace", message = 2,
  check = function(arguments)
    local trace = arguments[1]
    if not is("trace", trace) then wrong("handled_once", 1, "a trace, as device:record returns it", trace) end
    local handling = trace.handling
    for _, item in ipairs(handling) do
      if item.outcome ~= "handled once" then return false, handling end
    end
    return #handling > 0, handling
  end,
  tell = function(arguments, negated, handling)
    if negated then return "expected a quick action that is not handled exactly once, but each is" end
    if #handling == 0 then
      return "no quick action was delivered in this trace"
        .. (#arguments[1].deliveries > 0
          and "\nhint: handled_once is about quick actions; trace.deliveries has links and notifications, with their outcome"
          or "\nhint: record the tap: device:record(function() icon:press():item(…):tap() end)")
    end
    local lines = {}
    for _, item in ipairs(handling) do
      if item.outcome ~= "handled once" then lines[#lines + 1] = fate(item) end
    end
    return concat(lines, "\n")
  end,
}

-- logged

apps.logged = {
  needs = 2, values = "text, app", message = 3,
  check = function(arguments)
    local wanted, app = arguments[1], arguments[2]
    if type(wanted) ~= "string" then wrong("logged", 1, "a text", wanted) end
    if not is("app", app) then wrong("logged", 2, "an app", app) end
    local console = app.console
    for _, line in ipairs(console) do
      if find(line, wanted, 1, true) then return true, console end
    end
    return false, console
  end,
  tell = function(arguments, negated, console)
    local wanted = wording.show(arguments[1])
    local lines = {}
    local first = max(1, #console - shown_lines + 1)
    if first > 1 then lines[1] = "  … " .. text.count(first - 1, "earlier line") end
    for place = first, #console do lines[#lines + 1] = "  " .. text.cut(console[place], 300) end
    if negated then return "expected no line with " .. wanted .. " on the console:\n" .. concat(lines, "\n") end
    if #console == 0 then return "expected a line with " .. wanted .. " on the console, which is empty" end
    return "expected a line with " .. wanted .. " on the console, got\n" .. concat(lines, "\n")
  end,
}

-- crashes

apps.crashes = {
  needs = 2, values = "an app, a function", message = 3,
  check = function(arguments)
    local app, body = arguments[1], arguments[2]
    if not is("app", app) then wrong("crashes", 1, "an app", app) end
    if not host.callable(body) then wrong("crashes", 2, "a function", body) end
    local first = #app.device.trace + 1
    local fine, err = pcall(body)
    local crashed = host.has_crashed(app, first)
    -- The error that ended the app is expected; any other error is the scenario's.
    if not fine and not (crashed and (rawequal(err, host.crash_value(app)) or host.is_crash(app, err))) then
      error(err, 0)
    end
    return crashed, app, crashed and { n = 1, app.crash } or { n = 1 }
  end,
  tell = function(_, negated, app)
    if negated then
      local crash = app.crash
      return "expected no crash, but " .. app.bundleIdentifier .. " crashed"
        .. (crash and ": " .. crash.reason or "")
    end
    return "expected a crash of " .. app.bundleIdentifier .. ", but it did not crash; it is " .. app.state
  end,
}

-- matches_snapshot

apps.matches_snapshot = {
  needs = 1, values = "the value", message = 3,
  check = function(arguments, negated)
    local name = arguments[2]
    if name ~= nil and (type(name) ~= "string" or name == "") then
      wrong("matches_snapshot", 2, "the snapshot's name (a string)", name)
    end
    if negated then
      host.fail("assert.Not.matches_snapshot checks nothing: use assert.Not.same to compare with a value")
    end
    local value = arguments[1]
    local found, stored, now, command, what, file, difference =
      host.snapshot(host.load("assert/picture").text(value), name, value)
    return stored == nil, {
      name = found, stored = stored, now = now, command = command, what = what, file = file, difference = difference,
    }
  end,
  -- For pictures, which a report shows.
  difference = function(details) return details.difference end,
  tell = function(_, _, details)
    local lines = host.load("assert/lines")
    local update = "\nhint: if the new one is right: " .. details.command
    local said
    if details.stored == details.now then
      said = "the picture differs from the snapshot “" .. details.name .. "” only in its drawing: " .. details.what
    else
      said = "the value differs from the snapshot “" .. details.name .. "” (- snapshot, + now):\n"
        .. lines.difference(lines.of(details.stored), lines.of(details.now))
    end
    if not details.file then return said .. update end
    return said .. "\nstored picture: " .. details.file .. update
      .. "\nhint: both pictures, and where they differ: homescreen run --format html=report.html"
  end,
}

return apps
