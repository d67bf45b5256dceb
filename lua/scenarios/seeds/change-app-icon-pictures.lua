-- The pictures of an icon that changes, from a tutorial for iOS 10.3: where they must be, and in which sizes.
--
-- The last part of the tutorial that change-app-icon.lua begins: the gloss, one place after another for the picture,
-- icons without a catalog, several sizes in one list.
--
-- The apps: fixtures/ChangeIcon.app is the tutorial's finished one; fixtures/ChangeIcon.xcodeproj has a target for each
-- place where the tutorial puts the picture.

local tutorial = require "homescreen.seeds.change_icon"
local names = require "homescreen.facts.support".names
local choose, picture, built, variation = tutorial.choose, tutorial.picture, tutorial.built, tutorial.variation

local function start(os, model, package) return tutorial.start(package, os, model) end

local function list(array)
  local elements = {}
  for place = 1, #array do elements[place] = array[place] end
  return elements
end

describe("the gloss of UIPrerenderedIcon", function()
  local values = { "the default", true, false, "NO" } -- some wrappers use the last one

  local function prerendered(entry, value)
    if value == "the default" then
      entry.UIPrerenderedIcon = nil
    else
      entry.UIPrerenderedIcon = value
    end
  end

  local function look(shown) return ("%s %s %d %s"):format(shown.file, shown.source, shown.pixels, shown.scaled) end

  it("is not visible on an alternate icon, whatever the value", function()
    for _, value in ipairs(values) do
      local package = AppPackage "fixtures/ChangeIcon.app" -- ICON-100, ICON-096
      prerendered(package.plist.CFBundleIcons.CFBundleAlternateIcons.newicon, value)
      local device, app = start("10.3", "iPhone", package)
      choose(app, "newicon")
      assert.equal("newicon@3x.png loose 180 false", look(picture(device, app)), tostring(value))
    end
  end)

  it("is not visible on the primary icon either", function()
    for _, value in ipairs(values) do
      local package = AppPackage "fixtures/ChangeIcon.app"
      prerendered(package.plist.CFBundleIcons.CFBundlePrimaryIcon, value)
      local device, app = start("10.3", "iPhone", package)
      assert.equal("AppIcon60x60@3x.png loose 180 false", look(picture(device, app)), tostring(value))
    end
  end)
end)

describe("where the picture is", function()
  local function outcome(package, os, name)
    local device, app = start(os or "10.3", "iPhone", package)
    local result = choose(app, name or "newicon")
    local preview = device.alert.picture
    device.alert:tap "OK"
    assert.is_nil(result.error) -- no place causes an error: the check ignores pictures (ICON-006)
    assert.equal(name or "newicon", app.iconName)
    return picture(device, app), preview
  end

  -- The Home Screen keeps the picture that the build made of the AppIcon set (ICON-146).
  local function unchanged(shown)
    assert.equal("AppIcon60x60@3x.png", shown.file)
    assert.is_nil(shown.iconName)
  end

  it("in the project's navigator: the icon changes", function()
    -- 120 and 180 pixels are what an iPhone needs (ICON-127).
    local shown, preview = outcome(built "ChangeIcon")
    assert.equal("newicon@3x.png", shown.file)
    assert.is_false(shown.scaled)
    assert.equal("newicon@3x.png", preview.file)
    local device, app = start("10.3", "iPhone 6s", built "ChangeIcon")
    choose(app, "newicon")
    assert.equal("newicon@2x.png", picture(device, app).file)
    assert.is_false(picture(device, app).scaled)
  end)

  it("in a group of the navigator: the icon changes, as the tutorial advises", function()
    -- The group's name is not part of the path: the build copies its files into the bundle's root (ICON-113).
    assert.equal("leaf@3x.png", outcome(built "ChangeIcon", nil, "leaf").file)
  end)

  it("in a real folder: only with the folder's name in the Info.plist", function()
    unchanged((outcome(built "FolderReference"))) -- ICON-114
    local withPath = built "FolderReference"
    withPath.plist.CFBundleIcons.CFBundleAlternateIcons.newicon.CFBundleIconFiles = { "icons-folder/newicon" }
    assert.equal("icons-folder/newicon@3x.png", outcome(withPath).file)
  end)

  it("in an image set of the catalog: the alert shows it, the Home Screen does not", function()
    local shown, preview = outcome(built "ImageSet") -- ICON-124, ICON-062
    unchanged(shown)
    assert.equal("catalog", preview.source)
    assert.is_false(preview.placeholder)
  end)

  it("in a second icon set that no build setting names: the Home Screen does not change", function()
    local package = built "IconSet" -- ICON-125
    assert.same({ "leaf", "newicon" }, names(package.plist.CFBundleIcons.CFBundleAlternateIcons)) -- by hand
    unchanged((outcome(package)))
    -- The setting for its name exists only from Xcode 13 on (ICON-141).
    unchanged((outcome(built("IconSet", { ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "newicon" }))))
  end)

  it("in a bundle inside the app: the Home Screen does not change", function()
    unchanged((outcome(built "NestedBundle"))) -- ICON-126
  end)

  it("nowhere: no error either; later systems show a placeholder", function()
    local settings = { EXCLUDED_SOURCE_FILE_NAMES = "newicon*" }
    unchanged((outcome(built("ChangeIcon", settings)))) -- ICON-123
    assert.is_true(outcome(built("ChangeIcon", settings), "17.5").placeholder)
  end)

  it("in a place that does not change it then shows a placeholder from iOS 11 on", function()
    for _, target in ipairs { "ImageSet", "IconSet", "NestedBundle", "FolderReference" } do
      local shown, preview = outcome(built(target), "17.5") -- ICON-123: newer than the tutorial
      assert.is_true(shown.placeholder, target)
      assert.equal(target == "ImageSet", not preview.placeholder, target)
    end
  end)
end)

