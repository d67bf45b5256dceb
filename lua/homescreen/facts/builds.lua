-- Helpers for facts about builds: catalogs, settings, and the icons that a package declares.

local support = require "homescreen.facts.support"

local builds = {}

builds.primaryName = "ASSETCATALOG_COMPILER_APPICON_NAME"
builds.alternateNames = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"
builds.includeAll = "ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS"
builds.keys = { "CFBundleIcons", "CFBundleIcons~ipad" }

--- The package that the cell's Xcode builds from a catalog, with `settings` in addition to the primary icon “AppIcon”.
function builds.build(cell, catalog, settings, plist)
  local all = { [builds.primaryName] = "AppIcon", XCODE_VERSION_ACTUAL = cell.xcode }
  for name, value in pairs(settings or {}) do all[name] = value end
  return support.build { catalog = catalog, settings = all, plist = plist }
end

--- Sets with a picture for each size, which every Xcode accepts; the Home Screen's picture has the name of the set.
function builds.sets(...)
  local catalog = {}
  for _, name in ipairs { ... } do
    catalog[name] = {
      entries = {
        { idiom = "iphone", size = 60, scale = 2, filename = name .. "@2x.png" },
        { idiom = "iphone", size = 60, scale = 3, filename = name .. ".png" },
        { idiom = "ipad", size = 76, scale = 2, filename = name .. ".png" },
        { idiom = "ios-marketing", size = 1024, scale = 1, filename = name .. "-store.png" },
      },
    }
  end
  return catalog
end

--- The alternates that a package declares for both iPhones and iPads.
function builds.alternates(package)
  local lists = {}
  for place, key in ipairs(builds.keys) do
    lists[place] = {}
    for name in pairs(package.plist:get(key, "CFBundleAlternateIcons") or {}) do
      table.insert(lists[place], name)
    end
    table.sort(lists[place])
  end
  assert.same(lists[1], lists[2])
  return lists[1]
end

--- The picture after a successful change of the icon.
function builds.changed(cell, package, name)
  local _, app = support.installed(cell, package)
  assert.is_nil(support.choose(app, name))
  assert.equal(name, app.iconName)
  return support.picture(app), app
end

--- The files of a package, by their paths.
function builds.paths(package)
  local list = {}
  for _, file in ipairs(package:files()) do list[file.path] = file end
  return list
end

--- fixtures/Paint, at `path`: it has a set “Night” in App/Assets.xcassets, and an Info.plist without icons.
function builds.project(path, settings, options)
  local chosen = { target = "Paint", settings = settings }
  for name, value in pairs(options or {}) do chosen[name] = value end
  return AppPackage(path, chosen)
end

--- Hand-written entries with these names, for iPhones and iPads.
function builds.byHand(entry, ...)
  local entries = {}
  for _, name in ipairs { ... } do entries[name] = entry or { CFBundleIconName = name } end
  return { CFBundleIcons = { CFBundleAlternateIcons = entries },
    ["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = entries } }
end

return builds
