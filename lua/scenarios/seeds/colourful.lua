-- "Colourful": an icon chooser in SwiftUI, after the one in the Emitron app.
--
-- The tutorial declares five icons in CFBundleIcons (colourful-info-plist.lua). Its IconManager reads the declarations
-- and changes the icon with an awaited call; its chooser has a button for each icon.
--
-- The project: fixtures/Colourful.xcodeproj. Its target Colourful is the finished app; Template is the same app with
-- the AppIcon set and the build setting that every new project has.

local colourful = require "homescreen.seeds.colourful"
local Icon, IconView, build, start = colourful.Icon, colourful.IconView, colourful.build, colourful.start

describe("the IconManager at the start", function()
  it("has the primary icon first, then the alternates by ordinal", function()
    -- The order in the file is different; ICON-163.
    assert.same({ "primary ✓", "black-white", "white-black", "multi-black", "black-multi" }, start().rows())
  end)

  it("marks the primary icon, because no name is nil", function()
    local screen = start() -- ICON-164
    assert.is_nil(screen.manager.currentIcon.name)
    assert.equal(0, screen.manager.currentIcon.ordinal)
  end)

  it("skips incomplete entries without a message", function()
    local package = build() -- ICON-162
    local alternates = package.plist.CFBundleIcons.CFBundleAlternateIcons
    alternates["black-white"].ordinal = nil
    alternates["white-black"].ordinal = "2"
    alternates["multi-black"].CFBundleIconFiles = nil
    local screen = start(package)
    assert.same({ "primary ✓", "black-multi" }, screen.rows())
    -- The app can still set the icons that the chooser omits.
    screen.app:run(function() UIApplication.shared:setAlternateIconName "black-white" end)
    assert.equal("black-white", screen.app.iconName)
  end)

  it("has no primary row when CFBundlePrimaryIcon names no file", function()
    local package = build() -- ICON-161
    package.plist.CFBundleIcons.CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" }
    local screen = start(package)
    assert.same({ "black-white", "white-black", "multi-black", "black-multi" }, screen.rows())
    assert.is_nil(screen.manager.currentIcon) -- no row is marked
  end)

  it("shows the build's own file in the primary row while the catalog has an AppIcon", function()
    local screen = start(build { target = "Template" }) -- ICON-146, ICON-092
    assert.equal("AppIcon60x60", screen.manager.icons[1].imageName)
    assert.equal("AppIcon60x60@2x.png", screen.manager.icons[1].image.file)
    -- Without its files there would be no row: an Icon Composer icon of Xcode 26 has none (ICON-161).
  end)

  it("has no rows without CFBundleIcons", function()
    local package = build()
    package.plist.CFBundleIcons = nil
    assert.same({}, start(package).rows())
  end)

  it("has only the primary row without alternates, and none if the icons are not a dictionary", function()
    local package = build() -- ICON-161
    package.plist.CFBundleIcons.CFBundleAlternateIcons = nil
    assert.same({ "primary ✓" }, start(package).rows())
    package.plist.CFBundleIcons = "AppIcon"
    assert.same({}, start(package).rows())
  end)

  it("reads the iPad's dictionary on an iPad", function()
    local package = build() -- ICON-160, ICON-106, ICON-107
    package.plist["CFBundleIcons~ipad"].CFBundleAlternateIcons["black-multi"] = nil
    local screen = start(package, Device { model = "iPad", os = "16.0" })
    assert.same({ "primary ✓", "black-white", "white-black", "multi-black" }, screen.rows())
    assert.equal("app-icon--default-ipad", screen.manager.icons[1].imageName)
    screen.app:run(function() assert.is_nil(Bundle.main:object "CFBundleIcons~ipad") end)
    assert.equal(5, #start(package).rows()) -- the iPhone has them all
  end)
end)

describe("a choice", function()
  it("is known by its picture's name: two entries with one picture are one to ForEach", function()
    local function identities(screen)
      local list = {}
      for place, icon in ipairs(screen.manager.icons) do list[place] = icon.id end
      return list
    end
    local screen = start()
    assert.equal("app-icon--black-white", identities(screen)[2]) -- not the name: the primary icon has none
    assert.unique(identities(screen))
    local package = build()
    package.plist.CFBundleIcons.CFBundleAlternateIcons["white-black"].CFBundleIconFiles = { "app-icon--black-white" }
    screen = start(package)
    assert.is_not.unique(identities(screen))
    screen.tap "white-black" -- the system compares the name (ICON-028), and so does the mark (ICON-164)
    screen.device.alert:tap "OK"
    assert.same({ "primary", "black-white", "white-black ✓", "multi-black", "black-multi" }, screen.rows())
  end)

  it("has round corners, a border, and a check mark in the corner while it is the current one", function()
    start().app:run(function() -- the four previews of IconView
      local dark, light = Icon(0, nil, "app-icon--default"), Icon(0, "black-white", "app-icon--black-white")
      for _, icon in ipairs { dark, light } do
        for _, selected in ipairs { false, true } do
          local view = IconView(icon, selected)
          assert.equal(icon.imageName .. "@3x.png", view.image.file)
          assert.equal("original", view.renderingMode)
          assert.equal(10, view.cornerRadius)
          assert.equal(view.cornerRadius, view.border.cornerRadius) -- the border follows the corners
          assert.equal(2, view.border.lineWidth)
          assert.equal(2, view.trailingPadding)
          assert.same(selected and {
            systemName = "checkmark.circle.fill", size = 20, weight = "bold", color = "green",
            alignment = "bottomTrailing",
          } or nil, view.checkmark)
        end
      end
    end)
  end)
end)

describe("a row's preview", function()
  it("is the loose picture of the entry's first name", function()
    for _, os in ipairs { "16.0", "18.0" } do
      local screen = start(nil, Device { model = "iPhone", os = os }) -- ICON-165: loose files load in every version
      assert.equal("app-icon--default@3x.png", screen.manager.icons[1].image.file)
      assert.equal(60, screen.manager.icons[1].image.size.width)
    end
  end)

  it("is blank when there is no picture", function()
    local package = build { settings = { EXCLUDED_SOURCE_FILE_NAMES = "app-icon--white-black*" } }
    local screen = start(package)
    assert.equal("blank", screen.manager.icons[3].image)
    assert.not_equal("blank", screen.manager.icons[2].image)
  end)

  it("comes from an icon set only before iOS 18, and not in TestFlight builds", function()
    local function preview(os, distribution)
      local package = AppPackage {
        plist = build().plist, files = {},
        catalog = { ["app-icon--white-black"] = { kind = "appIcon" }, shown = { kind = "image" } },
      }
      local device = Device { model = "iPhone", os = os }
      local app = device:install(package, { distribution = distribution })
      device:launch(app)
      return app:run(function() return UIImage "app-icon--white-black" ~= nil, UIImage "shown" ~= nil end)
    end
    assert.is_true((preview("17.5", "development")))
    assert.is_false((preview("17.5", "testFlight"))) -- ICON-166
    assert.is_false((preview("18.0", "development"))) -- ICON-165
    assert.is_true(select(2, preview("18.0", "development"))) -- a separate image set solves this
  end)
end)

describe("choosing an icon", function()
  it("is the user's action: nothing changes before a row is tapped", function()
    local screen = start() -- STORE-027
    local function changes()
      local count = 0
      for _, event in ipairs(screen.device.trace) do
        if event.kind == "icon" then count = count + 1 end
      end
      return count
    end
    screen.device:settle()
    screen.device:pressHome()
    screen.app:activate()
    assert.equal(0, changes())
    assert.is_nil(screen.device.alert)
    screen.tap "black-white"
    assert.is_true(changes() > 0)
    assert.is_not_nil(screen.device.alert)
  end)

  it("asks UIKit on the main thread, from wherever the Task is started", function()
    local text = "UIApplication.setAlternateIconName(_:completionHandler:) must be used from main thread only"
    local screen = start() -- ICON-022, ICON-010: both methods belong to the main actor
    local icon = screen.manager.icons[2]
    screen.app:run(function()
      -- Swift changes to the main actor here (ICON-273).
      DispatchQueue.global:async(function()
        DispatchQueue.main:async(function() Task(function() screen.manager:set(icon) end) end)
      end)
    end)
    screen.device.alert:tap "OK"
    assert.equal(icon, screen.manager.currentIcon)
    assert.same({}, screen.app.console)
    screen.app:run(function()
      DispatchQueue.global:async(function() UIApplication.shared:setAlternateIconName(nil) end)
    end)
    assert.logged(text, screen.app)
  end)

  it("moves the mark only when the awaited call has returned, after OK", function()
    local screen = start() -- ICON-011, ICON-066, ICON-164
    screen.tap "white-black"
    assert.equal("primary ✓", screen.rows()[1])
    assert.equal("You have changed the icon for “Colourful”.", screen.device.alert.label)
    screen.device.alert:tap "OK"
    assert.same({ "primary", "black-white", "white-black ✓", "multi-black", "black-multi" }, screen.rows())
    assert.equal("app-icon--white-black@3x.png", screen.picture().file)
  end)

  it("goes back to the primary icon through its row, whose name is nil", function()
    local screen = start()
    screen.tap "multi-black"
    screen.device.alert:tap "OK"
    screen.tap "primary"
    screen.device.alert:tap "OK"
    assert.is_nil(screen.app.iconName)
    assert.equal("primary ✓", screen.rows()[1])
  end)

  it("is found again by the next process", function()
    local screen = start() -- ICON-152
    screen.tap "black-multi"
    screen.device.alert:tap "OK"
    local shared = screen.manager
    screen.app:terminate()
    screen.device:launch(screen.app)
    assert.not_equal(shared, screen.manager) -- each process has its own IconManager.shared
    assert.equal("black-multi ✓", screen.rows()[5])
  end)

  it("marks nothing when an update renamed the stored icon's row away", function()
    local screen = start()
    screen.tap "black-multi"
    screen.device.alert:tap "OK"
    local update = build()
    update.plist.CFBundleIcons.CFBundleAlternateIcons["black-multi"].ordinal = nil
    local after = start(update, screen.device)
    assert.equal("black-multi", after.app.iconName) -- the icon stays
    assert.is_nil(after.manager.currentIcon) -- ICON-164
  end)

  it("keeps mark and icon when it fails, and the user gets no message", function()
    local screen = start()
    local broken = screen.manager.icons[2]
    broken.name = "black-whit" -- a row whose name is not declared
    screen.app:run(function() Task(function() screen.manager:set(broken) end) end)
    assert.is_nil(screen.device.alert) -- neither the system nor the app shows anything (ICON-171, ICON-056)
    assert.equal("primary ✓", screen.rows()[1])
    assert.is_nil(screen.app.iconName)
    assert.is_nil(screen.app.crash) -- an uncaught error in a Task does not end the app
  end)

  it("would get a message from code that looks at the error", function()
    local screen = start()
    local told
    screen.app:run(function()
      Task(function()
        local fine, err = pcall(function() screen.manager:set { name = "black-whit" } end)
        told = not fine and err.localizedDescription
      end)
    end)
    assert.equal("The file doesn’t exist.", told) -- ICON-039
  end)
end)
