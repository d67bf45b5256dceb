-- The example plugin, as scenarios see it: its assertion works, and it does not change the trace.

describe("the timeline", function()
  local package = AppPackage {
    plist = {
      CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint",
      CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } },
    },
    files = { ["night@2x.png"] = { 120, 120 }, ["night@3x.png"] = { 180, 180 } },
  }

  local device, app

  before_each(function()
    device = Device { model = "iPhone", os = "17.5" }
    app = device:install(package)
    device:launch(app)
  end)

  local function choose(name)
    app:run(function() UIApplication.shared:setAlternateIconName(name) end)
  end

  it("is empty before anything is seen", function()
    assert.Not.has_shown(device, "alert")
  end)

  it("has the alert and the icon once they were there", function()
    choose "night"
    assert.has_shown(device, "alert")
    device.alert:tap "OK"
    assert.has_shown(device, "icon")
    assert.Not.has_shown(device, "menu")
  end)

  it("keeps devices apart", function()
    choose "night"
    assert.Not.has_shown(Device { os = "17.5" }, "alert")
  end)

  it("says which timeline lacks what", function()
    local holds, message = pcall(function() assert.has_shown(device, "menu") end)
    assert.is_false(holds)
    assert.matches("the timeline of iPhone, iOS 17.5", tostring(message))
  end)
end)
