-- The facts of alternate-icons.md, “2. API surface”.

local support = require "homescreen.facts.support"

--- The value of a member of `UIApplication.shared` in the app's code.
local function read(app, member)
  local value
  app:run(function() value = UIApplication.shared[member] end)
  return value
end

--- An app of the package, built as the options say.
local function built(cell, package, options)
  local device = Device(cell)
  local app = device:install(package, options)
  device:launch(app)
  return device, app
end

fact("ICON-009", { needs = { "app's code" } }, function(cell)
  local _, app = support.installed(cell, support.icons())
  local uses = {
    function(application) return application.alternateIconName end,
    function(application) return application.supportsAlternateIcons end,
    function(application) application:setAlternateIconName("night", function() end) end,
  }
  for _, use in ipairs(uses) do
    local works
    app:run(function() works = pcall(use, UIApplication.shared) end)
    assert.equal(cell.holds, works)
  end
end)

fact("ICON-010", { needs = { "app's code", "finger" }, versions = { "11.0" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  local got
  app:run(function()
    local function handler(...) got = table.pack(...) end
    assert.equal(0, select("#", UIApplication.shared:setAlternateIconName("night", handler)))
    for _, wrong in ipairs { { {} }, { true }, { "night", "no function" } } do
      assert.is_false(pcall(UIApplication.shared.setAlternateIconName, UIApplication.shared, wrong[1], wrong[2]))
    end
  end)
  device.alert:tap "OK"
  assert.equal(1, got.n)
  assert.is_nil(got[1])
  app:run(function() UIApplication.shared:setAlternateIconName(nil) end) -- no handler, and a nil name
  device.alert:tap "OK"
  assert.is_nil(app.iconName)
  app:run(function() -- not on the main thread: Xcode's checker reports it, from iOS 11 on
    DispatchQueue.global():async(function() UIApplication.shared:setAlternateIconName("nobody", function() end) end)
  end)
  assert.equal(cell.at_least "11.0", table.concat(app.console):find("main thread only", 1, true) ~= nil)
end)

fact("ICON-011", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  local steps = {}
  local function await_icon(name)
    app:run(function()
      Task(function()
        local results = table.pack(pcall(function() return await(UIApplication.shared):setAlternateIconName(name) end))
        steps[#steps + 1] = results[1] and results.n - 1 or results[2].code
      end)
    end)
  end
  await_icon "night"
  assert.same({}, steps)
  device.alert:tap "OK"
  assert.same({ 0 }, steps) -- no result
  await_icon "nobody"
  assert.same({ 0, 4 }, steps)
end)

fact("ICON-012", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for sdk, supported in pairs { ["iphoneos10.3"] = true, ["xros2.0"] = false } do
    local _, app = built(cell, support.icons(), { sdk = sdk })
    assert.equal(supported, read(app, "supportsAlternateIcons"))
    assert.equal(supported and "changed" or 3328, support.result(app, "night"))
    assert.equal(supported and "night" or nil, app.iconName)
  end
end)

fact("ICON-013", { needs = { "app's code", "finger", "condition of ours" }, versions = { "17.0" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local night = { night = { CFBundleIconFiles = { "night" } } }
  for _, icons in ipairs {
    false, "text", {}, { CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } } }, { CFBundleAlternateIcon = night },
    { CFBundleAlternateIcons = 5 },
  } do
    local _, app = support.installed(cell, support.package { CFBundleIcons = icons or nil })
    assert.is_true(read(app, "supportsAlternateIcons"))
    assert.equal(4, support.result(app, "night"))
  end
  local nested = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } }, night = night.night }
  local _, app = support.installed(cell, support.package { CFBundleIcons = { CFBundleAlternateIcons = nested } })
  assert.is_true(read(app, "supportsAlternateIcons"))
  assert.equal("changed", support.result(app, "night"))
  for _, sdk in ipairs { "xros2.0", "macCatalyst 18.0" } do
    local _, other = built(cell, support.icons(), { sdk = sdk })
    assert.is_false(read(other, "supportsAlternateIcons"))
  end
  local _, phone = support.installed(cell, support.icons { UIDeviceFamily = { 1 } })
  assert.equal(not (cell.model == "iPad" and cell.at_least "17.0"), read(phone, "supportsAlternateIcons"))
end)

fact("ICON-014", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for _, sdk in ipairs { "xros1.0", "xros2.0" } do
    local device, app = built(cell, support.icons(), { sdk = sdk })
    assert.is_false(read(app, "supportsAlternateIcons"))
    local outcome = support.request(app, "night")
    assert.is_nil(device.alert)
    assert.equal(3328, outcome.error.code)
    assert.is_nil(read(app, "alternateIconName"))
    assert.is_nil(support.drawn(app))
  end
end)

