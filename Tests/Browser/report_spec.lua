-- What the pages of the browser's tests show: results of each kind, and names that want to break out.

local function device(cell)
  local device = Device(cell or { os = "26.1" })
  return device, device:install(homescreen.sample("paint"))
end

describe("paint", function()
  it("changes its icon #icons", function()
    local device, app = device()
    device:launch(app)
    print("launched")
    app:run(function() UIApplication.shared:setAlternateIconName("night") end)
    device:advance(1)
    app:run(function() assert.equal("day", UIApplication.shared.alternateIconName) end)
  end)

  for cell in matrix { model = { "iPhone", "iPad" }, os = { "17.5", "26.1" } } do
    it("opens its menu #menu " .. cell.name, function()
      local device, app = device(cell)
      device:launch(app)
      device:pressHome()
      device.springboard:icon(app):press()
      assert.equal("iPhone", device.model)
    end)
  end

  it("takes a thousand items #menu", function()
    local device, app = device()
    device:launch(app)
    app:run(function()
      local items = {}
      for number = 1, 1000 do
        items[number] = UIApplicationShortcutItem { type = "t" .. number, localizedTitle = "Item " .. number }
      end
      UIApplication.shared.shortcutItems = items
    end)
    device:pressHome()
    device.springboard:icon(app):press()
    error "all are set"
  end)

  it("passes", function() end)
  pending "comes later"
end)

describe("names </script><script>document.title = 'broken'</script><!--", function()
  it("<b>bold</b> <img src=x onerror=\"document.title = 'broken'\">", function()
    local device = device()
    device:install(AppPackage {
      plist = { CFBundleIdentifier = "com.example.x", CFBundleName = "<img src=x onerror=alert(1)>" },
    })
    print("<i>printed</i></script>")
    error("</script><img src=x onerror=alert(1)>")
  end)

  it("turned \u{202E}dnuora\u{2066} \u{7} \u{1B}[31m", function() error("\u{202E}txet") end)

  it(("long "):rep(2000), function() error(("long "):rep(2000)) end)
end)
