-- The tool box: a quick action that starts the app, with scenes and without, from a tutorial in Objective-C.
--
-- Why an alert for the item may come too early, and two corrections. If a listing cannot work as printed, the scenario
-- shows the result and the intended code. For an app that is already running, see toolbox-taps.lua.
--
-- The app: fixtures/ToolBox.app, whose only language is Chinese.

local toolbox = require "homescreen.seeds.toolbox" "fixtures/ToolBox.app"
local install, open = toolbox.install, toolbox.open
local show, tapItem, description = toolbox.show, toolbox.tapItem, toolbox.description

describe("a cold start without scenes", function()
  -- The listing: reads the launch options, presents, returns YES. `performActionFor…` is the other listing.
  local function prepare(returned, handlesAction)
    local device, app = install {}
    function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
      NSLog("didFinishLaunchingWithOptions:%@", launchOptions)
      local item = launchOptions and launchOptions.shortcutItem
      if item then
        app:didHandle(item)
        show(self.window, item)
      end
      return returned
    end
    if handlesAction ~= false then
      function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
        app:didHandle(item)
        show(self.window, item)
        completion(true)
      end
    end
    return device, app
  end

  -- The callbacks of such a start, with `performActionFor…` or without.
  local function assert_callbacks(trace, performs)
    local expected = {
      "application_willFinishLaunchingWithOptions", "application_didFinishLaunchingWithOptions",
      "applicationDidBecomeActive",
    }
    if performs then table.insert(expected, 3, "application_performActionForShortcutItem_completionHandler") end
    assert.callbacks(expected, trace)
  end

  it("brings the item in the launch options, and NSLog shows it there", function()
    local device, app = prepare(true)
    tapItem(device, app)
    assert.logged("didFinishLaunchingWithOptions:{\n    UIApplicationLaunchOptionsShortcutItemKey = \"<", app)
    assert.logged("type: ToolBox, title: \\U5de5\\U5177\\U7bb1>\";\n}", app) -- QUICK-106
    device:pressHome()
    app:terminate()
    device:launch(app)
    assert.logged("didFinishLaunchingWithOptions:(null)", app) -- a plain tap: nil
  end)

  it("refuses the listing's presentation: the root view is in no window yet", function()
    local device, app = prepare(true, false)
    tapItem(device, app)
    assert.is_nil(device.alert) -- LAUNCH-040
    assert.logged("whose view is not in the window hierarchy", app)
  end)

  it("still calls performActionFor…, unlike the tutorial says, so that one alert is shown", function()
    local device, app = prepare(true)
    local trace = tapItem(device, app)
    assert_callbacks(trace, true) -- LAUNCH-002, LAUNCH-006
    assert.logged("whose view is not in the window hierarchy", app)
    assert.matches("^" .. description .. "$", device.alert.message) -- the second presentation
    device.alert:tap "Cancel"
    assert.is_nil(device.alert)
    assert.is_not.handled_once(trace) -- LAUNCH-005: twice
  end)

  it("handles it once when the launch method returns NO", function()
    local device, app = prepare(false)
    local trace = tapItem(device, app)
    assert_callbacks(trace, false) -- LAUNCH-004
    assert.handled_once(trace)
    assert.is_nil(device.alert) -- but its alert is refused: it is presented too early
  end)
end)

