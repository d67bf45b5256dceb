-- stub(table, key, …): a spy that does not call the function that it replaces.
--
-- It returns the given values, or calls a function that is the only value. Later, .returns(…) and .invokes(fn) (also
-- .by_default.returns) change this, and .on_call_with(…).returns(…) for calls with these arguments (the first match
-- wins).

local host = ...
local spy = host.load("spy")
local pack, select, setmetatable, type, unpack = table.pack, select, setmetatable, type, table.unpack

local stub = {}

local function returning(...)
  local values = pack(...)
  return function() return unpack(values, 1, values.n) end
end

local function invoking(action)
  if type(action) ~= "function" and not host.callable(action) then
    host.fail("a stub can only invoke a function, got " .. host.load("assert/wording").typed(action))
  end
  return function(...) return action(...) end
end

--- The action of a new stub, from the arguments after table and key.
local function beginning(...)
  if select("#", ...) == 1 and (type((...)) == "function" or host.callable((...))) then return invoking((...)) end
  return returning(...)
end

function stub.new(target, key, ...)
  if target == nil and key == nil then target, key = {}, "" end
  if type(target) ~= "table" or key == nil then
    host.fail("a stub replaces a field: stub(table, key); got " .. host.load("assert/wording").typed(target)
      .. (key == nil and " and no key" or ""))
  end
  local original = target[key]
  if original ~= nil and type(original) ~= "function" and not host.callable(original) then
    host.fail("a stub can only replace a function or nil, got " .. host.load("assert/wording").typed(original))
  end

  local self = spy.on(target, key)
  local give_back = self.revert
  --- Restores the original value, and returns it.
  function self.revert()
    give_back(self)
    return original
  end
  local default, cases = beginning(...), {}
  self.callback = function(...)
    local now
    for index = 1, #cases do
      now = now or spy.record(...)
      if spy.fits(now, cases[index].arguments) then return cases[index].action(...) end
    end
    return default(...)
  end

  function self.returns(...)
    default = returning(...)
    return self
  end
  function self.invokes(action)
    default = invoking(action)
    return self
  end
  self.by_default = { returns = self.returns, invokes = self.invokes }
  function self.on_call_with(...)
    local case = { arguments = spy.record(...).vals }
    local function added(action)
      case.action = action
      cases[#cases + 1] = case
      return self
    end
    return {
      returns = function(...) return added(returning(...)) end,
      invokes = function(action) return added(invoking(action)) end,
    }
  end
  return self
end

return setmetatable(stub, { __call = function(_, ...) return stub.new(...) end })
