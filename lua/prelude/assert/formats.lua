-- Values as luassert writes them, `(string) 'x'`, for `assert:format` and for assertions that scripts have registered.
-- This project's own messages use assert/wording, which is easier to read.
--
-- The parameter TableFormatLevel is the number of levels of a table that are shown (below 0: all); `arguments.crumbs`,
-- the keys on the way to a difference from the innermost out, are marked with TableErrorHighlightCharacter.

local host = ...
local state = host.load("assert/state")
local concat, sort = table.concat, table.sort
local find, gsub, rep, strformat = string.find, string.gsub, string.rep, string.format
local floor, mathtype = math.floor, math.type
local getmetatable, next, pcall, rawget, rawlen, setmetatable, tostring, type =
  getmetatable, next, pcall, rawget, rawlen, setmetatable, tostring, type

local formats = {}

local deepest = 60        -- tables within tables, whatever the parameter says
local longest = 100000    -- characters of one table, roughly

local function number(value)
  if value ~= value then return "NaN" end
  if value == 1 / 0 then return "Inf" end
  if value == -1 / 0 then return "-Inf" end
  local written = strformat("%.20g", value)
  if mathtype(value) == "float" and not find(written, "[.,]") then written = gsub(written, "%d+", "%0.0", 1) end
  return written
end

local function plain(value)
  return type(value) == "number" and number(value) or tostring(value)
end

local ranks = {
  number = 1, boolean = 2, string = 3, table = 4, ["function"] = 5, userdata = 6, thread = 7,
}

--- The keys of a table: the sequence, other numbers, booleans (true first), strings, then all others in the host's
--- order.
local function keys_of(value)
  local keys, length = {}, rawlen(value)
  for key in next, value do keys[#keys + 1] = key end
  local function rank(key)
    if type(key) == "number" and key >= 1 and key <= length and floor(key) == key then return 0 end
    return ranks[type(key)]
  end
  sort(keys, function(one, other)
    local first, second = rank(one), rank(other)
    if first ~= second then return first < second end
    if type(one) == "number" or type(one) == "string" then return one < other end
    return one == true and other == false
  end)
  return keys
end

--- The name of a table, regardless of its metatable.
local function address(value)
  local meta = getmetatable(value)
  if meta == nil then return tostring(value) end
  if type(meta) ~= "table" or rawget(meta, "__metatable") ~= nil then return "table" end
  setmetatable(value, nil)
  local name = tostring(value)
  setmetatable(value, meta)
  return name
end

local function of_table(value, arguments)
  local most = state.get_parameter("TableFormatLevel")
  most = type(most) == "number" and most or 3
  local has_loops = state.get_parameter("TableFormatShowRecursion") or most < 0
  local mark = state.get_parameter("TableErrorHighlightCharacter")
  mark = mark == nil and "" or tostring(mark)
  local crumbs = type(arguments) == "table" and arguments.crumbs or {}
  local open, left = {}, longest

  local function write(content, level, is_marked)
    if has_loops and open[content] then return "{ ... recursive }" end
    if next(content) == nil then return "{ }" end
    if level > most and most >= 0 or level > deepest or left < 0 then return "{ ... more }" end
    local was_open = open[content]
    open[content] = true
    local crumb = crumbs[#crumbs - level + 1]
    local parts = { "{" }
    for _, key in ipairs(keys_of(content)) do
      if left < 0 then
        parts[#parts + 1] = "\n" .. rep(" ", level * 2) .. "... more"
        break
      end
      local item = rawget(content, key)
      local leads = is_marked and key == crumb
      local shown
      if type(item) == "table" then
        shown = write(item, level + 1, leads)
      elseif type(item) == "string" then
        shown = "'" .. item .. "'"
      else
        shown = plain(item)
      end
      local lead = leads and mark or ""
      local line = "\n" .. rep(" ", level * 2 - #lead) .. lead .. "[" .. plain(key) .. "] = " .. shown
      left = left - #line
      parts[#parts + 1] = line
    end
    open[content] = was_open
    return concat(parts) .. " }"
  end
  return "(" .. address(value) .. ") " .. write(value, 1, true)
end

--- The values of one call, as luassert shows them.
function formats.list(values)
  local parts = {}
  for index = 1, values.n or #values do parts[index] = state.format_argument(values[index]) end
  return "(values list) (" .. concat(parts, ", ") .. ")"
end

local function of_matcher(matcher)
  if matcher == host.load("match")._ then return "(matcher) _ *anything*" end
  local parts = {}
  for index = 1, matcher.arguments.n do parts[index] = state.format_argument(matcher.arguments[index]) end
  return "(matcher) " .. (matcher.mod and "is." or "no.") .. matcher.name .. "(" .. concat(parts, ", ") .. ")"
end

local writers = {
  ["nil"] = function() return "(nil)" end,
  string = function(value) return "(string) '" .. value .. "'" end,
  number = function(value) return "(number) " .. number(value) end,
  boolean = function(value) return "(boolean) " .. tostring(value) end,
  table = function(value, arguments)
    if host.load("match").is_matcher(value) then return of_matcher(value) end
    if host.load("luassert/util").is_arglist(value) then return formats.list(value) end
    return of_table(value, arguments)
  end,
  ["function"] = tostring,
  userdata = function(value) return "(userdata) '" .. tostring(value) .. "'" end,
  thread = function(value) return "(thread) '" .. tostring(value) .. "'" end,
}

--- A value as text, without the formatters that scripts have added.
function formats.text(value, arguments)
  local fine, written = pcall(writers[type(value)], value, arguments)
  return fine and written or "(" .. type(value) .. ")"
end

--- `assert:format(list)`: the list with each value as text; `nofmt` names the values that stay unchanged.
function formats.format(_, list)
  local skipped, arguments = list.nofmt or {}, list.fmtargs or {}
  for index = 1, list.n or #list do
    if not skipped[index] then list[index] = state.format_argument(list[index], nil, arguments[index]) end
  end
  return list
end

--- The script's own message as text; a value with `__tostring` uses it.
function formats.message(value)
  if type(value) == "string" then return value end
  local said = type(value) ~= "number" and host.load("assert/more").texture(value)
  return said or state.format_argument(value)
end

return formats
