-- The pictures and the Info.plist of a tutorial that changes the icon without the system's alert (for its method, see
-- change-icon-quietly.lua).
--
-- The project: fixtures/QuietIcon.xcodeproj, with names in Chinese, one icon in all sizes, and no CFBundlePrimaryIcon;
-- the primary icon is a set of the catalog.

local quiet_icon = require "homescreen.seeds.quiet_icon"
local build, start = quiet_icon.build, quiet_icon.start

describe("icons for an app: only what it brings along", function()
  it("changed with an update only, before iOS 10.3", function()
    local screen = start { os = "10.2" } -- ICON-009
    assert.equal("AppIcon60x60@3x.png", screen.picture().file)
    assert.crashes(screen.app, function()
      screen.app:run(function() UIApplication.shared:setAlternateIconName "小猫" end)
    end)
    screen.device:reboot()
    assert.equal("AppIcon60x60@3x.png", screen.picture().file)
    assert.is_nil(screen.app.iconName)

    local update = build()
    update.plist.CFBundleShortVersionString = "2.0"
    update.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles = { "小猫" }
    screen.device:install(update)
    assert.equal("小猫@3x.png", screen.picture().file)
    screen.device:install(build()) -- the next update restores the old icon
    assert.equal("AppIcon60x60@3x.png", screen.picture().file)
  end)

  it("can be changed from iOS 10.3 on, while the app is installed", function()
    local screen = start { os = "10.3" }
    screen.choose "小猫"
    screen.device.alert:tap "OK"
    assert.equal("小猫@3x.png", screen.picture().file) -- at once (ICON-173)
    local old = start { os = "10.2" }
    assert.is_nil(old.choose("小猫").called) -- #available prevents the call
    assert.is_nil(old.app.crash)
  end)

  it("cannot be any other picture", function()
    local outcome = start({}).choose "小狗"
    assert.equal(4, outcome.error.code) -- ICON-039
  end)
end)

describe("the pictures and their names", function()
  it("are in the app, not in the catalog; in a catalog the change is not shown", function()
    local package = AppPackage { plist = build().plist, catalog = { ["小猫"] = { kind = "image" } } }
    local screen = start { package = package } -- ICON-124, ICON-006: the tutorial says that the change may fail
    local outcome = screen.choose "小猫"
    screen.device.alert:tap "OK"
    assert.is_nil(outcome.error)
    assert.equal("小猫", screen.app.iconName)
    assert.is_true(screen.picture().placeholder)
  end)

  it("are in the app only if the target copies them", function()
    local screen = start { package = build { EXCLUDED_SOURCE_FILE_NAMES = "小猫*" } }
    assert.is_nil(screen.choose("小猫").error) -- ICON-006, ICON-123
    screen.device.alert:tap "OK"
    assert.is_true(screen.picture().placeholder)
    screen.choose "小房子"
    screen.device.alert:tap "OK"
    assert.equal("小房子@3x.png", screen.picture().file) -- from a group's folder (ICON-113)
  end)

  it("are written without @2x and @3x: the system finds both", function()
    for model, file in pairs { iPhone = "小猫@3x.png", ["iPhone 8"] = "小猫@2x.png" } do
      local screen = start { model = model, os = "16.0" } -- ICON-115
      screen.choose "小猫"
      assert.equal(file, screen.picture().file)
    end
  end)

  it("may be in Chinese", function()
    local screen = start {} -- ICON-027
    for _, name in ipairs { "天天特价", "小房子", "小猫", "邮件信息" } do
      screen.choose(name)
      screen.device.alert:tap "OK"
      assert.equal(name, screen.app.iconName)
      assert.equal(name .. "@3x.png", screen.picture().file)
    end
  end)

  it("are declared as the listing prints them: under a name, one file each, and no gloss", function()
    local written = plist.load "fixtures/QuietIcon/Info.plist" -- ICON-094, ICON-096
    local declared = plist.table(written.CFBundleIcons.CFBundleAlternateIcons)
    declared.Sunday = nil -- the tutorial adds the icon with many sizes later
    local expected = {}
    for _, name in ipairs { "天天特价", "小房子", "小猫", "邮件信息" } do
      expected[name] = { CFBundleIconFiles = { name }, UIPrerenderedIcon = false }
    end
    assert.same(expected, declared)
  end)
end)

