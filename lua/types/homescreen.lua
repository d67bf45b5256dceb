---@meta homescreen
-- Written by scripts/generate from the API data. Do not edit.

---An iPhone or iPad with its Home Screen, apps and clock.
---@class homescreen.Device
---@field time number Virtual seconds since the device was switched on.
---@field trace homescreen.Trace Everything that happened since the device exists.
---@field alert homescreen.Alert? The alert on the screen, or nil.
---@field front homescreen.App? The app that fills the screen, or nil.
---@field springboard homescreen.Springboard The Home Screen.
---@field model string The model's name.
---@field os string The version of iOS.
---@field locale string The device's language; assigning it changes the language, as in Settings.
---@field conditions table The circumstances, by name: `activation`, `staleIconCache`, `educationMode` ….
---@field locked any Whether the screen is locked. (still to come)
local _Device = {}

---Installs an app, or updates the one that has its bundle identifier.
---An update keeps the chosen icon as long as the new version declares it.
---@param package? string|homescreen.Package a path relative to the script (a `.app` folder, an Info.plist, a folder that holds one), or a package; without it the app of `--app`
---@param options? table `lifecycle`, `distribution`, `published`, `sdk`, `signedAs`: what is known of the build besides its files
---@return homescreen.App the app; after an update the same object as before
function _Device:install(package, options) end

---Deletes an app, with its process and its chosen icon.
---@param app homescreen.App the app to delete
function _Device:uninstall(app) end

---Launches an app as a tap on its icon does, or brings it to the front.
---@param app homescreen.App the app
---@param situation? table how it is launched; only a plain tap works in this version
function _Device:launch(app, situation) end

---Goes to the Home Screen: the app in front resigns active and enters the background.
function _Device:pressHome() end

---Switches the device off and on: every process ends, the chosen icons stay.
function _Device:reboot() end

---Lets virtual time pass; the app's timers that become due run on the way.
---@param seconds number how far; fractions count in milliseconds
function _Device:advance(seconds) end

---Lets time pass until nothing is waiting any more.
---A timer that repeats for ever is an error that names it.
---@return number the seconds that passed
function _Device:settle() end

---Runs a function and gives the events that happened on this device meanwhile.
---@param body fun() what to watch
---@return homescreen.Trace the events of that function
function _Device:record(body) end

---Goes back to an event or a time (REPL). (still to come)
function _Device:rewind() end

---The Home Screen of a device.
---@class homescreen.Springboard
---@field icons homescreen.Icon[] All icons, in the order of installation.
---@field mode string What the screen shows: `home`, `menu`, `editing`, `app` or `locked`.
local _Springboard = {}

---The icon of an app.
---Two icons with the same label are an error: name the app then.
---@param app homescreen.App|string the app, or the label under its icon
---@return homescreen.Icon its icon
function _Springboard:icon(app) end

---An app's icon on the Home Screen.
---@class homescreen.Icon
---@field label string The text under the icon.
---@field app homescreen.App The app that it launches.
local _Icon = {}

---Taps the icon: launches the app, or brings it to the front.
---Something that covers the icon is an error that names the cover.
function _Icon:tap() end

---The picture that the system draws for the app.
---`why` lists the files that were considered and the facts that decided.
---@param surface? string `home` (default), `spotlight`, `settings`, `notification`
---@return homescreen.Picture what is drawn, and why
function _Icon:picture(surface) end

---Presses the icon for its menu. (still to come)
function _Icon:press() end

---What is drawn for an icon.
---@class homescreen.Picture
---@field file string? The file, relative to the bundle; nil when none is shown.
---@field source string Where it comes from: `loose` files, the `catalog`, or a `placeholder`.
---@field pixels integer How many pixels wide and high it is drawn.
---@field scaled boolean Whether the file has another size.
---@field placeholder boolean Whether the system shows its empty icon.
---@field why string[] The reasons, one line each, with their facts.
local _Picture = {}

