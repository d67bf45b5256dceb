-- "Colourful": an icon chooser in SwiftUI, after the one in the Emitron app.
--
-- The tutorial puts five icons into a folder of the project, declares them in CFBundleIcons with a key of its own
-- (`ordinal`), and writes an IconManager that reads the declarations back and changes the icon with an awaited call.
-- Here is the same manager in Lua, beside a chooser that keeps what a person would see.
--
-- The project: fixtures/Colourful.xcodeproj. Its target Colourful is the tutorial's end; Template is the same with the
-- AppIcon set and the build setting that every new project has.

-- Icon: one choice. `image` is UIImage(named:), or a blank picture when there is none.
local function Icon(ordinal, name, imageName)
  return {
    id = imageName, ordinal = ordinal, name = name, imageName = imageName, image = UIImage(imageName) or "blank",
  }
end

-- View.if: the transformed view if the condition holds, else the view as it is.
local function when(view, condition, transform)
  if condition then return transform(view) end
  return view
end

-- IconView: what SwiftUI is told to draw for a choice.
local function IconView(icon, selected)
  local view = {
    image = icon.image, renderingMode = "original", cornerRadius = 10, trailingPadding = 2,
    border = { shape = "RoundedRectangle", cornerRadius = 10, lineWidth = 2 },
  }
  return when(view, selected, function(plain)
    plain.checkmark = {
      systemName = "checkmark.circle.fill", size = 20, weight = "bold", color = "green", alignment = "bottomTrailing",
    }
    return plain
  end)
end

local function isList(value) return type(value) == "table" and type(value[1]) == "string" end

-- IconManager: which icons there are, and which one is current.
local IconManager = {}
IconManager.__index = IconManager

