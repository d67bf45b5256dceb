-- The other methods of `assert`, which assert/state and assert/formats implement.

local host = ...
local state = host.load("assert/state")

local methods = {}

--- A method passes on all arguments except `assert`.
local function method(name)
  return function(_, ...) return state[name](...) end
end

for _, name in ipairs {
  "snapshot", "add_spy", "set_parameter", "get_parameter", "add_formatter", "remove_formatter",
} do
  methods[name] = method(name)
end

methods.format = host.load("assert/formats").format

return methods
