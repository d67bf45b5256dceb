-- say: texts by key, in namespaces (languages). say:set(key, text) adds a text to the current namespace, and say(key,
-- values) returns it with the values in place of its %s. If the namespace has no text for a key, the one of the
-- fallback, "en", is used.
--
-- assert:register uses messages as keys. The keys of luassert's own messages are also here, with this project's words,
-- for assertions that reuse them.

local error, max, rawget, setmetatable, tostring, type, unpack =
  error, math.max, rawget, setmetatable, tostring, type, table.unpack
local format = string.format

local registry = {}
local current, fallback

local say = { _registry = registry }

--- Chooses the namespace that `set` and `say` use; creates it if it does not exist.
function say.set_namespace(_, name)
  if name == nil then error("say:set_namespace needs a name", 2) end
  current = name
  registry[name] = registry[name] or {}
end

--- Chooses the namespace for keys that the current one does not have.
function say.set_fallback(_, name)
  if name == nil then error("say:set_fallback needs a name", 2) end
  fallback = name
  registry[name] = registry[name] or {}
end

function say.set(_, key, text)
  if key == nil then error("say:set needs a key and a text", 2) end
  registry[current][key] = text
end

--- The text of a key before values are filled in; nil if there is none. For assert/extend.
function say.text(key)
  local text = registry[current][key]
  if text == nil then text = registry[fallback][key] end
  return text ~= nil and tostring(text) or nil
end

local meta = {}

function meta.__call(_, key, values)
  if values ~= nil and type(values) ~= "table" then
    error("expected parameter table to be a table, got '" .. type(values) .. "'", 2)
  end
  local text = key ~= nil and say.text(key) or nil
  if text == nil then return nil end
  values = values or {}
  local count = max(values.n or 0, #values)
  if count == 0 then return text end
  local parts = {}
  for index = 1, count do parts[index] = tostring(values[index]) end
  return format(text, unpack(parts, 1, count))
end

function meta.__index(_, key) return rawget(registry, key) end

say:set_fallback("en")
say:set_namespace("en")

--- Sets the messages about a relation of two values, for the assertion and its negation.
local function pair(name, relation)
  say:set("assertion." .. name .. ".positive", "expected " .. relation .. "; got\n%s\nexpected\n%s")
  say:set("assertion." .. name .. ".negative", "expected anything but " .. relation .. "; got\n%s\nwhich is\n%s")
end

pair("same", "a value with the same content")
pair("equals", "an equal value")
pair("matches", "a match of the pattern")
pair("error", "the error")
pair("called_with", "a call with these values")
pair("returned_with", "a call that returns these values")
say:set("assertion.near.positive", "expected a close number; got\n%s\nexpected\n%s, at most %s apart")
say:set("assertion.near.negative", "expected a number that is not close; got\n%s\nwhich is too close to\n%s, at most %s apart")
say:set("assertion.unique.positive", "expected each value once in\n%s")
say:set("assertion.unique.negative", "expected a value twice in\n%s")
say:set("assertion.truthy.positive", "expected a value that counts as true, got\n%s")
say:set("assertion.truthy.negative", "expected false or nil, got\n%s")
say:set("assertion.falsy.positive", "expected false or nil, got\n%s")
say:set("assertion.falsy.negative", "expected a value that counts as true, got\n%s")
say:set("assertion.called.positive", "expected %s calls, got %s")
say:set("assertion.called.negative", "expected any number of calls but %s, got %s")
say:set("assertion.called_at_least.positive", "expected at least %s calls, got %s")
say:set("assertion.called_at_most.positive", "expected at most %s calls, got %s")
say:set("assertion.called_more_than.positive", "expected more than %s calls, got %s")
say:set("assertion.called_less_than.positive", "expected fewer than %s calls, got %s")
say:set("assertion.returned_arguments.positive", "expected %s values, got %s")
say:set("assertion.returned_arguments.negative", "expected any number of values but %s, got %s")
say:set("assertion.array_holes.positive", "expected a list with holes, got one without")
say:set("assertion.array_holes.negative", "expected a list without holes, got one at %s")
say:set("assertion.internal.argtolittle", "%s needs at least %s values, got %s")
say:set("assertion.internal.badargtype", "value %s of %s must be a %s, got %s")

return setmetatable(say, meta)
