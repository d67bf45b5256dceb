-- The facts of launch.md, “3. Launch options and connection options”: URLs that an app's own code opens.

local support = require "homescreen.facts.support"

--- An app called `com.example.NAME` with these keys and entitlements.
local function build(name, keys, entitlements)
  local whole = { CFBundleIdentifier = "com.example." .. name, CFBundleName = name }
  for key, value in pairs(keys) do whole[key] = value end
  return support.build { plist = whole, entitlements = entitlements }
end

--- An app with its own URLs.
local function chat(schemes, entitlements)
  return build("chat", { CFBundleURLTypes = { { CFBundleURLSchemes = plist.array(schemes) } } }, entitlements)
end

--- A device with an app in front that queries these schemes, and one that has schemes: device, asker, other.
local function pair(cell, asked, schemes)
  local device = Device(cell)
  local other = device:install(chat(schemes), cell)
  local asker = device:install(
    build("notes", {
      LSApplicationQueriesSchemes = asked and plist.array(asked),
      CFBundleURLTypes = { { CFBundleURLSchemes = { "notes" } } },
    }), cell)
  device:launch(asker)
  return device, asker, other
end

local function asks(app, url)
  local answer
  app:run(function() answer = UIApplication.shared:canOpenURL(url) end)
  return answer
end

--- The argument of the completion handler.
local function opens(app, url, options)
  local outcome
  app:run(function() UIApplication.shared:open(url, options, function(success) outcome = success end) end)
  return outcome
end

fact("LAUNCH-130", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  local _, asker = pair(cell, { "chat" }, { "chat", "Talk" })
  assert.is_true(asks(asker, "chat://new"))
  assert.is_true(asks(asker, "CHAT:new"))
  assert.is_true(asks(asker, "notes://new")) -- its own scheme
  assert.is_true(asks(asker, "Notes:new"))
  for _, scheme in ipairs { "talk", "nobody" } do
    assert.is_false(asks(asker, scheme .. "://new"))
    assert.logged(
      ('-canOpenURL: failed for URL: "%s://new" - error: "This app is not allowed to query for scheme %s"'):format(
        scheme, scheme), asker)
  end
  assert.is_true(asks(asker, "https://example.com"))
  assert.is_true(asks(asker, "http://example.com"))
  local _, nothing = pair(cell, nil, { "chat" })
  assert.is_false(asks(nothing, "chat://new"))
end)

fact("LAUNCH-131", {
  needs = { "app's code", "finger", "condition of ours" }, lifecycles = true, versions = { "10.0" },
}, function(cell)
  local _, asker = pair(cell, { "talk", "call" }, { "chat" })
  for _, scheme in ipairs { "talk", "call" } do
    assert.is_false(asks(asker, scheme .. ":1"))
    local reason = cell.at_least "10.0" and "The operation couldn’t be completed. (OSStatus error -10814.)" or "(null)"
    assert.logged(('-canOpenURL: failed for URL: "%s:1" - error: "%s"'):format(scheme, reason), asker)
  end
end)

fact("LAUNCH-132", { needs = { "app's code", "finger", "condition of ours" }, lifecycles = true }, function(cell)
  local device, asker, other = pair(cell, nil, { "chat" })
  if not cell.holds then
    local problem
    asker:run(function() _, problem = pcall(function() UIApplication.shared:open "chat://new" end) end)
    assert.equal("api-unavailable", problem.code)
    return
  end
  assert.is_false(opens(asker, "nobody://new"))
  assert.equal(asker, device.front)
  assert.is_true(opens(asker, "chat://new"))
  assert.equal(other, device.front)
  assert.is_true(support.cites(device.trace, "LAUNCH-132"))
  -- An app in the background opens nothing.
  assert.is_false(opens(asker, "chat://new"))
  assert.equal(other, device.front)
  -- Of two apps with the scheme, the one that was installed first.
  local second = device:install(
    build("second", { CFBundleURLTypes = { { CFBundleURLSchemes = { "chat" } } } }), cell)
  device:launch(asker)
  assert.is_true(opens(asker, "chat://new"))
  assert.equal(other, device.front)
  assert.equal("notRunning", second.state)
  -- Links: of an app that is entitled to them, of no app, of the app itself.
  local domain = "com.apple.developer.associated-domains"
  local shop = device:install(build("shop", {}, { [domain] = { "applinks:shop.com" } }), cell)
  device:launch(asker)
  assert.is_true(opens(asker, "https://shop.com/1"))
  assert.equal(shop, device.front)
  for _, link in ipairs { "https://shop.com/1", "https://example.com" } do
    device:launch(shop)
    assert.is_false(opens(shop, link, { universalLinksOnly = true }))
    assert.equal(shop, device.front)
    assert.is_true(opens(shop, link))
    assert.is_nil(device.front)
  end
end)

fact("LAUNCH-133", {
  needs = { "app's code", "finger" }, lifecycles = true, versions = { "27.0" },
}, function(cell)
  local schemes = {}
  for place = 1, 51 do schemes[place] = "s" .. place end
  local _, asker = pair(cell, schemes, { "s25", "s26", "s50", "s51" })
  local isShort = cell.at_least "27.0" and tonumber(cell.sdk) >= 27
  assert.is_true(asks(asker, "s25:"))
  assert.equal(not isShort, asks(asker, "s26:"))
  assert.equal(not isShort, asks(asker, "s50:"))
  assert.equal(not cell.holds, asks(asker, "s51:"))
end)

