-- The facts of quick-actions.md, “1. Static items in Info.plist”.

local support = require "homescreen.facts.support"

local long = "Read everything that was written since yesterday"

--- The first row of the menu, and the app, not launched; nil if this device has no menu.
local function first_row(cell, entry, more)
  local _, app = support.installed(cell, support.entries({ entry }, more), false)
  local menu = support.menu(app)
  return menu and menu.rows[1], app
end

--- The icon next to the text of an item with these keys, and the reasons for it.
local function glyph(cell, keys, more)
  local entry = { Type = "new", Title = "New" }
  for key, value in pairs(keys) do entry[key] = value end
  local row = first_row(cell, entry, more)
  assert.equal("New", row.title)
  return row.glyph, table.concat(row.why, "\n")
end

--- The titles in the menu for these elements.
local function shown(cell, elements)
  local _, app = support.installed(cell, support.entries(elements), false)
  return support.titles(support.menu(app))
end

local pencil = { ["pencil.png"] = { 35, 35 } }
local search = "UIApplicationShortcutIconTypeSearch"

fact("QUICK-001", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local _, app = support.installed(cell, support.items { { "z", "Zebra" }, { "a", "Ape" }, { "m", "Mouse" } }, false)
  assert.same({ "Zebra", "Ape", "Mouse" }, support.titles(support.menu(app)))
end)

fact("QUICK-002", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, support.items { { "search", "Search" } }, false)
  assert.same({ "Search" }, support.titles(support.menu(app)))
  assert.equal("notRunning", app.state)
  device:pressHome()
  device:install(support.items { { "scan", "Scan" } }, cell)
  assert.same({ "Scan" }, support.titles(support.menu(app)))
  assert.equal("notRunning", app.state)
end)

fact("QUICK-003", { needs = { "finger", "app's code" } }, function(cell)
  if support.lacks_menus(cell) then return end
  assert.same({}, shown(cell, { { Title = "New" } }))
  local _, app = support.installed(cell, support.items { { "a type that nothing else names: 工具", "New" } }, false)
  assert.equal("a type that nothing else names: 工具", support.received(app, "New").type)
end)