describe("a cold start with scenes", function()
  -- Four versions of the scene delegate's code for the item; `early` is the first listing.
  local variants = {}
  function variants.early(app)
    function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
      if options.shortcutItem then
        app:didHandle(options.shortcutItem)
        show(self.window, options.shortcutItem)
      end
    end
  end
  function variants.delayedAsPrinted(app)
    function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
      local item = options.shortcutItem
      if not item then
        DispatchQueue.main:asyncAfter(0.25, function() show(self.window, item) end)
      end
    end
  end
  function variants.delayed(app)
    function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
      local item = options.shortcutItem
      if item then
        DispatchQueue.main:asyncAfter(0.25, function()
          app:didHandle(item)
          show(self.window, item)
        end)
      end
    end
  end
  function variants.marked(app)
    function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
      self.shortcutItem = options.shortcutItem
    end
    function app.sceneDelegate:sceneDidBecomeActive(scene)
      if self.shortcutItem then
        app:didHandle(self.shortcutItem)
        show(self.window, self.shortcutItem)
      end
      self.shortcutItem = nil
    end
  end

  local function tapCold(variant, activation)
    local device, app = install { lifecycle = "scene", activation = activation }
    variants[variant](app)
    function app.delegate:application_didFinishLaunchingWithOptions(application, launchOptions)
      NSLog("didFinishLaunchingWithOptions:%@", launchOptions)
      return true
    end
    function app.delegate:application_performActionForShortcutItem_completionHandler() error "never with scenes" end
    function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler() NSLog "performActionFor" end
    local trace = device:record(function()
      open(device, app):item("工具箱"):tap()
      device:advance(1)
    end)
    return device, app, trace
  end

  it("brings the item in the connection options; the launch options are nil", function()
    local device, app, trace = tapCold "early"
    assert.logged("didFinishLaunchingWithOptions:(null)", app) -- LAUNCH-012
    assert.callbacks({
      "application_willFinishLaunchingWithOptions",
      "application_didFinishLaunchingWithOptions",
      "application_configurationForConnectingSceneSession_options",
      "scene_willConnectToSession_options",
      "sceneWillEnterForeground",
      "sceneDidBecomeActive",
    }, trace) -- LAUNCH-013: no performActionFor… here, as the tutorial says
    assert.handled_once(trace)
  end)

  it("refuses an alert that is presented at once, with a line on the console", function()
    local device, app = tapCold "early"
    assert.is_nil(device.alert)
    assert.logged("whose view is not in the window hierarchy.", app) -- LAUNCH-038
  end)

  it("words that line differently before iOS 14", function()
    local device, app = install { os = "13.0", lifecycle = "scene" }
    variants.early(app)
    tapItem(device, app)
    assert.logged("Warning: Attempt to present <UIAlertController: 0x", app) -- LAUNCH-037
  end)

  it("shows the alert 0.25 s later, the first fix", function()
    local device, _, trace = tapCold "delayed" -- LAUNCH-041
    assert.matches(description, device.alert.message)
    assert.is_nil(device.alert.title)
    assert.same({ "Cancel" }, device.alert.buttons)
    assert.handled_once(trace)
  end)

  it("shows nothing with the first fix as printed: its test is reversed", function()
    local device = tapCold "delayedAsPrinted" -- LAUNCH-042
    assert.is_nil(device.alert)
  end)

  it("shows an alert without text with that listing if no action was chosen", function()
    local device, app = install { lifecycle = "scene" } -- LAUNCH-042
    variants.delayedAsPrinted(app)
    device:launch(app)
    device:advance(1)
    assert.is_nil(device.alert.message)
    assert.same({ "Cancel" }, device.alert.buttons)
  end)

  it("shows nothing with the first fix when launching takes longer", function()
    local device, app = tapCold("delayed", 0.6) -- LAUNCH-041: a guess about time
    assert.is_nil(device.alert)
    assert.logged("whose view is not in the window hierarchy", app)
  end)

  it("shows the alert once the app is active, the second fix, however long launching takes", function()
    for _, activation in ipairs { 0.1, 0.6, 3 } do
      local device, app, trace = tapCold("marked", activation) -- LAUNCH-035
      assert.matches(description, device.alert.message)
      assert.handled_once(trace)
      device.alert:tap "Cancel"
      device:pressHome()
      app:activate()
      assert.is_nil(device.alert) -- the mark was cleared
    end
  end)

  it("would show it again at each activation if the mark were kept", function()
    local device, app = install { lifecycle = "scene" } -- LAUNCH-036
    variants.marked(app)
    function app.sceneDelegate:sceneDidBecomeActive(scene)
      if self.shortcutItem then show(self.window, self.shortcutItem) end
    end
    tapItem(device, app)
    device.alert:tap "Cancel"
    device:pressHome()
    app:activate()
    assert.is_not_nil(device.alert)
  end)
end)
