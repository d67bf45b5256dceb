-- The facts of alternate-icons.md, “9. Persistence, caches, picker pattern”.

local support = require "homescreen.facts.support"

local switched = { needs = { "app's code", "finger" } }
local reading = { needs = { "app's code" } }
local faulty = { needs = { "app's code", "finger", "condition of ours" } }
local fitting, picture = support.fitting, support.picture

--- What `alternateIconName` says to the app.
local function name(app) return app:run(function() return UIApplication.shared.alternateIconName end) end

--- An app that has chosen “night”: device, app.
local function chosen(cell, conditions)
  local device = Device { model = cell.model, os = cell.os }
  local app = device:install(support.icons())
  device:launch(app)
  for key, value in pairs(conditions or {}) do device.conditions[key] = value end
  assert.is_nil(support.choose(app, "night"))
  assert.equal("night", name(app))
  return device, app
end

--- Installed again after `leave`, the app has its primary icon.
local function is_forgotten(cell, leave)
  local device, app = chosen(cell)
  leave(device, app)
  local again = device:install(support.icons(), cell)
  assert.is_nil(again.iconName)
  assert.equal(fitting(cell, "day"), picture(again).file)
  device:launch(again)
  assert.is_nil(name(again))
end

--- The code of the error that a command raises.
local function code(command, ...)
  local done, err = pcall(command, ...)
  return not done and err.code
end

-- The picker of the tutorial: a row for each icon, as it reads them from the Info.plist.
local Picker = {}
Picker.__index = Picker

local function firstFile(entry)
  if type(entry) ~= "table" or type(entry.CFBundleIconFiles) ~= "table" then return nil end
  local first = entry.CFBundleIconFiles[1]
  return type(first) == "string" and first or nil
end

function Picker.new()
  local self, declared = setmetatable({ rows = {} }, Picker), Bundle.main:object "CFBundleIcons"
  if type(declared) ~= "table" then declared = {} end
  for alternate, entry in pairs(declared.CFBundleAlternateIcons or {}) do
    if firstFile(entry) and math.type(entry.ordinal) == "integer" then
      table.insert(self.rows, { name = alternate, ordinal = entry.ordinal, image = firstFile(entry) })
    end
  end
  table.sort(self.rows, function(a, b) return a.ordinal < b.ordinal end)
  local image = firstFile(declared.CFBundlePrimaryIcon)
  if image then table.insert(self.rows, 1, { ordinal = 0, image = image }) end
  for _, row in ipairs(self.rows) do
    if row.name == UIApplication.shared.alternateIconName then
      self.current = row
      break
    end
  end
  return self
end

--- Inside of a Task.
function Picker:set(row)
  await(UIApplication.shared):setAlternateIconName(row.name)
  self.current = row
end

--- A button: a Task whose error nobody reads.
function Picker:tap(row) return Task(function() self:set(row) end) end

local function entry(file, ordinal) return { CFBundleIconFiles = { file }, ordinal = ordinal } end

--- An app with the picker: `primary` and `alternates` as its Info.plist has them.
local function picking(cell, primary, alternates)
  local icons = { CFBundlePrimaryIcon = primary, CFBundleAlternateIcons = alternates }
  local files = support.pictures("day", "night", "dusk", "dawn")
  local device, app = support.installed(cell, support.package({ CFBundleIcons = icons }, files), false)
  local screen = { device = device, app = app }
  function app.main() screen.picker = nil end
  device:launch(app)
  screen.picker = app:run(Picker.new)
  return screen
end

--- The names of the rows; the primary icon's is “–”.
local function rows(screen)
  local list = {}
  for place, row in ipairs(screen.picker.rows) do list[place] = row.name or "–" end
  return list
end

local day = { CFBundleIconFiles = { "day" } }

