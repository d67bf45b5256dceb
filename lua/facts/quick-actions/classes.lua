-- The facts of quick-actions.md, “2. Classes”.

local support = require "homescreen.facts.support"

--- An app that runs, without static items; `plist` as in support.package.
local function running(cell, plist, files)
  local _, app = support.installed(cell, support.package(plist, files))
  return app
end

--- Whether a piece of the app's code runs to its end.
local function works(app, body)
  return app:run(function() return pcall(body) end)
end

--- An item with all fields; `changed` replaces some, or all with false.
local function whole(changed)
  local fields = {
    type = "open", localizedTitle = "Open", localizedSubtitle = "The last one",
    icon = UIApplicationShortcutIcon { type = "search" }, userInfo = { file = "one" },
  }
  for key, value in pairs(changed or {}) do fields[key] = value end
  return UIApplicationShortcutItem(fields)
end

local properties = { "type", "localizedTitle", "localizedSubtitle", "icon", "userInfo", "targetContentIdentifier" }

--- Other values for the properties of an item.
local function others()
  return {
    type = "scan", localizedTitle = "Scan", localizedSubtitle = "A page",
    icon = UIApplicationShortcutIcon { templateImageName = "scan" }, userInfo = { page = 1 },
    targetContentIdentifier = "window 1",
  }
end

--- The glyph of a dynamic item with this icon.
local function glyph(app, fields)
  app.device:launch(app)
  app:run(function()
    UIApplication.shared.shortcutItems = { whole { icon = UIApplicationShortcutIcon(fields) } }
  end)
  return support.menu(app):item("Open").glyph
end

local first = { "Compose", "Play", "Pause", "Add", "Location", "Search", "Share" }
local later = {
  "Prohibit", "Contact", "Home", "MarkLocation", "Favorite", "Love", "Cloud", "Invitation", "Confirmation", "Mail",
  "Message", "Date", "Time", "CapturePhoto", "CaptureVideo", "Task", "TaskCompleted", "Alarm", "Bookmark", "Shuffle",
  "Audio", "Update",
}

--- `markLocation` for `MarkLocation`.
local function code_name(name) return name:sub(1, 1):lower() .. name:sub(2) end

