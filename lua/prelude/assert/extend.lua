-- New assertions: `assert:add`, the project's own function, and luassert's `assert:register` and `assert:unregister`.
--
-- assert:add(name, check): check(negated, ...) gets whether the assertion is negated and the arguments of the call, and
-- returns whether the statement holds (before negation; true or false), a message for the failure, and values that the
-- assertion returns when it passes (without any, it returns its arguments). Words of a name are joined by "_". An
-- existing name is refused, so that two plugins cannot silently replace each other's assertion.

local host = ...
local names = host.load("assert/names")
local wording = host.load("assert/wording")
local find, format, lower, match = string.find, string.format, string.lower, string.match
local getmetatable, pack, pcall, select, type, unpack =
  getmetatable, table.pack, pcall, select, type, table.unpack

local extend = {}

local function check_name(caller, name)
  if type(name) ~= "string" or not match(name, "^[%a_][%w_]*$") then
    host.fail(caller .. " needs a name of letters, digits and _, got " .. wording.typed(name))
  end
  return lower(name)
end

--- Adds an assertion, and removes everything that was built with the earlier names.
local function install(name, assertion)
  getmetatable(host.load("assert")).retire(name)
  if assertion then names.add("assertions", name, assertion) else names.assertions[name] = nil end
  host.load("assert/chain").forget()
end

--- Whether a name is taken, regardless of letter case. For the host.
function extend.has(name)
  local folded = lower(name)
  return (names.assertions[folded] or names.modifiers[folded] or names.methods[folded]) ~= nil
end

function extend.add(_, name, check)
  local folded = check_name("assert:add", name)
  if extend.has(folded) then
    host.fail("assert." .. folded .. " already exists; use another name")
  end
  if not host.callable(check) then
    host.fail("assert:add(" .. wording.show(name) .. ", …) needs a function, got " .. wording.typed(check))
  end
  install(folded, {
    check = function(arguments, negated)
      local answer = pack(check(negated, unpack(arguments, 1, arguments.n)))
      local results = answer.n > 2 and pack(select(3, unpack(answer, 1, answer.n))) or nil
      return answer[1], answer[2], results
    end,
    tell = function(_, negated, message)
      if type(message) == "string" then return message end
      return "assert." .. (negated and "Not." or "") .. folded .. " does not hold"
    end,
  })
end

--- The message of a registered assertion: the text of `say` for the key, or the message itself, with values for %s; nil
--- if there is neither.
local function fill(message, arguments)
  if type(message) ~= "string" then return nil end
  local known, words = pcall(host.load("say").text, message)
  words = known and words or find(message, "%s") and message
  if not words then return nil end
  local count, parts = arguments.n or #arguments, arguments
  if words == message then
    parts = {}
    for index = 1, count do parts[index] = wording.show(arguments[index]) end
  else
    host.load("assert/formats").format(nil, arguments)
  end
  for index = count + 1, count + 20 do parts[index] = "(nothing)" end
  local fine, text = pcall(format, words, unpack(parts, 1, count + 20))
  return fine and text or words
end

local function registered(name, callback, positive, negative)
  return {
    check = function(arguments, negated, state)
      local own = host.load("assert/chain").own(state or { negated = negated })
      local holds, results = callback(own, arguments, 1)
      return holds, own.failure_message, type(results) == "table" and results or nil
    end,
    tell = function(arguments, negated, message)
      local words = fill(negated and negative or positive, arguments)
      if message ~= nil then message = host.load("assert/formats").message(message) end
      if words then return message and message .. "\n" .. words or words end
      if message then return message end
      local shown = {}
      for index = 1, arguments.n do shown[index] = wording.show(arguments[index]) end
      return "assert." .. (negated and "Not." or "") .. name .. " does not hold for ("
        .. table.concat(shown, ", ") .. ")"
    end,
  }
end

--- luassert's function. `kind` is "assertion", "modifier" or "matcher"; callbacks get (state, arguments, level).
function extend.register(_, kind, name, callback, positive, negative)
  if kind == "matcher" then
    return host.load("match").register(check_name("assert:register", name), callback)
  end
  if kind ~= "assertion" and kind ~= "modifier" then
    host.fail('assert:register knows "assertion", "modifier" and "matcher", got ' .. wording.typed(kind))
  end
  local folded = check_name("assert:register", name)
  if not host.callable(callback) then
    host.fail("assert:register(" .. wording.show(kind) .. ", " .. wording.show(name)
      .. ", …) needs a function, got " .. wording.typed(callback))
  end
  if kind == "assertion" then return install(folded, registered(folded, callback, positive, negative)) end
  names.add("modifiers", folded, function(...) return callback(...) end)
  host.load("assert/chain").forget()
end

function extend.unregister(_, kind, name)
  if kind == "matcher" then return host.load("match").register(check_name("assert:unregister", name), nil) end
  local folded = check_name("assert:unregister", name)
  if kind == "assertion" then return install(folded, nil) end
  if kind == "modifier" then
    names.modifiers[folded] = nil
    host.load("assert/chain").forget()
  end
end

return extend