--- `UIImage(named:)` in an app with the icon set “Night”, an image set and a loose file.
local function image(cell, asked, distribution)
  local package = support.build {
    catalog = { Night = support.set "Night", Preview = { kind = "image", entries = { { filename = "p.png" } } } },
    files = { ["loose@2x.png"] = { 120, 120 }, ["loose@3x.png"] = { 180, 180 } },
  }
  local device = Device(cell)
  local app = device:install(package, { distribution = distribution })
  device:launch(app)
  local found = app:run(function() return UIImage(asked) end)
  return found and found.file
end

--- An app in front with its own icon, under these conditions.
local function opened(cell, conditions)
  local device, app = support.installed(cell, support.icons())
  for name, value in pairs(conditions) do device.conditions[name] = value end
  return device, app
end

--- The name of the icon that a place shows; nil for the primary one.
local function nameOn(app, place) return app:picture(place).iconName end

--- The same app with other pictures.
local function redrawn()
  return support.build {
    plist = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "dawn" } } } },
    files = support.pictures "dawn",
  }
end

fact("ICON-152", switched, function(cell)
  local device, app = chosen(cell)
  local other = device:install(support.package { CFBundleIdentifier = "com.example.other" }, cell)
  app:terminate()
  assert.equal("night", app.iconName)
  device:launch(app)
  assert.equal("night", name(app))
  device:reboot()
  assert.equal("notRunning", app.state)
  assert.equal("night", app.iconName)
  assert.equal(fitting(cell, "night"), picture(app).file)
  device:launch(app)
  assert.equal("night", name(app))
  device:launch(other)
  assert.is_nil(name(other))
end)

fact("ICON-153", switched, function(cell)
  local device, app = chosen(cell)
  for _, version in ipairs { "1", "2" } do
    local trace = device:record(function() device:install(support.icons { CFBundleVersion = version }, cell) end)
    assert.equal(1, support.count(trace, "icon", "kept"))
    assert.equal("night", app.iconName)
    assert.equal(fitting(cell, "night"), picture(app).file)
    device:launch(app)
    assert.equal("night", name(app))
  end
end)

fact("ICON-154", switched, function(cell)
  local device, app = chosen(cell)
  local renamed = support.icons()
  local alternates = renamed.plist.CFBundleIcons.CFBundleAlternateIcons
  alternates.dusk = { CFBundleIconFiles = { "night" } }
  alternates.night = nil
  assert.equal(1, support.count(device:record(function() device:install(renamed, cell) end), "icon", "reset"))
  assert.is_nil(app.iconName)
  assert.equal(fitting(cell, "day"), picture(app).file)
  device:launch(app)
  assert.is_nil(name(app))
  device:install(support.icons(), cell)
  assert.is_nil(app.iconName)
end)

fact("ICON-155", switched, function(cell)
  is_forgotten(cell, function(device, app) device:uninstall(app) end)
end)

fact("ICON-156", switched, function(cell)
  is_forgotten(cell, function(device, app) device:offload(app) end)
  local device, app = chosen(cell)
  device:offload(app)
  local trace = device:record(function() device:install(support.icons(), cell) end)
  assert.equal(1, support.count(trace, "process", "reinstall"))
  assert.equal(1, support.count(trace, "icon", "reset"))
end)

fact("ICON-209", switched, function(cell)
  local device, app = chosen(cell)
  if not cell.holds then
    assert.equal("offload-unavailable", code(device.offload, device, app))
    device:launch(app)
    assert.equal("night", name(app))
    return
  end
  device:offload(app)
  assert.equal("night", app.iconName)
  assert.equal("notRunning", app.state)
  assert.equal("app-offloaded", code(device.launch, device, app))
  assert.equal("app-offloaded", code(app.activate, app))
  local icon = device.springboard:icon(app)
  assert.equal("app-offloaded", code(icon.tap, icon))
  assert.equal("notRunning", app.state)
  local again = device:install(support.icons(), cell)
  assert.is_nil(again.iconName)
  device:launch(again)
  assert.equal("runningForeground", again.state)
end)

