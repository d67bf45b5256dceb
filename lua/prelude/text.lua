-- Text for people: quoted strings, numbers that can be typed back, widths in terminal columns, counts.
--
-- Nothing here raises an error or runs code of a script. Valid UTF-8 stays unchanged, except for invisible characters
-- (control, zero-width and direction marks, the no-break space), so that two different texts never look the same.
-- Widths are good enough to put a caret under a character; they do not depend on fonts.

local byte, find, format, match, sub = string.byte, string.find, string.format, string.match, string.sub
local codepoint, len = utf8.codepoint, utf8.len
local concat = table.concat
local tonumber, type = tonumber, type
local mathtype, tointeger = math.type, math.tointeger

local text = {}

local escapes = {
  [7] = "\\a", [8] = "\\b", [9] = "\\t", [10] = "\\n", [11] = "\\v", [12] = "\\f", [13] = "\\r",
  [34] = '\\"', [92] = "\\\\",
}

--- Whether a code point is invisible on a screen. The zero-width joiner is excluded, because emoji contain it.
local function invisible(code)
  return code >= 0x7F and code <= 0xA0 or code == 0xAD
    or code >= 0x200B and code <= 0x200F and code ~= 0x200D
    or code >= 0x2028 and code <= 0x202F
    or code >= 0x2060 and code <= 0x206F
    or code == 0xFEFF
    or code >= 0xE0000 and code <= 0xE0FFF
end

--- The place of the last byte of the character that starts at `at`, and its code point; nil for a stray byte.
local function character(string, at)
  local lead = byte(string, at)
  if not lead then return nil end
  if lead < 0x80 then return at, lead end
  if not len(string, at, at) then return nil end
  return at + (lead < 0xE0 and 1 or lead < 0xF0 and 2 or 3), codepoint(string, at)
end
text.character = character

--- The place where the character begins that the byte at `at` belongs to.
function text.start(string, at)
  for back = 0, 3 do
    local last = at - back >= 1 and character(string, at - back)
    if last and last >= at then return at - back end
  end
  return at
end

--- The inside of a quoted string, without the quotation marks.
function text.escape(string)
  if not find(string, '[%c"\\\127-\255]') then return string end
  local parts, count, at = {}, 0, 1
  while at <= #string do
    local piece, last
    local special = find(string, '[%c"\\\127-\255]', at)
    if special ~= at then
      last = (special or #string + 1) - 1
      piece = sub(string, at, last)
    else
      local code
      last, code = character(string, at)
      if not last then
        last, piece = at, format("\\x%02X", byte(string, at))
      elseif code < 0x80 then
        piece = escapes[code] or format("\\x%02X", code)
      elseif invisible(code) then
        piece = format("\\u{%X}", code)
      else
        piece = sub(string, at, last)
      end
    end
    count = count + 1
    parts[count] = piece
    at = last + 1
  end
  return concat(parts)
end

--- The first `limit` bytes, or a few less so that no character is cut.
function text.cut(string, limit)
  if #string <= limit then return string end
  return sub(string, 1, text.start(string, limit + 1) - 1)
end

--- A string as a Lua literal. If it is longer than `limit` bytes, it is cut, and its length is added.
function text.quote(string, limit)
  if limit and #string > limit then
    return '"' .. text.escape(text.cut(string, limit)) .. '"… (' .. #string .. " bytes)"
  end
  return '"' .. text.escape(string) .. '"'
end

--- A number with as many digits as are needed to distinguish it from its neighbours.
function text.number(value)
  if mathtype(value) == "integer" then return format("%d", value) end
  if value ~= value then return "nan" end
  if value == 1 / 0 then return "inf" end
  if value == -1 / 0 then return "-inf" end
  local digits = 14
  local written = format("%.14g", value)
  while tonumber(written) ~= value and digits < 17 do
    digits = digits + 1
    written = format("%." .. digits .. "g", value)
  end
  if tointeger(value) and not find(written, "[.e]") then written = written .. ".0" end
  return written
end

--- Terminal columns of one code point.
local function breadth(code)
  if code < 0x300 then return 1 end
  if code <= 0x36F or code == 0x200D or code >= 0xFE00 and code <= 0xFE0F then return 0 end
  if code < 0x1100 then return 1 end
  if code <= 0x115F or code >= 0x2E80 and code <= 0xA4CF or code >= 0xAC00 and code <= 0xD7A3
    or code >= 0xF900 and code <= 0xFAFF or code >= 0xFE30 and code <= 0xFE6F
    or code >= 0xFF00 and code <= 0xFF60 or code >= 0xFFE0 and code <= 0xFFE6
    or code >= 0x1F300 and code <= 0x1F64F or code >= 0x1F900 and code <= 0x1F9FF
    or code >= 0x20000 and code <= 0x3FFFD then
    return 2
  end
  return 1
end

--- The number of terminal columns of a text without line ends.
function text.columns(string)
  if not find(string, "[\128-\255]") then return #string end
  local columns, at = 0, 1
  while at <= #string do
    local last, code = character(string, at)
    columns = columns + (last and breadth(code) or 1)
    at = (last or at) + 1
  end
  return columns
end

--- The number of characters in a string; each stray byte counts as one.
function text.characters(string)
  local count = len(string)
  if count then return count end
  local at = 1
  count = 0
  while at <= #string do
    at = (character(string, at) or at) + 1
    count = count + 1
  end
  return count
end

--- "1 call", "3 calls".
function text.count(number, noun)
  if type(number) == "number" then number = number == 1 and "1" or text.number(number) end
  return number .. " " .. noun .. (number == "1" and "" or "s")
end

local reserved = {}
for word in string.gmatch([[and break do else elseif end false for function goto if in local nil not or repeat return
then true until while]], "%a+") do
  reserved[word] = true
end

--- Whether a string can be a field name after a dot.
function text.isname(string)
  return match(string, "^[%a_][%w_]*$") ~= nil and not reserved[string]
end

return text
