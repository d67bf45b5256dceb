-- What the specs share: whether an assertion passes or fails, told without assertions. busted finds it where the specs
-- are: `busted -C lua/specs .`.

local support = {}

function support.passes(f)
  local fine, raised = pcall(f)
  if not fine then error("should pass: " .. tostring(raised), 2) end
end

--- What is raised, in words; `level` as `error` takes it.
local function words_of(level, f, ...)
  local fine, raised = pcall(f, ...)
  if fine then error("should fail", level + 1) end
  return tostring(raised)
end

--- Whatever is raised, in words.
function support.raises(f, ...)
  local words = words_of(2, f, ...)
  return words
end

--- The words of a failed assertion, and not of a slip in the spec.
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

--- A value with words of its own.
function support.named(name)
  return setmetatable({}, { __tostring = function() return name end })
end

return support
