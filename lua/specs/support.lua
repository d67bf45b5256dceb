-- Helpers of all specs: they check without assertions whether an assertion passes or fails. busted finds this file in
-- the folder of the specs: `busted -C lua/specs .`.

local support = {}

function support.passes(f)
  local fine, raised = pcall(f)
  if not fine then error("should pass: " .. tostring(raised), 2) end
end

--- The message of a raised error; `level` is the second argument of `error`.
local function words_of(level, f, ...)
  local fine, raised = pcall(f, ...)
  if fine then error("should fail", level + 1) end
  return tostring(raised)
end

--- The message of the raised value.
function support.raises(f, ...)
  local words = words_of(2, f, ...)
  return words
end

--- The message of a failed assertion; a mistake in the spec is an error.
function support.fails(f, ...)
  local words = words_of(2, f, ...)
  if words:find("attempt to", 1, true) then error("not an assertion: " .. words, 2) end
  return words
end

function support.says(expected, f)
  local got = words_of(2, f)
  if not got:find(expected, 1, true) then error("expected in the message: " .. expected .. "\ngot: " .. got, 2) end
end

function support.does_not_say(unexpected, f)
  local got = words_of(2, f)
  if got:find(unexpected, 1, true) then error("not expected in the message: " .. got, 2) end
end

function support.check(condition, words)
  if not condition then error(words or "wrong", 2) end
end

--- A value with its own text.
function support.named(name)
  return setmetatable({}, { __tostring = function() return name end })
end

return support
