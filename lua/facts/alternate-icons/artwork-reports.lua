-- The facts of alternate-icons.md, “7. Artwork”: single reports about missing pictures.

local support = require "homescreen.facts.support"

local faulty = { needs = { "app's code", "finger", "condition of ours" } }

--- The picture for “night” after it is chosen, with this condition.
local function chosen(cell, condition, icons, files)
  local device, app = support.installed(cell, support.build { plist = { CFBundleIcons = icons }, files = files })
  if condition then device.conditions[condition] = true end
  assert.is_nil(support.choose(app, "night"))
  assert.equal("night", app.iconName)
  local shown = app:picture()
  return { shown.iconName, shown.source == "unchanged" or shown.placeholder }
end

local alternates = { night = { CFBundleIconFiles = { "night" } } }

fact("ICON-257", faulty, function(cell)
  if support.lacks_icons(cell) then return end
  local icons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } }, CFBundleAlternateIcons = alternates }
  local files = support.pictures "day"
  files["night.png"] = { 180, 180 }
  assert.same({ nil, true }, chosen(cell, "needsScaledNames", icons, files))
  assert.same({ "night", false }, chosen(cell, nil, icons, files))
  assert.same({ "night", false }, chosen(cell, "needsScaledNames", icons, support.pictures("day", "night")))
end)

fact("ICON-258", faulty, function(cell)
  if support.lacks_icons(cell) then return end
  local icons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "" } }, CFBundleAlternateIcons = alternates }
  local files = support.pictures("day", "night")
  assert.same({ nil, true }, chosen(cell, "needsPrimaryIconName", icons, files))
  assert.same({ "night", false }, chosen(cell, nil, icons, files))
  icons.CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } }
  assert.same({ "night", false }, chosen(cell, "needsPrimaryIconName", icons, files))
end)
