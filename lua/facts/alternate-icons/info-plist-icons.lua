-- The facts of alternate-icons.md, “6. Info.plist”: the keys of icons.

local support = require "homescreen.facts.support"
local plists = require "homescreen.facts.plists"

local seen = { needs = { "finger" } }
local switched = { needs = { "app's code", "finger" } }
local fitting, picture = support.fitting, support.picture
local icons, loose, read, names = plists.icons, plists.loose, plists.read, support.names

fact("ICON-084", seen, function(cell)
  local files = support.pictures("new", "list", "old")
  for _, row in ipairs {
    { "list", { CFBundleIconFiles = { "list" }, CFBundleIconFile = "old" } },
    { "list", { CFBundleIconFiles = { "list" } } },
    { "old", { CFBundleIconFile = "old" } },
  } do
    local without, plist = row[1], row[2]
    local _, app = support.installed(cell, support.package(plist, files), false)
    assert.equal(fitting(cell, without), picture(app).file)
    plist.CFBundleIcons = { CFBundlePrimaryIcon = loose "new" }
    _, app = support.installed(cell, support.package(plist, files), false)
    assert.equal(fitting(cell, "new"), picture(app).file)
  end
end)

fact("ICON-085", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  for _, value in ipairs { "night", 1, true, plist.array { "night" } } do
    local written = { CFBundleIcons = value, CFBundleIconFiles = { "old" } }
    local _, app = support.installed(cell, support.package(written, support.pictures("old", "night")))
    assert.equal(fitting(cell, "old"), picture(app).file)
    if cell.at_least "10.3" then assert.equal(4, support.choose(app, "night").code) end
  end
end)

fact("ICON-086", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  local files = support.pictures("list", "old", "night")
  local plist = { CFBundleIconFile = "old", CFBundleAlternateIcons = { night = loose "night" } }
  for _, expected in ipairs { "old", "list" } do
    if expected == "list" then plist.CFBundleIconFiles = { "list" } end
    local _, app = support.installed(cell, support.package(plist, files))
    assert.equal(fitting(cell, expected), picture(app).file)
    local alternates, problem = pcall(support.choose, app, "night")
    assert.same(cell.at_least "10.3" and { 4 } or {}, { alternates and problem.code or nil })
  end
end)

fact("ICON-087", seen, function(cell)
  local plist = icons(nil, { night = loose "night" })
  plist.CFBundleIconFiles, plist.CFBundleIconFile = { "old" }, "old"
  local _, app = support.installed(cell, support.package(plist, support.pictures("night", "old")), false)
  assert.is_true(picture(app).placeholder)
  assert.is_false(picture(app).scaled)
end)

fact("ICON-283", seen, function(cell)
  for _, files in ipairs { plist.array { "old" }, "old" } do
    for _, icons in ipairs { false, {}, { CFBundleAlternateIcons = { night = loose "night" } } } do
      local written = { CFBundleIcons = icons or nil, CFBundleIconFiles = files, CFBundleIconFile = "single" }
      local package = support.package(written, support.pictures("old", "night", "single"))
      local _, app = support.installed(cell, package, false)
      if icons and icons.CFBundleAlternateIcons then
        assert.is_true(picture(app).placeholder) -- ICON-087
      else
        assert.equal(fitting(cell, "old"), picture(app).file)
      end
    end
  end
end)

fact("ICON-088", seen, function(cell)
  local package = support.package(icons(loose "day"), support.pictures "day")
  local _, app = support.installed(cell, package, false)
  assert.equal(fitting(cell, "day"), picture(app).file)
end)

fact("ICON-089", seen, function(cell)
  local package = support.build { plist = icons "Sun", catalog = { Sun = support.set "Sun" } }
  local _, app = support.installed(cell, package, false)
  assert.equal(cell.holds and "Sun.png" or nil, picture(app).file)
end)