--- Maps each icon type to the glyph of a static item with it; nil on a device without menus.
local function drawn(cell, names)
  local glyphs = {}
  for place = 1, #names, 4 do
    local entries = {}
    for number = place, math.min(place + 3, #names) do
      local name = names[number]
      entries[#entries + 1] = { Type = name, Title = name, IconType = "UIApplicationShortcutIconType" .. name }
    end
    local _, app = support.installed(cell, support.entries(entries), false)
    local menu = support.menu(app)
    if not menu then return nil end
    for number = 1, #entries do glyphs[menu.rows[number].title] = menu.rows[number].glyph end
  end
  return glyphs
end

--- The result that the fact states.
local function expected(names, exist)
  local glyphs = {}
  for _, name in ipairs(names) do glyphs[name] = exist and "system " .. code_name(name) or "dot" end
  return glyphs
end

fact("QUICK-032", { needs = { "app's code" } }, function(cell)
  local app = running(cell)
  app:run(function()
    local short = UIApplicationShortcutItem { type = "open", localizedTitle = "Open" }
    assert.equal("open", short.type)
    assert.equal("Open", short.localizedTitle)
    for place = 3, #properties do assert.is_nil(short[properties[place]]) end
    local item = whole()
    assert.equal("open", item.type)
    assert.equal("Open", item.localizedTitle)
    assert.equal("The last one", item.localizedSubtitle)
    assert.equal(UIApplicationShortcutIcon { type = "search" }, item.icon)
    assert.same({ file = "one" }, item.userInfo)
    assert.is_nil(item.targetContentIdentifier)
    for property, value in pairs(others()) do
      assert.error_matches(function() item[property] = value end, "can only be read")
    end
    assert.equal(whole(), item)
  end)
end)

fact("QUICK-033", { needs = { "app's code" } }, function(cell)
  local app = running(cell)
  app:run(function()
    local item = whole()
    local copy = item:mutableCopy()
    for _, property in ipairs(properties) do assert.same(item[property], copy[property]) end
    for property, value in pairs(others()) do
      copy[property] = value
      assert.same(value, copy[property])
    end
    assert.equal(whole(), item)
    local made = UIMutableApplicationShortcutItem { type = "open", localizedTitle = "Open" }
    made.localizedTitle = "Open again"
    assert.equal("Open again", made.localizedTitle)
  end)
end)

fact("QUICK-034", { needs = { "app's code" } }, function(cell)
  local app = running(cell)
  app:run(function()
    local item = whole()
    assert.error_matches(function() item.targetContentIdentifier = "window 1" end, "can only be read")
    assert.is_nil(item.targetContentIdentifier)
    local copy = item:mutableCopy()
    copy.targetContentIdentifier = "window 1"
    assert.equal("window 1", copy.targetContentIdentifier)
    assert.error_matches(function() whole { targetContentIdentifier = "window 1" } end,
      "has no field 'targetContentIdentifier'")
  end)
end)

fact("QUICK-035", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local app = running(cell)
  assert.is_false(works(app, function() return UIApplicationShortcutItem { localizedTitle = "Open" } end))
  assert.is_false(works(app, function() return UIApplicationShortcutItem { type = "open" } end))
  assert.is_false(works(app, function() return UIMutableApplicationShortcutItem { localizedTitle = "Open" } end))
  support.assign(app, { { "", "Open" } })
  assert.same({ "Open" }, support.titles(support.menu(app)))
  assert.equal("", support.received(app, "Open").type)
end)

fact("QUICK-036", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local app = running(cell)
  support.assign(app, { { "empty", "" }, { "open", "Open" } })
  app:run(function()
    local items = UIApplication.shared.shortcutItems
    assert.equal(2, #items)
    assert.equal("empty", items[1].type)
    assert.equal("", items[1].localizedTitle)
  end)
  assert.same({ "Open" }, support.titles(support.menu(app)))
end)

fact("QUICK-037", { needs = { "app's code" } }, function(cell)
  local app = running(cell)
  local list = { text = "a", number = 1, flag = true, inner = { list = { 1, 2 } } }
  app:run(function() assert.same(list, whole { userInfo = list }.userInfo) end)
  local reached
  for _, make in ipairs {
    function() return whole { userInfo = { controller = UIViewController() } } end,
    function() return whole { userInfo = { key = NSNull } } end,
    function() whole():mutableCopy().userInfo = { list = { NSNull } } end,
  } do
    app.device:launch(app)
    local crash = assert.crashes(app, function()
      app:run(function()
        make()
        reached = true
      end)
    end)
    assert.matches("unable to serialize userInfo", crash.reason, 1, true)
    assert.equal("notRunning", app.state)
  end
  assert.is_nil(reached)
end)

fact("QUICK-038", { needs = { "app's code" } }, function(cell)
  local app = running(cell)
  local crash = assert.crashes(app, function()
    app:run(function() whole { userInfo = { key = NSNull } } end)
  end)
  assert.equal(
    "NSInvalidArgumentException: unable to serialize userInfo: Error Domain=NSCocoaErrorDomain Code=3851 "
      .. [["Property list invalid for format: 200 (property lists cannot contain objects of type 'CFNull')" ]]
      .. "UserInfo={NSDebugDescription=Property list invalid for format: 200 (property lists cannot contain objects of "
      .. "type 'CFNull')}",
    crash.reason:match "NSInvalidArgumentException.*")
end)

fact("QUICK-039", { needs = { "app's code" } }, function(cell)
  local app = running(cell)
  app:run(function()
    local source = { file = "one", inner = { page = 1 }, own = plist.parse "{ key = value; }" }
    local item = whole { userInfo = source }
    source.file, source.inner.page, source.more, source.own.key = "two", 2, true, "other"
    local kept = { file = "one", inner = { page = 1 }, own = { key = "value" } }
    assert.same(kept, item.userInfo)
    assert.is_table(item.userInfo.own) -- the list was an object
    item.userInfo.file = "three"
    assert.same(kept, item.userInfo)
  end)
end)

fact("QUICK-040", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
  local app = running(cell)
  app:run(function()
    assert.equal(whole(), whole())
    assert.equal(whole(), whole():mutableCopy())
    for property, value in pairs(others()) do
      local copy = whole():mutableCopy()
      copy[property] = value
      assert.equal(property == "targetContentIdentifier", whole() == copy)
    end
  end)
  if cell.model == "iPad" and not cell.at_least "13.0" then return end
  -- The activation mode of static items does not count.
  local received = {}
  for place, mode in ipairs { false, "background" } do
    local package = support.entries(
      { { Type = "open", Title = "Open", ActivationMode = mode or nil } },
      { plist = { CFBundleIdentifier = "com.example.mode" .. place } })
    local _, other = support.installed(cell, package, false)
    received[place] = support.received(other, "Open")
  end
  assert.is_true(received[1] == received[2])
end)

fact("QUICK-105", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
  local strings = { de = { NEW = "Neu" } }
  local device, app = support.installed(
    cell, support.entries({ { Type = "new", Title = "NEW", Subtitle = "One" } }, { strings = strings }))
  app:run(function()
    assert.matches("^<UIApplicationShortcutItem: 0x%x+; type: open, title: Open>$", whole():description())
    assert.equal(whole():description(), whole():mutableCopy():description())
    NSLog("%@", whole())
  end)
  assert.matches("^<UIApplicationShortcutItem: 0x%x+; type: open, title: Open>$", support.console(app)[1])
  device.locale = "de"
  local menu = support.menu(app)
  assert.equal(cell.model == "iPad" and not cell.at_least "13.0", menu == nil)
  if not menu then return end
  local item = support.received(app, "Neu")
  assert.matches("^<UIApplicationShortcutItem: 0x%x+; type: new, title: Neu>$", item:description())
end)

fact("QUICK-106", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local function start(lifecycle, situation)
    local device = Device(cell)
    local app = device:install(support.items { { "ToolBox", "工具" } }, { lifecycle = lifecycle })
    function app.delegate:application_didFinishLaunchingWithOptions(_, options)
      NSLog("%@", options)
      return true
    end
    if situation then
      device:launch(app, situation)
    else
      support.menu(app):item("工具"):tap()
    end
    return support.console(app)[1]
  end
  local item = '{\n    UIApplicationLaunchOptionsShortcutItemKey = "<UIApplicationShortcutItem: 0x%x+; type: ToolBox, '
    .. 'title: \\U5de5\\U5177>";\n}'
  assert.matches("^" .. item .. "$", start "appDelegate")
  local url = '{\n    UIApplicationLaunchOptionsURLKey = "paint://new";\n}'
  assert.equal(url, start("appDelegate", { url = "paint://new" }))
  assert.equal("(null)", start("appDelegate", {}))
  local has_scenes = pcall(start, "scene", {})
  assert.equal(cell.at_least "13.0", has_scenes)
  if has_scenes then
    for _, situation in ipairs { false, { url = "paint://new" }, {} } do
      assert.equal("(null)", start("scene", situation))
    end
  end
end)

fact("QUICK-041", { needs = { "app's code" } }, function(cell)
  local app = running(cell)
  app:run(function()
    local application = UIApplication.shared
    local mine = whole():mutableCopy()
    application.shortcutItems = { mine }
    mine.localizedTitle = "Too late"
    assert.equal("Open", application.shortcutItems[1].localizedTitle)
    assert.error_matches(function() application.shortcutItems[1].localizedTitle = "Other" end, "can only be read")
    local copy = application.shortcutItems[1]:mutableCopy()
    copy.localizedTitle = "Changed"
    assert.equal("Open", application.shortcutItems[1].localizedTitle)
    application.shortcutItems = { copy }
    assert.equal("Changed", application.shortcutItems[1].localizedTitle)
    assert.equal(1, #application.shortcutItems)
  end)
end)

fact("QUICK-042", { needs = { "app's code" } }, function(cell)
  local app = running(cell)
  for _, fields in ipairs {
    { type = "search" }, { templateImageName = "pencil" }, { systemImageName = "star" }, { contact = "Ada Lovelace" },
  } do
    local exists = cell.holds or not fields.systemImageName
    assert.equal(exists, (works(app, function() return UIApplicationShortcutIcon(fields) end)))
  end
end)

fact("QUICK-043", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local catalog = { pencil = { kind = "image", entries = { { filename = "drawing.png" } } } }
  local files = { ["pencil.png"] = { 35, 35 }, ["brush@3x.png"] = { 105, 105 } }
  local _, app = support.installed(cell, support.entries({}, { files = files, catalog = catalog }))
  assert.equal("asset pencil", glyph(app, { templateImageName = "pencil" }))
  assert.equal("file brush@3x.png", glyph(app, { templateImageName = "brush" }))
  app.device:install(support.entries({}, { files = files }), cell)
  for _, name in ipairs { "pencil", "pencil.png" } do
    assert.equal("file pencil.png", glyph(app, { templateImageName = name }))
  end
end)

fact("QUICK-130", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  -- In fixtures/Tools are Wand.symbolset and a static item with it.
  local package = AppPackage "fixtures/Tools/Tools.xcodeproj"
  local _, app = support.installed(cell, package)
  assert.equal(cell.holds and "asset Wand" or "dot", glyph(app, { templateImageName = "Wand" }))
  assert.equal("dot", glyph(app, { templateImageName = "Hat" }))
  assert.equal(cell.holds and "asset Wand" or "dot", support.menu(app):item("Wave").glyph)
end)

fact("QUICK-044", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local app = running(cell, nil, { ["pencil.png"] = { 35, 35 } })
  assert.equal("dot", glyph(app, { templateImageName = "pencel" })) -- QUICK-024
  assert.equal("file pencil.png", glyph(app, { templateImageName = "pencil" }))
  support.assign(app, { { "open", "Open" } })
  local row = support.menu(app).rows[1]
  assert.equal("dot", row.glyph)
  assert.matches("made without an icon", table.concat(row.why, "\n"))
end)

fact("QUICK-045", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local app = running(cell)
  assert.equal("photo Ada Lovelace", glyph(app, { contact = "Ada Lovelace", hasPhoto = true }))
  assert.equal("monogram AL", glyph(app, { contact = "Ada Lovelace" }))
  assert.equal("monogram A", glyph(app, { contact = "Ada" }))
end)

fact("QUICK-046", { needs = { "app's code", "finger" }, versions = { "13.0", "26.0" } }, function(cell)
  local app = running(cell)
  for _, name in ipairs(first) do
    assert.is_true((works(app, function() return UIApplicationShortcutIcon { type = code_name(name) } end)))
  end
  for _, name in ipairs(later) do
    assert.equal(cell.holds, (works(app, function() return UIApplicationShortcutIcon { type = code_name(name) } end)))
  end
  assert.is_false((works(app, function() return UIApplicationShortcutIcon { type = "star" } end)))
  support.assign(app, { { "open", "Open" } })
  local has_menu = support.menu(app) ~= nil
  assert.equal(cell.model == "iPhone" or cell.at_least "13.0", has_menu) -- QUICK-097
  if not has_menu then return end
  assert.same(expected(first, true), drawn(cell, first))
  local wanted = expected(later, cell.holds)
  if cell.at_least "26.0" then wanted.Task = "placeholder ?" end -- QUICK-152
  assert.same(wanted, drawn(cell, later))
end)

fact("QUICK-152", { needs = { "finger" }, versions = { "9.1", "13.0" } }, function(cell)
  local found = drawn(cell, { "Task" })
  if cell.model == "iPad" and not cell.at_least "13.0" and not cell.holds then -- QUICK-097
    return assert.is_nil(found)
  end
  if not cell.at_least "9.1" and not cell.holds then return assert.same({ Task = "dot" }, found) end -- QUICK-047
  assert.same({ Task = cell.holds and "placeholder ?" or "system task" }, found)
end)

fact("QUICK-047", { needs = { "finger" }, versions = { "26.0" } }, function(cell)
  if cell.model == "iPad" and not cell.holds then return assert.is_nil(drawn(cell, later)) end -- no menu (QUICK-097)
  local wanted = expected(later, not cell.holds)
  if cell.at_least "26.0" then wanted.Task = "placeholder ?" end -- QUICK-152
  assert.same(wanted, drawn(cell, later))
end)
