-- The facts of alternate-icons.md, “8. Build settings and asset catalogs”.

local support = require "homescreen.facts.support"

local built = { needs = {} }
local seen = { needs = { "finger" } }
local switched = { needs = { "app's code", "finger" } }
local picture = support.picture

local primaryName = "ASSETCATALOG_COMPILER_APPICON_NAME"
local alternateNames = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"
local includeAll = "ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS"
local keys = { "CFBundleIcons", "CFBundleIcons~ipad" }

--- What the cell's Xcode makes of a catalog: `settings` beside the primary icon “AppIcon”.
local function build(cell, catalog, settings, plist)
  local all = { [primaryName] = "AppIcon", XCODE_VERSION_ACTUAL = cell.xcode }
  for name, value in pairs(settings or {}) do all[name] = value end
  return support.build { catalog = catalog, settings = all, plist = plist }
end

--- Sets with a picture for each size, which every Xcode takes; that of the Home Screen is called as the set.
local function sets(...)
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

--- The alternates that a package declares for iPhones and for iPads alike.
local function alternates(package)
  local lists = {}
  for place, key in ipairs(keys) do
    lists[place] = {}
    for name in pairs(package.plist:get(key, "CFBundleAlternateIcons") or {}) do
      table.insert(lists[place], name)
    end
    table.sort(lists[place])
  end
  assert.same(lists[1], lists[2])
  return lists[1]
end

--- The picture after a change to an icon, which is no error.
local function changed(cell, package, name)
  local _, app = support.installed(cell, package)
  assert.is_nil(support.choose(app, name))
  assert.equal(name, app.iconName)
  return picture(app), app
end

local function paths(package)
  local list = {}
  for _, file in ipairs(package:files()) do list[file.path] = file end
  return list
end

-- fixtures/Paint has a set “Night” in App/Assets.xcassets, and an Info.plist without icons.
local function project(settings, options)
  local chosen = { target = "Paint", settings = settings }
  for name, value in pairs(options or {}) do chosen[name] = value end
  return AppPackage("fixtures/Paint/Paint.xcodeproj", chosen)
end

