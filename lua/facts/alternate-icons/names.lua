-- The facts of alternate-icons.md, “3. Which names are accepted”.

local support = require "homescreen.facts.support"

--- An app whose icons dictionary has these alternates.
local function alternates(value, plist)
  local package = support.icons(plist)
  package.plist.CFBundleIcons.CFBundleAlternateIcons = value
  return package
end

--- The error for names that are not declared: ICON-039, or the one with this reason.
local function assert_missing(err, reason)
  assert.equal("NSCocoaErrorDomain", err.domain)
  assert.equal(4, err.code)
  local under = err.userInfo.NSUnderlyingError
  assert.equal("LSApplicationWorkspaceErrorDomain", under.domain)
  assert.equal(-105, under.code)
  assert.equal(reason or "iconName not found in CFBundleAlternateIcons entry", under.localizedDescription)
end

local entry = { CFBundleIconFiles = { "night" } }

fact("ICON-025", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local package = support.icons {
    ["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = { pad = entry } }, CFBundleAlternateIcons = { outside = entry },
  }
  package.plist.CFBundleIcons.beside = entry
  local _, app = support.installed(cell, package)
  local own, other = "night", "pad"
  if cell.model == "iPad" then own, other = other, own end
  for _, name in ipairs { other, "outside", "beside", "CFBundleIconFiles", own .. "@2x", own .. ".png" } do
    assert.equal(4, support.result(app, name))
  end
  local trace = app.device:record(function() assert.equal("changed", support.result(app, own)) end)
  assert.is_true(support.cites(trace, "ICON-025"))
  assert.equal(own, app.iconName)
end)

fact("ICON-026", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local composed, apart = "caf\u{E9}", "cafe\u{301}"
  local _, app = support.installed(cell, alternates { night = entry, [composed] = entry })
  for _, name in ipairs { "Night", "NIGHT", " night", "night ", "night\n", apart, "CAF\u{C9}" } do
    assert.equal(4, support.result(app, name))
  end
  for _, name in ipairs { "night", composed } do assert.equal("changed", support.result(app, name)) end
end)

fact("ICON-027", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local names = { "天天特价", "小房子", "小猫", "邮件信息", "DESTINATION: DEEP SPACE", "it’s (1/2), \"so\"!" }
  local list = {}
  for _, name in ipairs(names) do list[name] = entry end
  local _, app = support.installed(cell, alternates(list))
  for _, name in ipairs(names) do
    assert.equal("changed", support.result(app, name))
    assert.equal(name, app.iconName)
  end
end)

fact("ICON-028", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local device, app = support.installed(cell, alternates { moon = entry })
  assert.equal("changed", support.result(app, "moon"))
  local picture = device.springboard:icon(app):picture()
  assert.equal("moon", picture.iconName)
  assert.matches("^night", picture.file)
  assert.equal(4, support.result(app, "night"))
end)

fact("ICON-029", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local _, app = support.installed(cell, support.icons())
  assert.equal("changed", support.result(app, "night"))
  assert.equal(4, support.result(app, ""))
  assert.equal("night", app.iconName)
  -- The app's own mapping.
  local name = ""
  assert.equal("changed", support.result(app, name ~= "" and name or nil))
  assert.is_nil(app.iconName)
  local _, declared = support.installed(cell, alternates { [""] = entry })
  assert.equal("changed", support.result(declared, ""))
  assert.equal("", declared.iconName)
end)

fact("ICON-030", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local package = AppPackage {
    plist = {
      CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint", UIDeviceFamily = { 1, 2 },
      CFBundleIcons = {
        CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" }, CFBundleAlternateIcons = { night = entry },
      },
    },
    catalog = { AppIcon = { entries = { { filename = "set.png" } } } },
  }
  local _, app = support.installed(cell, package)
  assert.equal("changed", support.result(app, "night"))
  for _, name in ipairs { "Default", "default", "AppIcon" } do
    assert.equal(4, support.result(app, name))
    assert.equal("night", app.iconName)
  end
  assert.equal("changed", support.result(app, nil))
  local _, declared = support.installed(cell, alternates { Default = entry })
  assert.equal("changed", support.result(declared, "Default"))
  assert.equal("Default", declared.iconName)
end)

fact("ICON-031", { needs = { "app's code", "finger" }, versions = { "26.1" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for _, list in ipairs { { night = entry }, { night = entry, CFBundlePrimaryIcon = entry } } do
    local _, app = support.installed(cell, alternates(list))
    assert.equal("changed", support.result(app, "night"))
    assert.equal("changed", support.result(app, "CFBundlePrimaryIcon"))
    assert.is_nil(app.iconName)
    assert.is_nil(support.drawn(app))
    -- The primary icon is set, but the word is not its name: an alert comes in every version.
    support.request(app, "CFBundlePrimaryIcon")
    assert.truthy(app.device.alert)
    app.device.alert:tap "OK"
    support.request(app, nil)
    assert.equal(not cell.at_least "26.1", app.device.alert ~= nil) -- ICON-074
    if app.device.alert then app.device.alert:tap "OK" end
  end
  local _, without = support.installed(cell, support.package())
  assert.equal("changed", support.result(without, "CFBundlePrimaryIcon"))
  assert.equal(4, support.result(without, "cfbundleprimaryicon"))
end)

fact("ICON-032", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local _, app = support.installed(cell, alternates { "night", "dusk" })
  for _, name in ipairs { "night", "dusk" } do
    assert.equal("changed", support.result(app, name))
    assert.equal(name, app.iconName)
  end
  assert.equal(4, support.result(app, "dawn"))
end)

fact("ICON-033", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for _, value in ipairs {
    {}, "text", 5, true, { { "list" } }, { Unknown = 1 }, { CFBundleIconFiles = "text" }, { CFBundleIconName = 5 },
  } do
    local _, app = support.installed(cell, alternates { night = value })
    assert.equal("changed", support.result(app, "night"))
    assert.equal("night", app.iconName)
    assert.equal(4, support.result(app, "nobody"))
  end
end)

fact("ICON-282", { needs = { "app's code", "finger" }, versions = { "11.0" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local day = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } } }
  for case, value in ipairs {
    { night = "night" }, { night = 5 }, { night = { "night" } }, { "night" }, { night = {} }, { night = entry },
  } do
    day.CFBundleAlternateIcons = value
    local package = support.package({ CFBundleIcons = day }, support.pictures("day", "night"))
    local device, app = support.installed(cell, package)
    local outcome = support.request(app, "night")
    local preview = device.alert.picture
    device.alert:tap "OK"
    assert.is_true(outcome.called)
    assert.is_nil(outcome.error)
    assert.equal("night", app.iconName)
    local picture = app:picture()
    if case <= 4 then
      assert.matches("^day", preview.file)
      assert.is_nil(picture.iconName)
      assert.matches("^day", picture.file)
    elseif case == 6 then
      assert.matches("^night", preview.file)
      assert.matches("^night", picture.file)
    else -- a dictionary, but an empty one
      assert.equal(cell.at_least "11.0", picture.placeholder) -- ICON-123
    end
  end
end)

fact("ICON-034", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local flat = { CFBundleIconFiles = { "newicon" }, UIPrerenderedIcon = false }
  local _, app = support.installed(cell, alternates(flat))
  assert_missing(support.request(app, "newicon").error)
  assert.is_nil(app.iconName)
  local _, cured = support.installed(cell, alternates { newicon = flat })
  assert.equal("changed", support.result(cured, "newicon"))
end)

fact("ICON-035", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local _, app = support.installed(cell, alternates { CFBundleIconFiles = { "newicon" }, UIPrerenderedIcon = false })
  for _, name in ipairs { "CFBundleIconFiles", "UIPrerenderedIcon" } do
    assert.equal("changed", support.result(app, name))
    assert.equal(name, app.iconName)
  end
  for _, name in ipairs { "newicon", "CFBundleAlternateIcons" } do assert.equal(4, support.result(app, name)) end
end)

fact("ICON-036", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local pad = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } }, CFBundleAlternateIcons = { other = entry } }
  local _, app = support.installed(cell, support.icons { ["CFBundleIcons~ipad"] = pad })
  if cell.holds then
    assert_missing(support.request(app, "night").error)
    -- A wrapper that hides the error: its users see a success without a change.
    app:run(function() UIApplication.shared:setAlternateIconName("night", function() NSLog "changed" end) end)
    assert.logged("changed", app)
    assert.is_nil(app.iconName)
    assert.is_nil(support.drawn(app))
    pad.CFBundleAlternateIcons.night = entry
    local _, cured = support.installed(cell, support.icons { ["CFBundleIcons~ipad"] = pad })
    assert.equal("changed", support.result(cured, "night"))
  else
    assert.equal("changed", support.result(app, "night"))
  end
end)

fact("ICON-037", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  local _, app = support.installed(cell, alternates(nil))
  assert_missing(support.request(app, "night").error)
  local without = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "day" } } }
  local key = "CFBundleIcons~" .. (cell.model == "iPad" and "ipad" or "iphone")
  local _, own = support.installed(cell, support.icons { [key] = without })
  assert_missing(support.request(own, "night").error)
end)

fact("ICON-038", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_icons(cell) then return end
  for _, icons in ipairs { false, "text", 5, true, { { "night" } } } do
    local _, app = support.installed(cell, support.package { CFBundleIcons = icons or nil })
    local trace = app.device:record(function()
      assert_missing(support.request(app, "night").error, "CFBundleIcons dictionary is missing or incorrect type")
    end)
    assert.is_true(support.cites(trace, "ICON-038"))
  end
end)
