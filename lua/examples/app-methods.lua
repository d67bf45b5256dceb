-- Examples for `help` and the reference: the methods that scripts write for an app: each example makes the system call its method.
--
-- `--- NAME` begins the example of a name of the API. Tests run each example on its own.

--- UIViewController.subclass
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
local Detail = UIViewController.subclass "DetailViewController"
local loaded = 0
function Detail:viewDidLoad() loaded = loaded + 1 end
device:launch(app)
app:run(function()
  UIApplication.shared.keyWindow.rootViewController:present(Detail(), true)
end)
assert.equal(1, loaded)

--- UIViewController.present
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
function app.main()
  local original = UIViewController.present
  UIViewController.present = function(presenter, controller, animated, completion)
    NSLog("presents %@", tostring(controller.title))
    original(presenter, controller, animated, completion)
  end
end
device:launch(app)
app:run(function()
  local alert = UIAlertController { title = "Hello", preferredStyle = "alert" }
  UIApplication.shared.keyWindow.rootViewController:present(alert, true)
end)
assert.equal("Hello", device.alert.title)
assert.logged("presents Hello", app)

--- UIViewController.exchange
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "toolbox")
local Main = UIViewController.subclass "MainViewController"
function Main:log_present(controller, animated, completion)
  NSLog("presents %@", tostring(controller.title))
  self:log_present(controller, animated, completion) -- UIKit's own, once they are exchanged
end
app.rootViewController = Main
device:launch(app)
app:run(function()
  UIViewController.exchange(Main, "present", "log_present")
  local alert = UIAlertController { title = "Hello", preferredStyle = "alert" }
  UIApplication.shared.keyWindow.rootViewController:present(alert, true)
end)
assert.equal("Hello", device.alert.title)
assert.logged("presents Hello", app)

--- app.delegate:application_willFinishLaunchingWithOptions
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "appDelegate" })
local called = false
function app.delegate:application_willFinishLaunchingWithOptions(application, launchOptions)
  called = true
end
device:launch(app)
assert.is_true(called)

--- app.delegate:application_willContinueUserActivityWithType
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "appDelegate" })
local called = false
function app.delegate:application_willContinueUserActivityWithType(application, type)
  called = true
end
device:launch(app, { userActivity = "com.example.reading" })
assert.is_true(called)

--- app.delegate:application_continueUserActivity_restorationHandler
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "appDelegate" })
local called = false
function app.delegate:application_continueUserActivity_restorationHandler(application, userActivity, restorationHandler)
  called = true
end
device:launch(app, { universalLink = "https://example.com/red" })
assert.is_true(called)

--- app.delegate:applicationWillResignActive
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "appDelegate" })
local called = false
function app.delegate:applicationWillResignActive(application)
  called = true
end
device:launch(app)
device:pressHome()
assert.is_true(called)

--- app.delegate:applicationDidEnterBackground
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "appDelegate" })
local called = false
function app.delegate:applicationDidEnterBackground(application)
  called = true
end
device:launch(app)
device:pressHome()
assert.is_true(called)

--- app.delegate:applicationWillEnterForeground
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "appDelegate" })
local called = false
function app.delegate:applicationWillEnterForeground(application)
  called = true
end
device:launch(app)
device:pressHome()
device:launch(app)
assert.is_true(called)

--- app.delegate:applicationWillTerminate
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "appDelegate" })
local called = false
function app.delegate:applicationWillTerminate(application)
  called = true
end
device:launch(app)
app:terminate()
assert.is_true(called)

--- app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler
local device = Device { os = "12.4" }
local package = homescreen.sample "toolbox"
package.plist.UIBackgroundModes = plist.array { "remote-notification" }
local app = device:install(package, { lifecycle = "appDelegate" })
local called = false
function app.delegate:application_didReceiveRemoteNotification_fetchCompletionHandler(application, userInfo, completionHandler)
  called = true
  completionHandler("newData")
end
device:launch(app, { notification = { silent = true } })
assert.is_true(called)

--- app.delegate:application_performFetchWithCompletionHandler
local device = Device { os = "12.4" }
local package = homescreen.sample "toolbox"
package.plist.UIBackgroundModes = plist.array { "fetch" }
local app = device:install(package, { lifecycle = "appDelegate" })
local called = false
function app.delegate:application_performFetchWithCompletionHandler(application, completionHandler)
  called = true
  completionHandler("noData")
