-- Values as the text of a snapshot: complete, the same on each run, with one entry on each line if a value contains
-- tables.
--
-- Keys are in the order of pairs: numbers, then strings, then the rest. Objects that are data are written with their
-- contents, values with `__tostring` with its text, and functions and coroutines without details: a snapshot contains
-- no addresses and no counts of calls. A text of several lines, or a trace, keeps its lines, each after a "|".

local host = ...
local text = host.load("text")
local compare = host.load("assert/compare")
local concat, find, gmatch, gsub, rep = table.concat, string.find, string.gmatch, string.gsub, string.rep
local error, getmetatable, ipairs, pcall, rawget, tostring, type =
  error, getmetatable, ipairs, pcall, rawget, tostring, type
local mathtype = math.type

local picture = {}

local width = 80           -- columns of a table on one line
local deepest = 100        -- tables within tables
local longest = 1 << 20    -- bytes of one snapshot

local limit = {}           -- raised if a value exceeds a limit

local function too_much(why)
  limit.why = why
  error(limit, 0)
end

--- The text of an object with `__tostring`; nil for a table without it.
local function named(value)
  local meta = getmetatable(value)
  if type(value) == "table" and (meta == nil or type(meta) == "table" and rawget(meta, "__tostring") == nil) then
    return nil
  end
  local fine, name = pcall(tostring, value)
  if not fine or type(name) ~= "string" then return "<" .. type(value) .. " without a name>" end
  if find(name, "^table: 0x") then return nil end
  return "<" .. text.escape(gsub(name, "0x%x+", "0x…")) .. ">"
end

local function leaf(value)
  local kind = type(value)
  if kind == "string" then return text.quote(value) end
  if kind == "number" then return text.number(value) end
  if kind == "nil" or kind == "boolean" then return tostring(value) end
  if kind == "table" or kind == "userdata" then return named(value) or "<" .. kind .. ">" end
  return "<" .. kind .. ">"
end

local function label(key)
  if type(key) == "string" and text.isname(key) then return key .. " = " end
  return "[" .. leaf(key) .. "] = "
end

--- Appends the lines of a value to `out`; the first begins with `lead`, and the last ends with `tail`.
local function write(value, lead, tail, level, job)
  if job.size > longest then too_much("is longer than " .. longest .. " bytes") end
  if level > deepest then too_much("has more than " .. deepest .. " tables within tables") end
  local content = compare.content(value)
  local function put(line)
    job.size = job.size + #line + 1
    job[#job + 1] = line
  end
  local margin = rep("  ", level)
  if type(content) ~= "table" then return put(margin .. lead .. leaf(value) .. tail) end
  if job.open[content] then return put(margin .. lead .. "<cycle>" .. tail) end
  local name = type(value) == "table" and named(value)
  if name then return put(margin .. lead .. name .. tail) end

  local parts, keys, values, is_flat, length = {}, {}, {}, true, 0
  while rawget(content, length + 1) ~= nil do
    length = length + 1
    keys[length], values[length] = false, rawget(content, length)
  end
  for key, item in compare.entries(content) do
    if not (mathtype(key) == "integer" and key >= 1 and key <= length) then
      keys[#keys + 1], values[#values + 1] = label(key), item
    end
  end
  if #keys == 0 then return put(margin .. lead .. "{}" .. tail) end
  local columns = #margin + text.columns(lead) + #tail + 4
  for index, item in ipairs(values) do
    if type(compare.content(item)) == "table" and not (type(item) == "table" and named(item)) then is_flat = false end
    if not is_flat then break end
    parts[index] = (keys[index] or "") .. leaf(item)
    columns = columns + text.columns(parts[index]) + 2
    if columns > width + 2 then is_flat = false end
  end
  if is_flat then return put(margin .. lead .. "{ " .. concat(parts, ", ") .. " }" .. tail) end
  put(margin .. lead .. "{")
  job.open[content] = true
  for index, item in ipairs(values) do write(item, keys[index] or "", ",", level + 1, job) end
  job.open[content] = nil
  put(margin .. "}" .. tail)
end

--- The lines of a text, each after a "|"; invisible characters are escaped, but not quotation marks.
local function block(value)
  if #value > longest then too_much("is longer than " .. longest .. " bytes") end
  local lines = {}
  for line in gmatch(value .. "\n", "(.-)\n") do
    line = gsub(text.escape(line), '\\"', '"')
    -- Editors may remove a space at the end.
    lines[#lines + 1] = line == "" and "|" or "| " .. gsub(line, " $", "\\x20")
  end
  return concat(lines, "\n")
end

local function text_of(value)
  if type(value) == "userdata" then
    local name = host.typename(value)
    if name == "trace" then return block(tostring(value)) end
    if name == "screen" then return concat(value.lines, "\n") end
  end
  if type(value) == "string" and find(value, "\n", 1, true) then return block(value) end
  local job = { size = 0, open = {} }
  write(value, "", "", 0, job)
  return concat(job, "\n")
end

--- The text of a value.
function picture.text(value)
  local fine, result = pcall(text_of, value)
  if fine then return result end
  if result ~= limit then error(result, 0) end
  host.fail_as("snapshot", "assert.matches_snapshot: the value " .. limit.why, "Compare the parts that matter.")
end

return picture
