-- The facts of launch.md, “3. Launch options and connection options”: the apps that URLs and universal links open.

local support = require "homescreen.facts.support"

local service = "com.apple.developer.associated-domains"

--- The result of a link to an app with these entries: "opened", the code of the error, or the reason why the app did
--- not open. `file` is the availability of the domain's file, and `distribution` that of the build.
local function outcome(cell, entries, link, file, distribution)
  local device = Device(cell)
  if file then device.conditions.associationFile = file end
  local entitlements = entries and { [service] = #entries > 0 and entries or nil }
  local app = device:install(
    support.build { entitlements = entitlements }, { lifecycle = cell.lifecycle, distribution = distribution })
  local problem
  local trace = device:record(function()
    local _
    _, problem = pcall(function() device:launch(app, { universalLink = link }) end)
  end)
  local withheld
  for _, event in ipairs(trace) do
    if event.kind == "delivery" and event.name == "withheld" then withheld = event.detail:match "reason=(%S+)" end
  end
  local is_open = app.state == "runningForeground"
  assert.equal(is_open, withheld == nil)
  return is_open and "opened" or problem and problem.code or withheld
end

--- The result of a URL for an app with these schemes: whether the app is launched, else the message.
local function opened(cell, schemes, url)
  local device = Device(cell)
  local types = schemes and plist.array { { CFBundleURLName = "page", CFBundleURLSchemes = plist.array(schemes) } }
  local app = device:install(support.package { CFBundleURLTypes = types or plist.array {} }, cell)
  local works, problem = pcall(function() device:launch(app, { url = url }) end)
  assert.equal(works and "runningForeground" or "notRunning", app.state)
  return works, problem
end

fact("LAUNCH-117", { needs = { "finger" }, lifecycles = true, versions = { "16.1" } }, function(cell)
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
  if cell.model == "iPad" or not cell.at_least "16.1" then return end
  device:pressHome()
  device:launch(app, { liveActivity = "paint://page" })
  assert.equal("runningForeground", app.state)
end)

fact("LAUNCH-118", { needs = { "finger", "condition of ours" }, lifecycles = true }, function(cell)
  assert.is_true(opened(cell, { "paint" }, "PAINT://page"))
  assert.is_true(opened(cell, { "Paint" }, "paint://page"))
end)

fact("LAUNCH-126", { needs = { "finger" }, lifecycles = true }, function(cell)
  for _, link in ipairs {
    "https://example.com", "https://example.com/a?b=c#d", "http://EXAMPLE.com/", "https://user@example.com:8443/a",
  } do
    assert.equal("opened", outcome(cell, { "webcredentials:other.com", "applinks:example.com" }, link))
  end
  for _, entries in ipairs {
    {}, { "applinks:other.com" }, { "webcredentials:example.com" }, { "applinks:www.example.com" },
    { "applinks:https://example.com" },
  } do
    assert.equal("link-domain-missing", outcome(cell, entries, "https://example.com/a"))
  end
  assert.equal("opened", outcome(cell, { "applinks:Example.COM" }, "https://example.com/a"))
  assert.equal("link-domain-missing", outcome(cell, { "applinks:example.com" }, "paint://example.com"))
  -- Its entitlements are unknown.
  assert.equal("opened", outcome(cell, nil, "https://example.com/a"))
end)

fact("LAUNCH-127", { needs = { "finger" } }, function(cell)
  local entries = { "applinks:*.example.com" }
  for _, host in ipairs { "www.example.com", "a.b.example.com" } do
    assert.equal(
      cell.holds and "opened" or "link-domain-missing", outcome(cell, entries, "https://" .. host .. "/a"))
  end
  for _, host in ipairs { "example.com", "myexample.com", "www.example.org" } do
    assert.equal("link-domain-missing", outcome(cell, entries, "https://" .. host .. "/a"))
  end
  assert.equal("opened", outcome(cell, { entries[1], "applinks:example.com" }, "https://example.com/a"))
end)

fact("LAUNCH-128", { needs = { "finger" } }, function(cell)
  local link = "https://example.com/a"
  for mode, by in pairs {
    developer = { development = "opened", testFlight = "linkDomainNotConfirmed", appStore = "linkDomainNotConfirmed" },
    managed = { development = "linkDomainNotConfirmed", enterprise = "linkDomainNotConfirmed" },
    ["developer+managed"] = { development = "linkDomainNotConfirmed", appStore = "linkDomainNotConfirmed" },
  } do
    for distribution, expected in pairs(by) do
      assert.equal(
        expected, outcome(cell, { "applinks:example.com?mode=" .. mode }, link, "fetched", distribution))
    end
  end
  -- A second entry applies to builds from the store.
  assert.equal(
    "opened", outcome(cell, { "applinks:example.com?mode=developer", "applinks:example.com" }, link, nil, "appStore"))
end)

fact("LAUNCH-129", {
  needs = { "finger", "condition of ours" }, lifecycles = true, versions = { "14.0" },
}, function(cell)
  local link = "https://example.com/a"
  local kept = "linkDomainNotConfirmed"
  local direct = cell.at_least "14.0" and kept or "opened"
  for _, entries in ipairs { false, { "applinks:example.com" } } do
    assert.equal("opened", outcome(cell, entries or nil, link, "fetched", "appStore"))
    assert.equal(kept, outcome(cell, entries or nil, link, "missing", "appStore"))
    assert.equal(direct, outcome(cell, entries or nil, link, "onlyOnServer", "appStore"))
  end
  -- Its mode lets the device ask the server itself.
  local developed = { "applinks:example.com?mode=developer" }
  assert.equal("opened", outcome(cell, developed, link, "onlyOnServer"))
  assert.equal(kept, outcome(cell, developed, link, "missing"))
end)
