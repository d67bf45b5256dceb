-- The facts of alternate-icons.md, “8. Build settings and asset catalogs”: Icon Composer.

local support = require "homescreen.facts.support"
local builds = require "homescreen.facts.builds"
local primaryName, alternateNames, includeAll = builds.primaryName, builds.alternateNames, builds.includeAll
local build, sets, alternates, changed = builds.build, builds.sets, builds.alternates, builds.changed
local byHand = builds.byHand

local built = { needs = {} }
local seen = { needs = { "finger" } }
local switched = { needs = { "app's code", "finger" } }
local picture = support.picture
local function project(...) return builds.project("fixtures/Paint/Paint.xcodeproj", ...) end

--- Icon Composer's files by these names, and the set AppIcon.
local function composed(...)
  local catalog = sets "AppIcon"
  for _, name in ipairs { ... } do catalog[name] = { kind = "iconComposer" } end
  return catalog
end

--- The picture on the Home Screen if a set and an Icon Composer file are both called Stack, in fixtures/Paint.
local function stack(cell, xcode, keepsSet)
  local flags = keepsSet and "--enable-icon-stack-fallback-generation=disabled" or ""
  local settings = {
    [primaryName] = "Stack", ASSETCATALOG_OTHER_FLAGS = flags, IPHONEOS_DEPLOYMENT_TARGET = "9.0",
  }
  local device = Device(cell)
  return picture(device:install(project(settings, { xcode = xcode }))).file
end

fact("ICON-148", { needs = { "app's code", "finger" } }, function(cell)
  local package = build(cell, composed("Night", "Dusk"), { [alternateNames] = "Night Dusk" })
  assert.same(cell.holds and { "Dusk", "Night" } or {}, alternates(package))
  if not cell.holds or tonumber(cell.os) < 11 then return end
  for _, name in ipairs { "Night", "Dusk" } do
    assert.equal(name .. ".icon", changed(cell, package, name).file)
  end
end)

fact("ICON-149", switched, function(cell)
  local package = build(cell, composed "Night", nil, byHand(nil, "Night"))
  assert.equal(cell.holds, changed(cell, package, "Night").placeholder) -- else unchanged, ICON-123
  package = build(cell, { AppIcon = { kind = "iconComposer" } })
  local _, app = support.installed(cell, package, false)
  assert.equal(cell.holds, picture(app).file == "AppIcon.icon") -- else a loose file, ICON-207
end)

fact("ICON-206", switched, function(cell)
  for _, settings in ipairs { { [alternateNames] = "Night" }, { [includeAll] = "YES" } } do
    local file = changed(cell, build(cell, composed "Night", settings), "Night").file
    assert.equal(cell.holds, file == "Night.icon")
  end
  if not cell.holds then return end -- ICON-123
  for _, settings in ipairs { { [alternateNames] = "Other" }, { [includeAll] = "NO" }, {} } do
    local package = build(cell, composed "Night", settings, byHand(nil, "Night"))
    assert.is_true(changed(cell, package, "Night").placeholder)
  end
end)

fact("ICON-207", { needs = { "finger" }, versions = { "11.0", "18.0" } }, function(cell)
  local package = build(cell, { AppIcon = { kind = "iconComposer" } })
  local _, app = support.installed(cell, package, false)
  for _, appearance in ipairs { "light", "dark", "tinted" } do
    local shown = picture(app, "home", { appearance = appearance })
    assert.is_false(shown.placeholder)
    assert.equal(cell.at_least "18.0" and appearance or "light", shown.appearance) -- ICON-147
    -- Before iOS 11 the flat picture is a loose file.
    assert.equal(cell.at_least "11.0", shown.file == "AppIcon.icon")
  end
  local expected = cell.holds and "stack.png" or "Stack.icon"
  assert.equal(cell.at_least "11.0", stack(cell, "26.0", true) == expected)
end)

fact("ICON-255", seen, function(cell)
  --- The reasons for the picture on the Home Screen.
  local function why(catalog)
    local _, app = support.installed(cell, build(cell, catalog), false)
    return table.concat(picture(app).why, "\n")
  end
  local glass = why { AppIcon = { kind = "iconComposer" } }
  assert.equal(cell.holds, glass:find("with a glass edge (ICON-255)", 1, true) ~= nil)
  assert.is_nil(why(sets "AppIcon"):find("glass", 1, true))
end)

fact("ICON-256", seen, function(cell)
  for _, catalog in ipairs { sets "AppIcon", { AppIcon = { kind = "iconComposer" } } } do
    local shown = {}
    for place, plist in ipairs { {}, { UIDesignRequiresCompatibility = true } } do
      local _, app = support.installed(cell, build(cell, catalog, nil, plist), false)
      shown[place] = picture(app)
    end
    assert.Not.is_nil(shown[1].file)
    assert.same({ shown[1].file, shown[1].why }, { shown[2].file, shown[2].why })
  end
end)

fact("ICON-150", built, function(cell)
  local package = build(cell, composed "Night", { [includeAll] = "YES" })
  assert.same(cell.holds and { "Night" } or {}, alternates(package))
end)

fact("ICON-151", { needs = { "finger" }, versions = { "26.0" } }, function(cell)
  local knowsStacks = tonumber(cell.xcode) >= 26
  if cell.at_least "11.0" then
    assert.equal((cell.holds or not knowsStacks) and "stack.png" or "Stack.icon", stack(cell, cell.xcode, true))
    assert.equal((cell.holds or knowsStacks) and "Stack.icon" or "stack.png", stack(cell, cell.xcode, false))
  else
    assert.is_false(cell.holds)
    -- Before iOS 11 the option makes no difference: loose files are shown.
    assert.equal(stack(cell, cell.xcode, false), stack(cell, cell.xcode, true))
  end
end)

fact("ICON-210", { needs = { "finger" }, versions = { "26.0" } }, function(cell)
  if cell.at_least "11.0" then
    assert.equal("Stack.icon", stack(cell, cell.xcode, false))
    assert.equal(
      (cell.holds or cell.at_least "26.0") and "Stack.icon" or "stack.png", stack(cell, cell.xcode, true)) -- ICON-151
  else
    assert.is_false(cell.holds)
    for _, keeps in ipairs { false, true } do assert.matches("^Stack[67]", stack(cell, cell.xcode, keeps)) end
  end
end)
