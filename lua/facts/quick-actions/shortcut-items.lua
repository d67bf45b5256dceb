-- The facts of quick-actions.md, “3. `UIApplication.shortcutItems`”.

local support = require "homescreen.facts.support"

--- The titles that the getter returns; nil for anything but a list.
local function registered(app)
  return app:run(function()
    local items = UIApplication.shared.shortcutItems
    if type(items) ~= "table" then return nil end
    local titles = {}
    for place, item in ipairs(items) do titles[place] = item.localizedTitle end
    return titles
  end)
end

--- Whether this device has menus (QUICK-097).
local function has_menu(cell)
  local _, app = support.installed(cell, support.items { { "search", "Search" } })
  local has = support.menu(app) ~= nil
  assert.equal(cell.model == "iPhone" or cell.at_least "13.0", has)
  return has
end

--- The titles of the app's rows.
local function shown(app) return support.titles(support.menu(app)) end

local two = { { "one", "One" }, { "two", "Two" } }

--- Six items, and their titles.
local function six()
  local items, titles = {}, {}
  for number = 1, 6 do
    items[number] = { "type" .. number, "Title " .. number }
    titles[number] = items[number][2]
  end
  return items, titles
end

-- If an app trimmed its array, a place would be empty after the update.

fact("QUICK-048", { needs = { "app's code" } }, function(cell)
  local _, app = support.installed(cell, support.package())
  app:run(function()
    local item = UIMutableApplicationShortcutItem { type = "one", localizedTitle = "One" }
    local list = { item }
    UIApplication.shared.shortcutItems = list
    list[2] = UIApplicationShortcutItem { type = "two", localizedTitle = "Two" }
    item.localizedTitle = "Changed"
    UIApplication.shared.shortcutItems[2] = list[2]
  end)
  assert.same({ "One" }, registered(app))
  app:run(function() UIApplication.shared.shortcutItems = nil end)
  assert.same({}, registered(app))
end)

fact("QUICK-049", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local _, app = support.installed(cell, support.items { { "fixed", "Fixed" } })
  assert.same({}, registered(app))
  for _, list in ipairs { { { "own", "Own" } }, { { "fixed", "Fixed" } }, {} } do
    app.device:launch(app)
    support.assign(app, list)
    local titles = { "Fixed" }
    for place, item in ipairs(list) do titles[place + 1] = item[2] end
    assert.equal(#list, #registered(app))
    assert.same(titles, shown(app))
  end
  app:run(function() UIApplication.shared.shortcutItems = nil end)
  assert.same({ "Fixed" }, shown(app))
  assert.equal("fixed", support.received(app, "Fixed").type)
  assert.same({}, registered(app))
end)

fact("QUICK-050", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.package(), false)
  local function set_here(name)
    UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = name, localizedTitle = name } }
    assert.equal(name, UIApplication.shared.shortcutItems[1].type)
  end
  local times = {}
  for _, slot in ipairs {
    "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
    "applicationDidBecomeActive", "applicationWillResignActive", "applicationDidEnterBackground",
    "applicationWillEnterForeground",
  } do
    app.delegate[slot] = function()
      set_here(slot)
      times[#times + 1] = slot
      return true
    end
  end
  device:launch(app)
  device:pressHome()
  app:activate()
  assert.equal(7, #times) -- becomes active twice
  app:run(function() set_here "in front" end)
  assert.same({ "in front" }, registered(app))
  device:pressHome()
  app:run(function() set_here "in the background" end)
  assert.equal("runningBackground", app.state)
  assert.same({ "in the background" }, registered(app))
end)

fact("QUICK-051", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.package(), false)
  local mode
  function app.sceneDelegate:sceneWillResignActive()
    mode = device.springboard.mode
    UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "last", localizedTitle = "Last" } }
  end
  device:launch(app)
  assert.same({}, registered(app))
  device:pressHome()
  if not cell.holds then return assert.is_nil(mode) end -- another method, or none of the app's
  assert.equal("app", mode)
  assert.same({ "Last" }, support.titles(device.springboard:icon(app):press()))
