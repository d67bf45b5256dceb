-- The facts of alternate-icons.md, “9. Persistence, caches, picker pattern”: a picker in the app.

local support = require "homescreen.facts.support"

local switched = { needs = { "app's code", "finger" } }
local reading = { needs = { "app's code" } }

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

--- A button: a Task whose error is ignored.
function Picker:tap(row) return Task(function() self:set(row) end) end

local function entry(file, ordinal) return { CFBundleIconFiles = { file }, ordinal = ordinal } end

--- An app with the picker, and with `primary` and `alternates` in its Info.plist.
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

fact("ICON-160", { needs = { "app's code" } }, function(cell)
  if support.lacks_icons(cell) then return end
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
  if support.lacks_icons(cell) then return end
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
  if support.lacks_icons(cell) then return end
  local screen = picking(cell, day, {
    good = entry("night", 1), text = "night", unordered = entry("dusk", nil), quoted = entry("dusk", "2"),
    half = entry("dusk", 1.5), nameless = { ordinal = 2 }, empty = { CFBundleIconFiles = plist.array {}, ordinal = 2 },
    number = { CFBundleIconFiles = { 7 }, ordinal = 2 },
  })
  assert.same({ "–", "good" }, rows(screen))
  assert.same({}, support.console(screen.app))
  assert.is_nil(screen.app.crash)
  -- The system still has the icons.
  assert.is_nil(support.choose(screen.app, "unordered"))
  assert.equal("unordered", screen.app.iconName)
end)

fact("ICON-163", reading, function(cell)
  if support.lacks_icons(cell) then return end
  local screen = picking(cell, day, { dawn = entry("dawn", 9), dusk = entry("dusk", -2), night = entry("night", 4) })
  assert.same({ "–", "dusk", "night", "dawn" }, rows(screen))
end)

fact("ICON-164", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local alternates = { dusk = entry("dusk", 1), night = entry("night", 2), hidden = { CFBundleIconFiles = { "dawn" } } }
  local screen = picking(cell, day, alternates)
  local function current() return screen.picker.current and (screen.picker.current.name or "–") end
  assert.equal("–", current())
  screen.app:run(function() screen.picker:tap(screen.picker.rows[3]) end)
  assert.equal("–", current())
  screen.device.alert:tap "OK"
  assert.equal("night", current())
  -- An error does not change it.
  screen.app:run(function() screen.picker:tap { name = "none" } end)
  assert.equal("night", current())
  -- The next process finds it by its name, or nothing if the name has no row.
  screen.picker = screen.app:run(Picker.new)
  assert.equal("night", current())
  assert.is_nil(support.choose(screen.app, "hidden"))
  screen.picker = screen.app:run(Picker.new)
  assert.is_nil(current())
  local without = picking(cell, nil, alternates)
  assert.is_nil(without.picker.current)
end)

fact("ICON-171", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local screen = picking(cell, day, { night = entry("night", 1) })
  local task = screen.app:run(function() return screen.picker:tap { name = "nigth" } end)
  screen.device:settle()
  assert.is_true(task.isFinished)
  assert.equal(4, task.error.code)
  assert.is_nil(screen.picker.current.name)
  assert.is_nil(screen.device.alert)
  assert.same({}, support.console(screen.app))
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
  for _, build in ipairs { "testFlight", "appStore" } do assert.is_nil(image(cell, "Night", build)) end
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
  assert.equal("1.png", shown(dark, one))
  assert.is_nil(shown(dark))
  assert.equal(cell.model == "iPad" and "3.png" or "2.png", shown(one, cell.model == "iPad" and three or two))
end)
