-- The facts of alternate-icons.md, “7. Artwork”: which files an icon has, and what is shown without them.

local support = require "homescreen.facts.support"
local artwork = require "homescreen.facts.artwork"

local seen = { needs = { "finger" } }
local switched = { needs = { "app's code", "finger" } }
local fitting, picture = support.fitting, support.picture
local installed, primary, alternate, change = artwork.installed, artwork.primary, artwork.alternate, artwork.change
local places = artwork.places

--- Asserts that the Home Screen keeps the primary icon up to iOS 10, and shows another picture from 11 on.
local function keepsIcon(cell, app, before)
  if cell.holds then
    assert.same({ before, "unchanged" }, { picture(app).file, picture(app).source })
    assert.is_nil(picture(app).iconName)
  else
    assert.is_true(picture(app).placeholder)
  end
end

--- Before iOS 10.3, the function does not exist.
local function isTooOld(cell)
  if cell.at_least "10.3" then return false end
  assert.is_false(cell.holds)
  local _, app = support.installed(cell, support.icons())
  app:run(function() assert.is_false(pcall(function() UIApplication.shared:setAlternateIconName "night" end)) end)
  return true
end

-- fixtures/Paint has leaf@3x.png in the folder App/Icons: a group in the target Paint, a folder reference in the other
-- target.
local function leaf(cell, target, name)
  local package = AppPackage("fixtures/Paint/Paint.xcodeproj", { target = target })
  package.plist.UIDeviceFamily = plist.array { 1, 2 }
  local entry = { CFBundleIconFiles = { name } }
  local has_alternates = cell.at_least "10.3"
  package.plist.CFBundleIcons = has_alternates and { CFBundleAlternateIcons = { night = entry } }
    or { CFBundlePrimaryIcon = entry }
  local _, app = support.installed(cell, package)
  if has_alternates then assert.is_nil(support.choose(app, "night")) end
  local paths = {}
  for _, file in ipairs(package:files()) do paths[file.path] = true end
  return picture(app).file, paths
end

-- All pixels of artwork.places, in their order.
local sizes = { 40, 58, 60, 80, 87, 120, 152, 180 }

--- Asserts that each place shows the file that has its size, with the names in this order.
local function eachPlace(cell, order)
  local names, files = {}, {}
  for _, size in ipairs(order) do
    names[#names + 1], files["s" .. size .. ".png"] = "s" .. size, { size, size }
  end
  local app = cell.at_least "10.3" and change(cell, alternate({ CFBundleIconFiles = names }, files))
    or primary(cell, names, files)
  for place, size in pairs(places[cell.model]) do
    local shown = picture(app, place)
    assert.same({ "s" .. size .. ".png", size, false }, { shown.file, shown.pixels, shown.scaled }, place)
  end
end

--- The beginning of a PNG, which has all that matters: its size, colours, and pixels per metre.
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

fact("ICON-112", seen, function(cell)
  local app = primary(cell, { "day" }, support.pictures "day")
  assert.equal(fitting(cell, "day"), picture(app).file)
  for _, folder in ipairs { "icons/", "en.lproj/", "Icons.bundle/", "Frameworks/" } do
    assert.is_true(picture(primary(cell, { "day" }, support.pictures(folder .. "day"))).placeholder)
  end
end)

fact("ICON-113", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  local file, paths = leaf(cell, "Paint", "leaf")
  assert.equal("leaf@3x.png", file)
  assert.is_true(paths["leaf@3x.png"])
  assert.is_nil(paths["Icons/leaf@3x.png"])
  assert.is_nil((leaf(cell, "Paint", "Icons/leaf")))
end)

fact("ICON-114", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  local file, paths = leaf(cell, "FolderReference", "Icons/leaf")
  assert.equal("Icons/leaf@3x.png", file)
  assert.is_true(paths["Icons/leaf@3x.png"])
  assert.is_nil((leaf(cell, "FolderReference", "leaf")))
end)

fact("ICON-115", seen, function(cell)
  local files = { ["day@2x.png"] = { 120, 120 }, ["day@3x.png"] = { 180, 180 }, ["day.png"] = { 60, 60 } }
  local expected = cell.model == "iPad" and "day@2x.png" or "day@3x.png"
  assert.equal(expected, picture(primary(cell, { "day" }, files)).file)
  -- With only a file without a suffix.
  local shown = picture(primary(cell, { "day" }, { ["day.png"] = { 60, 60 } }))
  assert.same({ "day.png", true, false }, { shown.file, shown.scaled, shown.placeholder })
  -- Without a file for the screen, a higher scale is used before a lower one.
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

fact("ICON-118", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  eachPlace(cell, sizes)
  eachPlace(cell, { 180, 152, 120, 87, 80, 60, 58, 40 })
  eachPlace(cell, { 87, 40, 180, 58, 120, 60, 152, 80 })
end)

fact("ICON-119", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  eachPlace(cell, sizes)
  local why = picture(primary(cell, { "day" }, support.pictures "day")).why
  assert.matches("has the right size (ICON-119)", why[#why], 1, true)
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
  -- Files that are not pictures are ignored.
  local own, other = "day@3x.png", "day@2x.png"
  if cell.model == "iPad" then own, other = other, own end
  assert.equal(other, picture(primary(cell, { "day" }, { [own] = "text", [other] = { side, side } })).file)
end)

fact("ICON-122", switched, function(cell)
  if support.lacks_icons(cell) then return end
  local home = places[cell.model].home
  for _, size in ipairs { { 1, 1 }, { 97, 97 }, { 1024, 1024 }, { home, home // 2 }, { home // 2, home } } do
    local app = change(cell, alternate({ CFBundleIconFiles = { "odd" } }, { ["odd.png"] = size }))
    assert.same({ "odd.png", true }, { picture(app).file, picture(app).scaled })
  end
end)

fact("ICON-123", { needs = { "app's code", "finger", "condition of ours" }, versions = { "11.0" } }, function(cell)
  if support.lacks_icons(cell) then return end
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
  -- If it is not declared, either, it is an error.
  parts.plist = nil
  local _, app = support.installed(cell, support.build(parts))
  assert.equal(4, support.choose(app, "night").code)
end)

fact("ICON-126", switched, function(cell)
  if isTooOld(cell) then return end
  local parts = alternate({ CFBundleIconFiles = { "night" } }, support.pictures "Icons.bundle/night")
  keepsIcon(cell, (change(cell, parts)), fitting(cell, "day"))
end)
