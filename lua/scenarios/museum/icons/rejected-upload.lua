-- apache/cordova-ios#1123: the upload is taken, then a mail refuses it: ITMS-90032, “No image found at the path referenced
-- under key 'CFBundleAlternateIcons'”. The project has a group whose folder is not on the disk, so the pictures that are
-- dragged there get into no app.
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
  it("as reported: lint foretells the mail", function() -- STORE-009, STORE-035
    local findings = package(false):lint { select = "icon-file-missing" }
    assert.equal(1, #findings)
    assert.equal("error", findings[1].severity)
    assert.matches("names “night”, and the root of the app has no such picture", findings[1].message, 1, true)
    local facts = {}
    for _, fact in ipairs(findings[1].facts) do facts[fact] = true end
    assert.is_true(facts["STORE-009"])
  end)

  it("as reported: on a device the change succeeds, so nobody notices before", function() -- STORE-041, ICON-123
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
