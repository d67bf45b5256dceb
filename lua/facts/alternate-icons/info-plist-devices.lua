-- The facts of alternate-icons.md, “6. Info.plist”: keys for one kind of device, and the label.

local support = require "homescreen.facts.support"
local plists = require "homescreen.facts.plists"

local seen = { needs = { "finger" } }
local switched = { needs = { "app's code", "finger" } }
local fitting, picture = support.fitting, support.picture
local icons, loose, read, names = plists.icons, plists.loose, plists.read, support.names

--- The text under the icon of File.app, whose Info.plist has these names, in addition to those of a language.
local function label(cell, display, name, strings)
  local package = AppPackage {
    plist = { CFBundleIdentifier = "com.example.paint", CFBundleName = "File" },
    strings = { ["zh-Hans"] = strings },
  }
  package.plist.CFBundleDisplayName, package.plist.CFBundleName = display, name
  local device = Device { model = cell.model, os = cell.os, locale = "zh-Hans" }
  return device.springboard:icon(device:install(package)).label
end

fact("ICON-105", { needs = { "app's code" } }, function(cell)
  local own = cell.model == "iPad" and "ipad" or "iphone"
  local plist = {
    ["Platform-iphoneos"] = true, ["Mac-macos"] = true, ["Product~" .. own] = true, ["Pod~ipod"] = true,
    ["Both-iphoneos~" .. own] = true, ["MacBoth-macos~" .. own] = true, ["Swapped~" .. own .. "-iphoneos"] = true,
  }
  local _, app = support.installed(cell, support.package(plist))
  for _, key in ipairs { "Platform", "Product", "Both" } do assert.is_true(read(app, key), key) end
  for _, key in ipairs { "Mac", "Pod", "MacBoth", "Swapped" } do assert.is_nil(read(app, key), key) end
  -- A part that only looks like a suffix is part of the key; the others are suffixes, of any device.
  for _, key in ipairs { "Mac-macos", "MacBoth-macos~" .. own, "Swapped~" .. own .. "-iphoneos" } do
    assert.is_true(read(app, key), key)
  end
  for _, key in ipairs { "Platform-iphoneos", "Pod~ipod" } do assert.is_nil(read(app, key), key) end
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

fact("ICON-170", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  -- Names and sizes of universal apps before catalogs.
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
  local alternates = pcall(support.choose, app, "night")
  assert.equal(cell.at_least "10.3", alternates)
  if alternates then assert.is_nil(support.choose(app, "night")) end
  -- If a build adds a key for iPads, they no longer use the plain one.
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

fact("ICON-109", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  local own = cell.model == "iPad" and "ipad" or "iphone"
  local plist = icons(loose "day", { night = loose "night" })
  plist.CFBundleIcons["CFBundleAlternateIcons~" .. own] = { dusk = loose "dusk" }
  plist.CFBundleIcons["CFBundlePrimaryIcon~" .. own] = loose "dusk"
  local _, app = support.installed(cell, support.package(plist, support.pictures("day", "night", "dusk")))
  assert.equal(fitting(cell, "day"), picture(app).file)
  local read = read(app, "CFBundleIcons")
  assert.same({ "night" }, names(read.CFBundleAlternateIcons))
  assert.same({ "dusk" }, names(read["CFBundleAlternateIcons~" .. own]))
  local alternates, problem = pcall(support.choose, app, "dusk")
  assert.equal(cell.at_least "10.3", alternates)
  if alternates then
    assert.equal(4, problem.code)
    assert.is_nil(support.choose(app, "night"))
  end
end)

fact("ICON-110", switched, function(cell)
  if support.lacks_icons(cell) then return end
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
  if support.lacks_icons(cell) then return end
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
  -- The user finds the icon by it, unless two icons have it.
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
