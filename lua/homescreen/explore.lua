-- An app whose orders of events `homescreen explore` tries out.
--
--   local explore = require "homescreen.explore"
--
--   return explore {
--     app = "Notes.app", install = { lifecycle = "scene" },           -- the options of device:install
--     code = function(app, story) … end,                              -- the app's code; runs for each story
--     devices = { { os = "15.0" }, { os = "17.5", model = "iPad" } }, -- one device is enough
--     situations = { { url = "notes://today" } },                     -- options of device:launch
--     actions = { ["sign in"] = function(app, story, device) … end }, -- other events
--     invariants = { ["no note is lost"] = function(app, story, device) assert.equal(1, story.notes) end },
--   }
--
-- A story is a list of actions on a new device. Code, actions and invariants of a story share the table `story`; values
-- that are stored elsewhere outlive the story, and are reported. The article “Exploring” has the details.

local explore = {
  subjects = {},
  is_reading = false, -- whether a file is being read for its definitions
}

local Subject = {}
Subject.__index = Subject

-- The fields of a definition, and the types of their values.
local fields = {
  title = "string", app = "any", install = "table", code = "function", devices = "table", situations = "table",
  actions = "table", invariants = "table", update = "function", declares = "boolean", without = "table",
}

-- An error in a definition is reported at the call of explore { … }, which catches it.
local Mistake = {}
local function fail(message) error(setmetatable({ message = message }, Mistake), 0) end

local function check(definition)
  if type(definition) ~= "table" then fail "expected a table: explore { app = …, code = … }" end
  for field, value in pairs(definition) do
    local kind = fields[field]
    if not kind then fail(("unknown field “%s”"):format(tostring(field))) end
    if kind ~= "any" and type(value) ~= kind then
      fail(("%s is a %s, not a %s"):format(field, kind, type(value)))
    end
  end
  if definition.app == nil then fail "the field app is required: a path, a package, or a function that installs it" end
end

--- Whether a table is a list of one kind of value, without gaps and names.
local function is_list_of(kind, values)
  local inside, all = 0, 0
  for _, value in ipairs(values) do
    if type(value) ~= kind then return false end
    inside = inside + 1
  end
  for _ in pairs(values) do all = all + 1 end
  return inside == all
end

local function check_names(what, names)
  if not is_list_of("string", names) then fail(what .. " must be a list of names, such as { \"quick action\" }") end
end

--- The actions or invariants of a definition, each as { name, run, when, settled, commutes, text }, in the order of
--- their names.
--- @param kinds table: the fields that they may have besides `run`, and the types of these
local function list(given, what, kinds)
  local names, entries = {}, {}
  for name in pairs(given or {}) do
    if type(name) ~= "string" then fail(what .. " have names: [\"sign in\"] = function(app, story, device) … end") end
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local entry = given[name]
    if type(entry) == "function" then entry = { run = entry } end
    if type(entry) ~= "table" or type(entry.run) ~= "function" then
      fail(("%s “%s” must be a function, or a table with the function run"):format(what, name))
    end
    for field, value in pairs(entry) do
      local kind = field == "run" and "function" or kinds[field]
      if not kind then fail(("%s “%s” has no field “%s”"):format(what, name, tostring(field))) end
      if type(value) ~= kind then
        fail(("%s “%s”: %s is a %s, not a %s"):format(what, name, field, kind, type(value)))
      end
    end
    if entry.commutes then check_names(("%s “%s”: commutes"):format(what, name), entry.commutes) end
    entries[#entries + 1] = {
      name = name, run = entry.run, when = entry.when, settled = entry.settled, commutes = entry.commutes,
      fact = entry.fact,
    }
  end
  return entries
end

