-- Assertions about spies and stubs: assert.spy(s).was.called(n), .called_with(…), .returned_with(…) and the like.

local host = ...
local wording = host.load("assert/wording")
local text = host.load("text")
local concat = table.concat
local tostring, type = tostring, type

local calls = {}

local shown = 5                                -- calls that a message lists
local brief = { length = 300, depth = 3 }      -- how one argument is shown there

--- The spy of `assert.spy(s)`; anything else is said at once.
local function spy_of(name, state)
  local spy = state and state.payload
  if host.load("spy").is_spy(spy) then return spy end
  if type(spy) == "function" then
    host.fail("assert.spy was given a function that nobody watches"
      .. "\nhint: give what spy.new or spy.on returned, or the field that spy.on has replaced")
  end
  if spy == nil then host.fail("assert." .. name .. " follows assert.spy(…): assert.spy(s).was." .. name .. "(…)") end
  host.fail("assert.spy needs a spy or a stub, got " .. wording.typed(spy))
end

local function times(count)
  return type(count) == "number" and text.count(count, "call") or wording.typed(count) .. " calls"
end

--- An assertion about the number of calls. `holds` compares it with the number asked for.
local function counting(name, phrase, holds)
  return {
    needs = 1, values = "a number of calls",
    check = function(arguments, _, state)
      local count = #spy_of(name, state).calls
      if type(arguments[1]) ~= "number" then host.load("assert/more").wrong(name, 1, "a number", arguments[1]) end
      return holds(count, arguments[1]), count
    end,
    tell = function(arguments, negated, count)
      return "expected " .. (negated and "not " or "") .. phrase .. " " .. times(arguments[1])
        .. ", got " .. times(count)
    end,
  }
end

calls.called_at_least = counting("called_at_least", "at least", function(count, n) return count >= n end)
calls.called_at_most = counting("called_at_most", "at most", function(count, n) return count <= n end)
calls.called_more_than = counting("called_more_than", "more than", function(count, n) return count > n end)
calls.called_less_than = counting("called_less_than", "less than", function(count, n) return count < n end)

calls.called = {
  check = function(arguments, _, state)
    local count = #spy_of("called", state).calls
    if arguments[1] == nil then return count > 0, count end
    return count == arguments[1], count
  end,
  tell = function(arguments, negated, count)
    if arguments[1] == nil then
      return negated and "expected no call, got " .. times(count) or "expected a call, got none"
    end
    return "expected " .. (negated and "any number but " or "") .. times(arguments[1]) .. ", got " .. times(count)
  end,
}

--- Values as they would stand between the brackets of a call.
local function list(values)
  local parts = {}
  for index = 1, values.n or #values do
    local value = values[index]
    parts[index] = host.load("match").is_matcher(value) and tostring(value) or wording.show(value, brief)
  end
  return "(" .. concat(parts, ", ") .. ")"
end

--- The recorded calls, the last ones if there are many.
local function history(records, empty)
  if #records == 0 then return empty end
  local lines = {}
  local first = #records > shown and #records - shown + 1 or 1
  if first > 1 then lines[1] = "  … " .. text.count(first - 1, "earlier call") end
  for index = first, #records do
    lines[#lines + 1] = "  " .. index .. ": " .. list(records[index].vals)
  end
  return concat(lines, "\n")
end

--- Where a table of the last call differs from the one that was expected; "" when that is not the trouble.
local function nearest(records, expected)
  local vals = records[#records].vals
  if vals.n ~= expected.n then return "" end
  for index = 1, expected.n do
    local wanted, value = expected[index], vals[index]
    if type(wanted) == "table" and type(value) == "table" and not host.load("match").is_matcher(wanted)
      and not host.load("assert/compare").same(value, wanted, true) then
      return "\nvalue " .. index .. " of the last call: " .. host.load("assert/difference").tell(wanted, value)
    end
  end
  return ""
end

--- An assertion that some call had these values; `field` names the record, the words are for the message.
local function recorded(name, field, action, empty)
  return {
    check = function(arguments, _, state)
      local spy = spy_of(name, state)
      return host.load("spy").find(spy[field], arguments) ~= nil, spy[field]
    end,
    tell = function(arguments, negated, records)
      if negated then
        return "expected no call that " .. action .. " " .. list(arguments) .. ", got\n" .. history(records, empty)
      end
      if #records == 0 then return "expected a call that " .. action .. " " .. list(arguments) .. ", got " .. empty end
      return "expected a call that " .. action .. " " .. list(arguments) .. ", got\n" .. history(records, empty)
        .. nearest(records, arguments)
    end,
  }
end

calls.called_with = recorded("called_with", "calls", "was given", "no call at all")
calls.returned_with = recorded("returned_with", "returnvals", "returned", "no call that returned")

return calls
