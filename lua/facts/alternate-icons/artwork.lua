-- The facts of alternate-icons.md, “7. Artwork”.

local support = require "homescreen.facts.support"

local seen = { needs = { "finger" } }
local switched = { needs = { "app's code", "finger" } }
local fitting, picture = support.fitting, support.picture

--- The app of a package on the cell's device, or on another model of that version.
local function installed(cell, package)
  local device = Device { model = cell.model, os = cell.os }
  return device, device:install(package)
end

--- An app whose primary icon lists these names, on a device of the cell; `catalog` if it has one.
local function primary(cell, names, files, catalog)
  local package = support.build {
    plist = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = names } } }, files = files,
    catalog = catalog,
  }
  local _, app = installed(cell, package)
  return app
end

--- An app with the icon “day” and the alternate “night” of this entry: a table as AppPackage takes it.
local function alternate(entry, files, more)
  local icons = {
    CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } }, CFBundleAlternateIcons = { night = entry },
  }
  local parts = { plist = { CFBundleIcons = icons, ["CFBundleIcons~ipad"] = icons }, files = support.pictures "day" }
  for file, size in pairs(files or {}) do parts.files[file] = size end
  for key, value in pairs(more or {}) do parts[key] = value end
  return parts
end

--- Changes the icon to “night”, which is no error: the app, and the picture in the alert.
local function change(cell, parts, conditions)
  local device, app = installed(cell, support.build(parts))
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

--- Asserts that the Home Screen keeps the primary icon, as it does up to iOS 10, and what comes from 11 on.
local function keepsIcon(cell, app, before)
  if cell.holds then
    assert.same({ before, "unchanged" }, { picture(app).file, picture(app).source })
    assert.is_nil(picture(app).iconName)
  else
    assert.is_true(picture(app).placeholder)
  end
end

--- Before iOS 10.3 there is nothing to call.
local function isTooOld(cell)
  if cell.at_least "10.3" then return false end
  local _, app = support.installed(cell, support.icons())
  app:run(function() assert.is_false(pcall(function() UIApplication.shared:setAlternateIconName "night" end)) end)
  return true
end

-- fixtures/Paint has leaf@3x.png in the folder App/Icons: of a group for the target Paint, referred to as a folder by
-- the other one.
local function leaf(cell, target, name)
  local package = AppPackage("fixtures/Paint/Paint.xcodeproj", { target = target })
  package.plist.UIDeviceFamily = plist.array { 1, 2 }
  package.plist.CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { name } } } }
  local _, app = support.installed(cell, package)
  assert.is_nil(support.choose(app, "night"))
  local paths = {}
  for _, file in ipairs(package:files()) do paths[file.path] = true end
  return picture(app).file, paths
end

-- A file of each size that a place wants: 60, 40, 29 and 20 points on an iPhone, 76, 40, 29 and 20 on an iPad.
local places = {
  iPhone = { home = 180, spotlight = 120, settings = 87, notification = 60 },
  iPad = { home = 152, spotlight = 80, settings = 58, notification = 40 },
}
local sizes = { 40, 58, 60, 80, 87, 120, 152, 180 }

