-- Assertions about spies and stubs: assert.spy(s).was.called(n), .called_with(…), .returned_with(…) and the like.

local host = ...
local wording = host.load("assert/wording")
local text = host.load("text")
local concat = table.concat
local tostring, type = tostring, type

local calls = {}

local shown = 5                                -- calls that a message lists
local brief = { length = 300, depth = 3 }      -- how one argument is shown in it

--- The spy of `assert.spy(s)`; any other value is a failure.
local function spy_of(name, state)
  local spy = state and state.payload
  if host.load("spy").is_spy(spy) then return spy end
  if type(spy) == "function" then
    host.fail("assert.spy got a function that is not a spy"
      .. "\nhint: pass what spy.new or spy.on returned, or the field that spy.on replaced")
  end
  if spy == nil then host.fail("assert." .. name .. " follows assert.spy(…): assert.spy(s).was." .. name .. "(…)") end
  host.fail("assert.spy needs a spy or a stub, got " .. wording.typed(spy))
end

local function times(count)
  return type(count) == "number" and text.count(count, "call") or wording.typed(count) .. " calls"
end

--- An assertion about the number of calls. `holds` compares it with the wanted number; `is_swapped` says in which order
--- Lua would compare them and name their types.
local function counting(name, phrase, is_swapped, holds)
  return {
    check = function(arguments, _, state)
      local count, wanted = #spy_of(name, state).calls, arguments[1]
      if type(wanted) ~= "number" then
        local first, second = "number", type(wanted)
        if is_swapped then first, second = second, first end
        host.fail("assert." .. name .. " needs a number of calls, got " .. wording.typed(wanted)
          .. ": attempt to compare " .. first .. " with " .. second)
      end
      return holds(count, wanted), count
    end,
    tell = function(arguments, negated, count)
      return "Expected " .. (negated and "not " or "") .. phrase .. " " .. times(arguments[1])
        .. ", got " .. times(count)
    end,
  }
end

calls.called_at_least = counting("called_at_least", "at least", true, function(count, n) return count >= n end)
calls.called_at_most = counting("called_at_most", "at most", false, function(count, n) return count <= n end)
calls.called_more_than = counting("called_more_than", "more than", true, function(count, n) return count > n end)
calls.called_less_than = counting("called_less_than", "less than", false, function(count, n) return count < n end)

calls.called = {
  check = function(arguments, _, state)
    local count = #spy_of("called", state).calls
    if arguments[1] == nil then return count > 0, count end
    return count == arguments[1], count
  end,
  tell = function(arguments, negated, count)
    if arguments[1] == nil then
      return negated and "Expected no call, got " .. times(count) or "Expected a call, got none"
    end
    return "Expected " .. (negated and "any number but " or "") .. times(arguments[1]) .. ", got " .. times(count)
  end,
}

--- Values as in the parentheses of a call.
local function list(values)
  local parts = {}
  for index = 1, values.n or #values do
    local value = values[index]
    parts[index] = host.load("match").is_matcher(value) and tostring(value) or wording.show(value, brief)
  end
  return "(" .. concat(parts, ", ") .. ")"
end

--- The recorded calls, only the last if there are many; "" if the only call is already shown.
local function history(records)
  if #records < 2 then return "" end
  local lines = { "\nAll of them:" }
  local first = #records > shown and #records - shown + 1 or 1
  if first > 1 then lines[2] = "  … " .. text.count(first - 1, "earlier call") end
  for index = first, #records do
    lines[#lines + 1] = "  " .. index .. ": " .. list(records[index].vals)
  end
  return concat(lines, "\n")
end

--- The place where a table of the last call differs from the expected one; "" if none differs.
local function nearest(records, expected)
  local last = records[#records]
  if not last or last.vals.n ~= expected.n then return "" end
  for index = 1, expected.n do
    local wanted, value = expected[index], last.vals[index]
    if host.load("assert/compare").has_parts(wanted, value) and not host.load("match").is_matcher(wanted)
      and not host.load("assert/compare").same(value, wanted, true) then
      return "\nvalue " .. index .. " of the last call: " .. host.load("assert/difference").tell(wanted, value)
    end
  end
  return ""
end

--- An assertion that some call had these values; `field` names the record. Specs of libraries look for luassert's
--- words, so the message begins with these; then come the calls, and the place where a table differs.
local function recorded(name, field, never, once, shown_as)
  local formats = host.load("assert/formats")
  return {
    check = function(arguments, _, state)
      local records = spy_of(name, state)[field]
      local found = host.load("spy").find(records, arguments)
      return found ~= nil, { records = records, entry = records[found or #records] }
    end,
    tell = function(arguments, negated, details)
      local entry, records = details.entry, details.records
      return (negated and once or never) .. "\n" .. shown_as
        .. (negated and " (last matching call):\n" or " (last call if any):\n")
        .. (entry and formats.list(entry.vals) or "(nil)")
        .. (negated and "\nDid not expect:\n" or "\nExpected:\n") .. formats.list(arguments)
        .. history(records) .. (negated and "" or nearest(records, arguments))
    end,
  }
end

calls.called_with = recorded("called_with", "calls", "Function was never called with matching arguments.",
  "Function was called with matching arguments at least once.", "Called with")
calls.returned_with = recorded("returned_with", "returnvals", "Function never returned matching arguments.",
  "Function returned matching arguments at least once.", "Returned")

return calls
