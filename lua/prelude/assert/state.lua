-- The state of the assertions, `luassert.state`: parameters, formatters and the spies to revert, in a chain of
-- snapshots. `assert:snapshot()` begins a new one; `revert` ends it and all newer ones, newest first, and reverts the
-- spies and stubs created since. Without a snapshot, spies are not recorded.

local host = ...
local getmetatable, ipairs, next, pcall, setmetatable, type = getmetatable, ipairs, next, pcall, setmetatable, type
local insert, remove = table.insert, table.remove

local state = {}

local unset = {} -- marks a parameter that is nil here, even if older snapshots set it
local current    -- the newest snapshot

local snapshot_meta = {}

function snapshot_meta.__call(self) self:revert() end

function state.snapshot()
  local snapshot = setmetatable({
    formatters = {}, parameters = {}, spies = {}, previous = current, revert = state.revert,
  }, snapshot_meta)
  if current then current.next = snapshot end
  current = snapshot
  return snapshot
end

--- Returns to the time before a snapshot; without an argument, before the newest.
function state.revert(snapshot)
  if snapshot == nil then
    snapshot = current
    if not snapshot.previous then return end
  end
  if type(snapshot) ~= "table" or getmetatable(snapshot) ~= snapshot_meta then
    host.fail("this snapshot is no longer active: it, or an older one, has already been reverted")
  end
  if not snapshot.previous then host.fail("the initial state cannot be reverted") end
  repeat
    local newest = current
    local spies = newest.spies
    newest.formatters, newest.parameters, newest.spies = {}, {}, {}
    current = newest.previous
    current.next = nil
    setmetatable(newest, nil)
    for index = #spies, 1, -1 do spies[index]:revert() end
  until newest == snapshot
end

--- Spies call this when they are created: the newest snapshot reverts them.
function state.add_spy(spy)
  if current.previous then current.spies[#current.spies + 1] = spy end
end

function state.set_parameter(name, value)
  if name == nil then host.fail("assert:set_parameter needs a name and a value") end
  if value == nil then value = unset end
  current.parameters[name] = value
end

function state.get_parameter(name, from)
  if name == nil then return nil end
  local snapshot = from or current
  while snapshot do
    local value = snapshot.parameters[name]
    if value == unset then return nil end
    if value ~= nil then return value end
    snapshot = snapshot.previous
  end
end

--- Adds a function that turns a value into text for messages, or returns nil for other values.
function state.add_formatter(formatter)
  if not host.callable(formatter) then host.fail("assert:add_formatter needs a function") end
  insert(current.formatters, 1, formatter)
end

function state.remove_formatter(formatter, from)
  local snapshot = from or current
  while snapshot do
    for index, known in ipairs(snapshot.formatters) do
      if known == formatter then
        remove(snapshot.formatters, index)
        break
      end
    end
    snapshot = snapshot.previous
  end
end

--- The text of a value from the formatters of scripts, newest first; nil if none returns one. A formatter that fails
--- must not hide the reported failure, so the text mentions it.
function state.formatted(value, from, arguments)
  local snapshot = from or current
  while snapshot do
    if next(snapshot.formatters) ~= nil then
      for _, formatter in ipairs(snapshot.formatters) do
        local fine, result = pcall(formatter, value, arguments)
        if not fine then return "<a formatter fails: " .. host.load("inspect")(result) .. ">" end
        if result ~= nil then return type(result) == "string" and result or host.load("inspect")(result) end
      end
    end
    snapshot = snapshot.previous
  end
end

--- A value as text: from the formatters of scripts, else as luassert writes it.
function state.format_argument(value, from, arguments)
  return state.formatted(value, from, arguments) or host.load("assert/formats").text(value, arguments)
end

state.snapshot()
state.set_parameter("TableFormatLevel", 3)
state.set_parameter("TableFormatShowRecursion", false)
state.set_parameter("TableErrorHighlightCharacter", "*")
state.set_parameter("TableErrorHighlightColor", "none")

return state
