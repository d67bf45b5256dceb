-- The facts of quick-actions.md, “5. System rows of the menu”.

local support = require "homescreen.facts.support"

fact("QUICK-076", { needs = { "finger" } }, function(cell)
  local device, app = support.installed(cell, support.items { { "search", "Search" } }, false)
  local menu = device.springboard:icon(app):press()
  local function has(title)
    for _, row in ipairs(menu and menu.rows or {}) do
      if row.system and row.title == title then return true end
    end
    return false
  end
  assert.equal(cell.holds and not cell.at_least "13.2", has "Rearrange Apps")
  assert.equal(cell.at_least "13.2", has "Edit Home Screen")
end)
