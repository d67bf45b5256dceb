---@meta homescreen
-- Written by scripts/generate from the API data. Do not edit.

---An iPhone or iPad with its Home Screen, apps and clock.
---@class homescreen.Device
---@field time number Virtual seconds since the device was switched on.
---@field trace homescreen.Trace All events since the device was created.
---@field alert homescreen.Alert? The alert on the screen, or nil.
---@field front homescreen.App? The app that fills the screen, or nil.
---@field springboard homescreen.Springboard The Home Screen.
---@field screen homescreen.Screen The current content of the screen, as a value that does not change later.
---@field model string The model's name.
---@field os string The version of iOS.
---@field locale string The device's language; assigning it changes the language, as in Settings.
---@field appearance "light"|"dark"|"clear"|"clearDark"|"tinted"|"tintedLight" The appearance of the screen, as the user has set it; icons follow it from iOS 18.
---@field tint string The colour of tinted icons, as the user has set it.
---@field conditions homescreen.Conditions|{ activation?: number, alertTransition?: number, alertsForSameIcon?: boolean, associationFile?: "fetched"|"onlyOnServer"|"missing", authenticationSucceeds?: boolean, consoleNoise?: boolean, deactivation?: number, debugger?: boolean, educationMode?: boolean, emptyIconAlert?: boolean, homeScreenEditing?: boolean, iconCooldown?: number, iconFault?: "none"|"busy"|"busyUntilReboot"|"afterModal"|"upcall", iconHandlerOffMain?: boolean, keepSessions?: "byLifeCycle"|"always"|"never", launchRefusal?: "none"|"betaExpired"|"developerNotTrusted"|"developerModeOff", menuTransition?: number, missingArtwork?: "byVersion"|"placeholder"|"unchanged", needsPrimaryIconName?: boolean, needsScaledNames?: boolean, notificationIconDelay?: number, previewsPrevious?: boolean, privateIconSelector?: "ignored"|"alert", quitKeepsSessions?: boolean, simulator?: boolean, staleAfterFirstChange?: boolean, staleIconCache?: boolean, staleSettingsIcon?: boolean, staleShareIcon?: boolean, staleSwitcherIcon?: boolean, swallowsWillConnect?: boolean } The conditions, by name: `activation`, `staleIconCache`, `educationMode` ….
---@field locked boolean Whether the screen is locked; assigning it locks or unlocks it.
local _Device = {}

---Installs an app, or updates the installed one with the same bundle identifier.
---An update keeps the chosen icon as long as the new version declares it. With `sources`, the app handles quick actions, links and notifications as its own code does: `app.delegate` and the like do not exist, and a scenario only needs taps.
---@param package? string|homescreen.Package a path next to the script or in the project's root (an Xcode project, a built `.app`, an `.ipa`, an Info.plist, a folder that contains one), or a package; the app of `--app` by default
---@param options? { lifecycle?: "appDelegate"|"scene"|"swiftUI", distribution?: "development"|"adHoc"|"enterprise"|"testFlight"|"appStore", published?: boolean, sdk?: string, signedAs?: string, downloading?: boolean, sources?: boolean, doubtful?: boolean, target?: string, configuration?: string, settings?: table<string, string>, xcode?: string } details of the build and, for a path to a project, of the app to choose
---@return homescreen.App the app; after an update the same object as before
function _Device:install(package, options) end

---Deletes an app, with its process and its chosen icon.
---@param app homescreen.App the app to delete
function _Device:uninstall(app) end

---Removes the app's code and keeps its icon and documents; installing the app again restores the code.
---Until then the app cannot be launched; it comes back with its primary icon.
---@param app homescreen.App the app to offload
function _Device:offload(app) end

---Launches an app as a tap on its icon does, or brings it to the front.
---For a quick action, tap its row in the menu: `device.springboard:icon(app):press():item(…):tap()`. `notification` and `intent` are a title or name, or a table with details; `{ notification = { silent = true } }` and `backgroundFetch` run the app in the background. A `url` opens only an app whose Info.plist declares its scheme; a `universalLink` only an app whose entitlements have its domain, if they are known.
---@param app homescreen.App the app
---@param situation? { url?: string, sourceApplication?: string, universalLink?: string, notification?: string|{ title?: string, body?: string, userInfo?: table, action?: string, foreground?: boolean, silent?: boolean }, userActivity?: string|{ activityType?: string, webpageURL?: string, userInfo?: table }, spotlight?: string, widget?: string|{ url?: string, kind?: string }, intent?: string|{ name?: string, userInfo?: table }, backgroundFetch?: boolean, liveActivity?: string|{ url?: string }, location?: boolean, bluetooth?: string[], urls?: string[] } why the app is launched: exactly one of these fields (and `sourceApplication` with `url` or `urls`); a tap on the icon by default
function _Device:launch(app, situation) end

---Goes to the Home Screen: the app in front resigns active and enters the background.
function _Device:pressHome() end

---Switches the device off and on: every process ends, but the chosen icons stay.
function _Device:reboot() end

---Advances virtual time, and runs the app's timers that become due.
---@param seconds number the number of seconds, with millisecond precision
function _Device:advance(seconds) end

---Advances time until nothing is waiting.
---A timer that repeats forever is an error, which names the timer.
---@return number the seconds that passed
function _Device:settle() end

---Runs a function and returns the events that happened on this device while it ran.
---@param body fun() the function to run
---@return homescreen.Trace the events of that function
function _Device:record(body) end

---Goes back to an earlier state, in the REPL.
---The REPL runs the lines of the session again in a fresh state, and hides their output. It stops after the last command that had ended by that time, or before the command that led to the event. Everything is as it was then, including Lua variables; everything later is forgotten. `:history` shows the lines and their times.
---@param target number|homescreen.Event a time in virtual seconds, or an event of this device's trace
function _Device:rewind(target) end

---The content of a screen.
---@class homescreen.Screen
---@field lines string[] The visible content, line by line: the app in front, icons with their pictures, the menu’s rows, the alert.
local _Screen = {}

---The screen as a drawing in SVG, which every browser shows.
---@return string a whole file
function _Screen:svg() end

---The conditions of a device, by name.
---@class homescreen.Conditions
---@field activation number Seconds from the first callback of a launch or a return until the app is active.
---@field alertTransition number Seconds that an alert takes to appear or to disappear.
---@field alertsForSameIcon boolean From iOS 26.1 the alert appears again for the icon that is already set, according to two reports.
---@field associationFile "fetched"|"onlyOnServer"|"missing" Whether the domain’s file `apple-app-site-association` was fetched, is only on the server, or is missing.
---@field authenticationSucceeds boolean From iOS 18, the app lock recognises the user who opens a locked app.
---@field consoleNoise boolean On iOS 15, a line about a database precedes a successful icon change on the console.
---@field deactivation number Seconds from resigning active until the app is in the background.
---@field debugger boolean A debugger is attached, so the watchdog is off.
---@field educationMode boolean The device is shared and in education mode: icons cannot be changed.
---@field emptyIconAlert boolean Up to iOS 26.0, the alert of an icon change is empty, as in an app that overrides `UIAlertController` methods.
---@field homeScreenEditing boolean Icons can be moved and removed; a managed device can forbid both.
---@field iconCooldown number From iOS 26.1, seconds after an icon alert, and after the launch, during which another request gets error 35.
---@field iconFault "none"|"busy"|"busyUntilReboot"|"afterModal"|"upcall" A fault of iOS that makes icon changes fail.
---@field iconHandlerOffMain boolean The handler of an icon change does not run on the main queue; Apple does not specify a queue.
---@field keepSessions "byLifeCycle"|"always"|"never" The scene sessions that survive their process and are connected again without asking for their configuration.
---@field launchRefusal "none"|"betaExpired"|"developerNotTrusted"|"developerModeOff" The reason why the system does not start apps with some kinds of distribution.
---@field menuTransition number Seconds that the menu of an icon takes to open or to close.
---@field missingArtwork "byVersion"|"placeholder"|"unchanged" The picture for an icon whose files do not exist.
---@field needsPrimaryIconName boolean An alternate is not shown if `CFBundlePrimaryIcon` names no picture, according to one report.
---@field needsScaledNames boolean A loose picture of an alternate is not shown without `@2x` or `@3x` in its name, according to one report.
---@field notificationIconDelay number Seconds after an icon change during which notifications show the old icon.
---@field previewsPrevious boolean The icon alert previews the icon that was set before.
---@field privateIconSelector "ignored"|"alert" The effect of the private selector for silent icon changes, from iOS 26.1.
---@field quitKeepsSessions boolean Scene sessions also survive when the user quits the app in the switcher.
---@field simulator boolean The device is Xcode's Simulator: it behaves like a device, except for its own faults.
---@field staleAfterFirstChange boolean From the second change on, the Home Screen keeps the old icon until a restart or reinstallation.
---@field staleIconCache boolean The Home Screen keeps the old icon until its icons jiggle, the device restarts or the app is reinstalled.
---@field staleSettingsIcon boolean Settings keeps the old icon until the device restarts.
---@field staleShareIcon boolean Up to iOS 17 the share sheet keeps the old icon until the device restarts.
---@field staleSwitcherIcon boolean The App Switcher keeps the old icon through changes, updates and reinstallations until the device restarts.
---@field swallowsWillConnect boolean SwiftUI does not call `scene(_:willConnectTo:options:)` of the app's scene delegate, as one project reports.
local _Conditions = {}

---The Home Screen of a device.
---@class homescreen.Springboard
---@field icons homescreen.Icon[] All icons, in the order of installation.
---@field library homescreen.Icon[] The icons in the App Library, which has every app; empty before iOS 14.
---@field mode "home"|"menu"|"folder"|"editing"|"app"|"locked" The state of the screen: `home`, `menu`, `folder`, `editing`, `app` or `locked`.
---@field folders homescreen.Folder[] The folders, in the order in which they were created.
---@field openFolder homescreen.Folder? The folder that is open, or nil.
local _Springboard = {}

---The icon of an app.
---Two icons with the same label are an error: pass the app instead.
---@param app homescreen.App|string the app, or the label under its icon
---@return homescreen.Icon the icon of the app
function _Springboard:icon(app) end

---The icon of an app in the App Library.
---@param app homescreen.App the app
---@return homescreen.Icon the app's icon in the App Library
function _Springboard:libraryIcon(app) end

---The folder with this name; it is an error if two folders have it.
---@param name string the name under the folder
---@return homescreen.Folder the folder
function _Springboard:folder(name) end

---An app's icon on the Home Screen.
---@class homescreen.Icon
---@field label string The text under the icon.
---@field app homescreen.App The app that the icon launches.
---@field place { page?: integer, row?: integer, column?: integer, dock?: integer }? The place of the icon: `{ page, row, column }` or `{ dock }`; nil in the App Library and in a folder.
---@field folder homescreen.Folder? The folder that contains the icon, or nil.
local _Icon = {}

---Taps the icon: launches the app, or brings it to the front.
---If something covers the icon, the error names it.
function _Icon:tap() end

---Moves the icon to another place on the Home Screen. Menus of icons near the bottom open upward.
---@param place { page?: integer, row?: integer, column?: integer, dock?: integer } a place in the grid, or in the Dock
function _Icon:move(place) end

---The picture that the system draws for the app.
---`why` lists the files that were considered and the facts that decided. Only asset catalogs have dark and tinted pictures (from iOS 18 on) and clear ones (from iOS 26 on); if one is missing, the system derives it from the light picture. The App Store shows the primary icon.
---@param surface? "home"|"spotlight"|"settings"|"notification"|"switcher"|"dock"|"library"|"share"|"appStore" `home` (default), `spotlight`, `settings`, `notification`, `switcher`, `dock`, `library`, `share`, `appStore`
---@param options? { appearance?: "light"|"dark"|"tinted"|"clear" } how icons look
---@return homescreen.Picture the picture, and the reasons for it
function _Icon:picture(surface, options) end

---Drops the icon on another icon, which creates a folder with both, or on a folder.
---`icon:move` takes the icon out of the folder; a folder disappears with its last icon.
---@param target homescreen.Icon|homescreen.Folder the icon or folder that it is dropped on
---@return homescreen.Folder the folder that contains it afterwards
function _Icon:drop(target) end

---Taps the badge that removes the icon, while icons jiggle; the system asks for confirmation.
function _Icon:remove() end

---Presses the icon until its menu opens.
---The press takes time on the device's clock. If no menu opens, the result is nil, and the trace says why: a press that is too short, no 3D Touch, no rows. Two seconds or more start editing the Home Screen.
---@param seconds? number how long; 1.4 by default
---@return homescreen.Menu? the menu, or nil if none opens
function _Icon:press(seconds) end

---The picture that is drawn for an icon.
---@class homescreen.Picture
---@field file string? The file, relative to the bundle; nil if none is shown.
---@field source string The origin of the picture: `loose` files, the `catalog`, a `placeholder`, or `unchanged` if the old picture stays.
---@field pixels integer The width and height of the drawing in pixels.
---@field scaled boolean Whether the file is scaled.
---@field placeholder boolean Whether the system shows its empty icon.
---@field appearance "light"|"dark"|"tinted"|"clear" The appearance that the file is for: `light`, `dark` or `tinted`, or `clear` in an Icon Composer file.
---@field derived boolean Whether the system derives the requested appearance from a picture of another appearance.
---@field iconName string? The name of the icon whose picture this is; nil for the primary one.
---@field why string[] The reasons, one line each, with their facts.
local _Picture = {}

---A folder of the Home Screen.
---@class homescreen.Folder
---@field name string The name under the folder.
---@field icons homescreen.Icon[] The icons in the folder, in their order.
---@field place { page?: integer, row?: integer, column?: integer, dock?: integer } The place of the folder: `{ page, row, column }` or `{ dock }`.
---@field isOpen boolean Whether the folder's icons are visible.
---@field exists boolean Whether the folder exists: it disappears with its last icon.
local _Folder = {}

---Opens the folder, so its icons can be touched. Home closes it.
function _Folder:tap() end

---Presses the folder until its menu opens.
---@param seconds? number how long; 1.4 by default
---@return homescreen.Menu? the menu, or nil if none opens
function _Folder:press(seconds) end

---Renames the folder.
---@param name string the new name
function _Folder:rename(name) end

---Moves the folder to another place on the Home Screen.
---@param place { page?: integer, row?: integer, column?: integer, dock?: integer } a place in the grid, or in the Dock
function _Folder:move(place) end

---Taps the badge that removes the folder, while icons jiggle; from iOS 14.
function _Folder:remove() end