---The menu of an icon.
---@class homescreen.Menu
---@field rows any The rows of the menu. (still to come)
local _Menu = {}

---One row of the menu. (still to come)
function _Menu:item() end

---A row of the menu.
---@class homescreen.Row
local _Row = {}

---Taps the row. (still to come)
function _Row:tap() end

---The alert on the screen.
---@class homescreen.Alert
---@field label string What a person reads.
---@field title string? The controller's own title.
---@field message string? The controller's own message.
---@field buttons string[] The titles of the buttons.
---@field owner string Whose it is: `system`, or the bundle identifier of the app.
---@field picture homescreen.Picture? The preview of the new icon, or nil.
local _Alert = {}

---Taps a button of the alert.
---@param button string the button's title
function _Alert:tap(button) end

---An app that is installed on a device.
---@class homescreen.App
---@field state string `notRunning`, `runningForeground`, `runningBackground` or `runningBackgroundSuspended`.
---@field iconName string? The name of the icon that the system has stored, or nil for the primary one.
---@field console string[] What the app wrote with `NSLog`, a line each.
---@field crash table? How the app ended by itself: `reason`, `code`, `time`; nil if it did not.
---@field bundleIdentifier string `CFBundleIdentifier`.
---@field label string The text under the icon.
---@field device homescreen.Device The device that it was installed on.
---@field scenes any The app's scenes. (still to come)
---@field main any Runs at each process start. (still to come)
---@field delegate any The class of the app delegate. (still to come)
---@field sceneDelegate any The class of the scene delegate. (still to come)
---@field rootViewController any The class of the root view controller. (still to come)
---@field view any The root view of a SwiftUI app. (still to come)
local _App = {}

---Brings the app to the front from the app switcher; launches it when it does not run.
function _App:activate() end

---Ends the process: what was in its memory is gone.
---`user` is the app switcher, `jetsam` the system for want of memory.
---@param cause? string `user` (default) or `jetsam`
function _App:terminate(cause) end

---Lets the system suspend the app, which must be in the background.
function _App:suspend() end

---Runs a piece of the app's own code in its process, on its main thread.
---Inside, UIKit's names mean this app. What the code queues for now runs before `run` returns. The app must be running. An error that leaves the function is a crash of the app.
---@param body fun(): ... a piece of the app's own code
---@return ... what the function returns
function _App:run(body) end

---Performs an action of the top controller, the root or the delegate. (still to come)
function _App:perform() end

---Declares that the app handled a quick action. (still to come)
function _App:didHandle() end

---A scene of an app, the system's side.
---@class homescreen.Scene
local _Scene = {}

---Disconnects a scene. (still to come)
function _Scene:disconnect() end

---The class of `UIApplication.shared`.
---@class homescreen.UIApplicationClass
---@field shared homescreen.UIApplication The application object of the app whose code runs.
local _UIApplicationClass = {}

---`UIApplication.shared` of the app whose code runs.
---@class homescreen.UIApplication
---@field alternateIconName string? The name of the alternate icon, or nil while the primary one is shown.
---@field supportsAlternateIcons boolean Whether the app can change its icon at all.
---@field applicationState string `active`, `inactive` or `background`.
---@field shortcutItems any The dynamic quick actions. (still to come)
local _UIApplication = {}

---Changes the app's icon.
---The call returns at once. On success the system shows an alert; the completion handler runs after `OK`. An error comes without alert and leaves the icon as it was.
---@param name? string a name declared in Info.plist, or nil for the primary icon
---@param completion? fun(error?: homescreen.Error) gets nil, or the error; runs on the main queue, after the person has answered the alert
function _UIApplication:setAlternateIconName(name, completion) end

---A quick action.
---@class homescreen.UIApplicationShortcutItem
local _UIApplicationShortcutItem = {}

---A copy that can be changed. (still to come)
function _UIApplicationShortcutItem:mutableCopy() end

