-- Assertions that are used less often: near, matches, unique, returned_arguments, holes.

local host = ...
local compare = host.load("assert/compare")
local wording = host.load("assert/wording")
local find, gsub, match, sub = string.find, string.gsub, string.match, string.sub
local getmetatable, pack, pairs, pcall, rawget, tonumber, tostring, type, unpack =
  getmetatable, table.pack, pairs, pcall, rawget, tonumber, tostring, type, table.unpack
local mathtype = math.type

local more = {}

local ordinals = { "first", "second", "third" }

--- Fails because of a wrong argument, regardless of the result of the assertion.
local function wrong(name, place, needed, value)
  host.fail("the " .. ordinals[place] .. " value of assert." .. name .. " must be " .. needed
    .. ", got " .. wording.typed(value))
end
more.wrong = wrong

--- A value as text, if Lua would also convert it: strings, numbers, objects with `__tostring`.
function more.texture(value)
  if type(value) == "string" then return value end
  if type(value) == "number" then return tostring(value) end
  if type(value) == "userdata" or type(value) == "table" then
    local meta = getmetatable(value)
    if type(value) == "userdata" or type(meta) == "table" and rawget(meta, "__tostring") ~= nil then
      local fine, said = pcall(tostring, value)
      if fine and type(said) == "string" then return said end
    end
  end
end

--- `init` and `plain`, as for string.find.
function more.reading(name, init, plain)
  if init ~= nil and not tonumber(init) then wrong(name, 3, "the place to start from (a number)", init) end
  local start = tonumber(init)
  if start and mathtype(start) == "float" then
    if start ~= start // 1 or start ~= start or start - start ~= 0 then
      wrong(name, 3, "a whole number", init)
    end
    start = start // 1 | 0
  end
  return start or 1, plain
end

--- Searches like string.match (or string.find if plain). Returns its results, packed, or nil; a malformed pattern is a
--- failure.
function more.search(name, subject, pattern, start, plain)
  if plain then
    local from, to = find(subject, pattern, start, true)
    return from and pack(sub(subject, from, to)) or nil
  end
  local found = pack(pcall(match, subject, pattern, start))
  if not found[1] then
    host.fail("assert." .. name .. " cannot use the pattern " .. wording.show(pattern) .. ": "
      .. gsub(tostring(found[2]), "^.-:%d+: ", "") .. "\nhint: for plain text pass 1, true after the text")
  end
  return found[2] ~= nil and pack(unpack(found, 2, found.n)) or nil
end

--- The position of the script's own message among `init` and `plain`: the first value that can be neither; nil if there
--- is none.
function more.message_place(arguments)
  for place = 3, arguments.n do
    local value = arguments[place]
    if value and type(value) ~= "boolean" and not tonumber(value) then return place end
  end
end

--- `init` and `plain`, regardless of the message's position.
function more.options(arguments)
  local message = more.message_place(arguments)
  if message == 3 then return arguments[4], arguments[5] end
  return arguments[3], arguments[message == 4 and 5 or 4]
end

more.matches = {
  needs = 2, values = "pattern, text", message = more.message_place,
  check = function(arguments)
    local pattern, subject = arguments[1], more.texture(arguments[2])
    if type(pattern) ~= "string" then wrong("matches", 1, "a pattern (a string)", pattern) end
    if not subject then wrong("matches", 2, "a string", arguments[2]) end
    local start, plain = more.reading("matches", more.options(arguments))
    local found = more.search("matches", subject, pattern, start, plain)
    return found ~= nil, subject, found or { n = 0 }
  end,
  tell = function(arguments, negated, subject)
    local _, plain = more.options(arguments)
    local kind = plain and "the text " or "the pattern "
    local first = (negated and "expected no match of " or "expected a match of ")
      .. kind .. wording.show(arguments[1])
    local text = wording.pair(first, "got " .. wording.show(subject))
    if not negated and find(arguments[1], "[%^%$%(%)%%%.%[%]%*%+%-%?]") and find(subject, arguments[1], 1, true) then
      text = text .. "\nhint: the text occurs literally; in a pattern % must come before ( ) . % + - * ? [ ^ $"
    end
    return text
  end,
}
more.match = more.matches

