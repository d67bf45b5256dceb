-- The facts of alternate-icons.md, “6. Info.plist”: the names that Xcode's editor shows, and the keys that it inserts.

local support = require "homescreen.facts.support"
local plists = require "homescreen.facts.plists"

local switched = { needs = { "app's code", "finger" } }
local fitting, picture = support.fitting, support.picture
local icons, loose, read, names = plists.icons, plists.loose, plists.read, support.names

fact("ICON-102", { needs = {} }, function(cell)
  local editor = {
    CFBundleIcons = "Icon files (iOS 5)", CFBundlePrimaryIcon = "Primary Icon", CFBundleIconFiles = "Icon files",
    CFBundleIconName = "Icon Name", CFBundleIconFile = "Icon file",
    UIPrerenderedIcon = "Icon already includes gloss effects", UINewsstandIcon = "Newsstand Icon",
  }
  for key, name in pairs(editor) do
    local info = plist.parse "{}"
    info[key] = "value"
    assert.same({ "value", key }, { info:find(name) })
  end
  -- An editor's name is not a key: it is not in the file, and a device would ignore it there.
  local info = plist.parse "{}"
  info:add("Primary Icon", { CFBundleIconFiles = { "day" } })
  assert.same({ "CFBundlePrimaryIcon" }, names(info))
  info:add "CFBundleAlternateIcons"
  assert.equal("CFBundleAlternateIcons", select(2, info:find "CFBundleAlternateIcons"))
  local written = { ["Icon files (iOS 5)"] = { CFBundlePrimaryIcon = loose "day" } }
  local package = support.package(written, support.pictures "day")
  local _, app = support.installed(cell, package)
  assert.is_true(picture(app).placeholder)
  assert.is_nil(read(app, "CFBundleIcons"))
end)

fact("ICON-103", { needs = {} }, function()
  local info = plist.parse "{}"
  info:add "Icon files (iOS 5)"
  local inserted = info.CFBundleIcons
  assert.same({ "CFBundlePrimaryIcon", "UINewsstandIcon" }, names(inserted))
  for _, key in ipairs { "Primary Icon", "Newsstand Icon" } do
    assert.same({ "" }, plist.table(inserted:find(key).CFBundleIconFiles))
  end
  inserted:add "CFBundleAlternateIcons"
  local flat = names(inserted.CFBundleAlternateIcons)
  assert.same({ "CFBundleIconFiles", "UINewsstandBindingEdge", "UINewsstandBindingType" }, flat)
end)

fact("ICON-168", { needs = {} }, function()
  local question = "The key you entered is already present in the dictionary.do you want to replace the existing "
    .. "key/value pair?"
  local info = plist.parse "{ \"Bundle display name\" = Paint; }"
  local done, err = pcall(info.add, info, "CFBundleDisplayName", "Colours")
  assert.is_false(done)
  assert.matches(question, tostring(err), 1, true)
  assert.same({ ["Bundle display name"] = "Paint" }, plist.table(info))
  info:add("CFBundleDisplayName", "Colours", { replace = true })
  assert.same({ ["Bundle display name"] = "Colours" }, plist.table(info))
end)

fact("ICON-169", { needs = {} }, function()
  local info = plist.parse "{}"
  info:add "CFBundleIcons"
  local value, key = info:find "Icon files (iOS 5)"
  assert.equal("CFBundleIcons", key)
  assert.same({ "CFBundlePrimaryIcon", "UINewsstandIcon" }, names(value))
end)

fact("ICON-104", { needs = { "app's code", "finger" }, versions = { "10.3" } }, function(cell)
  for _, edge in ipairs { "Left", "Right", "Bottom" } do
    for _, kind in ipairs { "Magazine", "Newspaper" } do
      local stand = {
        CFBundleIconFiles = { "stand" }, UINewsstandBindingType = "UINewsstandBindingType" .. kind,
        UINewsstandBindingEdge = "UINewsstandBindingEdge" .. edge,
      }
      local night = loose("night", stand)
      night.CFBundleIconFiles = { "night" }
      local plist = icons(loose "day", { night = night })
      plist.CFBundleIcons.UINewsstandIcon = stand
      local _, app = support.installed(cell, support.package(plist, support.pictures("day", "night", "stand")))
      assert.equal(fitting(cell, "day"), picture(app).file)
      local alternates, problem = pcall(support.choose, app, "UINewsstandIcon")
      assert.equal(cell.at_least "10.3", alternates)
      if alternates then
        assert.equal(4, problem.code)
        assert.is_nil(support.choose(app, "night"))
        assert.equal(fitting(cell, "night"), picture(app).file)
      end
    end
  end
end)
