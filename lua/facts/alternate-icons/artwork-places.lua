-- The facts of alternate-icons.md, “7. Artwork”: the places other than the Home Screen that show an app's icon.

local support = require "homescreen.facts.support"

local seen = { needs = { "finger" } }

fact("ICON-243", seen, function(cell)
  local _, app = support.installed(cell, support.icons(), false)
  local home = app:picture "home"
  for _, place in ipairs { "dock", "share" } do
    local shown = app:picture(place)
    assert.same({ home.file, home.pixels, home.scaled }, { shown.file, shown.pixels, shown.scaled }, place)
  end
end)

fact("ICON-244", seen, function(cell)
  local own = cell.model == "iPad" and { 58, "@2x~ipad" } or { 87, "@3x" }
  local package = support.build {
    plist = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "day", "small" } } } },
    files = {
      ["day@3x.png"] = { 180, 180 }, ["day@2x~ipad.png"] = { 152, 152 },
      ["small" .. own[2] .. ".png"] = { own[1], own[1] },
    },
  }
  local _, app = support.installed(cell, package, false)
  for _, place in ipairs { "switcher", "settings" } do
    local shown = app:picture(place)
    assert.same({ "small" .. own[2] .. ".png", own[1], false }, { shown.file, shown.pixels, shown.scaled })
  end
  assert.equal(support.fitting(cell, "day"), app:picture().file)
end)

fact("ICON-245", seen, function(cell)
  local device, app = support.installed(cell, support.icons(), false)
  if not cell.holds then
    assert.has_error(function() app:picture "library" end)
    assert.has_error(function() device.springboard:libraryIcon(app) end)
    return assert.same({}, device.springboard.library)
  end
  local home, library = app:picture(), app:picture "library"
  assert.same({ home.file, home.pixels }, { library.file, library.pixels })
  assert.equal(library.file, device.springboard:libraryIcon(app):picture().file)
end)
