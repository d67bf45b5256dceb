-- The facts of alternate-icons.md, “8. Build settings and asset catalogs”: icon sets.

local support = require "homescreen.facts.support"
local builds = require "homescreen.facts.builds"
local primaryName, alternateNames, includeAll = builds.primaryName, builds.alternateNames, builds.includeAll
local keys, build, sets, alternates = builds.keys, builds.build, builds.sets, builds.alternates
local changed, paths, byHand = builds.changed, builds.paths, builds.byHand

local built = { needs = {} }
local seen = { needs = { "finger" } }
local switched = { needs = { "app's code", "finger" } }
local picture = support.picture
local function project(...) return builds.project("fixtures/Paint/Paint.xcodeproj", ...) end

--- The picture of “night” in an appearance, from its set in the catalog or from loose files.
local function appearances(cell, catalog)
  local package = support.build {
    plist = byHand(catalog and { CFBundleIconName = "Night" } or { CFBundleIconFiles = { "night" } }, "night"),
    files = support.pictures("night", "night-dark", "night~dark"), catalog = catalog,
  }
  local _, app = changed(cell, package, "night")
  return function(appearance)
    local shown = picture(app, "home", { appearance = appearance })
    return { shown.file, shown.appearance }, shown
  end
end

local function appearing(...)
  local entries = { { platform = "ios", size = 1024, filename = "light.png" } }
  for _, appearance in ipairs { ... } do
    table.insert(entries, { platform = "ios", size = 1024, appearance = appearance, filename = appearance .. ".png" })
  end
  return { Night = { entries = entries } }
end

fact("ICON-135", switched, function(cell)
  local package = build(cell, sets("AppIcon", "Night"), { [alternateNames] = "Night" })
  local knows = tonumber(cell.xcode) >= 13
  assert.same(knows and { "Night" } or {}, alternates(package))
  assert.equal(cell.holds, knows and changed(cell, package, "Night").file == "Night.png")
end)

fact("ICON-136", { needs = { "finger" }, versions = { "11.0" } }, function(cell)
  for _, name in ipairs { "AppIcon", "Sun" } do
    local package = build(cell, sets("AppIcon", "Sun"), { [primaryName] = name })
    for _, key in ipairs(keys) do
      assert.equal(name, package.plist:get(key, "CFBundlePrimaryIcon", "CFBundleIconName"))
    end
    local _, app = support.installed(cell, package, false)
    -- Before iOS 11, the picture is a file that the build has written.
    local drawn = picture(app).file
    assert.equal(cell.at_least "11.0", drawn == name .. ".png")
    assert.matches("^" .. name, drawn)
  end
end)

fact("ICON-172", built, function(cell)
  local named = project { [primaryName] = "Night" }
  assert.equal("Night", named.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconName)
  assert.is_nil(project({ [primaryName] = "" }).plist.CFBundleIcons)
  local device = Device(cell)
  -- For old systems, the build writes the picture as a file.
  named = project { [primaryName] = "Night", IPHONEOS_DEPLOYMENT_TARGET = "9.0" }
  assert.is_false(picture(device:install(named)).placeholder)
  assert.is_true(picture(device:install(project { [primaryName] = "" })).placeholder)
end)

fact("ICON-137", built, function(cell)
  local package = build(cell, sets("AppIcon", "Night", "Day", "Dusk"), { [alternateNames] = "Night  Day" })
  assert.same(cell.holds and { "Day", "Night" } or {}, alternates(package))
  for _, name in ipairs(alternates(package)) do
    for _, key in ipairs(keys) do
      assert.equal(name, package.plist:get(key, "CFBundleAlternateIcons", name, "CFBundleIconName"))
    end
  end
end)

fact("ICON-138", built, function(cell)
  local catalog = sets("AppIcon", "Night", "Day")
  catalog.Picture = { kind = "image", entries = { { filename = "picture.png" } } }
  local all = build(cell, catalog, { [includeAll] = "YES" })
  assert.same(cell.holds and { "Day", "Night" } or {}, alternates(all))
  assert.same({}, alternates(build(cell, catalog, { [includeAll] = "NO" })))
  assert.same(cell.holds and { "Day" } or {}, alternates(build(cell, catalog, { [alternateNames] = "Day" })))
end)

fact("ICON-140", switched, function(cell)
  local package = build(cell, sets("AppIcon", "Night", "Day"), { [alternateNames] = "Night Day" }, byHand(nil, "Night"))
  local device, app = support.installed(cell, package)
  local before = picture(app).file
  app:run(function() UIApplication.shared:setAlternateIconName("Night", function() end) end)
  assert.equal("You have changed the icon for “Paint”.", device.alert.label)
  device.alert:tap "OK"
  if not cell.holds and cell.at_least "11.0" then
    return assert.same({ "Night.png", "catalog" }, { picture(app).file, picture(app).source })
  end
  assert.same({ before, "unchanged" }, { picture(app).file, picture(app).source })
  -- An alternate that is only in the setting changes the icon.
  assert.is_nil(support.choose(app, "Day"))
  assert.equal(cell.holds, picture(app).file == "Day.png")
end)