end
device:launch(app, { backgroundFetch = true })
assert.is_true(called)

--- app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler
local device = Device { os = "12.4" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "appDelegate" })
local called = false
function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(center, response, completionHandler)
  called = true
  completionHandler()
end
device:launch(app, { notification = "Hello" })
assert.is_true(called)

--- app.delegate:application_shouldSaveSecureApplicationState
local device = Device { os = "14.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "appDelegate" })
local called = false
function app.delegate:application_shouldSaveSecureApplicationState(application, coder)
  called = true
  return true
end
device:launch(app)
device:pressHome()
assert.is_true(called)

--- app.delegate:application_shouldRestoreSecureApplicationState
local device = Device { os = "14.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "appDelegate" })
local called = false
function app.delegate:application_shouldRestoreSecureApplicationState(application, coder)
  called = true
  return true
end
function app.delegate:application_shouldSaveSecureApplicationState() return true end
device:launch(app)
device:pressHome()
app:terminate "jetsam"
device:launch(app)
assert.is_true(called)

--- app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local called = false
function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(windowScene, shortcutItem, completionHandler)
  called = true
  completionHandler(true)
end
device:launch(app)
device:pressHome()
device.springboard:icon(app):press():item("ToolBox"):tap()
assert.is_true(called)

--- app.sceneDelegate:scene_openURLContexts
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local called = false
function app.sceneDelegate:scene_openURLContexts(scene, contexts)
  called = true
end
device:launch(app)
device:launch(app, { url = "toolbox://red" })
assert.is_true(called)

--- app.sceneDelegate:scene_continueUserActivity
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local called = false
function app.sceneDelegate:scene_continueUserActivity(scene, userActivity)
  called = true
end
device:launch(app)
device:launch(app, { universalLink = "https://example.com/red" })
assert.is_true(called)

--- app.sceneDelegate:sceneDidBecomeActive
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local called = false
function app.sceneDelegate:sceneDidBecomeActive(scene)
  called = true
end
device:launch(app)
assert.is_true(called)

--- app.sceneDelegate:sceneWillResignActive
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local called = false
function app.sceneDelegate:sceneWillResignActive(scene)
  called = true
end
device:launch(app)
device:pressHome()
assert.is_true(called)

--- app.sceneDelegate:sceneWillEnterForeground
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local called = false
function app.sceneDelegate:sceneWillEnterForeground(scene)
  called = true
end
device:launch(app)
assert.is_true(called)

--- app.sceneDelegate:sceneDidEnterBackground
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local called = false
function app.sceneDelegate:sceneDidEnterBackground(scene)
  called = true
end
device:launch(app)
device:pressHome()
assert.is_true(called)

--- app.sceneDelegate:sceneDidDisconnect
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local called = false
function app.sceneDelegate:sceneDidDisconnect(scene)
  called = true
end
device:launch(app)
app:terminate()
assert.is_true(called)

--- app.sceneDelegate:scene_willContinueUserActivityWithType
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local called = false
function app.sceneDelegate:scene_willContinueUserActivityWithType(scene, type)
  called = true
end
device:launch(app)
device:launch(app, { userActivity = "com.example.reading" })
assert.is_true(called)

--- app.sceneDelegate:scene_willPerformAppIntent
local device = Device { os = "26.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "scene" })
local called = false
function app.sceneDelegate:scene_willPerformAppIntent(scene, intent)
  called = true
end
device:launch(app)
device:launch(app, { intent = "OpenNoteIntent" })
assert.is_true(called)

--- app.view:onAppear
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "swiftUI" })
local called = false
function app.view:onAppear()
  called = true
end
device:launch(app)
assert.is_true(called)

--- app.view:onOpenURL
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "swiftUI" })
local called = false
function app.view:onOpenURL(url)
  called = true
end
device:launch(app, { url = "toolbox://red" })
assert.is_true(called)

--- app.view:onContinueUserActivity
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "toolbox", { lifecycle = "swiftUI" })
local called = false
function app.view:onContinueUserActivity(activity)
  called = true
end
device:launch(app, { userActivity = "com.example.reading" })
assert.is_true(called)
