-- The facts of quick-actions.md, “5. System rows of the menu”: folders, and icons that jiggle.

local support = require "homescreen.facts.support"

local seen = { needs = { "finger" } }

--- An app with a static quick action.
local function package(number)
  return support.items({ { "new", "New" } }, {
    CFBundleIdentifier = "com.example.app" .. number, CFBundleName = "App " .. number,
  })
end

--- A device with three apps, of which the second and third are in a folder: device, folder, the apps.
local function filled(cell)
  local device, apps = Device(cell), {}
  for number = 1, 3 do apps[number] = device:install(package(number), cell) end
  local springboard = device.springboard
  local folder = springboard:icon(apps[3]):drop(springboard:icon(apps[2]))
  return device, folder, apps
end

local function labels(icons)
  local list = {}
  for place, icon in ipairs(icons) do list[place] = icon.label end
  return list
end

--- Lets the icons jiggle with a long press, before iOS 13 on a screen without 3D Touch.
local function jiggling(cell)
  local hasForce = cell.model == "iPhone" and not cell.at_least "13.0"
  local device = Device { os = cell.os, model = hasForce and "iPhone 6" or cell.model }
  local apps = {}
  for number = 1, 2 do apps[number] = device:install(package(number)) end
  device.springboard:icon(apps[1]):press(4)
  assert.equal("editing", device.springboard.mode)
  return device, apps
end

fact("QUICK-095", { needs = { "finger" }, versions = { "13.2", "14.0", "15.0" } }, function(cell)
  local _, folder = filled(cell)
  local titles = support.titles(folder:press(), true)
  if not cell.holds then return assert.is_true(#titles <= 1) end
  assert.equal("Rename", titles[1])
  assert.equal(cell.at_least "13.2" and "Edit Home Screen" or "Rearrange Apps", titles[2])
  assert.equal(support.has_library(cell) and "Remove Folder" or nil, titles[3])
  local device, other = filled(cell)
  other:press():item("Rename"):tap()
  assert.is_true(other.isOpen)
  other:rename "Tools"
  assert.equal("Tools", other.name)
  assert.equal(other, device.springboard:folder "Tools")
end)

fact("QUICK-146", seen, function(cell)
  local device, folder, apps = filled(cell)
  local springboard = device.springboard
  assert.same({ page = 1, row = 1, column = 2 }, folder.place)
  assert.same({ "App 2", "App 3" }, labels(folder.icons))
  assert.equal("Folder", folder.name)
  assert.same({ page = 1, row = 1, column = 1 }, springboard:icon(apps[1]).place)
  assert.is_nil(springboard:icon(apps[2]).place)
  springboard:icon(apps[1]):drop(folder)
  assert.same({ "App 2", "App 3", "App 1" }, labels(folder.icons))
  assert.equal(folder, springboard:icon(apps[1]).folder)
  -- Out of the folder again.
  springboard:icon(apps[2]):move { row = 2, column = 1 }
  springboard:icon(apps[3]):move { row = 2, column = 2 }
  assert.same({ "App 1" }, labels(folder.icons))
  device:uninstall(apps[1])
  assert.same({}, springboard.folders)
  assert.has_error(function() return folder.name end)
end)

fact("QUICK-147", { needs = { "finger" }, versions = { "13.0" } }, function(cell)
  local device, folder, apps = filled(cell)
  local icon = device.springboard:icon(apps[3])
  assert.has_error(function() icon:tap() end)
  assert.equal("home", device.springboard.mode)
  folder:tap()
  assert.equal("folder", device.springboard.mode)
  assert.equal(folder, device.springboard.openFolder)
  assert.has_error(function() device.springboard:icon(apps[1]):tap() end)
  local menu = icon:press()
  if cell.model == "iPad" and not cell.at_least "13.0" then
    assert.is_nil(menu)
  else
    assert.same({ "New" }, support.titles(menu))
    menu:item("New"):tap()
    assert.equal(apps[3], device.front)
    device:pressHome()
    assert.is_false(folder.isOpen)
  end
  device:pressHome()
  if not folder.isOpen then folder:tap() end
  device:pressHome()
  assert.is_false(folder.isOpen)
  folder:tap()
  device.locked = true
  device.locked = false
  assert.is_false(folder.isOpen)
  folder:tap()
  icon:tap()
  assert.equal(apps[3], device.front)
end)

fact("QUICK-148", seen, function(cell)
  local _, folder = filled(cell)
  local menu = folder:press()
  if cell.holds then return assert.same({ "Rename" }, support.titles(menu, true)) end
  if cell.at_least "13.0" then return assert.is_true(#support.titles(menu, true) > 1) end
  assert.is_nil(menu)
end)

fact("QUICK-149", seen, function(cell)
  local device, folder, apps = filled(cell)
  local menu = folder:press()
  if not cell.holds then
    for _, title in ipairs(support.titles(menu, true)) do assert.Not.equal("Remove Folder", title) end
    return assert.same({ "App 2", "App 3" }, labels(folder.icons))
  end
  menu:item("Remove Folder"):tap()
  assert.equal("Remove “Folder”?", device.alert.label)
  device.alert:tap "Cancel"
  assert.same({ "App 2", "App 3" }, labels(folder.icons))
  folder:press():item("Remove Folder"):tap()
  device.alert:tap "Remove"
  assert.is_nil(device.alert)
  assert.same({}, device.springboard.folders)
  assert.same({ "App 1" }, labels(device.springboard.icons))
  assert.same({ "App 1", "App 2", "App 3" }, labels(device.springboard.library))
  assert.equal("App 3", apps[3].label)
end)

fact("QUICK-150", seen, function(cell)
  local device = Device(cell)
  local most = cell.model == "iPad" and 240 or 135
  local first = device.springboard:icon(device:install(package(0), cell))
  local folder
  for number = 1, most - 1 do
    local icon = device.springboard:icon(device:install(package(number), cell))
    folder = icon:drop(folder or first)
  end
  assert.equal(most, #folder.icons)
  local one = device.springboard:icon(device:install(package(most), cell))
  assert.has_error(function() one:drop(folder) end)
  assert.equal(most, #folder.icons)
end)

fact("QUICK-151", { needs = { "finger" }, versions = { "13.0", "14.0" } }, function(cell)
  local device, apps = jiggling(cell)
  local icon = device.springboard:icon(apps[1])
  icon:remove()
  if cell.at_least "14.0" then
    assert.equal("Remove “App 1”?", device.alert.label)
    device.alert:tap "Delete App"
  end
  assert.equal("Delete “App 1”?", device.alert.label)
  device.alert:tap "Delete"
  assert.same({ "App 2" }, labels(device.springboard.icons))
  device:pressHome()
  assert.has_error(function() device.springboard:icon(apps[2]):remove() end)
end)