--- Entries by hand of these names, for iPhones and iPads.
local function byHand(entry, ...)
  local entries = {}
  for _, name in ipairs { ... } do entries[name] = entry or { CFBundleIconName = name } end
  return { CFBundleIcons = { CFBundleAlternateIcons = entries },
    ["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = entries } }
end

--- The picture of “night” in an appearance, from its set in the catalog or from loose files.
local function appearances(cell, catalog)
  local package = support.build {
    plist = byHand(catalog and { CFBundleIconName = "Night" } or { CFBundleIconFiles = { "night" } }, "night"),
    files = support.pictures("night", "night-dark", "night~dark"), catalog = catalog,
  }
  local _, app = changed(cell, package, "night")
  return function(appearance)
    local shown = picture(app, "home", { appearance = appearance })
    return { shown.file, shown.appearance }
  end
end

local function appearing(...)
  local entries = { { platform = "ios", size = 1024, filename = "light.png" } }
  for _, appearance in ipairs { ... } do
    table.insert(entries, { platform = "ios", size = 1024, appearance = appearance, filename = appearance .. ".png" })
  end
  return { Night = { entries = entries } }
end

--- Icon Composer's files by these names, and the set AppIcon.
local function composed(...)
  local catalog = sets "AppIcon"
  for _, name in ipairs { ... } do catalog[name] = { kind = "iconComposer" } end
  return catalog
end

--- What the Home Screen shows of the set and the Icon Composer file that are both called Stack, in fixtures/Paint.
local function stack(cell, xcode, keepsSet)
  local flags = keepsSet and "--enable-icon-stack-fallback-generation=disabled" or ""
  local settings = {
    [primaryName] = "Stack", ASSETCATALOG_OTHER_FLAGS = flags, IPHONEOS_DEPLOYMENT_TARGET = "9.0",
  }
  local device = Device(cell)
  return picture(device:install(project(settings, { xcode = xcode }))).file
end

--- An Info.plist of fixtures/Paint that the C preprocessor has read: its values, and what a build says of it.
local function preprocessed(name, flags, settings)
  local all = {
    INFOPLIST_FILE = "App/" .. name .. ".plist", INFOPLIST_PREPROCESS = "YES",
    INFOPLIST_OTHER_PREPROCESSOR_FLAGS = flags, INFOPLIST_PREPROCESSOR_DEFINITIONS = "BUILD=7 MAJOR=1 MINOR=2",
  }
  for key, value in pairs(settings or {}) do all[key] = value end
  local package = project(all)
  return package.plist, table.concat(package.warnings, "\n")
end

fact("ICON-135", switched, function(cell)
  local package = build(cell, sets("AppIcon", "Night"), { [alternateNames] = "Night" })
  assert.same({ "Night" }, alternates(package))
  assert.equal("Night.png", changed(cell, package, "Night").file)
end)

fact("ICON-136", seen, function(cell)
  for _, name in ipairs { "AppIcon", "Sun" } do
    local package = build(cell, sets("AppIcon", "Sun"), { [primaryName] = name })
    for _, key in ipairs(keys) do
      assert.equal(name, package.plist:get(key, "CFBundlePrimaryIcon", "CFBundleIconName"))
    end
    local _, app = support.installed(cell, package, false)
    -- Before iOS 11 the picture is one that the build has written out.
    local drawn = picture(app).file
    if cell.at_least "11.0" then assert.equal(name .. ".png", drawn) end
    assert.matches("^" .. name, drawn)
  end
end)

fact("ICON-172", built, function(cell)
  local named = project { [primaryName] = "Night" }
  assert.equal("Night", named.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconName)
  assert.is_nil(project({ [primaryName] = "" }).plist.CFBundleIcons)
  local device = Device(cell)
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
  assert.same({ before, "unchanged" }, { picture(app).file, picture(app).source })
  -- One that is only in the setting changes the icon.
  assert.is_nil(support.choose(app, "Day"))
  assert.equal("Day.png", picture(app).file)
end)

fact("ICON-141", built, function(cell)
  local settings = { [alternateNames] = "Night", [includeAll] = "YES" }
  assert.same(cell.holds and {} or { "Night" }, alternates(build(cell, sets("AppIcon", "Night"), settings)))
  -- Loose pictures and entries by hand.
  local package = support.build {
    plist = byHand({ CFBundleIconFiles = { "night" } }, "Night"), files = support.pictures "night",
    catalog = sets("AppIcon"), settings = { [primaryName] = "AppIcon", XCODE_VERSION_ACTUAL = cell.xcode },
  }
  assert.same({ "Night" }, alternates(package))
  if cell.at_least "10.3" then
    assert.equal(support.fitting(cell, "night"), changed(cell, package, "Night").file)
  end
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
    assert.is_nil(entry.CFBundleIconFiles)
  end
  for path in pairs(paths(package)) do assert.Not.matches("^Night", path) end
  -- A picker that wants the entry's first file has none to show.
  local _, app = support.installed(cell, package)
  assert.is_nil(app:run(function()
    local entry = Bundle.main:object("CFBundleIcons").CFBundleAlternateIcons.Night
    return entry.CFBundleIconFiles and UIImage(entry.CFBundleIconFiles[1])
  end))
end)

fact("ICON-145", switched, function(cell)
  local catalog = { AppIcon = support.set "AppIcon", Night = support.set "Night" }
  local package = build(cell, catalog, { [alternateNames] = "Night" })
  assert.same(cell.holds and { "Night" } or {}, alternates(package))
  assert.equal(cell.holds, package.plist.CFBundleIcons ~= nil)
  assert.equal(cell.holds, #package.warnings == 0)
  if not cell.holds then
    local _, app = support.installed(cell, package, false)
    return assert.is_true(picture(app).placeholder)
  end
  if not cell.at_least "11.0" then return end
  local _, app = changed(cell, package, "Night")
  for _, place in ipairs { "home", "spotlight", "settings", "notification" } do
    assert.same({ "Night.png", true }, { picture(app, place).file, picture(app, place).scaled }, place)
  end
  assert.same({ "AppIcon.png", false }, { picture(app, "appStore").file, picture(app, "appStore").scaled })
end)

fact("ICON-146", built, function(cell)
  for _, catalog in ipairs { sets("AppIcon"), { AppIcon = support.set "AppIcon" } } do
    -- One picture for all sizes is known from Xcode 14 on.
    if catalog.AppIcon.entries[2] or tonumber(cell.xcode) >= 14 then
      local package = build(cell, catalog)
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

fact("ICON-204", switched, function(cell)
  for _, appearance in ipairs { "dark", "tinted" } do
    assert.same({ "light.png", "light" }, appearances(cell, appearing())(appearance))
    assert.same({ support.fitting(cell, "night"), "light" }, appearances(cell)(appearance))
    local own = appearances(cell, appearing(appearance))(appearance)
    assert.same(cell.holds and { appearance .. ".png", appearance } or { "light.png", "light" }, own)
  end
end)

fact("ICON-222", switched, function(cell)
  --- An icon whose set has sized light pictures for these idioms, beside a universal one for an appearance.
  local function shown(appearance, ...)
    local entries = { { platform = "ios", size = 1024, appearance = appearance, filename = appearance .. ".png" } }
    for _, entry in ipairs(sets("light").light.entries) do
      for _, idiom in ipairs { ... } do
        if entry.idiom == idiom or entry.idiom == "ios-marketing" then table.insert(entries, entry) end
      end
    end
    local package = build(cell, { AppIcon = { entries = entries } })
    local _, app = support.installed(cell, package, false)
    local drawn = picture(app, "home", { appearance = appearance })
    return { drawn.file, drawn.appearance }
  end
  for _, appearance in ipairs { "dark", "tinted" } do
    assert.same({ "light.png", "light" }, shown(appearance, "iphone", "ipad"))
    -- One light entry is enough, of whatever size.
    local own = { idiom = cell.model:lower(), size = 20, scale = 2, filename = "small.png" }
    local package = build(cell, { AppIcon = {
      entries = { { platform = "ios", size = 1024, appearance = appearance, filename = "all.png" }, own },
    } })
    local _, app = support.installed(cell, package, false)
    local drawn = picture(app, "home", { appearance = appearance })
    assert.same({ "small.png", "light" }, { drawn.file, drawn.appearance })
    -- Sized pictures for the other kind of device alone do not matter.
    local other = cell.model == "iPad" and "iphone" or "ipad"
    assert.same({ appearance .. ".png", appearance }, shown(appearance, other))
  end
end)

fact("ICON-148", switched, function(cell)
  local package = build(cell, composed("Night", "Dusk"), { [alternateNames] = "Night Dusk" })
  assert.same(cell.holds and { "Dusk", "Night" } or {}, alternates(package))
  if not (cell.holds and cell.at_least "26.0") then return end
  for _, name in ipairs { "Night", "Dusk" } do
    assert.equal(name .. ".icon", changed(cell, package, name).file)
  end
end)

fact("ICON-149", switched, function(cell)
  local package = build(cell, composed "Night", nil, byHand(nil, "Night"))
  assert.is_true(changed(cell, package, "Night").placeholder)
  package = build(cell, { AppIcon = { kind = "iconComposer" } })
  local _, app = support.installed(cell, package, false)
  assert.equal("AppIcon.icon", picture(app).file)
end)

fact("ICON-206", switched, function(cell)
  for _, settings in ipairs { { [alternateNames] = "Night" }, { [includeAll] = "YES" } } do
    assert.equal("Night.icon", changed(cell, build(cell, composed "Night", settings), "Night").file)
  end
  for _, settings in ipairs { { [alternateNames] = "Other" }, { [includeAll] = "NO" }, {} } do
    local package = build(cell, composed "Night", settings, byHand(nil, "Night"))
    assert.is_true(changed(cell, package, "Night").placeholder)
  end
end)

fact("ICON-207", seen, function(cell)
  local package = build(cell, { AppIcon = { kind = "iconComposer" } })
  local _, app = support.installed(cell, package, false)
  for _, appearance in ipairs { "light", "dark", "tinted" } do
    local shown = picture(app, "home", { appearance = appearance })
    assert.is_false(shown.placeholder)
    assert.equal(cell.holds and "light" or appearance, shown.appearance)
    -- Before iOS 11 the flat picture is a loose file.
    if cell.at_least "11.0" then assert.equal("AppIcon.icon", shown.file) end
  end
  if cell.at_least "11.0" then
    assert.equal(cell.holds and "stack.png" or "Stack.icon", stack(cell, "26.0", true))
  end
end)

fact("ICON-150", built, function(cell)
  local flag = "--enable-icon-stack-fallback-generation=disabled"
  local function fails(catalog, settings)
    local text = table.concat(build(cell, catalog, settings).warnings, "\n")
    return text:find("the catalog compiler fails", 1, true) ~= nil
  end
  assert.is_true(fails(composed "Night", { [includeAll] = "YES" }))
  -- Each of the two alone, and the option with which such apps are known to be built.
  assert.is_false(fails(composed "Night", { [alternateNames] = "Night" }))
  assert.is_false(fails(sets("AppIcon", "Night"), { [includeAll] = "YES" }))
  assert.is_false(fails(composed "Night", { [includeAll] = "YES", ASSETCATALOG_OTHER_FLAGS = flag }))
end)

fact("ICON-151", seen, function(cell)
  local isOld = cell.at_least "11.0" and not cell.at_least "26.0"
  local knowsStacks = tonumber(cell.xcode) >= 26
  if isOld then
    assert.equal((cell.holds or not knowsStacks) and "stack.png" or "Stack.icon", stack(cell, cell.xcode, true))
    assert.equal(knowsStacks and "Stack.icon" or "stack.png", stack(cell, cell.xcode, false))
  elseif cell.at_least "26.0" then
    assert.equal("Stack.icon", stack(cell, cell.xcode, true))
    assert.equal("Stack.icon", stack(cell, cell.xcode, false))
  else
    -- Before iOS 11 the option makes no difference: loose files are shown.
    assert.equal(stack(cell, cell.xcode, false), stack(cell, cell.xcode, true))
  end
end)

fact("ICON-210", seen, function(cell)
  assert.equal("Stack.icon", stack(cell, cell.xcode, false))
  assert.equal("Stack.icon", stack(cell, cell.xcode, true))
end)

fact("ICON-211", built, function(cell)
  -- Settings/App.xcconfig includes Nested/Deep.xcconfig, which includes Both.xcconfig, there beside it and in Settings,
  -- and “Above”, which is in Settings only; and Root.xcconfig, which is in the project's folder.
  local package = project(nil, { xcode = cell.xcode })
  assert.equal("deep beside above root", package.plist.Found)
end)

fact("ICON-212", built, function(cell)
  local function capabilities(written, settings)
    local all = { INFOPLIST_FILE_CONTENTS = written and "{ UIRequiredDeviceCapabilities = " .. written .. "; }" or "" }
    for name, value in pairs(settings or {}) do all[name] = value end
    local value = project(all, { xcode = cell.xcode }).plist.UIRequiredDeviceCapabilities
    return value and plist.table(value)
  end
  assert.same({ "arm64" }, capabilities(nil))
  assert.same({ "arm64" }, capabilities "(armv7)")
  assert.same({ "gps", "arm64" }, capabilities "(gps)")
  assert.same({ "arm64", "gps" }, capabilities "(arm64, armv6, armv7, armv7s, gps)")
  assert.same({ gps = "no", arm64 = true }, capabilities "{ armv7 = yes; gps = no; }")
  -- For 32 bits as well, or for iOS 7, the file has the say.
  assert.same({ "armv7" }, capabilities("(armv7)", { ARCHS = "armv7 arm64" }))
  assert.same({ "armv7" }, capabilities("(armv7)", { IPHONEOS_DEPLOYMENT_TARGET = "7.1" }))
  assert.same({ "arm64" }, capabilities("(armv7)", { IPHONEOS_DEPLOYMENT_TARGET = "8.0" }))
end)

fact("ICON-213", built, function()
  local function isForIOS(settings)
    local opened, outcome = pcall(project, settings)
    if not opened then assert.equal("package-noTarget", outcome.code) end
    return opened
  end
  assert.is_true(isForIOS { SUPPORTED_PLATFORMS = "iphonesimulator iphoneos", SDKROOT = "macosx" })
  assert.is_false(isForIOS { SUPPORTED_PLATFORMS = "macosx", SDKROOT = "iphoneos" })
  assert.is_true(isForIOS { SDKROOT = "iphoneos17.0" })
  for _, sdk in ipairs { "macosx", "watchos", "appletvos", "xros" } do assert.is_false(isForIOS { SDKROOT = sdk }) end
end)

fact("ICON-214", built, function(cell)
  --- Whether files, and sets of a catalog, of App/Preview get into the app.
  local function kept(configuration, settings)
    local all = { DEVELOPMENT_ASSET_PATHS = "App/Preview", [primaryName] = "Sample" }
    for name, value in pairs(settings or {}) do all[name] = value end
    local package = project(all, { configuration = configuration, xcode = cell.xcode })
    assert.is_table(paths(package)["leaf@3x.png"])
    return { paths(package)["sample.txt"] ~= nil, package.plist.CFBundleIcons ~= nil }
  end
  local all, none = { true, true }, { false, false }
  assert.same(all, kept("Debug"))
  assert.same(all, kept("Release", { ACTION = "build" }))
  assert.same(all, kept("Release", { DEVELOPMENT_ASSET_PATHS = "App/Other" }))
  assert.same(none, kept("Release", { ACTION = "install" }))
  assert.same(none, kept("Debug", { ACTION = "install" }))
  assert.same(none, kept("Debug", { DEPLOYMENT_POSTPROCESSING = "YES" }))
end)

fact("ICON-215", built, function(cell)
  -- The project says “Notes.txt”, an “é” of two parts, and “Icon.png”; the disk has notes.txt, “é” and icon.png.
  local package = project { [primaryName] = "Night" }
  assert.equal(8, paths(package)["Notes.txt"].size)
  assert.equal(9, paths(package)["Cafe\u{301}.txt"].size)
  local text = table.concat(package.warnings, "\n")
  for _, pair in ipairs { "“Icon.png” is spelled “icon.png”", "“Notes.txt” is spelled “notes.txt”" } do
    assert.matches(pair, text, 1, true)
  end
  assert.matches("case%-sensitive volumes find nothing", text)
  local device = Device(cell)
  local app = device:install(package)
  if cell.at_least "11.0" then assert.equal("icon.png", picture(app).file) end
end)

fact("ICON-216", built, function()
  local settings = {
    INFOPLIST_PREPROCESSOR_DEFINITIONS = "PRO=1 'EDITION=Gold Edition'", INFOPLIST_PREFIX_HEADER = "App/Prefix.h",
  }
  -- The prefix file knows the definitions; what it defines holds a setting, which is put in afterwards.
  local values, text = preprocessed("Conditions", "", settings)
  assert.same({ "beside", "Paint Pro", "Gold Edition" }, { values.Beside, values.Title, values.Edition })
  assert.equal("com.example.paint", values.CFBundleIdentifier)
  -- Folder.h lies in the project's folder.
  assert.matches("“Folder.h” is not found by a build", text, 1, true)
  values, text = preprocessed("Conditions", "-I$(SRCROOT)", settings)
  assert.equal("folder", values.Folder)
  assert.Not.matches("Folder.h", text, 1, true)
  -- The other words come last.
  values = preprocessed("Conditions", "-UPRO -DBESIDE=there", settings)
  assert.is_nil(values.Edition)
  settings.INFOPLIST_PREPROCESSOR_DEFINITIONS = ""
  values = preprocessed("Conditions", "-DPRO -DEDITION=Silver", settings)
  assert.same({ "Paint Pro", "Silver" }, { values.Title, values.Edition })
  values = preprocessed("Conditions", "", settings)
  assert.equal("Paint", values.Title)
  assert.is_nil(values.Edition)
  settings.INFOPLIST_PREFIX_HEADER = ""
  assert.equal("TITLE", preprocessed("Conditions", "", settings).Title)
end)

fact("ICON-217", built, function()
  local values = preprocessed("Text", "")
  assert.matches("^http:%s*$", values.Address)
  assert.equal("a b", values.Comment)
  assert.matches("is cut off; Xcode refuses what is left", select(2, preprocessed("Address", "")), 1, true)
  for flag, comment in pairs { ["-traditional"] = "ab", ["-C"] = "a/* c */b" } do
    local kept, text = preprocessed("Address", flag)
    assert.matches("^http://example%.com/", kept.Address)
    assert.equal(comment, kept.Comment)
    assert.Not.matches("is cut off", text, 1, true)
  end
end)

fact("ICON-218", built, function()
  local values = preprocessed("Text", "")
  assert.equal("a b c", values.Spaces)
  assert.equal("1 . 2", values.Version)
end)

fact("ICON-219", built, function()
  local values = preprocessed("Text", "")
  assert.equal("Build 7", values.Plain)
  assert.equal("\"BUILD\" 'BUILD' 7", values.Quoted)
  assert.equal("7 isn't BUILD", values.Apostrophe)
  assert.equal("7 of 5\" BUILD", values.Mark)
  assert.equal("1.2.BUILD", values.Number)
end)

fact("ICON-220", built, function()
  local values = preprocessed("Traditional", "-traditional")
  assert.equal("a   b\t\tc", values.Spaces)
  assert.same({ "#a", "a##b" }, { values.Hash, values.Hashes })
  -- TWO is defined right below another directive, THREE is not.
  assert.matches("#define TWO 2%s+TWO$", values.Below)
  assert.matches("^%s*3$", values.Apart)
  values = preprocessed("Traditional", "")
  assert.equal("a b c", values.Spaces)
  assert.same({ "\"a\"", "ab" }, { values.Hash, values.Hashes })
  assert.matches("^%s*2$", values.Below)
end)

fact("ICON-221", built, function()
  local _, text = preprocessed("Conditions", "", { INFOPLIST_PREPROCESS = "NO" })
  assert.matches("Xcode refuses this Info.plist: it holds a line for the C preprocessor", text, 1, true)
  _, text = preprocessed("Conditions", "")
  assert.Not.matches("Xcode refuses", text, 1, true)
end)