describe("icons without a catalog", function()
  it("come from one list of names for iPhone and iPad", function()
    local package = built "NoCatalog" -- ICON-130, ICON-170
    assert.is_nil(package.plist["CFBundleIcons~ipad"])
    assert.same(
      { "Icon-Small", "Icon-Small-40", "Icon-Small-50", "Icon", "Icon-60", "Icon-72" },
      list(package.plist:get("CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconFiles")))
    local device, app = start("10.3", "iPhone", package)
    assert.equal("Icon-60@3x.png", picture(device, app).file)
    assert.equal("Icon-Small@3x.png", picture(device, app, "settings").file)
    assert.equal("Icon-Small-40@3x.png", picture(device, app, "spotlight").file)
    assert.equal(120, picture(device, app, "spotlight").pixels)
    device, app = start("10.3", "iPad", package)
    local onPad = picture(device, app)
    assert.equal("loose", onPad.source)
    assert.equal("Icon-72@2x.png", onPad.file) -- 152 px are needed; the largest file is scaled (ICON-180)
    assert.is_true(onPad.scaled)
  end)

  it("serve an iPad's alternates too, when no ~ipad key says otherwise", function()
    for _, os in ipairs { "10.3", "17.5" } do
      local device, app = start(os, "iPad", built "NoCatalog") -- ICON-106, ICON-170
      assert.is_nil(choose(app, "newicon").error)
      assert.equal("newicon@2x.png", picture(device, app).file)
    end
  end)

  it("but not once a build added a ~ipad key without them: with an AppIcon set it always does", function()
    local package = built "ChangeIcon" -- ICON-111
    assert.equal("AppIcon", package.plist["CFBundleIcons~ipad"].CFBundlePrimaryIcon.CFBundleIconName)
    assert.is_nil(package.plist["CFBundleIcons~ipad"].CFBundleAlternateIcons)
    for _, os in ipairs { "10.3", "17.5" } do
      local device, app = start(os, "iPad", package)
      local err = choose(app, "newicon").error
      assert.equal("NSCocoaErrorDomain", err.domain)
      assert.equal(4, err.code)
      assert.is_nil(device.alert)
      assert.is_nil(app.iconName)
      assert.is_nil(choose(select(2, start(os, "iPhone", package)), "newicon").error)
    end
  end)
end)

describe("the list of files of one alternate", function()
  -- Points and scales of each file, and its base name in the list; the order is arbitrary.
  local sizes = {
    { "new-tablet", 76, { 2 } }, { "new-notice", 20, { 2, 3 } }, { "new-phone", 60, { 2, 3 } },
    { "new-pro", 83.5, { 2 } }, { "new-settings", 29, { 2, 3 } }, { "new-search", 40, { 2, 3 } },
  }

  -- An app for both kinds of device with one alternate icon, which has these sizes.
  local function package(without)
    local listed, files = {}, {}
    for _, size in ipairs(sizes) do
      local name, points, scales = table.unpack(size)
      if name ~= without then
        listed[#listed + 1] = name
        for _, scale in ipairs(scales) do
          local pixels = math.tointeger(points * scale)
          files[("%s@%dx.png"):format(name, scale)] = { pixels, pixels }
        end
      end
    end
    return variation({ CFBundleAlternateIcons = { newicon = { CFBundleIconFiles = listed } } }, files)
  end

  local function shown(os, model, from)
    local device, app = start(os, model, from)
    assert.is_nil(choose(app, "newicon").error)
    device.alert:tap "OK"
    local seen = {}
    for place, surface in ipairs { "home", "spotlight", "settings", "notification" } do
      local found = picture(device, app, surface)
      seen[place] = ("%s %d%s"):format(found.file, found.pixels, found.scaled and " scaled" or "")
    end
    return seen
  end

  local phone = { "new-phone@3x.png 180", "new-search@3x.png 120", "new-settings@3x.png 87", "new-notice@3x.png 60" }
  local tablet = { "new-tablet@2x.png 152", "new-search@2x.png 80", "new-settings@2x.png 58", "new-notice@2x.png 40" }
  local pro = { "new-pro@2x.png 167", table.unpack(tablet, 2) }

  it("serves iPhone and iPad together: each place of each device finds its size", function()
    for _, os in ipairs { "10.3", "17.5" } do -- ICON-130, ICON-119, ICON-170
      assert.same(phone, shown(os, "iPhone", package()), os)
      assert.same(tablet, shown(os, "iPad", package()), os)
      assert.same(pro, shown(os, "iPad Pro", package()), os)
    end
  end)

  it("may lack a size: another one is scaled for it", function()
    local seen = shown("17.5", "iPad Pro", package "new-pro") -- ICON-120, ICON-180
    assert.equal("new-tablet@2x.png 167 scaled", seen[1])
    assert.same({ table.unpack(pro, 2) }, { table.unpack(seen, 2) })
  end)

  it("of the tutorial has two pictures of iPhones, which an iPad scales", function()
    local files = { ["newicon@2x.png"] = { 120, 120 }, ["newicon@3x.png"] = { 180, 180 } }
    local package = variation({ CFBundleAlternateIcons = { newicon = { CFBundleIconFiles = { "newicon" } } } }, files)
    assert.equal("newicon@3x.png 180", shown("10.3", "iPhone", package)[1]) -- ICON-127
    assert.equal("newicon@2x.png 120", shown("10.3", "iPhone 6s", package)[1])
    assert.equal("newicon@2x.png 152 scaled", shown("10.3", "iPad", package)[1]) -- ICON-128
  end)
end)
