-- Helpers for facts about artwork: apps with pictures, and changes to the icon “night”.

local support = require "homescreen.facts.support"

local artwork = {}

--- The points that each place needs: 60, 40, 29 and 20 points on an iPhone, 76, 40, 29 and 20 on an iPad.
artwork.places = {
  iPhone = { home = 180, spotlight = 120, settings = 87, notification = 60 },
  iPad = { home = 152, spotlight = 80, settings = 58, notification = 40 },
}

--- The app of a package on the cell's device, or on another model of that version.
function artwork.installed(cell, package)
  local device = Device { model = cell.model, os = cell.os }
  return device, device:install(package)
end

--- An app whose primary icon lists these names, on a device of the cell; `catalog` is its catalog, if any.
function artwork.primary(cell, names, files, catalog)
  local package = support.build {
    plist = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = names } } }, files = files,
    catalog = catalog,
  }
  local _, app = artwork.installed(cell, package)
  return app
end

--- An app with the icon “day” and the alternate “night” of this entry: a table as AppPackage takes it.
function artwork.alternate(entry, files, more)
  local icons = {
    CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } }, CFBundleAlternateIcons = { night = entry },
  }
  local parts = { plist = { CFBundleIcons = icons, ["CFBundleIcons~ipad"] = icons }, files = support.pictures "day" }
  for file, size in pairs(files or {}) do parts.files[file] = size end
  for key, value in pairs(more or {}) do parts[key] = value end
  return parts
end

--- Changes the icon to “night”, which succeeds. Returns the app, and the picture in the alert.
function artwork.change(cell, parts, conditions)
  local device, app = artwork.installed(cell, support.build(parts))
  device:launch(app)
  for name, value in pairs(conditions or {}) do device.conditions[name] = value end
  local called, problem
  app:run(function()
    UIApplication.shared:setAlternateIconName("night", function(err) called, problem = true, err end)
  end)
  assert.equal("You have changed the icon for “Paint”.", device.alert.label)
  local preview = device.alert.picture
  device.alert:tap "OK"
  assert.is_true(called)
  assert.is_nil(problem)
  assert.equal("night", app.iconName)
  return app, preview
end

return artwork
