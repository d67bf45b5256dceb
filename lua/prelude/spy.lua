-- spy: functions that remember their calls. spy.new(fn), spy.on(table, key), spy.is_spy(value).
--
-- A spy is a callable table: calls and returnvals (one record per call: vals, copies made at the time of the call, and
-- refs, the values themselves), callback, called, called_with, returned_with, clear, revert. Arguments are copied in
-- depth, also property lists, so that `called_with` compares them as they were; spies and matchers are not copied. An
-- error of the callback is passed on: the call is recorded, but no return values.

local host = ...
local compare = host.load("assert/compare")
local getmetatable, pairs, rawequal, rawget, select, setmetatable, type =
  getmetatable, pairs, rawequal, rawget, select, setmetatable, type

local spy = {}
local spy_meta = {}
-- A plugin has its own spy module; both modules recognise the spies of the other.
local is_spy_meta = host.typeKeys.spy
is_spy_meta[spy_meta] = true

local function nothing() end

function spy.is_spy(value)
  return type(value) == "table" and is_spy_meta[getmetatable(value)] == true
end

--- Whether a value is shared, not copied, when arguments are recorded.
local function shared(value)
  return spy.is_spy(value) or host.load("match").is_matcher(value)
end

--- Values of one call as they are now, and the values themselves.
local function record(...)
  local count = select("#", ...)
  local vals, refs = { n = count, ... }, nil
  for index = 1, count do
    local value = vals[index]
    local kind = type(value)
    if kind == "table" or kind == "userdata" then
      local copy = compare.copy(value, shared)
      if not rawequal(copy, value) then
        refs = refs or { n = count, ... }
        vals[index] = copy
      end
    end
  end
  return { vals = vals, refs = refs or vals }
end
spy.record = record

--- Whether recorded values match a list of expected values, which may contain matchers.
local function fits(entry, expected)
  local vals = entry.vals
  local count = expected.n or #expected
  if vals.n ~= count then return false end
  for index = 1, count do
    local wanted = expected[index]
    if type(wanted) == "table" and host.load("match").is_matcher(wanted) then
      local list = host.load("match").is_ref_matcher(wanted) and entry.refs or vals
      if not wanted(list[index]) then return false end
    elseif not compare.same(vals[index], wanted, true) then
      return false
    end
  end
  return true
end
spy.fits = fits

--- The number of the last record that matches, or nil.
function spy.find(records, expected)
  for index = #records, 1, -1 do
    if fits(records[index], expected) then return index end
  end
end

local methods = {}

--- Whether the spy was called `times` times (without a number: at least once), and the number of calls. `compares` can
--- decide instead, as in luassert: compares(count, times).
function methods:called(times, compares)
  local count = #self.calls
  if compares then return compares(count, times), count end
  if times then return count == times, count end
  return count > 0, count
end

local function recorded(records, expected)
  local index = spy.find(records, expected)
  local entry = records[index or #records]
  return index ~= nil, entry and entry.vals
end

--- Whether some call had these values (a packed list); also the values of that call, or of the last one.
function methods:called_with(expected) return recorded(self.calls, expected) end

--- The same for return values.
function methods:returned_with(expected) return recorded(self.returnvals, expected) end

--- Removes the recorded calls.
function methods:clear()
  self.calls, self.returnvals = {}, {}
  return self
end

--- Restores the function that spy.on replaced, and returns it.
function methods:revert()
  local target = rawget(self, "target_table")
  if target ~= nil and not rawget(self, "reverted") then
    self.reverted = true
    target[self.target_key] = self.original
  end
  return self.callback
end

local function finish(self, ...)
  local list = self.returnvals
  list[#list + 1] = record(...)
  return ...
end

function spy_meta.__call(self, ...)
  local list = self.calls
  list[#list + 1] = record(...)
  return finish(self, self.callback(...))
end

function spy_meta.__tostring(self)
  local count = type(self.calls) == "table" and #self.calls
  return "spy (" .. (count and host.load("text").count(count, "call") or "damaged") .. ")"
end

--- A spy on a function; without a function, the spy does nothing.
function spy.new(callback)
  if callback ~= nil and type(callback) ~= "function" and not host.callable(callback) then
    host.fail("a spy watches a function, got " .. host.load("assert/wording").typed(callback))
  end
  local self = setmetatable({ calls = {}, returnvals = {}, callback = callback or nothing }, spy_meta)
  for name, method in pairs(methods) do self[name] = method end
  host.load("assert/state").add_spy(self)
  return self
end

--- Replaces table[key] with a spy on its value.
function spy.on(target, key)
  if type(target) ~= "table" and type(target) ~= "userdata" or key == nil then
    host.fail("spy.on needs a table and a key, got " .. host.load("assert/wording").typed(target))
  end
  local self = spy.new(target[key])
  -- A value from an __index is not the table's own, so reverting removes the field.
  self.original = target[key]
  if type(target) == "table" and rawget(target, key) == nil then self.original = nil end
  self.target_table, self.target_key = target, key
  target[key] = self
  return self
end

return setmetatable(spy, { __call = function(_, ...) return spy.new(...) end })