fact("QUICK-004", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  assert.same({}, shown(cell, { { Type = "new" } }))
  local row = first_row(cell, { Type = "new", Title = long })
  assert.equal(long, row.title)
  assert.equal(2, #row.lines)
  assert.equal(long, table.concat(row.lines, " "))
end)

fact("QUICK-005", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local row = first_row(cell, { Type = "new", Title = long, Subtitle = "All of it" })
  assert.equal("All of it", row.subtitle)
  assert.equal(2, #row.lines)
  assert.matches("^Read .*…$", row.lines[1])
  assert.equal("All of it", row.lines[2])
  row = first_row(cell, { Type = "new", Title = "New" })
  assert.equal("New", row.title)
  assert.is_nil(row.subtitle)
end)

fact("QUICK-006", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  assert.equal("system search", glyph(cell, { IconType = search }))
  assert.equal("dot", glyph(cell, { IconType = "Search" }))
  assert.equal("dot", glyph(cell, {}))
end)

fact("QUICK-007", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  assert.equal("file pencil.png", glyph(cell, { IconFile = "pencil" }, { files = pencil }))
  local catalog = { brush = { kind = "image", entries = { { filename = "brush.png" } } } }
  assert.equal("asset brush", glyph(cell, { IconFile = "brush" }, { catalog = catalog }))
  assert.equal("dot", glyph(cell, {}, { files = pencil, catalog = catalog }))
end)

fact("QUICK-008", { needs = { "finger" } }, function(cell)
  local row = first_row(cell, { Type = "new", Title = "New", IconSymbolName = "star" })
  if not cell.holds and cell.model == "iPad" then return assert.is_nil(row) end -- no menu (QUICK-097)
  assert.equal("New", row.title)
  assert.equal(cell.holds and "symbol star" or "dot", row.glyph)
  assert.equal("dot", glyph(cell, {}))
end)

fact("QUICK-009", { needs = { "finger", "app's code" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local sent = {
    text = "Ada", number = 7, half = 0.5, flag = true, list = { "a", "b" }, inner = { key = "value" },
    date = { date = "2026-01-01T00:00:00Z" }, data = { data = "\1\2" },
  }
  local _, app = support.installed(
    cell, support.entries { { Type = "a", Title = "With", UserInfo = sent }, { Type = "b", Title = "Without" } }, false)
  assert.same(sent, support.received(app, "With").userInfo)
  assert.is_nil(support.received(app, "Without").userInfo)
end)

fact("QUICK-010", { needs = { "finger", "app's code" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local package = support.entries {
    { Type = "new", Title = "New", TargetContentIdentifier = "window 1", ActivationMode = "background" },
  }
  local _, app = support.installed(cell, package, false)
  local known = cell.holds and "window 1" or nil
  assert.equal(known, support.received(app, "New").targetContentIdentifier)
  assert.equal("runningForeground", app.state) -- the mode has no effect
  assert.same({}, package:lint { select = { "shortcut-key-unknown" }, codes = true })
end)

fact("QUICK-011", { needs = { "finger" } }, function(cell)
  local widget = { UIApplicationShortcutWidget = "com.example.paint.today" }
  local device, app = support.installed(cell, support.items({ { "search", "Search" } }, widget), false)
  local menu = support.menu(app)
  if not cell.holds then
    -- An iPad has no menu before iOS 13 (QUICK-097).
    return assert.is_nil(menu and menu.widget)
  end
  assert.equal("com.example.paint.today", menu.widget)
  assert.same({ "Search" }, support.titles(menu))
  device:pressHome()
  device:install(support.items { { "search", "Search" } }, cell)
  assert.is_nil(support.menu(app).widget)
end)

fact("QUICK-012", { needs = { "finger" } }, function(cell)
  local widget = { UIApplicationShortcutWidget = "com.example.paint.today" }
  local _, app = support.installed(cell, support.items({ { "search", "Search" } }, widget), false)
  local menu = support.menu(app)
  assert.same({ "Search" }, support.titles(menu))
  assert.equal(not cell.holds and "com.example.paint.today" or nil, menu.widget)
end)

fact("QUICK-013", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  assert.same({ "First", "Last" }, shown(cell, {
    { Type = "first", Title = "First" }, { Title = "No type" }, { Type = "noTitle", Subtitle = "No title" },
    { Type = "last", Title = "Last" },
  }))
end)

fact("QUICK-014", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  assert.same({ "Good" }, shown(cell, { { Type = "empty", Title = "" }, { Type = "good", Title = "Good" } }))
end)

fact("QUICK-015", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  assert.same({ "Good" }, shown(cell, { { Type = "", Title = "Empty" }, { Type = "good", Title = "Good" } }))
end)

fact("QUICK-016", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local good = { Type = "good", Title = "Good" }
  for _, wrong in ipairs { 5, 0.5, true, { "text" }, { key = "text" }, { data = "text" } } do
    assert.same({ "Good" }, shown(cell, { { Type = wrong, Title = "Wrong" }, good }))
    assert.same({ "Good" }, shown(cell, { { Type = "wrong", Title = wrong }, good }))
  end
end)

fact("QUICK-017", { needs = { "finger", "app's code" } }, function(cell)
  if support.lacks_menus(cell) then return end
  for _, wrong in ipairs { 5, true, { "text" }, { data = "text" } } do
    local row, app = first_row(cell, {
      Type = "new", Title = "New", Subtitle = wrong, IconType = wrong, IconFile = wrong, IconSymbolName = wrong,
      UserInfo = wrong,
    })
    assert.equal("New", row.title)
    assert.is_nil(row.subtitle)
    assert.equal("dot", row.glyph)
    assert.is_nil(support.received(app, "New").userInfo)
    -- An absent key does not hide another one.
    local keys = { IconType = search, IconFile = wrong, IconSymbolName = wrong }
    assert.equal("system search", glyph(cell, keys))
  end
end)

fact("QUICK-018", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local item = { UIApplicationShortcutItemType = "a", UIApplicationShortcutItemTitle = "A" }
  for _, wrong in ipairs { "text", 5, true, item } do
    local _, app = support.installed(cell, support.package { UIApplicationShortcutItems = wrong }, false)
    assert.same({}, support.titles(support.menu(app)))
  end
  local good = { Type = "good", Title = "Good" }
  for _, wrong in ipairs { "text", 5, true } do assert.same({ "Good" }, shown(cell, { wrong, good, wrong })) end
end)

fact("QUICK-019", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  for _, name in ipairs {
    "UIApplicationShortcutIconTypeStar", "UIApplicationShortcutIconTypesearch", "uiapplicationshortcuticontypesearch",
    "UIApplicationShortcutIconTypeSearch ", "",
  } do
    assert.equal("dot", glyph(cell, { IconType = name }))
  end
  assert.equal("system search", glyph(cell, { IconType = search }))
end)

fact("QUICK-020", { needs = { "finger" } }, function(cell)
  local all = { Type = "new", Title = "New", IconSymbolName = "star", IconFile = "pencil", IconType = search }
  local row = first_row(cell, all, { files = pencil })
  if not cell.holds and cell.model == "iPad" then return assert.is_nil(row) end -- no menu (QUICK-097)
  assert.equal(cell.holds and "symbol star" or "file pencil.png", row.glyph)
  assert.equal("file pencil.png", glyph(cell, { IconFile = "pencil", IconType = search }, { files = pencil }))
  assert.equal(
    cell.holds and "symbol star" or "system search", glyph(cell, { IconSymbolName = "star", IconType = search }))
  assert.equal("system search", glyph(cell, { IconType = search }))
  -- The reason names the fact for it.
  local first, alone = "QUICK-020", "QUICK-022"
  if not cell.holds then first, alone = "QUICK-008", "QUICK-008" end
  for _, row in ipairs {
    { {}, "QUICK-006" }, { { IconType = search }, "QUICK-022" }, { { IconFile = "pencil" }, "QUICK-022" },
    { { IconFile = "pencil", IconType = search }, "QUICK-021" }, { { IconSymbolName = "star" }, alone },
    { { IconSymbolName = "star", IconFile = "pencil" }, first },
    { { IconSymbolName = "star", IconType = search }, first },
  } do
    local _, why = glyph(cell, row[1], { files = pencil })
    assert.equal(row[2], why:match "QUICK%-%d+")
  end
end)

fact("QUICK-021", { needs = { "finger" }, versions = { "12.0" } }, function(cell)
  local all = { Type = "new", Title = "New", IconSymbolName = "star", IconFile = "pencil", IconType = search }
  local row = first_row(cell, all, { files = pencil })
  if cell.model == "iPad" and not cell.holds then return assert.is_nil(row) end -- no menu (QUICK-097)
  assert.equal(cell.holds and "file pencil.png" or "symbol star", row.glyph)
  if cell.holds then
    assert.equal("file pencil.png", glyph(cell, { IconFile = "pencil", IconType = search }, { files = pencil }))
    assert.equal("dot", glyph(cell, { IconFile = "nowhere", IconType = search })) -- QUICK-024
  end
end)

fact("QUICK-022", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  if not cell.holds then -- no system has symbols before iOS 13
    local keys = { IconSymbolName = "pencil", IconFile = "pencil" }
    return assert.equal("file pencil.png", glyph(cell, keys, { files = pencil }))
  end
  local keys = { IconSymbolName = "no.such.symbol", IconFile = "pencil", IconType = search }
  assert.equal("symbol no.such.symbol", glyph(cell, keys, { files = pencil }))
  assert.equal("dot", glyph(cell, { IconFile = "nowhere", IconType = search }, { files = pencil }))
end)

fact("QUICK-023", { needs = { "finger" }, versions = { "12.0" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local catalog = { pencil = { kind = "image", entries = { { filename = "drawing.png" } } } }
  local file = { ["pencil.png"] = { 35, 35 } }
  local missing = "dot" -- QUICK-024
  assert.equal("asset pencil", glyph(cell, { IconFile = "pencil" }, { catalog = catalog, files = file }))
  assert.equal("file pencil.png", glyph(cell, { IconFile = "pencil" }, { files = file }))
  local finds_names = tonumber(cell.os) < 18.2
  assert.equal(finds_names and "file pencil.png" or missing, glyph(cell, { IconFile = "pencil.png" }, { files = file }))
  assert.equal(missing, glyph(cell, { IconFile = "pencil@2x.png" }, { files = file }))
  local folder = { ["icons/pencil.png"] = { 35, 35 } }
  assert.equal(missing, glyph(cell, { IconFile = "pencil" }, { files = folder }))
  assert.equal("file icons/pencil.png", glyph(cell, { IconFile = "icons/pencil" }, { files = folder }))
  assert.equal(missing, glyph(cell, { IconFile = "icons/pencil" }, { files = file }))
  assert.equal(missing, glyph(cell, { IconFile = "pencil" }, { files = { ["pencil.jpg"] = { 35, 35 } } }))
  -- A compiled catalog cannot be read here.
  local car = { ["Assets.car"] = 1 }
  assert.equal("asset pencil", glyph(cell, { IconFile = "pencil" }, { files = car }))
  assert.equal(missing, glyph(cell, { IconFile = "brush" }, { files = car, catalog = catalog }))
end)

fact("QUICK-024", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local row, app = first_row(cell, { Type = "new", Title = "New", IconFile = "pencil" })
  assert.equal("New", row.title)
  assert.equal("dot", row.glyph)
  app.device:launch(app)
  app:run(function()
    local icon = UIApplicationShortcutIcon { templateImageName = "pencil" }
    UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "a", localizedTitle = "A", icon = icon } }
  end)
  app.device:pressHome()
  assert.equal("dot", app.device.springboard:icon(app):press().rows[2].glyph)
  row = first_row(cell, { Type = "new", Title = "New", IconFile = "pencil" }, { files = { ["pencil.png"] = "broken" } })
  assert.equal("file pencil.png", row.glyph) -- the model finds the file, but does not read it
  local package = support.entries { { Type = "new", Title = "New", IconFile = "pencil" } }
  local missing = { "shortcut-icon-file-missing" }
  assert.same(missing, package:lint { select = missing, codes = true })
end)

fact("QUICK-026", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local catalog = { pencil = { kind = "image", renderingIntent = "original", entries = { { filename = "red.png" } } } }
  for glyph, more in pairs { ["file pencil.png"] = { files = pencil }, ["asset pencil"] = { catalog = catalog } } do
    local row, app = first_row(cell, { Type = "new", Title = "New", IconFile = "pencil" }, more)
    local rows = { row }
    app.device:launch(app)
    app:run(function()
      UIApplication.shared.shortcutItems = {
        UIApplicationShortcutItem {
          type = "own", localizedTitle = "Own", icon = UIApplicationShortcutIcon { templateImageName = "pencil" },
        },
      }
    end)
    rows[2] = support.menu(app):item "Own"
    for _, drawn in ipairs(rows) do
      assert.equal(glyph, drawn.glyph)
      assert.matches("Drawn as a template, in the system's colour", table.concat(drawn.why, "\n"), 1, true)
    end
  end
  local _, app = support.installed(cell, support.package())
  app:run(function()
    local icon = UIApplicationShortcutIcon { contact = "Ada Lovelace", hasPhoto = true }
    UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "a", localizedTitle = "A", icon = icon } }
  end)
  local row = support.menu(app):item "A"
  assert.equal("photo Ada Lovelace", row.glyph)
  assert.Not.matches("template", table.concat(row.why, "\n"))
end)

fact("QUICK-028", { needs = { "finger", "app's code" }, versions = { "26.1" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local package = support.entries(
    { { Type = "NEW", Title = "NEW", Subtitle = "NOTE", IconFile = "PENCIL", UserInfo = { key = "NEW" } } }, {
      files = { ["PENCIL.png"] = { 35, 35 }, ["stift.png"] = { 35, 35 } },
      strings = { de = { NEW = "Neu", NOTE = "Notiz", PENCIL = "stift" } },
    })
  local device, app = support.installed(cell, package, false)
  device.locale = "de"
  local row = support.menu(app).rows[1]
  assert.equal("Neu", row.title)
  assert.equal("Notiz", row.subtitle)
  assert.equal("file PENCIL.png", row.glyph)
  device:pressHome()
  local item = support.received(app, "Neu")
  assert.equal("NEW", item.type)
  assert.same({ key = "NEW" }, item.userInfo)
  app:run(function()
    UIApplication.shared.shortcutItems = {
      UIMutableApplicationShortcutItem { type = "NEW", localizedTitle = "NEW", localizedSubtitle = "NOTE" },
    }
  end)
  device:pressHome()
  local is_translated = cell.at_least "26.1"
  local dynamic = support.menu(app).rows[2]
  assert.same(is_translated and { "Neu", "Notiz" } or { "NEW", "NOTE" }, { dynamic.title, dynamic.subtitle })
  app:run(function() assert.equal("NEW", UIApplication.shared.shortcutItems[1].localizedTitle) end)
end)

fact("QUICK-029", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local strings = { ["New note"] = "Neue Notiz", UIApplicationShortcutItemTitle = "By the key's name", list = "Klein" }
  local package = support.entries(
    { { Type = "note", Title = "New note" }, { Type = "list", Title = "List" } }, { strings = { de = strings } })
  local device, app = support.installed(cell, package, false)
  device.locale = "de"
  assert.same({ "Neue Notiz", "List" }, support.titles(support.menu(app)))
end)

fact("QUICK-030", { needs = { "finger", "app's code" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local _, app = support.installed(cell, support.entries {
    { Type = "open", Title = "First", UserInfo = { file = "one" } },
    { Type = "open", Title = "Second", UserInfo = { file = "two" } },
  }, false)
  local menu = support.menu(app)
  assert.same({ "First", "Second" }, support.titles(menu))
  assert.equal("Second", menu:item("Second").title)
  assert.error_matches(function() menu:item "open" end, "2 rows of the menu match “open”")
  for title, file in pairs { First = "one", Second = "two" } do
    local item = support.received(app, title)
    assert.equal("open", item.type)
    assert.same({ file = file }, item.userInfo)
  end
end)

fact("QUICK-031", { needs = { "finger", "app's code" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local package = support.package()
  assert.is_nil(package.plist.UIApplicationShortcutItems)
  local _, app = support.installed(cell, package)
  support.assign(app, { { "search", "Search" } })
  assert.same({ "Search" }, support.titles(support.menu(app)))
  assert.equal("search", support.received(app, "Search").type)
end)