---The class of `UIDevice.current`.
---@class homescreen.UIDeviceClass
---@field current homescreen.UIDevice The device that the app runs on.
local _UIDeviceClass = {}

---The device, as the app sees it.
---@class homescreen.UIDevice
---@field systemName string `iOS` or `iPadOS`.
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
---@return any its value for this device, or nil
function _Bundle:object(key) end

---A window of the app.
---@class homescreen.UIWindow
---@field rootViewController any The window's root view controller. (still to come)
local _UIWindow = {}

---An alert of the app.
---@class homescreen.UIAlertController
local _UIAlertController = {}

---Adds a button. (still to come)
function _UIAlertController:addAction() end

---A view controller.
---@class homescreen.UIViewController
local _UIViewController = {}

---Presents a controller. (still to come)
function _UIViewController:present() end

---Dismisses a controller. (still to come)
function _UIViewController:dismiss() end

---The queues of an app.
---@class homescreen.DispatchQueueClass
---@field main homescreen.DispatchQueue The main queue of the app whose code runs.
---@field global any A queue beside the main thread. (still to come)
local _DispatchQueueClass = {}

---The main queue of an app.
---@class homescreen.DispatchQueue
local _DispatchQueue = {}

---Runs a block on a later turn of the main queue, at the same moment.
---@param block fun() what to run
function _DispatchQueue:async(block) end

---Runs a block on the main queue when virtual time has come.
---It waits for `device:advance`, or for a command whose transition takes that long.
---@param seconds number from now
---@param block fun() what to run
function _DispatchQueue:asyncAfter(seconds, block) end

---An app as files and settings describe it.
---@class homescreen.Package
---@field plist homescreen.PropertyList The Info.plist as a live view: read, assign, walk.
---@field name string The bundle's name without `.app`.
---@field warnings string[] What the loader noticed, one line each.
local _Package = {}

---What is wrong with the app, as a list of findings. (still to come)
function _Package:lint() end

---A dictionary or array of a property list, live.
---@class homescreen.PropertyList
local _PropertyList = {}

---The value at a path of keys; missing steps do not raise.
---@param key string|integer and more keys, for the steps inwards
---@return any the value, or nil when a step is missing
function _PropertyList:get(key) end

---Where a value stands in its file.
---@param key? string|integer and more keys, for the steps inwards
---@return string, integer?, integer? file, line, column; nothing when it was not read from a file
function _PropertyList:where(key) end

---Adds a key that is not there yet.
---A key that is there is an error; `{ replace = true }` as a third argument replaces it.
---@param key string the key
---@param value any its value: a string, number, boolean or table
function _PropertyList:add(key, value) end

---Finds a value by its raw key or by Xcode's name. (still to come)
function _PropertyList:find() end

---Writes the list back, comments and order kept. (still to come)
function _PropertyList:save() end

---Property lists from files and text.
---@class homescreen.PropertyListModule
local _PropertyListModule = {}

---Reads a property list from a file. (still to come)
function _PropertyListModule.load() end

---Reads a property list from text. (still to come)
function _PropertyListModule.parse() end

---An array, where a table would be a dictionary. (still to come)
function _PropertyListModule.array() end

---A list of events: `#trace`, `trace[1]`, `ipairs`.
---@class homescreen.Trace
---@field hash string FNV-1a of the events, 16 hexadecimal digits: equal traces have equal hashes.
local _Trace = {}

---One event of a trace.
---@class homescreen.Event
---@field time number Virtual seconds.
---@field app string? The bundle identifier of the app, or nil.
---@field kind string What it is about.
---@field name string What happened; of a callback its selector.
---@field detail string Particulars, as text.
---@field fact string? The fact of iOS behind it, or nil.
local _Event = {}

---An NSError.
---@class homescreen.Error
---@field domain string Such as `NSCocoaErrorDomain`.
---@field code integer Such as 4.
---@field localizedDescription string The text for the user.
---@field userInfo table What else it carries: `NSUnderlyingError`, `NSLocalizedDescription` ….
local _Error = {}

