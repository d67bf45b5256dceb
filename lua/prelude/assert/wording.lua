-- Words for failures: values, with their types if these differ, expected and actual values, and differences of strings.
--
-- Short values stay on one line, long values get their own lines, and long strings are shown only around the first
-- difference.

local host = ...
local text = host.load("text")
local find, gsub, lower, rep, sub = string.find, string.gsub, string.lower, string.rep, string.sub
local pcall, tostring, type = pcall, tostring, type

local wording = {}

local line_limit = 100   -- columns of "expected …, got …" on one line
local value_length = 1500 -- characters of one value
local before, after = 30, 40 -- characters around the first difference of long strings

--- A value as text: from the formatters that a script has added, or as inspect shows it.
function wording.show(value, options)
  local state = host.load("assert/state")
  local formatted = state.formatted(value)
  if formatted then return formatted end
  if not options and type(value) == "table" then
    local level = state.get_parameter("TableFormatLevel")
    options = { length = value_length, depth = type(level) == "number" and (level < 0 and 100 or level) or 3 }
  end
  return host.load("inspect")(value, options or { length = value_length })
end

--- A value with the name of its type: the string "4", the number 4. If the text already shows the type, nothing is
--- added.
function wording.typed(value)
  local kind = type(value)
  if kind == "string" or kind == "number" then return "the " .. kind .. " " .. wording.show(value) end
  if kind == "table" then
    local shown = wording.show(value)
    return (sub(shown, 1, 5) == "table" and "the " or sub(shown, 1, 1) == "{" and "the table " or "") .. shown
  end
  if kind == "userdata" then
    local name, shown = host.typename(value), wording.show(value)
    return "the " .. (sub(shown, 1, #name) == name and "" or name .. " ") .. shown
  end
  if kind == "function" or kind == "thread" then return "the " .. wording.show(value) end
  return wording.show(value)
end

--- Two halves of a sentence, on one line if they fit, else on two.
function wording.pair(first, second)
  if find(first, "\n", 1, true) or find(second, "\n", 1, true) or text.columns(first .. second) > line_limit then
    return first .. "\n" .. second
  end
  return first .. ", " .. second
end

--- With straight quotation marks instead of curved ones.
local function straight(string)
  return (gsub(gsub(string, "\xE2\x80[\x98\x99]", "'"), "\xE2\x80[\x9C\x9D]", '"'))
end

--- The difference of two strings that look the same at first sight, or nil.
local function likeness(expected, actual)
  if lower(expected) == lower(actual) then return "they differ only in upper and lower case" end
  if gsub(expected, "\r\n?", "\n") == gsub(actual, "\r\n?", "\n") then return "they differ only in their line ends" end
  if gsub(expected, "%s+", "") == gsub(actual, "%s+", "") then return "they differ only in white space" end
  if straight(expected) == straight(actual) then return "they differ only in quotation marks, such as ' and ’" end
  local marks = "\xCC[\x80-\xBF]"
  if (find(expected, marks) == nil) ~= (find(actual, marks) == nil) then
    return "one of them uses combining marks (U+0300 to U+033F), so they may look alike and differ"
  end
end

--- The line ends of a string before a place: the line's number and where the line begins.
local function line_of(string, place)
  local line, start = 1, 1
  local at = find(string, "\n", 1, true)
  while at and at < place do
    line, start = line + 1, at + 1
    at = find(string, "\n", start, true)
  end
  return line, start
end

--- The position of the first byte at which two strings differ, found by bisection.
local function parting(one, other)
  local low, high = 0, #one < #other and #one or #other
  while low < high do
    local middle = (low + high + 1) // 2
    if sub(one, low + 1, middle) == sub(other, low + 1, middle) then low = middle else high = middle - 1 end
  end
  return low + 1
end

--- Some characters from `start` on, at most to the end of the line.
local function window(string, start, place)
  local stop = place
  for _ = 1, after do
    local last = text.character(string, stop) or stop
    if stop > #string or sub(string, stop, stop) == "\n" and stop > place then break end
    stop = last + 1
  end
  return sub(string, start, stop - 1), stop <= #string
end

--- Two strings that are too long for one line: the first difference, and both texts around it.
function wording.strings(expected, actual)
  local place = parting(expected, actual)
  local begin_expected, begin_actual = text.start(expected, place), text.start(actual, place)
  place = begin_expected < begin_actual and begin_expected or begin_actual
  local line, line_start = line_of(expected, place)
  local start = place
  for _ = 1, before do
    if start <= line_start then break end
    start = text.start(expected, start - 1)
  end
  local ahead = start > 1 and "…" or ""
  local function part(string)
    local shown, more = window(string, start, place)
    return '"' .. ahead .. text.escape(shown) .. (more and "…" or "") .. '"'
  end
  local column = text.columns(ahead .. text.escape(sub(expected, start, place - 1)))
  local where = text.characters(sub(expected, line_start, place - 1)) + 1
  if find(expected, "\n", 1, true) or find(actual, "\n", 1, true) then
    where = "line " .. line .. ", character " .. where
  else
    where = "character " .. where
  end
  local ending
  if place > #actual then
    ending = "got ends there, expected continues"
  elseif place > #expected then
    ending = "expected ends there, got continues"
  else
    ending = likeness(expected, actual)
  end
  return "the strings differ at " .. where .. (ending and ": " .. ending or "")
    .. "\n  expected " .. part(expected) .. "\n       got " .. part(actual)
    .. "\n  " .. rep(" ", #"expected " + 1 + column) .. "^"
end

--- Two strings that should have been equal. A text of the system may be in English on a device in another language.
local function unequal_strings(expected, actual)
  local english = host.english(actual, expected)
  local hint = english and "\nhint: the text is English because " .. english or ""
  if #expected + #actual > 80 or find(expected, "\n", 1, true) or find(actual, "\n", 1, true) then
    return wording.strings(expected, actual) .. hint
  end
  local like = likeness(expected, actual)
  return wording.pair("expected " .. wording.show(expected), "got " .. wording.show(actual))
    .. (like and "\nhint: " .. like or "") .. hint
end

--- Two values that should have been equal.
function wording.unequal(expected, actual)
  if type(expected) == "string" and type(actual) == "string" then return unequal_strings(expected, actual) end
  if type(expected) == type(actual) and type(expected) ~= "userdata" then
    return wording.pair("expected " .. wording.show(expected), "got " .. wording.show(actual))
  end
  return wording.pair("expected " .. wording.typed(expected), "got " .. wording.typed(actual))
end

--- A value that should have been different.
function wording.unwanted(value, relation)
  return "expected something that is not " .. relation .. " " .. wording.typed(value)
end

--- Two different tables: whether their contents are the same.
function wording.two_tables(text_so_far, expected, actual)
  local fine, same = pcall(host.load("assert/compare").same, expected, actual)
  if fine and same then
    return "expected and got are two tables with the same content: " .. wording.show(expected)
      .. "\nhint: assert.equal checks whether they are one table; assert.same compares their contents"
  end
  return text_so_far .. "\nhint: assert.equal checks whether they are one table; assert.same compares their contents"
end

--- An error value in words: its text, or for any other value the value with its type.
function wording.raised(value)
  if type(value) == "string" or type(value) == "userdata" then return text.quote(tostring(value), value_length) end
  return wording.typed(value)
end

return wording
