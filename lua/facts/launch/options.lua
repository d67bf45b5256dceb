-- The facts of launch.md, “3. Launch options and connection options”.

local support = require "homescreen.facts.support"
local order = support.order

local package = support.items(
  { { "search", "Search" } }, { UIBackgroundModes = { "fetch", "remote-notification" } })

local launching = { order.A1[1], order.A1[2] }
local answer = "userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler"
local received = "application_didReceiveRemoteNotification_fetchCompletionHandler"
local fetch = "application_performFetchWithCompletionHandler"

--- An app that is not launched, and what its code got: `launch` options, `connection` options, `activity`, `url`,
--- `intent`, `answer`.
local function watched(cell)
  local device, app = support.installed(cell, package, false)
  local got = {}
  support.name_scene_delegate(app)
  function app.delegate:application_willFinishLaunchingWithOptions() got.launched = true end
  function app.delegate:application_didFinishLaunchingWithOptions(_, options)
    got.launch = options
    return true
  end
  function app.delegate:application_openURL_options(_, url, how)
    got.url, got.source = url, how.sourceApplication
  end
  function app.delegate:application_continueUserActivity_restorationHandler(_, activity) got.activity = activity end
  app.delegate[answer] = function(_, _, response) got.answer = response.notification.request.content end
  app.delegate[received] = function(_, _, userInfo) got.answer = { userInfo = userInfo } end
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
    got.connection = options
    got.activity = options.userActivities[1]
    local context = options.urlContexts[1]
    if context then got.url, got.source = context.url, options.sourceApplication end
  end
  function app.sceneDelegate:scene_openURLContexts(_, contexts)
    got.url, got.source = contexts[1].url, contexts[1].sourceApplication
  end
  function app.sceneDelegate:scene_continueUserActivity(_, activity) got.activity = activity end
  function app.sceneDelegate:scene_willPerform(_, intent) got.intent = intent.name end
  local function launch(situation)
    for key in pairs(got) do got[key] = nil end
    return device:record(function() device:launch(app, situation) end).callbacks
  end
  return device, app, got, launch
end

--- What a situation leads to, cold and then warm: two lists of callbacks, `check` sees what the code got.
local function cold_and_warm(cell, situation, check)
  local device, _, got, launch = watched(cell)
  local lists = { cold = launch(situation) }
  check(got, true)
  device:pressHome()
  lists.warm = launch(situation)
  check(got, false)
  return lists
end

local function nothing() end

--- The list with another callback in the place of one, or before it.
local function with(list, callback, place, inserts)
  local new = { table.unpack(list) }
  if inserts then table.insert(new, place, callback) else new[place] = callback end
  return new
end

--- The callbacks of a universal link, cold and warm, and the order in which the cell's life cycle has them.
local function as_universal_link(cell)
  local lists = cold_and_warm(cell, { universalLink = "https://example.com" }, function(got)
    assert.equal("https://example.com", got.activity.webpageURL)
  end)
  assert.same(cell.lifecycle == "appDelegate" and order.A7 or order.S1, lists.cold)
  return lists
end

--- What an app with these schemes does with a URL: whether it is launched, else what is said.
local function opened(cell, schemes, url)
  local device = Device(cell)
  local types = schemes and plist.array { { CFBundleURLName = "page", CFBundleURLSchemes = plist.array(schemes) } }
  local app = device:install(support.package { CFBundleURLTypes = types or plist.array {} }, cell)
  local works, problem = pcall(function() device:launch(app, { url = url }) end)
  assert.equal(works and "runningForeground" or "notRunning", app.state)
  return works, problem
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
  assert.same({ "ShortcutItem" }, keys(function(_, app) support.action(cell, app, "Search") end))
  assert.same(
    { "SourceApplication", "URL" }, keys(by { url = "paint://page", sourceApplication = "com.example.mail" }))
  assert.same({ "RemoteNotification" }, keys(by { notification = { userInfo = { page = 7 } } }))
  assert.same({ "UserActivityDictionary", "UserActivityType" }, keys(by { universalLink = "https://example.com" }))
  assert.same({}, keys(by(nil)))
