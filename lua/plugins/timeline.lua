-- An example of a plugin: it records what a user would have seen on the Home Screen, and shows it on request.
--
--   homescreen repl --plugin lua/plugins/timeline.lua My.app
--   > :timeline            everything so far
--   > :timeline alert      the alerts only
--
-- Event hooks record, a command shows the records, and an assertion lets scenarios use them. A hook is called when the
-- command that led to the event has ended; this one only reads, so traces are the same with and without it.

local seen = {} -- for each device, in order; it exists as long as the script or the REPL session

local function gather(event, device)
  seen[device] = seen[device] or {}
  table.insert(seen[device], {
    kind = event.kind,
    text = string.format("%.3f s  %s %s %s", event.time, event.kind, event.name, event.detail),
  })
end

--- The lines of a device, of one kind or of all.
local function lines(device, kind)
  local found = {}
  for _, entry in ipairs(seen[device] or {}) do
    if not kind or entry.kind == kind then table.insert(found, entry.text) end
  end
  return found
end

return homescreen.plugin {
  name = "timeline",
  version = "1.0",
  api = 1,
  on = { alert = gather, icon = gather, menu = gather },
  commands = {
    timeline = {
      summary = "Shows what the user has seen; with a word, only that kind: alert, icon or menu.",
      run = function(device, kind)
        local found = lines(device, kind)
        for _, line in ipairs(found) do print(line) end
        if #found == 0 then print("nothing has been seen yet") end
      end,
    },
  },
  matchers = {
    --- assert.has_shown(device, "alert"), assert.Not.has_shown(device, "menu")
    shown = function(_, device, kind)
      return #lines(device, kind) > 0, "the timeline of " .. tostring(device) .. " and events of kind " .. kind
    end,
  },
}
