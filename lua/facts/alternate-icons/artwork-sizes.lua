-- The facts of alternate-icons.md, “7. Artwork”: the picture for each place, and its size.

local support = require "homescreen.facts.support"
local artwork = require "homescreen.facts.artwork"

local seen = { needs = { "finger" } }
local switched = { needs = { "app's code", "finger" } }
local fitting, picture = support.fitting, support.picture
local installed, primary, alternate, change = artwork.installed, artwork.primary, artwork.alternate, artwork.change
local places = artwork.places

--- An iPhone of the cell's version with two pixels per point.
local function smallPhone(cell)
  local is_old = pcall(function() return Device { model = "iPhone 6s", os = cell.os } end)
  return is_old and "iPhone 6s" or "iPhone SE (3rd generation)"
end

--- The picture of the icon “night” on the Home Screen of a model.
local function onModel(cell, model, parts)
  local shown = picture((change({ model = model, os = cell.os }, parts)))
  return { shown.file, shown.pixels, shown.scaled }
end

--- The size of the primary icon in a place of a model.
local function pixels(cell, model, place)
  return picture(primary({ model = model, os = cell.os }, { "day" }, support.pictures "day"), place).pixels
end

-- Artwork for the Home Screen and for the store.
local forStore = {
  { idiom = "iphone", size = 60, scale = 3, filename = "home.png" },
  { idiom = "ios-marketing", size = 1024, scale = 1, filename = "store.png" },
}

