-- What `assert` can do beside asserting: the methods of `assert` for which assert/state and assert/formats do the work.

local host = ...
local state = host.load("assert/state")

local methods = {}

--- A method passes on everything but `assert` itself.
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