fact("ICON-090", switched, function(cell)
  if support.lacks_icons(cell) then return end
  for _, list in ipairs { plist.array {}, { "" } } do
    local plist = icons({ CFBundleIconFiles = list }, { night = loose "night" })
    local _, app = support.installed(cell, support.package(plist, support.pictures "night"))
    assert.is_nil(support.choose(app, "night"))
    assert.equal("night", app.iconName)
    assert.equal(fitting(cell, "night"), picture(app).file)
    assert.is_nil(support.choose(app, nil))
    assert.is_nil(app.iconName)
    assert.is_nil(picture(app).iconName)
  end
end)

fact("ICON-091", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local package = support.build {
    plist = icons(nil, { night = loose "night" }, "CFBundleIcons~ipad"), files = support.pictures "night",
    catalog = { AppIcon = support.set "AppIcon" }, settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" },
  }
  assert.equal("AppIcon", package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconName)
  local _, app = support.installed(cell, package)
  local before = picture(app)
  assert.is_false(before.placeholder)
  assert.is_nil(support.choose(app, "night"))
  assert.equal(fitting(cell, "night"), picture(app).file)
  assert.is_nil(support.choose(app, nil))
  assert.equal(before.file, picture(app).file)
end)

fact("ICON-092", { needs = { "finger" }, versions = { "11.0" } }, function(cell)
  local plist = icons(loose "mine", nil, "CFBundleIcons~ipad")
  local function shown(catalog, setting)
    local package = support.build {
      plist = plist, files = support.pictures "mine", catalog = catalog,
      settings = { ASSETCATALOG_COMPILER_APPICON_NAME = setting },
    }
    local _, app = support.installed(cell, package, false)
    return picture(app).file, package.plist.CFBundleIcons.CFBundlePrimaryIcon
  end
  local file, entry = shown({ AppIcon = support.set "AppIcon" }, "AppIcon")
  -- Before iOS 11 the picture is one that the build has written out.
  assert.equal(cell.at_least "11.0", file == "AppIcon.png")
  assert.matches("^AppIcon", file)
  assert.equal("AppIcon", entry.CFBundleIconName)
  file, entry = shown({}, "")
  assert.equal(fitting(cell, "mine"), file)
  assert.is_nil(entry.CFBundleIconName)
end)

fact("ICON-093", seen, function(cell)
  local package = support.package(icons(loose "day"), support.pictures "day")
  assert.same({}, package.warnings)
  local _, app = support.installed(cell, package, false)
  assert.equal(fitting(cell, "day"), picture(app).file)
  assert.equal("loose", picture(app).source)
end)

fact("ICON-094", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local plist = icons(loose "day", { dusk = loose "evening", night = loose "dark" })
  local _, app = support.installed(cell, support.package(plist, support.pictures("day", "evening", "dark")))
  for name, file in pairs { dusk = "evening", night = "dark" } do
    assert.is_nil(support.choose(app, name))
    assert.equal(fitting(cell, file), picture(app).file)
    assert.equal(4, support.choose(app, file).code)
  end
end)

fact("ICON-095", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local files = support.pictures("day", "night")
  local beside = support.package(icons(loose "day", { night = loose "night" }), files)
  local inside = support.package(icons(nil, { CFBundlePrimaryIcon = loose "day", night = loose "night" }), files)
  for _, package in ipairs { beside, inside } do
    local isBeside = package == beside
    local _, app = support.installed(cell, package)
    assert.equal(isBeside and fitting(cell, "day") or nil, picture(app).file)
    assert.equal(not isBeside, picture(app).placeholder)
    -- The others stay declared, and the flag is true.
    assert.is_true(app:run(function() return UIApplication.shared.supportsAlternateIcons end))
    assert.is_nil(support.choose(app, "night"))
    assert.equal(fitting(cell, "night"), picture(app).file)
    local declared = names(read(app, "CFBundleIcons").CFBundleAlternateIcons)
    assert.same(isBeside and { "night" } or { "CFBundlePrimaryIcon", "night" }, declared)
  end
end)