end)

fact("QUICK-052", { needs = { "app's code" } }, function(cell)
  local _, app = support.installed(cell, support.items { { "fixed", "Fixed" } })
  assert.same({}, registered(app))
end)

fact("QUICK-053", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local _, app = support.installed(cell, support.package())
  support.assign(app, two)
  assert.same({ "One", "Two" }, shown(app))
  app:run(function() UIApplication.shared.shortcutItems = nil end)
  assert.same({}, shown(app))
end)

fact("QUICK-054", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local _, app = support.installed(cell, support.package())
  support.assign(app, two)
  assert.same({ "One", "Two" }, shown(app))
  app:run(function() UIApplication.shared.shortcutItems = {} end)
  assert.same({}, shown(app))
end)

fact("QUICK-055", { needs = { "app's code" } }, function(cell)
  local _, app = support.installed(cell, support.package())
  for _, clear in ipairs {
    function() UIApplication.shared.shortcutItems = nil end, function() UIApplication.shared.shortcutItems = {} end,
  } do
    support.assign(app, two)
    assert.same({ "One", "Two" }, registered(app))
    app:run(clear)
    assert.same({}, registered(app))
  end
end)

fact("QUICK-109", { needs = { "app's code" } }, function(cell)
  local device, app = support.installed(cell, support.package())
  local function change()
    app:run(function()
      local copy
      local item = UIApplication.shared.shortcutItems[1]
      if item then -- a message to nil does nothing
        copy = item:mutableCopy()
        copy.localizedTitle = "Changed"
      end
      UIApplication.shared.shortcutItems = NSArray(copy)
    end)
  end
  local function fails()
    local crash = assert.crashes(app, change)
    assert.equal(
      "NSInvalidArgumentException: *** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object "
        .. "from objects[0]",
      crash.reason:match "NSInvalidArgumentException.*")
    assert.equal("notRunning", app.state)
    device:launch(app)
  end
  fails() -- before any was created
  support.assign(app, { { "one", "One" } })
  change()
  assert.same({ "Changed" }, registered(app))
  app:run(function() UIApplication.shared.shortcutItems = nil end)
  fails() -- after they were cleared
end)

fact("QUICK-120", { needs = { "app's code", "clock", "finger" } }, function(cell)
  local _, app = support.installed(cell, support.package())
  for queue, titles in pairs { global = cell.holds and {} or { "One", "Two" }, main = { "One", "Two" } } do
    app.device:launch(app)
    support.assign(app, {})
    app:run(function()
      DispatchQueue[queue]:async(function()
        local items = {}
        for place, item in ipairs(two) do
          items[place] = UIApplicationShortcutItem { type = item[1], localizedTitle = item[2] }
        end
        UIApplication.shared.shortcutItems = items
      end)
    end)
    app.device:advance(1)
    assert.same(titles, registered(app))
    assert.same(titles, shown(app))
  end
end)

fact("QUICK-056", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, support.package())
  support.assign(app, two)
  app:terminate()
  assert.same({ "One", "Two" }, shown(app))
  device:launch(app)
  assert.same({ "One", "Two" }, registered(app))
  device:reboot()
  assert.same({ "One", "Two" }, shown(app))
  device:launch(app)
  assert.same({ "One", "Two" }, registered(app))
  support.assign(app, { { "three", "Three" } })
  assert.same({ "Three" }, shown(app))
  device:reboot()
  assert.same({ "Three" }, shown(app))
end)

fact("QUICK-057", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, support.package { CFBundleVersion = "1" })
  app:run(function()
    UIApplication.shared.shortcutItems = {
      UIApplicationShortcutItem { type = "old", localizedTitle = "Old", userInfo = { version = 1 } },
    }
  end)
  device:install(support.package { CFBundleVersion = "2" }, cell)
  assert.same({ "Old" }, shown(app))
  device:launch(app)
  assert.equal(1, app:run(function() return UIApplication.shared.shortcutItems[1].userInfo.version end))
  assert.same({ "Old" }, shown(app))
  support.assign(app, { { "new", "New" } })
  assert.same({ "New" }, shown(app))
