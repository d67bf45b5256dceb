-- The facts of quick-actions.md, “5. System rows of the menu”: the lock, widgets, windows, older systems, downloads.

local support = require "homescreen.facts.support"
local menus = require "homescreen.facts.menus"

local installed, system_rows, rows, windows = menus.installed, menus.system_rows, menus.rows, menus.windows

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
  assert.same({ "authenticated" }, asked(lock))
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
  -- There is no question in the background, or after the lock is off.
  assert.same({}, asked(function() device:launch(app, { backgroundFetch = true }) end))
  assert.same({ "notAuthenticated" }, asked(lock)) -- the lock stays on
  assert.same({ "notAuthenticated" }, asked(opens[1]))
  device.conditions.authenticationSucceeds = true
  assert.same({ "authenticated" }, asked(lock))
  assert.same({}, asked(opens[1]))
  assert.equal(app, device.front)
  device:pressHome()
  device.conditions.authenticationSucceeds = false
  assert.same({ "notAuthenticated" }, asked(lock)) -- it stays off
  assert.same({}, asked(opens[1]))
  device:pressHome()
  device.conditions.authenticationSucceeds = true
  assert.same({ "authenticated" }, asked(lock))
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
  assert.equal(cell.holds, has_lock "com.apple.mobilenotes")
  assert.equal(cell.holds, has_lock "com.example.calculator")
end)

fact("QUICK-088", { needs = { "finger", "condition of ours" } }, function(cell)
  assert.equal(cell.holds, rows(cell, { conditions = { homeScreenEditing = true } })["Widget Size"] ~= nil)
  assert.is_nil(rows(cell, { conditions = { homeScreenEditing = false } })["Widget Size"])
  if not cell.holds then return end
  local app = installed(cell)
  local found = system_rows(support.menu(app))
  local lock = found["Require Face ID"] or found["Require Touch ID"]
  lock:tap()
  assert.truthy(system_rows(support.menu(app))["Widget Size"]) -- also for a locked app
end)

fact("QUICK-089", { needs = { "finger" } }, function(cell)
  local app = installed(cell, { plist = windows, launched = true })
  local menu = support.menu(app)
  local row = system_rows(menu)["New Window"]
  assert.equal(cell.holds, row ~= nil)
  if not cell.holds then return end
  row:tap()
  assert.equal(2, #app.scenes)
  assert.truthy(rows(cell, { plist = windows })["New Window"]) -- also while the app is not running
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

fact("QUICK-092", { needs = { "finger", "condition of ours" }, versions = { "13.2", "18.0" } }, function(cell)
  local edit = cell.at_least "13.2" and "Edit Home Screen" or "Rearrange Apps"
  local found = rows(cell, { conditions = { homeScreenEditing = true } })
  assert.equal(cell.holds, found[edit] ~= nil)
  if not cell.holds then return end
  assert.equal(cell.at_least "18.0", found["Widget Size"] ~= nil)
  local _, titles = rows(cell, { conditions = { homeScreenEditing = false } })
  assert.Not.matches("Edit", table.concat(titles, "\n"))
  assert.Not.matches("Rearrange", table.concat(titles, "\n"))
  assert.Not.matches("Widget Size", table.concat(titles, "\n"))
  -- A long press does not make the icons jiggle, either.
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
    if not cell.holds then return assert.Not.same({ "Share Paint" }, support.titles(menu, true)) end
    assert.same(titles, support.titles(menu))
    assert.same(published and { "Share Paint" } or {}, support.titles(menu, true))
  end
end)

fact("QUICK-143", { needs = { "finger" }, versions = { "13.0" } }, function(cell)
  if not cell.holds and support.lacks_menus(cell) then return end
  for _, published in ipairs { true, false } do
    local _, titles = rows(cell, { published = published, distribution = "testFlight" })
    if cell.holds then
      assert.same({}, titles)
    else
      assert.is_true(support.has(titles, "Send Beta Feedback"))
    end
  end
end)

fact("QUICK-145", { needs = { "finger" }, versions = { "13.0" } }, function(cell)
  if support.lacks_menus(cell) then return end
  for _, distribution in ipairs { "appStore", "development", "testFlight" } do
    local _, titles = rows(cell, { published = true, distribution = distribution })
    if cell.holds then assert.same({}, titles) end
    if distribution == "appStore" then assert.equal(cell.holds, #titles == 0) end -- QUICK-093
  end
end)

fact("QUICK-094", { needs = { "finger", "condition of ours" }, versions = { "13.0", "13.2" } }, function(cell)
  local app, device = installed(cell, { downloading = true })
  if not cell.holds then return assert.is_nil(support.menu(app)) end
  local edit = cell.at_least "13.2" and ", Edit Home Screen" or cell.at_least "13.0" and ", Rearrange Apps" or ""
  local function titles()
    local menu = support.menu(app)
    assert.same({}, support.titles(menu))
    return table.concat(support.titles(menu, true), ", "):gsub(" Download", "")
  end
  --- Taps a row. Returns which of these events are in the trace.
  local function tap(row)
    local trace = device:record(function() support.menu(app):item(row .. " Download"):tap() end)
    return support.count(trace, "process", "downloadPaused"), support.count(trace, "process", "downloadResumed")
  end
  assert.is_true(app.downloading)
  assert.equal("Prioritize, Pause, Cancel" .. edit, (titles()))
  assert.same({ 1, 0 }, { tap "Pause" })
  assert.equal("Prioritize, Resume, Cancel" .. edit, (titles()))
  assert.same({ 0, 1 }, { tap "Resume" })
  assert.equal("Prioritize, Pause, Cancel" .. edit, (titles()))
  app:finishDownload()
  assert.is_false(app.downloading)
  assert.same({ "Search" }, support.titles(support.menu(app)))
  device:pressHome()
  app, device = installed(cell, { downloading = true })
  tap "Cancel"
  assert.same({}, device.springboard.icons)
end)
