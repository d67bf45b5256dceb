-- mock(table, stubbed, value): watches every function in a table and in the tables inside. With `stubbed`, none of the
-- functions runs, and each returns `value` (or calls it, if it is a function). mock.clear and mock.revert traverse the
-- table again.

local host = ...
local spy = host.load("spy")
local entries = host.load("assert/compare").entries
local setmetatable, type = setmetatable, type

local mock = {}

--- Calls `action(table, key, value)` for each entry of a table and of the tables inside, each table once.
local function each(root, action)
  local seen, work = { [root] = true }, { root }
  while #work > 0 do
    local current = work[#work]
    work[#work] = nil
    for key, value in entries(current) do
      action(current, key, value)
      if type(value) == "table" and not spy.is_spy(value) and not seen[value] then
        seen[value] = true
        work[#work + 1] = value
      end
    end
  end
end

function mock.new(object, stubbed, value)
  local function watch(target, key)
    if not stubbed then return spy.on(target, key) end
    return host.load("stub").new(target, key, value)
  end
  if type(object) == "function" then return watch({ object }, 1) end
  if type(object) ~= "table" or spy.is_spy(object) then return object end
  each(object, function(target, key, item)
    if type(item) == "function" then watch(target, key) end
  end)
  return object
end

local function all(method)
  return function(object)
    if spy.is_spy(object) then
      object[method](object)
    elseif type(object) == "table" then
      each(object, function(_, _, value)
        if spy.is_spy(value) then value[method](value) end
      end)
    end
    return object
  end
end

--- Removes the recorded calls of every spy in a mock.
mock.clear = all("clear")

--- Restores every original function.
mock.revert = all("revert")

return setmetatable(mock, { __call = function(_, ...) return mock.new(...) end })