---The menu of an icon.
---@class homescreen.Menu
---@field rows homescreen.Row[] The rows from top to bottom: at most four quick actions of the app, then the system's rows.
---@field app homescreen.App? The app whose icon was pressed; nil for the menu of a folder.
---@field folder homescreen.Folder? The folder that was pressed; nil for the menu of an app's icon.
---@field isOpen boolean Whether the menu is still on the screen.
---@field opensUpward boolean Whether the menu opens upward, as it does for an icon that is low on the screen or in the Dock.
---@field iconSide "left"|"right" The side of the icons in the rows: `left` or `right`.
---@field widget string? The bundle identifier of the Today widget above the rows (iOS 10 to 13), or nil.
local _Menu = {}

---The row with this title, type or identifier; it is an error if none matches, or if two match equally well.
---The call asserts that the row exists; `assert.error` around the call asserts that it does not. `pcall(menu.item, menu, "TITLE")` returns true and the row, or false.
---@param text string the title, the type or the identifier; titles are compared first, then types
---@return homescreen.Row the row
function _Menu:item(text) end

---A row of the menu.
---@class homescreen.Row
---@field title string The text that the user reads.
---@field subtitle string? The line below the title, or nil.
---@field type string? The type of the app's item; nil for a system row.
---@field identifier string? The identifier of the row for UI tests, or nil.
---@field icon string? The icon as text: `type search`, `symbol star`; nil without an icon.
---@field lines string[] The drawn lines: at most two for a title alone, otherwise one for each text; longer text ends in an ellipsis.
---@field glyph string? The drawn icon: `system search`, `symbol star`, `asset gear`, `file gear.png`, `monogram AL`, `dot`, `placeholder`; or nil.
---@field why string[] The reasons for the icon, one line each, with their facts; for a system row, when the system adds it.
---@field system boolean Whether the row belongs to the system.
---@field english string? Why a system row is in English on a device in another language, or nil.
local _Row = {}

---Taps the row: the menu closes, and the app gets its quick action.
function _Row:tap() end

---The alert on the screen.
---@class homescreen.Alert
---@field label string The text that the user reads.
---@field title string? The controller's own title.
---@field message string? The controller's own message.
---@field buttons string[] The titles of the buttons.
---@field owner string The owner: `system`, or the bundle identifier of the app.
---@field picture homescreen.Picture? The preview of the new icon, or nil.
---@field isInReachOfUITests boolean Whether a UI test finds the alert among the app's own elements; the system's alert is in another window.
---@field english string? Why a system text of the alert is in English on a device in another language, or nil.
local _Alert = {}

---Taps a button of the alert.
---@param button string the button's title
function _Alert:tap(button) end

---An app that is installed on a device.
---@class homescreen.App
---@field downloading boolean Whether the app is still being downloaded.
---@field state "notRunning"|"runningForeground"|"runningBackground"|"runningBackgroundSuspended" `notRunning`, `runningForeground`, `runningBackground` or `runningBackgroundSuspended`.
---@field iconName string? The name of the icon that the system has stored, or nil for the primary one.
---@field console string[] The lines that the app wrote with `NSLog`.
---@field crash ({ reason: string, code?: ("0x8badf00d"|"EXC_BREAKPOINT"|"SIGKILL"), time: number })? The crash that ended the app: `reason`, `code`, `time`; nil if it did not crash.
---@field bundleIdentifier string `CFBundleIdentifier`.
---@field label string The text under the icon.
---@field device homescreen.Device The device on which the app is installed.
---@field main fun()? Runs at each process start, before the app delegate is created: create singletons here.
---@field delegate homescreen.AppDelegate|table|nil The class of the app delegate: its methods, under their Objective-C names.
---@field sceneDelegate homescreen.SceneDelegate|table|nil The class of the scene delegate: its methods, under their Objective-C names.
---@field rootViewController homescreen.ControllerClass|table|nil The class of the root view controller; each window gets a new object of the class.
---@field view homescreen.RootView|table|nil The class of the root view of a SwiftUI app: `onAppear`, `onOpenURL`, `onContinueUserActivity`, `onScenePhase`.
---@field scenes homescreen.Scene[] The app's connected scenes, from the system's side; none in an app without scenes.
local _App = {}

---Opens another window of the app, like New Window in the icon's menu.
---This needs an iPad, iPadOS 13, and `UIApplicationSupportsMultipleScenes` in the scene manifest.
---@param options? { beside?: boolean } where the window appears
function _App:newScene(options) end

---Shows the app on another display: an external display, which shows the app in front, or a car.
---The app gets a scene of the display's role, if its app delegate returns a configuration for it or the scene manifest has one; otherwise an external display mirrors the screen, and a car shows nothing. A car starts an app that is not running, without a window.
---@param display "external"|"car" `external` or `car`
function _App:connectDisplay(display) end

---Disconnects the display and the app's scene on it.
---@param display "external"|"car" `external` or `car`
function _App:disconnectDisplay(display) end

---Ends the download of an app that was installed with `downloading = true`.
function _App:finishDownload() end

---Brings the app to the front from the app switcher; launches it if it is not running.
function _App:activate() end

---Ends the process, so its memory is lost.
---`user` ends it as the app switcher does: the app leaves the screen, and is notified unless it is suspended. `jetsam` ends it as the system does when memory is low: the app is not notified.
---@param cause? "user"|"jetsam" `user` (default) or `jetsam`
function _App:terminate(cause) end

---Lets the system suspend the app, which must be in the background.
function _App:suspend() end

---The picture that iOS shows for the app on a surface, regardless of where its icon is.
---The App Switcher, notifications, the share sheet and Settings have their own caches, which can be stale; see the conditions `staleSwitcherIcon`, `notificationIconDelay`, `staleShareIcon` and `staleSettingsIcon`.
---@param surface? "home"|"spotlight"|"settings"|"notification"|"switcher"|"dock"|"library"|"share"|"appStore" `home` (default), `spotlight`, `settings`, `notification`, `switcher`, `dock`, `library`, `share`, `appStore`
---@param options? { appearance?: "light"|"dark"|"tinted"|"clear" } how icons look
---@return homescreen.Picture the picture, and the reasons for it
function _App:picture(surface, options) end

---Runs a piece of the app's own code in its process, on its main thread.
---In the function, UIKit's names refer to this app. Blocks that the code queues without a delay run before `run` returns. The app must be running. An uncaught error crashes the app.
---@param body fun(): ... a piece of the app's own code
---@return ... what the function returns
function _App:run(body) end

---Explains why a change to this icon would or would not be visible: checks, names, pictures, and what to change.
---Nothing changes, and the app does not need to run.
---@param name? string the name that the app would ask for, or nil for the primary icon
---@return string[] the lines that `homescreen why` prints
function _App:why(name) end

---The app's code declares that it has handled a quick action; `assert.handled_once` checks that.
---Call it only in the app's code.
---@param item homescreen.UIApplicationShortcutItem the quick action
function _App:didHandle(item) end

---Calls an action of the app, as a button does, on the first object that has the method.
---The order is: the controller on top, the controllers below it down to the root, the scene's delegate, the app delegate.
---@param action string the name of a method
---@param ...? any the arguments of the action
function _App:perform(action, ...) end

---A scene of an app: one of its windows.
---@class homescreen.Scene
---@field identifier string The persistent identifier of the scene's session.
---@field title string The title that the app gave the scene, or nil.
---@field activationState "unattached"|"foregroundInactive"|"foregroundActive"|"background" `unattached`, `foregroundInactive`, `foregroundActive` or `background`.
---@field session homescreen.UISceneSession The information that the system stores about the scene.
---@field delegate table? The object of `app.sceneDelegate` that belongs to the scene, or nil.
---@field window homescreen.UIWindow? The scene's key window; nil once the scene is disconnected.
---@field windows homescreen.UIWindow[] The scene's visible windows, the topmost last.
---@field activationConditions { canActivate?: boolean|string[], prefersToActivate?: boolean|string[] } The target content identifiers that the scene can show, and those that it prefers.
local _Scene = {}

---Lets the system disconnect the scene, as it does when memory is low; the app must be in the background.
---The process keeps running. The next action connects a new scene, with a new delegate.
function _Scene:disconnect() end

---Brings the scene to the front, as a tap on its window in the switcher does.
function _Scene:activate() end

---Shows the window next to the app's window that is on the screen: both are then active.
---Before iPadOS 26 that is Split View, which has two places; from iPadOS 26, windows overlap, and there can be more. The most recently used window gets the events of the app. Before iPadOS 26, an app with `UIRequiresFullScreen` in its Info.plist cannot do this.
function _Scene:showBeside() end

---Lets the window fill the screen: the windows next to it go to the background.
function _Scene:fillScreen() end

---Closes the window in the switcher: the scene is disconnected, and its session is discarded.
function _Scene:discard() end

---The information that the system stores about a scene.
---@class homescreen.UISceneSession
---@field persistentIdentifier string An identifier that stays the same as long as the session exists.
---@field role string The role of the scene: the name of UIKit's constant, as in the scene manifest.
---@field configuration homescreen.UISceneConfiguration The configuration that `application_configurationForConnectingSceneSession_options` returned, or the default one.
---@field scene homescreen.Scene? The connected scene, or nil.
---@field stateRestorationActivity { activityType: string, webpageURL?: string, userInfo?: table }? The activity that `stateRestorationActivityForScene` returned when the scene last went to the background, or nil.
local _UISceneSession = {}

---Why a scene is connected.
---@class homescreen.UISceneConnectionOptions
---@field shortcutItem homescreen.UIApplicationShortcutItem? The quick action that made the system connect the scene, or nil.
---@field urlContexts { url: string, sourceApplication?: string }[] URLs to open: a list of `{ url, sourceApplication }`.
---@field userActivities { activityType: string, webpageURL?: string, userInfo?: table }[] Activities to continue: a list of `{ activityType, webpageURL, userInfo }`, without those of Handoff.
---@field sourceApplication string? The bundle identifier of the app that sent a URL, or nil.
---@field handoffUserActivityType string? The type of an activity that Handoff is still fetching, or nil; `scene_continueUserActivity` gets the activity.
---@field notificationResponse { actionIdentifier: string, notification: { request: { content: { title?: string, body?: string, userInfo?: table } } } }? The notification that was answered: `notification.request.content.userInfo`, `actionIdentifier`; or nil.
---@field appIntent string? The name of the App Intent that `scene_willPerformAppIntent` should perform, or nil.
local _UISceneConnectionOptions = {}

---How a scene is set up.
---@class homescreen.UISceneConfiguration
---@field name string? The name of a configuration in the Info.plist; nil is the default one.
---@field delegateClass table? The class of the scene delegate, or nil for the app's.
local _UISceneConfiguration = {}

---What state restoration stores.
---@class homescreen.NSCoder
local _NSCoder = {}

---Stores a value under a key, for the next start of the app.
---@param value any a value for a property list
---@param key string the name under which the value is stored
function _NSCoder:encode(value, key) end

---The value that was stored under a key, or nil.
---@param key string the name under which the value was stored
---@return any a copy of the value, or nil
function _NSCoder:decodeObject(key) end

---The class of `UIApplication.shared`.
---@class homescreen.UIApplicationClass
---@field shared homescreen.UIApplication The application object of the app whose code runs.
local _UIApplicationClass = {}

---`UIApplication.shared` of the app whose code runs.
---@class homescreen.UIApplication
---@field alternateIconName string? The name of the alternate icon, or nil while the primary one is shown.
---@field supportsAlternateIcons boolean Whether the app can change its icon.
---@field applicationState "active"|"inactive"|"background" `active`, `inactive` or `background`.
---@field shortcutItems homescreen.UIApplicationShortcutItem[]? The dynamic quick actions: the list that the app assigned, without static ones.
---@field delegate (homescreen.AppDelegate|homescreen.SwiftUIAppDelegate)? The app delegate of this process: the object of the class `app.delegate`, or nil.
---@field connectedScenes homescreen.Scene[] The scenes of this process.
---@field keyWindow homescreen.UIWindow? The key window of the most recently used scene, or of an app without scenes; or nil.
---@field windows homescreen.UIWindow[] All windows that are not hidden; those of the most recently used scene come last.
---@field openSessions homescreen.UISceneSession[] The sessions of the app's windows: first the sessions that wait for a scene, then those with a connected scene.
local _UIApplication = {}

---Changes the app's icon.
---The call returns at once. On success the system shows an alert; the completion handler runs after `OK`. On an error there is no alert, and the icon does not change.
---@param name? string a name declared in Info.plist, or nil for the primary icon
---@param completion? fun(error?: homescreen.Error) gets nil, or the error; runs on the main queue, after the user has answered the alert
function _UIApplication:setAlternateIconName(name, completion) end

---The private selector that changes the icon without an alert.
---The App Store rejects apps that use the selector. From iOS 26.1, it shows the alert, as the public method does; one report says that it does nothing (the condition `privateIconSelector`).
---@param name? string a name declared in Info.plist, or nil for the primary icon
---@param completion? fun(error?: homescreen.Error) gets nil, or the error; runs at once if no alert is shown
function _UIApplication:_setAlternateIconName(name, completion) end

---Whether an app on the device opens the URL.
---The Info.plist of the calling app must list the scheme under `LSApplicationQueriesSchemes`; otherwise the result is false, even if an app declares the scheme, and the console says so. The app's own schemes, `http`, `https` and those of the system's apps (`tel`, `mailto`, `sms`, `app-settings`) need no entry.
---@param url string a URL with its scheme
---@return boolean whether an app on the device opens the URL
function _UIApplication:canOpenURL(url) end

---Lets another app open a URL: an app that declares its scheme, or whose entitlements have the link's domain.
---The call returns at once. A link that no other app is entitled to, or a link to the app itself, goes to the browser, which is not simulated: the app leaves the screen. System schemes (`mailto`, `sms`, `tel`, `facetime`, `app-settings`, `itms-apps`) open the system's apps, which are not simulated either; `tel` on an iPad is an error.
---@param url string a URL with its scheme
---@param options? { universalLinksOnly?: boolean } `{ universalLinksOnly = true }`, or nil
---@param completion? fun(success: boolean)? gets whether something opened the URL; runs on the main queue
function _UIApplication:open(url, options, completion) end

---The old form of `open`, deprecated since iOS 10; returns whether something opens the URL.
---From iOS 18, it does nothing in an app that was built with the iOS 18 SDK or later.
---@deprecated
---@param url string a URL with its scheme
---@return boolean whether something opens it
function _UIApplication:openURL(url) end

---Brings the window of a session to the front; without a session, opens a new window.
---This needs an iPad, and `UIApplicationSupportsMultipleScenes` in the scene manifest. UIKit's `options` are left out: they change nothing here.
---@param session? homescreen.UISceneSession a session of the app
---@param userActivity? { activityType?: string, webpageURL?: string, userInfo?: table } the content of the window, or nil
---@param errorHandler? fun(error: homescreen.Error)? gets the reason if the system refuses; runs on the main queue
function _UIApplication:requestSceneSessionActivation(session, userActivity, errorHandler) end

