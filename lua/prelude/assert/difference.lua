-- The differences of two tables: each place with its path, and the expected and the actual value.
--
-- Works like compare.same, but continues after the first difference. The listed places, the compared pairs of tables
-- and the depth are limited; beyond that, both values are shown. An error of a script's `__index` or `__eq` ends the
-- comparison.

local host = ...
local compare = host.load("assert/compare")
local text = host.load("text")
local wording = host.load("assert/wording")
local concat, find, gsub, sub = table.concat, string.find, string.gsub, string.sub
local getmetatable, pcall, rawget, type = getmetatable, pcall, rawget, type
local mathtype = math.type

local difference = {}

local listed = 8            -- places that are printed
local counted = 1000        -- places that are counted
local pairs_limit = 20000   -- pairs of tables that are compared
local depth_limit = 60      -- tables within tables
local path_limit = 120      -- characters of a printed path
local sequence_limit = 2000 -- entries of a sequence that is searched for insertions

local function step(path, key)
  if type(key) == "string" and text.isname(key) then return path == "" and key or path .. "." .. key end
  return path .. "[" .. (type(key) == "string" and text.quote(key, 60) or wording.show(key)) .. "]"
end

local function note(job, path, kind, expected, actual)
  job.count = job.count + 1
  if job.count <= listed then
    job[job.count] = { path = path, kind = kind, expected = expected, actual = actual }
  end
  return job.count < counted
end

local function raw_length(value)
  local length = 0
  while length <= sequence_limit and rawget(value, length + 1) ~= nil do length = length + 1 end
  return length
end

--- If one sequence is the other one with additional entries, notes these and returns the number of keys that this
--- settles. A sequence that differs otherwise is compared entry by entry.
local function insertion(job, path, expected, actual)
  if getmetatable(expected) ~= nil or getmetatable(actual) ~= nil then return 0 end
  local long, short = raw_length(expected), raw_length(actual)
  local kind, from = "missing", expected
  if long < short then
    long, short, kind, from = short, long, "extra", actual
  end
  if long == short or long > sequence_limit then return 0 end
  local start, same = 0, compare.same
  while start < short and same(expected[start + 1], actual[start + 1], true) do start = start + 1 end
  local finish, shift = 0, long - short
  local other = from == expected and actual or expected
  while finish < short - start and same(from[long - finish], other[short - finish], true) do finish = finish + 1 end
  if start + finish < short then return 0 end
  for index = start + 1, start + shift do
    note(job, step(path, index), kind, from[index], from[index])
  end
  if finish > 0 then job.shifted = true end
  return long
end

local walk

--- Compares two values at one place. False if the limits are reached.
local function visit(job, path, expected, actual, depth)
  if type(expected) ~= "table" or type(actual) ~= "table" then
    if expected == actual then return true end
    if not compare.has_parts(expected, actual) then return note(job, path, "differs", expected, actual) end
    expected, actual = compare.content(expected), compare.content(actual)
  end
  local same = compare.decided(expected, actual)
  if same == nil then return walk(job, path, expected, actual, depth) end
  return same or note(job, path, "own", expected, actual)
end

function walk(job, path, expected, actual, depth)
  if not compare.note(job.seen, expected, actual) then return true end
  job.pairs = job.pairs + 1
  if job.pairs > pairs_limit then return false end
  if depth > depth_limit then
    return compare.same(expected, actual) or note(job, path, "differs", expected, actual)
  end
  local done = insertion(job, path, expected, actual)
  local function open(key) return not (mathtype(key) == "integer" and key >= 1 and key <= done) end
  for key, value in compare.entries(expected) do
    if open(key) then
      local partner = actual[key]
      local place = step(path, key)
      if partner == nil then
        if not note(job, place, "missing", value) then return false end
      elseif not visit(job, place, value, partner, depth + 1) then
        return false
      end
    end
  end
  for key, value in compare.entries(actual) do
    if open(key) and expected[key] == nil and not note(job, step(path, key), "extra", nil, value) then return false end
  end
  return true
end

local function short_path(path)
  if #path <= path_limit then return path end
  return "…" .. sub(path, text.start(path, #path - path_limit))
end

local function words(found)
  if found.kind == "missing" then return "expected " .. wording.show(found.expected) .. ", got nothing" end
  if found.kind == "extra" then return "not expected, got " .. wording.show(found.actual) end
  local said = wording.unequal(found.expected, found.actual)
  if found.kind == "own" then said = said .. " (unequal by their own __eq)" end
  return said
end

local function indented(said)
  return (gsub(said, "\n", "\n    "))
end

local function both(expected, actual)
  return wording.pair("expected " .. wording.show(expected), "got " .. wording.show(actual))
end

--- The whole message for two tables that are not the same.
function difference.tell(expected, actual)
  local job = { count = 0, pairs = 0, seen = {} }
  local fine, complete = pcall(walk, job, "", compare.content(expected), compare.content(actual), 0)
  if job.count == 0 then return both(expected, actual) end
  local first = job[1]
  if job.count == 1 and fine and complete then
    local said = words(first)
    local at = "the tables differ at " .. short_path(first.path)
      .. (job.shifted and " (the rest is only shifted)" or "") .. ":"
    if text.columns(at) + text.columns(said) < 100 and not find(said, "\n", 1, true) then return at .. " " .. said end
    return at .. "\n    " .. indented(said)
  end
  local lines = {
    "the tables differ in " .. (complete and job.count or job.count .. " or more") .. " places, first at "
      .. short_path(first.path) .. ":",
  }
  for index = 1, job.count < listed and job.count or listed do
    lines[#lines + 1] = "  " .. short_path(job[index].path) .. ": " .. indented(words(job[index]))
  end
  if job.count > listed then lines[#lines + 1] = "  … and " .. job.count - listed .. " more" end
  return concat(lines, "\n")
end

return difference