fact("ICON-157", switched, function(cell)
  local _, app = chosen(cell)
  for _, place in ipairs { "home", "spotlight", "settings", "notification", "switcher", "dock", "share" } do
    assert.equal("night", picture(app, place).iconName, place)
    assert.matches("^night", picture(app, place).file)
  end
end)

fact("ICON-173", switched, function(cell)
  local device, app = support.installed(cell, support.icons())
  assert.equal(fitting(cell, "day"), picture(app).file)
  -- At once: the alert is still up.
  local trace = device:record(function()
    app:run(function() UIApplication.shared:setAlternateIconName("night", function() end) end)
  end)
  assert.equal(1, support.count(trace, "icon", "shown"))
  assert.Not.is_nil(device.alert)
  assert.equal(fitting(cell, "night"), picture(app).file)
  device.alert:tap "OK"
  assert.equal("runningForeground", app.state)
  assert.equal(fitting(cell, "night"), picture(app).file)
  assert.is_nil(support.choose(app, nil))
  assert.equal(fitting(cell, "day"), picture(app).file)
end)

fact("ICON-158", faulty, function(cell)
  -- Before iOS 13 a long press makes the icons jiggle on a screen without 3D Touch.
  local hasForce = cell.model == "iPhone" and not cell.at_least "13.0"
  local where = { model = hasForce and "iPhone SE" or cell.model, os = cell.os }
  --- The name whose picture is shown after a change that the cache hides, and what a person does then.
  local function after(deed)
    local device, app = chosen(where, { staleIconCache = true })
    assert.is_nil(picture(app).iconName)
    assert.equal("unchanged", picture(app).source)
    assert.equal("night", picture(app, "settings").iconName)
    deed(device, app)
    assert.equal("night", app.iconName)
    return picture(app).iconName
  end
  assert.is_nil(after(function(device, app)
    app:terminate()
    device:launch(app)
    assert.equal("night", name(app))
  end))
  assert.equal("night", after(function(device, app)
    device:pressHome()
    device.springboard:icon(app):press(4)
    assert.equal("editing", device.springboard.mode)
  end))
  assert.equal("night", after(function(device) device:reboot() end))
  assert.equal("night", after(function(device) device:install(support.icons(), cell) end))
  -- It is a fault, and not the rule.
  assert.equal("night", picture(select(2, chosen(where))).iconName)
end)

fact("ICON-159", faulty, function(cell)
  for _, cure in ipairs { "reboot", "install" } do
    local device, app = chosen(cell, { staleAfterFirstChange = true })
    assert.equal(fitting(cell, "night"), picture(app).file)
    for _, choice in ipairs { false, "night", false } do
      assert.is_nil(support.choose(app, choice or nil))
      assert.equal(fitting(cell, "night"), picture(app).file)
      assert.equal(choice or nil, name(app))
    end
    if cure == "reboot" then device:reboot() else device:install(support.icons(), cell) end
    assert.equal(fitting(cell, "day"), picture(app).file)
  end
  -- To choose what is set already is no change.
  local _, app = chosen(cell, { staleAfterFirstChange = true })
  assert.is_nil(support.choose(app, "night"))
  assert.Not.equal("unchanged", picture(app).source)
end)

fact("ICON-160", { needs = { "app's code" } }, function(cell)
  local own = cell.model == "iPad" and "~ipad" or "~iphone"
  local function icons(value) return { CFBundleAlternateIcons = { [value] = entry("night", 1) } } end
  local plist = { CFBundleIcons = icons "plain", ["CFBundleIcons" .. own] = icons "own" }
  local _, app = support.installed(cell, support.package(plist))
  assert.equal("own", app:run(Picker.new).rows[1].name)
  plist["CFBundleIcons" .. own] = nil
  _, app = support.installed(cell, support.package(plist))
  assert.equal("plain", app:run(Picker.new).rows[1].name)
end)