---The tool itself.
---@class homescreen.Module
---@field version string The version of homescreen.
local _Module = {}

---Declares a plugin. (still to come)
function _Module.plugin() end

---Assertions.
---@class homescreen.Assert
local _Assert = {}

---Compares the callbacks of a trace. (still to come)
function _Assert.callbacks() end

---Each quick action delivered is handled exactly once. (still to come)
function _Assert.handled_once() end

---The app's console has a line with this text. (still to come)
function _Assert.logged() end

---The function makes the app crash. (still to come)
function _Assert.crashes() end

---Compares with what was stored the last time. (still to come)
function _Assert.matches_snapshot() end

---Makes a device: an iPhone or iPad of a model and version of iOS.
---Without fields it is a generic iPhone with the newest version. A concrete model outside of its versions is an error that names them.
---@param options? { model?: string, os?: string, locale?: string, conditions?: table, seed?: integer }
---@return homescreen.Device the device, switched on and empty
function Device(options) end

---The app's own side; `UIApplication.shared` works in the app's code.
---@type homescreen.UIApplicationClass
UIApplication = nil

---A quick action. (still to come)
function UIApplicationShortcutItem() end

---A quick action that can be changed. (still to come)
function UIMutableApplicationShortcutItem() end

---The icon of a quick action. (still to come)
function UIApplicationShortcutIcon() end

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

---Writes a line on the app's console; `app.console` has it.
---@param format string text with `%@`, `%d`, `%ld`, `%f` …
---@param ...? any what is put in
function NSLog(format, ...) end

---A picture of the bundle by its name. (still to come)
function UIImage() end

---An alert of the app. (still to come)
function UIAlertController() end

---A button of an alert. (still to come)
function UIAlertAction() end

---The class of view controllers. (still to come)
---@type any
UIViewController = nil

---How a scene is set up. (still to come)
function UISceneConfiguration() end

---The queues of the app whose code runs.
---@type homescreen.DispatchQueueClass
DispatchQueue = nil

---Runs a function that may await. (still to come)
function Task() end

---Waits for a completion handler. (still to come)
function await() end

---Loads an app, or describes one as a table.
---The table has the fields `plist`, `files`, `catalog`, `strings` and `settings`.
---@param source string|table a path relative to the script, or a table
---@param options? table `settings`: values for `$(NAME)`
---@return homescreen.Package the package; changing it changes nothing on disk
function AppPackage(source, options) end

---Property lists from files and text.
---@type homescreen.PropertyListModule
plist = nil

---Walks over all combinations of versions, models, life cycles and other fields.
---A cell has the fields, a `name` for `describe`, and `at_least(version)`; `Device(cell)` and `device:install(path, cell)` take it as it is. Impossible cells (a model outside its versions, scenes before 13, SwiftUI before 14, an app delegate alone with the 27 SDK) are left out; a note says how many.
---@param options? { os?: string|(string)[], model?: string|(string)[], locale?: string|(string)[], conditions?: table|(table)[], seed?: integer|(integer)[], lifecycle?: string|(string)[], distribution?: string|(string)[], published?: boolean|(boolean)[], sdk?: string|(string)[], signedAs?: string|(string)[] }
---@return fun(): homescreen.Cell? an iterator for `for cell in matrix { … } do`
function matrix(options) end

---Makes an NSError.
---`tostring` gives what the console prints.
---@param options? { domain?: string, code?: integer, userInfo?: table }
---@return homescreen.Error the error
function NSError(options) end

---Explains a value, a name, a fact or an error code; without a topic it lists what there is.
---@param topic? any a value (`device`, `device.launch`), or a text: a name, a fact (`"ICON-111"`), an error code
function help(topic) end

---Loads a Lua module beside the script, once for a file.
---@param name string `a.b` is `a/b.lua` or `a/b/init.lua` beside the script
---@return any what the module returned
function require(name) end

---The tool itself.
---@type homescreen.Module
homescreen = nil