---Closes the window of a session permanently, as the user does in the switcher.
---UIKit's `options` are left out: they change nothing here.
---@param session homescreen.UISceneSession a session of the app
---@param errorHandler? fun(error: homescreen.Error)? gets the reason if the system refuses; runs on the main queue
function _UIApplication:requestSceneSessionDestruction(session, errorHandler) end

---SwiftUI's own app delegate, which is not an object of the class `app.delegate`.
---@class homescreen.SwiftUIAppDelegate
local _SwiftUIAppDelegate = {}

---The class of `UNUserNotificationCenter.current()`.
---@class homescreen.UNUserNotificationCenterClass
---@field current homescreen.UNUserNotificationCenter The notification centre; `UNUserNotificationCenter.current()` is the same.
local _UNUserNotificationCenterClass = {}

---The notification centre of an app.
---@class homescreen.UNUserNotificationCenter
---@field delegate (homescreen.AppDelegate|homescreen.SwiftUIAppDelegate)?|table? The object that gets the answers to notifications; the app delegate until the app sets another object.
local _UNUserNotificationCenter = {}

---The class of `BGTaskScheduler.shared`.
---@class homescreen.BGTaskSchedulerClass
---@field shared homescreen.BGTaskScheduler The scheduler of the app whose code runs.
local _BGTaskSchedulerClass = {}

---The scheduler of an app's background tasks.
---@class homescreen.BGTaskScheduler
local _BGTaskScheduler = {}

---Registers a background task; up to iOS 18 the app must do so before the launch has finished.
---Later, for example in a scene delegate, the call raises an exception that ends the app; so does a second call for the same identifier, in every version. If `BGTaskSchedulerPermittedIdentifiers` in the Info.plist does not list the identifier, the call returns false. Tasks are not simulated beyond that.
---@param identifier string the identifier of the task
---@param handler? fun(task: table)? the function of the task, which never runs here
---@return boolean whether the Info.plist permits the identifier
function _BGTaskScheduler:register(identifier, handler) end

---A quick action.
---@class homescreen.UIApplicationShortcutItem
---@field type string The string that identifies the action for the app.
---@field localizedTitle string The title in the menu.
---@field localizedSubtitle string? The line below the title, or nil.
---@field icon homescreen.UIApplicationShortcutIcon? The picture next to the title, or nil.
---@field userInfo table? A copy of the app's own data, or nil.
---@field targetContentIdentifier string? Which scene should handle the action, or nil.
local _UIApplicationShortcutItem = {}

---A copy that can be changed; registered items change only when the list is assigned again.
---@return homescreen.UIMutableApplicationShortcutItem the copy
function _UIApplicationShortcutItem:mutableCopy() end

---What `%@` and the console print.
---@return string the text
function _UIApplicationShortcutItem:description() end

---A quick action that can be changed.
---@class homescreen.UIMutableApplicationShortcutItem
---@field type string The string that identifies the action for the app.
---@field localizedTitle string The title in the menu.
---@field localizedSubtitle string The line below the title, or nil.
---@field icon homescreen.UIApplicationShortcutIcon?|homescreen.UIApplicationShortcutIcon The picture next to the title, or nil.
---@field userInfo table The app's own data for the action; reading returns a copy.
---@field targetContentIdentifier string Which scene should handle the action, or nil.
local _UIMutableApplicationShortcutItem = {}

---A copy with the same fields.
---@return homescreen.UIMutableApplicationShortcutItem the copy
function _UIMutableApplicationShortcutItem:mutableCopy() end

---What `%@` and the console print.
---@return string the text
function _UIMutableApplicationShortcutItem:description() end

---The class of view controllers.
---@class homescreen.UIViewControllerClass
---@field present fun(presenter, controller, animated?, completion?) `present` of all view controllers: assigning it replaces UIKit's implementation, as swizzling does.
local _UIViewControllerClass = {}

---A class of view controllers with its own methods.
---The system calls `viewDidLoad` and `viewDidAppear`. Calling the class creates an object: `Detail()`. Fields of `self` belong to the object.
---@param name string the name of its objects on the console
---@return table the class: a table of methods
function _UIViewControllerClass.subclass(name) end

---Exchanges two implementations, as `method_exchangeImplementations` does.
---A class inherits `present`, so UIKit's implementation is exchanged, and controllers of every class are affected: a controller whose class lacks the other method ends the app with an unrecognized selector. A second exchange undoes the first. An exchange ends with the process.
---@param class table a class that inherits `present`
---@param name string `present`
---@param other string the method of the class that is exchanged with `present`
function _UIViewControllerClass.exchange(class, name, other) end

---A view controller.
---@class homescreen.UIViewController
---@field title string Its title, or nil.
---@field presentedViewController homescreen.UIViewController? The presented controller, or nil.
---@field presentingViewController homescreen.UIViewController? The presenting controller, or nil.
local _UIViewController = {}

---Shows a controller over this one.
---If the presenter's view is not in a window, or the presenter already presents a controller, the console shows a line, and the completion handler never runs.
---@param controller homescreen.UIViewController what to show
---@param animated? boolean false: no transition; true by default
---@param completion? fun() runs when the transition is over
function _UIViewController:present(controller, animated, completion) end

---Dismisses the controller that this one presents, or this one if it presents none.
---@param animated? boolean false: no transition; true by default
---@param completion? fun() runs when the transition is over
function _UIViewController:dismiss(animated, completion) end

---Whether the controller is an object of a class: `isKind(of:)`.
---@param class any `UIAlertController`, `UIViewController` or a class of the script
---@return boolean whether the object is one of that class
function _UIViewController:isKind(class) end

---A button of an alert of the app.
---@class homescreen.UIAlertAction
---@field title string Its title.
---@field style "default"|"cancel"|"destructive" `default`, `cancel` or `destructive`.
local _UIAlertAction = {}

---An alert of the app.
---@class homescreen.UIAlertController
---@field message string? The text below the title, or nil.
---@field preferredStyle "alert"|"actionSheet" `alert` or `actionSheet`.
---@field actions homescreen.UIAlertAction[] Its buttons.
---@field contentViewController homescreen.UIViewController? The controller that draws the middle of the alert: a private one in the icon alert, nil in an alert of the app.
---@field title string Its title, or nil.
---@field presentedViewController homescreen.UIViewController? The presented controller, or nil.
---@field presentingViewController homescreen.UIViewController? The presenting controller, or nil.
local _UIAlertController = {}

---Adds a button; buttons appear in this order.
---@param action homescreen.UIAlertAction the button
function _UIAlertController:addAction(action) end

---Shows a controller over this one.
---If the presenter's view is not in a window, or the presenter already presents a controller, the console shows a line, and the completion handler never runs.
---@param controller homescreen.UIViewController what to show
---@param animated? boolean false: no transition; true by default
---@param completion? fun() runs when the transition is over
function _UIAlertController:present(controller, animated, completion) end

---Dismisses the controller that this one presents, or this one if it presents none.
---@param animated? boolean false: no transition; true by default
---@param completion? fun() runs when the transition is over
function _UIAlertController:dismiss(animated, completion) end

---Whether the controller is an object of a class: `isKind(of:)`.
---@param class any `UIAlertController`, `UIViewController` or a class of the script
---@return boolean whether the object is one of that class
function _UIAlertController:isKind(class) end

---A window of the app.
---@class homescreen.UIWindow
---@field rootViewController homescreen.UIViewController? The root controller; assigning another one removes the controllers that the old one presents.
---@field isKeyWindow boolean Whether the window is the key window of its scene, or of an app without scenes.
---@field isHidden boolean Whether the window is hidden, as each window is until it is shown.
local _UIWindow = {}

---Shows the window over the others, and makes it the key window.
function _UIWindow:makeKeyAndVisible() end

---The class of `UIDevice.current`.
---@class homescreen.UIDeviceClass
---@field current homescreen.UIDevice The device that the app runs on.
local _UIDeviceClass = {}

---The device, as the app sees it.
---@class homescreen.UIDevice
---@field systemName string `iOS`; `iPadOS` on an iPad from 15 on; `iPhone OS` before 10.
---@field systemVersion string Such as `17.5`.
---@field model string `iPhone` or `iPad`.
---@field userInterfaceIdiom string `phone` or `pad`.
local _UIDevice = {}

---The class of `Bundle.main`.
---@class homescreen.BundleClass
---@field main homescreen.Bundle The bundle of the app whose code runs.
local _BundleClass = {}

---The app's bundle, as the app sees it.
---@class homescreen.Bundle
---@field infoDictionary table The whole Info.plist for this device.
---@field bundleIdentifier string `CFBundleIdentifier`.
local _Bundle = {}

---The value of an Info.plist key: `object(forInfoDictionaryKey:)`.
---Suffixed keys (`CFBundleIcons~ipad`) are already resolved for the device.
---@param key string a key of Info.plist
---@return any the value for this device, or nil
function _Bundle:object(key) end

---A picture in the app's code.
---@class homescreen.UIImage
---@field name string The name that was passed.
---@field file string? The file, relative to the bundle or in the catalog's set; nil if it is unknown.
---@field source string The origin of the picture: `loose` or `catalog`.
---@field scale integer Pixels per point.
---@field size table? `width` and `height` in points; nil if they are unknown.
local _UIImage = {}

---The queues of an app.
---@class homescreen.DispatchQueueClass
---@field main homescreen.DispatchQueue The main queue of the app whose code runs.
---@field global homescreen.DispatchQueue A queue off the main thread; `DispatchQueue.global()` is the same.
local _DispatchQueueClass = {}

---A queue of an app.
---@class homescreen.DispatchQueue
local _DispatchQueue = {}

---Runs a block on a later turn of the queue, without advancing the virtual clock.
---@param block fun() what to run
function _DispatchQueue:async(block) end

---Runs a block on the queue after some virtual time.
---The block runs during `device:advance`, or during a command that takes that long.
---@param seconds number from now
---@param block fun() what to run
function _DispatchQueue:asyncAfter(seconds, block) end

---A function that can use `await`.
---@class homescreen.Task
---@field isFinished boolean Whether the task's function has ended.
---@field error homescreen.Error? The NSError that ended the task's function, or nil.
local _Task = {}

---An app, described by files and settings.
---@class homescreen.Package
---@field plist homescreen.PropertyList The Info.plist as a live view: read, assign, walk, save.
---@field name string The bundle's name without `.app`.
---@field warnings string[] The warnings of the loader, one line each.
---@field linkDomains string[]? The domains whose universal links the app gets, as its entitlements list them; nil if these are unknown.
local _Package = {}

---Lints the app, as `homescreen lint` does, including the rules of plugins.
---Changes that the script has made to the package are included. `homescreen explain CODE` explains each rule.
---@param options? { select?: string|string[], severity?: "note"|"warning"|"error", codes?: boolean } which findings; all by default
---@return ({ code: string, severity: "note"|"warning"|"error", message: string, help?: string, file?: string, line?: integer, column?: integer, facts: string[], devices: ("iPhone"|"iPad")[], languages: string[], fix?: ("safe"|"unsafe") })[]|string[] the findings, in the order of the app's files; with `codes`, their codes
function _Package:lint(options) end

---The files in the app’s bundle, with the size of pictures in pixels.
---@return { path: string, size: integer, width?: integer, height?: integer }[] the files of the bundle, by path
function _Package:files() end

---A live view of a dictionary or array of a property list.
---@class homescreen.PropertyList
---@field format ("xml"|"binary"|"openStep"|"strings")? How the property list was written: `xml`, `binary`, `openStep` or `strings`.
local _PropertyList = {}

---The value at a path of keys; missing steps raise no error.
---@param key string|integer more keys, for the next levels
---@return any the value, or nil when a step is missing
function _PropertyList:get(key) end

---The position of a value in its file.
---@param key? string|integer more keys, for the next levels
---@return string?, integer?, integer? file, line, column; nothing if the value does not come from a file
function _PropertyList:where(key) end

---Adds a key as Xcode's editor does.
---If the key already exists, under this name or its other one, the call fails with the question that Xcode's editor asks; `{ replace = true }` answers yes (ICON-168). Without a value, the key gets the editor's template: Primary Icon and Newsstand Icon for `CFBundleIcons`, the flat shape for `CFBundleAlternateIcons` (ICON-103).
---@param key string the key, or Xcode's name for it
---@param value any the value; nil inserts the value of Xcode's editor, or an empty dictionary
---@param options? { replace?: boolean } what to do if the key exists
function _PropertyList:add(key, value, options) end

---Finds a value by its raw key or by Xcode's name.
---Xcode's editor shows names, but the file contains raw keys (ICON-102, ICON-169).
---@param key string the raw key, or the name that Xcode's editor shows
---@return any, string? the value, and its key in the property list; nil if there is no such key
function _PropertyList:find(key) end

---Writes the whole property list, and keeps comments, order, types and format.
---In text files only the edited lines change; an unchanged property list is written byte for byte. Scripts can write below their own folder, and below the folders of `--write DIR`; paths of built-in scripts are relative to DIR. The file must have a property list extension, as in `Info.plist`, `InfoPlist.strings` or `PrivacyInfo.xcprivacy`. A file is replaced as a whole or not at all; a value that the format cannot contain is an error that names it.
---@param path? string|table a file, relative to the script; by default, the file that the property list was read from
---@param options? { format?: "xml"|"binary"|"openStep"|"strings" } how it is written
function _PropertyList:save(path, options) end

---Property lists from files and text.
---@class homescreen.PropertyListModule
local _PropertyListModule = {}

---Reads a property list from a file: XML, binary, OpenStep or `.strings`.
---The path is relative to the script or to the project's root, or is below a folder of `--read DIR`. Nothing on the disk changes before plist:save.
---@param path string a file, relative to the script
---@return homescreen.PropertyList the outermost dictionary or array, which also has `format`
function _PropertyListModule.load(path) end

---Reads a property list from text.
---@param text string the content of a file of any format
---@return homescreen.PropertyList the outermost dictionary or array, which also has `format`
function _PropertyListModule.parse(text) end

---Creates an array, even an empty one; an empty table would be a dictionary.
---@param table table the elements; may be empty
---@return homescreen.PropertyList the array, for a property list
function _PropertyListModule.array(table) end

---A copy of a dictionary or array as a plain table, which later changes of the property list do not affect.
---Data is `{ data = "…" }`, and a date is `{ date = "2026-01-01T00:00:00Z" }`.
---@param list homescreen.PropertyList a dictionary or array of a property list
---@return any the table; the dictionaries and arrays in it are tables, too
function _PropertyListModule.table(list) end