end)

fact("QUICK-058", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, support.package { CFBundleVersion = "1" })
  support.assign(app, { { "old", "Old" } })
  for version = 2, 3 do
    device:install(support.package { CFBundleVersion = tostring(version) }, cell)
    device:launch(app)
    assert.same({ "Old" }, shown(app))
    app:terminate()
    device:reboot()
    device:launch(app)
    assert.same({ "Old" }, shown(app))
  end
end)

fact("QUICK-059", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, support.items { { "fixed", "Fixed" } }, false)
  function app.delegate:application_didFinishLaunchingWithOptions()
    UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "own", localizedTitle = "Own" } }
    return true
  end
  assert.same({ "Fixed" }, shown(app))
  device:pressHome()
  device:launch(app)
  assert.same({ "Fixed", "Own" }, shown(app))
end)

fact("QUICK-060", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, support.items { { "fixed", "Fixed" } })
  support.assign(app, two)
  assert.same({ "Fixed", "One", "Two" }, shown(app))
  device:pressHome()
  device:uninstall(app)
  app = device:install(support.items { { "fixed", "Fixed" } }, cell)
  assert.same({ "Fixed" }, shown(app))
  device:pressHome()
  device:launch(app)
  assert.same({}, registered(app))
end)

fact("QUICK-061", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, support.items { { "fixed", "Fixed" }, { "too", "Fixed, too" } })
  support.assign(app, (six()))
  assert.same({ "Fixed", "Fixed, too", "Title 1", "Title 2" }, shown(app))
  device:pressHome()
  device:install(support.package(), cell)
  assert.same({ "Title 1", "Title 2", "Title 3", "Title 4" }, shown(app))
end)

fact("QUICK-062", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local _, app = support.installed(cell, support.items { { "fixed", "Fixed" } })
  local items, titles = six()
  items[2][2], titles[2] = "", ""
  support.assign(app, items)
  assert.same(titles, registered(app))
  assert.same({ "Fixed", "Title 1", "Title 3", "Title 4" }, shown(app))
end)

fact("QUICK-063", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
  local device, app = support.installed(cell, support.package())
  support.assign(app, { { "note", "Note" } })
  device.locale = "de"
  device:launch(app)
  assert.same(cell.holds and { "Note" } or {}, registered(app))
  if has_menu(cell) then assert.same(cell.holds and { "Note" } or {}, shown(app)) end
  device:launch(app)
  support.assign(app, { { "note", "Notiz" } })
  assert.same({ "Notiz" }, registered(app))
  if has_menu(cell) then assert.same({ "Notiz" }, shown(app)) end
end)

fact("QUICK-064", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
  local device, app = support.installed(cell, support.items { { "fixed", "Fixed" } })
  support.assign(app, { { "note", "Note" } })
  local english = device.locale
  device.locale = "de"
  device:launch(app)
  assert.same(cell.holds and {} or { "Note" }, registered(app))
  if has_menu(cell) then assert.same(cell.holds and { "Fixed" } or { "Fixed", "Note" }, shown(app)) end
  device:reboot()
  device:launch(app)
  assert.same(cell.holds and {} or { "Note" }, registered(app))
  for _, other in ipairs { { "fr", cell.holds and {} or { "Note" } }, { english, { "Note" } } } do
    device.locale = other[1]
    device:launch(app)
    assert.same(other[2], registered(app))
  end
  device.locale = "de"
  device:launch(app)
  support.assign(app, { { "note", "Notiz" } })
  assert.same({ "Notiz" }, registered(app))
  if has_menu(cell) then assert.same({ "Fixed", "Notiz" }, shown(app)) end
  device.locale = english
  device:launch(app)
  assert.same(cell.holds and {} or { "Notiz" }, registered(app))
end)