fact("LAUNCH-134", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local device, asker, other = pair(cell, nil, { "chat" })
  local opened
  asker:run(function() opened = UIApplication.shared:openURL "chat://new" end)
  assert.equal(not cell.holds, opened)
  assert.equal(cell.holds and asker or other, device.front)
  local line = "BUG IN CLIENT OF UIKIT: The caller of UIApplication.openURL(_:) needs to migrate"
  if cell.holds then
    assert.logged(line, asker)
  else
    assert.Not.logged(line, asker)
    device:launch(asker)
    asker:run(function() opened = UIApplication.shared:openURL "nobody://new" end)
    assert.is_false(opened)
  end
end)

fact("LAUNCH-135", {
  needs = { "app's code", "finger" }, lifecycles = true, versions = { "10.0", "13.0" },
}, function(cell)
  local key = "com.apple.developer.team-identifier"
  local function source(team_of_sender, team_of_other)
    local device = Device(cell)
    local got = {}
    local other = device:install(chat({ "chat" }, team_of_other and { [key] = team_of_other }), cell)
    local sender = device:install(build("notes", {}, team_of_sender and { [key] = team_of_sender }), cell)
    support.name_scene_delegate(other)
    function other.delegate:application_openURL_options(_, _, options) got = { options.sourceApplication } end
    function other.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      got = { options.sourceApplication }
    end
    device:launch(sender)
    if cell.at_least "10.0" then
      assert.is_true(opens(sender, "chat://new"))
    else
      sender:run(function() UIApplication.shared:openURL "chat://new" end)
    end
    assert.equal(other, device.front)
    return got[1]
  end
  local outside = not cell.at_least "13.0" and "com.example.notes" or nil
  assert.equal("com.example.notes", source("TEAM1", "TEAM1"))
  assert.equal(outside, source("TEAM1", "TEAM2"))
  assert.equal(outside, source(nil, nil))
end)

-- Phone calls are left out: they are not modelled on an iPad.
fact("LAUNCH-145", { needs = { "app's code", "finger" }, lifecycles = true, versions = { "10.0" } }, function(cell)
  local device, asker = pair(cell, nil, { "mailto" })
  local has_open
  device:launch(asker)
  asker:run(function() has_open = pcall(function() UIApplication.shared:open "unknown://" end) end)
  assert.equal(cell.at_least "10.0", has_open)
  for _, url in ipairs {
    "mailto:a@example.com", "MAILTO:a@example.com", "sms:1", "facetime://1", "facetime-audio:1", "app-settings:",
    "itms-apps://apple.com", "itms-appss://apple.com", "itms://apple.com", "itmss://apple.com",
  } do
    device:launch(asker)
    if has_open then
      assert.is_true(opens(asker, url))
    else
      asker:run(function() assert.is_true(UIApplication.shared:openURL(url)) end)
    end
    assert.is_nil(device.front)
    assert.is_true(support.cites(device.trace, "LAUNCH-145"))
  end
end)

fact("LAUNCH-146", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local _, without = pair(cell, nil, { "chat" })
  for _, scheme in ipairs { "mailto", "sms", "itms-apps", "app-settings" } do
    assert.is_true(asks(without, scheme .. ":1"))
  end
  local device, other = pair(cell, nil, { "chat" })
  device.conditions.simulator = true
  assert.is_true(asks(other, "mailto:1"))
  for _, scheme in ipairs { "paint", "maps" } do -- the model has no Maps
    assert.is_false(asks(without, scheme .. ":1"))
    assert.logged("This app is not allowed to query for scheme " .. scheme, without)
  end
end)

fact("LAUNCH-200", { needs = { "app's code", "finger" }, lifecycles = true }, function(cell)
  local urls = { "paint://one", "paint://two" }
  local device, app = support.installed(cell, support.package(), false)
  local got, calls = {}, 0
  support.name_scene_delegate(app)
  local function take(contexts)
    calls = calls + 1
    for _, context in ipairs(contexts) do got[#got + 1] = context.url end
  end
  local first
  function app.delegate:application_didFinishLaunchingWithOptions(_, options) first = options and options.url end
  function app.delegate:application_openURL_options(_, url, how) take { { url = url } } end
  function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) take(options.urlContexts) end
  function app.sceneDelegate:scene_openURLContexts(_, contexts) take(contexts) end
  local seen = {}
  if cell.lifecycle == "swiftUI" then
    function app.view:onOpenURL(url) seen[#seen + 1] = url end
  end
  for _ = 1, 2 do
    got, seen, calls = {}, {}, 0
    device:launch(app, { urls = urls, sourceApplication = "com.example.mail" })
    assert.same(urls, got)
    assert.equal(cell.lifecycle == "appDelegate" and 2 or 1, calls)
    assert.same(cell.lifecycle == "swiftUI" and urls or {}, seen)
    device:pressHome()
  end
  assert.equal(cell.lifecycle == "appDelegate" and urls[1] or nil, first)
  assert.error_matches(function() device:launch(app, { urls = { urls[1], "other://two" } }) end, "other")
end)
