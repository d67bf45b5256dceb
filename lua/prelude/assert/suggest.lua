-- Suggestions for misspelt assertions.

local host = ...
local names = host.load("assert/names")
local byte, find, gsub, lower, match, sub =
  string.byte, string.find, string.gsub, string.lower, string.match, string.sub
local concat = table.concat
local pairs, sort = pairs, table.sort

local suggest = {}

--- Words of other libraries, and what luassert calls them.
local elsewhere = {
  contains = "matches for a text, and assert.same to compare a whole list",
  includes = "matches for a text, and assert.same to compare a whole list", throws = "has_error", raises = "has_error", deep_equal = "same",
  deep_equals = "same", eq = "equal", neq = "not_equal", ne = "not_equal", equal_to = "equal", identical = "equal",
  close = "near", close_to = "near", almost_equal = "near", ["true_"] = "is_true", null = "is_nil",
  defined = "is_not_nil", exists = "is_not_nil", falsey = "falsy", ok = "truthy", called_times = "called",
  called_once = "called", called_once_with = "called_with", regex = "matches", type = "is_table", fails = "has_error",
  handled = "handled_once", crash = "crashes", len = "equal", length = "equal", empty = "same",
}

--- The number of swaps, changes, insertions and deletions between two short words.
local function distance(one, other, most)
  if #one - #other > most or #other - #one > most then return most + 1 end
  local last, row = {}, {}
  for column = 0, #other do row[column] = column end
  for line = 1, #one do
    local above = row
    row = { [0] = line }
    for column = 1, #other do
      local same = byte(one, line) == byte(other, column)
      local best = above[column - 1] + (same and 0 or 1)
      if above[column] + 1 < best then best = above[column] + 1 end
      if row[column - 1] + 1 < best then best = row[column - 1] + 1 end
      if line > 1 and column > 1 and byte(one, line) == byte(other, column - 1)
        and byte(one, line - 1) == byte(other, column) and last[column - 2] + 1 < best then
        best = last[column - 2] + 1
      end
      row[column] = best
    end
    last = above
  end
  return row[#other]
end

local reserved = { ["true"] = true, ["false"] = true, ["nil"] = true, ["function"] = true }

--- The usual form of an assertion: `is_true`, `has_error`, `spy(s).was.called`.
local function spelling(name)
  if find(name, "^called") or find(name, "^returned_with") then return "spy(…).was." .. name end
  if name == "error" or name == "errors" then return "has_" .. name end
  if name == "holes" then return "array(…).has.holes" end
  local holder = names.assertions[name]
  if reserved[name] or holder == "assert/values" and not find(name, "^equal") and name ~= "same"
    and name ~= "truthy" and name ~= "falsy" then
    return "is_" .. name
  end
  return name
end

local fillers = { "", "is", "are", "has", "was", "does", "isnot", "arenot", "hasno", "not", "no", "doesnot", "to" }

--- Known assertions with a spelling similar to `path`, the most similar first: { spelling, distance, name }.
local function near(path)
  local word = gsub(path, "_", "")
  local most = #word <= 4 and 1 or #word <= 8 and 2 or 3
  local found = {}
  for name in pairs(names.assertions) do
    local bare = gsub(name, "_", "")
    local best, negated = most + 1, false
    for index = 1, #fillers do
      local away = distance(word, fillers[index] .. bare, most)
      if away < best then best, negated = away, find(fillers[index], "no") ~= nil end
    end
    if best <= most then
      local written = spelling(name)
      if negated then
        local prefix, rest = match(written, "^(%a+_)(.*)")
        if prefix == "is_" or prefix == "has_" then
          written = prefix .. (prefix == "is_" and "not_" or "no_") .. rest
        else
          written = "Not." .. written
        end
      end
      found[#found + 1] = { written, best, name }
    end
  end
  sort(found, function(one, other)
    if one[2] ~= other[2] then return one[2] < other[2] end
    return one[3] < other[3]
  end)
  return found
end

--- Fails with the misspelt chain, the most likely name, and a few similar ones. `unknown` is the first unknown word.
function suggest.fail(path, unknown)
  local shown = #path > 60 and sub(path, 1, 60) .. "…" or path
  local text = "unknown assertion assert." .. gsub(shown, "^_+", "")
  local foreign = elsewhere[lower(unknown)] or elsewhere[lower(path)]
  if distance(match(path, "%a*", 1), "soft", 1) < 2 then return host.fail(text .. "; did you mean assert.soft?") end
  local found = #path <= 60 and near(path) or {}
  if #found == 0 and #unknown <= 60 then found = near(unknown) end
  if foreign and (#found == 0 or found[1][2] > 1) then
    return host.fail(text .. "; luassert has assert." .. foreign)
  end
  if #found == 0 then
    return host.fail(text .. "\nhint: common ones are equal, same, is_true, is_false, is_nil, is_not_nil, truthy, "
      .. "falsy, near, matches, has_error, error_matches, spy(…).was.called")
  end
  local others = {}
  for index = 2, #found < 6 and #found or 6 do others[#others + 1] = "assert." .. found[index][1] end
  return host.fail(text .. "; did you mean assert." .. found[1][1] .. "?"
    .. (#others > 0 and "\nnear it: " .. concat(others, ", ") or ""))
end

return suggest