fact("ICON-141", { needs = {}, versions = { "10.3" } }, function(cell)
  local settings = { [alternateNames] = "Night", [includeAll] = "YES" }
  assert.same(cell.holds and {} or { "Night" }, alternates(build(cell, sets("AppIcon", "Night"), settings)))
  -- Loose pictures and hand-written entries.
  local package = support.build {
    plist = byHand({ CFBundleIconFiles = { "night" } }, "Night"), files = support.pictures "night",
    catalog = sets("AppIcon"), settings = { [primaryName] = "AppIcon", XCODE_VERSION_ACTUAL = cell.xcode },
  }
  assert.same({ "Night" }, alternates(package))
  local exists, picture = pcall(changed, cell, package, "Night")
  assert.equal(cell.at_least "10.3", exists)
  if exists then assert.equal(support.fitting(cell, "night"), picture.file) end
end)

fact("ICON-142", switched, function(cell)
  local catalog = sets("AppIcon", "Night")
  catalog.Picture = { kind = "image", entries = { { filename = "picture.png" } } }
  local package = support.build { plist = byHand(nil, "Night", "Picture"), catalog = catalog }
  assert.equal(cell.holds, changed(cell, package, "Night").file == "Night.png")
  assert.Not.equal("picture.png", changed(cell, package, "Picture").file)
end)

fact("ICON-144", { needs = { "app's code" } }, function(cell)
  local package = build(cell, sets("AppIcon", "Night"), { [alternateNames] = "Night" })
  for _, key in ipairs(keys) do
    local entry = package.plist:get(key, "CFBundleAlternateIcons", "Night")
    assert.equal("Night", entry.CFBundleIconName)
    local listed = entry.CFBundleIconFiles and plist.table(entry.CFBundleIconFiles)
    assert.equal(cell.holds, listed == nil)
    if listed then assert.equal("Night60x60", listed[1]) end
  end
  assert.equal(not cell.holds, paths(package)["Night60x60@2x.png"] ~= nil)
  if not cell.holds then return end
  for path in pairs(paths(package)) do assert.Not.matches("^Night", path) end
  -- A picker that wants the entry's first file has none to show.
  local _, app = support.installed(cell, package)
  assert.is_nil(app:run(function()
    local entry = Bundle.main:object("CFBundleIcons").CFBundleAlternateIcons.Night
    return entry.CFBundleIconFiles and UIImage(entry.CFBundleIconFiles[1])
  end))
end)