fact("ICON-127", { needs = { "app's code", "finger" }, versions = { "16.0" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local files = { ["night@2x.png"] = { 120, 120 }, ["night@3x.png"] = { 180, 180 } }
  local parts = alternate({ CFBundleIconFiles = { "night" } }, files)
  -- An iPad has another size, and scales one of them.
  if not cell.holds then return assert.is_true(onModel(cell, "iPad", parts)[3]) end
  assert.same({ "night@3x.png", 180, false }, onModel(cell, "iPhone", parts))
  assert.same({ "night@2x.png", 120, false }, onModel(cell, smallPhone(cell), parts))
end)

fact("ICON-128", switched, function(cell)
  if support.lacks_icons(cell) then return end
  for file, names in pairs {
    ["night@2x~ipad.png"] = { "night", "night-pro" }, ["pad@2x.png"] = { "pad", "night-pro" },
  } do
    local parts = alternate({ CFBundleIconFiles = { "night" } }, {
      ["night@2x.png"] = { 120, 120 }, [file] = { 152, 152 }, ["night-pro@2x.png"] = { 167, 167 },
    })
    parts.plist["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = names } } }
    -- An iPhone has another size, and scales one of them.
    if not cell.holds then return assert.same({ "night@2x.png", 180, true }, onModel(cell, "iPhone", parts)) end
    assert.same({ file, 152, false }, onModel(cell, "iPad", parts))
    assert.same({ "night-pro@2x.png", 167, false }, onModel(cell, "iPad Pro", parts))
  end
end)

fact("ICON-129", { needs = { "app's code", "finger" }, versions = { "16.0" } }, function(cell)
  if support.lacks_icons(cell) then return end
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

fact("ICON-130", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  local names = { "Icon-Small", "Icon-Small-40", "Icon-Small-50", "Icon", "Icon-60", "Icon-72" }
  local points = { 29, 40, 50, 57, 60, 72 }
  local files = {}
  for place, name in ipairs(names) do
    for scale, suffix in ipairs { "", "@2x", "@3x" } do
      files[name .. suffix .. ".png"] = { points[place] * scale, points[place] * scale }
    end
  end
  local app = cell.at_least "10.3" and change(cell, alternate({ CFBundleIconFiles = names }, files))
    or primary(cell, names, files)
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
  assert.same(
    cell.holds and { "night.png", "catalog" } or { fitting(cell, "night"), "loose" },
    { picture(app).file, picture(app).source })
end)

fact("ICON-132", { needs = { "finger" }, versions = { "10.0" } }, function(cell)
  if cell.model == "iPhone" then
    assert.equal(180, pixels(cell, "iPhone", "home"))
    assert.equal(120, pixels(cell, smallPhone(cell), "home"))
  else
    assert.equal(152, pixels(cell, "iPad", "home"))
    assert.equal(167, pixels(cell, "iPad Pro", "home"))
    local exists, size = pcall(pixels, cell, "iPad 2", "home")
    assert.same(cell.at_least "10.0" and {} or { 76 }, { exists and size or nil })
  end
end)

fact("ICON-133", { needs = { "finger" } }, function(cell)
  local expected = {
    iPhone = { spotlight = 120, settings = 87, notification = 60 },
    [smallPhone(cell)] = { spotlight = 80, settings = 58, notification = 40 },
    iPad = { spotlight = 80, settings = 58, notification = 40 },
    ["iPad Pro"] = { spotlight = 80, settings = 58, notification = 40 },
  }
  if pcall(pixels, cell, "iPad 2", "home") then
    expected["iPad 2"] = { spotlight = 40, settings = 29, notification = 20 }
  end
  for model, surfaces in pairs(expected) do
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
  assert.same({ 1024, false, "store.png", false }, shown(forStore))
  assert.same({ 1024, true }, { table.unpack(shown { forStore[1] }, 1, 2) })
  assert.same({ 1024, false, "one.png", false }, shown { { platform = "ios", size = 1024, filename = "one.png" } })
  local dark = { idiom = "universal", size = 1024, appearance = "dark", filename = "dark.png" }
  assert.equal("store.png", shown({ dark, table.unpack(forStore) })[3])
end)

fact("ICON-203", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local parts = alternate({ CFBundleIconFiles = { "night" } }, support.pictures "night", {
    catalog = { AppIcon = { entries = forStore } },
  })
  local app = change(cell, parts)
  assert.equal(fitting(cell, "night"), picture(app).file)
  assert.equal("store.png", picture(app, "appStore").file)
  assert.is_nil(picture(app, "appStore").iconName)
end)

fact("ICON-180", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  local function shown(names, files)
    local app = cell.at_least "10.3" and change(cell, alternate({ CFBundleIconFiles = names }, files))
      or primary(cell, names, files)
    local now = picture(app)
    assert.is_true(now.scaled)
    return now.file
  end
  local files = { ["a.png"] = { 100, 100 }, ["b.png"] = { 400, 400 }, ["c.png"] = { 200, 200 } }
  assert.equal("c.png", shown({ "a", "b", "c" }, files))
  assert.equal("b.png", shown({ "b", "a" }, files))
  -- In any order of the list; of two that fit equally, the first.
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
  -- Of each base name, only the variant for the screen's scale is considered, even if another one fits better.
  local own, other = "@3x.png", "@2x.png"
  if cell.model == "iPad" then own, other = other, own end
  local home = places[cell.model].home
  local variants = { ["e" .. own] = { 100, 100 }, ["e" .. other] = { home, home } }
  assert.equal("e" .. own, shown({ "e" }, variants))
  variants["e" .. own] = "not a picture"
  local app = cell.at_least "10.3" and change(cell, alternate({ CFBundleIconFiles = { "e" } }, variants))
    or primary(cell, { "e" }, variants)
  assert.equal("e" .. other, picture(app).file)
  assert.equal("e.png", shown({ "e" }, { ["e.png"] = { 100, 100 } }))
end)

fact("ICON-181", switched, function(cell)
  local car = { ["Assets.car"] = 1 }
  local shown = picture((change(cell, alternate({ CFBundleIconName = "Any" }, car))))
  assert.same({ cell.holds and "catalog" or "unchanged", false }, { shown.source, shown.placeholder })
  if not cell.holds then return end
  assert.is_nil(shown.file)
  -- A set that is not named, or without the compiled catalog.
  assert.is_true(picture((change(cell, alternate({}, car)))).placeholder)
  assert.is_true(picture((change(cell, alternate { CFBundleIconName = "Any" }))).placeholder)
  -- It also has the store's picture.
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
