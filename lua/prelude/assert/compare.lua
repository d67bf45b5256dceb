-- Deep comparison and deep copies, without recursion: depth costs memory, never the stack.
--
-- The rules of luassert, found by experiment: tables are the same if each key has the same value in both. Values are
-- read through `__index`, keys are listed raw, and metatables do not matter. An `__eq` that two tables share decides
-- instead, except for the two outermost tables of `same`. Cycles are the same if no path through both distinguishes
-- them. In addition to luassert, objects that are data (a view of a property list, an event) count as tables of their
-- contents, on either side.

local host = ...
local next, pairs, rawequal, rawget, rawset, type = next, pairs, rawequal, rawget, rawset, type
local getmetatable, setmetatable = getmetatable, setmetatable

local compare = {}

local unnoted = 30 -- pairs of tables compared before any is noted: in small values, a cycle costs little

--- Raw entries in the host's order; `pairs` is faster if there is no metatable.
local function entries(value)
  if getmetatable(value) == nil then return pairs(value) end
  return next, value
end
compare.entries = entries

--- A table of the contents of a host object that is data; any other value unchanged.
local function content(value)
  if type(value) == "userdata" then return (host.content(value)) or value end
  return value
end
compare.content = content

--- For two unequal values that are not both tables: the tables of their contents, if both have contents.
local function contents(one, other)
  if type(one) ~= "userdata" and type(other) ~= "userdata" then return nil end
  one, other = content(one), content(other)
  if type(one) == "table" and type(other) == "table" then return one, other end
end

--- Whether both values have content that can be compared part by part.
function compare.has_parts(one, other)
  return type(content(one)) == "table" and type(content(other)) == "table"
end

--- Whether two tables share a metatable with `__eq`. A protected metatable cannot be inspected.
local function share_equality(one, other)
  local meta = getmetatable(one)
  return type(meta) == "table" and rawequal(meta, getmetatable(other)) and rawget(meta, "__eq") ~= nil
end

--- Whether two tables are the same, if this is clear without their contents; otherwise nil.
local function decided(one, other)
  if rawequal(one, other) then return true end
  if share_equality(one, other) then return one == other end
  local meta = getmetatable(one)
  if meta ~= nil and type(meta) ~= "table" and meta == getmetatable(other) and one == other then return true end
  return nil
end
compare.decided = decided

--- Notes that a pair of tables is being compared; false if it was already noted.
local function note(seen, one, other)
  local partners = seen[one]
  if not partners then
    seen[one] = { [other] = true }
    return true
  end
  if partners[other] then return false end
  partners[other] = true
  return true
end
compare.note = note

--- Compares the entries of two tables, and adds the pairs of tables inside to the work list.
local function shallow(one, other, work)
  for key, value in entries(one) do
    local partner = other[key]
    if type(value) == "table" and type(partner) == "table" then
      local same = decided(value, partner)
      if same == false then return false end
      if same == nil then
        local count = #work
        work[count + 1], work[count + 2] = value, partner
      end
    elseif partner == nil then
      return false
    elseif value ~= partner then
      local left, right = contents(value, partner)
      if not left then return false end
      local count = #work
      work[count + 1], work[count + 2] = left, right
    end
  end
  for key in entries(other) do
    if one[key] == nil then return false end
  end
  return true
end

--- Whether two values are the same in depth. The shared `__eq` of the outermost tables counts only with `strict`.
function compare.same(one, other, strict)
  if type(one) ~= "table" or type(other) ~= "table" then
    if one == other then return true end
    one, other = contents(one, other)
    if not one then return false end
  end
  if share_equality(one, other) then
    if strict then return one == other end
  elseif rawequal(one, other) then
    return true
  end
  local work = {}
  if not shallow(one, other, work) then return false end
  local seen, done, count = {}, 0, #work
  while count > 0 do
    local left, right = work[count - 1], work[count]
    work[count - 1], work[count] = nil, nil
    done = done + 1
    if (done <= unnoted or note(seen, left, right)) and not shallow(left, right, work) then return false end
    count = #work
  end
  return true
end

--- A copy of a table and of the tables in its values, with their metatables; keys, and values for which `keep` is true,
--- are shared. A table with a protected metatable is also shared, because it cannot be copied exactly. A view of a
--- property list becomes a view of a copy, or with `plain` a table.
function compare.copy(value, keep, plain)
  if type(value) == "userdata" and not plain then return host.copy(value) end
  local copies, work = {}, {}
  local function copy_of(original)
    if type(original) == "userdata" then
      if not plain then return host.copy(original) end
      original = content(original)
    end
    if type(original) ~= "table" then return original end
    local copy = copies[original]
    if copy then return copy end
    local meta = getmetatable(original)
    if keep and keep(original) or meta ~= nil
      and (type(meta) ~= "table" or rawget(meta, "__metatable") ~= nil) then
      copies[original] = original
      return original
    end
    copy = {}
    copies[original] = copy
    work[#work + 1] = original
    return copy
  end
  local result = copy_of(value)
  while #work > 0 do
    local original = work[#work]
    work[#work] = nil
    local copy = copies[original]
    for key, inner in entries(original) do rawset(copy, key, copy_of(inner)) end
    local meta = getmetatable(original)
    if meta ~= nil then setmetatable(copy, meta) end
  end
  return result
end

return compare