---A list of events: `#trace`, `trace[1]`, `ipairs`.
---@class homescreen.Trace
---@field [integer] homescreen.Event
---@field hash string The FNV-1a hash of the events, 16 hexadecimal digits: equal traces have equal hashes.
---@field callbacks string[] The callbacks that the system called, in order, whether the app has them or not.
---@field handling { app?: string, type?: string, outcome: string, arrival: string, delivered: integer, handled: integer, method?: string, carriers: { callback: string, implemented: boolean }[], handlers: string[], unused?: string, callbacks: string[], expected: boolean, ended: boolean, completed: integer, completion_handlers: integer, reason?: string }[] The outcomes of the quick actions, in the order in which they were sent.
---@field deliveries { app?: string, type?: string, outcome: string, arrival: string, delivered: integer, handled: integer, method?: string, carriers: { callback: string, implemented: boolean }[], handlers: string[], unused?: string, callbacks: string[], expected: boolean, ended: boolean, completed: integer, completion_handlers: integer, reason?: string }[] Every quick action, link, notification and background fetch that was sent to an app, and its outcome.
local _Trace = {}

---One event of a trace.
---@class homescreen.Event
---@field time number Virtual seconds.
---@field app string? The bundle identifier of the app, or nil.
---@field kind "callback"|"log"|"alert"|"menu"|"icon"|"delivery"|"presentation"|"process"|"quirk" The kind of event.
---@field name string The name of the event; for a callback, its selector.
---@field detail string Details, as text.
---@field fact string? The fact of iOS that explains the event, or nil.
local _Event = {}

---An NSError.
---@class homescreen.Error
---@field domain string The domain, such as `NSCocoaErrorDomain`.
---@field code integer Such as 4.
---@field localizedDescription string The text for the user.
---@field userInfo table The error's other values: `NSUnderlyingError`, `NSLocalizedDescription` ….
local _Error = {}

