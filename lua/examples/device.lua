-- Examples for `help` and the reference: a device, its screen and its conditions.
--
-- `--- NAME` begins the example of a name of the API. Tests run each example on its own.

--- device:install
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
assert.equal("iconChange", device.springboard:icon(app).label)

--- device:uninstall
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
device:uninstall(app)
assert.equal(0, #device.springboard.icons)

--- device:offload
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:offload(app)
assert.equal(1, #device.springboard.icons)
assert.equal(app, device:install(homescreen.sample "change-icon"))

--- device:launch
local device = Device { os = "12.4" }
local app = device:install(AppPackage { plist = {
  CFBundleIdentifier = "com.example.toolbox", CFBundleURLTypes = { { CFBundleURLSchemes = { "toolbox" } } },
} })
local opened
function app.delegate:application_openURL_options(application, url) opened = url end
device:launch(app, { url = "toolbox://red" })
assert.equal("runningForeground", app.state)
assert.equal("toolbox://red", opened)

--- device:pressHome
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
device:pressHome()
assert.equal("home", device.springboard.mode)

--- device:reboot
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
device:reboot()
assert.equal("notRunning", app.state)

--- device:advance
local device = Device {}
local before = device.time
device:advance(0.25)
assert.equal(before + 0.25, device.time)

--- device:settle
local device = Device { os = "17.5" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
local rang = false
app:run(function() DispatchQueue.main:asyncAfter(30, function() rang = true end) end)
device:settle()
assert.is_true(rang)

--- device:record
local device = Device {}
local app = device:install(homescreen.sample "change-icon")
local trace = device:record(function() device:launch(app) end)
assert.equal("process", trace[1].kind)

--- device.screen
local device = Device { os = "17.5" }
device:install(homescreen.sample "change-icon")
local before = device.screen
assert.equal("Home Screen, page 1 of 1", before.lines[2])
device:launch(device.springboard.icons[1].app)
assert.Not.equal(before, device.screen)

--- device.locale
local device = Device { locale = "en" }
device.locale = "zh-Hans"
assert.equal("zh-Hans", device.locale)

--- device.appearance
local device = Device { os = "26.0" }
device.appearance = "clear"
assert.equal("clear", device.appearance)

--- device.tint
local device = Device { os = "18.0" }
device.tint = "#ff9500"
assert.equal("#ff9500", device.tint)

--- device.conditions
local device = Device {}
device.conditions.activation = 0.6
assert.equal(0.6, device.conditions.activation)

--- device.locked
local device = Device { os = "18.0" }
local app = device:install(homescreen.sample "change-icon")
device:launch(app)
device.locked = true
assert.equal("locked", device.springboard.mode)
assert.equal("runningBackground", app.state)
device.locked = false
assert.equal("runningForeground", app.state)

--- screen:svg
local device = Device { os = "26.1" }
device:install(homescreen.sample "change-icon")
assert.matches("^<svg ", device.screen:svg())

--- conditions.activation
local device = Device { conditions = { activation = 1.5 } }
assert.equal(1.5, device.conditions.activation)

--- conditions.alertTransition
local device = Device { conditions = { alertTransition = 1.5 } }
assert.equal(1.5, device.conditions.alertTransition)

--- conditions.alertsForSameIcon
local device = Device { conditions = { alertsForSameIcon = true } }
assert.equal(true, device.conditions.alertsForSameIcon)

--- conditions.associationFile
local device = Device { conditions = { associationFile = "missing" } }
assert.equal("missing", device.conditions.associationFile)

--- conditions.authenticationSucceeds
local device = Device { conditions = { authenticationSucceeds = true } }
assert.equal(true, device.conditions.authenticationSucceeds)

--- conditions.consoleNoise
local device = Device { conditions = { consoleNoise = true } }
assert.equal(true, device.conditions.consoleNoise)

--- conditions.deactivation
local device = Device { conditions = { deactivation = 1.5 } }
assert.equal(1.5, device.conditions.deactivation)

--- conditions.debugger
local device = Device { conditions = { debugger = true } }
assert.equal(true, device.conditions.debugger)

--- conditions.educationMode
local device = Device { conditions = { educationMode = true } }
assert.equal(true, device.conditions.educationMode)

--- conditions.emptyIconAlert
local device = Device { conditions = { emptyIconAlert = true } }
assert.equal(true, device.conditions.emptyIconAlert)

--- conditions.homeScreenEditing
local device = Device { conditions = { homeScreenEditing = true } }
assert.equal(true, device.conditions.homeScreenEditing)

--- conditions.iconCooldown
local device = Device { conditions = { iconCooldown = 1.5 } }
assert.equal(1.5, device.conditions.iconCooldown)

--- conditions.iconFault
local device = Device { conditions = { iconFault = "upcall" } }
assert.equal("upcall", device.conditions.iconFault)

--- conditions.iconHandlerOffMain
local device = Device { conditions = { iconHandlerOffMain = true } }
assert.equal(true, device.conditions.iconHandlerOffMain)

--- conditions.keepSessions
local device = Device { conditions = { keepSessions = "never" } }
assert.equal("never", device.conditions.keepSessions)

--- conditions.launchRefusal
local device = Device { conditions = { launchRefusal = "developerModeOff" } }
assert.equal("developerModeOff", device.conditions.launchRefusal)

--- conditions.menuTransition
local device = Device { conditions = { menuTransition = 1.5 } }
assert.equal(1.5, device.conditions.menuTransition)

--- conditions.missingArtwork
local device = Device { conditions = { missingArtwork = "unchanged" } }
assert.equal("unchanged", device.conditions.missingArtwork)

--- conditions.needsPrimaryIconName
local device = Device { conditions = { needsPrimaryIconName = true } }
assert.equal(true, device.conditions.needsPrimaryIconName)

--- conditions.needsScaledNames
local device = Device { conditions = { needsScaledNames = true } }
assert.equal(true, device.conditions.needsScaledNames)

--- conditions.notificationIconDelay
local device = Device { conditions = { notificationIconDelay = 1.5 } }
assert.equal(1.5, device.conditions.notificationIconDelay)

--- conditions.previewsPrevious
local device = Device { conditions = { previewsPrevious = true } }
assert.equal(true, device.conditions.previewsPrevious)

--- conditions.privateIconSelector
local device = Device { conditions = { privateIconSelector = "alert" } }
assert.equal("alert", device.conditions.privateIconSelector)

--- conditions.quitKeepsSessions
local device = Device { conditions = { quitKeepsSessions = true } }
assert.equal(true, device.conditions.quitKeepsSessions)

--- conditions.simulator
local device = Device { conditions = { simulator = true } }
assert.equal(true, device.conditions.simulator)

--- conditions.staleAfterFirstChange
local device = Device { conditions = { staleAfterFirstChange = true } }
assert.equal(true, device.conditions.staleAfterFirstChange)

--- conditions.staleIconCache
local device = Device { conditions = { staleIconCache = true } }
assert.equal(true, device.conditions.staleIconCache)

--- conditions.staleSettingsIcon
local device = Device { conditions = { staleSettingsIcon = true } }
assert.equal(true, device.conditions.staleSettingsIcon)

--- conditions.staleShareIcon
local device = Device { conditions = { staleShareIcon = true } }
assert.equal(true, device.conditions.staleShareIcon)

--- conditions.staleSwitcherIcon
local device = Device { conditions = { staleSwitcherIcon = true } }
assert.equal(true, device.conditions.staleSwitcherIcon)

--- conditions.swallowsWillConnect
local device = Device { conditions = { swallowsWillConnect = true } }
assert.equal(true, device.conditions.swallowsWillConnect)