fact("ICON-096", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local alternates = {
    plain = loose "a", glossy = loose("b", { UIPrerenderedIcon = true }),
    matt = loose("c", { UIPrerenderedIcon = false }), text = { CFBundleIconFiles = "d" },
  }
  local _, app = support.installed(cell, support.package(icons(nil, alternates), support.pictures("a", "b", "c", "d")))
  for name, file in pairs { plain = "a", glossy = "b", matt = "c" } do
    assert.is_nil(support.choose(app, name))
    assert.equal(fitting(cell, file), picture(app).file)
  end
  -- No list of names: no picture of its own.
  assert.is_nil(support.choose(app, "text"))
  assert.Not.equal(fitting(cell, "d"), picture(app).file)
end)

fact("ICON-097", switched, function(cell)
  local package = support.build {
    plist = icons(nil, { instead = { CFBundleIconName = "Set" }, beside = loose("b", { CFBundleIconName = "Set" }) }),
    files = support.pictures "b", catalog = { Set = support.set "Set" },
  }
  local _, app = support.installed(cell, package)
  for _, name in ipairs { "instead", "beside" } do
    assert.is_nil(support.choose(app, name))
    assert.equal(cell.holds, picture(app).file == "Set.png")
  end
end)

fact("ICON-098", switched, function(cell)
  local package = support.build {
    plist = icons(loose "day", { night = { CFBundleIconName = "Set" } }), files = support.pictures "day",
    catalog = { Set = support.set "Set" },
  }
  local _, app = support.installed(cell, package)
  assert.is_nil(support.choose(app, "night"))
  assert.equal(cell.holds and "Set.png" or fitting(cell, "day"), picture(app).file)
end)

fact("ICON-099", seen, function(cell)
  local catalog = { AppIcon = support.set "AppIcon" }
  local function shown(entry, settings)
    local package = support.build {
      plist = icons(entry), files = support.pictures "day", catalog = catalog, settings = settings,
    }
    local _, app = support.installed(cell, package, false)
    return picture(app).file
  end
  assert.equal(not cell.holds and "AppIcon.png" or nil, shown { CFBundleIconName = "AppIcon" })
  local both = shown(loose("day", { CFBundleIconName = "AppIcon" }))
  assert.equal(cell.holds and fitting(cell, "day") or "AppIcon.png", both)
  -- The files that the build writes are loose, and listed.
  local exported = cell.model == "iPad" and "AppIcon76x76@2x~ipad.png" or "AppIcon60x60@2x.png"
  local settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon", IPHONEOS_DEPLOYMENT_TARGET = "9.0" }
  assert.equal(cell.holds and exported or "AppIcon.png", shown(nil, settings))
end)

fact("ICON-100", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  local function shown(value)
    local entries = { loose("day", { UIPrerenderedIcon = value }), loose("night", { UIPrerenderedIcon = value }) }
    local package = support.package(icons(entries[1], { night = entries[2] }), support.pictures("day", "night"))
    local _, app = support.installed(cell, package)
    local drawn = {}
    local function draw()
      local now = picture(app)
      drawn[#drawn + 1] = { now.file, now.source, now.pixels, now.scaled, now.placeholder }
    end
    draw()
    local alternates, problem = pcall(support.choose, app, "night")
    assert.equal(cell.at_least "10.3", alternates)
    if alternates then
      assert.is_nil(problem)
      draw()
    end
    return drawn
  end
  local without = shown(nil)
  assert.equal(fitting(cell, "day"), without[1][1])
  for _, value in ipairs { true, false, "NO", "YES" } do assert.same(without, shown(value)) end
end)

fact("ICON-101", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local plist = icons(nil, { night = loose("night", { ordinal = 7 }) })
  local _, app = support.installed(cell, support.package(plist, support.pictures "night"))
  assert.is_nil(support.choose(app, "night"))
  assert.equal(fitting(cell, "night"), picture(app).file)
  assert.equal(7, read(app, "CFBundleIcons").CFBundleAlternateIcons.night.ordinal)
end)