function IconManager.new()
  local self = setmetatable({ icons = {} }, IconManager)
  local currentName = UIApplication.shared.alternateIconName
  local declared = Bundle.main:object "CFBundleIcons"
  if type(declared) == "table" then
    local primary = declared.CFBundlePrimaryIcon
    if type(primary) == "table" and isList(primary.CFBundleIconFiles) then
      self.icons[1] = Icon(0, nil, primary.CFBundleIconFiles[1])
    end
    local alternates = {}
    if type(declared.CFBundleAlternateIcons) == "table" then
      for name, entry in pairs(declared.CFBundleAlternateIcons) do
        if type(entry) == "table" and isList(entry.CFBundleIconFiles) and math.type(entry.ordinal) == "integer" then
          alternates[#alternates + 1] = Icon(entry.ordinal, name, entry.CFBundleIconFiles[1])
        end
      end
    end
    table.sort(alternates, function(a, b) return a.ordinal < b.ordinal end)
    table.move(alternates, 1, #alternates, #self.icons + 1, self.icons)
  end
  for _, icon in ipairs(self.icons) do
    if icon.name == currentName then
      self.currentIcon = icon
      break
    end
  end
  return self
end

-- On the main actor, inside a Task: waits for the person's OK, and raises the NSError of a failure.
function IconManager:set(icon)
  await(UIApplication.shared):setAlternateIconName(icon.name)
  self.currentIcon = icon
end

-- The built app. `options`: another target, settings that beat the project's.
local function build(options)
  options = options or {}
  options.target = options.target or "Colourful"
  return AppPackage("fixtures/Colourful.xcodeproj", options)
end

-- An installed and launched app whose manager is a singleton of its process.
local function start(package, device)
  device = device or Device { model = "iPhone", os = "16.0" }
  local app = device:install(package or build(), { lifecycle = "swiftUI" })
  local screen = { device = device, app = app }
  function app.main() screen.manager = IconManager.new() end
  device:launch(app)

  -- The chooser: a row of buttons, a check mark on the current icon.
  function screen.rows()
    local rows = {}
    for place, icon in ipairs(screen.manager.icons) do
      local view = IconView(icon, icon == screen.manager.currentIcon)
      rows[place] = (icon.name or "primary") .. (view.checkmark and " ✓" or "")
    end
    return rows
  end

  -- A button starts a Task and looks at nothing that it raises.
  function screen.tap(name)
    for _, icon in ipairs(screen.manager.icons) do
      if (icon.name or "primary") == name then
        app:run(function() Task(function() screen.manager:set(icon) end) end)
        return
      end
    end
    error("no row " .. name)
  end

  function screen.picture(surface) return device.springboard:icon(app):picture(surface) end
  return screen
end

-- The four pictures of an icon: file and pixels for each kind of screen (ICON-129: iPad pictures have base names of
-- their own).
local function four(name)
  return {
    iPhone = { ("app-icon--%s@3x.png"):format(name), 180 },
    ["iPhone 8"] = { ("app-icon--%s@2x.png"):format(name), 120 }, -- ICON-132
    iPad = { ("app-icon--%s-ipad@2x.png"):format(name), 152 },
    ["iPad Pro"] = { ("app-icon--%s-ipadpro@2x.png"):format(name), 167 },
  }
end

local function expectPicture(expected, shown, message)
  assert.equal(expected[1], shown.file, message)
  assert.equal(expected[2], shown.pixels, message)
  assert.is_false(shown.scaled, message)
end

describe("the pictures of an icon", function()
  it("are four: two for iPhones, one for iPads, one for the iPad Pro", function()
    for model, expected in pairs(four "default") do
      expectPicture(expected, start(nil, Device { model = model, os = "16.0" }).picture(), model)
    end
  end)

  it("are four of each alternate, too: every device shows each in its own size", function()
    for model in pairs(four "default") do
      local screen = start(nil, Device { model = model, os = "16.0" }) -- ICON-128, ICON-110
      for _, name in ipairs { "black-white", "white-black", "multi-black", "black-multi" } do
        screen.tap(name)
        screen.device.alert:tap "OK"
        expectPicture(four(name)[model], screen.picture(), model .. " " .. name)
      end
    end
  end)
end)

describe("the key in Xcode's editor", function()
  it("is Icon files (iOS 5), raw CFBundleIcons", function()
    local icons, key = build().plist:find "Icon files (iOS 5)" -- ICON-102
    assert.equal("CFBundleIcons", key)
    assert.is_not_nil(icons.CFBundleAlternateIcons)
  end)

  it("comes without CFBundleAlternateIcons, which is added by hand and has one icon's keys at first", function()
    local info = plist.parse "{ CFBundleIdentifier = \"com.example.new\"; }" -- ICON-103
    info:add "Icon files (iOS 5)"
    local icons = info.CFBundleIcons
    icons.UINewsstandIcon = nil
    assert.is_nil(icons.CFBundleAlternateIcons)
    icons:add "CFBundleAlternateIcons"
    local first = icons.CFBundleAlternateIcons
    first.UINewsstandBindingType, first.UINewsstandBindingEdge = nil, nil
    assert.is_nil(first.UIPrerenderedIcon) -- added by hand, too
    assert.equal("", first.CFBundleIconFiles[1])
    -- With several icons each needs a level of its own, under its name (ICON-094).
    icons.CFBundleAlternateIcons = {}
    for ordinal, name in ipairs { "black-white", "white-black" } do
      icons.CFBundleAlternateIcons[name] = {
        ordinal = ordinal, UIPrerenderedIcon = false, CFBundleIconFiles = { "app-icon--" .. name },
      }
    end
    assert.equal("app-icon--white-black",
      info:get("CFBundleIcons", "CFBundleAlternateIcons", "white-black", "CFBundleIconFiles", 1))
  end)
end)

describe("CFBundleIcons and the Newsstand key", function()
  it("are of iOS 5, which brought Newsstand; iOS 9 took it away", function()
    local info = plist.parse "{ CFBundleIdentifier = \"com.example.new\"; }" -- ICON-103
    info:add "Icon files (iOS 5)"
    local package = AppPackage { plist = build().plist }
    package.plist.CFBundleIcons.UINewsstandIcon = info.CFBundleIcons.UINewsstandIcon
    local found = package:lint { select = "newsstand-key" } -- ICON-104
    assert.equal(1, #found)
    assert.matches("“UINewsstandIcon” .* is of Newsstand, which is gone since iOS 9", found[1].message)
    assert.equal("safe", found[1].fix) -- it may be deleted
    package.plist.CFBundleIcons.UINewsstandIcon = nil
    assert.same({}, package:lint { select = "newsstand-key" })
    -- The first versions without it: the one icon is the app's own.
    local device = Device { model = "iPhone", os = "9.0" }
    device:install(package)
    assert.equal(1, #device.springboard.icons)
    assert.equal("Colourful", device.springboard.icons[1].label)
  end)

  it("may lose UINewsstandIcon: it means nothing since iOS 9", function()
    for _, keep in ipairs { true, false } do
      local package = build() -- ICON-104
      if keep then package.plist.CFBundleIcons.UINewsstandIcon = { CFBundleIconFiles = { "" } } end
      local screen = start(package)
      screen.tap "black-white"
      screen.device.alert:tap "OK"
      assert.equal("app-icon--black-white@3x.png", screen.picture().file)
    end
  end)
end)

describe("CFBundlePrimaryIcon", function()
  local cleared = { ASSETCATALOG_COMPILER_APPICON_NAME = "" }

  it("is ignored while the catalog has an AppIcon: the build adds the set to it", function()
    local package = build { target = "Template" }
    local primary = package.plist.CFBundleIcons.CFBundlePrimaryIcon
    assert.equal("AppIcon", primary.CFBundleIconName)
    -- The file that was written by hand is replaced by the catalog's (ICON-146).
    assert.equal("app-icon--default",
      plist.load("fixtures/Colourful/Info.plist"):get("CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconFiles", 1))
    assert.equal("AppIcon60x60", primary.CFBundleIconFiles[1])
    local shown = start(package).picture() -- ICON-092, ICON-091
    assert.equal("catalog", shown.source)
    assert.equal("AppIcon-60@3x.png", shown.file)
  end)

  it("counts once the set is gone and the target's setting is cleared", function()
    local package = build { target = "Colourful" } -- both, as the tutorial has it
    assert.is_nil(package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconName)
    local shown = start(package).picture()
    assert.equal("loose", shown.source) -- ICON-093, ICON-172
    assert.equal("app-icon--default@3x.png", shown.file)
  end)

  it("counts with the set still there, too: what decides is the setting", function()
    local package = build { target = "Template", settings = cleared } -- ICON-172
    local shown = start(package).picture()
    assert.equal("app-icon--default@3x.png", shown.file)
  end)

  it("counts with the setting still there, too, but then the build complains about the set", function()
    local package = build { settings = { ASSETCATALOG_COMPILER_APPICON_NAME = "AppIcon" } }
    assert.matches("None of the input catalogs contained a matching", table.concat(package.warnings, "\n"), nil, true)
    assert.equal("app-icon--default@3x.png", start(package).picture().file)
    assert.same({}, build().warnings)
  end)

  it("may keep a CFBundleIconName that no set has: the file is shown, as nothing else is there", function()
    local package = build()
    package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconName = "AppIcon"
    assert.equal("app-icon--default@3x.png", start(package).picture().file)
  end)

  it("may name a set with CFBundleIconName, which iOS 11 and later read", function()
    local both = build { target = "Template" } -- ICON-098
    local primary = both.plist.CFBundleIcons.CFBundlePrimaryIcon
    primary.CFBundleIconFiles = { "app-icon--default" }
    assert.equal("AppIcon", primary.CFBundleIconName)
    assert.equal("catalog", start(both).picture().source)
    local old = Device { model = "iPhone", os = "10.3" }
    local app = old:install(both)
    assert.equal("app-icon--default@3x.png", old.springboard:icon(app):picture().file) -- ICON-099
  end)

  it("needs the list of files on iOS 10 and earlier", function()
    local package = build { target = "Template" } -- ICON-099: the catalog has the set, and its name alone does not do
    local primary = package.plist.CFBundleIcons.CFBundlePrimaryIcon
    local function shown(os)
      local device = Device { model = "iPhone", os = os }
      return device.springboard:icon(device:install(package)):picture()
    end
    primary.CFBundleIconFiles = nil
    assert.equal("AppIcon", primary.CFBundleIconName)
    for _, os in ipairs { "9.0", "10.3" } do assert.is_true(shown(os).placeholder, os) end
    for _, os in ipairs { "11.0", "16.0" } do assert.equal("AppIcon-60@3x.png", shown(os).file, os) end
    primary.CFBundleIconFiles = { "app-icon--default" }
    for _, os in ipairs { "9.0", "10.3" } do assert.equal("app-icon--default@3x.png", shown(os).file, os) end
  end)

  it("should keep the list beside CFBundleIconName for tools outside of iOS, which open no catalog", function()
    -- What Configurator or an MDM server can show: the first name of the list that is a file of the app.
    local function fileForTools(package)
      for _, name in ipairs(package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles or {}) do
        for _, file in ipairs(package:files()) do
          if file.path:sub(1, #name) == name and file.path:find "%.png$" then return file.path end
        end
      end
    end
    for _, xcode in ipairs { "13.0", "16.4", "26.0" } do
      local package = build { target = "Template", xcode = xcode } -- ICON-098, ICON-146: a build sees to it
      assert.equal("AppIcon", package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconName)
      assert.equal("AppIcon60x60@2x.png", fileForTools(package), xcode)
      package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles = nil
      assert.is_nil(fileForTools(package), xcode)
      assert.equal("AppIcon-60@3x.png", start(package).picture().file, xcode) -- nobody notices on a device
    end
  end)

  it("may list several sizes: for iPhone, for iPad, and for an app for both", function()
    for kind, family in pairs { iPhone = { 1 }, iPad = { 2 }, universal = { 1, 2 } } do
      local package = build()
      package.plist["CFBundleIcons~ipad"], package.plist.UIDeviceFamily = nil, family -- ICON-170
      package.plist.CFBundleIcons.CFBundlePrimaryIcon.CFBundleIconFiles = {
        "app-icon--default", "app-icon--default-ipad", "app-icon--default-ipadpro",
      }
      for model, expected in pairs(four "default") do
        local wanted = model:find "iPad" and 2 or 1
        if family[1] == wanted or family[2] == wanted then -- ICON-119, ICON-132
          expectPicture(expected, start(package, Device { model = model, os = "16.0" }).picture(), kind .. " " .. model)
        end
      end
    end
  end)

  it("adds no gloss anywhere, whatever UIPrerenderedIcon says: not in the App Store either", function()
    local function look(shown) return ("%s %s %d %s"):format(shown.file, shown.source, shown.pixels, shown.scaled) end
    for _, value in ipairs { true, false } do -- ICON-100: gloss for store artwork ended with iOS 6
      local package = build()
      package.plist.CFBundleIcons.CFBundlePrimaryIcon.UIPrerenderedIcon = value
      assert.equal("app-icon--default@3x.png loose 180 false", look(start(package).picture()))

      local published = AppPackage { -- the store's artwork is a picture of the set (ICON-134)
        plist = build({ target = "Template" }).plist,
        catalog = { AppIcon = { entries = {
          { idiom = "iphone", size = 60, scale = 3, filename = "home.png", pixels = 180 },
          { idiom = "ios-marketing", size = 1024, scale = 1, filename = "store.png", pixels = 1024 },
        } } },
      }
      published.plist.CFBundleIcons.CFBundlePrimaryIcon.UIPrerenderedIcon = value
      local screen = start(published)
      assert.equal("store.png catalog 1024 false", look(screen.picture "appStore"))
      screen.tap "black-white"
      screen.device.alert:tap "OK"
      assert.equal("store.png catalog 1024 false", look(screen.picture "appStore")) -- ICON-203
    end
  end)
end)

describe("CFBundleAlternateIcons", function()
  it("is a dictionary: a key for each icon's name, and room for keys of one's own", function()
    local screen = start() -- ICON-094, ICON-096, ICON-101
    screen.app:run(function()
      local alternates = Bundle.main:object("CFBundleIcons").CFBundleAlternateIcons
      local names = {}
      for name in pairs(alternates) do names[#names + 1] = name end
      table.sort(names)
      assert.same({ "black-multi", "black-white", "multi-black", "white-black" }, names)
      assert.equal(2, alternates["white-black"].ordinal)
      assert.is_false(alternates["white-black"].UIPrerenderedIcon)
    end)
  end)

  it("ties names to files of other names", function()
    local screen = start() -- ICON-028
    screen.tap "black-multi"
    screen.device.alert:tap "OK"
    assert.equal("black-multi", screen.app.iconName)
    assert.equal("app-icon--black-multi@3x.png", screen.picture().file)
  end)
end)

describe("the IconManager at the start", function()
  it("has the primary icon first, then the alternates by ordinal", function()
    -- The file's order is another one; ICON-163.
    assert.same({ "primary ✓", "black-white", "white-black", "multi-black", "black-multi" }, start().rows())
  end)

  it("marks the primary icon, because no name is nil", function()
    local screen = start() -- ICON-164
    assert.is_nil(screen.manager.currentIcon.name)
    assert.equal(0, screen.manager.currentIcon.ordinal)
  end)

  it("skips entries that lack something, without a word", function()
    local package = build() -- ICON-162
    local alternates = package.plist.CFBundleIcons.CFBundleAlternateIcons
    alternates["black-white"].ordinal = nil
    alternates["white-black"].ordinal = "2"
    alternates["multi-black"].CFBundleIconFiles = nil
    local screen = start(package)
    assert.same({ "primary ✓", "black-multi" }, screen.rows())
    -- What the chooser leaves out can still be set.
    screen.app:run(function() UIApplication.shared:setAlternateIconName "black-white" end)
    assert.equal("black-white", screen.app.iconName)
  end)

  it("has no primary row when CFBundlePrimaryIcon names no file", function()
    local package = build() -- ICON-161
    package.plist.CFBundleIcons.CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" }
    local screen = start(package)
    assert.same({ "black-white", "white-black", "multi-black", "black-multi" }, screen.rows())
    assert.is_nil(screen.manager.currentIcon) -- nothing is marked
  end)

  it("shows the build's own file in the primary row while the catalog has an AppIcon", function()
    local screen = start(build { target = "Template" }) -- ICON-146, ICON-092
    assert.equal("AppIcon60x60", screen.manager.icons[1].imageName)
    assert.equal("AppIcon60x60@2x.png", screen.manager.icons[1].image.file)
    -- Without its files, as an Icon Composer icon of Xcode 26 has none, there would be no row (ICON-161).
  end)

  it("has no rows at all without CFBundleIcons", function()
    local package = build()
    package.plist.CFBundleIcons = nil
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
    assert.equal("app-icon--black-white", identities(screen)[2]) -- not the name, which the primary icon has none of
    assert.unique(identities(screen))
    local package = build()
    package.plist.CFBundleIcons.CFBundleAlternateIcons["white-black"].CFBundleIconFiles = { "app-icon--black-white" }
    screen = start(package)
    assert.is_not.unique(identities(screen))
    screen.tap "white-black" -- the system goes by the name (ICON-028), and so does the mark (ICON-164)
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
          assert.equal(selected and "bottomTrailing" or nil, view.checkmark and view.checkmark.alignment)
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
    assert.is_true(select(2, preview("18.0", "development"))) -- an image set of its own is the way out
  end)
end)

describe("choosing an icon", function()
  it("is the person's doing: nothing changes before a row is tapped", function()
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
    local screen = start() -- ICON-022, ICON-010: both the method and the manager's are of the main actor
    local icon = screen.manager.icons[2]
    screen.app:run(function()
      DispatchQueue.global:async(function() Task(function() screen.manager:set(icon) end) end)
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
    assert.not_equal(shared, screen.manager) -- IconManager.shared is one for each process
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

  it("keeps mark and icon when it fails, and the person is told nothing", function()
    local screen = start()
    local broken = screen.manager.icons[2]
    broken.name = "black-whit" -- a row whose name is not declared
    screen.app:run(function() Task(function() screen.manager:set(broken) end) end)
    assert.is_nil(screen.device.alert) -- neither the system nor the app says a word (ICON-171, ICON-056)
    assert.equal("primary ✓", screen.rows()[1])
    assert.is_nil(screen.app.iconName)
    assert.is_nil(screen.app.crash) -- an error that leaves a Task ends nothing
  end)

  it("would be told by code that looks at the error", function()
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
