-- The facts of quick-actions.md, “5. System rows of the menu”.

local support = require "homescreen.facts.support"

local home = "com.apple.springboardhome.application-shortcut-item."
local misspelt = "com.apple.springboardhome.application-shotcut-item."

--- A device of the cell with an app that has one item: app, device. `options` are install's; `plist` and `conditions`
--- may be given among them, and so may another model or locale.
local function installed(cell, options)
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
local function system_rows(menu)
  local rows = {}
  for _, row in ipairs(menu and menu.rows or {}) do
    if row.system then rows[row.title] = row end
  end
  return rows, support.titles(menu, true)
end

--- The system's rows in the menu of an app that is installed so.
local function rows(cell, options) return system_rows(support.menu((installed(cell, options)))) end

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

local windows = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } }

fact("QUICK-073", { needs = { "finger" } }, function(cell)
  local _, titles = rows(cell, { published = true })
  assert.is_true(in_order(titles, "Edit Home Screen", "Share App", "Remove App"))
end)

fact("QUICK-074", { needs = { "finger" } }, function(cell)
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
    local all = {}
    for place, row in ipairs(menu.rows) do all[place] = row.title end
    assert.same(
      expected {
        { "Search" }, { "Widget Size", "18.0" }, { "New Window", iPad = true }, { "Show All Windows", iPad = true },
        { edit }, { share }, { lock, "18.0" }, { cell.at_least "14.0" and "Remove App" or "Delete App" },
      }, all)
    if cell.at_least "14.0" then
      menu:item("Remove App"):tap()
      device.alert:tap "Remove from Home Screen"
      all = {}
      for place, row in ipairs(device.springboard:libraryIcon(app):press().rows) do all[place] = row.title end
      assert.same(
        expected {
          { "Search" }, { "New Window", iPad = true }, { "Show All Windows", iPad = true }, { edit },
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
  if not cell.at_least "13.0" then return assert.is_nil(row) end -- QUICK-093
  assert.equal((cell.holds and misspelt or home) .. "rearrange-icons", row.identifier)
end)

fact("QUICK-081", { needs = { "finger" } }, function(cell)
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
    assert.equal(expected, count)
  end
end)

fact("QUICK-083", { needs = { "finger" } }, function(cell)
  assert.equal(home .. "share", rows(cell, { published = true })["Share App"].identifier)
end)

fact("QUICK-084", { needs = { "finger" } }, function(cell)
  for _, published in ipairs { true, false } do
    local found, titles = rows(cell, { distribution = "testFlight", published = published })
    assert.truthy(found["Send Beta Feedback"])
    assert.Not.matches("Share", table.concat(titles, "\n"))
    assert.is_nil(rows(cell, { distribution = "development", published = published })["Send Beta Feedback"])
  end
end)

fact("QUICK-085", { needs = { "finger" } }, function(cell)
  assert.equal(
    "com.apple.SpringBoardServices.application-shortcut-item-type.send-beta-feedback",
    rows(cell, { distribution = "testFlight" })["Send Beta Feedback"].identifier)
end)

fact("QUICK-086", { needs = { "finger" } }, function(cell)
  local names = { "Face ID", "Touch ID" }
  local models = { "iPhone", "iPhone SE (3rd generation)" }
  if cell.model == "iPad" then models = { "iPad Pro", "iPad" } end
  for place, name in ipairs(names) do
    local on, off = "Require " .. name, "Don't Require " .. name
    local app = installed(cell, { model = models[place] })
    local found = system_rows(support.menu(app))
    assert.equal(cell.holds, found[on] ~= nil)
    assert.is_nil(found[off])
    for title in pairs(found) do assert.Not.matches("Passcode", title) end
    if cell.holds then
      found[on]:tap()
      found = system_rows(support.menu(app))
      assert.is_nil(found[on])
      found[off]:tap()
      found = system_rows(support.menu(app))
      assert.truthy(found[on])
      assert.is_nil(found[off])
    end
  end
end)

fact("QUICK-121", { needs = { "finger", "condition of ours" } }, function(cell)
  local plist = { UIBackgroundModes = { "fetch" } }
  local device, app = support.installed(cell, support.items({ { "new", "New" } }, plist), false)
  local icon = device.springboard:icon(app)
  local function lock()
    for _, row in ipairs(icon:press().rows) do
      if row.system and row.title:find "Require" then return row:tap() end
    end
    device:pressHome()
    return "no row"
  end
  if not cell.holds then return assert.equal("no row", lock()) end
  local function asked(open)
    local words = {}
    for _, event in ipairs(device:record(open)) do
      if event.fact == "QUICK-121" then words[#words + 1] = event.name end
    end
    return words
  end
  local opens = {
    function() icon:tap() end,
    function() icon:press():item("new"):tap() end,
    function() device:launch(app, { notification = { title = "Hello" } }) end,
    function() device:launch(app, { url = "paint:new" }) end,
  }
  assert.same({}, asked(lock))
  for _, open in ipairs(opens) do
    assert.same({ "authenticated" }, asked(open))
    assert.equal(app, device.front)
    assert.same({}, asked(function() device:launch(app) end))
    device:pressHome()
  end
  device.conditions.authenticationSucceeds = false
  for _, open in ipairs(opens) do
    local trace = device:record(function() assert.same({ "notAuthenticated" }, asked(open)) end)
    assert.same({}, trace.callbacks)
    assert.is_nil(device.front)
  end
  -- Nobody is asked in the background, and once the lock is off.
  assert.same({}, asked(function() device:launch(app, { backgroundFetch = true }) end))
  assert.same({}, asked(lock))
  assert.same({}, asked(opens[1]))
  assert.equal(app, device.front)
  device:pressHome()
  assert.same({}, asked(lock))
  device.conditions.authenticationSucceeds = true
  assert.same({ "authenticated" }, asked(opens[1]))
  device.locked = true
  device.conditions.authenticationSucceeds = false
  assert.same({ "notAuthenticated" }, asked(function() device.locked = false end))
  assert.is_nil(device.front)
end)

fact("QUICK-087", { needs = { "finger" } }, function(cell)
  local function has_lock(identifier)
    local _, titles = rows(cell, { plist = { CFBundleIdentifier = identifier } })
    return table.concat(titles, "\n"):find "Require" ~= nil
  end
  for _, name in ipairs {
    "calculator", "camera", "mobiletimer", "MobileAddressBook", "findmy", "Maps", "shortcuts", "Preferences", "stocks",
  } do
    assert.is_false(has_lock("com.apple." .. name))
  end
  assert.is_true(has_lock "com.apple.mobilenotes")
  assert.is_true(has_lock "com.example.calculator")
end)

fact("QUICK-088", { needs = { "finger", "condition of ours" } }, function(cell)
  assert.equal(cell.holds, rows(cell, { conditions = { homeScreenEditing = true } })["Widget Size"] ~= nil)
  assert.is_nil(rows(cell, { conditions = { homeScreenEditing = false } })["Widget Size"])
end)

fact("QUICK-089", { needs = { "finger" } }, function(cell)
  local app = installed(cell, { plist = windows, launched = true })
  local menu = support.menu(app)
  local row = system_rows(menu)["New Window"]
  assert.equal(cell.holds, row ~= nil)
  if not cell.holds then return end
  row:tap()
  assert.equal(2, #app.scenes)
  assert.is_nil(rows(cell)["New Window"])
  local one = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = false } }
  assert.is_nil(rows(cell, { plist = one, launched = true })["New Window"])
end)

fact("QUICK-090", { needs = { "finger" } }, function(cell)
  local function has_row(options) return rows(cell, options)["Show All Windows"] ~= nil end
  assert.equal(cell.holds, has_row { plist = windows, launched = true })
  assert.is_false(has_row { plist = windows })
  assert.is_false(has_row { launched = true })
  if not cell.holds then return end
  local app, device = installed(cell, { plist = windows, launched = true })
  device:pressHome()
  app.scenes[1]:discard()
  assert.is_nil(system_rows(support.menu(app))["Show All Windows"])
end)

fact("QUICK-091", { needs = { "finger" } }, function(cell)
  local app, device = installed(cell)
  local found = system_rows(support.menu(app))
  assert.is_nil(found["Add to Home Screen"])
  if not cell.holds then return assert.same({}, device.springboard.library) end
  device:pressHome()
  assert.is_nil(system_rows(device.springboard:libraryIcon(app):press())["Add to Home Screen"])
  device:pressHome()
  support.menu(app):item("Remove App"):tap()
  device.alert:tap "Remove from Home Screen"
  assert.same({}, device.springboard.icons)
  device.springboard:libraryIcon(app):press():item("Add to Home Screen"):tap()
  assert.equal(1, #device.springboard.icons)
  assert.is_nil(system_rows(device.springboard:libraryIcon(app):press())["Add to Home Screen"])
end)

fact("QUICK-092", { needs = { "finger", "condition of ours" } }, function(cell)
  local edit = cell.at_least "13.2" and "Edit Home Screen" or "Rearrange Apps"
  local found = rows(cell, { conditions = { homeScreenEditing = true } })
  assert.truthy(found[edit])
  assert.equal(cell.at_least "18.0", found["Widget Size"] ~= nil)
  local _, titles = rows(cell, { conditions = { homeScreenEditing = false } })
  assert.Not.matches("Edit", table.concat(titles, "\n"))
  assert.Not.matches("Rearrange", table.concat(titles, "\n"))
  assert.Not.matches("Widget Size", table.concat(titles, "\n"))
  -- A long press does not make the icons jiggle either.
  local app, device = installed(cell, { conditions = { homeScreenEditing = false } })
  device.springboard:icon(app):press(3)
  assert.equal("menu", device.springboard.mode)
end)

fact("QUICK-093", { needs = { "finger" } }, function(cell)
  local items, titles = {}, {}
  for place, title in ipairs { "One", "Two", "Three", "Four", "Five" } do
    items[place] = { title:lower(), title }
    if place < 5 then titles[place] = title end
  end
  for _, published in ipairs { true, false } do
    local device = Device(cell)
    local app = device:install(support.items(items), { published = published, distribution = "appStore" })
    local menu = support.menu(app)
    assert.same(titles, support.titles(menu))
    assert.same(published and { "Share Paint" } or {}, support.titles(menu, true))
  end
end)

fact("QUICK-143", { needs = { "finger" } }, function(cell)
  for _, published in ipairs { true, false } do
    local _, titles = rows(cell, { published = published, distribution = "testFlight" })
    assert.same({}, titles)
  end
end)

fact("QUICK-145", { needs = { "finger" } }, function(cell)
  for _, distribution in ipairs { "appStore", "development", "testFlight" } do
    local _, titles = rows(cell, { published = true, distribution = distribution })
    assert.same({}, titles)
  end
end)

fact("QUICK-094", { needs = { "finger", "condition of ours" } }, function(cell)
  local edit = cell.at_least "13.2" and "Edit Home Screen" or "Rearrange Apps"
  local app, device = installed(cell, { downloading = true })
  local function titles()
    local menu = support.menu(app)
    assert.same({}, support.titles(menu))
    return table.concat(support.titles(menu, true), ", "):gsub(" Download", "")
  end
  --- Taps a row: which of these things the trace tells.
  local function tap(row)
    local trace = device:record(function() support.menu(app):item(row .. " Download"):tap() end)
    return support.count(trace, "process", "downloadPaused"), support.count(trace, "process", "downloadResumed")
  end
  assert.is_true(app.downloading)
  assert.equal("Prioritise, Pause, Cancel, " .. edit, (titles()))
  assert.same({ 1, 0 }, { tap "Pause" })
  assert.equal("Prioritise, Resume, Cancel, " .. edit, (titles()))
  assert.same({ 0, 1 }, { tap "Resume" })
  assert.equal("Prioritise, Pause, Cancel, " .. edit, (titles()))
  app:finishDownload()
  assert.is_false(app.downloading)
  assert.same({ "Search" }, support.titles(support.menu(app)))
  device:pressHome()
  app, device = installed(cell, { downloading = true })
  tap "Cancel"
  assert.same({}, device.springboard.icons)
end)

fact("QUICK-096", { needs = { "finger" } }, function(cell)
  local menu = support.menu((installed(cell, { published = true })))
  assert.equal("search", menu.rows[1].identifier)
  assert.equal("Search", menu.rows[1].title)
  assert.equal("Search", menu:item("search").title)
  local spelling = cell.at_least "14.0" and home or misspelt
  local edit = menu:item(spelling .. "rearrange-icons")
  assert.equal(cell.at_least "13.2" and "Edit Home Screen" or "Rearrange Apps", edit.title)
  assert.equal("Share App", menu:item(home .. "share").title)
  if cell.at_least "14.0" then
    assert.equal("Remove App", menu:item(home .. "remove-app").title)
  else
    assert.equal("Delete App", menu:item(misspelt .. "delete-app").title)
  end
end)

fact("QUICK-107", { needs = { "finger" } }, function(cell)
  local english = rows(cell, { published = true })
  local chinese = rows(cell, { published = true, locale = "zh-Hans" })
  for one, other in pairs {
    ["Edit Home Screen"] = "编辑主屏幕", ["Share App"] = "分享App", ["Remove App"] = "移除App",
  } do
    assert.truthy(english[one])
    assert.is_nil(chinese[one])
    assert.equal(english[one].identifier, chinese[other].identifier)
  end
end)

fact("QUICK-108", { needs = { "finger" } }, function(cell)
  for _, languages in ipairs { { "en" }, { "zh-Hans" } } do
    local plist = { CFBundleLocalizations = languages, CFBundleDevelopmentRegion = languages[1] }
    local function titles(locale)
      local found = rows(cell, { plist = plist, distribution = "testFlight", locale = locale })
      return found["Edit Home Screen"] ~= nil, found["编辑主屏幕"] ~= nil, found["Send Beta Feedback"] ~= nil
    end
    assert.same({ true, false, true }, { titles "en" })
    assert.same({ false, true, true }, { titles "zh-Hans" }) -- no translation of the last is known
    assert.same({ true, false, true }, { titles "de" })
  end
end)

fact("QUICK-114", { needs = { "finger" } }, function(cell)
  local found, titles = rows(cell)
  assert.is_nil(found["Widget Size"].identifier)
  local count = 0
  for _, title in ipairs(titles) do
    if title:find "Widget" then count = count + 1 end
  end
  assert.equal(1, count)
end)

fact("QUICK-115", { needs = { "finger" } }, function(cell)
  local models = {
    iPhone = {
      ["iPhone SE (2nd generation)"] = "Touch ID", ["iPhone SE (3rd generation)"] = "Touch ID", iPhone = "Face ID",
      ["iPhone 11"] = "Face ID", ["iPhone 16"] = "Face ID",
    },
    iPad = {
      iPad = "Touch ID", ["iPad mini (6th generation)"] = "Touch ID", ["iPad (9th generation)"] = "Touch ID",
      ["iPad Pro"] = "Face ID", ["iPad Pro 11-inch (M4)"] = "Face ID",
    },
  }
  for model, name in pairs(models[cell.model]) do
    local found = rows(cell, { model = model })
    assert.truthy(found["Require " .. name])
    assert.is_nil(found["Require " .. (name == "Face ID" and "Touch ID" or "Face ID")])
  end
end)

fact("QUICK-116", { needs = { "finger" } }, function(cell)
  local app, device = installed(cell)
  local function confirm()
    assert.equal("Delete “Paint”?", device.alert.label)
    assert.same({ "Delete", "Cancel" }, device.alert.buttons)
  end
  if cell.holds then
    local function ask()
      support.menu(app):item("Remove App"):tap()
      assert.equal("Remove “Paint”?", device.alert.label)
      assert.same({ "Delete App", "Remove from Home Screen", "Cancel" }, device.alert.buttons)
    end
    ask()
    device.alert:tap "Cancel"
    assert.is_nil(device.alert)
    ask()
    device.alert:tap "Delete App"
  else
    support.menu(app):item("Delete App"):tap()
  end
  confirm()
  device.alert:tap "Cancel"
  assert.is_nil(device.alert)
  assert.equal(1, #device.springboard.icons)
end)

fact("QUICK-117", { needs = { "finger" } }, function(cell)
  local function lines(title, subtitle)
    local device = Device(cell)
    local app = device:install(support.entries { { Type = "new", Title = title, Subtitle = subtitle } })
    return support.menu(app).rows[1].lines
  end
  local thirty = ("abcdefghi "):rep(2) .. "abcdefghij"
  local wide = ("工"):rep(15)
  assert.same({ thirty }, lines(thirty))
  assert.same({ wide }, lines(wide))
  assert.same({ thirty, "and more" }, lines(thirty .. " and more"))
  assert.same({ "abcdefghi abcdefghi", "abcdefghijk" }, lines(thirty .. "k"))
  assert.same({ wide, "工" }, lines(wide .. "工"))
  assert.same({ thirty, ("x"):rep(29) .. "…" }, lines(thirty .. " " .. ("x"):rep(31)))
  assert.same({ " " .. ("x"):rep(29), "xx" }, lines(" " .. ("x"):rep(31))) -- the first word is too long
  assert.same({ thirty, "below" }, lines(thirty, "below"))
  assert.same({ ("x"):rep(29) .. "…", ("工"):rep(14) .. "…" }, lines(("x"):rep(31), wide .. "工"))
end)

fact("QUICK-118", { needs = { "finger" } }, function(cell)
  local size = { rows = 6, columns = 4, dock = 4 }
  if cell.model == "iPad" then size = { rows = 5, columns = 6, dock = 12 } end
  local device = Device(cell)
  local page = size.rows * size.columns
  local apps = {}
  for number = 1, page + 1 do
    apps[number] = device:install(
      support.items({ { "search", "Search" } }, { CFBundleIdentifier = "com.example.number" .. number }))
  end
  local function icon(number) return device.springboard:icon(apps[number]) end
  local number = 0
  for row = 1, size.rows do
    for column = 1, size.columns do
      number = number + 1
      assert.same({ page = 1, row = row, column = column }, icon(number).place)
    end
  end
  assert.same({ page = 2, row = 1, column = 1 }, icon(page + 1).place)
  -- One that is moved leaves its turn to the next one.
  icon(1):move { page = 3, row = 2, column = 2 }
  assert.same({ page = 3, row = 2, column = 2 }, icon(1).place)
  assert.same({ page = 1, row = 1, column = 1 }, icon(2).place)
  assert.same({ page = 1, row = size.rows, column = size.columns }, icon(page + 1).place)
  assert.has_error(function() icon(1):move { page = 1, row = size.rows + 1, column = 1 } end)
  assert.has_error(function() icon(1):move { page = 1, row = 1, column = size.columns + 1 } end)
  -- One at a time, and it may stay where it is.
  local place = icon(2).place
  icon(2):move(place)
  icon(2):move(place)
  assert.error_matches(function() icon(1):move(place) end, "taken by “Paint”")
  icon(1):move { dock = size.dock }
  assert.same({ dock = size.dock }, icon(1).place)
  assert.has_error(function() icon(1):move { dock = size.dock + 1 } end)
  if cell.at_least "14.0" then -- one that is in the App Library only leaves its turn, too
    support.menu(apps[3]):item("Remove App"):tap()
    local next = icon(3).place
    device.alert:tap "Remove from Home Screen"
    assert.same(next, icon(4).place)
  end
  if not cell.at_least "13.0" then return end -- QUICK-071
  icon(1):move { page = 3, row = size.rows // 2, column = 1 }
  assert.is_false(support.menu(apps[1]).opensUpward)
  device:pressHome()
  icon(1):move { page = 3, row = size.rows // 2 + 1 + size.rows % 2, column = 1 }
  assert.is_true(support.menu(apps[1]).opensUpward)
end)

fact("QUICK-119", { needs = { "finger", "condition of ours" } }, function(cell)
  local app = installed(cell, { downloading = true })
  local _, titles = system_rows(support.menu(app))
  assert.same({ "Prioritise Download", "Pause Download", "Cancel Download" }, { table.unpack(titles, 1, 3) })
  support.menu(app):item("Pause Download"):tap()
  _, titles = system_rows(support.menu(app))
  assert.same({ "Prioritise Download", "Resume Download", "Cancel Download" }, { table.unpack(titles, 1, 3) })
end)
