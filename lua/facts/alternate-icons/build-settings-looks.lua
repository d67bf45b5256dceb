-- The facts of alternate-icons.md, “8. Build settings and asset catalogs”: the appearances of icons.

local support = require "homescreen.facts.support"
local builds = require "homescreen.facts.builds"

local seen = { needs = { "finger" } }

--- An app whose set has a light picture, and one for each of these appearances: device, app.
local function drawn(cell, ...)
  local entries = { { platform = "ios", size = 1024, filename = "light.png" } }
  for _, appearance in ipairs { ... } do
    table.insert(entries, { platform = "ios", size = 1024, appearance = appearance, filename = appearance .. ".png" })
  end
  return support.installed(cell, builds.build(cell, { AppIcon = { entries = entries } }), false)
end

local function look(device, appearance)
  return pcall(function() device.appearance = appearance end)
end

fact("ICON-251", seen, function(cell)
  local device, app = drawn(cell, "dark", "tinted")
  local clear = app:picture("home", { appearance = "clear" })
  assert.equal(cell.holds and "tinted.png" or "light.png", clear.file)
  assert.is_false(clear.derived)
  assert.equal(cell.holds, look(device, "clear"))
  assert.equal(cell.holds and "clear" or "light", device.appearance)
  assert.equal(cell.holds and "tinted.png" or "light.png", app:picture().file)
  if not cell.holds then return end
  device, app = support.installed(cell, builds.build(cell, { AppIcon = { kind = "iconComposer" } }), false)
  device.appearance = "clear"
  assert.same({ "AppIcon.icon", "clear", false }, { app:picture().file, app:picture().appearance, app:picture().derived })
end)

fact("ICON-252", { needs = { "finger" }, versions = { "18.0" } }, function(cell)
  local device, app = drawn(cell, "tinted")
  for _, appearance in ipairs { "tintedLight", "clearDark" } do
    assert.equal(cell.holds, look(device, appearance))
    assert.equal(cell.holds and appearance or "light", device.appearance)
    assert.equal(cell.holds and "tinted.png" or "light.png", app:picture().file)
  end
  assert.equal(cell.at_least "18.0", look(device, "tinted"))
end)

fact("ICON-253", seen, function(cell)
  local device, app = drawn(cell, "tinted")
  assert.equal(cell.holds, pcall(function() device.tint = "#ff9500" end))
  assert.equal(cell.holds and "#ff9500" or "#78b8fa", device.tint)
  assert.equal(cell.holds, look(device, "tinted"))
  -- The picture is the same in every colour.
  assert.equal(cell.holds and "tinted.png" or "light.png", app:picture().file)
  if not cell.holds then return end
  device.tint = "#34c759"
  assert.equal("tinted.png", app:picture().file)
end)

fact("ICON-254", seen, function(cell)
  local _, app = drawn(cell, "dark")
  local clear = app:picture("home", { appearance = "clear" })
  assert.same({ "light.png", cell.holds }, { clear.file, clear.derived })
  local _, other = drawn(cell, "dark", "tinted")
  assert.is_false(other:picture("home", { appearance = "clear" }).derived)
  -- Loose files have no tinted picture.
  _, app = support.installed(cell, support.icons(), false)
  assert.equal(cell.holds, app:picture("home", { appearance = "clear" }).derived)
end)
