-- Examples for `help` and the reference: globals, packages, property lists, assertions and traces.
--
-- `--- NAME` begins the example of a name of the API. Tests run each example on its own.

--- Device
local device = Device { model = "iPhone", os = "17.5" }
assert.equal("17.5", device.os)

--- UIApplicationDelegateAdaptor
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "swiftUI" })
function app.delegate:application_didFinishLaunchingWithOptions() self.ready = true end
device:launch(app)
app:run(function()
  assert.is_nil(UIApplicationDelegateAdaptor(app.delegate).ready)
  assert.equal("SwiftUI.AppDelegate", tostring(UIApplication.shared.delegate))
end)

--- UISceneConfiguration
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local connected = false
local Other = {}
function Other:scene_willConnectToSession_options() connected = true end
function app.delegate:application_configurationForConnectingSceneSession_options(application, session, options)
  return UISceneConfiguration { name = "Other", delegateClass = Other }
end
device:launch(app)
assert.is_true(connected)

--- UIApplicationShortcutItem
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
device:launch(app)
app:run(function()
  UIApplication.shared.shortcutItems = {
    UIApplicationShortcutItem {
      type = "scan", localizedTitle = "Scan",
      icon = UIApplicationShortcutIcon { systemImageName = "qrcode" },
    },
  }
end)
device:pressHome()
assert.equal("Scan", device.springboard:icon(app):press():item("scan").title)

--- UIMutableApplicationShortcutItem
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
device:launch(app)
app:run(function()
  local item = UIMutableApplicationShortcutItem { type = "scan", localizedTitle = "Scan" }
  item.localizedSubtitle = "with the camera"
  UIApplication.shared.shortcutItems = { item }
  item.localizedTitle = "Too late"
  assert.equal("Scan", UIApplication.shared.shortcutItems[1].localizedTitle)
end)

--- UIApplicationShortcutIcon
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
device:launch(app)
app:run(function()
  assert.equal("icon type search", tostring(UIApplicationShortcutIcon { type = "search" }))
end)

--- UIAlertController
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
device:launch(app)
local tapped
app:run(function()
  local alert = UIAlertController { title = "Delete?", message = "Forever.", preferredStyle = "alert" }
  alert:addAction(UIAlertAction { title = "Delete", style = "destructive", handler = function() tapped = true end })
  UIApplication.shared.keyWindow.rootViewController:present(alert, true)
end)
assert.equal("Forever.", device.alert.message)
device.alert:tap "Delete"
assert.is_true(tapped)

--- UIWindow
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
function app.sceneDelegate:scene_willConnectToSession_options(scene)
  self.window = UIWindow { windowScene = scene }
  self.window.rootViewController = UIViewController()
  self.window.rootViewController.title = "Tools"
  self.window:makeKeyAndVisible()
end
device:launch(app)
app:run(function() assert.equal("Tools", app.scenes[1].window.rootViewController.title) end)

--- available
local device = Device { os = "11.0" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
app:run(function() assert.is_true(available "iOS 10.3") end)

--- NSArray
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
device:launch(app)
local crash = assert.crashes(app, function()
  app:run(function()
    local first = UIApplication.shared.shortcutItems[1] -- there is none
    UIApplication.shared.shortcutItems = NSArray(first)
  end)
end)
assert.matches("attempt to insert nil object from objects%[0%]", crash.reason)

--- NSNull
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
device:launch(app)
local crash = assert.crashes(app, function()
  app:run(function()
    UIApplicationShortcutItem { type = "a", localizedTitle = "A", userInfo = { key = NSNull } }
  end)
end)
assert.matches("unable to serialize userInfo", crash.reason)

--- UIImage
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
app:run(function()
  assert.equal("newicon@3x.png", UIImage("newicon").file)
  assert.is_nil(UIImage("missing"))
end)

--- Task
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
local task
app:run(function()
  task = Task(function() await(UIApplication.shared):setAlternateIconName("nobody") end)
end)
assert.is_true(task.isFinished)
assert.equal(4, task.error.code)

--- await
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
local changed = false
app:run(function()
  Task(function()
    await(UIApplication.shared):setAlternateIconName "newicon"
    changed = true
  end)
end)
assert.is_false(changed)
device.alert:tap "OK"
assert.is_true(changed)

--- eventually
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
app:run(function()
  DispatchQueue.main:asyncAfter(2, function() UIApplication.shared:setAlternateIconName "newicon" end)
end)
assert.is_nil(device.alert)
assert.is_not_nil(eventually(function() return device.alert end))

--- AppPackage
local package = AppPackage {
  plist = {
    CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint",
    CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } },
  },
  files = { ["night@2x.png"] = { 120, 120 }, ["night@3x.png"] = { 180, 180 } },
}
local device = Device { os = "17.5" }
local app = device:install(package)
assert.equal("com.example.paint", app.bundleIdentifier)

--- NSError
local err = NSError { domain = "Example", code = 7, userInfo = { NSLocalizedDescription = "Seven." } }
assert.equal("Seven.", err.localizedDescription)

