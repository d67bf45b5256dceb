-- SuperMarcus/NineAnimator#189, SideStore/SideStore#1145, Apollo-Reborn/Apollo-Reborn#34: a sideloaded app cannot change
-- its icon: NSOSStatusErrorDomain -54.
local museum = require "homescreen.museum"

describe("SuperMarcus/NineAnimator#189", function() -- ICON-054
  local function open(identifier)
    return museum.open(museum.icon_package(), { os = "16.1.2" }, { signedAs = identifier })
  end

  it("as reported: signed under another identifier", function()
    local device, app = open "com.example.exhibit.A1B2C3"
    local err = museum.ask(app, "night").error
    assert.equal("NSOSStatusErrorDomain", err.domain)
    assert.equal(-54, err.code)
    assert.equal("The operation couldn’t be completed. (OSStatus error -54.)", err.localizedDescription)
    assert.equal('Error Domain=NSOSStatusErrorDomain Code=-54 "(null)"', tostring(err))
    assert.is_nil(device.alert)
    assert.is_nil(app.iconName)
  end)

  it("repaired: signed under its own", function()
    local device, app = open "com.example.exhibit"
    assert.equal("changed", museum.change(device, app, "night"))
  end)
end)

describe("tastelessjolt/flutter_dynamic_icon#16: a line that looks the same and means nothing", function() -- ICON-055
  it("the change still succeeds", function()
    local device, app = museum.open(museum.icon_package(), { os = "15.4", conditions = { consoleNoise = true } })
    assert.equal("changed", museum.change(device, app, "night"))
    assert.logged("process may not map database", app)
  end)
end)
