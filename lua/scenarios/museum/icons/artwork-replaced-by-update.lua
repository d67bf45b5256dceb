-- SideStore/SideStore#230, s8ngyu/Mugunghwa#18: an icon that was put into the app's own files is gone after an update.
--
-- Tools for sideloading and themes replace the picture inside the app, but an update replaces all files. Only a choice
-- that the system stores survives: an alternate icon of the app (ICON-152, ICON-153).
local museum = require "homescreen.museum"

-- A version of an app by another author, as it is shipped.
local function version(number)
  return museum.icon_package(function(app) app.plist.CFBundleVersion = number end)
end

-- The app after a tool changed it: the primary icon is another file.
local function themed(number)
  return museum.icon_package(function(app)
    app.plist.CFBundleVersion = number
    app.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles = { "theme" }
    app.files["theme@3x.png"] = { 180, 180 }
  end)
end

describe("SideStore/SideStore#230: a tool replaces the picture", function()
  local function update(repaired)
    local device, app = museum.open(themed "1")
    assert.equal("theme@3x.png", museum.picture(device, app).file)
    device:install(repaired and themed "2" or version "2")
    return museum.picture(device, app).file
  end

  it("as reported: the update brings back the author's icon", function()
    assert.equal("first@3x.png", update(false))
  end)

  it("repaired: the tool also replaces it in each update", function() assert.equal("theme@3x.png", update(true)) end)
end)

describe("s8ngyu/Mugunghwa#18: an update keeps some things", function()
  -- The reported way exchanges the file, the repaired one chooses an icon of the app.
  local function icon(repaired)
    local device, app = museum.open(repaired and version "1" or themed "1")
    if repaired then assert.equal("changed", museum.change(device, app, "night")) end
    device:install(version "2")
    device:reboot()
    return app.iconName, museum.picture(device, app).file
  end

  it("as reported: not the change of a file", function()
    local name, file = icon(false)
    assert.is_nil(name)
    assert.equal("first@3x.png", file)
  end)

  it("repaired: the name that the app has set", function() -- ICON-153
    local name, file = icon(true)
    assert.equal("night", name)
    assert.equal("night@3x.png", file)
  end)

  it("repaired: and its picture is the new version's", function()
    local device, app = museum.open(version "1")
    museum.change(device, app, "night")
    device:install(museum.icon_package(function(described)
      described.plist.CFBundleIcons.CFBundleAlternateIcons.night.CFBundleIconFiles = { "night2" }
      described.files["night2@3x.png"] = { 180, 180 }
    end))
    assert.equal("night2@3x.png", museum.picture(device, app).file)
  end)
end)