---Assertions.
---@class homescreen.Assert
---@field is_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field is_not_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field not_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field are_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field are_not_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field has_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field has_no_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field no_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field was_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field was_not_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field does_not_callbacks fun(expected: string[], trace: homescreen.Trace)
---@field Callbacks fun(expected: string[], trace: homescreen.Trace)
---@field is_handled_once fun(trace: homescreen.Trace)
---@field is_not_handled_once fun(trace: homescreen.Trace)
---@field not_handled_once fun(trace: homescreen.Trace)
---@field are_handled_once fun(trace: homescreen.Trace)
---@field are_not_handled_once fun(trace: homescreen.Trace)
---@field has_handled_once fun(trace: homescreen.Trace)
---@field has_no_handled_once fun(trace: homescreen.Trace)
---@field no_handled_once fun(trace: homescreen.Trace)
---@field was_handled_once fun(trace: homescreen.Trace)
---@field was_not_handled_once fun(trace: homescreen.Trace)
---@field does_not_handled_once fun(trace: homescreen.Trace)
---@field Handled_once fun(trace: homescreen.Trace)
---@field is_logged fun(text: string, app: homescreen.App)
---@field is_not_logged fun(text: string, app: homescreen.App)
---@field not_logged fun(text: string, app: homescreen.App)
---@field are_logged fun(text: string, app: homescreen.App)
---@field are_not_logged fun(text: string, app: homescreen.App)
---@field has_logged fun(text: string, app: homescreen.App)
---@field has_no_logged fun(text: string, app: homescreen.App)
---@field no_logged fun(text: string, app: homescreen.App)
---@field was_logged fun(text: string, app: homescreen.App)
---@field was_not_logged fun(text: string, app: homescreen.App)
---@field does_not_logged fun(text: string, app: homescreen.App)
---@field Logged fun(text: string, app: homescreen.App)
---@field is_crashes fun(app: homescreen.App, body: fun())
---@field is_not_crashes fun(app: homescreen.App, body: fun())
---@field not_crashes fun(app: homescreen.App, body: fun())
---@field are_crashes fun(app: homescreen.App, body: fun())
---@field are_not_crashes fun(app: homescreen.App, body: fun())
---@field has_crashes fun(app: homescreen.App, body: fun())
---@field has_no_crashes fun(app: homescreen.App, body: fun())
---@field no_crashes fun(app: homescreen.App, body: fun())
---@field was_crashes fun(app: homescreen.App, body: fun())
---@field was_not_crashes fun(app: homescreen.App, body: fun())
---@field does_not_crashes fun(app: homescreen.App, body: fun())
---@field Crashes fun(app: homescreen.App, body: fun())
---@field is_matches_snapshot fun(value: any, name?: string)
---@field is_not_matches_snapshot fun(value: any, name?: string)
---@field not_matches_snapshot fun(value: any, name?: string)
---@field are_matches_snapshot fun(value: any, name?: string)
---@field are_not_matches_snapshot fun(value: any, name?: string)
---@field has_matches_snapshot fun(value: any, name?: string)
---@field has_no_matches_snapshot fun(value: any, name?: string)
---@field no_matches_snapshot fun(value: any, name?: string)
---@field was_matches_snapshot fun(value: any, name?: string)
---@field was_not_matches_snapshot fun(value: any, name?: string)
---@field does_not_matches_snapshot fun(value: any, name?: string)
---@field Matches_snapshot fun(value: any, name?: string)
---@field is_equal fun(expected: any, actual: any, message?: string)
---@field is_not_equal fun(expected: any, actual: any, message?: string)
---@field not_equal fun(expected: any, actual: any, message?: string)
---@field are_equal fun(expected: any, actual: any, message?: string)
---@field are_not_equal fun(expected: any, actual: any, message?: string)
---@field has_equal fun(expected: any, actual: any, message?: string)
---@field has_no_equal fun(expected: any, actual: any, message?: string)
---@field no_equal fun(expected: any, actual: any, message?: string)
---@field was_equal fun(expected: any, actual: any, message?: string)
---@field was_not_equal fun(expected: any, actual: any, message?: string)
---@field does_not_equal fun(expected: any, actual: any, message?: string)
---@field Equal fun(expected: any, actual: any, message?: string)
---@field is_equals fun(expected: any, actual: any, message?: string)
---@field is_not_equals fun(expected: any, actual: any, message?: string)
---@field not_equals fun(expected: any, actual: any, message?: string)
---@field are_equals fun(expected: any, actual: any, message?: string)
---@field are_not_equals fun(expected: any, actual: any, message?: string)
---@field has_equals fun(expected: any, actual: any, message?: string)
---@field has_no_equals fun(expected: any, actual: any, message?: string)
---@field no_equals fun(expected: any, actual: any, message?: string)
---@field was_equals fun(expected: any, actual: any, message?: string)
---@field was_not_equals fun(expected: any, actual: any, message?: string)
---@field does_not_equals fun(expected: any, actual: any, message?: string)
---@field Equals fun(expected: any, actual: any, message?: string)
---@field is_same fun(expected: any, actual: any, message?: string)
---@field is_not_same fun(expected: any, actual: any, message?: string)
---@field not_same fun(expected: any, actual: any, message?: string)
---@field are_same fun(expected: any, actual: any, message?: string)
---@field are_not_same fun(expected: any, actual: any, message?: string)
---@field has_same fun(expected: any, actual: any, message?: string)
---@field has_no_same fun(expected: any, actual: any, message?: string)
---@field no_same fun(expected: any, actual: any, message?: string)
---@field was_same fun(expected: any, actual: any, message?: string)
---@field was_not_same fun(expected: any, actual: any, message?: string)
---@field does_not_same fun(expected: any, actual: any, message?: string)
---@field Same fun(expected: any, actual: any, message?: string)
---@field is_not_true fun(value: any, message?: string)
---@field not_true fun(value: any, message?: string)
---@field are_true fun(value: any, message?: string)
---@field are_not_true fun(value: any, message?: string)
---@field has_true fun(value: any, message?: string)
---@field has_no_true fun(value: any, message?: string)
---@field no_true fun(value: any, message?: string)
---@field was_true fun(value: any, message?: string)
---@field was_not_true fun(value: any, message?: string)
---@field does_not_true fun(value: any, message?: string)
---@field True fun(value: any, message?: string)
---@field is_not_false fun(value: any, message?: string)
---@field not_false fun(value: any, message?: string)
---@field are_false fun(value: any, message?: string)
---@field are_not_false fun(value: any, message?: string)
---@field has_false fun(value: any, message?: string)
---@field has_no_false fun(value: any, message?: string)
---@field no_false fun(value: any, message?: string)
---@field was_false fun(value: any, message?: string)
---@field was_not_false fun(value: any, message?: string)
---@field does_not_false fun(value: any, message?: string)
---@field False fun(value: any, message?: string)
---@field is_not_nil fun(value: any, message?: string)
---@field not_nil fun(value: any, message?: string)
---@field are_nil fun(value: any, message?: string)
---@field are_not_nil fun(value: any, message?: string)
---@field has_nil fun(value: any, message?: string)
---@field has_no_nil fun(value: any, message?: string)
---@field no_nil fun(value: any, message?: string)
---@field was_nil fun(value: any, message?: string)
---@field was_not_nil fun(value: any, message?: string)
---@field does_not_nil fun(value: any, message?: string)
---@field Nil fun(value: any, message?: string)
---@field is_truthy fun(value: any, message?: string)
---@field is_not_truthy fun(value: any, message?: string)
---@field not_truthy fun(value: any, message?: string)
---@field are_truthy fun(value: any, message?: string)
---@field are_not_truthy fun(value: any, message?: string)
---@field has_truthy fun(value: any, message?: string)
---@field has_no_truthy fun(value: any, message?: string)
---@field no_truthy fun(value: any, message?: string)
---@field was_truthy fun(value: any, message?: string)
---@field was_not_truthy fun(value: any, message?: string)
---@field does_not_truthy fun(value: any, message?: string)
---@field Truthy fun(value: any, message?: string)
---@field is_falsy fun(value: any, message?: string)
---@field is_not_falsy fun(value: any, message?: string)
---@field not_falsy fun(value: any, message?: string)
---@field are_falsy fun(value: any, message?: string)
---@field are_not_falsy fun(value: any, message?: string)
---@field has_falsy fun(value: any, message?: string)
---@field has_no_falsy fun(value: any, message?: string)
---@field no_falsy fun(value: any, message?: string)
---@field was_falsy fun(value: any, message?: string)
---@field was_not_falsy fun(value: any, message?: string)
---@field does_not_falsy fun(value: any, message?: string)
---@field Falsy fun(value: any, message?: string)
---@field is_not_string fun(value: any, message?: string)
---@field not_string fun(value: any, message?: string)
---@field are_string fun(value: any, message?: string)
---@field are_not_string fun(value: any, message?: string)
---@field has_string fun(value: any, message?: string)
---@field has_no_string fun(value: any, message?: string)
---@field no_string fun(value: any, message?: string)
---@field was_string fun(value: any, message?: string)
---@field was_not_string fun(value: any, message?: string)
---@field does_not_string fun(value: any, message?: string)
---@field String fun(value: any, message?: string)
---@field is_not_number fun(value: any, message?: string)
---@field not_number fun(value: any, message?: string)
---@field are_number fun(value: any, message?: string)
---@field are_not_number fun(value: any, message?: string)
---@field has_number fun(value: any, message?: string)
---@field has_no_number fun(value: any, message?: string)
---@field no_number fun(value: any, message?: string)
---@field was_number fun(value: any, message?: string)
---@field was_not_number fun(value: any, message?: string)
---@field does_not_number fun(value: any, message?: string)
---@field Number fun(value: any, message?: string)
---@field is_not_table fun(value: any, message?: string)
---@field not_table fun(value: any, message?: string)
---@field are_table fun(value: any, message?: string)
---@field are_not_table fun(value: any, message?: string)
---@field has_table fun(value: any, message?: string)
---@field has_no_table fun(value: any, message?: string)
---@field no_table fun(value: any, message?: string)
---@field was_table fun(value: any, message?: string)
---@field was_not_table fun(value: any, message?: string)
---@field does_not_table fun(value: any, message?: string)
---@field Table fun(value: any, message?: string)
---@field is_not_boolean fun(value: any, message?: string)
---@field not_boolean fun(value: any, message?: string)
---@field are_boolean fun(value: any, message?: string)
---@field are_not_boolean fun(value: any, message?: string)
---@field has_boolean fun(value: any, message?: string)
---@field has_no_boolean fun(value: any, message?: string)
---@field no_boolean fun(value: any, message?: string)
---@field was_boolean fun(value: any, message?: string)
---@field was_not_boolean fun(value: any, message?: string)
---@field does_not_boolean fun(value: any, message?: string)
---@field Boolean fun(value: any, message?: string)
---@field is_not_function fun(value: any, message?: string)
---@field not_function fun(value: any, message?: string)
---@field are_function fun(value: any, message?: string)
---@field are_not_function fun(value: any, message?: string)
---@field has_function fun(value: any, message?: string)
---@field has_no_function fun(value: any, message?: string)
---@field no_function fun(value: any, message?: string)
---@field was_function fun(value: any, message?: string)
---@field was_not_function fun(value: any, message?: string)
---@field does_not_function fun(value: any, message?: string)
---@field Function fun(value: any, message?: string)
---@field is_not_userdata fun(value: any, message?: string)
---@field not_userdata fun(value: any, message?: string)
---@field are_userdata fun(value: any, message?: string)
---@field are_not_userdata fun(value: any, message?: string)
---@field has_userdata fun(value: any, message?: string)
---@field has_no_userdata fun(value: any, message?: string)
---@field no_userdata fun(value: any, message?: string)
---@field was_userdata fun(value: any, message?: string)
---@field was_not_userdata fun(value: any, message?: string)
---@field does_not_userdata fun(value: any, message?: string)
---@field Userdata fun(value: any, message?: string)
---@field is_not_thread fun(value: any, message?: string)
---@field not_thread fun(value: any, message?: string)
---@field are_thread fun(value: any, message?: string)
---@field are_not_thread fun(value: any, message?: string)
---@field has_thread fun(value: any, message?: string)
---@field has_no_thread fun(value: any, message?: string)
---@field no_thread fun(value: any, message?: string)
---@field was_thread fun(value: any, message?: string)
---@field was_not_thread fun(value: any, message?: string)
---@field does_not_thread fun(value: any, message?: string)
---@field Thread fun(value: any, message?: string)
---@field is_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field is_not_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field not_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field are_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field are_not_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field has_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field has_no_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field no_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field was_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field was_not_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field does_not_near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field Near fun(expected: any, actual: any, tolerance: number, message?: string)
---@field is_matches fun(pattern: string, text: string, message?: string)
---@field is_not_matches fun(pattern: string, text: string, message?: string)
---@field not_matches fun(pattern: string, text: string, message?: string)
---@field are_matches fun(pattern: string, text: string, message?: string)
---@field are_not_matches fun(pattern: string, text: string, message?: string)
---@field has_matches fun(pattern: string, text: string, message?: string)
---@field has_no_matches fun(pattern: string, text: string, message?: string)
---@field no_matches fun(pattern: string, text: string, message?: string)
---@field was_matches fun(pattern: string, text: string, message?: string)
---@field was_not_matches fun(pattern: string, text: string, message?: string)
---@field does_not_matches fun(pattern: string, text: string, message?: string)
---@field Matches fun(pattern: string, text: string, message?: string)
---@field is_match fun(pattern: string, text: string, message?: string)
---@field is_not_match fun(pattern: string, text: string, message?: string)
---@field not_match fun(pattern: string, text: string, message?: string)
---@field are_match fun(pattern: string, text: string, message?: string)
---@field are_not_match fun(pattern: string, text: string, message?: string)
---@field has_match fun(pattern: string, text: string, message?: string)
---@field has_no_match fun(pattern: string, text: string, message?: string)
---@field no_match fun(pattern: string, text: string, message?: string)
---@field was_match fun(pattern: string, text: string, message?: string)
---@field was_not_match fun(pattern: string, text: string, message?: string)
---@field does_not_match fun(pattern: string, text: string, message?: string)
---@field Match fun(pattern: string, text: string, message?: string)
---@field is_unique fun(list: table, message?: string)
---@field is_not_unique fun(list: table, message?: string)
---@field not_unique fun(list: table, message?: string)
---@field are_unique fun(list: table, message?: string)
---@field are_not_unique fun(list: table, message?: string)
---@field has_unique fun(list: table, message?: string)
---@field has_no_unique fun(list: table, message?: string)
---@field no_unique fun(list: table, message?: string)
---@field was_unique fun(list: table, message?: string)
---@field was_not_unique fun(list: table, message?: string)
---@field does_not_unique fun(list: table, message?: string)
---@field Unique fun(list: table, message?: string)
---@field is_holes fun(list: table, message?: string)
---@field is_not_holes fun(list: table, message?: string)
---@field not_holes fun(list: table, message?: string)
---@field are_holes fun(list: table, message?: string)
---@field are_not_holes fun(list: table, message?: string)
---@field has_holes fun(list: table, message?: string)
---@field has_no_holes fun(list: table, message?: string)
---@field no_holes fun(list: table, message?: string)
---@field was_holes fun(list: table, message?: string)
---@field was_not_holes fun(list: table, message?: string)
---@field does_not_holes fun(list: table, message?: string)
---@field Holes fun(list: table, message?: string)
---@field is_returned_arguments fun(count?: integer, message?: string)
---@field is_not_returned_arguments fun(count?: integer, message?: string)
---@field not_returned_arguments fun(count?: integer, message?: string)
---@field are_returned_arguments fun(count?: integer, message?: string)
---@field are_not_returned_arguments fun(count?: integer, message?: string)
---@field has_returned_arguments fun(count?: integer, message?: string)
---@field has_no_returned_arguments fun(count?: integer, message?: string)
---@field no_returned_arguments fun(count?: integer, message?: string)
---@field was_returned_arguments fun(count?: integer, message?: string)
---@field was_not_returned_arguments fun(count?: integer, message?: string)
---@field does_not_returned_arguments fun(count?: integer, message?: string)
---@field Returned_arguments fun(count?: integer, message?: string)
---@field is_error fun(body: fun(), expected?: any, message?: string)
---@field is_not_error fun(body: fun(), expected?: any, message?: string)
---@field not_error fun(body: fun(), expected?: any, message?: string)
---@field are_error fun(body: fun(), expected?: any, message?: string)
---@field are_not_error fun(body: fun(), expected?: any, message?: string)
---@field has_error fun(body: fun(), expected?: any, message?: string)
---@field has_no_error fun(body: fun(), expected?: any, message?: string)
---@field no_error fun(body: fun(), expected?: any, message?: string)
---@field was_error fun(body: fun(), expected?: any, message?: string)
---@field was_not_error fun(body: fun(), expected?: any, message?: string)
---@field does_not_error fun(body: fun(), expected?: any, message?: string)
---@field Error fun(body: fun(), expected?: any, message?: string)
---@field is_errors fun(body: fun(), expected?: any, message?: string)
---@field is_not_errors fun(body: fun(), expected?: any, message?: string)
---@field not_errors fun(body: fun(), expected?: any, message?: string)
---@field are_errors fun(body: fun(), expected?: any, message?: string)
---@field are_not_errors fun(body: fun(), expected?: any, message?: string)
---@field has_errors fun(body: fun(), expected?: any, message?: string)
---@field has_no_errors fun(body: fun(), expected?: any, message?: string)
---@field no_errors fun(body: fun(), expected?: any, message?: string)
---@field was_errors fun(body: fun(), expected?: any, message?: string)
---@field was_not_errors fun(body: fun(), expected?: any, message?: string)
---@field does_not_errors fun(body: fun(), expected?: any, message?: string)
---@field Errors fun(body: fun(), expected?: any, message?: string)
---@field is_error_matches fun(body: fun(), pattern: string, message?: string)
---@field is_not_error_matches fun(body: fun(), pattern: string, message?: string)
---@field not_error_matches fun(body: fun(), pattern: string, message?: string)
---@field are_error_matches fun(body: fun(), pattern: string, message?: string)
---@field are_not_error_matches fun(body: fun(), pattern: string, message?: string)
---@field has_error_matches fun(body: fun(), pattern: string, message?: string)
---@field has_no_error_matches fun(body: fun(), pattern: string, message?: string)
---@field no_error_matches fun(body: fun(), pattern: string, message?: string)
---@field was_error_matches fun(body: fun(), pattern: string, message?: string)
---@field was_not_error_matches fun(body: fun(), pattern: string, message?: string)
---@field does_not_error_matches fun(body: fun(), pattern: string, message?: string)
---@field Error_matches fun(body: fun(), pattern: string, message?: string)
---@field is_error_match fun(body: fun(), pattern: string, message?: string)
---@field is_not_error_match fun(body: fun(), pattern: string, message?: string)
---@field not_error_match fun(body: fun(), pattern: string, message?: string)
---@field are_error_match fun(body: fun(), pattern: string, message?: string)
---@field are_not_error_match fun(body: fun(), pattern: string, message?: string)
---@field has_error_match fun(body: fun(), pattern: string, message?: string)
---@field has_no_error_match fun(body: fun(), pattern: string, message?: string)
---@field no_error_match fun(body: fun(), pattern: string, message?: string)
---@field was_error_match fun(body: fun(), pattern: string, message?: string)
---@field was_not_error_match fun(body: fun(), pattern: string, message?: string)
---@field does_not_error_match fun(body: fun(), pattern: string, message?: string)
---@field Error_match fun(body: fun(), pattern: string, message?: string)
---@field is_matches_error fun(body: fun(), pattern: string, message?: string)
---@field is_not_matches_error fun(body: fun(), pattern: string, message?: string)
---@field not_matches_error fun(body: fun(), pattern: string, message?: string)
---@field are_matches_error fun(body: fun(), pattern: string, message?: string)
---@field are_not_matches_error fun(body: fun(), pattern: string, message?: string)
---@field has_matches_error fun(body: fun(), pattern: string, message?: string)
---@field has_no_matches_error fun(body: fun(), pattern: string, message?: string)
---@field no_matches_error fun(body: fun(), pattern: string, message?: string)
---@field was_matches_error fun(body: fun(), pattern: string, message?: string)
---@field was_not_matches_error fun(body: fun(), pattern: string, message?: string)
---@field does_not_matches_error fun(body: fun(), pattern: string, message?: string)
---@field Matches_error fun(body: fun(), pattern: string, message?: string)
---@field is_match_error fun(body: fun(), pattern: string, message?: string)
---@field is_not_match_error fun(body: fun(), pattern: string, message?: string)
---@field not_match_error fun(body: fun(), pattern: string, message?: string)
---@field are_match_error fun(body: fun(), pattern: string, message?: string)
---@field are_not_match_error fun(body: fun(), pattern: string, message?: string)
---@field has_match_error fun(body: fun(), pattern: string, message?: string)
---@field has_no_match_error fun(body: fun(), pattern: string, message?: string)
---@field no_match_error fun(body: fun(), pattern: string, message?: string)
---@field was_match_error fun(body: fun(), pattern: string, message?: string)
---@field was_not_match_error fun(body: fun(), pattern: string, message?: string)
---@field does_not_match_error fun(body: fun(), pattern: string, message?: string)
---@field Match_error fun(body: fun(), pattern: string, message?: string)
---@field is_called fun(count?: integer, message?: string)
---@field is_not_called fun(count?: integer, message?: string)
---@field not_called fun(count?: integer, message?: string)
---@field are_called fun(count?: integer, message?: string)
---@field are_not_called fun(count?: integer, message?: string)
---@field has_called fun(count?: integer, message?: string)
---@field has_no_called fun(count?: integer, message?: string)
---@field no_called fun(count?: integer, message?: string)
---@field was_called fun(count?: integer, message?: string)
---@field was_not_called fun(count?: integer, message?: string)
---@field does_not_called fun(count?: integer, message?: string)
---@field Called fun(count?: integer, message?: string)
---@field is_called_with fun(value: any, message?: string)
---@field is_not_called_with fun(value: any, message?: string)
---@field not_called_with fun(value: any, message?: string)
---@field are_called_with fun(value: any, message?: string)
---@field are_not_called_with fun(value: any, message?: string)
---@field has_called_with fun(value: any, message?: string)
---@field has_no_called_with fun(value: any, message?: string)
---@field no_called_with fun(value: any, message?: string)
---@field was_called_with fun(value: any, message?: string)
---@field was_not_called_with fun(value: any, message?: string)
---@field does_not_called_with fun(value: any, message?: string)
---@field Called_with fun(value: any, message?: string)
---@field is_called_at_least fun(count?: integer, message?: string)
---@field is_not_called_at_least fun(count?: integer, message?: string)
---@field not_called_at_least fun(count?: integer, message?: string)
---@field are_called_at_least fun(count?: integer, message?: string)
---@field are_not_called_at_least fun(count?: integer, message?: string)
---@field has_called_at_least fun(count?: integer, message?: string)
---@field has_no_called_at_least fun(count?: integer, message?: string)
---@field no_called_at_least fun(count?: integer, message?: string)
---@field was_called_at_least fun(count?: integer, message?: string)
---@field was_not_called_at_least fun(count?: integer, message?: string)
---@field does_not_called_at_least fun(count?: integer, message?: string)
---@field Called_at_least fun(count?: integer, message?: string)
---@field is_called_at_most fun(count?: integer, message?: string)
---@field is_not_called_at_most fun(count?: integer, message?: string)
---@field not_called_at_most fun(count?: integer, message?: string)
---@field are_called_at_most fun(count?: integer, message?: string)
---@field are_not_called_at_most fun(count?: integer, message?: string)
---@field has_called_at_most fun(count?: integer, message?: string)
---@field has_no_called_at_most fun(count?: integer, message?: string)
---@field no_called_at_most fun(count?: integer, message?: string)
---@field was_called_at_most fun(count?: integer, message?: string)
---@field was_not_called_at_most fun(count?: integer, message?: string)
---@field does_not_called_at_most fun(count?: integer, message?: string)
---@field Called_at_most fun(count?: integer, message?: string)
---@field is_called_more_than fun(count?: integer, message?: string)
---@field is_not_called_more_than fun(count?: integer, message?: string)
---@field not_called_more_than fun(count?: integer, message?: string)
---@field are_called_more_than fun(count?: integer, message?: string)
---@field are_not_called_more_than fun(count?: integer, message?: string)
---@field has_called_more_than fun(count?: integer, message?: string)
---@field has_no_called_more_than fun(count?: integer, message?: string)
---@field no_called_more_than fun(count?: integer, message?: string)
---@field was_called_more_than fun(count?: integer, message?: string)
---@field was_not_called_more_than fun(count?: integer, message?: string)
---@field does_not_called_more_than fun(count?: integer, message?: string)
---@field Called_more_than fun(count?: integer, message?: string)
---@field is_called_less_than fun(count?: integer, message?: string)
---@field is_not_called_less_than fun(count?: integer, message?: string)
---@field not_called_less_than fun(count?: integer, message?: string)
---@field are_called_less_than fun(count?: integer, message?: string)
---@field are_not_called_less_than fun(count?: integer, message?: string)
---@field has_called_less_than fun(count?: integer, message?: string)
---@field has_no_called_less_than fun(count?: integer, message?: string)
---@field no_called_less_than fun(count?: integer, message?: string)
---@field was_called_less_than fun(count?: integer, message?: string)
---@field was_not_called_less_than fun(count?: integer, message?: string)
---@field does_not_called_less_than fun(count?: integer, message?: string)
---@field Called_less_than fun(count?: integer, message?: string)
---@field is_returned_with fun(value: any, message?: string)
---@field is_not_returned_with fun(value: any, message?: string)
---@field not_returned_with fun(value: any, message?: string)
---@field are_returned_with fun(value: any, message?: string)
---@field are_not_returned_with fun(value: any, message?: string)
---@field has_returned_with fun(value: any, message?: string)
---@field has_no_returned_with fun(value: any, message?: string)
---@field no_returned_with fun(value: any, message?: string)
---@field was_returned_with fun(value: any, message?: string)
---@field was_not_returned_with fun(value: any, message?: string)
---@field does_not_returned_with fun(value: any, message?: string)
---@field Returned_with fun(value: any, message?: string)
---@field is_spy fun(spy: table, message?: string)
---@field is_not_spy fun(spy: table, message?: string)
---@field not_spy fun(spy: table, message?: string)
---@field are_spy fun(spy: table, message?: string)
---@field are_not_spy fun(spy: table, message?: string)
---@field has_spy fun(spy: table, message?: string)
---@field has_no_spy fun(spy: table, message?: string)
---@field no_spy fun(spy: table, message?: string)
---@field was_spy fun(spy: table, message?: string)
---@field was_not_spy fun(spy: table, message?: string)
---@field does_not_spy fun(spy: table, message?: string)
---@field Spy fun(spy: table, message?: string)
---@field is_stub fun(spy: table, message?: string)
---@field is_not_stub fun(spy: table, message?: string)
---@field not_stub fun(spy: table, message?: string)
---@field are_stub fun(spy: table, message?: string)
---@field are_not_stub fun(spy: table, message?: string)
---@field has_stub fun(spy: table, message?: string)
---@field has_no_stub fun(spy: table, message?: string)
---@field no_stub fun(spy: table, message?: string)
---@field was_stub fun(spy: table, message?: string)
---@field was_not_stub fun(spy: table, message?: string)
---@field does_not_stub fun(spy: table, message?: string)
---@field Stub fun(spy: table, message?: string)
local _Assert = {}

