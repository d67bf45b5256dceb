-- The facts of launch.md, “3. Launch options and connection options”.

local support = require "homescreen.facts.support"
local launching = require "homescreen.facts.launching"
local order = support.order
local package, receiver, with = launching.package, launching.receiver, launching.with
local answer, received = launching.answer, launching.received

--- The callbacks of a situation, cold and then warm: two lists; `check` gets the values that the code got.
local function cold_and_warm(cell, situation, check)
  local device, _, got, launch = receiver(cell)
  local lists = { cold = launch(situation) }
  check(got, true)
  device:pressHome()
  lists.warm = launch(situation)
  check(got, false)
  return lists
end

local function nothing() end

--- The callbacks of a universal link, cold and warm, and the order in which the cell's life cycle has them.
local function as_universal_link(cell)
  local lists = cold_and_warm(cell, { universalLink = "https://example.com" }, function(got)
    assert.equal("https://example.com", got.activity.webpageURL)
  end)
  assert.same(cell.lifecycle == "appDelegate" and order.A7 or order.S1, lists.cold)
  return lists
end

fact("LAUNCH-052", { needs = { "app's code", "finger" } }, function(cell)
  local function keys(launch)
    local device, app = support.installed(cell, package, false)
    local found = {}
    function app.delegate:application_didFinishLaunchingWithOptions(_, options) NSLog("%@", options) end
    launch(device, app)
    for _, line in ipairs(app.console) do
      for key in line:gmatch "UIApplicationLaunchOptions(%a+)Key" do found[#found + 1] = key end
    end
    table.sort(found)
    return found
  end
  local function by(situation)
    return function(device, app) device:launch(app, situation) end
  end
  local function by_action() return keys(function(_, app) support.action(cell, app, "Search") end) end
  if support.lacks_menus(cell) then return end
  if not cell.holds then -- with scenes it is in the connection options (LAUNCH-012)
    assert.same({}, by_action())
    return assert.same({}, keys(by { url = "paint://page" }))
  end
  assert.same({ "ShortcutItem" }, by_action())
  assert.same(
    { "SourceApplication", "URL" }, keys(by { url = "paint://page", sourceApplication = "com.example.mail" }))
  assert.same({ "RemoteNotification" }, keys(by { notification = { userInfo = { page = 7 } } }))
  assert.same({ "UserActivityDictionary", "UserActivityType" }, keys(by { universalLink = "https://example.com" }))
  assert.same({ "Location" }, keys(by { location = true }))
  assert.same({}, keys(by(nil)))
end)

fact("LAUNCH-053", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local _, app, got = receiver(cell)
  support.action(cell, app, "Search")
  if not cell.holds then return assert.is_nil(next(got.launch or {})) end -- LAUNCH-012
  assert.equal("search", got.launch.shortcutItem.type)
  local fields = {}
  for field in pairs(got.launch) do fields[#fields + 1] = field end
  assert.same({ "shortcutItem" }, fields)
  local _, _, found, launch = receiver(cell)
  launch { location = true }
  assert.is_true(found.launch.location)
end)

fact("LAUNCH-054", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
  local device, app = support.installed(cell, package, false)
  for _, method in ipairs { order.A2[3], order.A5[3], order.A7[3], order.A7[4] } do
    app.delegate[method] = function() end
  end
  local function deprecated(body)
    local found = {}
    for _, event in ipairs(device:record(body)) do
      if event.fact == "LAUNCH-054" then found[#found + 1] = event.detail:match "callback=([%w_]+)" end
    end
    return found
  end
  assert.same(
    cell.holds and { order.A2[3] } or {}, deprecated(function() support.action(cell, app, "Search") end))
  device:pressHome()
  assert.same(
    cell.holds and { order.A7[3], order.A7[4] } or {},
    deprecated(function() device:launch(app, { universalLink = "https://example.com" }) end))
  device:pressHome()
  assert.same({}, deprecated(function() support.action(cell, app, "Search") end)) -- once for each process
  device:pressHome()
  assert.same({}, deprecated(function() device:launch(app, { url = "paint://page" }) end))
end)

fact("LAUNCH-055", { needs = { "app's code", "finger" }, versions = { "26.0" } }, function(cell)
  local filled = {
    { { url = "paint://page", sourceApplication = "com.example.mail" }, "urlContexts sourceApplication" },
    { { universalLink = "https://example.com" }, "userActivities" },
    { { notification = "Hello" }, "notificationResponse" },
    { { userActivity = "com.example.reading" }, "handoffUserActivityType" },
    { { intent = "OpenPage" }, cell.at_least "26.0" and "appIntent" or "userActivities" },
    { nil, "" },
  }
  local function fields(options)
    if not options then return nil end
    local found = {}
    for _, name in ipairs { "urlContexts", "userActivities" } do
      if #options[name] > 0 then found[#found + 1] = name end
    end
    for _, name in ipairs {
      "notificationResponse", "shortcutItem", "handoffUserActivityType", "sourceApplication", "appIntent",
    } do
      if options[name] then found[#found + 1] = name end
    end
    return table.concat(found, " ")
  end
  for _, row in ipairs(filled) do
    local _, _, got, launch = receiver(cell)
    launch(row[1])
    assert.equal(cell.holds and row[2] or nil, fields(got.connection))
  end
  local _, app, got = receiver(cell)
  support.action(cell, app, "Search")
  assert.equal(cell.holds and "shortcutItem" or nil, fields(got.connection))
  if not cell.holds then return end
  for _, name in ipairs { "cloudKitShareMetadata", "sceneAccessoryUserInfo" } do
    assert.error_matches(function() return got.connection[name] end, "has no member")
  end
end)

fact("LAUNCH-056", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  local has_scenes = cell.lifecycle ~= "appDelegate"
  local function restored(keeping)
    local device, app = receiver(cell)
    if keeping then device.conditions.keepSessions = keeping end
    local steps = {}
    local function step(name, result)
      return function()
        steps[#steps + 1] = name
        return result
      end
    end
    for _, secure in ipairs { "", "Secure" } do
      app.delegate["application_shouldSave" .. secure .. "ApplicationState"] = step("save?", true)
      app.delegate["application_shouldRestore" .. secure .. "ApplicationState"] = step("restore?", true)
    end
    function app.delegate:application_willEncodeRestorableStateWithCoder(_, coder)
      steps[#steps + 1] = "encode"
      coder:encode(7, "page")
    end
    function app.delegate:application_didDecodeRestorableStateWithCoder(_, coder)
      steps[#steps + 1] = "decode " .. coder:decodeObject "page"
    end
    app.delegate.applicationDidEnterBackground = step "background"
    app.delegate.application_willFinishLaunchingWithOptions = step("start", true)
    app.delegate.application_didFinishLaunchingWithOptions = step("finish", true)
    app.sceneDelegate.sceneDidEnterBackground = step "background"
    app.sceneDelegate.stateRestorationActivityForScene = step("activity", { activityType = "com.example.page" })
    function app.sceneDelegate:scene_willConnectToSession_options(_, session)
      local activity = session.stateRestorationActivity
      steps[#steps + 1] = "connect " .. (activity and activity.activityType or "without")
    end
    device:launch(app)
    assert.same(has_scenes and { "start", "finish", "connect without" } or { "start", "finish" }, steps)
    steps = {}
    device:pressHome()
    assert.same(has_scenes and { "background", "activity" } or { "background", "save?", "encode" }, steps)
    steps = {}
    app:terminate "jetsam"
    device:launch(app)
    return steps
  end
  if not has_scenes then
    assert.same({ "start", "restore?", "decode 7", "finish" }, restored())
    return
  end
  local kept, lost = { "start", "finish", "connect com.example.page" }, { "start", "finish", "connect without" }
  assert.same(cell.lifecycle == "scene" and kept or lost, restored())
  assert.same(kept, restored "always")
  assert.same(lost, restored "never")
end)

fact("LAUNCH-089", { needs = { "app's code", "finger" }, versions = { "10.1" } }, function(cell)
  local situation = { notification = { title = "Hello", userInfo = { page = 7 } } }
  local has_scenes = cell.lifecycle ~= "appDelegate"
  local has_centre = cell.at_least "10.0"
  local method = has_centre and answer or received
  assert.equal(cell.holds, not has_scenes and has_centre)
  for _, returned in ipairs { true, false } do
    local device, app, got, launch = receiver(cell)
    function app.delegate:application_willFinishLaunchingWithOptions(_, options)
      assert.equal(has_scenes, options == nil)
      return returned
    end
    local cold = launch(situation)
    assert.same(has_scenes and with(order.S1, answer, 6, true) or with(order.A2, method, 3), cold)
    if not has_scenes then assert.equal(7, got.launch.remoteNotification.page) end
    assert.equal(7, got.answer.userInfo.page)
    device:pressHome()
    assert.same(has_scenes and with(order.S7, answer, 2) or with(order.A4, method, 2), launch(situation))
    assert.equal(7, got.answer.userInfo.page)
  end
  -- An app without the newer method gets the tap by the older one, unless code has set the centre's delegate.
  for _, is_set in ipairs { false, has_centre } do
    local device, app, got, launch = receiver(cell)
    app.delegate[answer] = nil
    function app.delegate:application_didFinishLaunchingWithOptions()
      if is_set then UNUserNotificationCenter.current().delegate = app.delegate end
      return true
    end
    local is_old = not has_centre or cell.at_least "10.1" and not is_set
    for _ = 1, 2 do
      launch(situation)
      assert.equal(is_old and not has_scenes and 7 or nil, got.answer and got.answer.userInfo.page)
      device:pressHome()
    end
  end
end)

fact("LAUNCH-090", { needs = { "app's code", "finger" } }, function(cell)
  local situation = { notification = { title = "Hello" } }
  local lists = cold_and_warm(cell, situation, function(got, is_cold)
    local response = got.connection and got.connection.notificationResponse
    assert.equal(cell.holds and is_cold and "Hello" or nil, response and response.notification.request.content.title)
    assert.equal("Hello", got.answer.title)
  end)
  local device, app = support.installed(cell, package, false)
  local cold = device:record(function() device:launch(app, situation) end)
  assert.equal(1, support.count(cold, "delivery", "sent"))
  assert.same(cell.holds and with(order.S1, answer, 6, true) or with(order.A2, answer, 3), lists.cold)
  assert.same(cell.holds and with(order.S7, answer, 2) or with(order.A4, answer, 2), lists.warm)
end)

fact("LAUNCH-175", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  for _, case in ipairs {
    { action = "reply" }, { action = "reply", foreground = true, shown = true }, { shown = true },
  } do
    local device, app, got, launch = receiver(cell)
    local situation = { notification = { title = "Hello", action = case.action, foreground = case.foreground } }
    local is_shown = case.shown or not cell.holds
    device:launch(app)
    if cell.holds then
      launch(situation)
      assert.same({ app, "Hello" }, { device.front, got.answer.title }) -- at once
      got.answer = nil
    end
    app:terminate "user"
    for _, start in ipairs { "cold", "warm" } do
      local callbacks = launch(situation)
      assert.equal(is_shown, device.front == app)
      assert.equal(cell.holds and "Hello" or nil, got.answer.title)
      if is_shown then
        device:pressHome()
      else
        local last = callbacks[#callbacks]
        assert.matches(answer, last, nil, true)
        assert.equal(start == "cold", #callbacks > 1)
        assert.equal("runningBackground", app.state)
      end
    end
  end
  -- No entry in UIBackgroundModes is needed, and the answer has the action's identifier.
  local device, app = support.installed(cell, support.package(), false)
  local action
  app.delegate[answer] = function(_, _, response) action = response.actionIdentifier end
  device:launch(app, { notification = { title = "Hello", action = "reply" } })
  assert.equal(cell.holds and "reply" or nil, action)
  assert.equal(cell.holds, device.front == nil)
end)

fact("LAUNCH-091", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local lists = cold_and_warm(cell, { spotlight = "note-1" }, function(got)
    assert.equal("com.apple.corespotlightitem", got.activity.activityType)
    assert.equal("note-1", got.activity.userInfo.kCSSearchableItemActivityIdentifier)
  end)
  assert.same(as_universal_link(cell), lists)
end)

fact("LAUNCH-092", { needs = { "app's code", "finger" }, lifecycles = true, versions = { "14.0" } }, function(cell)
  local has_scenes = cell.lifecycle ~= "appDelegate"
  local lists = cold_and_warm(cell, { widget = "paint://widget" }, function(got, is_cold)
    assert.equal("paint://widget", got.url)
    assert.is_nil(got.source)
    if is_cold and not has_scenes then
      assert.equal("paint://widget", got.launch.url)
      assert.is_nil(got.launch.sourceApplication)
    end
  end)
  assert.same(has_scenes and order.S5 or order.A5, lists.cold)
  assert.same(has_scenes and order.S6 or order.A6, lists.warm)
  local device, app = support.installed(cell, package, false)
  if cell.at_least "14.0" then
    lists = cold_and_warm(cell, { widget = { kind = "Small" } }, function(got)
      assert.equal("Small", got.activity.activityType)
      assert.is_nil(got.url)
    end)
    assert.same(as_universal_link(cell), lists)
  else
    assert.error_matches(function() device:launch(app, { widget = { kind = "Small" } }) end, "cannot launch")
  end
  -- The launch methods withhold it, like any URL (LAUNCH-008).
  function app.delegate:application_didFinishLaunchingWithOptions() return false end
  local trace = device:record(function() device:launch(app, { widget = "paint://widget" }) end)
  assert.callbacks(has_scenes and order.S5 or order.A1, trace)
end)

fact("LAUNCH-093", { needs = { "app's code", "finger" }, lifecycles = true, versions = { "26.0" } }, function(cell)
  local situation = { intent = { name = "OpenPage", userInfo = { page = 7 } } }
  if not cell.holds then
    assert.error_matches(function() cold_and_warm(cell, situation, nothing) end, "cannot launch")
    return
  end
  local performs = cell.lifecycle ~= "appDelegate" and cell.at_least "26.0"
  local lists = cold_and_warm(cell, situation, function(got, is_cold)
    assert.equal(performs and "OpenPage" or nil, got.intent)
    assert.equal(not performs and "OpenPage" or nil, got.activity and got.activity.activityType)
    if not performs then assert.equal(7, got.activity.userInfo.page) end
    if is_cold and got.connection then
      assert.equal(performs and "OpenPage" or nil, got.connection.appIntent)
    end
  end)
  if performs then
    assert.same(with(order.S1, "scene_willPerformAppIntent", 6, true), lists.cold)
    assert.same(with(order.S7, "scene_willPerformAppIntent", 2), lists.warm)
  else
    assert.same(as_universal_link(cell), lists)
  end
end)

fact("LAUNCH-201", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  if not cell.holds then
    local device, app = receiver(cell)
    assert.error_matches(function() device:launch(app, { liveActivity = {} }) end, "cannot launch")
    return
  end
  local has_scenes = cell.lifecycle ~= "appDelegate"
  local lists = cold_and_warm(cell, { liveActivity = "paint://order" }, function(got)
    assert.equal("paint://order", got.url)
    assert.is_nil(got.source)
  end)
  assert.same(has_scenes and order.S5 or order.A5, lists.cold)
  assert.same(has_scenes and order.S6 or order.A6, lists.warm)
  lists = cold_and_warm(cell, { liveActivity = {} }, function(got)
    assert.equal("NSUserActivityTypeLiveActivity", got.activity.activityType)
    assert.is_nil(got.url)
  end)
  assert.same(as_universal_link(cell), lists)
  if cell.lifecycle ~= "swiftUI" then return end
  local device, app = support.installed(cell, package, false) -- without a scene delegate
  local types = {}
  function app.view:onContinueUserActivity(activity) types[#types + 1] = activity.activityType end
  device:launch(app, { liveActivity = {} })
  device:pressHome()
  device:launch(app, { liveActivity = {} })
  assert.same({ "NSUserActivityTypeLiveActivity", "NSUserActivityTypeLiveActivity" }, types)
end)

fact("LAUNCH-204", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  --- The objects that get the answers of a cold and a warm start if `places` set the centre's delegate, and whether a
  --- scene has the answer in its connection options.
  local function answers(places)
    local device, app = support.installed(cell, package, false)
    local got, in_options = {}, false
    support.name_scene_delegate(app)
    local function sets(place)
      return function()
        if places[place] == nil then return end
        local name = places[place]
        local object = { [answer] = function() got[#got + 1] = name end }
        UNUserNotificationCenter.current().delegate = name ~= "nothing" and object or nil
      end
    end
    app.delegate[answer] = function() got[#got + 1] = "app delegate" end
    app.delegate.application_didFinishLaunchingWithOptions = sets "early"
    app.delegate.applicationDidBecomeActive = sets "late"
    local late = sets "late"
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      in_options = options.notificationResponse ~= nil
      late()
    end
    device:launch(app, { notification = "Hello" })
    device:pressHome()
    device:launch(app, { notification = "Hello" })
    return got, in_options
  end
  --- Asserts who gets the answers; with scenes, it is in the connection options in any case.
  local function get(expected, places)
    local got, in_options = answers(places)
    assert.same(expected, got)
    assert.equal(cell.holds and cell.lifecycle ~= "appDelegate", in_options)
  end
  if not cell.holds then return get({}, {}) end
  get({ "app delegate", "app delegate" }, {})
  get({ "early", "early" }, { early = "early" })
  get({ "late" }, { early = "nothing", late = "late" })
  get({ "early", "late" }, { early = "early", late = "late" })
  get({}, { early = "nothing" })
end)