fact("ICON-161", reading, function(cell)
  local alternates = { night = entry("night", 1) }
  local row = picking(cell, day, alternates).picker.rows[1]
  assert.is_nil(row.name)
  assert.same({ 0, "day" }, { row.ordinal, row.image })
  for _, primary in ipairs {
    "day", { CFBundleIconName = "AppIcon" }, { CFBundleIconFiles = plist.array {} }, { CFBundleIconFiles = "day" },
    { CFBundleIconFiles = { 1 } },
  } do
    assert.same({ "night" }, rows(picking(cell, primary, alternates)))
  end
  assert.same({ "night" }, rows(picking(cell, nil, alternates)))
end)

fact("ICON-162", switched, function(cell)
  local screen = picking(cell, day, {
    good = entry("night", 1), text = "night", unordered = entry("dusk", nil), quoted = entry("dusk", "2"),
    half = entry("dusk", 1.5), nameless = { ordinal = 2 }, empty = { CFBundleIconFiles = plist.array {}, ordinal = 2 },
    number = { CFBundleIconFiles = { 7 }, ordinal = 2 },
  })
  assert.same({ "–", "good" }, rows(screen))
  assert.same({}, screen.app.console)
  assert.is_nil(screen.app.crash)
  -- The system knows the icons all the same.
  assert.is_nil(support.choose(screen.app, "unordered"))
  assert.equal("unordered", screen.app.iconName)
end)

fact("ICON-163", reading, function(cell)
  local screen = picking(cell, day, { dawn = entry("dawn", 9), dusk = entry("dusk", -2), night = entry("night", 4) })
  assert.same({ "–", "dusk", "night", "dawn" }, rows(screen))
end)

fact("ICON-164", switched, function(cell)
  local alternates = { dusk = entry("dusk", 1), night = entry("night", 2), hidden = { CFBundleIconFiles = { "dawn" } } }
  local screen = picking(cell, day, alternates)
  local function current() return screen.picker.current and (screen.picker.current.name or "–") end
  assert.equal("–", current())
  screen.app:run(function() screen.picker:tap(screen.picker.rows[3]) end)
  assert.equal("–", current())
  screen.device.alert:tap "OK"
  assert.equal("night", current())
  -- An error leaves it as it is.
  screen.app:run(function() screen.picker:tap { name = "none" } end)
  assert.equal("night", current())
  -- The next process finds it by its name, or nothing where the name has no row.
  screen.picker = screen.app:run(Picker.new)
  assert.equal("night", current())
  assert.is_nil(support.choose(screen.app, "hidden"))
  screen.picker = screen.app:run(Picker.new)
  assert.is_nil(current())
  local without = picking(cell, nil, alternates)
  assert.is_nil(without.picker.current)
end)

fact("ICON-171", switched, function(cell)
  local screen = picking(cell, day, { night = entry("night", 1) })
  local task = screen.app:run(function() return screen.picker:tap { name = "nigth" } end)
  screen.device:settle()
  assert.is_true(task.isFinished)
  assert.equal(4, task.error.code)
  assert.is_nil(screen.picker.current.name)
  assert.is_nil(screen.device.alert)
  assert.same({}, screen.app.console)
  assert.is_nil(screen.app.crash)
  assert.is_nil(screen.app.iconName)
end)

fact("ICON-165", reading, function(cell)
  assert.equal(not cell.holds and "Night.png" or nil, image(cell, "Night"))
  assert.equal("p.png", image(cell, "Preview"))
  assert.equal(cell.model == "iPad" and "loose@2x.png" or "loose@3x.png", image(cell, "loose"))
end)

fact("ICON-166", reading, function(cell)
  assert.equal(cell.holds and "Night.png" or nil, image(cell, "Night", "development"))
  assert.is_nil(image(cell, "Night", "testFlight"))
end)

