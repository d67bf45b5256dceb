-- Assertions about one or two values: equality, truth, types. These write the failure messages; assert.lua already
-- handles most that pass.

local host = ...
local wording = host.load("assert/wording")
local type = type

local values = {}

values.equal = {
  needs = 2, values = "expected, got", message = 3,
  check = function(arguments) return arguments[1] == arguments[2] end,
  tell = function(arguments, negated)
    local expected, actual = arguments[1], arguments[2]
    if negated then return wording.unwanted(expected, "equal to") end
    local text = wording.unequal(expected, actual)
    if expected ~= expected and actual ~= actual then
      return text .. "\nhint: nan is not equal to any value, not even to itself"
    elseif type(expected) == "table" and type(actual) == "table" then
      return wording.two_tables(text, expected, actual)
    end
    return text
  end,
}
values.equals = values.equal

values.same = {
  needs = 2, values = "expected, got", message = 3,
  check = function(arguments) return host.load("assert/compare").same(arguments[1], arguments[2]) end,
  tell = function(arguments, negated)
    local expected, actual = arguments[1], arguments[2]
    if negated then return wording.unwanted(expected, "the same as") end
    if host.load("assert/compare").has_parts(expected, actual) then
      return host.load("assert/difference").tell(expected, actual)
    end
    return wording.unequal(expected, actual)
  end,
}

--- The value that an assertion got, in words; also for a call without a value.
local function got(arguments)
  return arguments.n == 0 and "no value at all" or wording.typed(arguments[1])
end

--- An assertion that one value is exactly `wanted`. `hint` may explain a similar value.
local function exactly(wanted, hint)
  return {
    message = 2,
    check = function(arguments) return arguments[1] == wanted end,
    tell = function(arguments, negated)
      local word = wording.show(wanted)
      if negated then return "expected anything but " .. word .. ", got " .. got(arguments) end
      local more = hint(arguments[1])
      return wording.pair("expected " .. word, "got " .. got(arguments)) .. (more and "\nhint: " .. more or "")
    end,
  }
end

values["true"] = exactly(true, function(value)
  if value then return "every value except false and nil satisfies assert.truthy" end
end)
values["false"] = exactly(false, function(value)
  if value == nil then return "nil is not false; assert.falsy takes both" end
end)
values["nil"] = exactly(nil, function(value)
  if value == false then return "false is not nil; assert.falsy takes both" end
end)

values.truthy = {
  needs = 1, values = "the value", message = 2,
  check = function(arguments) return arguments[1] end,
  tell = function(arguments, negated)
    local wanted = negated and "false or nil" or "a value that counts as true"
    return wording.pair("expected " .. wanted, "got " .. got(arguments))
  end,
}

values.falsy = {
  needs = 1, values = "the value", message = 2,
  check = function(arguments) return not arguments[1] end,
  tell = function(arguments, negated)
    return values.truthy.tell(arguments, not negated)
  end,
}

for _, name in ipairs { "string", "number", "table", "boolean", "function", "userdata", "thread" } do
  local wanted = name == "userdata" and "userdata (an object of the host)" or "a " .. name
  values[name] = {
    message = 2,
    check = function(arguments) return type(arguments[1]) == name end,
    tell = function(arguments, negated)
      if negated then return wording.pair("expected anything but " .. wanted, "got " .. got(arguments)) end
      local callable = name == "function" and host.callable(arguments[1])
      return wording.pair("expected " .. wanted, "got " .. got(arguments))
        .. (callable and "\nhint: it can be called like a function, but it is not one" or "")
    end,
  }
end

return values
