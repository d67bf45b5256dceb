-- Examples for `help` and the reference: apps, and what an app's code uses.
--
-- `--- NAME` begins the example of a name of the API. Tests run each example on its own.

--- app:newScene
local device = Device { model = "iPad", os = "18.0" }
local app = device:install(AppPackage { plist = {
  CFBundleIdentifier = "com.example.notes", UIDeviceFamily = { 2 },
  UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true },
} })
device:launch(app)
app:newScene()
assert.equal(2, #app.scenes)

--- app:connectDisplay
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local roles = {}
function app.delegate:application_configurationForConnectingSceneSession_options(application, session)
  roles[#roles + 1] = session.role
  return UISceneConfiguration { name = "Default" }
end
device:launch(app)
app:connectDisplay "external"
assert.equal("UIWindowSceneSessionRoleExternalDisplayNonInteractive", roles[2])

--- app:disconnectDisplay
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
function app.delegate:application_configurationForConnectingSceneSession_options()
  return UISceneConfiguration { name = "Default" }
end
app:connectDisplay "car"
app:disconnectDisplay "car"
assert.equal("runningBackground", app.state)

--- app:finishDownload
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { downloading = true })
assert.equal("Pause Download", device.springboard:icon(app):press().rows[2].title)
device:pressHome()
app:finishDownload()
device:launch(app)

--- app.state
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
assert.equal("notRunning", app.state)

--- app:activate
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
app:activate()
assert.equal(app, device.front)

--- app:suspend
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
device:pressHome()
app:suspend()
assert.equal("runningBackgroundSuspended", app.state)

--- app:picture
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
assert.equal(87, app:picture("switcher").pixels)

--- app:run
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
local supported = app:run(function() return UIApplication.shared.supportsAlternateIcons end)
assert.is_true(supported)

--- app:why
local device = Device { model = "iPad", os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
assert.matches("Did you mean “newicon”", table.concat(app:why("newIcon"), "\n"))

--- app.main
local device = Device {}
local app = device:install(homescreen.sample "toolbox")
local starts = 0
function app.main() starts = starts + 1 end
device:launch(app)
app:terminate()
device:launch(app)
assert.equal(2, starts)

--- app.delegate
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox")
local counts = {}
function app.delegate:applicationDidBecomeActive(application)
  self.count = (self.count or 0) + 1
  counts[#counts + 1] = self.count
end
device:launch(app)
device:pressHome()
device:launch(app)
app:terminate()
device:launch(app)
assert.same({ 1, 2, 1 }, counts)
assert.error(function() app.delegate.applicationDidBecomeActive_ = print end)

--- app.sceneDelegate
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local options
function app.sceneDelegate:scene_willConnectToSession_options(scene, session, connectionOptions)
  options = connectionOptions
end
device:launch(app)
assert.is_nil(options.shortcutItem)

--- app.rootViewController
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
app.rootViewController = UIViewController.subclass "ToolsViewController"
local appeared = false
function app.rootViewController:viewDidAppear() appeared = true end
device:launch(app)
assert.is_true(appeared)

--- app.view
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "swiftUI" })
local phases = {}
function app.view:onScenePhase(phase) phases[#phases + 1] = phase end
device:launch(app)
device:pressHome()
assert.equal("background", phases[#phases])

--- app:didHandle
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox")
function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
  app:didHandle(item)
  completion(true)
end
assert.handled_once(device:record(function()
  device.springboard:icon(app):press():item("ToolBox"):tap()
end))

--- app:perform
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
local chosen
function app.delegate:choose(name) chosen = name end
device:launch(app)
app:perform("choose", "red")
assert.equal("red", chosen)

--- app.scenes
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
device:launch(app)
assert.equal(1, #app.scenes)

--- scene.activationState
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
device:launch(app)
assert.equal("foregroundActive", app.scenes[1].activationState)

--- scene:disconnect
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
device:launch(app)
device:pressHome()
app.scenes[1]:disconnect()
assert.equal(0, #app.scenes)
assert.equal("runningBackground", app.state)

--- scene:activate
local device = Device { model = "iPad", os = "18.0" }
local app = device:install(AppPackage { plist = {
  CFBundleIdentifier = "com.example.notes", UIDeviceFamily = { 2 },
  UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true },
} })
device:launch(app)
app:newScene()
app.scenes[1]:activate()
assert.equal("foregroundActive", app.scenes[1].activationState)
assert.equal("background", app.scenes[2].activationState)

--- scene:showBeside
local device = Device { model = "iPad", os = "18.0" }
local app = device:install(AppPackage { plist = {
  CFBundleIdentifier = "com.example.notes", UIDeviceFamily = { 2 },
  UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true },
} })
device:launch(app)
app:newScene()
app.scenes[1]:showBeside()
assert.equal("foregroundActive", app.scenes[1].activationState)
assert.equal("foregroundActive", app.scenes[2].activationState)

--- scene:fillScreen
local device = Device { model = "iPad", os = "18.0" }
local app = device:install(AppPackage { plist = {
  CFBundleIdentifier = "com.example.notes", UIDeviceFamily = { 2 },
  UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true },
} })
device:launch(app)
app:newScene { beside = true }
app.scenes[1]:fillScreen()
assert.equal("background", app.scenes[2].activationState)

--- scene:discard
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local closed
function app.delegate:application_didDiscardSceneSessions(application, sessions) closed = sessions end
device:launch(app)
device:pressHome()
app.scenes[1]:discard()
assert.equal(1, #closed)

--- session.role
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
device:launch(app)
assert.equal("UIWindowSceneSessionRoleApplication", app.scenes[1].session.role)

--- session.stateRestorationActivity
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local restored
function app.sceneDelegate:stateRestorationActivityForScene(scene)
  return { activityType = "com.example.page", userInfo = { page = 7 } }
end
function app.sceneDelegate:scene_willConnectToSession_options(scene, session)
  restored = session.stateRestorationActivity
end
device:launch(app)
device:pressHome()
app:terminate "jetsam"
device:launch(app)
assert.equal(7, restored.userInfo.page)

--- coder:encode
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox")
local page
function app.delegate:application_shouldSaveApplicationState() return true end
function app.delegate:application_shouldRestoreApplicationState() return true end
function app.delegate:application_willEncodeRestorableStateWithCoder(application, coder)
  coder:encode(7, "page")
end
function app.delegate:application_didDecodeRestorableStateWithCoder(application, coder)
  page = coder:decodeObject "page"
end
device:launch(app)
device:pressHome()
app:terminate "jetsam"
device:launch(app)
assert.equal(7, page)

--- UIApplication.shared
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
app:run(function() assert.equal("active", UIApplication.shared.applicationState) end)

--- UIApplication.shared:setAlternateIconName
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
local code
app:run(function()
  UIApplication.shared:setAlternateIconName("nobody", function(err) code = err.code end)
end)
assert.equal(4, code)

--- UIApplication.shared:_setAlternateIconName
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
app:run(function() UIApplication.shared:_setAlternateIconName("newicon") end)
assert.is_nil(device.alert)
assert.equal("newicon", app.iconName)

--- UIApplication.shared.shortcutItems
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
device:launch(app)
app:run(function()
  assert.equal(0, #UIApplication.shared.shortcutItems)
  UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "scan", localizedTitle = "Scan" } }
  assert.equal(1, #UIApplication.shared.shortcutItems)
end)

--- UIApplication.shared.delegate
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
function app.delegate:application_didFinishLaunchingWithOptions() self.ready = true end
device:launch(app)
app:run(function() assert.is_true(UIApplication.shared.delegate.ready) end)

--- UIApplication.shared:canOpenURL
local device = Device { os = "17.5" }
device:install(AppPackage { plist = {
  CFBundleIdentifier = "com.example.chat", CFBundleURLTypes = { { CFBundleURLSchemes = { "chat" } } },
} })
local app = device:install(AppPackage { plist = {
  CFBundleIdentifier = "com.example.notes", LSApplicationQueriesSchemes = { "chat" },
} })
device:launch(app)
app:run(function()
  assert.is_true(UIApplication.shared:canOpenURL "chat://new")
  assert.is_false(UIApplication.shared:canOpenURL "call://new")
end)
assert.logged("not allowed to query for scheme call", app)

--- UIApplication.shared:open
local device = Device { os = "17.5" }
local chat = device:install(AppPackage { plist = {
  CFBundleIdentifier = "com.example.chat", CFBundleURLTypes = { { CFBundleURLSchemes = { "chat" } } },
} })
local app = device:install(homescreen.sample "toolbox")
device:launch(app)
local results = {}
local function keep(success) results[#results + 1] = success end
app:run(function() UIApplication.shared:open("call://new", nil, keep) end)
app:run(function() UIApplication.shared:open("chat://new", nil, keep) end)
assert.same({ false, true }, results)
assert.equal(chat, device.front)

--- UIApplication.shared:openURL
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { sdk = "18.0" })
device:launch(app)
app:run(function() assert.is_false(UIApplication.shared:openURL "https://example.com") end)
assert.equal(app, device.front)

--- UIApplication.shared:requestSceneSessionActivation
local device = Device { model = "iPad", os = "18.0" }
local app = device:install(AppPackage { plist = {
  CFBundleIdentifier = "com.example.notes", UIDeviceFamily = { 2 },
  UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true },
} })
device:launch(app)
app:run(function()
  UIApplication.shared:requestSceneSessionActivation(nil, { activityType = "com.example.note" })
end)
assert.equal(2, #app.scenes)

--- UIApplication.shared:requestSceneSessionDestruction
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
device:launch(app)
local problem
app:run(function()
  local session = UIApplication.shared.openSessions[1]
  UIApplication.shared:requestSceneSessionDestruction(session, function(err) problem = err end)
end)
assert.equal("UISceneErrorDomain", problem.domain)

--- UNUserNotificationCenter.current
local device = Device { os = "26.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local method = "userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler"
local answers = 0
local receiver = { [method] = function() answers = answers + 1 end }
function app.sceneDelegate:sceneDidBecomeActive() UNUserNotificationCenter.current().delegate = receiver end
function app.delegate:application_didFinishLaunchingWithOptions()
  UNUserNotificationCenter.current().delegate = nil
end
device:launch(app, { notification = "Hello" })
assert.equal(0, answers)
device:pressHome()
device:launch(app, { notification = "Hello" })
assert.equal(1, answers)

--- BGTaskScheduler.shared:register
local device = Device { os = "18.3" }
local package = AppPackage {
  plist = {
    CFBundleIdentifier = "com.example.paint", BGTaskSchedulerPermittedIdentifiers = { "com.example.refresh" },
  },
}
local app = device:install(package, { lifecycle = "scene" })
local function register() BGTaskScheduler.shared:register "com.example.refresh" end
app.delegate.application_didFinishLaunchingWithOptions = register
device:launch(app)
assert.error_matches(function() app:run(register) end, "must be registered before application finishes launching")

--- item:mutableCopy
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
device:launch(app)
app:run(function()
  local item = UIApplicationShortcutItem { type = "scan", localizedTitle = "Scan" }
  local copy = item:mutableCopy()
  copy.localizedTitle = "Scan again"
  assert.equal("Scan", item.localizedTitle)
end)

--- window.rootViewController
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
local Login = UIViewController.subclass "LoginViewController"
device:launch(app)
app:run(function()
  local window = UIApplication.shared.keyWindow
  window.rootViewController = Login()
  window.rootViewController.name = "Ada"
  assert.equal("Ada", window.rootViewController.name)
end)

--- Bundle.main:object
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
local icons = app:run(function() return Bundle.main:object("CFBundleIcons") end)
assert.equal("newicon", icons.CFBundleAlternateIcons.newicon.CFBundleIconFiles[1])

--- DispatchQueue.global
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
app:run(function()
  DispatchQueue.global:async(function() UIApplication.shared:setAlternateIconName("leaf") end)
end)
assert.logged("must be used from main thread only", app)

--- queue:asyncAfter
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
local ran = false
app:run(function() DispatchQueue.main:asyncAfter(0.25, function() ran = true end) end)
assert.is_false(ran)
device:advance(0.25)
assert.is_true(ran)