--- Asserts that each place shows the file that has its size, with the names in this order.
local function eachPlace(cell, order)
  local names, files = {}, {}
  for _, size in ipairs(order) do
    names[#names + 1], files["s" .. size .. ".png"] = "s" .. size, { size, size }
  end
  local app = change(cell, alternate({ CFBundleIconFiles = names }, files))
  for place, size in pairs(places[cell.model]) do
    local shown = picture(app, place)
    assert.same({ "s" .. size .. ".png", size, false }, { shown.file, shown.pixels, shown.scaled }, place)
  end
end

--- The beginning of a PNG, which says all that matters: its size, colours, and pixels per metre.
local function png(side, colours, density)
  local function chunk(name, content)
    local sum = 0xFFFFFFFF
    for _, byte in ipairs { (name .. content):byte(1, -1) } do
      sum = sum ~ byte
      for _ = 1, 8 do sum = (sum >> 1) ~ (sum & 1 == 1 and 0xEDB88320 or 0) end
    end
    return (">s4"):pack(content):sub(1, 4) .. name .. content .. (">I4"):pack(sum ~ 0xFFFFFFFF)
  end
  return "\x89PNG\r\n\x1A\n" .. chunk("IHDR", (">I4I4BBBBB"):pack(side, side, 8, colours, 0, 0, 0))
    .. chunk("pHYs", (">I4I4B"):pack(density, density, 1))
end

--- An iPhone of the cell's version with two pixels a point.
local function smallPhone(cell) return cell.at_least "16.0" and "iPhone SE (3rd generation)" or "iPhone 6s" end

--- What the Home Screen of a model shows of the icon “night”.
local function onModel(cell, model, parts)
  local shown = picture((change({ model = model, os = cell.os }, parts)))
  return { shown.file, shown.pixels, shown.scaled }
end

--- How large the primary icon is on a place of a model.
local function pixels(cell, model, place)
  return picture(primary({ model = model, os = cell.os }, { "day" }, support.pictures "day"), place).pixels
end

-- Artwork for the Home Screen and for the store.
local artwork = {
  { idiom = "iphone", size = 60, scale = 3, filename = "home.png" },
  { idiom = "ios-marketing", size = 1024, scale = 1, filename = "store.png" },
}

fact("ICON-112", seen, function(cell)
  local app = primary(cell, { "day" }, support.pictures "day")
  assert.equal(fitting(cell, "day"), picture(app).file)
  for _, folder in ipairs { "icons/", "en.lproj/", "Icons.bundle/", "Frameworks/" } do
    assert.is_true(picture(primary(cell, { "day" }, support.pictures(folder .. "day"))).placeholder)
  end
end)

fact("ICON-113", switched, function(cell)
  local file, paths = leaf(cell, "Paint", "leaf")
  assert.equal("leaf@3x.png", file)
  assert.is_true(paths["leaf@3x.png"])
  assert.is_nil(paths["Icons/leaf@3x.png"])
  assert.is_nil((leaf(cell, "Paint", "Icons/leaf")))
end)

fact("ICON-114", switched, function(cell)
  local file, paths = leaf(cell, "FolderReference", "Icons/leaf")
  assert.equal("Icons/leaf@3x.png", file)
  assert.is_true(paths["Icons/leaf@3x.png"])
  assert.is_nil((leaf(cell, "FolderReference", "leaf")))
end)

fact("ICON-115", seen, function(cell)
  local files = { ["day@2x.png"] = { 120, 120 }, ["day@3x.png"] = { 180, 180 }, ["day.png"] = { 60, 60 } }
  local expected = cell.model == "iPad" and "day@2x.png" or "day@3x.png"
  assert.equal(expected, picture(primary(cell, { "day" }, files)).file)
  -- With a file without suffix only.
  local shown = picture(primary(cell, { "day" }, { ["day.png"] = { 60, 60 } }))
  assert.same({ "day.png", true, false }, { shown.file, shown.scaled, shown.placeholder })
  -- Without one for the screen a higher scale comes before a lower one.
  files = { ["day@3x.png"] = { 180, 180 }, ["day.png"] = { 60, 60 } }
  assert.equal("day@3x.png", picture(primary(cell, { "day" }, files)).file)
end)

fact("ICON-116", seen, function(cell)
  local files = { ["day@2x.png"] = { 120, 120 }, ["day@3x.png"] = { 180, 180 }, ["day.png"] = { 60, 60 } }
  assert.equal("day.png", picture(primary(cell, { "day.png" }, files)).file)
  assert.equal("day@2x.png", picture(primary(cell, { "day.png", "day@2x.png" }, files)).file)
  assert.equal("day@2x.png", picture(primary(cell, { "day@2x" }, files)).file)
  assert.equal("day@3x.png", picture(primary(cell, { "day.png", "day@2x.png", "day@3x.png" }, files)).file)
end)

fact("ICON-117", seen, function(cell)
  for _, name in ipairs { "Icon", "x", "a picture of mine", "小猫", "v1.2-final (3)" } do
    assert.equal(fitting(cell, name), picture(primary(cell, { name }, support.pictures(name))).file)
  end
end)

fact("ICON-118", switched, function(cell)
  eachPlace(cell, sizes)
  eachPlace(cell, { 180, 152, 120, 87, 80, 60, 58, 40 })
  eachPlace(cell, { 87, 40, 180, 58, 120, 60, 152, 80 })
end)

fact("ICON-119", switched, function(cell)
  eachPlace(cell, sizes)
  local why = picture(primary(cell, { "day" }, support.pictures "day")).why
  assert.matches("has the size that is wanted (ICON-119)", why[#why], 1, true)
  assert.equal(29 * (cell.model == "iPad" and 2 or 3), places[cell.model].settings)
end)

fact("ICON-120", seen, function(cell)
  local app = primary(cell, { "one" }, { ["one.png"] = { 100, 100 } })
  for place, size in pairs(places[cell.model]) do
    local shown = picture(app, place)
    assert.same({ "one.png", size, true, false }, { shown.file, shown.pixels, shown.scaled, shown.placeholder }, place)
    assert.matches("one.png is scaled", shown.why[#shown.why], 1, true)
  end
end)

fact("ICON-121", seen, function(cell)
  local side = places[cell.model].home
  local opaque, withAlpha = 2, 6
  for _, colours in ipairs { opaque, withAlpha } do
    for _, density in ipairs { 2835, 5669, 11811 } do
      local shown = picture(primary(cell, { "day" }, { ["day.png"] = png(side, colours, density) }))
      assert.same({ "day.png", false }, { shown.file, shown.scaled })
    end
  end
  for _, name in ipairs { "day.jpg", "day.gif" } do
    assert.is_true(picture(primary(cell, { name }, { [name] = { side, side } })).placeholder)
  end
  -- What is no picture is passed over.
  local own, other = "day@3x.png", "day@2x.png"
  if cell.model == "iPad" then own, other = other, own end
  assert.equal(other, picture(primary(cell, { "day" }, { [own] = "text", [other] = { side, side } })).file)
end)

fact("ICON-122", switched, function(cell)
  local home = places[cell.model].home
  for _, size in ipairs { { 1, 1 }, { 97, 97 }, { 1024, 1024 }, { home, home // 2 }, { home // 2, home } } do
    local app = change(cell, alternate({ CFBundleIconFiles = { "odd" } }, { ["odd.png"] = size }))
    assert.same({ "odd.png", true }, { picture(app).file, picture(app).scaled })
  end
end)

fact("ICON-123", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  local kept = { fitting(cell, "day"), "unchanged", false }
  local placeholder = { nil, "placeholder", true }
  local function shown(conditions)
    local now = picture((change(cell, alternate({ CFBundleIconFiles = { "gone" } }), conditions)))
    return { now.file, now.source, now.placeholder }
  end
  assert.same(cell.at_least "11.0" and placeholder or kept, shown())
  assert.same(placeholder, shown { missingArtwork = "placeholder" })
  assert.same(kept, shown { missingArtwork = "unchanged" })
end)

fact("ICON-124", switched, function(cell)
  if isTooOld(cell) then return end
  local catalog = { night = { kind = "image", entries = { { scale = 2, filename = "night.png" } } } }
  for _, entry in ipairs { {}, { CFBundleIconFiles = { "night" } } } do
    local app, preview = change(cell, alternate(entry, nil, { catalog = catalog }))
    assert.same({ "night.png", false }, { preview.file, preview.placeholder })
    keepsIcon(cell, app, fitting(cell, "day"))
  end
end)

fact("ICON-125", switched, function(cell)
  if isTooOld(cell) then return end
  local parts = alternate({ CFBundleIconFiles = { "night" } }, nil, {
    catalog = { AppIcon = support.set "AppIcon", night = support.set "night" },
    settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" },
  })
  local _, untouched = installed(cell, support.build(parts))
  keepsIcon(cell, (change(cell, parts)), picture(untouched).file)
  -- Not declared either, it is an error.
  parts.plist = nil
  local _, app = support.installed(cell, support.build(parts))
  assert.equal(4, support.choose(app, "night").code)
end)

fact("ICON-126", switched, function(cell)
  if isTooOld(cell) then return end
  local parts = alternate({ CFBundleIconFiles = { "night" } }, support.pictures "Icons.bundle/night")
  keepsIcon(cell, (change(cell, parts)), fitting(cell, "day"))
end)

fact("ICON-127", switched, function(cell)
  local files = { ["night@2x.png"] = { 120, 120 }, ["night@3x.png"] = { 180, 180 } }
  local parts = alternate({ CFBundleIconFiles = { "night" } }, files)
  assert.same({ "night@3x.png", 180, false }, onModel(cell, "iPhone", parts))
  assert.same({ "night@2x.png", 120, false }, onModel(cell, smallPhone(cell), parts))
end)

fact("ICON-128", switched, function(cell)
  for file, names in pairs {
    ["night@2x~ipad.png"] = { "night", "night-pro" }, ["pad@2x.png"] = { "pad", "night-pro" },
  } do
    local parts = alternate({ CFBundleIconFiles = { "night" } }, {
      ["night@2x.png"] = { 120, 120 }, [file] = { 152, 152 }, ["night-pro@2x.png"] = { 167, 167 },
    })
    parts.plist["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = names } } }
    assert.same({ file, 152, false }, onModel(cell, "iPad", parts))
    assert.same({ "night-pro@2x.png", 167, false }, onModel(cell, "iPad Pro", parts))
  end
end)

fact("ICON-129", switched, function(cell)
  local parts = alternate({ CFBundleIconFiles = { "night" } }, {
    ["night-ipad@2x.png"] = { 152, 152 }, ["night-ipadpro@2x.png"] = { 167, 167 }, ["night@2x.png"] = { 120, 120 },
    ["night@3x.png"] = { 180, 180 },
  })
  parts.plist["CFBundleIcons~ipad"] = {
    CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night-ipad", "night-ipadpro" } } },
  }
  local expected = {
    iPhone = { "night@3x.png", 180, false }, [smallPhone(cell)] = { "night@2x.png", 120, false },
    iPad = { "night-ipad@2x.png", 152, false }, ["iPad Pro"] = { "night-ipadpro@2x.png", 167, false },
  }
  for model, shown in pairs(expected) do
    if model:find(cell.model, 1, true) then assert.same(shown, onModel(cell, model, parts), model) end
  end
end)

fact("ICON-130", switched, function(cell)
  local names = { "Icon-Small", "Icon-Small-40", "Icon-Small-50", "Icon", "Icon-60", "Icon-72" }
  local points = { 29, 40, 50, 57, 60, 72 }
  local files = {}
  for place, name in ipairs(names) do
    for scale, suffix in ipairs { "", "@2x", "@3x" } do
      files[name .. suffix .. ".png"] = { points[place] * scale, points[place] * scale }
    end
  end
  local app = change(cell, alternate({ CFBundleIconFiles = names }, files))
  local expected = {
    iPhone = { home = "Icon-60@3x.png", spotlight = "Icon-Small-40@3x.png", settings = "Icon-Small@3x.png" },
    iPad = { home = "Icon-72@2x.png", spotlight = "Icon-Small-40@2x.png", settings = "Icon-Small@2x.png" },
  }
  for place, file in pairs(expected[cell.model]) do assert.equal(file, picture(app, place).file, place) end
end)

fact("ICON-131", switched, function(cell)
  local entry = { CFBundleIconName = "night", CFBundleIconFiles = { "night" } }
  local parts = alternate(entry, support.pictures "night", { catalog = { night = support.set "night" } })
  local app, preview = change(cell, parts)
  assert.same({ fitting(cell, "night"), "loose" }, { preview.file, preview.source })
  assert.same({ "night.png", "catalog" }, { picture(app).file, picture(app).source })
end)

fact("ICON-132", seen, function(cell)
  if cell.model == "iPhone" then
    assert.equal(180, pixels(cell, "iPhone", "home"))
    assert.equal(120, pixels(cell, smallPhone(cell), "home"))
  else
    assert.equal(152, pixels(cell, "iPad", "home"))
    assert.equal(167, pixels(cell, "iPad Pro", "home"))
    if not cell.at_least "10.0" then assert.equal(76, pixels(cell, "iPad 2", "home")) end
  end
end)

fact("ICON-133", seen, function(cell)
  local expected = {
    iPhone = { spotlight = 120, settings = 87, notification = 60 },
    [smallPhone(cell)] = { spotlight = 80, settings = 58, notification = 40 },
    iPad = { spotlight = 80, settings = 58, notification = 40 },
    ["iPad Pro"] = { spotlight = 80, settings = 58, notification = 40 },
  }
  if not cell.at_least "10.0" then expected["iPad 2"] = { spotlight = 40, settings = 29 } end
  for model, surfaces in pairs(expected) do
    -- Notifications have this size from iOS 10 on.
    if not cell.at_least "10.0" then surfaces.notification = nil end
    for place, size in pairs(surfaces) do
      if model:find(cell.model, 1, true) then assert.equal(size, pixels(cell, model, place), model .. place) end
    end
  end
end)

fact("ICON-134", seen, function(cell)
  local function shown(entries)
    local now = picture(primary(cell, {}, {}, { AppIcon = { entries = entries } }), "appStore")
    return { now.pixels, now.placeholder, now.file, now.scaled }
  end
  assert.same({ 1024, false, "store.png", false }, shown(artwork))
  assert.same({ 1024, true }, { table.unpack(shown { artwork[1] }, 1, 2) })
  local dark = { idiom = "universal", size = 1024, appearance = "dark", filename = "dark.png" }
  assert.equal("store.png", shown({ dark, table.unpack(artwork) })[3])
end)

fact("ICON-203", switched, function(cell)
  local parts = alternate({ CFBundleIconFiles = { "night" } }, support.pictures "night", {
    catalog = { AppIcon = { entries = artwork } },
  })
  local app = change(cell, parts)
  assert.equal(fitting(cell, "night"), picture(app).file)
  assert.equal("store.png", picture(app, "appStore").file)
  assert.is_nil(picture(app, "appStore").iconName)
end)

fact("ICON-180", switched, function(cell)
  local function shown(names, files)
    local now = picture((change(cell, alternate({ CFBundleIconFiles = names }, files))))
    assert.is_true(now.scaled)
    return now.file
  end
  local files = { ["a.png"] = { 100, 100 }, ["b.png"] = { 400, 400 }, ["c.png"] = { 200, 200 } }
  assert.equal("c.png", shown({ "a", "b", "c" }, files))
  assert.equal("b.png", shown({ "b", "a" }, files))
  -- In whatever order they are listed; of two that fit equally the first.
  assert.equal("c.png", shown({ "c", "b", "a" }, files))
  local side = places[cell.model].home
  local equal = {
    ["flat.png"] = { side, 10 }, ["low.png"] = { side, 20 }, ["high.png"] = { 400, 400 }, ["wide.png"] = { 400, 10 },
    ["tiny.png"] = { 29, 29 }, ["slim.png"] = { 29, 10 },
  }
  for _, names in ipairs {
    { "flat", "low" }, { "flat", "high" }, { "high", "wide" }, { "wide", "high" }, { "tiny", "slim" },
    { "slim", "tiny" },
  } do
    assert.equal(names[1] .. ".png", shown(names, equal))
  end
  assert.equal("flat.png", shown({ "high", "flat" }, equal))
  assert.equal("a.png", shown({ "d", "a" }, { ["d.png"] = { 29, 29 }, ["a.png"] = { 100, 100 } }))
  -- Of one base name the variant for the screen's scale alone is looked at, though another one fits better.
  local own, other = "@3x.png", "@2x.png"
  if cell.model == "iPad" then own, other = other, own end
  local home = places[cell.model].home
  local variants = { ["e" .. own] = { 100, 100 }, ["e" .. other] = { home, home } }
  assert.equal("e" .. own, shown({ "e" }, variants))
  assert.equal("e.png", shown({ "e" }, { ["e.png"] = { 100, 100 } }))
end)

fact("ICON-181", switched, function(cell)
  local car = { ["Assets.car"] = 1 }
  local shown = picture((change(cell, alternate({ CFBundleIconName = "Any" }, car))))
  assert.same({ "catalog", false }, { shown.source, shown.placeholder })
  assert.is_nil(shown.file)
  -- What is not named, or without the compiled catalog.
  assert.is_true(picture((change(cell, alternate({}, car)))).placeholder)
  assert.is_true(picture((change(cell, alternate { CFBundleIconName = "Any" }))).placeholder)
  -- The store's picture is in it, too.
  assert.is_false(picture(primary(cell, {}, car), "appStore").placeholder)
  assert.is_true(picture(primary(cell, {}, {}), "appStore").placeholder)
  -- The catalog of fixtures/Built.app can be read. It has the set “Night”, and none that is called “Dusk”.
  local function built(name)
    local device, app = installed(cell, AppPackage "fixtures/Built.app")
    device:launch(app)
    app:run(function() UIApplication.shared:setAlternateIconName(name) end)
    device.alert:tap "OK"
    return picture(app)
  end
  assert.same({ "catalog", fitting(cell, "Night") }, { built("Night").source, built("Night").file })
  assert.not_equal("catalog", built("Dusk").source)
end)

fact("ICON-185", switched, function(cell)
  local entry = { CFBundleIconName = "Night", CFBundleIconFiles = { "night" } }
  local function shown(name)
    local catalog = { [name] = support.set(name) }
    return picture((change(cell, alternate(entry, support.pictures "night", { catalog = catalog })))).file
  end
  assert.equal(cell.holds and "Night.png" or fitting(cell, "night"), shown "Night")
  assert.equal(fitting(cell, "night"), shown "Other")
end)
