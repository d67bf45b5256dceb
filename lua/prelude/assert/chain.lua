-- Chains: the words between `assert` and the call, for example `is.Not` in `assert.is.Not.equal(1, 2)`.
--
-- A chain without state is stored in its parent after its first use, so each spelling is read once. A call such as
-- `assert.spy(s)` or `assert.message("…")` returns a new chain with state each time, which does not change later. A
-- misspelt chain fails when it is called, not when it is read, so `if assert.foo then` is allowed.

local host = ...
local names = host.load("assert/names")
local pairs, rawget, rawset, setmetatable, type = pairs, rawget, rawset, setmetatable, type
local getmetatable, pack, tostring = getmetatable, table.pack, tostring

local chain = {}
local node_meta = {}
local kept = {}          -- keys under which assert stores chains
local longest_path = 200 -- characters; a longer chain cannot be valid

--- Whether every modifier only negates or has no effect, and whether they negate.
local function plain(modifiers)
  local negated = false
  for index = 1, #modifiers do
    local effect = names.modifiers[modifiers[index]]
    if effect == "negate" then
      negated = not negated
    elseif effect ~= "none" then
      return false
    end
  end
  return true, negated
end

--- The continuation of `path` with `key`: a function that asserts, or a node. `parent` stores it if it has no state.
function chain.step(parent, path, state, key)
  if type(key) ~= "string" then key = "[" .. tostring(key) .. "]" end
  local longer = path == "" and names.fold(key) or path .. "_" .. names.fold(key)
  local found, modifiers, unknown
  if #longer <= longest_path then found, modifiers, unknown = names.read(longer) else unknown = key end
  local node, direct
  if found and not unknown and not state then
    local simple, negated = plain(modifiers)
    if simple then
      direct = getmetatable(host.load("assert")).quick(found, negated)
      if not direct then
        local run = host.load("assert/run").run
        direct = function(...) return run(found, negated, nil, ...) end
      end
    end
  end
  if direct and not names.growing[found] then
    node = direct
  else
    node = setmetatable({ longer, state or false, direct or false }, node_meta)
  end
  if not state and not unknown then
    rawset(parent, key, node)
    if path == "" then kept[#kept + 1] = key end
  end
  return node
end

--- Removes all stored chains, because names have changed.
function chain.forget()
  local assert = host.load("assert")
  for index = 1, #kept do rawset(assert, kept[index], nil) end
  kept = {}
end

function node_meta.__index(node, key)
  return chain.step(node, rawget(node, 1), rawget(node, 2) or nil, key)
end

function node_meta.__call(node, ...)
  local direct = rawget(node, 3)
  if direct then return direct(...) end
  local path, state = rawget(node, 1), rawget(node, 2) or nil
  local found, modifiers, unknown = names.read(path)
  if unknown then return host.load("assert/suggest").fail(path, unknown) end
  state = chain.apply(modifiers, state, not found and pack(...) or nil)
  if found then return host.load("assert/run").run(found, state.negated, state, ...) end
  return setmetatable({ "", state, false }, node_meta)
end

--- The state for callbacks of scripts, as luassert's: `mod` is false if negated; fields that they add are kept.
function chain.own(state)
  local own = {}
  for key, value in pairs(state.own or own) do own[key] = value end
  own.mod, own.payload, own.failure_message = not state.negated, state.payload, state.message
  return own
end

--- Reads back the state after a callback.
function chain.take(own, state)
  state.negated, state.payload, state.message = not own.mod, own.payload, own.failure_message
  state.own = own
end

--- The state after the modifiers; with `arguments`, the last one was called, as in `assert.message("…")`.
function chain.apply(modifiers, before, arguments)
  local state = { negated = false, soft = before and before.soft }
  if before then
    state.negated, state.message, state.payload = before.negated, before.message, before.payload
    state.has_array, state.own = before.has_array, before.own
  end
  for index = 1, #modifiers do
    local effect = names.modifiers[modifiers[index]]
    if effect == "negate" then
      state.negated = not state.negated
    elseif effect == "soft" then
      state.soft = true
    elseif effect == "message" and arguments then
      state.message = arguments[1]
    elseif effect == "payload" and arguments then
      state.payload = arguments[1]
      if arguments[2] ~= nil then state.message = arguments[2] end
    elseif effect == "array" and arguments then
      if arguments.n == 0 then host.fail("assert.array needs a list: assert.array(list).has.no.holes()") end
      if state.has_array then host.fail("assert.array already has a list; start another chain") end
      state.payload, state.has_array = arguments[1], true
    elseif type(effect) == "function" then
      local own = chain.own(state)
      effect(own, arguments, 1)
      chain.take(own, state)
    end
  end
  return state
end

return chain