describe("Info.plist without CFBundlePrimaryIcon", function()
  local function primary(package) return package.plist:get("CFBundleIcons", "CFBundlePrimaryIcon") end

  it("gets it from the build, as the catalog is the source of the app's icon", function()
    local written = plist.load "fixtures/QuietIcon/Info.plist" -- ICON-091, ICON-172
    assert.is_nil(written:get("CFBundleIcons", "CFBundlePrimaryIcon"))
    assert.equal("AppIcon", primary(build()).CFBundleIconName)
    -- The entries that were written by hand are kept.
    assert.is_not_nil(build().plist:get("CFBundleIcons", "CFBundleAlternateIcons", "小猫"))
  end)

  it("takes the primary icon, in all its sizes, from the catalog", function()
    local screen = start {} -- ICON-091
    assert.equal("AppIcon-60@3x.png", screen.picture().file)
    assert.equal("AppIcon-29@3x.png", screen.picture("settings").file)
  end)

  it("goes back to it with nil", function()
    local screen = start {}
    screen.choose "小猫"
    screen.device.alert:tap "OK"
    assert.equal("小猫@3x.png", screen.picture().file)
    local outcome = screen.choose(nil)
    screen.device.alert:tap "OK"
    assert.is_nil(outcome.error)
    assert.equal("AppIcon-60@3x.png", screen.picture().file)
  end)

  it("is below CFBundleIcons, next to CFBundleAlternateIcons: elsewhere neither of them has an effect", function()
    -- The picture on the Home Screen, and the result of a request for 小猫, after one key has been moved.
    local function outcome(edit)
      local package = build { ASSETCATALOG_COMPILER_APPICON_NAME = "" }
      package.plist["CFBundleIcons~ipad"] = nil
      package.plist.CFBundleIcons.CFBundlePrimaryIcon = { CFBundleIconFiles = { "小房子" } }
      local function move(key, to)
        to[key] = package.plist.CFBundleIcons[key]
        package.plist.CFBundleIcons[key] = nil
      end
      edit(move, package.plist)
      local screen = start { package = package }
      local shown = screen.picture().file or "placeholder"
      local err = screen.choose("小猫").error
      return shown .. ", " .. (err and err.code or "changes")
    end
    assert.equal("小房子@3x.png, changes", outcome(function() end))
    assert.equal("小房子@3x.png, 4", outcome(function(move, info) -- ICON-025, ICON-037
      move("CFBundleAlternateIcons", info)
    end))
    assert.equal("placeholder, changes", outcome(function(move, info) -- ICON-087
      move("CFBundlePrimaryIcon", info)
    end))
    assert.equal("placeholder, changes", outcome(function(move, info) -- ICON-095
      move("CFBundlePrimaryIcon", info.CFBundleIcons.CFBundleAlternateIcons)
    end))
  end)

  it("has no primary icon if the target names no set", function()
    local package = build { ASSETCATALOG_COMPILER_APPICON_NAME = "" }
    assert.is_nil(primary(package))
    local screen = start { package = package }
    assert.is_true(screen.picture().placeholder)
    assert.is_nil(screen.choose("小猫").error) -- this does not affect the alternates (ICON-090)
  end)

  it("loses an iPad's alternates: the build adds a dictionary for it that has none", function()
    local screen = start { model = "iPad" } -- ICON-111, ICON-036; the tutorial shows iPhones only
    assert.equal(4, screen.choose("小猫").error.code)
    assert.is_nil(screen.app.iconName)
    local repaired = build()
    repaired.plist["CFBundleIcons~ipad"].CFBundleAlternateIcons = repaired.plist.CFBundleIcons.CFBundleAlternateIcons
    assert.is_nil(start({ model = "iPad", package = repaired }).choose("小猫").error)
  end)
end)

