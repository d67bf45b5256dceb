-- The facts of alternate-icons.md, “6. Info.plist”.

local support = require "homescreen.facts.support"

local seen = { needs = { "finger" } }
local switched = { needs = { "app's code", "finger" } }
local fitting, picture = support.fitting, support.picture

--- The icons of a package: `primary` and `alternates` as they are written, for each of the keys.
local function icons(primary, alternates, ...)
  local plist = {}
  for _, key in ipairs { "CFBundleIcons", ... } do
    plist[key] = { CFBundlePrimaryIcon = primary, CFBundleAlternateIcons = alternates }
  end
  return plist
end

--- An entry with one name.
local function loose(name, extra)
  local entry = { CFBundleIconFiles = { name } }
  for key, value in pairs(extra or {}) do entry[key] = value end
  return entry
end

--- What an app reads of its Info.plist.
local function read(app, key) return app:run(function() return Bundle.main:object(key) end) end

local function names(dictionary)
  local list = {}
  for name in pairs(dictionary) do list[#list + 1] = name end
  table.sort(list)
  return list
end

--- The text under the icon of File.app, whose Info.plist has these names, beside those of a language.
local function label(cell, display, name, strings)
  local package = AppPackage {
    plist = { CFBundleIdentifier = "com.example.paint", CFBundleName = "File" },
    strings = { ["zh-Hans"] = strings },
  }
  package.plist.CFBundleDisplayName, package.plist.CFBundleName = display, name
  local device = Device { model = cell.model, os = cell.os, locale = "zh-Hans" }
  return device.springboard:icon(device:install(package)).label
end

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

fact("ICON-085", switched, function(cell)
  for _, value in ipairs { "night", 1, true, plist.array { "night" } } do
    local written = { CFBundleIcons = value, CFBundleIconFiles = { "old" } }
    local _, app = support.installed(cell, support.package(written, support.pictures("old", "night")))
    assert.equal(fitting(cell, "old"), picture(app).file)
    assert.equal(4, support.choose(app, "night").code)
  end
end)

fact("ICON-086", switched, function(cell)
  local files = support.pictures("list", "old", "night")
  local plist = { CFBundleIconFile = "old", CFBundleAlternateIcons = { night = loose "night" } }
  for _, expected in ipairs { "old", "list" } do
    if expected == "list" then plist.CFBundleIconFiles = { "list" } end
    local _, app = support.installed(cell, support.package(plist, files))
    assert.equal(fitting(cell, expected), picture(app).file)
    if cell.at_least "10.3" then assert.equal(4, support.choose(app, "night").code) end
  end
end)

fact("ICON-087", seen, function(cell)
  local plist = icons(nil, { night = loose "night" })
  plist.CFBundleIconFiles, plist.CFBundleIconFile = { "old" }, "old"
  local _, app = support.installed(cell, support.package(plist, support.pictures("night", "old")), false)
  assert.is_true(picture(app).placeholder)
  assert.is_false(picture(app).scaled)
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

fact("ICON-092", seen, function(cell)
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
  assert.equal("AppIcon.png", file)
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
  local plist = icons(loose "day", { dusk = loose "evening", night = loose "dark" })
  local _, app = support.installed(cell, support.package(plist, support.pictures("day", "evening", "dark")))
  for name, file in pairs { dusk = "evening", night = "dark" } do
    assert.is_nil(support.choose(app, name))
    assert.equal(fitting(cell, file), picture(app).file)
    assert.equal(4, support.choose(app, file).code)
  end
end)

fact("ICON-095", switched, function(cell)
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
    assert.equal("Set.png", picture(app).file)
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
  -- What the build has written out is loose, and listed.
  local exported = cell.model == "iPad" and "AppIcon76x76@2x~ipad.png" or "AppIcon60x60@2x.png"
  local settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon", IPHONEOS_DEPLOYMENT_TARGET = "9.0" }
  assert.equal(cell.holds and exported or "AppIcon.png", shown(nil, settings))
end)

fact("ICON-100", switched, function(cell)
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
    if cell.at_least "10.3" then
      assert.is_nil(support.choose(app, "night"))
      draw()
    end
    return drawn
  end
  local without = shown(nil)
  assert.equal(fitting(cell, "day"), without[1][1])
  for _, value in ipairs { true, false, "NO", "YES" } do assert.same(without, shown(value)) end
end)

fact("ICON-101", switched, function(cell)
  local plist = icons(nil, { night = loose("night", { ordinal = 7 }) })
  local _, app = support.installed(cell, support.package(plist, support.pictures "night"))
  assert.is_nil(support.choose(app, "night"))
  assert.equal(fitting(cell, "night"), picture(app).file)
  assert.equal(7, read(app, "CFBundleIcons").CFBundleAlternateIcons.night.ordinal)
end)

fact("ICON-102", { needs = {} }, function(cell)
  local editor = {
    CFBundleIcons = "Icon files (iOS 5)", CFBundlePrimaryIcon = "Primary Icon", CFBundleIconFiles = "Icon files",
    CFBundleIconName = "Icon Name", CFBundleIconFile = "Icon file",
    UIPrerenderedIcon = "Icon already includes gloss effects", UINewsstandIcon = "Newsstand Icon",
  }
  for key, name in pairs(editor) do
    local info = plist.parse "{}"
    info[key] = "value"
    assert.same({ "value", key }, { info:find(name) })
  end
  -- An editor's name is no key: it is not in the file, and no device reads one that is.
  local info = plist.parse "{}"
  info:add("Primary Icon", { CFBundleIconFiles = { "day" } })
  assert.same({ "CFBundlePrimaryIcon" }, names(info))
  info:add "CFBundleAlternateIcons"
  assert.equal("CFBundleAlternateIcons", select(2, info:find "CFBundleAlternateIcons"))
  local written = { ["Icon files (iOS 5)"] = { CFBundlePrimaryIcon = loose "day" } }
  local package = support.package(written, support.pictures "day")
  local _, app = support.installed(cell, package)
  assert.is_true(picture(app).placeholder)
  assert.is_nil(read(app, "CFBundleIcons"))
end)

fact("ICON-103", { needs = {} }, function()
  local info = plist.parse "{}"
  info:add "Icon files (iOS 5)"
  local inserted = info.CFBundleIcons
  assert.same({ "CFBundlePrimaryIcon", "UINewsstandIcon" }, names(inserted))
  for _, key in ipairs { "Primary Icon", "Newsstand Icon" } do
    assert.same({ "" }, plist.table(inserted:find(key).CFBundleIconFiles))
  end
  inserted:add "CFBundleAlternateIcons"
  local flat = names(inserted.CFBundleAlternateIcons)
  assert.same({ "CFBundleIconFiles", "UINewsstandBindingEdge", "UINewsstandBindingType" }, flat)
end)

fact("ICON-168", { needs = {} }, function()
  local question = "The key you entered is already present in the dictionary.do you want to replace the existing "
    .. "key/value pair?"
  local info = plist.parse "{ \"Bundle display name\" = Paint; }"
  local done, err = pcall(info.add, info, "CFBundleDisplayName", "Colours")
  assert.is_false(done)
  assert.matches(question, tostring(err), 1, true)
  assert.same({ ["Bundle display name"] = "Paint" }, plist.table(info))
  info:add("CFBundleDisplayName", "Colours", { replace = true })
  assert.same({ ["Bundle display name"] = "Colours" }, plist.table(info))
end)

fact("ICON-169", { needs = {} }, function()
  local info = plist.parse "{}"
  info:add "CFBundleIcons"
  local value, key = info:find "Icon files (iOS 5)"
  assert.equal("CFBundleIcons", key)
  assert.same({ "CFBundlePrimaryIcon", "UINewsstandIcon" }, names(value))
end)

fact("ICON-104", switched, function(cell)
  for _, edge in ipairs { "Left", "Right", "Bottom" } do
    for _, kind in ipairs { "Magazine", "Newspaper" } do
      local stand = {
        CFBundleIconFiles = { "stand" }, UINewsstandBindingType = "UINewsstandBindingType" .. kind,
        UINewsstandBindingEdge = "UINewsstandBindingEdge" .. edge,
      }
      local night = loose("night", stand)
      night.CFBundleIconFiles = { "night" }
      local plist = icons(loose "day", { night = night })
      plist.CFBundleIcons.UINewsstandIcon = stand
      local _, app = support.installed(cell, support.package(plist, support.pictures("day", "night", "stand")))
      assert.equal(fitting(cell, "day"), picture(app).file)
      if cell.at_least "10.3" then
        assert.equal(4, support.choose(app, "UINewsstandIcon").code)
        assert.is_nil(support.choose(app, "night"))
        assert.equal(fitting(cell, "night"), picture(app).file)
      end
    end
  end
end)

fact("ICON-105", { needs = { "app's code" } }, function(cell)
  local own = cell.model == "iPad" and "ipad" or "iphone"
  local plist = {
    ["Platform-iphoneos"] = true, ["Mac-macos"] = true, ["Product~" .. own] = true, ["Pod~ipod"] = true,
    ["Both-iphoneos~" .. own] = true, ["MacBoth-macos~" .. own] = true, ["Swapped~" .. own .. "-iphoneos"] = true,
  }
  local _, app = support.installed(cell, support.package(plist))
  for _, key in ipairs { "Platform", "Product", "Both" } do assert.is_true(read(app, key), key) end
  for _, key in ipairs { "Mac", "Pod", "MacBoth", "Swapped" } do assert.is_nil(read(app, key), key) end
  -- What looks like a suffix and is none stays part of the key; the others are suffixes, if not this device's.
  assert.is_true(read(app, "MacBoth-macos~" .. own))
  for _, key in ipairs { "Platform-iphoneos", "Mac-macos", "Pod~ipod" } do assert.is_nil(read(app, key), key) end
end)

fact("ICON-106", { needs = { "app's code" } }, function(cell)
  local own, other = "ipad", "iphone"
  if cell.model == "iPhone" then own, other = other, own end
  local forms = { "", "-iphoneos", "~" .. own, "-iphoneos~" .. own }
  for count = 1, #forms do
    local plist = { ["Greeting~" .. other] = "other" }
    for place = 1, count do plist["Greeting" .. forms[place]] = place end
    local _, app = support.installed(cell, support.package(plist))
    app:run(function() assert.equal(count, Bundle.main:object "Greeting") end)
  end
end)

fact("ICON-107", { needs = { "app's code" } }, function(cell)
  local plist = { Greeting = { base = 1, both = 1 } }
  for _, suffix in ipairs { "~ipad", "~iphone", "-iphoneos", "-iphoneos~ipad", "-iphoneos~iphone" } do
    plist["Greeting" .. suffix] = { own = suffix, both = 2 }
  end
  local _, app = support.installed(cell, support.package(plist))
  local own = "-iphoneos~" .. (cell.model == "iPad" and "ipad" or "iphone")
  local value = read(app, "Greeting")
  assert.same({ own, 2 }, { value.own, value.both })
  assert.is_nil(value.base)
  app:run(function()
    for key in pairs(Bundle.main.infoDictionary) do assert.Not.matches("^Greeting.", key) end
  end)
end)

fact("ICON-170", switched, function(cell)
  -- Names and sizes as universal apps had them before catalogs.
  local list = { "Icon-Small", "Icon-Small-40", "Icon-Small-50", "Icon", "Icon-60", "Icon-72" }
  local files = {
    ["Icon-60@3x.png"] = { 180, 180 }, ["Icon-60@2x.png"] = { 120, 120 }, ["Icon-72@2x.png"] = { 144, 144 },
    ["Icon-Small@2x.png"] = { 58, 58 },
  }
  local plist = icons({ CFBundleIconFiles = list }, { night = loose "night" })
  for file, size in pairs(support.pictures "night") do files[file] = size end
  local package = support.package(plist, files)
  assert.is_nil(package.plist["CFBundleIcons~ipad"])
  local _, app = support.installed(cell, package)
  assert.equal(cell.model == "iPad" and "Icon-72@2x.png" or "Icon-60@3x.png", picture(app).file)
  local alternates = cell.at_least "10.3"
  if alternates then assert.is_nil(support.choose(app, "night")) end
  -- A build that adds a key for iPads takes the plain one from them.
  package = support.build {
    plist = plist, files = files, catalog = { AppIcon = support.set "AppIcon" },
    settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" },
  }
  assert.Not.is_nil(package.plist:get("CFBundleIcons~ipad", "CFBundlePrimaryIcon"))
  _, app = support.installed(cell, package)
  if alternates then
    local problem = support.choose(app, "night")
    assert.equal(cell.model == "iPad" and 4 or nil, problem and problem.code)
  end
  assert.equal(cell.model == "iPhone", read(app, "CFBundleIcons").CFBundleAlternateIcons ~= nil)
end)

fact("ICON-108", { needs = { "app's code" } }, function(cell)
  local plist = { CFBundleExecutable = "Paint" }
  for _, suffix in ipairs { "~ipad", "~iphone", "-iphoneos", "-iphoneos~ipad", "-iphoneos~iphone" } do
    plist["CFBundleExecutable" .. suffix], plist["CFBundleIdentifier" .. suffix] = "Other", "com.example.other"
  end
  local _, app = support.installed(cell, support.package(plist))
  assert.equal("Paint", read(app, "CFBundleExecutable"))
  assert.equal("com.example.paint", read(app, "CFBundleIdentifier"))
  assert.equal("com.example.paint", app:run(function() return Bundle.main.bundleIdentifier end))
end)

fact("ICON-109", switched, function(cell)
  local own = cell.model == "iPad" and "ipad" or "iphone"
  local plist = icons(loose "day", { night = loose "night" })
  plist.CFBundleIcons["CFBundleAlternateIcons~" .. own] = { dusk = loose "dusk" }
  plist.CFBundleIcons["CFBundlePrimaryIcon~" .. own] = loose "dusk"
  local _, app = support.installed(cell, support.package(plist, support.pictures("day", "night", "dusk")))
  assert.equal(fitting(cell, "day"), picture(app).file)
  local read = read(app, "CFBundleIcons")
  assert.same({ "night" }, names(read.CFBundleAlternateIcons))
  assert.same({ "dusk" }, names(read["CFBundleAlternateIcons~" .. own]))
  if cell.at_least "10.3" then
    assert.equal(4, support.choose(app, "dusk").code)
    assert.is_nil(support.choose(app, "night"))
  end
end)

fact("ICON-110", switched, function(cell)
  local plist = icons(loose "day", { night = loose "night" })
  plist["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = loose "day" }
  local function outcome()
    local _, app = support.installed(cell, support.package(plist, support.pictures("day", "night")))
    local problem = support.choose(app, "night")
    return problem and problem.code
  end
  assert.equal(cell.model == "iPad" and 4 or nil, outcome())
  plist["CFBundleIcons~ipad"].CFBundleAlternateIcons = plist.CFBundleIcons.CFBundleAlternateIcons
  assert.is_nil(outcome())
end)

fact("ICON-111", switched, function(cell)
  local package = support.build {
    plist = icons(nil, { night = loose "night" }), files = support.pictures "night",
    catalog = { AppIcon = support.set "AppIcon" }, settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" },
  }
  assert.equal("AppIcon", package.plist["CFBundleIcons~ipad"].CFBundlePrimaryIcon.CFBundleIconName)
  assert.is_nil(package.plist["CFBundleIcons~ipad"].CFBundleAlternateIcons)
  local _, app = support.installed(cell, package)
  local problem = support.choose(app, "night")
  assert.equal(cell.model == "iPad" and 4 or nil, problem and problem.code)
end)

fact("ICON-167", seen, function(cell)
  local both = { CFBundleDisplayName = "颜色", CFBundleName = "画" }
  assert.equal("颜色", label(cell, "Colours", "Paint", both))
  assert.equal("Colours", label(cell, "Colours", "Paint", { CFBundleName = "画" }))
  assert.equal("Colours", label(cell, "Colours", "Paint", {}))
  assert.equal("画", label(cell, nil, "Paint", { CFBundleName = "画" }))
  assert.equal("Paint", label(cell, nil, "Paint", {}))
  assert.equal("File", label(cell, nil, nil, {}))
  -- It is what a person finds the icon by, unless two have it.
  local device, app = support.installed(cell, support.package(), false)
  assert.equal(app, device.springboard:icon("Paint").app)
  device:install(support.package { CFBundleIdentifier = "com.example.other" })
  assert.error_matches(function() device.springboard:icon "Paint" end, "2 icons are labelled “Paint”")
end)

fact("ICON-182", seen, function(cell)
  for _, none in ipairs { "", 3, true, plist.array { "Colours" } } do
    assert.equal("Paint", label(cell, none, "Paint"))
    assert.equal("File", label(cell, nil, none))
    assert.equal("File", label(cell, none, none))
  end
end)
