-- The facts of alternate-icons.md, “8. Build settings and asset catalogs”: other files of a build.

local support = require "homescreen.facts.support"
local builds = require "homescreen.facts.builds"
local primaryName, paths = builds.primaryName, builds.paths

local built = { needs = {} }
local picture = support.picture
local function project(...) return builds.project("fixtures/Paint/Paint.xcodeproj", ...) end

--- An Info.plist of fixtures/Paint after the C preprocessor: its values, and the warnings of the build.
local function preprocessed(name, flags, settings)
  local all = {
    INFOPLIST_FILE = "App/" .. name .. ".plist", INFOPLIST_PREPROCESS = "YES",
    INFOPLIST_OTHER_PREPROCESSOR_FLAGS = flags, INFOPLIST_PREPROCESSOR_DEFINITIONS = "BUILD=7 MAJOR=1 MINOR=2",
  }
  for key, value in pairs(settings or {}) do all[key] = value end
  local package = project(all)
  return package.plist, table.concat(package.warnings, "\n")
end

fact("ICON-211", built, function(cell)
  -- Settings/App.xcconfig includes Nested/Deep.xcconfig, which includes Both.xcconfig, which is next to it and in
  -- Settings; “Above”, which is only in Settings; and Root.xcconfig, which is in the project's folder.
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
  -- For 32 bits, too, or for iOS 7, the file decides.
  assert.same({ "armv7" }, capabilities("(armv7)", { ARCHS = "armv7 arm64" }))
  assert.same({ "arm64" }, capabilities("(arm64e)", { ARCHS = "arm64 arm64e" }))
  assert.same({ "arm64e" }, capabilities("(arm64)", { ARCHS = "arm64e" }))
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
  --- Whether files and catalog sets in App/Preview are in the app.
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

fact("ICON-215", { needs = {}, versions = { "11.0" } }, function(cell)
  -- The project has “Notes.txt”, an “é” of two parts, and “Icon.png”; the disk has notes.txt, “é” and icon.png.
  local package = project { [primaryName] = "Night" }
  assert.equal(8, paths(package)["Notes.txt"].size)
  assert.equal(9, paths(package)["Cafe\u{301}.txt"].size)
  local text = table.concat(package.warnings, "\n")
  for _, pair in ipairs { "“Icon.png” is spelled “icon.png”", "“Notes.txt” is spelled “notes.txt”" } do
    assert.matches(pair, text, 1, true)
  end
  assert.matches("case%-sensitive volumes do not", text)
  local device = Device(cell)
  local app = device:install(package)
  assert.equal(cell.at_least "11.0", picture(app).file == "icon.png")
end)

fact("ICON-216", built, function()
  local settings = {
    INFOPLIST_PREPROCESSOR_DEFINITIONS = "PRO=1 'EDITION=Gold Edition'", INFOPLIST_PREFIX_HEADER = "App/Prefix.h",
  }
  -- The prefix file sees the definitions; its own definition contains a setting, which is expanded afterwards.
  local values, text = preprocessed("Conditions", "", settings)
  assert.same({ "beside", "Paint Pro", "Gold Edition" }, { values.Beside, values.Title, values.Edition })
  assert.equal("com.example.paint", values.CFBundleIdentifier)
  -- Folder.h is in the project's folder.
  assert.matches("a build does not find “Folder.h”", text, 1, true)
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
  assert.matches("is cut off; Xcode rejects the rest", select(2, preprocessed("Address", "")), 1, true)
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

fact("ICON-280", built, function()
  -- Day is the primary icon, Night an alternate; Dusk is a set that the project does not name.
  local package = AppPackage "fixtures/DotNet"
  assert.equal("Day", package.plist:get("CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconName"))
  assert.same({ "Night" }, builds.alternates(package))
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
  -- A compiler joins a and b here; homescreen does not expand the name of such a macro.
  assert.same({ "#a", "JOIN" }, { values.Hash, values.Hashes })
  assert.matches("^%s*2$", values.Below)
end)

fact("ICON-221", built, function()
  local _, text = preprocessed("Conditions", "", { INFOPLIST_PREPROCESS = "NO" })
  assert.matches("Xcode rejects this Info.plist: it has a line for the C preprocessor", text, 1, true)
  _, text = preprocessed("Conditions", "")
  assert.Not.matches("Xcode rejects", text, 1, true)
end)