fact("ICON-242", reading, function(cell)
  local function shown(...)
    local device = Device(cell)
    local app = device:install(support.build { catalog = { Preview = { kind = "image", entries = { ... } } } })
    device:launch(app)
    local found = app:run(function() return UIImage "Preview" end)
    return found and found.file
  end
  local one, two, three = { scale = 1, filename = "1.png" }, { scale = 2, filename = "2.png" },
    { scale = 3, filename = "3.png" }
  local dark = { scale = cell.model == "iPad" and 2 or 3, filename = "dark.png", appearance = "dark" }
  assert.equal(cell.model == "iPad" and "2.png" or "3.png", shown(one, two, three))
  assert.equal(cell.model == "iPad" and "2.png" or "3.png", shown(dark, one, two, three))
  assert.equal("1.png", shown({ scale = 2 }, { scale = 3 }, one))
  assert.equal(cell.model == "iPad" and "3.png" or "2.png", shown(one, cell.model == "iPad" and three or two))
end)

fact("ICON-247", faulty, function(cell)
  local device, app = opened(cell, { staleSwitcherIcon = true })
  assert.is_nil(support.choose(app, "night"))
  assert.same({ "night" }, { nameOn(app, "home"), nameOn(app, "switcher") })
  assert.equal("unchanged", app:picture("switcher").source)
  for _, place in ipairs { "spotlight", "settings", "notification", "dock", "share" } do
    assert.equal("night", nameOn(app, place), place)
  end
  -- A relaunch does not help, a restart does.
  app:terminate()
  device:launch(app)
  assert.is_nil(nameOn(app, "switcher"))
  device:reboot()
  assert.equal("night", nameOn(app, "switcher"))

  -- An update with another picture.
  device, app = opened(cell, { staleSwitcherIcon = true })
  device:install(redrawn())
  assert.equal(support.fitting(cell, "dawn"), app:picture().file)
  assert.matches("^day", app:picture("switcher").file)
  device:reboot()
  assert.matches("^dawn", app:picture("switcher").file)

  -- Deleted and installed again; the next change cures it.
  device, app = opened(cell, {})
  assert.is_nil(support.choose(app, "night"))
  device.conditions.staleSwitcherIcon = true
  device:uninstall(app)
  app = device:install(support.icons(), cell)
  assert.is_nil(app.iconName)
  assert.equal("night", nameOn(app, "switcher"))
  device.conditions.staleSwitcherIcon = false
  device:launch(app)
  assert.is_nil(support.choose(app, "night"))
  assert.is_nil(support.choose(app, nil))
  assert.is_nil(nameOn(app, "switcher"))
end)

fact("ICON-248", { needs = { "app's code", "finger", "clock", "condition of ours" } }, function(cell)
  local device, app = opened(cell, { notificationIconDelay = 600 })
  assert.is_nil(support.choose(app, "night"))
  assert.equal("night", nameOn(app, "home"))
  assert.is_nil(nameOn(app, "notification"))
  device:advance(500)
  assert.is_nil(nameOn(app, "notification"))
  device:advance(100)
  assert.equal("night", nameOn(app, "notification"))
  assert.is_nil(support.choose(app, nil))
  assert.equal("night", nameOn(app, "notification"))
  device:reboot()
  assert.is_nil(nameOn(app, "notification"))
end)

fact("ICON-249", faulty, function(cell)
  local device, app = opened(cell, { staleShareIcon = true })
  if not cell.at_least "10.3" then return assert.is_nil(nameOn(app, "share")) end
  assert.is_nil(support.choose(app, "night"))
  assert.equal(not cell.holds and "night" or nil, nameOn(app, "share"))
  assert.equal("night", nameOn(app, "switcher"))
  device:reboot()
  assert.equal("night", nameOn(app, "share"))
end)

fact("ICON-250", faulty, function(cell)
  local device, app = opened(cell, { staleSettingsIcon = true })
  device:install(redrawn())
  assert.matches("^dawn", app:picture().file)
  assert.matches("^day", app:picture("settings").file)
  device:reboot()
  assert.matches("^dawn", app:picture("settings").file)
  device, app = opened(cell, { staleSettingsIcon = true })
  assert.is_nil(support.choose(app, "night"))
  assert.is_nil(nameOn(app, "settings"))
  assert.equal("night", nameOn(app, "home"))
  device:reboot()
  assert.equal("night", nameOn(app, "settings"))
end)
