-- Snapshots: `assert:snapshot()` remembers the parameters, the formatters and which spies exist; `revert` goes back,
-- newest first, and reverts the spies and stubs made since. Without a snapshot nothing is remembered of a spy.

local host = ...
local next, pairs, pcall, setmetatable, type = next, pairs, pcall, setmetatable, type
local remove = table.remove

local snapshots = {}

local stack = {} -- the snapshots in force, oldest first
local parameters = { TableFormatLevel = 3 }
local formatters = {} -- oldest first; the newest is asked first

local snapshot_meta = {}
snapshot_meta.__index = snapshot_meta

local function copy(list)
  local result = {}
  for key, value in pairs(list) do result[key] = value end
  return result
end

function snapshots.snapshot()
  local snapshot = setmetatable({
    parameters = copy(parameters), formatters = copy(formatters), spies = {},
  }, snapshot_meta)
  stack[#stack + 1] = snapshot
  return snapshot
end

--- Goes back to the time of the snapshot. Newer snapshots end with it.
function snapshot_meta:revert()
  local place
  for index = #stack, 1, -1 do
    if stack[index] == self then place = index end
  end
  if not place then
    host.fail("this snapshot is no longer in force: it, or an older one, has been reverted already")
  end
  for index = #stack, place, -1 do
    local snapshot = stack[index]
    stack[index] = nil
    for newest = #snapshot.spies, 1, -1 do snapshot.spies[newest]:revert() end
    parameters, formatters = copy(snapshot.parameters), copy(snapshot.formatters)
  end
end

--- Called by spies when they are made: the newest snapshot will revert them.
function snapshots.add_spy(_, spy)
  local newest = stack[#stack]
  if newest then newest.spies[#newest.spies + 1] = spy end
end

function snapshots.set_parameter(_, name, value)
  if name == nil then host.fail("assert:set_parameter needs a name and a value") end
  parameters[name] = value
end

function snapshots.get_parameter(_, name)
  if name == nil then return nil end
  return parameters[name]
end

--- Adds a function that turns a value into text for messages, or returns nil for a value it does not know.
function snapshots.add_formatter(_, formatter)
  if formatter == nil then host.fail("assert:add_formatter needs a function") end
  formatters[#formatters + 1] = formatter
end

function snapshots.remove_formatter(_, formatter)
  for index = #formatters, 1, -1 do
    if formatters[index] == formatter then
      remove(formatters, index)
      return
    end
  end
end

--- What the formatters make of a value, newest first; nil when there is none that knows it. A formatter that fails
--- must not hide the failure that is being reported: it is named in the text.
function snapshots.formatted(value)
  if next(formatters) == nil then return nil end
  for index = #formatters, 1, -1 do
    local fine, result = pcall(formatters[index], value)
    if not fine then return "<a formatter fails: " .. host.load("inspect")(result) .. ">" end
    if result ~= nil then return type(result) == "string" and result or host.load("inspect")(result) end
  end
end

return snapshots
