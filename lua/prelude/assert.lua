-- assert: Lua's own assert when called, luassert's assertions when indexed.
--
-- The most frequent assertions are plain functions here: a pass costs a call and a comparison, but no table and no
-- closure. Everything else (other spellings, other assertions, messages, spies) is loaded at its first use. assert/run
-- checks a failed assertion again and writes the message, so a script's `__eq` may run twice, but only if the assertion
-- fails.
--
-- An intended difference from luassert: a chain in a variable does not remember the calls made through it.

local host = ...
local load, note_failed_assert = host.load, host.note_failed_assert
local error, rawset, select, setmetatable, type = error, rawset, select, setmetatable, type

--- The number of assertions that have passed, without Lua's own `assert`, which is mostly a guard. A cell of a fact
--- fails if none has passed.
local held = 0

local function run(...)
  run = load("assert/run").run
  return run(...)
end

local function equal(...)
  local expected, actual = ...
  if expected == actual and (actual ~= nil or select("#", ...) > 1) then
    held = held + 1
    return ...
  end
  return run("equal", false, nil, ...)
end

local function not_equal(...)
  local expected, actual = ...
  if expected ~= actual and select("#", ...) > 1 then
    held = held + 1
    return ...
  end
  return run("equal", true, nil, ...)
end

local compare
local function same(...)
  local expected, actual = ...
  compare = compare or load("assert/compare").same
  if compare(expected, actual) and select("#", ...) > 1 then
    held = held + 1
    return ...
  end
  return run("same", false, nil, ...)
end

local function is_true(...)
  if (...) == true then
    held = held + 1
    return ...
  end
  return run("true", false, nil, ...)
end

local function is_false(...)
  if (...) == false then
    held = held + 1
    return ...
  end
  return run("false", false, nil, ...)
end

local function is_nil(...)
  if (...) == nil then
    held = held + 1
    return ...
  end
  return run("nil", false, nil, ...)
end

local function is_not_nil(...)
  if (...) ~= nil then
    held = held + 1
    return ...
  end
  return run("nil", true, nil, ...)
end

local function truthy(...)
  if (...) then
    held = held + 1
    return ...
  end
  return run("truthy", false, nil, ...)
end

local function falsy(...)
  if not (...) and select("#", ...) > 0 then
    held = held + 1
    return ...
  end
  return run("falsy", false, nil, ...)
end

--- The quick form of a type's assertion, for example of `is_string`.
local function typed(name)
  return function(...)
      if type((...)) == name then
        held = held + 1
        return ...
      end
    return run(name, false, nil, ...)
  end
end

--- The quick forms by name, for other spellings of an assertion (`are.equal`, `is.True`); a leading "not " negates.
local quick = {
  equal = equal, equals = equal, same = same, truthy = truthy, falsy = falsy,
  ["true"] = is_true, ["false"] = is_false, ["nil"] = is_nil,
  ["not equal"] = not_equal, ["not equals"] = not_equal, ["not nil"] = is_not_nil,
  string = typed, number = typed, table = typed, boolean = typed, ["function"] = typed, userdata = typed,
  thread = typed,
}

local assert = {
  equal = equal, equals = equal, same = same, truthy = truthy, falsy = falsy,
  is_true = is_true, is_false = is_false, is_nil = is_nil, is_not_nil = is_not_nil,
}

local meta = {}

--- `assert(v, message, …)`: returns all its arguments, or raises `message`. As in Lua, the place of the call is put
--- before a text; any other value is raised unchanged.
function meta.__call(_, ...)
  if (...) then return ... end
  local _, message = ...
  if message == nil then message = "assertion failed!" end
  note_failed_assert(message)
  error(message, 2)
end

--- For assert/run, which counts its own, and for the host.
function meta.count(more)
  held = held + (more or 0)
  return held
end

function meta.__index(self, key)
  local method = load("assert/names").methods[key]
  if method then
    local value = load(method)[key]
    rawset(self, key, value)
    return value
  end
  return load("assert/chain").step(self, "", nil, key)
end

--- The quick form of an assertion, or nil. For assert/chain.
function meta.quick(name, negated)
  local form = quick[negated and "not " .. name or name]
  if form == typed then
    form = typed(name)
    quick[name] = form
  end
  return form
end

--- Removes an assertion's quick form, because a script has replaced the assertion. For assert/extend.
function meta.retire(name)
  local form = quick[name]
  quick[name], quick["not " .. name] = nil, nil
  for _, key in ipairs { name, "is_" .. name, "is_not_" .. name } do
    if form then assert[key] = nil end
  end
end

return setmetatable(assert, meta)
