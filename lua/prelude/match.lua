-- match: matchers for called_with and returned_with. match._ matches anything; match.is_string(), match.is_not_nil(),
-- match.near(1, 0.5), match.all_of(m, n), match.is_ref(object) …
--
-- A matcher is a callable table: name, arguments (packed), mod (false when negated), callback. Chains are read like
-- those of assert. A matcher gets the copy that the spy made at the time of the call; only `ref` gets the object
-- itself.

local host = ...
local names = host.load("assert/names")
local more = host.load("assert/more")
local wording = host.load("assert/wording")
local concat = table.concat
local getmetatable, ipairs, pack, rawequal, rawget, setmetatable, tonumber, tostring, type =
  getmetatable, ipairs, table.pack, rawequal, rawget, setmetatable, tonumber, tostring, type

local match = {}
local matcher_meta = {}
local is_matcher_meta = host.typeKeys.matcher
is_matcher_meta[matcher_meta] = true
local known = names.matchers

function match.is_matcher(value)
  return type(value) == "table" and is_matcher_meta[getmetatable(value)] == true
end

function match.is_ref_matcher(value)
  return match.is_matcher(value) and value.name == "ref"
end

function matcher_meta.__call(self, value)
  return (not not self.callback(value)) == self.mod
end

function matcher_meta.__tostring(self)
  if self.name == "_" then return "match._" end
  local parts = {}
  for index = 1, self.arguments.n do
    local argument = self.arguments[index]
    parts[index] = match.is_matcher(argument) and tostring(argument) or wording.show(argument)
  end
  return "match." .. (self.mod and "" or "Not.") .. self.name .. "(" .. concat(parts, ", ") .. ")"
end

match._ = setmetatable({
  name = "_", mod = true, arguments = { n = 0 }, callback = function() return true end,
}, matcher_meta)

local function need(name, arguments, count)
  if arguments.n < count then
    host.fail("match." .. name .. " needs " .. (count == 1 and "a value" or count .. " values") .. ", got "
      .. (arguments.n == 0 and "none" or "only " .. arguments.n))
  end
end

known.equal = function(_, arguments)
  need("equal", arguments, 1)
  return function(value) return value == arguments[1] end
end
known.equals = known.equal

known.same = function(_, arguments)
  need("same", arguments, 1)
  local same = host.load("assert/compare").same
  return function(value) return same(arguments[1], value) end
end

known.ref = function(_, arguments)
  need("ref", arguments, 1)
  local kind = type(arguments[1])
  if kind ~= "table" and kind ~= "function" and kind ~= "userdata" and kind ~= "thread" then
    host.fail("match.ref needs an object (a table, a function …), got " .. wording.typed(arguments[1]))
  end
  -- Each access to a property list creates a new view; `==` treats the views of one place as one object.
  if kind == "userdata" then return function(value) return value == arguments[1] end end
  return function(value) return rawequal(value, arguments[1]) end
end

known.near = function(_, arguments)
  need("near", arguments, 2)
  local expected, tolerance = tonumber(arguments[1]), tonumber(arguments[2])
  if not expected then more.wrong("near", 1, "a number", arguments[1]) end
  if not tolerance then more.wrong("near", 2, "a number", arguments[2]) end
  return function(value)
    local number = tonumber(value)
    return number ~= nil and number + 0.0 >= expected - tolerance and number + 0.0 <= expected + tolerance
  end
end

known.matches = function(_, arguments)
  need("matches", arguments, 1)
  if type(arguments[1]) ~= "string" then more.wrong("matches", 1, "a pattern (a string)", arguments[1]) end
  if arguments[2] ~= nil and not tonumber(arguments[2]) then more.wrong("matches", 2, "a number", arguments[2]) end
  local start, plain = more.reading("matches", arguments[2], arguments[3] == true)
  return function(value)
    local subject = more.texture(value)
    return subject ~= nil and more.search("matches", subject, arguments[1], start, plain) ~= nil
  end
end
known.match = known.matches

known.unique = function(_, arguments)
  return function(value) return (more.unique.check({ value, arguments[1], n = 2 })) end
end

local function constant(fits)
  return function() return fits end
end
known["true"] = constant(function(value) return value == true end)
known["false"] = constant(function(value) return value == false end)
known["nil"] = constant(function(value) return value == nil end)
known.truthy = constant(function(value) return value end)
known.falsy = constant(function(value) return not value end)
for _, name in ipairs { "string", "number", "table", "boolean", "function", "userdata", "thread" } do
  known[name] = constant(function(value) return type(value) == name end)
end

--- A matcher made of matchers: `decide` gets the number of those that match, and the number of all.
local function composite(name, decide)
  known[name] = function(_, arguments)
    need(name, arguments, 1)
    for index = 1, arguments.n do
      if not match.is_matcher(arguments[index]) then
        host.fail("match." .. name .. " needs matchers, got " .. wording.typed(arguments[index]))
      end
    end
    return function(value)
      local fitting = 0
      for index = 1, arguments.n do
        if arguments[index](value) then fitting = fitting + 1 end
      end
      return decide(fitting, arguments.n)
    end
  end
end
composite("all_of", function(fitting, count) return fitting == count end)
composite("any_of", function(fitting) return fitting > 0 end)
composite("none_of", function(fitting) return fitting == 0 end)

--- assert:register("matcher", name, callback): callback(state, arguments, level) returns the function that decides.
function match.register(name, callback)
  if callback ~= nil and not host.callable(callback) then
    host.fail("a matcher needs a function, got " .. wording.typed(callback))
  end
  known[name] = callback
  names.widen(name)
end

local chain_meta = {}

function chain_meta.__index(node, key)
  if type(key) ~= "string" then key = tostring(key) end
  local path = rawget(node, 1)
  return setmetatable({ (path and path .. "_" or "") .. names.fold(key) }, chain_meta)
end

function chain_meta.__call(node, ...)
  local path = rawget(node, 1)
  local name, modifiers, unknown = names.read(path, known)
  if unknown then
    host.fail("unknown matcher match." .. path .. "\nhint: common ones are match._, is_string, is_number, "
      .. "is_table, is_function, is_boolean, is_true, is_false, is_nil, truthy, falsy, equal, same, near, matches, "
      .. "is_ref, all_of, any_of, none_of, each also as is_not_…")
  end
  if not name then return node end
  local state = { mod = true }
  for index = 1, #modifiers do
    if names.modifiers[modifiers[index]] == "negate" then state.mod = not state.mod end
  end
  local arguments = pack(...)
  return setmetatable({
    name = name, arguments = arguments, mod = state.mod, callback = known[name](state, arguments, 1),
  }, matcher_meta)
end

return setmetatable(match, {
  __index = function(_, key)
    return chain_meta.__index({}, key)
  end,
})
