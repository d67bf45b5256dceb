-- Helpers for facts about the system rows of a menu.

local support = require "homescreen.facts.support"

local menus = {}

--- The beginning of the identifiers of system rows, and the same with Apple's misspelling.
menus.home = "com.apple.springboardhome.application-shortcut-item."
menus.misspelt = "com.apple.springboardhome.application-shotcut-item."

--- The Info.plist of an app that can have several windows.
menus.windows = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } }

--- A device of the cell with an app that has one item: app, device. `options` are those of install, and can also have
--- `plist`, `conditions`, a model or a locale.
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

--- The system rows by title: title → row. Also returns their titles in order.
function menus.system_rows(menu)
  local rows = {}
  for _, row in ipairs(menu and menu.rows or {}) do
    if row.system then rows[row.title] = row end
  end
  return rows, support.titles(menu, true)
end

--- The system rows in the menu of an app that is installed with these options.
function menus.rows(cell, options) return menus.system_rows(support.menu((menus.installed(cell, options)))) end

return menus
