-- apache/cordova-ios#1123: the upload succeeds, then a mail rejects it: ITMS-90032, “No image found at the path
-- referenced under key 'CFBundleAlternateIcons'”. The project has a group without a folder on the disk, so pictures
-- that are dragged there are in no app. And phonegap/build#614, the same error under the key 'CFBundleIconFiles'.
local museum = require "homescreen.museum"

local function package(repaired)
  return museum.icon_package(function(app)
    if repaired then return end
    for path in pairs(app.files) do
      if path:find "^night" then app.files[path] = nil end
    end
  end)
end

describe("apache/cordova-ios#1123", function()
  it("as reported: lint predicts the mail", function() -- STORE-009, STORE-035
    local findings = package(false):lint { select = "icon-file-missing" }
    assert.equal(1, #findings)
    assert.equal("error", findings[1].severity) -- STORE-040: it hides the icon on the device, too
    assert.matches("names “night”, but the root of the app has no such picture", findings[1].message, 1, true)
    local facts = {}
    for _, fact in ipairs(findings[1].facts) do facts[fact] = true end
    assert.is_true(facts["STORE-009"])
  end)

  it("as reported: on a device the change succeeds, so it is not noticed earlier", function() -- STORE-041, ICON-123
    local device, app = museum.open(package(false), { os = "14.6" })
    assert.equal("changed", museum.change(device, app, "night"))
    assert.is_true(museum.picture(device, app).placeholder)
  end)

  it("repaired: the pictures are in the app", function()
    assert.same({}, package(true):lint { select = "icon-file-missing" })
    local device, app = museum.open(package(true), { os = "14.6" })
    assert.equal("changed", museum.change(device, app, "night"))
    assert.equal("night@3x.png", museum.picture(device, app).file)
  end)
end)

describe("phonegap/build#614: the build service lists every picture of the project as the icon", function()
  local sizes = { ["icon-60@2x.png"] = { 120, 120 }, ["icon-60@3x.png"] = { 180, 180 } }

  -- The pictures that the service takes from the project's settings, and those that are in the app.
  local function package(repaired)
    return museum.icon_package(function(app)
      local listed = { "icon-60@2x.png", "icon-60@3x.png" }
      if not repaired then
        for _, name in ipairs { "icon.png", "res/icon/android/icon-144-xxhdpi.png", "res/icon/ios/icon-29.png" } do
          table.insert(listed, 1, name)
        end
      end
      app.plist.CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = listed } }
      app.files = sizes
    end)
  end
  local function absent(repaired) return package(repaired):lint { select = "primary-icon-file-absent" } end

  it("as reported: lint names each picture that the mail reports", function() -- STORE-009
    local findings = absent(false)
    assert.equal(1, #findings) -- one cause, with the names of all three
    local finding = findings[1]
    assert.is_true(table.concat(finding.facts, " "):find("STORE-009", 1, true) ~= nil)
    for _, name in ipairs { "icon.png", "res/icon/android/icon-144-xxhdpi.png", "res/icon/ios/icon-29.png" } do
      assert.matches("“" .. name .. "”", finding.message, 1, true)
    end
    assert.matches("which is not a file of the app", finding.message, 1, true)
  end)

  it("as reported: on a device the icon is correct", function() -- ICON-119
    local device, app = museum.open(package(false), { os = "11.2" })
    assert.equal("icon-60@3x.png", museum.picture(device, app).file)
  end)

  it("as reported: only the store refuses it, so lint has a warning", function() -- STORE-040
    assert.equal("warning", absent(false)[1].severity)
  end)

  it("repaired: the list has the pictures of the app", function()
    assert.same({}, absent(true))
    local device, app = museum.open(package(true), { os = "11.2" })
    assert.equal("icon-60@3x.png", museum.picture(device, app).file)
  end)
end)