describe("an icon in many sizes", function()
  -- 60, 40, 29 and 20 points on a screen with 3 pixels per point.
  local places = {
    home = { "Sunday60x60@3x.png", 180 }, spotlight = { "Sunday40x40@3x.png", 120 },
    settings = { "Sunday29x29@3x.png", 87 }, notification = { "Sunday20x20@3x.png", 60 },
  }

  local function check(package, message)
    local screen = start { package = package }
    screen.choose "Sunday"
    screen.device.alert:tap "OK"
    for surface, expected in pairs(places) do
      local shown = screen.picture(surface) -- ICON-119, ICON-132, ICON-133
      assert.equal(expected[1], shown.file, message)
      assert.equal(expected[2], shown.pixels)
      assert.is_false(shown.scaled)
    end
  end

  it("gives each place the file of its size: Settings the one of 29 points", function() check() end)

  it("also has sizes for iPads: the whole set of fourteen pictures in one list", function()
    local info = build().plist
    local names, files = {}, {}
    for _, size in ipairs {
      { 20, 1, 3 }, { 29, 1, 3 }, { 40, 1, 3 }, { 60, 2, 3 }, { 76, 1, 2 }, { 83.5, 2, 2 },
    } do
      local points, first, last = table.unpack(size)
      local name = ("Sunday%gx%g"):format(points, points)
      names[#names + 1] = name
      for scale = first, last do
        local pixels = math.tointeger(points * scale)
        files[name .. (scale > 1 and "@" .. scale .. "x.png" or ".png")] = { pixels, pixels }
      end
    end
    local count = 0
    for _ in pairs(files) do count = count + 1 end
    assert.equal(14, count)
    info.CFBundleIcons.CFBundleAlternateIcons.Sunday.CFBundleIconFiles = names
    info["CFBundleIcons~ipad"].CFBundleAlternateIcons = info.CFBundleIcons.CFBundleAlternateIcons -- ICON-110
    local package = AppPackage { plist = info, files = files }
    check(package)
    for model, home in pairs { iPad = "Sunday76x76@2x.png 152", ["iPad Pro"] = "Sunday83.5x83.5@2x.png 167" } do
      local screen = start { model = model, package = package }
      screen.choose "Sunday"
      screen.device.alert:tap "OK"
      for surface, expected in pairs { -- ICON-119, ICON-132, ICON-133
        home = home, spotlight = "Sunday40x40@2x.png 80", settings = "Sunday29x29@2x.png 58",
        notification = "Sunday20x20@2x.png 40",
      } do
        local shown = screen.picture(surface)
        assert.equal(expected, shown.file .. " " .. shown.pixels, model .. " " .. surface)
        assert.is_false(shown.scaled)
      end
    end
  end)

  it("may list its files in any order", function()
    for _, order in ipairs { { 20, 29, 40, 60 }, { 60, 40, 29, 20 }, { 29, 60, 20, 40 } } do
      local package = build() -- ICON-118
      local list = {}
      for place, size in ipairs(order) do list[place] = ("Sunday%dx%d"):format(size, size) end
      package.plist.CFBundleIcons.CFBundleAlternateIcons.Sunday.CFBundleIconFiles = list
      check(package, table.concat(order, ", "))
    end
  end)

  it("may call its files anything: the size is in the picture, not in the name", function()
    local plist = build().plist -- ICON-117
    plist.CFBundleIcons.CFBundleAlternateIcons.Sunday.CFBundleIconFiles = { "任意", "b", "Sunday-x", "29" }
    local screen = start { package = AppPackage {
      plist = plist,
      files = {
        ["任意@3x.png"] = { 60, 60 }, ["b@3x.png"] = { 87, 87 }, ["Sunday-x@3x.png"] = { 120, 120 },
        ["29@3x.png"] = { 180, 180 },
      },
    } }
    screen.choose "Sunday"
    assert.equal("29@3x.png", screen.picture().file)
    assert.equal("b@3x.png", screen.picture("settings").file)
  end)

  it("leaves scales and extension out of the list, or writes them for every file", function()
    for _, ending in ipairs { ".png", "" } do
      local whole = build() -- ICON-116
      local list = {}
      for _, size in ipairs { 20, 29, 40, 60 } do
        for scale = 2, 3 do list[#list + 1] = ("Sunday%dx%d@%dx%s"):format(size, size, scale, ending) end
      end
      whole.plist.CFBundleIcons.CFBundleAlternateIcons.Sunday.CFBundleIconFiles = list
      check(whole)
    end

    local partly = build() -- only the files that are named count
    partly.plist.CFBundleIcons.CFBundleAlternateIcons.Sunday.CFBundleIconFiles = { "Sunday60x60@2x.png" }
    local screen = start { package = partly }
    screen.choose "Sunday"
    assert.equal("Sunday60x60@2x.png", screen.picture().file)
    assert.is_true(screen.picture().scaled) -- 120 of 180 pixels
  end)

  it("is asked for by its name in the Info.plist, without any size", function()
    local screen = start {} -- ICON-025
    assert.equal(4, screen.choose("Sunday60x60").error.code)
    local outcome = screen.choose "Sunday"
    screen.device.alert:tap "OK"
    assert.is_nil(outcome.error)
    assert.equal("Sunday", screen.app.iconName)
  end)
end)