---The system called exactly these callbacks in this order, whether the app has them or not.
---@param expected string[] names of callbacks, in order
---@param trace homescreen.Trace of `device:record`
function _Assert.callbacks(expected, trace) end

---Each quick action of the trace was delivered once, and the app declared once that it handled the action.
---The app declares this with `app:didHandle(item)`. A failure lists the callbacks that ran, and the method that must handle the action in this life cycle. The assertion does not check whether the app calls the completion handler: see `completion_handlers` and `completed` of the entries of `trace.deliveries`.
---@param trace homescreen.Trace of `device:record`
function _Assert.handled_once(trace) end

---A line of the app's console has this text.
---@param text string plain text, not a pattern
---@param app homescreen.App whose console
function _Assert.logged(text, app) end

---The function makes the app crash; the error that ended the app does not fail the scenario.
---@param app homescreen.App which app
---@param body fun() the function that makes the app crash
---@return { reason: string, code?: ("0x8badf00d"|"EXC_BREAKPOINT"|"SIGKILL"), time: number } the crash
function _Assert.crashes(app, body) end

---The value equals its stored snapshot.
---The first run stores the value in `__snapshots__/SCRIPT.snap` next to the script, a readable file for you to commit; later runs compare with it. For a screen, and for the picture of an icon, an SVG drawing is stored next to that file. `homescreen run --update-snapshots` stores values again and removes unused ones; with `--ci`, or if `CI` is set, nothing is stored, and missing and unused snapshots fail.
---@param value any a value, a trace, a menu, a property list, a screen, the picture of an icon
---@param name? string the snapshot's name; without it, a number
function _Assert.matches_snapshot(value, name) end

---The two values are equal, compared with `==`.
---`assert.Not.equal` asserts the opposite. An assertion of luassert.
---@param expected any the expected value
---@param actual any the actual value
---@param message? string the first line of the failure message
function _Assert.equal(expected, actual, message) end

---The two values are equal, compared with `==`.
---`assert.Not.equals` asserts the opposite. An assertion of luassert.
---@param expected any the expected value
---@param actual any the actual value
---@param message? string the first line of the failure message
function _Assert.equals(expected, actual, message) end

---The two values are equal; tables are compared by their contents.
---`assert.Not.same` asserts the opposite. An assertion of luassert.
---@param expected any the expected value
---@param actual any the actual value
---@param message? string the first line of the failure message
function _Assert.same(expected, actual, message) end

---The value is true.
---`assert.Not.is_true` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.is_true(value, message) end

---The value is false.
---`assert.Not.is_false` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.is_false(value, message) end

---The value is nil.
---`assert.Not.is_nil` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.is_nil(value, message) end

---The value is neither nil nor false.
---`assert.Not.truthy` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.truthy(value, message) end

---The value is nil or false.
---`assert.Not.falsy` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.falsy(value, message) end

---The value is a string.
---`assert.Not.is_string` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.is_string(value, message) end

---The value is a number.
---`assert.Not.is_number` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.is_number(value, message) end

---The value is a table.
---`assert.Not.is_table` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.is_table(value, message) end

---The value is true or false.
---`assert.Not.is_boolean` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.is_boolean(value, message) end

---The value is a function.
---`assert.Not.is_function` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.is_function(value, message) end

---The value is a userdata.
---`assert.Not.is_userdata` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.is_userdata(value, message) end

---The value is a coroutine.
---`assert.Not.is_thread` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.is_thread(value, message) end

---The numbers are close to each other.
---`assert.Not.near` asserts the opposite. An assertion of luassert.
---@param expected any the expected value
---@param actual any the actual value
---@param tolerance number the largest allowed difference
---@param message? string the first line of the failure message
function _Assert.near(expected, actual, tolerance, message) end

---The text matches the pattern.
---`assert.Not.matches` asserts the opposite. An assertion of luassert.
---@param pattern string a Lua pattern
---@param text string the text to search
---@param message? string the first line of the failure message
function _Assert.matches(pattern, text, message) end

---The text matches the pattern.
---`assert.Not.match` asserts the opposite. An assertion of luassert.
---@param pattern string a Lua pattern
---@param text string the text to search
---@param message? string the first line of the failure message
function _Assert.match(pattern, text, message) end

---No value occurs twice.
---`assert.Not.unique` asserts the opposite. An assertion of luassert.
---@param list table the values
---@param message? string the first line of the failure message
function _Assert.unique(list, message) end

---The list has a nil between its values.
---`assert.Not.holes` asserts the opposite. An assertion of luassert.
---@param list table the values
---@param message? string the first line of the failure message
function _Assert.holes(list, message) end

---The call passed as the next argument returned this many values.
---`assert.Not.returned_arguments` asserts the opposite. An assertion of luassert.
---@param count? integer how many calls
---@param message? string the first line of the failure message
function _Assert.returned_arguments(count, message) end

---Calling the function raises an error.
---`assert.Not.error` asserts the opposite. An assertion of luassert.
---@param body fun() the function to call
---@param expected? any the error that the function should raise
---@param message? string the first line of the failure message
function _Assert.error(body, expected, message) end

---Calling the function raises an error.
---`assert.Not.errors` asserts the opposite. An assertion of luassert.
---@param body fun() the function to call
---@param expected? any the error that the function should raise
---@param message? string the first line of the failure message
function _Assert.errors(body, expected, message) end

---Calling the function raises an error whose text matches.
---`assert.Not.error_matches` asserts the opposite. An assertion of luassert.
---@param body fun() the function to call
---@param pattern string a Lua pattern
---@param message? string the first line of the failure message
function _Assert.error_matches(body, pattern, message) end

---Calling the function raises an error whose text matches.
---`assert.Not.error_match` asserts the opposite. An assertion of luassert.
---@param body fun() the function to call
---@param pattern string a Lua pattern
---@param message? string the first line of the failure message
function _Assert.error_match(body, pattern, message) end

---Calling the function raises an error whose text matches.
---`assert.Not.matches_error` asserts the opposite. An assertion of luassert.
---@param body fun() the function to call
---@param pattern string a Lua pattern
---@param message? string the first line of the failure message
function _Assert.matches_error(body, pattern, message) end

---Calling the function raises an error whose text matches.
---`assert.Not.match_error` asserts the opposite. An assertion of luassert.
---@param body fun() the function to call
---@param pattern string a Lua pattern
---@param message? string the first line of the failure message
function _Assert.match_error(body, pattern, message) end

---The spy was called; with a number, exactly that many times: `assert.spy(s).called(2)`.
---`assert.Not.called` asserts the opposite. An assertion of luassert.
---@param count? integer how many calls
---@param message? string the first line of the failure message
function _Assert.called(count, message) end

---The spy was called with these arguments: `assert.spy(s).called_with(1)`.
---`assert.Not.called_with` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.called_with(value, message) end

---The spy was called at least this many times.
---`assert.Not.called_at_least` asserts the opposite. An assertion of luassert.
---@param count? integer how many calls
---@param message? string the first line of the failure message
function _Assert.called_at_least(count, message) end

---The spy was called at most this many times.
---`assert.Not.called_at_most` asserts the opposite. An assertion of luassert.
---@param count? integer how many calls
---@param message? string the first line of the failure message
function _Assert.called_at_most(count, message) end

---The spy was called more than this many times.
---`assert.Not.called_more_than` asserts the opposite. An assertion of luassert.
---@param count? integer how many calls
---@param message? string the first line of the failure message
function _Assert.called_more_than(count, message) end

---The spy was called fewer than this many times.
---`assert.Not.called_less_than` asserts the opposite. An assertion of luassert.
---@param count? integer how many calls
---@param message? string the first line of the failure message
function _Assert.called_less_than(count, message) end

---A call to the spy returned these values.
---`assert.Not.returned_with` asserts the opposite. An assertion of luassert.
---@param value any the value
---@param message? string the first line of the failure message
function _Assert.returned_with(value, message) end

---Starts an assertion about a spy: `assert.spy(s).was.called()`.
---`assert.Not.spy` asserts the opposite. An assertion of luassert.
---@param spy table a spy or stub
---@param message? string the first line of the failure message
---@return homescreen.Assert
function _Assert.spy(spy, message) end

---Starts an assertion about a stub: `assert.stub(s).was.called()`.
---`assert.Not.stub` asserts the opposite. An assertion of luassert.
---@param spy table a spy or stub
---@param message? string the first line of the failure message
---@return homescreen.Assert
function _Assert.stub(spy, message) end

---The tool itself.
---@class homescreen.Module
---@field version string The version of homescreen.
---@field settings table The `os` and `models` of the project's `homescreen.lua`: lists that may be empty.
---@field samples string[] The names of the apps that `homescreen.sample` has.
local _Module = {}

---One of the built-in sample apps.
---@param name string such as `"paint"`; `homescreen.samples` lists the names
---@return homescreen.Package the package
function _Module.sample(name) end

---Declares a plugin: the file of a plugin returns it.
---Plugins are named in `homescreen.lua` (`plugins = { "tools/shots.lua" }`) or with `--plugin FILE`. Each has its own environment and budget; an entry that cannot be used is reported and ignored, and the run ends with exit code 2.
---@param options { name?: string, version?: string, api?: integer, globals?: table<string, any>, commands?: table<string, fun(device?: homescreen.Device, ...: string)|{ run?: fun(device?: homescreen.Device, ...: string), summary?: string, help?: string, complete?: string[]|(fun(device?: homescreen.Device, words: string[]): string[]) }>, matchers?: table<string, fun(negated: boolean, ...: any): boolean>, rules?: table<string, (fun(package: homescreen.Package, report: fun(finding: table)): table?)|{ check?: (fun(package: homescreen.Package, report: fun(finding: table)): table?), summary?: string, fact?: string, severity?: "note"|"warning"|"error", explanation?: string, facts?: string[], before?: string, after?: string, fix?: "safe"|"unsafe" }>, reporters?: table<string, fun(event: table, write: fun(line: string))>, renderers?: table<string, fun(value: any): string?|{ show?: fun(value: any): string?, summary?: string, when?: fun(value: any): boolean }>, on?: table<string, fun(event: homescreen.Event, device: homescreen.Device)> }
---@return homescreen.Plugin the plugin, which the file returns
function _Module.plugin(options) end

---A plugin that was checked: the value that its file returns.
---@class homescreen.Plugin
---@field name string Its name.
---@field version string? Its version, or nil.
---@field globals table? The globals that the plugin adds, as the original table, or nil.
---@field commands table? Its commands, as the original table, or nil.
---@field matchers table? Its assertions, as the original table, or nil.
---@field rules table? Its rules for lint, as the original table, or nil.
---@field reporters table? Its reporters, as the original table, or nil.
---@field renderers table? How it shows values, as the original table, or nil.
---@field on table? Its event hooks, as the original table, or nil.
local _Plugin = {}

---The methods of an app delegate: define those that the app has.
---@class homescreen.AppDelegate
local _AppDelegate = {}

---The process starts; its state has not been restored yet.
---Swift: `application(_:willFinishLaunchingWithOptions:)`. Selector: `application:willFinishLaunchingWithOptions:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param launchOptions { shortcutItem?: homescreen.UIApplicationShortcutItem, url?: string, sourceApplication?: string, remoteNotification?: table, userActivity?: { activityType: string, webpageURL?: string, userInfo?: table }, userActivityType?: string, location?: boolean, bluetoothCentrals?: string[] }? why the process was started; nil for a tap on the icon
function _AppDelegate:application_willFinishLaunchingWithOptions(application, launchOptions) end

---The process has started.
---Swift: `application(_:didFinishLaunchingWithOptions:)`. Selector: `application:didFinishLaunchingWithOptions:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param launchOptions { shortcutItem?: homescreen.UIApplicationShortcutItem, url?: string, sourceApplication?: string, remoteNotification?: table, userActivity?: { activityType: string, webpageURL?: string, userInfo?: table }, userActivityType?: string, location?: boolean, bluetoothCentrals?: string[] }? why the process was started; nil for a tap on the icon
function _AppDelegate:application_didFinishLaunchingWithOptions(application, launchOptions) end

---A quick action was chosen, in an app without scenes.
---Swift: `application(_:performActionFor:completionHandler:)`. Selector: `application:performActionForShortcutItem:completionHandler:`. Deprecated since iOS 26.0.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param shortcutItem homescreen.UIApplicationShortcutItem the quick action
---@param completionHandler fun(succeeded: boolean) call it with true if the action succeeded
function _AppDelegate:application_performActionForShortcutItem_completionHandler(application, shortcutItem, completionHandler) end

---A scene is about to be connected, and the app chooses its configuration.
---Swift: `application(_:configurationForConnecting:options:)`. Selector: `application:configurationForConnectingSceneSession:options:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param session homescreen.UISceneSession the information that the system stores about the scene
---@param options homescreen.UISceneConnectionOptions why the scene is connected
function _AppDelegate:application_configurationForConnectingSceneSession_options(application, session, options) end

---The user has closed windows of the app in the switcher.
---Swift: `application(_:didDiscardSceneSessions:)`. Selector: `application:didDiscardSceneSessions:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param sessions homescreen.UISceneSession[] the sessions of the closed windows
function _AppDelegate:application_didDiscardSceneSessions(application, sessions) end

