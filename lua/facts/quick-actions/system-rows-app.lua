-- The facts of quick-actions.md, “5. System rows of the menu”: editing, removing, sharing.

local support = require "homescreen.facts.support"
local menus = require "homescreen.facts.menus"

local installed, system_rows, rows, home = menus.installed, menus.system_rows, menus.rows, menus.home
local misspelt, windows = menus.misspelt, menus.windows

--- Whether two titles are in a list, in this order.
local function in_order(titles, ...)
  local last = 0
  for _, wanted in ipairs { ... } do
    local found
    for place, title in ipairs(titles) do
      if title == wanted then found = place end
    end
    if not found or found < last then return false end
    last = found
  end
  return true
end

fact("QUICK-073", { needs = { "finger" } }, function(cell)
  local _, titles = rows(cell, { published = true })
  assert.is_true(in_order(titles, "Edit Home Screen", "Share App", cell.holds and "Remove App" or "Delete App"))
end)

fact("QUICK-074", { needs = { "finger" }, versions = { "13.2", "14.0", "15.0", "18.0", "26.0" } }, function(cell)
  local edit = cell.at_least "13.2" and "Edit Home Screen" or "Rearrange Apps"
  local lock = cell.model == "iPad" and "Require Touch ID" or "Require Face ID"
  --- Those of all rows that this device has.
  local function expected(all)
    local titles = {}
    for _, entry in ipairs(all) do
      local title, from = entry[1], entry[2] or "13.0"
      if cell.at_least(from) and (cell.model == "iPad" or not entry.iPad) then titles[#titles + 1] = title end
    end
    return titles
  end
  for distribution, share in pairs { appStore = "Share App", testFlight = "Send Beta Feedback" } do
    local app, device = installed(cell, {
      plist = windows, published = true, distribution = distribution, launched = true,
    })
    local menu = support.menu(app)
    if not cell.holds then -- QUICK-093, QUICK-084
      local row = distribution == "appStore" and "Share Paint" or share
      return assert.same(cell.model == "iPhone" and { row } or {}, support.titles(menu, true))
    end
    local all = {}
    for place, row in ipairs(menu.rows) do all[place] = row.title end
    assert.same(
      expected {
        { "Search" }, { "Widget Size", "18.0" }, { "New Window", "26.0", iPad = true }, { "Show All Windows", iPad = true },
        { edit }, { share }, { lock, "18.0" }, { cell.at_least "14.0" and "Remove App" or "Delete App", "13.2" },
      }, all)
    if support.has_library(cell) then
      menu:item("Remove App"):tap()
      device.alert:tap "Remove from Home Screen"
      all = {}
      for place, row in ipairs(device.springboard:libraryIcon(app):press().rows) do all[place] = row.title end
      assert.same(
        expected {
          { "Search" }, { "New Window", "26.0", iPad = true }, { "Show All Windows", iPad = true }, { edit },
          { "Add to Home Screen" }, { share }, { lock, "18.0" }, { "Delete App" },
        }, all)
    end
  end
end)

fact("QUICK-075", { needs = { "finger" } }, function(cell)
  local app, device = installed(cell)
  local row = support.menu(app):item "Edit Home Screen"
  assert.equal(cell.holds, row.identifier == home .. "rearrange-icons")
  row:tap()
  assert.equal("editing", device.springboard.mode)
end)

fact("QUICK-076", { needs = { "finger" } }, function(cell)
  local device, app = support.installed(cell, support.items { { "search", "Search" } }, false)
  local found = system_rows(device.springboard:icon(app):press())
  assert.equal(cell.holds, found["Rearrange Apps"] ~= nil)
  assert.equal(cell.at_least "13.2", found["Edit Home Screen"] ~= nil)
end)

fact("QUICK-077", { needs = { "finger" } }, function(cell)
  local app, device = installed(cell)
  local menu = support.menu(app)
  local row = system_rows(menu)["Remove App"]
  if not cell.holds then return assert.is_nil(row) end -- QUICK-079
  assert.equal(home .. "remove-app", row.identifier)
  row:tap()
  local choice = device.alert
  assert.equal("Delete App", choice.buttons[1])
  choice:tap "Delete App"
  assert.Not.equal(choice.label, device.alert.label)
  assert.equal(1, #device.springboard.icons)
  device.alert:tap "Delete"
  assert.same({}, device.springboard.icons)
  assert.is_nil(device.alert)
end)

fact("QUICK-078", { needs = { "finger" } }, function(cell)
  local app, device = installed(cell)
  if not cell.holds then
    assert.same({}, device.springboard.library)
    assert.error(function() device.springboard:libraryIcon(app) end)
    return
  end
  assert.equal(1, #device.springboard.library)
  for _, icon in ipairs { device.springboard:libraryIcon(app), device.springboard.library[1] } do
    local menu = icon:press()
    assert.equal("Delete App", menu.rows[#menu.rows].title)
    assert.is_nil(system_rows(menu)["Remove App"])
    device:pressHome()
  end
  local menu = support.menu(app)
  assert.equal("Remove App", menu.rows[#menu.rows].title)
end)

fact("QUICK-079", { needs = { "finger" } }, function(cell)
  local found = rows(cell)
  assert.equal(cell.holds, found["Delete App"] ~= nil)
  assert.equal(cell.at_least "14.0", found["Remove App"] ~= nil)
  if cell.holds then assert.equal(misspelt .. "delete-app", found["Delete App"].identifier) end
end)

fact("QUICK-080", { needs = { "finger" } }, function(cell)
  local found = rows(cell)
  local row = found["Edit Home Screen"] or found["Rearrange Apps"]
  if not cell.at_least "13.0" and not cell.holds then return assert.is_nil(row) end -- QUICK-093
  assert.equal((cell.holds and misspelt or home) .. "rearrange-icons", row.identifier)
end)

fact("QUICK-081", { needs = { "finger" }, versions = { "13.0" } }, function(cell)
  if support.lacks_menus(cell) then return end
  if not cell.holds then -- iOS 9 has no such row
    local _, titles = rows(cell, { published = true, distribution = "appStore" })
    return assert.Not.matches("Share", table.concat(titles, "\n"))
  end
  local title = cell.at_least "13.0" and "Share App" or "Share Paint" -- QUICK-093
  for _, distribution in ipairs { "appStore", "development" } do
    assert.truthy(rows(cell, { published = true, distribution = distribution })[title])
    assert.is_nil(rows(cell, { published = false, distribution = distribution })[title])
  end
end)

fact("QUICK-082", { needs = { "finger" } }, function(cell)
  for identifier, expected in pairs {
    ["com.apple.mobilenotes"] = 0, ["com.apple.tv"] = 0, ["com.applesauce.notes"] = 1, ["com.example.notes"] = 1,
  } do
    local _, titles = rows(cell, { published = true, plist = { CFBundleIdentifier = identifier } })
    local count = 0
    for _, title in ipairs(titles) do
      if title:find "^Share" then count = count + 1 end
    end
    assert.equal(cell.holds and expected or 0, count)
  end
end)

fact("QUICK-083", { needs = { "finger" } }, function(cell)
  local row = rows(cell, { published = true })["Share App"]
  assert.equal(cell.holds and home .. "share" or nil, row and row.identifier)
end)

fact("QUICK-084", { needs = { "finger" } }, function(cell)
  for _, published in ipairs { true, false } do
    local found, titles = rows(cell, { distribution = "testFlight", published = published })
    assert.equal(cell.holds, found["Send Beta Feedback"] ~= nil)
    assert.Not.matches("Share", table.concat(titles, "\n"))
    assert.is_nil(rows(cell, { distribution = "development", published = published })["Send Beta Feedback"])
  end
end)

fact("QUICK-085", { needs = { "finger" } }, function(cell)
  local row = rows(cell, { distribution = "testFlight" })["Send Beta Feedback"]
  assert.equal(
    cell.holds and "com.apple.SpringBoardServices.application-shortcut-item-type.send-beta-feedback" or nil,
    row and row.identifier)
end)
