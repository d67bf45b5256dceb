-- The other methods of `assert`, which assert/state and assert/formats implement.

local host = ...
local getmetatable, ipairs, rawget, select, type = getmetatable, ipairs, rawget, select, type
local state = host.load("assert/state")

local methods = {}

--- A method passes on all arguments except `assert`.
local function method(name)
  return function(_, ...) return state[name](...) end
end

for _, name in ipairs {
  "add_spy", "set_parameter", "get_parameter", "add_formatter", "remove_formatter",
} do
  methods[name] = method(name)
end

--- `assert:snapshot()` or `assert.snapshot()`: with a value, another tool's word for a stored value, which would pass.
function methods.snapshot(self, ...)
  local meta = type(self) == "table" and getmetatable(self)
  if select("#", ...) > 0 or self ~= nil and not (type(meta) == "table" and rawget(meta, "__call")) then
    host.fail_as("argument", "assert.snapshot marks a state of spies and parameters, and takes no value",
      "assert.matches_snapshot(value) compares a value with one that an earlier run stored.")
  end
  return state.snapshot()
end

methods.format = host.load("assert/formats").format

return methods
