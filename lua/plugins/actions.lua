-- An example of a plugin for the REPL: a command with completion and help, and a renderer for menus.
--
--   homescreen repl --plugin lua/plugins/actions.lua My.app
--   > :tap                 lists the quick actions of the newest app
--   > :tap New             taps one; Tab completes the titles that were listed
--   > device.springboard:icon(app):press()      shows a row in each line
--
-- A completion function cannot open a menu to read the titles, because devices refuse commands while it runs.

--- Opens the menu of the newest app and returns its rows; nil with a reason.
local function rows(device)
  if not device then return nil, "there is no device" end
  local icons = device.springboard.icons
  local icon = icons[#icons]
  if not icon then return nil, "no app is installed" end
  if device.springboard.mode == "app" then device:pressHome() end
  local menu = icon:press()
  if not menu then return nil, "no menu opens; :trace menu says why" end
  return menu.rows
end

local last -- the titles of the last menu, for completion

local function titles(list)
  local found = {}
  for _, row in ipairs(list) do
    if not row.system then table.insert(found, row.title) end
  end
  return found
end

return homescreen.plugin {
  name = "actions",
  version = "1.0",
  api = 1,
  commands = {
    tap = {
      summary = "Taps a quick action of the newest app, by the start of its title.",
      help = ":tap New Painting presses the icon and taps the row; without a title it lists the rows.",
      complete = function(_, words) return #words == 1 and last or {} end,
      run = function(device, ...)
        local found, problem = rows(device)
        if not found then return problem end
        last = titles(found)
        local wanted = table.concat({ ... }, " ")
        if wanted == "" then
          device:pressHome()
          return last
        end
        for _, row in ipairs(found) do
          if not row.system and row.title:sub(1, #wanted) == wanted then return row:tap() end
        end
        device:pressHome()
        return "no quick action begins with “" .. wanted .. "”"
      end,
    },
  },
  renderers = {
    --- A type's name: for each object of that type.
    menu = function(menu)
      local lines = {}
      for _, row in ipairs(menu.rows) do
        table.insert(lines, (row.system and "  " or "• ") .. table.concat(row.lines, " — "))
      end
      return table.concat(lines, "\n")
    end,
  },
}
