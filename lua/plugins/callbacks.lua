-- An example of a plugin for the REPL: it watches events, and says at once if the app lacks a method that iOS has just
-- called with an event for the app.
--
--   homescreen repl --plugin lua/plugins/callbacks.lua My.app
--   > device.springboard:icon(app):press():item("Search"):tap()
--   lost: com.example.paint has no windowScene_performActionForShortcutItem_completionHandler
--   > :callbacks            how often each callback was called, and whether the app has it

local counts = {} -- by app and callback, in the order in which they came
local carriers = { performActionForShortcutItem = true, openURLContexts = true, continueUserActivity = true }

local function count(event)
  local has = not event.detail:find("implemented=false", 1, true)
  local key = (event.app or "") .. "  " .. event.name
  local entry = counts[key]
  if not entry then
    entry = { key = key, calls = 0 }
    counts[key] = entry
    table.insert(counts, entry)
  end
  entry.calls, entry.has = entry.calls + 1, has
  if has then return end
  for word in pairs(carriers) do
    if event.name:find(word, 1, true) then print("lost: " .. event.app .. " has no " .. event.name) end
  end
end

return homescreen.plugin {
  name = "callbacks",
  version = "1.0",
  api = 1,
  on = { callback = count },
  commands = {
    callbacks = {
      summary = "How often each callback was called; with `missing`, only those that the app lacks.",
      help = "Words: missing, reset.",
      complete = { "missing", "reset" },
      run = function(_, word)
        if word == "reset" then
          counts = {}
          return
        end
        for _, entry in ipairs(counts) do
          if word ~= "missing" or not entry.has then
            print(string.format("%4d  %s%s", entry.calls, entry.key, entry.has and "" or "  (missing)"))
          end
        end
      end,
    },
  },
  renderers = {
    -- `when` makes a renderer for values of any type: a list of callbacks is shown with one line for each.
    callbackNames = {
      when = function(value)
        return type(value) == "table" and type(value[1]) == "string" and value[1]:find "^application_" ~= nil
      end,
      show = function(value) return table.concat(value, "\n") end,
    },
  },
}