end)

fact("LAUNCH-053", { needs = { "app's code", "finger" } }, function(cell)
  local _, app, got = watched(cell)
  support.action(cell, app, "Search")
  assert.equal("search", got.launch.shortcutItem.type)
  local fields = {}
  for field in pairs(got.launch) do fields[#fields + 1] = field end
  assert.same({ "shortcutItem" }, fields)
end)

fact("LAUNCH-054", { needs = { "app's code", "finger" } }, function(cell)
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

fact("LAUNCH-055", { needs = { "app's code", "finger" } }, function(cell)
  local filled = {
    { { url = "paint://page", sourceApplication = "com.example.mail" }, "urlContexts sourceApplication" },
    { { universalLink = "https://example.com" }, "userActivities" },
    { { notification = "Hello" }, "notificationResponse" },
    { { userActivity = "com.example.reading" }, "handoffUserActivityType" },
    { nil, "" },
  }
  if cell.at_least "12.0" then
    filled[#filled + 1] = { { intent = "OpenPage" }, cell.at_least "26.0" and "appIntent" or "userActivities" }
  end
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
    local _, _, got, launch = watched(cell)
    launch(row[1])
    assert.equal(cell.holds and row[2] or nil, fields(got.connection))
  end
  local _, app, got = watched(cell)
  support.action(cell, app, "Search")
  assert.equal(cell.holds and "shortcutItem" or nil, fields(got.connection))
  if not cell.holds then return end
  for _, name in ipairs { "cloudKitShareMetadata", "sceneAccessoryUserInfo" } do
    assert.error_matches(function() return got.connection[name] end, "has no member")
  end
end)

fact("LAUNCH-089", { needs = { "app's code", "finger" } }, function(cell)
  local situation = { notification = { title = "Hello", userInfo = { page = 7 } } }
  local has_scenes = cell.lifecycle ~= "appDelegate"
  local method = cell.at_least "10.0" and answer or received
  for _, returned in ipairs { true, false } do
    local device, app, got, launch = watched(cell)
    function app.delegate:application_willFinishLaunchingWithOptions(_, options)
      assert.equal(has_scenes, options == nil)
      return returned
    end
    local cold = launch(situation)
    assert.same(has_scenes and with(order.S1, answer, 6, true) or with(order.A2, method, 3), cold)
    if not has_scenes then assert.equal(7, got.launch.remoteNotification.page) end
    assert.equal(7, got.answer.userInfo.page)
    device:pressHome()
    assert.same(has_scenes and with(order.S3, answer, 2) or with(order.A4, method, 2), launch(situation))
    assert.equal(7, got.answer.userInfo.page)
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
  assert.same(cell.holds and with(order.S3, answer, 2) or with(order.A4, answer, 2), lists.warm)
end)

fact("LAUNCH-091", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local lists = cold_and_warm(cell, { spotlight = "note-1" }, function(got)
    assert.equal("com.apple.corespotlightitem", got.activity.activityType)
    assert.equal("note-1", got.activity.userInfo.kCSSearchableItemActivityIdentifier)
  end)
  assert.same(as_universal_link(cell), lists)
end)

fact("LAUNCH-092", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
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
  lists = cold_and_warm(cell, { widget = { kind = "Small" } }, function(got)
    assert.equal("Small", got.activity.activityType)
    assert.is_nil(got.url)
  end)
  assert.same(as_universal_link(cell), lists)
  -- The launch methods keep it away as they do any URL (LAUNCH-008).
  local device, app = support.installed(cell, package, false)
  function app.delegate:application_didFinishLaunchingWithOptions() return false end
  assert.callbacks(
    has_scenes and order.S5 or order.A1, device:record(function() device:launch(app, { widget = "paint://widget" }) end))
end)

fact("LAUNCH-093", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local situation = { intent = { name = "OpenPage", userInfo = { page = 7 } } }
  if not cell.holds then
    assert.error(function() cold_and_warm(cell, situation, nothing) end)
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
    assert.same(with(order.S1, "scene_willPerform", 6, true), lists.cold)
    assert.same(with(order.S3, "scene_willPerform", 2), lists.warm)
  else
    assert.same(as_universal_link(cell), lists)
  end
end)

fact("LAUNCH-094", { needs = { "app's code", "condition of ours" }, lifecycles = true }, function(cell)
  local device, app, got, launch = watched(cell)
  assert.same(with(launching, fetch, 3), launch { backgroundFetch = true })
  assert.is_true(got.launched)
  assert.is_nil(got.launch)
  assert.same({ fetch }, launch { backgroundFetch = true })
  device:launch(app)
  assert.error(function() device:launch(app, { backgroundFetch = true }) end)
  device:pressHome()
  assert.same({ fetch }, launch { backgroundFetch = true })
  assert.equal("runningBackground", app.state)
end)

fact("LAUNCH-095", { needs = { "app's code", "condition of ours" }, lifecycles = true }, function(cell)
  local silent = { notification = { silent = true, userInfo = { page = 7 } } }
  local device, app, got, launch = watched(cell)
  assert.same(with(launching, received, 3), launch(silent))
  local payload = got.launch and got.launch.remoteNotification
  assert.equal(cell.lifecycle == "appDelegate" and 7 or nil, payload and payload.page)
  assert.equal(7, got.answer.userInfo.page)
  assert.same({ received }, launch(silent))
  assert.equal("runningBackground", app.state)
  device:launch(app)
  assert.same({ received }, launch(silent))
  assert.equal(7, got.answer.userInfo.page)
  assert.equal("runningForeground", app.state)
end)

fact("LAUNCH-096", { needs = { "app's code", "condition of ours" }, lifecycles = true }, function(cell)
  local situations = {
    fetch = { backgroundFetch = true }, ["remote-notification"] = { notification = { silent = true } },
  }
  for _, modes in ipairs { {}, { "fetch" }, { "remote-notification" }, { "fetch", "remote-notification" } } do
    for mode, situation in pairs(situations) do
      local device = Device(cell)
      local app = device:install(support.package { UIBackgroundModes = plist.array(modes) }, cell)
      local works = pcall(function() device:launch(app, situation) end)
      assert.equal(modes[1] == mode or modes[2] == mode, works)
      assert.equal(works and "runningBackground" or "notRunning", app.state)
    end
  end
end)

fact("LAUNCH-097", { needs = { "app's code", "clock", "condition of ours" }, lifecycles = true }, function(cell)
  local function visible(method, situation, body)
    local device, app = support.installed(cell, package, false)
    app.delegate[method] = body
    local seen, outcomes = {}, 0
    for _, event in ipairs(device:record(function() device:launch(app, situation) end)) do
      if event.name == "completed" then
        outcomes = outcomes + 1
      else
        seen[#seen + 1] = ("%s %s %s %s"):format(event.time, event.kind, event.name, event.detail)
      end
    end
    device:advance(30)
    seen[#seen + 1] = app.state
    seen[#seen + 1] = table.concat(app.console, "\n")
    seen[#seen + 1] = tostring(app.crash)
    return seen, outcomes
  end
  local ways = {
    { fetch, { backgroundFetch = true }, function(_, _, done) done "newData" end },
    { received, { notification = { silent = true } }, function(_, _, _, done) done "failed" end },
  }
  if cell.at_least "10.0" then
    ways[#ways + 1] = { answer, { notification = "Hello" }, function(_, _, _, done) done() end }
  end
  for _, way in ipairs(ways) do
    local seen, outcomes = visible(table.unpack(way))
    assert.equal(1, outcomes)
    local without, none = visible(way[1], way[2], function() end)
    assert.equal(0, none)
    assert.same(without, seen)
  end
  -- Another call is one too many.
  local device, app = support.installed(cell, package, false)
  local names = {}
  app.delegate[fetch] = function(_, _, done)
    done "newData"
    done "noData"
  end
  for _, event in ipairs(device:record(function() device:launch(app, { backgroundFetch = true }) end)) do
    if event.name:find("completed", 1, true) then names[#names + 1] = event.name end
  end
  assert.same({ "completed", "completedAgain" }, names)
end)

fact("LAUNCH-117", { needs = { "finger" }, lifecycles = true }, function(cell)
  assert.is_true(opened(cell, { "paint" }, "paint://page"))
  assert.is_true(opened(cell, { "other", "paint" }, "paint:page"))
  for _, case in ipairs { { { "other" }, "paint://page" }, { nil, "paint://page" }, { { "paint" }, "page" } } do
    local works, problem = opened(cell, case[1], case[2])
    assert.is_false(works)
    assert.equal("url-scheme-missing", problem.code)
  end
  local device = Device(cell)
  local app = device:install(support.package { CFBundleURLTypes = plist.array {} }, cell)
  local document = { url = "file:///private/var/mobile/note.txt" }
  assert.error(function() device:launch(app, document) end)
  device:launch(device:install(support.package {
    CFBundleIdentifier = "com.example.notes",
    CFBundleDocumentTypes = { { CFBundleTypeName = "Note", LSItemContentTypes = { "public.plain-text" } } },
  }, cell), document)
  device:pressHome()
  device:launch(app, { universalLink = "https://example.com" })
  device:pressHome()
  device:launch(app, { widget = { url = "paint://page" } })
  assert.equal("runningForeground", app.state)
end)

fact("LAUNCH-118", { needs = { "finger", "condition of ours" }, lifecycles = true }, function(cell)
  assert.is_true(opened(cell, { "paint" }, "PAINT://page"))
  assert.is_true(opened(cell, { "Paint" }, "paint://page"))
end)

fact("LAUNCH-100", {
  needs = { "app's code", "finger", "clock", "condition of ours" }, lifecycles = true,
}, function(cell)
  local device, app = support.installed(cell, package, false)
  local root = UIViewController.subclass "Root"
  local loaded, appeared = 0, 0
  function root:viewDidLoad() loaded = loaded + 1 end
  function root:viewDidAppear() appeared = appeared + 1 end
  app.rootViewController = root
  local trace = device:record(function()
    device:launch(app, { backgroundFetch = true })
    app:run(function() assert.equal("background", UIApplication.shared.applicationState) end)
    assert.equal("runningBackground", app.state)
    device:advance(4.9)
    assert.equal("runningBackground", app.state)
    device:advance(0.2)
  end)
  assert.same(with(launching, fetch, 3), trace.callbacks)
  assert.equal("runningBackgroundSuspended", app.state)
  assert.same({}, app.scenes)
  assert.is_nil(device.front)
  assert.equal("home", device.springboard.mode)
  assert.equal(1, support.count(trace, "delivery", "sent"))
  assert.same({ cell.lifecycle == "appDelegate" and 1 or 0, 0 }, { loaded, appeared })
  assert.callbacks(
    cell.lifecycle == "appDelegate" and { "applicationWillEnterForeground", "applicationDidBecomeActive" } or order.S4,
    device:record(function() device.springboard:icon(app):tap() end))
  assert.same({ 1, 1 }, { loaded, appeared })
  app:run(function() -- so it can present
    local alert = UIAlertController { message = "here" }
    alert:addAction(UIAlertAction { title = "OK" })
    UIApplication.shared.keyWindow.rootViewController:present(alert)
  end)
  assert.equal("here", device.alert.message)
  device.alert:tap "OK"
  -- One that ran already is suspended again, too.
  device:pressHome()
  device:advance(5)
  assert.equal("runningBackgroundSuspended", app.state)
  device:launch(app, { backgroundFetch = true })
  assert.equal("runningBackground", app.state)
  device:advance(5)
  assert.equal("runningBackgroundSuspended", app.state)
end)

fact("LAUNCH-056", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  local has_scenes = cell.lifecycle ~= "appDelegate"
  local function restored(keeping)
    local device, app = watched(cell)
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