---Another app opens a URL, in an app without scenes.
---Swift: `application(_:open:options:)`. Selector: `application:openURL:options:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param url string the URL
---@param options { sourceApplication?: string } which app sent it
function _AppDelegate:application_openURL_options(application, url, options) end

---An activity will arrive soon, in an app without scenes.
---Swift: `application(_:willContinueUserActivityWithType:)`. Selector: `application:willContinueUserActivityWithType:`. Deprecated since iOS 26.0.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param type string the type of the activity
function _AppDelegate:application_willContinueUserActivityWithType(application, type) end

---A universal link or an activity has arrived, in an app without scenes.
---Swift: `application(_:continue:restorationHandler:)`. Selector: `application:continueUserActivity:restorationHandler:`. Deprecated since iOS 26.0.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param userActivity { activityType: string, webpageURL?: string, userInfo?: table } the activity
---@param restorationHandler fun(objects?: table) call it with the objects that show the activity
function _AppDelegate:application_continueUserActivity_restorationHandler(application, userActivity, restorationHandler) end

---The app is in front and gets touches; not called in an app with scenes.
---Swift: `applicationDidBecomeActive(_:)`. Selector: `applicationDidBecomeActive:`.
---@param application homescreen.UIApplication `UIApplication.shared`
function _AppDelegate:applicationDidBecomeActive(application) end

---The app is about to stop receiving touches; not called in an app with scenes.
---Swift: `applicationWillResignActive(_:)`. Selector: `applicationWillResignActive:`.
---@param application homescreen.UIApplication `UIApplication.shared`
function _AppDelegate:applicationWillResignActive(application) end

---The app has left the screen; not called in an app with scenes.
---Swift: `applicationDidEnterBackground(_:)`. Selector: `applicationDidEnterBackground:`.
---@param application homescreen.UIApplication `UIApplication.shared`
function _AppDelegate:applicationDidEnterBackground(application) end

---The app comes back to the screen; not called in an app with scenes.
---Swift: `applicationWillEnterForeground(_:)`. Selector: `applicationWillEnterForeground:`.
---@param application homescreen.UIApplication `UIApplication.shared`
function _AppDelegate:applicationWillEnterForeground(application) end

---The app is about to be terminated; not called while it is suspended.
---Swift: `applicationWillTerminate(_:)`. Selector: `applicationWillTerminate:`.
---@param application homescreen.UIApplication `UIApplication.shared`
function _AppDelegate:applicationWillTerminate(application) end

---A silent notification arrived: the app runs in the background.
---Swift: `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`. Selector: `application:didReceiveRemoteNotification:fetchCompletionHandler:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param userInfo table? the contents of the notification
---@param completionHandler fun(result: "newData"|"noData"|"failed") call it with the result of the fetch
function _AppDelegate:application_didReceiveRemoteNotification_fetchCompletionHandler(application, userInfo, completionHandler) end

---The app can fetch data in the background.
---Swift: `application(_:performFetchWithCompletionHandler:)`. Selector: `application:performFetchWithCompletionHandler:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param completionHandler fun(result: "newData"|"noData"|"failed") call it with the result of the fetch
function _AppDelegate:application_performFetchWithCompletionHandler(application, completionHandler) end

---The user responded to a notification.
---Swift: `userNotificationCenter(_:didReceive:withCompletionHandler:)`. Selector: `userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:`.
---@param center table the notification center
---@param response { actionIdentifier: string, notification: { request: { content: { title?: string, body?: string, userInfo?: table } } } } the notification, and the user's choice
---@param completionHandler fun() takes nothing
function _AppDelegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(center, response, completionHandler) end

---Whether to save state, before iOS 13.2.
---Swift: `application(_:shouldSaveApplicationState:)`. Selector: `application:shouldSaveApplicationState:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param coder homescreen.NSCoder stores the state
function _AppDelegate:application_shouldSaveApplicationState(application, coder) end

---Whether to save state.
---Swift: `application(_:shouldSaveSecureApplicationState:)`. Selector: `application:shouldSaveSecureApplicationState:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param coder homescreen.NSCoder stores the state
function _AppDelegate:application_shouldSaveSecureApplicationState(application, coder) end

---State is about to be saved.
---Swift: `application(_:willEncodeRestorableStateWith:)`. Selector: `application:willEncodeRestorableStateWithCoder:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param coder homescreen.NSCoder stores the state
function _AppDelegate:application_willEncodeRestorableStateWithCoder(application, coder) end

---Whether to restore state, before iOS 13.2.
---Swift: `application(_:shouldRestoreApplicationState:)`. Selector: `application:shouldRestoreApplicationState:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param coder homescreen.NSCoder stores the state
function _AppDelegate:application_shouldRestoreApplicationState(application, coder) end

---Whether to restore state.
---Swift: `application(_:shouldRestoreSecureApplicationState:)`. Selector: `application:shouldRestoreSecureApplicationState:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param coder homescreen.NSCoder stores the state
function _AppDelegate:application_shouldRestoreSecureApplicationState(application, coder) end

---State was restored.
---Swift: `application(_:didDecodeRestorableStateWith:)`. Selector: `application:didDecodeRestorableStateWithCoder:`.
---@param application homescreen.UIApplication `UIApplication.shared`
---@param coder homescreen.NSCoder stores the state
function _AppDelegate:application_didDecodeRestorableStateWithCoder(application, coder) end

---The methods of a scene delegate: define those that the app has.
---@class homescreen.SceneDelegate
local _SceneDelegate = {}

---The scene is connected; the options contain a quick action or a URL that started it.
---Swift: `scene(_:willConnectTo:options:)`. Selector: `scene:willConnectToSession:options:`.
---@param scene homescreen.Scene the scene
---@param session homescreen.UISceneSession the information that the system stores about the scene
---@param options homescreen.UISceneConnectionOptions why the scene is connected
function _SceneDelegate:scene_willConnectToSession_options(scene, session, options) end

---A quick action was chosen while the scene was connected.
---Swift: `windowScene(_:performActionFor:completionHandler:)`. Selector: `windowScene:performActionForShortcutItem:completionHandler:`.
---@param windowScene homescreen.Scene the scene
---@param shortcutItem homescreen.UIApplicationShortcutItem the quick action
---@param completionHandler fun(succeeded: boolean) call it with true if the action succeeded
function _SceneDelegate:windowScene_performActionForShortcutItem_completionHandler(windowScene, shortcutItem, completionHandler) end

---Another app opens URLs while the scene is connected.
---Swift: `scene(_:openURLContexts:)`. Selector: `scene:openURLContexts:`.
---@param scene homescreen.Scene the scene
---@param contexts { url: string, sourceApplication?: string }[] the URLs, and which app sent them
function _SceneDelegate:scene_openURLContexts(scene, contexts) end

---A universal link or an activity has arrived while the scene is connected.
---Swift: `scene(_:continue:)`. Selector: `scene:continueUserActivity:`.
---@param scene homescreen.Scene the scene
---@param userActivity { activityType: string, webpageURL?: string, userInfo?: table } the activity
function _SceneDelegate:scene_continueUserActivity(scene, userActivity) end

---The scene is in front and gets touches.
---Swift: `sceneDidBecomeActive(_:)`. Selector: `sceneDidBecomeActive:`.
---@param scene homescreen.Scene the scene
function _SceneDelegate:sceneDidBecomeActive(scene) end

---The scene is about to stop receiving touches.
---Swift: `sceneWillResignActive(_:)`. Selector: `sceneWillResignActive:`.
---@param scene homescreen.Scene the scene
function _SceneDelegate:sceneWillResignActive(scene) end

---The scene is about to enter the foreground.
---Swift: `sceneWillEnterForeground(_:)`. Selector: `sceneWillEnterForeground:`.
---@param scene homescreen.Scene the scene
function _SceneDelegate:sceneWillEnterForeground(scene) end

---The scene has left the screen.
---Swift: `sceneDidEnterBackground(_:)`. Selector: `sceneDidEnterBackground:`.
---@param scene homescreen.Scene the scene
function _SceneDelegate:sceneDidEnterBackground(scene) end

---The system has released the scene.
---Swift: `sceneDidDisconnect(_:)`. Selector: `sceneDidDisconnect:`.
---@param scene homescreen.Scene the scene
function _SceneDelegate:sceneDidDisconnect(scene) end

---An activity will arrive soon.
---Swift: `scene(_:willContinueUserActivityWithType:)`. Selector: `scene:willContinueUserActivityWithType:`.
---@param scene homescreen.Scene the scene
---@param type string the type of the activity
function _SceneDelegate:scene_willContinueUserActivityWithType(scene, type) end

---An App Intent should be performed in the scene.
---Swift: `scene(_:willPerformAppIntent:)`. Selector: `scene:willPerformAppIntent:`.
---@param scene homescreen.Scene the scene
---@param intent { name?: string, userInfo?: table } the name and contents of the intent
function _SceneDelegate:scene_willPerformAppIntent(scene, intent) end

---The scene goes to the background, and the app names the activity that restores its state.
---Swift: `stateRestorationActivity(for:)`. Selector: `stateRestorationActivityForScene:`.
---@param scene homescreen.Scene the scene
function _SceneDelegate:stateRestorationActivityForScene(scene) end

---The methods of a view controller class: define those that the app has.
---@class homescreen.ControllerClass
local _ControllerClass = {}

---A view controller: `viewDidLoad()`.
function _ControllerClass:viewDidLoad() end

---A view controller: `viewDidAppear(_:)`.
---@param animated boolean whether it was animated
function _ControllerClass:viewDidAppear(animated) end

---The modifiers of the root view of a SwiftUI app: define those that the app has.
---@class homescreen.RootView
local _RootView = {}

---The root view of a SwiftUI app: `onAppear(perform:)`.
function _RootView:onAppear() end

---The root view of a SwiftUI app: `onOpenURL(perform:)`.
---@param url string the URL
function _RootView:onOpenURL(url) end

---The root view of a SwiftUI app: `onContinueUserActivity(_:perform:)`.
---@param activity { activityType: string, webpageURL?: string, userInfo?: table } the activity, of any type
function _RootView:onContinueUserActivity(activity) end

---The root view of a SwiftUI app: `onChange(of:)`.
---@param phase "active"|"inactive"|"background" the new phase of the scene
function _RootView:onScenePhase(phase) end

---Creates a device: an iPhone or iPad of a model, with a version of iOS.
---Without fields, the device is a generic iPhone with the newest version, or the first model and version that the project's `homescreen.lua` names. If a specific model does not run the version, the error names the versions that it runs.
---@param options? { model?: string, os?: string, locale?: string, conditions?: { activation?: number, alertTransition?: number, alertsForSameIcon?: boolean, associationFile?: "fetched"|"onlyOnServer"|"missing", authenticationSucceeds?: boolean, consoleNoise?: boolean, deactivation?: number, debugger?: boolean, educationMode?: boolean, emptyIconAlert?: boolean, homeScreenEditing?: boolean, iconCooldown?: number, iconFault?: "none"|"busy"|"busyUntilReboot"|"afterModal"|"upcall", iconHandlerOffMain?: boolean, keepSessions?: "byLifeCycle"|"always"|"never", launchRefusal?: "none"|"betaExpired"|"developerNotTrusted"|"developerModeOff", menuTransition?: number, missingArtwork?: "byVersion"|"placeholder"|"unchanged", needsPrimaryIconName?: boolean, needsScaledNames?: boolean, notificationIconDelay?: number, previewsPrevious?: boolean, privateIconSelector?: "ignored"|"alert", quitKeepsSessions?: boolean, simulator?: boolean, staleAfterFirstChange?: boolean, staleIconCache?: boolean, staleSettingsIcon?: boolean, staleShareIcon?: boolean, staleSwitcherIcon?: boolean, swallowsWillConnect?: boolean }, seed?: integer }
---@return homescreen.Device the device, switched on and without apps
function Device(options) end

---Creates another object of the class, like `@UIApplicationDelegateAdaptor` outside the `App`; the system never calls it.
---The system calls the object that SwiftUI makes for `App`. Call this function only in the app's code.
---@param class homescreen.AppDelegate|table `app.delegate`
---@return any another object of the class
function UIApplicationDelegateAdaptor(class) end

---How to set up a scene: returned by `application_configurationForConnectingSceneSession_options`.
---@param options? { name?: string, delegateClass?: table, sessionRole?: string }
---@return homescreen.UISceneConfiguration the configuration
function UISceneConfiguration(options) end

---UIKit's class for the app; use `UIApplication.shared` in the app's code.
---@type homescreen.UIApplicationClass
UIApplication = nil

---The notification centre of the app whose code runs.
---@type homescreen.UNUserNotificationCenterClass
UNUserNotificationCenter = nil

---The background tasks of the app whose code runs.
---@type homescreen.BGTaskSchedulerClass
BGTaskScheduler = nil

---Creates a quick action; `type` and `localizedTitle` are required.
---The item is immutable; `mutableCopy` returns a mutable copy.
---@param options? { type: string, localizedTitle: string, localizedSubtitle?: string, icon?: homescreen.UIApplicationShortcutIcon, userInfo?: table }
---@return homescreen.UIApplicationShortcutItem the item
function UIApplicationShortcutItem(options) end

---Creates a quick action whose fields can be assigned.
---Changing a registered item has no effect: assign `UIApplication.shared.shortcutItems` again.
---@param options? { type: string, localizedTitle: string, localizedSubtitle?: string, icon?: homescreen.UIApplicationShortcutIcon, userInfo?: table, targetContentIdentifier?: string }
---@return homescreen.UIMutableApplicationShortcutItem the item
function UIMutableApplicationShortcutItem(options) end

---Creates the icon of a quick action from a type, a symbol, a picture or a contact.
---Symbols need iOS 13, and most of UIKit's own icons need iOS 9.1; on older systems, creating one is an error, because the app would crash there.
---@param options? { type?: string, systemImageName?: string, templateImageName?: string, contact?: string, hasPhoto?: boolean }
---@return homescreen.UIApplicationShortcutIcon the icon
function UIApplicationShortcutIcon(options) end

---The class of view controllers; `UIViewController.subclass` creates a subclass.
---@type homescreen.UIViewControllerClass
UIViewController = nil

---Creates an alert of the app.
---@param options? { title?: string, message?: string, preferredStyle?: "alert"|"actionSheet" }
---@return homescreen.UIAlertController the controller; present it to show it
function UIAlertController(options) end

---Creates a button for an alert.
---@param options? { title?: string, style?: "default"|"cancel"|"destructive", handler?: fun(action: homescreen.UIAlertAction) }
---@return homescreen.UIAlertAction the button, for `addAction`
function UIAlertAction(options) end

---Creates a window in addition to the system's.
---In an app with scenes a window without `windowScene` is never shown. If the Info.plist names a storyboard, the system's window has the storyboard's root and stays below; otherwise a window that is created during the launch replaces it.
---@param options? { windowScene?: homescreen.Scene }
---@return homescreen.UIWindow the window; `makeKeyAndVisible` shows it
function UIWindow(options) end

---The device, as the app sees it.
---@type homescreen.UIDeviceClass
UIDevice = nil

---The app's bundle, as the app sees it.
---@type homescreen.BundleClass
Bundle = nil

---Swift's `#available`.
---@param version string such as `"iOS 10.3"`
---@return boolean whether the device has at least that version
function available(version) end

---Writes a line to the app's console, which is `app.console`.
---@param format string text with `%@`, `%d`, `%ld`, `%f` …
---@param ...? any the values
function NSLog(format, ...) end

---Objective-C's array literal `@[…]`: nil among the objects raises an exception.
---A Lua table cannot contain nil. As in Objective-C, an uncaught exception ends the app.
---@param ...? any the objects
---@return table a list of them
function NSArray(...) end

