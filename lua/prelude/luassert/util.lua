-- luassert.util: lists that may contain nil, deep comparison and copies, the records of spies. For libraries that use
-- it to build their own assertions and matchers.

local host = ...
local compare = host.load("assert/compare")
local names = host.load("assert/names")
local concat, insert = table.concat, table.insert
local error, getmetatable, ipairs, next, rawget, select, setmetatable, type =
  error, getmetatable, ipairs, next, rawget, select, setmetatable, type
local native_unpack = table.unpack

local util = {}
local list_meta = {}

-- Lists

--- A list of all arguments, with their number as `n`.
function util.pack(...) return { n = select("#", ...), ... } end

--- The values of a list; its length is `n` if it has that field.
function util.unpack(list, from, to) return native_unpack(list, from or 1, to or list.n or #list) end

--- A list of the arguments of a call; is_arglist distinguishes it from other tables.
function util.make_arglist(...) return setmetatable({ n = select("#", ...), ... }, list_meta) end

function util.is_arglist(value) return type(value) == "table" and getmetatable(value) == list_meta end

--- Removes all values and `n` from a list.
function util.cleararglist(list)
  for index = 1, list.n or #list do list[index] = nil end
  list.n = nil
end

--- table.insert for lists that may contain nil: tinsert(list, value), or tinsert(list, place, value). Keeps `n`.
function util.tinsert(...)
  local list, place, value = ...
  local length = list.n or #list
  if select("#", ...) < 3 then place, value = length + 1, place end
  if place > length then
    list.n = place
  else
    for index = length, place, -1 do list[index + 1] = list[index] end
    list.n = length + 1
  end
  list[place] = value
end

--- table.remove for lists that may contain nil. Keeps `n`; a position after the end removes nothing.
function util.tremove(list, place)
  local length = list.n or #list
  list.n = length
  place = place or length
  local removed = list[place]
  if place > length then
    list[place] = nil
    return removed
  end
  for index = place, length do list[index] = list[index + 1] end
  list[length] = nil
  list.n = length - 1
  return removed
end

-- Values

--- The keys on the way to the first difference of two tables, from the innermost out.
local function crumbs(one, other)
  local path, seen = {}, {}
  while type(one) == "table" and type(other) == "table" and compare.note(seen, one, other) do
    local found
    for key, value in next, one do
      if not compare.same(value, other[key], true) or other[key] == nil then
        found = key
        break
      end
    end
    if found == nil then
      for key in next, other do
        if one[key] == nil then
          found = key
          break
        end
      end
    end
    if found == nil then break end
    path[#path + 1] = found
    one, other = compare.content(one[found]), compare.content(other[found])
  end
  local reversed = {}
  for index = #path, 1, -1 do reversed[#reversed + 1] = path[index] end
  return reversed
end

--- Whether two values are the same in depth; if not, for tables also the keys on the way to the first difference, from
--- the innermost out. A `__eq` of the outermost tables decides unless `ignores_meta`; a `__eq` of inner tables always
--- decides.
function util.deepcompare(one, other, ignores_meta)
  if compare.same(one, other, not ignores_meta) then return true end
  if type(one) ~= "table" or type(other) ~= "table" then return false end
  return false, crumbs(one, other)
end

--- A copy of a table whose values are those of the original; the metatable too.
function util.shallowcopy(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, inner in next, value do copy[key] = inner end
  return setmetatable(copy, getmetatable(value))
end

--- A copy of a table and of the tables in its values; spies are shared, and metatables too unless `copies_meta`. A view
--- of a property list becomes a table.
function util.deepcopy(value, copies_meta)
  local copy = compare.copy(value, host.load("spy").is_spy, true)
  local meta = copies_meta and type(copy) == "table" and getmetatable(copy)
  if type(meta) == "table" then setmetatable(copy, compare.copy(meta, host.load("spy").is_spy, true)) end
  return copy
end

--- Whether the value can be called.
function util.callable(value) return host.callable(value) end

--- Whether a value is text or has a `__tostring`.
function util.hastostring(value)
  if type(value) == "string" or type(value) == "userdata" then return true end
  local meta = getmetatable(value)
  return type(meta) == "table" and host.callable(rawget(meta, "__tostring"))
end

-- Records of spies

--- The arguments of a call as a spy records them: copies in `vals`, the values themselves in `refs`.
function util.copyargs(arguments)
  local record = host.load("spy").record(util.unpack(arguments))
  return {
    vals = setmetatable(record.vals, getmetatable(arguments)), refs = util.shallowcopy(arguments),
  }
end

--- The last record that matches the expected values, which may contain matchers; or nil.
function util.matchargs(records, expected)
  if util.is_arglist(records) then error("expected a list of records, got the arguments of one call", 2) end
  local found = host.load("spy").find(records, expected)
  return found and records[found] or nil
end

--- The first case of a stub that matches the arguments of a call; or nil.
function util.matchoncalls(cases, arguments)
  local record = { vals = arguments, refs = arguments }
  for _, case in ipairs(cases) do
    if host.load("spy").fits(record, case.vals) then return case end
  end
end

-- Chains

--- The level at which an error is the caller's. It is always 1, because places of failures are found in another way.
function util.errorlevel() return 1 end

--- The names of assertions (or matchers) and modifiers that the words of a chain spell.
function util.extract_keys(kind, words)
  if kind == "matcher" then host.load("match") end
  local known = kind == "matcher" and names.matchers or names.assertions
  local keys, first, last = {}, #words, #words
  while first >= 1 do
    -- The longest name that ends here; words that are not names are joined with earlier ones.
    while first > 1 and known[concat(words, "_", first - 1, last)] do first = first - 1 end
    local name = concat(words, "_", first, last)
    if known[name] or names.modifiers[name] then
      insert(keys, 1, name)
      last = first - 1
    end
    first = first - 1
  end
  if last >= 1 then error("luassert: unknown modifier/" .. kind .. ": '" .. concat(words, "_", 1, last) .. "'", 2) end
  return keys
end

return util