--- matrix
local names = {}
for cell in matrix { os = { "12.4", "17.5" }, lifecycle = { "appDelegate", "scene" } } do
  local device = Device(cell)
  local app = device:install(homescreen.sample "toolbox", cell)
  device:launch(app)
  names[#names + 1] = cell.name
  assert.equal(cell.os == "17.5", cell.at_least "13.0")
end
assert.same({ "iOS 12.4, appDelegate", "iOS 17.5, appDelegate", "iOS 17.5, scene" }, names)

--- package.plist
local package = homescreen.sample "change-icon"
package.plist.CFBundleDisplayName = "Renamed"
local device = Device {}
assert.equal("Renamed", device.springboard:icon(device:install(package)).label)

--- package.linkDomains
local package = AppPackage {
  plist = { CFBundleIdentifier = "com.example.paint" },
  entitlements = { ["com.apple.developer.associated-domains"] = { "applinks:*.example.com" } },
}
assert.same({ "applinks:*.example.com" }, package.linkDomains)
local device = Device {}
local app = device:install(package)
device:launch(app, { universalLink = "https://www.example.com/page" })
assert.error(function() device:launch(app, { universalLink = "https://example.org" }) end)

--- package:lint
local package = AppPackage {
  plist = {
    CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint",
    CFBundleIcons = {
      CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night", "night" } } },
    },
  },
}
local found = package:lint { select = "icon-file-listed-twice" }
assert.equal("note", found[1].severity)
assert.equal("safe", found[1].fix)
assert.same({ "icon-file-listed-twice" }, package:lint { select = "icon-file-listed-twice", codes = true })
assert.same({}, package:lint { select = "icon-file-listed-twice", severity = "error" })

--- package:files
local package = AppPackage {
  plist = { CFBundleIdentifier = "com.example.paint" },
  files = { ["night@2x.png"] = { 120, 120 }, ["Data/notes.txt"] = "buy milk" },
}
assert.same({ path = "Data/notes.txt", size = 8 }, package:files()[1])
assert.same(120, package:files()[2].width)

--- plist:get
local plist = homescreen.sample("change-icon").plist
assert.equal("newicon", plist:get("CFBundleIcons", "CFBundleAlternateIcons", "newicon", "CFBundleIconFiles", 1))
assert.is_nil(plist:get("CFBundleIcons", "nothing", "here"))

--- plist:where
local plist = homescreen.sample("change-icon").plist
local file, line, column = plist:where("CFBundleIcons", "CFBundleAlternateIcons")
assert.equal("ChangeIcon.app/Info.plist", file)
assert.is_true(line > 1 and column > 1)

--- plist:add
local plist = homescreen.sample("change-icon").plist
plist:add("CFBundleIcons~ipad", { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } })
assert.equal("AppIcon", plist["CFBundleIcons~ipad"].CFBundlePrimaryIcon.CFBundleIconName)
plist:add("Icon files (iOS 5)", nil, { replace = true })
assert.equal("", plist.CFBundleIcons.UINewsstandIcon.CFBundleIconFiles[1])

--- plist:find
local plist = homescreen.sample("change-icon").plist
local icons, key = plist:find "Icon files (iOS 5)"
assert.equal("CFBundleIcons", key)
assert.equal(plist.CFBundleIcons, icons)
assert.is_nil((plist:find "Status bar style"))

--- plist:save
local package = homescreen.sample "change-icon"
package.plist.CFBundleDisplayName = "Renamed"
package.plist:save "build/Info.plist"
package.plist:save("build/Binary.plist", { format = "binary" })

--- plist.load
local info = plist.load "fixtures/ChangeIcon.app/Info.plist"
assert.equal("xml", info.format)
assert.equal("newicon", info:get("CFBundleIcons", "CFBundleAlternateIcons", "newicon", "CFBundleIconFiles", 1))

--- plist.parse
local list = plist.parse 'name = "Paint"; /* shown */'
assert.equal("strings", list.format)
assert.equal("Paint", list.name)

--- plist.array
local info = plist.parse "{}"
info.dictionary, info.array = {}, plist.array {}
info:save("build/Empty.plist", { format = "xml" })

--- plist.table
local icons = homescreen.sample("change-icon").plist.CFBundleIcons
local copy = plist.table(icons)
icons.CFBundleAlternateIcons.newicon = nil
assert.same({ CFBundleIconFiles = { "newicon" }, UIPrerenderedIcon = false }, copy.CFBundleAlternateIcons.newicon)

--- trace.callbacks
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "change-icon")
local trace = device:record(function() device:launch(app) end)
assert.equal("applicationDidBecomeActive", trace.callbacks[3])

--- trace.deliveries
local device = Device()
local app = device:install(homescreen.sample "toolbox")
local trace = device:record(function() device:launch(app, { url = "toolbox://red" }) end)
for _, one in ipairs(trace.deliveries) do print(one.arrival, one.outcome) end

--- assert.callbacks
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "change-icon")
assert.callbacks({
  "application_willFinishLaunchingWithOptions",
  "application_didFinishLaunchingWithOptions",
  "applicationDidBecomeActive",
}, device:record(function() device:launch(app) end))

--- assert.handled_once
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
  app:didHandle(options.shortcutItem)
end
assert.handled_once(device:record(function()
  device.springboard:icon(app):press():item("ToolBox"):tap()
end))

--- assert.logged
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
app:run(function() NSLog("%d tools", 3) end)
assert.logged("3 tools", app)
assert.Not.logged("4 tools", app)

--- assert.crashes
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
  return launchOptions.url
end
local crash = assert.crashes(app, function() device:launch(app) end)
assert.matches("index a nil value", crash.reason)

--- homescreen.sample
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "paint")
assert.equal("New Painting", device.springboard:icon(app):press().rows[1].title)

--- homescreen.plugin
local counter = homescreen.plugin {
  name = "counter",
  globals = { twice = function(number) return 2 * number end },
  matchers = { even = function(negated, number) return number % 2 == 0, number .. " is odd" end },
}
assert.equal("counter", counter.name)
assert.equal(4, counter.globals.twice(2))
