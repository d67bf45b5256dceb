-- Runs one assertion completely: counts the values, checks, and on failure writes the message and raises it.
--
-- An assertion is a table:
--   needs    the number of values that it needs (nil: any number), with `values`, their names, for the message
--   message  the position of the script's own message (a number, or a function of the arguments)
--   check    function(arguments, negated, state) → whether it holds (before negation), details for `tell`,
--            results to return instead of the arguments (packed)
--   tell     function(arguments, negated, details, state) → what is wrong, in words
-- `arguments` is packed. `state` is nil or { negated, message, payload, soft } of a chain.

local host = ...
local names = host.load("assert/names")
local getmetatable, pack, select, setmetatable, type, unpack =
  getmetatable, table.pack, select, setmetatable, type, table.unpack

local count_held = getmetatable(host.load("assert")).count
local running = {}
local level_meta = {}
local counted = { "one value", "two values", "three values" }

--- luassert's `assert:level(n)`, an argument that names the stack frame of a failure. Here the place of a failure is
--- always the script's line, so the value is accepted but not used.
function running.level(_, number)
  return setmetatable({ level = number }, level_meta)
end

--- The number in a value of `assert:level`, or nil for anything else.
function running.get_level(_, value)
  if type(value) == "table" and getmetatable(value) == level_meta then return value.level end
end

--- The script's own message, if the call has one, as text.
local function message_of(assertion, arguments, state)
  local message
  local place = assertion.message
  if place then
    if type(place) == "function" then place = place(arguments) end
    if place and place <= arguments.n then message = arguments[place] end
  end
  if message == nil then message = state and state.message end
  if message == nil or running.get_level(nil, message) then return nil end
  return host.load("assert/formats").message(message)
end

--- Fails because of too few values: most often, a function in the call returned nothing.
local function too_few(name, assertion, count)
  host.fail("assert." .. name .. " needs " .. (counted[assertion.needs] or assertion.needs .. " values")
    .. " (" .. assertion.values .. "), got " .. (count == 0 and "none" or "only " .. count)
    .. "\nhint: a function that returns nothing has no value, not even nil")
end

function running.run(name, negated, state, ...)
  local assertion = names.assertion(name)
  if not assertion then return host.load("assert/suggest").fail(name, name) end
  local count = select("#", ...)
  if assertion.needs and count < assertion.needs then return too_few(name, assertion, count) end
  local arguments = pack(...)
  local holds, details, results = assertion.check(arguments, negated, state)
  if (not holds) == negated then
    count_held(1)
    if results then return unpack(results, 1, results.n) end
    return ...
  end
  local text = assertion.tell(arguments, negated, details, state)
  local message = message_of(assertion, arguments, state)
  if message and message ~= "" then text = text == "" and message or message .. "\n" .. text end
  host.fail(text, assertion.difference and assertion.difference(details), state and state.soft)
  return ...
end

return running