fact("ICON-015", { needs = { "app's code", "condition of ours" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local _, app = built(cell, support.icons(), { sdk = "macCatalyst 18.0" })
  app:run(function() assert.is_true(available "iOS 10.3") end)
  assert.is_false(read(app, "supportsAlternateIcons"))
  assert.equal(3328, support.result(app, "night"))
end)

fact("ICON-176", { needs = { "app's code", "finger" } }, function(cell)
  local _, app = support.installed(cell, support.icons { UIDeviceFamily = { 1 } })
  assert.equal(not cell.holds, read(app, "supportsAlternateIcons"))
  if not cell.holds then return assert.equal("changed", support.result(app, "night")) end
  local outcome = support.request(app, "night")
  assert.equal("NSCocoaErrorDomain", outcome.error.domain)
  assert.equal(3328, outcome.error.code)
  assert.is_nil(app.iconName)
  local _, both = support.installed(cell, support.icons { UIDeviceFamily = { 1, 2 } })
  assert.is_true(read(both, "supportsAlternateIcons"))
  assert.equal("changed", support.result(both, "night"))
end)

fact("ICON-178", { needs = { "app's code", "finger" }, versions = { "17.0" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local package = support.icons { UIDeviceFamily = { 1 } }
  package.plist["CFBundleIcons~ipad"] = {
    CFBundlePrimaryIcon = { CFBundleIconFiles = { "night" } },
    CFBundleAlternateIcons = { pad = { CFBundleIconFiles = { "day" } } },
  }
  local device, app = support.installed(cell, package)
  assert.matches(cell.holds and "^night" or "^day", device.springboard:icon(app):picture().file)
  if not cell.holds then
    assert.equal(4, support.result(app, "pad"))
    return assert.equal("changed", support.result(app, "night"))
  end
  local refused = cell.at_least "17.0" and 3328 -- ICON-176
  assert.equal(refused or 4, support.result(app, "night"))
  assert.equal(refused or "changed", support.result(app, "pad"))
end)

fact("ICON-179", { needs = { "app's code" } }, function(cell)
  local _, app = support.installed(cell, support.icons { UIDeviceFamily = { 1 } })
  app:run(function() assert.equal(not cell.holds, UIApplication.shared.supportsAlternateIcons) end)
end)

fact("ICON-016", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local _, app = support.installed(cell, support.icons())
  assert.is_nil(read(app, "alternateIconName"))
  assert.is_nil(support.choose(app, "night"))
  assert.equal("night", read(app, "alternateIconName"))
  assert.equal("night", support.drawn(app))
  assert.is_nil(support.choose(app, nil))
  assert.is_nil(read(app, "alternateIconName"))
end)

fact("ICON-017", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  assert.equal("changed", support.result(app, "night"))
  assert.matches("^night", device.springboard:icon(app):picture().file)
  local trace = device:record(function() assert.equal("changed", support.result(app, nil)) end)
  assert.is_true(support.cites(trace, "ICON-017"))
  assert.matches("^day", device.springboard:icon(app):picture().file)
end)

fact("ICON-018", { needs = { "app's code", "finger", "condition of ours" }, versions = { "26.1" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  assert.equal("changed", support.result(app, "night"))
  local function fails(code, name)
    assert.equal(code, support.result(app, name))
    assert.equal("night", read(app, "alternateIconName"))
    assert.equal("night", support.drawn(app))
  end
  fails(4, "nobody")
  device.conditions.iconFault = "busy"
  if cell.at_least "26.1" then
    fails(35, nil)
  else -- a fault of the system's alert
    assert.equal("changed", support.result(app, nil))
    assert.equal("changed", support.result(app, "night"))
  end
  device.conditions.iconFault = "none"
  device:pressHome()
  fails(3072, nil)
  device:install(support.icons(), { signedAs = "com.example.other" })
  device:launch(app)
  fails(-54, nil)
  device:install(support.icons(), { sdk = "xros2.0" })
  device:launch(app)
  fails(3328, nil)
end)

fact("ICON-019", { needs = { "app's code", "finger", "condition of ours" }, versions = { "11.0" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for _, name in ipairs { "night", "nobody" } do -- success and failure
    for _, off in ipairs { false, true } do
      local device, app = support.installed(cell, support.icons())
      device.conditions.iconHandlerOffMain = off
      local runs = 0
      app:run(function()
        UIApplication.shared:setAlternateIconName(name, function()
          runs = runs + 1
          UIApplication.shared:setAlternateIconName("nobody", function() end)
        end)
      end)
      if device.alert then device.alert:tap "OK" end
      assert.equal(1, runs)
      -- Xcode's checker reports it; before iOS 11 there is none.
      local line = table.concat(app.console, "\n"):find("from main thread only", 1, true)
      assert.equal(off and cell.at_least "11.0", line ~= nil)
    end
  end
end)

fact("ICON-020", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  for _, name in ipairs { "night", "nobody" } do
    local runs, inside = 0, true
    app:run(function()
      UIApplication.shared:setAlternateIconName(name, function()
        runs = runs + 1
        assert.is_false(inside)
        UIApplication.shared:setAlternateIconName(nil, function() end) -- Xcode's checker stays silent
      end)
      inside = false
      assert.equal(0, runs)
    end)
    while device.alert do device.alert:tap "OK" end
    assert.equal(1, runs)
    assert.same({}, support.console(app))
  end
end)

fact("ICON-021", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, support.icons())
  local function ask(name)
    app:run(function() UIApplication.shared:setAlternateIconName(name) end)
  end
  ask "night"
  device.alert:tap "OK"
  assert.equal("night", app.iconName) -- success needs no handler
  if not cell.holds then -- ICON-240
    ask "nobody"
    return assert.equal("runningForeground", app.state)
  end
  local crash = assert.crashes(app, function() ask "nobody" end)
  assert.matches("The file doesn’t exist.", crash.reason, 1, true)
  assert.equal("notRunning", app.state)
end)

fact("ICON-240", { needs = { "app's code" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  if not cell.holds then -- ICON-021
    return assert.crashes(app, function()
      app:run(function() UIApplication.shared:setAlternateIconName "nobody" end)
    end)
  end
  local function completed(handler)
    local trace = device:record(function()
      app:run(function() UIApplication.shared:setAlternateIconName("nobody", handler) end)
    end)
    for _, event in ipairs(trace) do
      if event.kind == "icon" and event.name == "completed" then return event.detail end
    end
  end
  assert.equal("error=4 handler=false", completed(nil))
  assert.equal("error=4 handler=true", completed(function() end))
  assert.is_nil(app.crash)
  assert.equal("runningForeground", app.state)
end)

fact("ICON-022", { needs = { "app's code", "finger" } }, function(cell)
  local _, app = support.installed(cell, support.icons())
  local function ask() UIApplication.shared:setAlternateIconName("nobody", function() end) end
  app:run(ask)
  app:run(function() DispatchQueue.global():async(function() DispatchQueue.main:async(ask) end) end)
  assert.same({}, support.console(app))
  app:run(function() DispatchQueue.global():async(ask) end)
  local line = "UIApplication.setAlternateIconName(_:completionHandler:) must be used from main thread only"
  assert.same(cell.holds and { line } or {}, support.console(app))
end)

fact("ICON-273", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local function ask() await(UIApplication.shared):setAlternateIconName "nobody" end
  local _, app = support.installed(cell, support.icons())
  app:run(function() Task(ask) end)
  assert.same({}, support.console(app))
  app:run(function() DispatchQueue.global():async(function() Task(ask) end) end)
  if cell.holds then return assert.logged("must be used from main thread only", app) end
  assert.same({}, support.console(app))
end)

fact("ICON-023", { needs = { "app's code" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local package = support.icons { NSExtension = { NSExtensionPointIdentifier = "com.apple.widgetkit-extension" } }
  local _, app = support.installed(cell, package)
  app:run(function()
    for _, use in ipairs {
      function() UIApplication.shared:setAlternateIconName("night", function() end) end,
      function() return UIApplication.shared.alternateIconName end,
      function() return UIApplication.shared.supportsAlternateIcons end,
    } do
      assert.error_matches(use, "UIApplication.shared is not available")
    end
  end)
  assert.is_nil(app.iconName)
end)

fact("ICON-024", { needs = { "app's code" } }, function(cell)
  local _, app = support.installed(cell, support.icons())
  app:run(function()
    local printed = UIDevice.current.systemVersion:find("10.3", 1, true) ~= nil
    assert.equal(not cell.holds, printed)
    assert.is_true(available "iOS 10.3")
  end)
  assert.equal("changed", support.result(app, "night")) -- so the feature exists, whatever the check says
end)

fact("ICON-187", { needs = { "app's code" }, versions = { "10.0" } }, function(cell)
  local models = { cell.model }
  if cell.model == "iPad" then models[2] = "iPad Pro" end
  for _, model in ipairs(models) do
    local device = Device { model = model, os = cell.os }
    local app = device:install(support.package())
    device:launch(app)
    app:run(function()
      local phone = cell.at_least "10.0" and "iOS" or "iPhone OS"
      assert.equal(cell.holds and "iPadOS" or phone, UIDevice.current.systemName)
      assert.equal(cell.model, UIDevice.current.model)
      assert.equal(cell.model == "iPad" and "pad" or "phone", UIDevice.current.userInterfaceIdiom)
    end)
  end
end)
