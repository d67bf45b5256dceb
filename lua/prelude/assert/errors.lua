-- Assertions about errors: has_error(fn, expected), error_matches(fn, pattern, init, plain), and their negations.
--
-- As in luassert, the place that Lua puts before a string error ("file:12: ") is removed before the comparison.
-- Failures that always end a script (budget, interrupt) belong to the host: pcall does not catch them.

local host = ...
local more = host.load("assert/more")
local wording = host.load("assert/wording")
local find, gsub, sub = string.find, string.gsub, string.sub
local pack, unpack = table.pack, table.unpack
local pcall, tonumber, tostring, type = pcall, tonumber, tostring, type

local errors = {}

local function need_function(name, arguments)
  local hint = arguments.n > 0 and "\nhint: pass the function itself, not what it returns: function() … end" or ""
  host.fail("the first value of assert." .. name .. " must be a function, got "
    .. (arguments.n == 0 and "no value at all" or wording.typed(arguments[1])) .. hint)
end

--- Calls the function. Returns whether it raised an error, and the error without its place or the function's first
--- result.
local function try(name, arguments)
  local body = arguments[1]
  if type(body) ~= "function" and not host.callable(body) then need_function(name, arguments) end
  local fine, raised = pcall(body)
  if fine then return false, raised end
  if type(raised) == "string" then return true, (gsub(raised, "^.-:%d+: ", "", 1)), raised end
  return true, raised, raised
end

--- The texts that can identify an error: its tostring, and for an error of the host also its message.
local function texts(raised)
  local said = more.texture(raised)
  if type(raised) ~= "userdata" then return said end
  local fine, message = pcall(function() return raised.message end)
  return said, fine and type(message) == "string" and message or nil
end

local function fits(expected, raised)
  if type(expected) == "string" and type(raised) ~= "string" then
    if type(raised) ~= "table" and type(raised) ~= "userdata" then return false end
    local said, message = texts(raised)
    return said == expected or message == expected
  end
  if type(expected) == "number" and type(raised) == "string" then return tonumber(raised) == expected end
  return host.load("assert/compare").same(raised, expected)
end

--- An error as it is compared, and the place where it was raised if that was removed from the text.
local function caught(details)
  local said, whole = wording.raised(details.raised), details.whole
  if type(whole) ~= "string" or whole == details.raised then return said end
  local place = sub(whole, 1, #whole - #details.raised - 2)
  return said .. " (raised at " .. (find(place, "%c") and wording.raised(place) or place) .. ")"
end

local function wanted_error(expected)
  if expected == nil then return "an error" end
  if type(expected) == "string" then return "the error " .. wording.raised(expected) end
  return "an error that is " .. wording.typed(expected)
end

local function tell_error(arguments, negated, details)
  local expected, raised = arguments[2], details.raised
  if negated then
    if expected == nil then return "expected no error, got " .. caught(details) end
    return "expected anything but " .. wanted_error(expected) .. ", got " .. caught(details)
  end
  local wanted = "expected " .. wanted_error(expected)
  if not details.did_raise then return wanted .. ", but the function returned without one" end
  if type(expected) == "string" and type(raised) == "string" and #expected + #raised > 80 then
    return "the function raised a different error: " .. wording.strings(expected, raised) .. "\nwhole error: " .. caught(details)
  end
  if host.load("assert/compare").has_parts(expected, raised) then
    return "the function raised a different error: " .. host.load("assert/difference").tell(expected, raised)
  end
  local text = wording.pair(wanted, "got " .. caught(details))
  if type(expected) == "string" and type(raised) == "table" and not more.texture(raised) then
    text = text .. "\nhint: the error is a table without __tostring; expect a table like it"
  end
  return text
end

errors.error = {
  message = 3,
  check = function(arguments)
    local did_raise, raised, whole = try("has_error", arguments)
    local details = { did_raise = did_raise, raised = raised, whole = whole }
    local expected = arguments[2]
    if arguments.n < 2 then return did_raise, details, pack(raised) end
    -- An error with `__tostring` is identified by its text.
    local named = type(expected) == "string" and did_raise and type(raised) == "table" and more.texture(raised)
    local results = pack(named or raised, unpack(arguments, 2, arguments.n))
    if not did_raise then return false, details, results end
    return expected == nil or fits(expected, raised), details, results
  end,
  tell = tell_error,
}
errors.errors = errors.error

errors.error_matches = {
  needs = 2, values = "function, pattern", message = more.message_place,
  check = function(arguments)
    local pattern = arguments[2]
    if pattern ~= nil and type(pattern) ~= "string" then
      more.wrong("error_matches", 2, "a pattern (a string)", pattern)
    end
    local start, plain = more.reading("error_matches", more.options(arguments))
    local did_raise, raised, whole = try("error_matches", arguments)
    local details = { did_raise = did_raise, raised = raised, whole = whole }
    local said, message
    if did_raise then said, message = texts(raised) end
    if type(raised) == "boolean" and did_raise then said = tostring(raised) end
    local results = pack(said or raised, unpack(arguments, 2, arguments.n))
    -- Without a pattern, the function must raise nil.
    if pattern == nil then
      local holds = did_raise and raised == nil
      if did_raise and not holds then more.wrong("error_matches", 2, "a pattern (a string)", pattern) end
      return holds, details, holds and pack() or results
    end
    if not did_raise then return false, details, results end
    local found = said and more.search("error_matches", said, pattern, start, plain)
      or message and more.search("error_matches", message, pattern, start, plain)
    return found ~= nil, details, found or results
  end,
  tell = function(arguments, negated, details)
    local _, plain = more.options(arguments)
    local kind = plain and "the text " or "the pattern "
    local wanted = arguments[2] == nil and "the error nil" or "an error with " .. kind .. wording.show(arguments[2])
    if negated then
      return wording.pair("expected no error with " .. kind .. wording.show(arguments[2]), "got " .. caught(details))
    end
    if not details.did_raise then return "expected " .. wanted .. ", but the function returned without one" end
    return wording.pair("expected " .. wanted, "got " .. caught(details))
  end,
}
for _, name in ipairs { "error_match", "matches_error", "match_error" } do errors[name] = errors.error_matches end

return errors
