-- luassert.formatters.binarystring: a formatter that shows strings byte by byte, sixteen in a line.
-- assert:add_formatter(require "luassert.formatters.binarystring")

local byte, format, gsub, sub = string.byte, string.format, string.gsub, string.sub
local concat, min, type = table.concat, math.min, type

local shown = 65536 -- bytes

return function(value)
  if type(value) ~= "string" then return nil end
  local lines = { "Binary string length; " .. #value .. " bytes" }
  for first = 1, min(#value, shown), 16 do
    local codes = {}
    for place = first, first + 15 do
      local code = byte(value, place)
      codes[#codes + 1] = (place == first + 8 and " " or "") .. (code and format("%02x ", code) or "   ")
    end
    local letters = gsub(sub(value, first, first + 15), "[^\32-\126]", ".")
    lines[#lines + 1] = concat(codes) .. " " .. sub(letters, 1, 8) .. " " .. sub(letters, 9)
  end
  if #value > shown then lines[#lines + 1] = "… and " .. #value - shown .. " more bytes" end
  return concat(lines, "\n") .. "\n"
end
