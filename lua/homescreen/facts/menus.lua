-- What the scenarios of the facts about the system's rows of a menu share.

local support = require "homescreen.facts.support"

local menus = {}

--- What the identifiers of the system's rows begin with, and as Apple misspelt it once.
menus.home = "com.apple.springboardhome.application-shortcut-item."
menus.misspelt = "com.apple.springboardhome.application-shotcut-item."

--- The Info.plist of an app that can have several windows.
menus.windows = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } }

--- A device of the cell with an app that has one item: app, device. `options` are install's; `plist` and `conditions`
--- may be given among them, and so may another model or locale.
function menus.installed(cell, options)
  local how, own = {}, { plist = true, conditions = true, model = true, locale = true, launched = true }
  for key, value in pairs(options or {}) do
    if not own[key] then how[key] = value end
  end
  options = options or {}
  local device = Device {
    os = cell.os, model = options.model or cell.model, locale = options.locale, conditions = options.conditions,
  }
  local app = device:install(support.items({ { "search", "Search" } }, options.plist), how)
  if options.launched then device:launch(app) end
  return app, device
end

--- The rows of the system, by title: title → row. And their titles in order.
function menus.system_rows(menu)
  local rows = {}
  for _, row in ipairs(menu and menu.rows or {}) do
    if row.system then rows[row.title] = row end
  end
  return rows, support.titles(menu, true)
end

--- The system's rows in the menu of an app that is installed so.
function menus.rows(cell, options) return menus.system_rows(support.menu((menus.installed(cell, options)))) end

return menus