fact("ICON-145", { needs = { "app's code", "finger" }, versions = { "11.0" } }, function(cell)
  local catalog = { AppIcon = support.set "AppIcon", Night = support.set "Night" }
  local package = build(cell, catalog, { [alternateNames] = "Night" })
  assert.same(cell.holds and { "Night" } or {}, alternates(package))
  assert.equal(cell.holds, package.plist.CFBundleIcons ~= nil)
  assert.equal(cell.holds, #package.warnings == 0)
  if not cell.holds then
    local _, app = support.installed(cell, package, false)
    return assert.is_true(picture(app).placeholder)
  end
  if tonumber(cell.os) < 10.3 then return end
  local _, app = changed(cell, package, "Night")
  local knows_sets = cell.at_least "11.0"
  for _, place in ipairs { "home", "spotlight", "settings", "notification" } do
    assert.equal(knows_sets, picture(app, place).file == "Night.png" and picture(app, place).scaled, place)
  end
  assert.same({ "AppIcon.png", false }, { picture(app, "appStore").file, picture(app, "appStore").scaled })
end)

fact("ICON-146", built, function(cell)
  for _, catalog in ipairs { sets("AppIcon"), { AppIcon = support.set "AppIcon" } } do
    -- One picture for all sizes is known from Xcode 14 on (ICON-145).
    for _, xcode in ipairs(catalog.AppIcon.entries[2] and { "7.0", "12.5", "13.0", "26.4" } or { "14.0", "26.4" }) do
      local package = build({ xcode = xcode }, catalog)
      local files = paths(package)
      assert.equal(120, files["AppIcon60x60@2x.png"].width)
      assert.equal(152, files["AppIcon76x76@2x~ipad.png"].width)
      files["AppIcon60x60@2x.png"], files["AppIcon76x76@2x~ipad.png"] = nil, nil
      assert.same({}, files)
      local phone, pad = package.plist.CFBundleIcons, package.plist["CFBundleIcons~ipad"]
      assert.same({ "AppIcon60x60" }, plist.table(phone.CFBundlePrimaryIcon.CFBundleIconFiles))
      assert.same({ "AppIcon60x60", "AppIcon76x76" }, plist.table(pad.CFBundlePrimaryIcon.CFBundleIconFiles))
    end
  end
end)

fact("ICON-147", switched, function(cell)
  local shown = appearances(cell, appearing("dark", "tinted"))
  assert.same({ "light.png", "light" }, shown "light")
  for _, appearance in ipairs { "dark", "tinted" } do
    assert.same(cell.holds and { appearance .. ".png", appearance } or { "light.png", "light" }, shown(appearance))
    assert.same({ support.fitting(cell, "night"), "light" }, appearances(cell)(appearance))
  end
  -- The primary icon's, too.
  local catalog = { AppIcon = appearing("dark", "tinted").Night }
  local _, app = support.installed(cell, build(cell, catalog), false)
  assert.equal(cell.holds and "dark.png" or "light.png", picture(app, "home", { appearance = "dark" }).file)
end)

fact("ICON-222", switched, function(cell)
  local own, other = "iphone", "ipad"
  if cell.model == "iPad" then own, other = other, own end
  --- An icon whose set has light pictures in single sizes for these idioms, and a universal one for an appearance;
  --- `more` entries come after them.
  local function shown(appearance, idioms, more)
    local entries = { { platform = "ios", size = 1024, appearance = appearance, filename = appearance .. ".png" } }
    for _, entry in ipairs(sets("light").light.entries) do
      for _, idiom in ipairs(idioms) do
        if entry.idiom == idiom or entry.idiom == "ios-marketing" then table.insert(entries, entry) end
      end
    end
    for _, entry in ipairs(more or {}) do table.insert(entries, entry) end
    local package = build(cell, { AppIcon = { entries = entries } })
    local _, app = support.installed(cell, package, false)
    local drawn = picture(app, "home", { appearance = appearance })
    return { drawn.file, drawn.appearance }
  end
  for _, appearance in ipairs { "dark", "tinted" } do
    -- Before iOS 18 there is no appearance to show.
    if not cell.holds then return assert.equal("light", shown(appearance, { other })[2]) end
    assert.same({ "light.png", "light" }, shown(appearance, { own, other }))
    -- One light entry of any size is enough.
    local small = { idiom = own, size = 20, scale = 2, filename = "small.png" }
    assert.same({ "small.png", "light" }, shown(appearance, {}, { small }))
    -- These do not matter: pictures in single sizes for the other kind of device, an empty slot, another appearance.
    assert.same({ appearance .. ".png", appearance }, shown(appearance, { other }))
    local universal = { platform = "ios", size = 1024, filename = "light.png" }
    local another = appearance == "dark" and "tinted" or "dark"
    for _, entry in ipairs {
      { idiom = own, size = 20, scale = 2 },
      { idiom = own, size = 20, scale = 2, appearance = another, filename = "another.png" },
    } do
      assert.same({ appearance .. ".png", appearance }, shown(appearance, {}, { universal, entry }))
    end
    -- They do not win over a picture of the appearance in a single size, either.
    local sized = { idiom = own, size = 20, scale = 2, appearance = appearance, filename = "sized.png" }
    assert.equal(appearance, shown(appearance, { own, other }, { sized })[2])
  end
end)

fact("ICON-230", seen, function(cell)
  local own, other, side = "iphone", "ipad", 180
  if cell.model == "iPad" then own, other, side = other, own, 152 end
  --- The picture from a set with the needed size for the other kind of device, and with this entry.
  local function shown(entry)
    local entries = { { idiom = other, size = side / 2, scale = 2, filename = "other.png" }, entry }
    local _, app = support.installed(cell, build(cell, { AppIcon = { entries = entries } }), false)
    return picture(app).file
  end
  -- Before iOS 11 a catalog is not read on the device.
  if not cell.holds then
    return assert.is_nil(shown { idiom = own, size = 40, scale = 2, filename = "own.png" })
  end
  assert.equal("own.png", shown { idiom = own, size = 40, scale = 2, filename = "own.png" })
  assert.equal("all.png", shown { platform = "ios", size = 1024, filename = "all.png" })
  assert.equal("other.png", shown(nil))
end)

fact("ICON-204", switched, function(cell)
  for _, appearance in ipairs { "dark", "tinted" } do
    local of, shown = appearances(cell, appearing())(appearance)
    assert.same({ "light.png", "light" }, of)
    assert.equal(cell.holds, shown.derived)
    of, shown = appearances(cell)(appearance)
    assert.same({ support.fitting(cell, "night"), "light" }, of)
    assert.equal(cell.holds, shown.derived)
    local own, drawn = appearances(cell, appearing(appearance))(appearance)
    assert.is_false(drawn.derived)
    assert.same(cell.holds and { appearance .. ".png", appearance } or { "light.png", "light" }, own)
  end
end)
