-- Examples for `help` and the reference: the Home Screen: icons, folders, menus, alerts.
--
-- `--- NAME` begins the example of a name of the API. Tests run each example on its own.

--- springboard:icon
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
assert.equal(app, device.springboard:icon("iconChange").app)

--- springboard:libraryIcon
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
local rows = device.springboard:libraryIcon(app):press().rows
assert.equal("Delete App", rows[#rows].title)

--- springboard:folder
local device = Device { os = "17.5" }
local paint = device.springboard:icon(device:install(homescreen.sample "change-icon"))
device.springboard:icon(device:install(homescreen.sample "toolbox")):drop(paint)
assert.equal(2, #device.springboard:folder("Folder").icons)

--- icon:tap
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
device.springboard:icon(app):tap()
assert.equal(app, device.front)

--- icon:move
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "change-icon")
local icon = device.springboard:icon(app)
icon:move { row = 6, column = 4 }
assert.same({ page = 1, row = 6, column = 4 }, icon.place)

--- icon:picture
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
assert.equal("AppIcon60x60@3x.png", device.springboard:icon(app):picture().file)

--- icon:drop
local device = Device { os = "17.5" }
local paint = device.springboard:icon(device:install(homescreen.sample "change-icon"))
local tools = device.springboard:icon(device:install(homescreen.sample "toolbox"))
local folder = tools:drop(paint)
assert.equal(2, #folder.icons)

--- icon:remove
local device = Device { os = "17.5" }
local icon = device.springboard:icon(device:install(homescreen.sample "change-icon"))
icon:press(3)
icon:remove()
device.alert:tap "Remove from Home Screen"
assert.equal(0, #device.springboard.icons)

--- icon:press
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
local menu = device.springboard:icon(app):press()
assert.equal("ToolBox", menu.rows[1].type)

--- folder:tap
local device = Device { os = "17.5" }
local paint = device.springboard:icon(device:install(homescreen.sample "change-icon"))
local tools = device.springboard:icon(device:install(homescreen.sample "toolbox"))
tools:drop(paint):tap()
assert.equal("ToolBox", tools:press().rows[1].type)

--- folder:press
local device = Device { os = "17.5" }
local paint = device.springboard:icon(device:install(homescreen.sample "change-icon"))
local tools = device.springboard:icon(device:install(homescreen.sample "toolbox"))
tools:drop(paint):press():item("Remove Folder"):tap()
assert.equal("Remove “Folder”?", device.alert.label)

--- folder:rename
local device = Device { os = "17.5" }
local paint = device.springboard:icon(device:install(homescreen.sample "change-icon"))
local tools = device.springboard:icon(device:install(homescreen.sample "toolbox"))
tools:drop(paint):rename "Work"
assert.equal("Work", device.springboard:folder("Work").name)

--- folder:move
local device = Device { os = "17.5" }
local paint = device.springboard:icon(device:install(homescreen.sample "change-icon"))
local folder = device.springboard:icon(device:install(homescreen.sample "toolbox")):drop(paint)
folder:move { dock = 1 }
assert.same({ dock = 1 }, folder.place)

--- folder:remove
local device = Device { os = "17.5" }
local paint = device.springboard:icon(device:install(homescreen.sample "change-icon"))
local folder = device.springboard:icon(device:install(homescreen.sample "toolbox")):drop(paint)
folder:press(3)
folder:remove()
device.alert:tap "Remove"
assert.is_false(folder.exists)

--- menu.rows
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
for _, row in ipairs(device.springboard:icon(app):press().rows) do
  assert.is_string(row.title)
end

--- menu:item
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
local menu = device.springboard:icon(app):press()
assert.error(function() menu:item "Scan" end)
local isThere = pcall(menu.item, menu, "Scan")
assert.is_false(isThere)
menu:item("工具箱"):tap()
assert.equal("runningForeground", app.state)

--- menu.opensUpward
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox")
local icon = device.springboard:icon(app)
icon:move { dock = 1 }
local menu = icon:press()
assert.is_true(menu.opensUpward)
assert.equal("ToolBox", menu.rows[#menu.rows].type)

--- row.lines
local device = Device { os = "17.5" }
local app = device:install(AppPackage { plist = {
  CFBundleIdentifier = "com.example.long",
  UIApplicationShortcutItems = { {
    UIApplicationShortcutItemType = "long",
    UIApplicationShortcutItemTitle = "Read everything that was written since yesterday",
  } },
} })
assert.equal(2, #device.springboard:icon(app):press().rows[1].lines)

--- row.why
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
for _, reason in ipairs(device.springboard:icon(app):press().rows[1].why) do
  assert.matches("QUICK%-", reason)
end

--- row:tap
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
local menu = device.springboard:icon(app):press()
menu.rows[1]:tap()
assert.is_false(menu.isOpen)

--- alert:tap
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
app:run(function() UIApplication.shared:setAlternateIconName("newicon") end)
device.alert:tap "OK"
assert.is_nil(device.alert)