---The object that represents nothing in Foundation's collections; a property list cannot contain it.
---@type homescreen.NSNull
NSNull = nil

---`UIImage(named:)`: the picture with this name in the bundle, or nil.
---For the name of an app icon set, the result is nil from iOS 18 on, and in TestFlight builds also before iOS 18. For the base name of a loose file, the result is the picture in every version.
---@param name string a set in the asset catalog, or a file name without extension or scale
---@return homescreen.UIImage? the picture, or nil
function UIImage(name) end

---The queues of the app whose code runs.
---@type homescreen.DispatchQueueClass
DispatchQueue = nil

---Runs a function of the app on a later turn of its queue; inside, `await` waits for completion handlers.
---The queue is the main one, or a global one for a task that is created on `DispatchQueue.global`. An uncaught NSError only ends the task, as in Swift: `task.error` has it. Any other error crashes the app.
---@param body fun() the function to run; it can use `await`
---@return homescreen.Task the task
function Task(body) end

---Waits for a completion handler: `await(object):method(…)` supplies the handler, and raises the error that it gets.
---Use `await` only inside `Task`, where the function can stop and continue later.
---@param object any an object whose method takes a handler
---@return any the object; its methods now wait, and raise the NSError
function await(object) end

---Calls a function every tenth of a second, on the clock of the current device, until it succeeds.
---If it never does, the scenario fails with the last error. Nothing waits in real time.
---@param body fun() the check: it succeeds without an error and a false result
---@param seconds? number virtual time to wait; 5 by default
---@return any the results of the function
function eventually(body, seconds) end

---Loads an app from a path, or creates one from a table.
---A path names an Xcode project or a folder that contains one, a built `.app`, an `.ipa`, `.zip` or `.xcarchive` with one, or an Info.plist. It must be in the script's project or below a folder of `--read DIR`. The table has the fields `plist`, `files`, `catalog`, `strings`, `settings` and `entitlements`.
---@param source string|{ plist: table, files?: table<string, string|integer|integer[]>, catalog?: table<string, { kind?: "appIcon"|"image"|"iconComposer", entries?: { idiom?: string, platform?: string, size?: number|number[], scale?: 1|2|3, appearance?: "any"|"dark"|"tinted", filename?: string, pixels?: number|number[] }[], renderingIntent?: "template"|"original" }>, strings?: table<string, table<string, string>>, settings?: table<string, string>, entitlements?: table } a path relative to the script, or a table
---@param options? { target?: string, configuration?: string, settings?: table<string, string>, xcode?: string } for a path to a project: the app to choose
---@return homescreen.Package the package; changes do not affect the disk
function AppPackage(source, options) end

---Property lists from files and text.
---@type homescreen.PropertyListModule
plist = nil

---Creates an NSError.
---`tostring` returns what the console prints.
---@param options? { domain?: string, code?: integer, userInfo?: table<string, any> }
---@return homescreen.Error the error
function NSError(options) end

---Iterates over every combination of versions, models, life cycles and other lists.
---Combinations that cannot exist are left out: a model with a version that it does not run, scenes before iOS 13, SwiftUI before iOS 14, or the app-delegate life cycle with the 27 SDK on iOS 27. A note says how many. `device:install(path, cell)` takes the life cycle from the cell.
---Any other field is your own list, and cells have its values unchanged: `build = { { name = "debug", delay = 1 }, { name = "release" } }`. `cell.name` shows the `name` of a table, or its number.
---`--os` and `--device` keep only the cells of that version and model.
---@param fields { os?: string|string[], model?: string|string[], lifecycle?: "appDelegate"|"scene"|"swiftUI"|("appDelegate"|"scene"|"swiftUI")[], locale?: string|string[], distribution?: "development"|"adHoc"|"enterprise"|"testFlight"|"appStore"|("development"|"adHoc"|"enterprise"|"testFlight"|"appStore")[], published?: boolean|boolean[], sdk?: string|string[], signedAs?: string|string[], seed?: integer|integer[] }
---@return fun(): homescreen.Cell an iterator over cells; each has `name`, the fields and `at_least(version)`, and can be passed to `Device`
function matrix(fields) end

---Explains a value, a name, a fact or an error code; without a topic it shows what to type first; help "all" lists all names.
---@param topic? any a value (`device`, `device.launch`), or a string: name, fact (`"ICON-111"`) or error code
function help(topic) end

---Loads a Lua module, once per script.
---`require` looks next to the script, then in the project’s root (`./`, `src`, `lua`), for `name.lua` and `name/init.lua`; `package.path` lists the places, and `package.loaded` has the loaded modules. `busted` and `luassert` are available without a file.
---@param name string `a.b` is `a/b.lua` or `a/b/init.lua` next to the script, or in a plugin next to its file
---@return any the module's value, and the path of its file
function require(name) end

---The tool itself.
---@type homescreen.Module
homescreen = nil

---Groups scenarios.
---A function of busted, for scenario scripts.
---@param name string the name in reports, which can contain `#tags`
---@param body fun() defines blocks, scenarios and hooks
function describe(name, body) end

---Groups scenarios.
---A function of busted, for scenario scripts.
---@param name string the name in reports, which can contain `#tags`
---@param body fun() defines blocks, scenarios and hooks
function context(name, body) end

---Groups scenarios, and restores `_G` and the loaded modules afterwards.
---A function of busted, for scenario scripts.
---@param name string the name in reports, which can contain `#tags`
---@param body fun() defines blocks, scenarios and hooks
function insulate(name, body) end

---Groups scenarios; later blocks also see the values that the block sets.
---A function of busted, for scenario scripts.
---@param name string the name in reports, which can contain `#tags`
---@param body fun() defines blocks, scenarios and hooks
function expose(name, body) end

---One scenario.
---A function of busted, for scenario scripts.
---@param name string the name in reports, which can contain `#tags`
---@param body? fun() the body of the scenario; a scenario without one is pending
function it(name, body) end

---One scenario.
---A function of busted, for scenario scripts.
---@param name string the name in reports, which can contain `#tags`
---@param body? fun() the body of the scenario; a scenario without one is pending
function spec(name, body) end

---One scenario.
---A function of busted, for scenario scripts.
---@param name string the name in reports, which can contain `#tags`
---@param body? fun() the body of the scenario; a scenario without one is pending
function test(name, body) end

---A scenario that has not been written yet.
---A function of busted, for scenario scripts.
---@param name string the name in reports, which can contain `#tags`
---@param body? fun() not run
function pending(name, body) end

---Runs before each scenario of the block.
---A function of busted, for scenario scripts.
---@param body fun() the function that runs
function before_each(body) end

---Runs after each scenario of the block.
---A function of busted, for scenario scripts.
---@param body fun() the function that runs
function after_each(body) end

---Runs once before the scenarios of the block, even if there are none.
---A function of busted, for scenario scripts.
---@param body fun() the function that runs
function setup(body) end

---Runs once before the first scenario of the block, if there is one.
---A function of busted, for scenario scripts.
---@param body fun() the function that runs
function lazy_setup(body) end

---Runs once before the scenarios of the block, even if there are none.
---A function of busted, for scenario scripts.
---@param body fun() the function that runs
function strict_setup(body) end

---Runs once after the scenarios of the block, even if there are none.
---A function of busted, for scenario scripts.
---@param body fun() the function that runs
function teardown(body) end

---Runs once after the scenarios of the block, if any ran.
---A function of busted, for scenario scripts.
---@param body fun() the function that runs
function lazy_teardown(body) end

---Runs once after the scenarios of the block, even if there are none.
---A function of busted, for scenario scripts.
---@param body fun() the function that runs
function strict_teardown(body) end

---Runs when the scenario ends, whatever its result.
---A function of busted, for scenario scripts.
---@param body fun() the function that runs
function finally(body) end

---Runs the scenarios and blocks of the block in an order that the seed decides.
---A function of busted, for scenario scripts.
---@param seed? integer|boolean the seed; `false` keeps the order of the file
function randomize(seed) end

---Limits the seconds of virtual time of a scenario, or of each scenario in the block.
---A function for scenario scripts.
---@param seconds number seconds on each device's clock; `math.huge`: no limit
function timeout(seconds) end

---Limits the instructions of a scenario, or of each scenario in the block.
---A function for scenario scripts.
---@param instructions integer the approximate limit; 1 or more
function budget(instructions) end

---Names the part of a scenario that begins here; a failure in it shows the name.
---A function for scenario scripts.
---@param name string the name in failures and in the steps of a report
---@param body? fun() the part; the step ends with it
function step(name, body) end

---Declares scenarios for a fact of the ledgers: one for each cell around the bounds of the fact.
---Only in scenario scripts. Each bound of the fact's row gets cells on iPhone and iPad: the last version before the row, its first and its last version, and the first version after it; the newest version gets cells, too. Cells differ in life cycles, SDKs and versions of Xcode only if the row states them. If the row says what happens outside its bounds (`else absent` or `else other`), `cell.holds` is false there, and the function asserts what happens instead; otherwise, no cell is outside. The function may compare with other versions, too: `cell.at_least "16.0"` needs `versions = { "16.0" }` in the options, which adds cells on both sides of it.
---A cell has the fields of a `matrix` cell, so `Device(cell)` and `device:install(app, cell)` take one. A `Device` of another version is an error, and so is a cell without an assertion: a plain `assert(value)` is not counted.
---@param id string the fact's ID, such as `"ICON-074"`
---@param options { needs?: string[], lifecycles?: boolean, versions?: string[] }
---@param body fun(cell: table) what the fact says, asserted on `Device(cell)`
function fact(id, options, body) end

---Assertions: `assert.equal(expected, actual)`; `assert(value, message)` is Lua's own.
---@type homescreen.Assert
assert = nil

---Assertions: `assert(value, message)` is Lua's own; the words of a chain, as in `assert.is_not.equal`, may be left out.
---@class homescreen.Assert
---@field is homescreen.Assert
---@field are homescreen.Assert
---@field was homescreen.Assert
---@field has homescreen.Assert
---@field does homescreen.Assert
---@field a homescreen.Assert
---@field an homescreen.Assert
---@field the homescreen.Assert
---@field have homescreen.Assert
---@field be homescreen.Assert
---@field been homescreen.Assert
---@field were homescreen.Assert
---@field soft homescreen.Assert A failure does not end the scenario; it fails at its end.
---@field Not homescreen.Assert
---@field no homescreen.Assert
---@field is_not homescreen.Assert
---@field are_not homescreen.Assert
---@field was_not homescreen.Assert
---@field does_not homescreen.Assert
---@field has_no homescreen.Assert
---@field message fun(text: string): homescreen.Assert The first line of a failure.
---@field array fun(list: table): homescreen.Assert The list that `has.no.holes` checks.
---@field add fun(self: homescreen.Assert, name: string, check: function) Adds an assertion.
---@field register fun(self: homescreen.Assert, kind: string, name: string, callback: function, ...: any)
---@field snapshot fun(self: homescreen.Assert): any
---@overload fun(value: any, message?: any, ...: any): any

---A function that remembers its calls.
---@class homescreen.Spy
---@field calls { vals: table, refs: table }[] The arguments of each call: copies made at that time, and the values.
---@field returnvals { vals: table, refs: table }[] What each call returned.
---@field callback function The function that it calls.
---@overload fun(...: any): any
local _Spy = {}

---Whether it was called; with a number, exactly that many times. Also returns the number of calls.
---@param times? integer how many calls
---@return boolean, integer
function _Spy:called(times) end

---Whether a call had these arguments, a list with the field `n`.
---@param expected table the arguments
---@return boolean
function _Spy:called_with(expected) end

---Whether a call returned these values, a list with the field `n`.
---@param expected table the values
---@return boolean
function _Spy:returned_with(expected) end

---Forgets the calls.
---@return homescreen.Spy
function _Spy:clear() end

---Puts the original back where `spy.on` or `stub` took it from, and returns it.
---@return any
function _Spy:revert() end

---A spy that does not call what it replaces.
---@class homescreen.Stub: homescreen.Spy
---@field returns fun(...: any): homescreen.Stub It returns these values from now on.
---@field invokes fun(action: function): homescreen.Stub It calls this function from now on.
---@field by_default homescreen.StubAnswer The answer for other arguments.
---@field on_call_with fun(...: any): homescreen.StubAnswer The answer for these arguments.
---@overload fun(...: any): any

---The answer of a stub.
---@class homescreen.StubAnswer
---@field returns fun(...: any): homescreen.Stub
---@field invokes fun(action: function): homescreen.Stub

---A value of `called_with` and `returned_with` that means several values.
---@class homescreen.Matcher
---@overload fun(value: any): boolean

---A combination of a `matrix`: its fields, and a name.
---@class homescreen.Cell
---@field name string The fields as text, such as “iPad, iPadOS 17.5”.
---@field os string
---@field model string
---@field lifecycle? "appDelegate"|"scene"|"swiftUI"
---@field locale? string
---@field at_least fun(self: homescreen.Cell, version: string): boolean Whether its iOS is this version or newer.
---@field [string] any

---Spies: `spy.on(table, "key")`, `spy.new(callback)`; `assert.spy(s).was.called()`.
---@class homescreen.SpyModule
---@field new fun(callback?: function): homescreen.Spy A spy on a function, or on nothing.
---@field on fun(target: table, key: any): homescreen.Spy Replaces a field by a spy on what is there.
---@field is_spy fun(value: any): boolean
---@overload fun(callback?: function): homescreen.Spy
spy = nil

---Stubs: `stub(table, "key", …)` replaces a field by a spy that returns the values.
---@class homescreen.StubModule
---@field new fun(target?: table, key?: any, ...: any): homescreen.Stub
---@overload fun(target?: table, key?: any, ...: any): homescreen.Stub
stub = nil

---Mocks: `mock(table)` watches each function of a table; with `true`, none of them runs.
---@class homescreen.MockModule
---@field new fun(object: any, stubbed?: boolean, value?: any): any
---@field clear fun(object: any): any Forgets the calls of each spy in a mock.
---@field revert fun(object: any): any Puts each original back.
---@overload fun(object: any, stubbed?: boolean, value?: any): any
mock = nil

---Matchers: `match._` fits any value, `match.is_string()` strings, `match.is_not_nil()` anything but nil.
---@class homescreen.MatchModule
---@field _ homescreen.Matcher
---@field is homescreen.MatchModule
---@field is_not homescreen.MatchModule
---@field Not homescreen.MatchModule
---@field is_matcher fun(value: any): boolean
---@field is_ref_matcher fun(value: any): boolean
---@field [string] fun(...: any): homescreen.Matcher
match = nil

---The picture of a quick action.
---@class homescreen.UIApplicationShortcutIcon

---The null of Foundation.
---@class homescreen.NSNull
