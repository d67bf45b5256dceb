-- The facts of alternate-icons.md, “5. The alert”: the alert of the system, and changes without one.

local support = require "homescreen.facts.support"
local alerts = require "homescreen.facts.alerts"
local two, too_early, replace_present = alerts.two, alerts.too_early, alerts.replace_present
local untitled, two_in_one_turn, refusals = alerts.untitled, alerts.two_in_one_turn, alerts.refusals

--- The callbacks of the scene, the answer and the handler of one change, in their order, each with the alert's owner.
local function order(cell)
  local device = Device(cell)
  local app = device:install(support.icons(), cell)
  local order = {}
  local function note(what) order[#order + 1] = what .. " " .. (device.alert and device.alert.owner or "-") end
  function app.sceneDelegate:sceneWillResignActive() note "resign" end
  function app.sceneDelegate:sceneDidBecomeActive() note "active" end
  device:launch(app)
  order = {}
  app:run(function() UIApplication.shared:setAlternateIconName("night", function() note "handler" end) end)
  note "shown"
  device.alert:tap "OK"
  return order
end

--- A device in this language after an icon change: device, and the events of the change. The app has these languages
--- and a name in the device's language, or none; `more` goes into its Info.plist, `files` next to it.
local function changed(cell, locale, languages, more, files)
  local device = Device { model = cell.model, os = cell.os, locale = locale }
  local plist = {
    CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint", UIDeviceFamily = { 1, 2 },
    CFBundleLocalizations = languages, CFBundleIcons = { CFBundleAlternateIcons = { night = {} } },
  }
  for key, value in pairs(more or {}) do plist[key] = value end
  local strings = { [locale] = { CFBundleDisplayName = "Paint in " .. locale } }
  local app = device:install(AppPackage { plist = plist, strings = languages and strings, files = files })
  device:launch(app)
  local trace = device:record(function() support.request(app, "night") end)
  return device, trace
end

--- The alert's text and button on a device in this language, in an app that has it.
local function text_in(cell, locale)
  local alert = changed(cell, locale, { "en", "de", "zh-Hans", "ja", "ar" }).alert
  return alert.label, alert.buttons[1], alert.english
end

--- Calls the private selector. Returns a table that has `called` and `error` after the handler has run.
local function ask_silently(app, name)
  local outcome = {}
  app:run(function()
    UIApplication.shared:_setAlternateIconName(name, function(err) outcome.called, outcome.error = true, err end)
  end)
  return outcome
end

fact("ICON-074", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  --- Requests an icon. Returns whether an alert appeared.
  local function ask(name)
    local stored = 0
    local outcome
    local trace = device:record(function() outcome = support.request(app, name) end)
    for _, event in ipairs(trace) do
      if event.kind == "icon" and event.name == "stored" then stored = stored + 1 end
    end
    local alert = device.alert
    if alert then alert:tap "OK" end
    assert.is_true(outcome.called)
    assert.is_nil(outcome.error)
    assert.equal(alert and 1 or 0, stored)
    return alert ~= nil
  end
  assert.equal(not cell.holds, ask(nil))
  assert.is_true(ask "night")
  assert.equal(not cell.holds, ask "night")
  assert.equal("night", app.iconName)
end)

fact("ICON-296", { needs = { "app's code", "finger", "condition of ours" } }, function(cell)
  for _, again in ipairs { true, false } do
    local device, app = support.installed(cell, support.icons())
    device.conditions.alertsForSameIcon = again
    support.request(app, "night")
    device.alert:tap "OK"
    local outcome = support.request(app, "night")
    assert.equal(again or not cell.holds, device.alert ~= nil)
    if device.alert then device.alert:tap "OK" end
    assert.is_true(outcome.called)
    assert.equal("night", app.iconName)
  end
end)

fact("ICON-075", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  local seen = replace_present(app)
  support.request(app, "night")
  assert.equal(cell.holds and "system" or app.bundleIdentifier, device.alert.owner)
  assert.equal(cell.holds and 0 or 1, #seen)
  app:run(function()
    local shown = UIApplication.shared.keyWindow.rootViewController.presentedViewController
    assert.equal(cell.holds, shown == nil)
  end)
end)

fact("ICON-076", { needs = { "app's code", "finger" } }, function(cell)
  local got = order(cell)
  if cell.holds then
    assert.same({ "resign -", "shown system" }, { got[1], got[2] })
  else
    assert.equal("handler -", got[2])
    assert.equal(2, #got)
  end
end)

fact("ICON-077", { needs = { "app's code", "finger" } }, function(cell)
  if not cell.holds then return assert.equal("handler -", order(cell)[2]) end
  assert.same({ "shown system", "active -", "handler -" }, { table.unpack(order(cell), 2) })
end)

fact("ICON-078", { needs = { "app's code", "finger", "clock" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  local seen
  app:run(function()
    UIApplication.shared:setAlternateIconName("night", function() seen = device.alert == nil end)
  end)
  device:advance(60)
  assert.is_nil(seen)
  assert.equal(cell.holds and "system" or "com.example.paint", device.alert.owner) -- before: ICON-066
  device.alert:tap "OK"
  assert.is_true(seen)
end)

fact("ICON-079", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  local seen = replace_present(app, untitled)
  local outcome = support.request(app, "night")
  assert.equal(cell.holds and 0 or 1, #seen)
  assert.equal(cell.holds, device.alert ~= nil)
  if device.alert then device.alert:tap "OK" end
  assert.equal(cell.holds, outcome.called == true)
end)

fact("ICON-080", { needs = { "app's code", "finger" } }, function(cell)
  if not cell.holds then -- ICON-202
    for _, locale in ipairs { "de", "zh-Hans" } do assert.Not.matches("^You have changed", (text_in(cell, locale))) end
    return
  end
  for _, locale in ipairs { "de", "zh-Hans", "ar" } do
    local label, button = text_in(cell, locale)
    assert.equal("You have changed the icon for “Paint in " .. locale .. "”.", label)
    assert.equal("OK", button)
  end
  for locale, falls_back in pairs { en = 0, ["en-GB"] = 0, en_US = 0, de = 1, ["zh-Hans"] = 1 } do
    local device = Device { model = cell.model, os = cell.os, locale = locale }
    local app = device:install(support.icons())
    device:launch(app)
    local trace = device:record(function() support.request(app, "night") end)
    assert.equal(falls_back, support.count(trace, "quirk", "alertInEnglish"))
  end
end)

fact("ICON-202", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local german = text_in(cell, "de")
  assert.equal(cell.holds, german:find("Du hast das Symbol", 1, true) ~= nil)
  local device = changed(cell, "de", nil, { CFBundleDevelopmentRegion = "en" }) -- an app without German
  assert.equal("You have changed the icon for “Paint”.", device.alert.label)
  assert.matches(cell.holds and "the app has no language “de”" or "in English since iOS 26.1", device.alert.english)
  -- A list alone is enough, and so is the development region.
  local alert = changed(cell, "de", { "de" }).alert
  assert.equal(cell.holds, alert.english == nil)
  alert = changed(cell, "de", nil, { CFBundleDevelopmentRegion = "de" }).alert
  assert.equal(cell.holds, alert.english == nil)
  -- So is a folder, or a string catalog, whatever its languages are.
  for file, has in pairs {
    ["de.lproj/Other.strings"] = true, ["Other.xcstrings"] = true, ["fr.lproj/Other.strings"] = false,
    ["Other.strings"] = false,
  } do
    alert = changed(cell, "de", nil, nil, { [file] = "{}" }).alert
    assert.equal(cell.holds and has, alert.english == nil)
  end
end)

fact("ICON-297", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for locale, texts in pairs {
    de = { "Du hast das Symbol für „Paint in de“ geändert.", "OK" },
    ["zh-Hans"] = { "您已更改“Paint in zh-Hans”的图标。", "好" }, ja = { "“Paint in ja”のアイコンを変更しました。", "OK" },
  } do
    local label, button = text_in(cell, locale)
    if not cell.holds then texts = { "You have changed the icon for “Paint in " .. locale .. "”.", "OK" } end
    assert.same(texts, { label, button })
  end
end)

fact("ICON-298", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, trace = changed(cell, "sw", { "sw" })
  assert.equal("You have changed the icon for “Paint in sw”.", device.alert.label)
  assert.equal(cell.holds, device.alert.english:find("no public source was found", 1, true) ~= nil)
  assert.equal(1, support.count(trace, "quirk", "alertInEnglish"))
  local fine, message = pcall(assert.equal, "Umebadilisha ikoni.", device.alert.label)
  assert.is_false(fine)
  assert.matches("English because", tostring(message))
  assert.is_nil(changed(cell, "en-GB", { "en" }).alert.english)
end)

fact("ICON-299", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for locale, start in pairs {
    ["de-CH"] = "Du hast das Symbol", ["es-MX"] = "Cambiaste el ícono", es = "Has cambiado el icono",
    pt = "Você alterou", ["pt-PT"] = "Mudou o ícone", ["zh-TW"] = "您已更改「", ["zh-Hant-HK"] = "你已更改「",
    ["zh_CN"] = "您已更改“", ["en-AU"] = "You have changed", ["pt-AO"] = "Mudou o ícone", ["pt-MZ"] = "Mudou o ícone",
    ["pt-CV"] = "Você alterou", ["es-ES"] = "Has cambiado el icono", ["es-US"] = "Cambiaste el ícono",
    ["zh-MO"] = "你已更改「", ["zh-SG"] = "您已更改“",
  } do
    local label = changed(cell, locale, { locale }).alert.label
    assert.equal(cell.holds and start or ("You have changed the icon"):sub(1, #start), label:sub(1, #start))
  end
end)

fact("ICON-300", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local mixed = { CFBundleAllowMixedLocalizations = true, CFBundleDevelopmentRegion = "en" }
  local label = changed(cell, "de", nil, mixed).alert.label
  assert.equal(
    cell.holds and "Du hast das Symbol für „Paint“ geändert." or "You have changed the icon for “Paint”.", label)
  mixed.CFBundleAllowMixedLocalizations = false
  assert.equal("You have changed the icon for “Paint”.", changed(cell, "de", nil, mixed).alert.label)
end)

fact("ICON-081", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  support.request(app, "night")
  assert.equal(not cell.holds, device.alert.isInReachOfUITests)
  local home = pcall(function() device:pressHome() end) -- “send to home”
  assert.equal(not cell.holds, home)
end)

fact("ICON-082", { needs = { "app's code" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  if too_early(cell, app) then return end
  local outcome = ask_silently(app, "night")
  if not cell.holds then return assert.truthy(device.alert) end -- ICON-223
  assert.is_nil(device.alert)
  assert.is_true(outcome.called)
  assert.is_nil(outcome.error)
  assert.equal("night", app.iconName)
  assert.equal("night", support.drawn(app))
end)

fact("ICON-083", { needs = { "app's code", "clock", "condition of ours" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  device.conditions.privateIconSelector = "ignored"
  for _, name in ipairs { "night", "nobody" } do
    local outcome = ask_silently(app, name)
    device:advance(3600)
    assert.is_nil(device.alert)
    assert.equal(not cell.holds, outcome.called == true)
    assert.equal(not cell.holds and "night" or nil, app.iconName)
    assert.equal(not cell.holds and "night" or nil, support.drawn(app))
  end
end)

fact("ICON-208", {
  needs = { "app's code", "finger", "clock", "condition of ours" }, versions = { "26.1" },
}, function(cell)
  if support.lacks_icons(cell) then return end
  local late, selector = cell.at_least "26.1", nil
  --- The results of both calls, with their texts; the public one may need an OK.
  local function compare(options, prepare, ...)
    local names = table.pack(...)
    local device = Device(cell)
    device.conditions.privateIconSelector = selector
    local app = device:install(two(), options)
    device:launch(app)
    if prepare then prepare(device) end
    local is_ignored = late and selector == "ignored"
    for place = 1, names.n do
      local silent = ask_silently(app, names[place])
      if late and not is_ignored then
        if device.alert then device.alert:tap "OK" end -- like the public call (ICON-223)
      else
        assert.is_nil(device.alert)
      end
      if is_ignored then
        device:advance(1)
        assert.is_nil(silent.called)
        assert.is_nil(app.iconName)
      else
        local public = support.request(app, names[place])
        if device.alert then device.alert:tap "OK" end
        assert.is_true(silent.called)
        assert.equal(tostring(public.error), tostring(silent.error))
      end
    end
    return app
  end
  for _, choice in ipairs { "ignored", "alert" } do
    selector = choice
    local changed = compare({}, nil, "night", "nobody", "dusk")
    assert.equal(not (late and choice == "ignored") and "dusk" or nil, changed.iconName)
    for _, refused in ipairs {
      compare({}, function(device) device:pressHome() end, "night", "nobody", nil),
      compare({}, function(device) device.conditions.educationMode = true end, "night"),
      compare({ sdk = "xros2.0" }, nil, "night"), compare({ signedAs = "com.example.other" }, nil, "night"),
    } do
      assert.is_nil(refused.iconName)
    end
  end
end)

fact("ICON-223", { needs = { "app's code", "finger" } }, function(cell)
  local device = Device(cell)
  local app = device:install(support.icons(), cell)
  device:launch(app)
  local outcome = {}
  app:run(function()
    UIApplication.shared:_setAlternateIconName("night", function(err) outcome = { called = true, error = err } end)
  end)
  assert.equal(cell.holds, device.alert ~= nil)
  if device.alert then
    assert.equal("You have changed the icon for “Paint”.", device.alert.label)
    device.alert:tap "OK"
  end
  assert.is_true(outcome.called)
  assert.is_nil(outcome.error)
  assert.equal("night", app.iconName)
end)

fact("ICON-184", { needs = { "app's code", "finger" }, versions = { "14.0" } }, function(cell)
  local device, app = support.installed(cell, two())
  if too_early(cell, app) then return end
  two_in_one_turn(app)
  if not cell.holds then return assert.same({}, refusals(app)) end
  local prefix, from, stop = "Warning: ", "", ""
  if cell.at_least "14.0" then
    prefix, from, stop = "%[Presentation%] ", " %(from <UIViewController: 0x%x+>%)", "%."
  end
  local alert = "<UIAlertController: 0x%x+>"
  assert.equal(1, #refusals(app))
  assert.matches(
    "^" .. prefix .. "Attempt to present " .. alert .. " on <UIViewController: 0x%x+>" .. from
      .. " which is already presenting " .. alert .. stop .. "$", refusals(app)[1])
  device.alert:tap "OK"
end)

fact("ICON-186", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  local other = device:install(support.package { CFBundleIdentifier = "com.example.other", CFBundleName = "Other" })
  support.request(app, "night")
  if not cell.holds then -- the alert is the app's own, and goes with it
    device:pressHome()
    assert.equal("home", device.springboard.mode)
    return assert.is_nil(device.alert)
  end
  local icon = device.springboard:icon(other)
  for _, touch in ipairs {
    function() device:pressHome() end, function() device:launch(other) end, function() other:activate() end,
    function() icon:tap() end, function() icon:press() end,
  } do
    assert.error_matches(touch, "covered by the alert “You have changed the icon for “Paint”.”")
    local _, err = pcall(touch)
    assert.equal("ICON-186", err.fact)
  end
  assert.equal(app, device.front)
  device.alert:tap "OK"
  device:pressHome()
  assert.equal("home", device.springboard.mode)
end)