more.near = {
  needs = 3, values = "expected, got, tolerance", message = 4,
  check = function(arguments)
    for place = 1, 3 do
      if not tonumber(arguments[place]) then wrong("near", place, "a number", arguments[place]) end
    end
    local expected, actual, tolerance = tonumber(arguments[1]), tonumber(arguments[2]), tonumber(arguments[3])
    -- Floats, because the difference of two large integers may wrap around.
    expected, actual = expected + 0.0, actual + 0.0
    return actual >= expected - tolerance and actual <= expected + tolerance
  end,
  tell = function(arguments, negated)
    local expected, actual, tolerance = tonumber(arguments[1]), tonumber(arguments[2]), tonumber(arguments[3])
    local apart = gsub(gsub(wording.show(actual + 0.0 - expected), "^-", ""), "%.0$", "")
    return "expected a number " .. (negated and "not " or "") .. "within " .. wording.show(tolerance) .. " of "
      .. wording.show(expected) .. ", got " .. wording.show(actual) .. " (" .. apart .. " apart)"
  end,
}

--- The first two keys of a table with the same value.
local function twins(list, deep)
  local kept, count, at = {}, 0, {}
  for key, value in pairs(list) do
    if deep and type(value) == "table" then
      for index = 1, count do
        if compare.same(kept[index][2], value) or kept[index][2] == value then return { kept[index][1], key, value } end
      end
    else
      local meta = type(value) == "table" and getmetatable(value)
      if type(meta) == "table" and rawget(meta, "__eq") ~= nil then
        for index = 1, count do
          if kept[index][2] == value then return { kept[index][1], key, value } end
        end
      elseif value == value then
        if at[value] ~= nil then return { at[value], key, value } end
        at[value] = key
      end
    end
    if type(value) == "table" then
      count = count + 1
      kept[count] = { key, value }
    end
  end
end

more.unique = {
  message = function(arguments)
    return (type(arguments[2]) == "boolean" or arguments[2] == nil and arguments.n > 2) and 3 or 2
  end,
  check = function(arguments)
    local list = compare.content(arguments[1])
    if type(list) ~= "table" then wrong("unique", 1, "a table", arguments[1]) end
    local found = twins(list, arguments[2] == true or arguments[3] == true)
    return not found, found
  end,
  tell = function(arguments, negated, found)
    if negated then
      return "expected a value that occurs twice, got only different ones: " .. wording.show(arguments[1])
    end
    return "expected each value once, but " .. wording.show(found[3]) .. " is at [" .. wording.show(found[1])
      .. "] and at [" .. wording.show(found[2]) .. "]"
  end,
}

more.returned_arguments = {
  needs = 1, values = "how many, then the values",
  check = function(arguments)
    local wanted = arguments[1]
    if type(wanted) == "number" then wanted = tostring(wanted) end
    return wanted == tostring(arguments.n - 1)
  end,
  tell = function(arguments, negated)
    local count = host.load("text").count
    local wanted, given = arguments[1], count(arguments.n - 1, "value")
    if negated then return "expected any number of values but " .. wording.show(wanted) .. ", got " .. given end
    return "expected " .. (tonumber(wanted) and count(tonumber(wanted), "value") or wording.typed(wanted))
      .. ", got " .. given
  end,
}

more.holes = {
  message = 2,
  check = function(arguments, _, state)
    local list = state and state.payload
    if type(list) ~= "table" and type(list) ~= "userdata" then
      host.fail("assert.holes needs a table: write assert.array(list).has.holes() or .has.no.holes()")
    end
    local length = arguments[1]
    if length ~= nil and type(length) ~= "number" then wrong("holes", 1, "a number", length) end
    if not length then
      length = 0
      for key in pairs(list) do
        if type(key) == "number" and key > length then length = key end
      end
    end
    for index = 1, length do
      if list[index] == nil then return true, index, pack(index) end
    end
    return false, length, pack()
  end,
  tell = function(_, negated, place)
    if negated then return "expected a list without holes, but [" .. wording.show(place) .. "] is nil" end
    return "expected a list with holes, but all " .. wording.show(place) .. " entries exist"
  end,
}

return more