--- An action that commutes with an unknown one would silently commute with none.
local function check_commuting(actions)
  local known, names = {}, {}
  for _, action in ipairs(actions) do
    known[action.name] = true
    names[#names + 1] = action.name
  end
  for _, action in ipairs(actions) do
    for _, name in ipairs(action.commutes or {}) do
      if not known[name] then
        fail(("actions “%s”: “commutes” has an unknown action, “%s”; use one of %s"):format(
          action.name, name, table.concat(names, ", ")))
      end
    end
  end
end

local function literal(value, outer)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  local inside = { [value] = true }
  for table in pairs(outer or {}) do inside[table] = true end
  if outer and outer[value] then fail "a table in situations contains itself" end
  local parts, keys = {}, {}
  for _, element in ipairs(value) do parts[#parts + 1] = literal(element, inside) end
  for key in pairs(value) do
    if type(key) == "string" then keys[#keys + 1] = key end
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    local name = key:match "^[%a_][%w_]*$" and key or "[" .. literal(key) .. "]"
    parts[#parts + 1] = name .. " = " .. literal(value[key], inside)
  end
  return #parts == 0 and "{}" or "{ " .. table.concat(parts, ", ") .. " }"
end

--- A situation as an action: whenever the screen can be touched, another app, a notification or Siri can open it.
local function situation(reason)
  local text = literal(reason)
  return {
    name = text, text = "device:launch(app, " .. text .. ")",
    run = function(app, _, device) device:launch(app, reason) end,
  }
end

local function define(definition)
  check(definition)
  local subject = {
    definition = definition, title = definition.title or "the app",
    devices = definition.devices or { {} }, declares = definition.declares ~= false,
    without = definition.without or {},
  }
  if #subject.devices == 0 then subject.devices = { subject.devices } end
  subject.actions = list(definition.actions, "actions", { when = "function", commutes = "table" })
  subject.invariants = list(definition.invariants, "invariants", { settled = "boolean", fact = "string" })
  if not is_list_of("table", definition.situations or {}) then
    fail "situations must be a list of tables, each as for device:launch: { { url = \"notes://\" } }"
  end
  for _, reason in ipairs(definition.situations or {}) do table.insert(subject.actions, situation(reason)) end
  check_commuting(subject.actions)
  check_names("without", subject.without)
  return setmetatable(subject, Subject)
end

setmetatable(explore, { __call = function(_, definition)
  local fine, subject = pcall(define, definition)
  if not fine then
    if getmetatable(subject) ~= Mistake then error(subject, 0) end
    error("explore: " .. subject.message, 2)
  end
  explore.subjects[#explore.subjects + 1] = subject
  return subject
end })

--- A path is relative to the file of the definition, even if a scenario elsewhere reads it.
function Subject:path(app)
  if type(app) ~= "string" or not self.folder or app:match "^/" then return app end
  return self.folder .. "/" .. app
end

--- Installs the app, or its update, with its code, and returns the app.
function Subject:put(device, story)
  local definition = self.definition
  local app
  if type(definition.app) == "function" then
    app = definition.app(device, story)
  else
    app = device:install(self:path(definition.app), definition.install)
    if definition.code then definition.code(app, story, device) end
  end
  if app == nil then error("explore: the function “app” must return what device:install returned", 0) end
  return app
end

--- Restores the globals of the file as they were after it ran.
local function restore(subject)
  local environment, kept = subject.environment, subject.globals
  if not environment then return end
  for name, value in next, environment do
    if kept[name] ~= value then environment[name] = kept[name] end
  end
  for name, value in next, kept do environment[name] = value end
end

--- Creates a device with the app: device, app, story.
function Subject:start(where)
  math.randomseed(1)
  restore(self)
  local device = Device(where)
  local story = {}
  return device, self:put(device, story), story
end

--- Installs the next build of the app: that of `update`, or the same build again.
function Subject:update(device, app, story)
  local update = self.definition.update
  if update then return update(device, app, story) end
  self:put(device, story)
end

--- Runs one of the app's own actions or situations.
function Subject:perform(name, device, app, story)
  for _, action in ipairs(self.actions) do
    if action.name == name then return action.run(app, story, device) end
  end
  error("explore: unknown action “" .. tostring(name) .. "”", 2)
end

--- Fails if one of the app's own invariants does not hold.
function Subject:check(name, device, app, story)
  for _, invariant in ipairs(self.invariants) do
    if invariant.name == name then
      local holds, reason = invariant.run(app, story, device)
      -- A failure, like those of the rules.
      assert(holds ~= false, reason or name .. " does not hold")
      return
    end
  end
  error("explore: unknown invariant “" .. tostring(name) .. "”", 2)
end

--- Waits, answers questions, and returns to the app, until nothing is pending.
function explore.settle(device, app)
  for _ = 1, 4 do
    if device.locked then device.locked = false end
    for _ = 1, 4 do
      if not device.alert then break end
      device.alert:tap(device.alert.buttons[1])
    end
    if app.state ~= "notRunning" and app.state ~= "runningForeground" then app:activate() end
    device:advance(2.5)
  end
end

-- The invariants that hold for every app, as checks of a scenario. They read the trace, and store nothing.

local rules = {}
explore.rules = rules

--- Each quick action is handled once.
function rules.handled_once(device)
  for _, one in ipairs(device.trace.handling) do
    local holds = one.outcome ~= "handled twice" and one.outcome ~= "never handled" and one.outcome ~= "lost"
    assert(holds, one.arrival .. "; it was handled " .. one.handled .. " times")
  end
end

--- No action is handled that was not chosen.
function rules.only_what_was_chosen(device)
  for _, event in ipairs(device.trace) do
    assert(
      not (event.kind == "delivery" and event.name == "handled") or event.detail:match "delivery=",
      "handled, although it was not chosen: " .. event.detail)
  end
end

--- Every event that is sent to the app reaches a method that the app has.
function rules.reaches_the_app(device)
  for _, one in ipairs(device.trace.deliveries) do
    assert(one.outcome ~= "lost" or #one.carriers == 0 or not one.expected, one.arrival)
  end
end

--- The completion handler of each quick action is called once.
function rules.completed_once(device)
  for _, one in ipairs(device.trace.handling) do
    local holds = one.completed == one.completion_handlers or one.ended and one.completed < one.completion_handlers
    assert(holds, one.arrival .. "; its completion handler was called " .. one.completed .. " times")
  end
end

local function no_end(device, only_hangs, text)
  for _, event in ipairs(device.trace) do
    if event.kind == "process" and event.name == "crash" then
      assert(only_hangs and not event.detail:match "0x8badf00d", text .. event.detail)
    end
  end
end

--- The app does not end by itself: it neither crashes nor hangs.
function rules.no_crash(device) no_end(device, false, "the app terminated unexpectedly: ") end

--- The watchdog does not end the app.
function rules.no_hang(device) no_end(device, true, "the app hung: ") end

--- The app's main queue comes to rest: a step that keeps it busy has already raised an error.
function rules.comes_to_rest(device) device:advance(0) end

--- Everything that the app presents is shown.
function rules.presented(device)
  for _, event in ipairs(device.trace) do
    assert(
      not (event.kind == "presentation" and event.name == "refused"),
      "what the app presented was not shown: " .. event.detail .. " (" .. tostring(event.fact) .. ")")
  end
end

--- Each request for an icon is answered.
function rules.icon_answered(device)
  local waiting = 0
  for _, event in ipairs(device.trace) do
    if event.kind == "icon" and event.name == "requested" then waiting = waiting + 1 end
    if event.kind == "icon" and event.name == "completed" then waiting = waiting - 1 end
    if event.kind == "process" and event.name == "end" then waiting = 0 end
  end
  assert(waiting <= 0, "a request for another icon was never answered")
end

--- The last request for an icon did not fail because it came at the wrong time.
function rules.icon_not_lost(device)
  local refused
  for _, event in ipairs(device.trace) do
    if event.kind == "icon" and event.name == "refused" then
      refused = event.detail:match "code=35%f[%D]" or event.detail:match "code=3072%f[%D]"
    end
    if event.kind == "icon" and (event.name == "stored" or event.name == "alreadySet") then refused = nil end
    if event.kind == "process" and event.name == "end" then refused = nil end
  end
  assert(not refused, "the icon was not changed, because the request came at the wrong moment: " .. tostring(refused))
end

-- Files

local function nothing() end

-- busted's words.
local blocks = { "describe", "context", "insulate", "expose" }
local others = {
  "it", "spec", "test", "pending", "before_each", "after_each", "setup", "lazy_setup", "strict_setup", "teardown",
  "lazy_teardown", "strict_teardown", "finally", "randomize", "timeout", "budget", "fact",
}

--- The apps that a file defines: the result of its `explore { … }`. Blocks of scenarios run, but scenarios do not. With
--- a title, the app of that name.
function explore.from(path, title)
  local before, was_reading = explore.subjects, explore.is_reading
  explore.subjects, explore.is_reading = {}, true
  local environment = setmetatable({}, { __index = _G })
  -- Also for the modules of the file, which do not have their own globals.
  local words = {}
  local function replace(list, stand_in)
    for _, word in ipairs(list) do
      words[#words + 1] = { word, rawget(_G, word) }
      rawset(_G, word, stand_in)
    end
  end
  replace(blocks, function(_, body) body() end)
  replace(others, nothing)
  local chunk, reason = loadfile(path, "t", environment)
  local fine = chunk ~= nil
  if fine then fine, reason = pcall(chunk) end
  local found = explore.subjects
  for _, word in ipairs(words) do rawset(_G, word[1], word[2]) end
  explore.subjects, explore.is_reading = before, was_reading
  if not fine then
    -- The tail call `return explore { … }` leaves no line number.
    if type(reason) == "string" and reason:match "^explore: " then reason = path .. ": " .. reason end
    if type(reason) == "string" and reason:match "outside of the project" then
      reason = reason .. "; a scenario can only read files of its project, so put it into that project"
    end
    error(reason, 0)
  end
  local globals = {}
  for name, value in next, environment do globals[name] = value end
  local folder = path:match "^(.*)/[^/]*$"
  for _, subject in ipairs(found) do
    subject.environment, subject.globals, subject.folder = environment, globals, folder
  end
  if not title then return found end
  for _, subject in ipairs(found) do
    if subject.title == title then return subject end
  end
  error(("explore: %s has no app “%s”"):format(path, title), 2)
end

return explore
