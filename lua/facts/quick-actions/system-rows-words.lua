-- The facts of quick-actions.md, “5. System rows of the menu”: their words, and where icons and menus are.

local support = require "homescreen.facts.support"
local menus = require "homescreen.facts.menus"

local installed, system_rows, rows, home = menus.installed, menus.system_rows, menus.rows, menus.home
local misspelt = menus.misspelt

fact("QUICK-096", { needs = { "finger" }, versions = { "13.2", "14.0" } }, function(cell)
  local menu = support.menu((installed(cell, { published = true })))
  if not cell.holds then
    if support.lacks_menus(cell) then return end
    assert.equal("search", menu.rows[1].identifier)
    return assert.same({ "Share Paint" }, { menu.rows[2].title, menu.rows[2].identifier })
  end
  assert.equal("search", menu.rows[1].identifier)
  assert.equal("Search", menu.rows[1].title)
  assert.equal("Search", menu:item("search").title)
  local spelling = cell.at_least "14.0" and home or misspelt
  local edit = menu:item(spelling .. "rearrange-icons")
  assert.equal(cell.at_least "13.2" and "Edit Home Screen" or "Rearrange Apps", edit.title)
  assert.equal("Share App", menu:item(home .. "share").title)
  if cell.at_least "14.0" then
    assert.equal("Remove App", menu:item(home .. "remove-app").title)
  elseif cell.at_least "13.2" then -- QUICK-079
    assert.equal("Delete App", menu:item(misspelt .. "delete-app").title)
  end
end)

fact("QUICK-107", { needs = { "finger" } }, function(cell)
  local english = rows(cell, { published = true })
  local chinese = rows(cell, { published = true, locale = "zh-Hans" })
  if not cell.holds then -- QUICK-153
    assert.truthy(english["Delete App"])
    return assert.truthy(chinese["Delete App"])
  end
  for one, other in pairs {
    ["Edit Home Screen"] = "编辑主屏幕", ["Share App"] = "分享App", ["Remove App"] = "移除App",
  } do
    assert.truthy(english[one])
    assert.is_nil(chinese[one])
    assert.equal(english[one].identifier, chinese[other].identifier)
  end
end)

fact("QUICK-108", { needs = { "finger" } }, function(cell)
  for _, languages in ipairs { { "en" }, { "zh-Hans" } } do
    local plist = { CFBundleLocalizations = languages, CFBundleDevelopmentRegion = languages[1] }
    local function titles(locale)
      local found = rows(cell, { plist = plist, distribution = "testFlight", locale = locale })
      return found["Edit Home Screen"] ~= nil, found["编辑主屏幕"] ~= nil, found["Home-Bildschirm bearbeiten"] ~= nil
    end
    assert.same({ true, false, false }, { titles "en" })
    if not cell.holds then return assert.same({ true, false, false }, { titles "zh-Hans" }) end -- QUICK-153
    assert.same({ false, true, false }, { titles "zh-Hans" })
    assert.same({ false, false, true }, { titles "de" })
  end
end)

fact("QUICK-153", { needs = { "finger" }, versions = { "14.0" } }, function(cell)
  local options = { published = true, locale = "sw" }
  local app, device = installed(cell, options)
  local menu
  local trace = device:record(function() menu = support.menu(app) end)
  local _, titles = system_rows(menu)
  local noted = support.count(trace, "quirk", "rowsInEnglish")
  assert.equal(#titles > 0 and 1 or 0, noted)
  if noted == 0 then return end
  local row = menu:item(titles[1] == "Widget Size" and titles[2] or titles[1])
  assert.matches("no public source was found for the words in “sw”", row.english)
  options.locale = "de-AT"
  for title, row in pairs(rows(cell, options)) do
    local german = cell.at_least "14.0" and title ~= "Widget Size" -- QUICK-114
    assert.equal(german, row.english == nil, title)
  end
  options.locale = "en-GB"
  for title, row in pairs(rows(cell, options)) do assert.is_nil(row.english, title) end
end)

fact("QUICK-154", { needs = { "finger", "condition of ours" }, versions = { "10.0", "15.0", "18.0" } }, function(cell)
  local function has(locale, title, options)
    options = options or {}
    options.locale = locale
    return rows(cell, options)[title] ~= nil
  end
  for locale, title in pairs {
    fr = "Modifier l’écran d’accueil", ja = "ホーム画面を編集", ko = "홈 화면 편집", ["pt-BR"] = "Editar Tela de Início",
    ["es-MX"] = "Editar pantalla de inicio", ["zh-Hant-TW"] = "編輯主畫面", ru = "Изменить экран «Домой»",
  } do
    assert.equal(cell.holds, has(locale, title), locale)
  end
  if cell.model == "iPhone" then
    assert.equal(cell.at_least "10.0", has("en", "Prioritize Download", { downloading = true }))
    for _, region in ipairs { "GB", "AU", "NZ", "IE", "IN", "ZA" } do -- ICON-299
      assert.equal(cell.holds, has("en-" .. region, "Prioritise Download", { downloading = true }), region)
    end
    assert.is_false(has("en-CA", "Prioritise Download", { downloading = true }))
  end
  assert.equal(cell.at_least "18.0", has("ja", "Face IDを必要にする") or has("ja", "Touch IDを必要にする"))
  if not cell.holds then return end
  -- The questions of QUICK-116.
  for locale, words in pairs {
    de = {
      "„Paint“ entfernen?", "App löschen", "Vom Home-Bildschirm entfernen", "Abbrechen", "„Paint“ löschen?", "Löschen",
    },
    fr = {
      "Supprimer «\u{A0}Paint\u{A0}»\u{A0}?", "Supprimer l’app", "Supprimer de l’écran d’accueil", "Annuler",
      "Supprimer «\u{A0}Paint\u{A0}»\u{A0}?", "Supprimer",
    },
    ja = { "“Paint”を取り除きますか?", "Appを削除", "ホーム画面から取り除く", "キャンセル", "“Paint”を削除しますか?", "削除" },
    nl = {
      "Paint verwijderen?", "Verwijder app", "Verwijder van beginscherm", "Annuleer", "Paint-app verwijderen?",
      "Verwijder",
    },
    tr = {
      "“Paint” silinsin\u{A0}mi?", "Uygulamayı Sil", "Ana Ekran’dan Sil", "Vazgeç", "“Paint” Silinsin mi?", "Sil",
    },
    ["zh-Hans"] = { "移除“Paint”？", "删除App", "从主屏幕移除", "取消", "要删除“Paint”吗？", "删除" },
    ar = { 'هل تريد إزالة "Paint"؟', "حذف التطبيق", "إزالة من الشاشة الرئيسية", "إلغاء", 'حذف "Paint"؟', "حذف" },
    ["pt-BR"] = {
      "Remover “Paint”?", "Apagar App", "Remover da Tela de Início", "Cancelar", "Apagar “Paint”?", "Apagar",
    },
  } do
    local app, device = installed(cell, { locale = locale })
    local question, delete_app, move, cancel, confirm, delete = table.unpack(words)
    support.menu(app):item(home .. "remove-app"):tap()
    assert.equal(question, device.alert.label)
    local choices = support.has_library(cell) and { delete_app, move, cancel } or { delete_app, cancel }
    assert.same(choices, device.alert.buttons)
    assert.is_nil(device.alert.english)
    device.alert:tap(delete_app)
    assert.equal(confirm, device.alert.label)
    assert.same({ delete, cancel }, device.alert.buttons)
    assert.is_nil(device.alert.english)
  end
end)

fact("QUICK-114", { needs = { "finger" } }, function(cell)
  local found, titles = rows(cell)
  if not cell.holds then return assert.is_nil(found["Widget Size"]) end
  assert.is_nil(found["Widget Size"].identifier)
  local count = 0
  for _, title in ipairs(titles) do
    if title:find "Widget" then count = count + 1 end
  end
  assert.equal(1, count)
end)

fact("QUICK-115", { needs = { "finger" } }, function(cell)
  local models = {
    iPhone = {
      ["iPhone SE (2nd generation)"] = "Touch ID", ["iPhone SE (3rd generation)"] = "Touch ID", iPhone = "Face ID",
      ["iPhone 11"] = "Face ID", ["iPhone 16"] = "Face ID",
    },
    iPad = {
      iPad = "Touch ID", ["iPad mini (6th generation)"] = "Touch ID", ["iPad (9th generation)"] = "Touch ID",
      ["iPad Pro"] = "Face ID", ["iPad Pro 11-inch (M4)"] = "Face ID",
    },
  }
  if not cell.holds then models[cell.model] = { [cell.model] = "none" } end
  for model, name in pairs(models[cell.model]) do
    local found = rows(cell, { model = model })
    for _, one in ipairs { "Face ID", "Touch ID" } do assert.equal(one == name, found["Require " .. one] ~= nil) end
  end
end)

fact("QUICK-116", { needs = { "finger" }, versions = { "15.0" } }, function(cell)
  local app, device = installed(cell)
  local function confirm()
    assert.equal("Delete “Paint”?", device.alert.label)
    assert.same({ "Delete", "Cancel" }, device.alert.buttons)
  end
  if cell.holds then
    local function ask()
      support.menu(app):item("Remove App"):tap()
      assert.equal("Remove “Paint”?", device.alert.label)
      local has_library = support.has_library(cell)
      local choices = { "Delete App", has_library and "Remove from Home Screen" or "Cancel", has_library and "Cancel" }
      assert.same(choices[3] and choices or { table.unpack(choices, 1, 2) }, device.alert.buttons)
    end
    ask()
    device.alert:tap "Cancel"
    assert.is_nil(device.alert)
    ask()
    device.alert:tap "Delete App"
  else
    support.menu(app):item("Delete App"):tap()
  end
  confirm()
  device.alert:tap "Cancel"
  assert.is_nil(device.alert)
  assert.equal(1, #device.springboard.icons)
end)

fact("QUICK-117", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local function lines(title, subtitle)
    local device = Device(cell)
    local app = device:install(support.entries { { Type = "new", Title = title, Subtitle = subtitle } })
    return support.menu(app).rows[1].lines
  end
  local thirty = ("abcdefghi "):rep(2) .. "abcdefghij"
  local wide = ("工"):rep(15)
  assert.same({ thirty }, lines(thirty))
  assert.same({ wide }, lines(wide))
  assert.same({ thirty, "and more" }, lines(thirty .. " and more"))
  assert.same({ "abcdefghi abcdefghi", "abcdefghijk" }, lines(thirty .. "k"))
  assert.same({ wide, "工" }, lines(wide .. "工"))
  assert.same({ thirty, ("x"):rep(29) .. "…" }, lines(thirty .. " " .. ("x"):rep(31)))
  assert.same({ " " .. ("x"):rep(29), "xx" }, lines(" " .. ("x"):rep(31))) -- the first word is too long
  assert.same({ thirty, "below" }, lines(thirty, "below"))
  assert.same({ ("x"):rep(29) .. "…", ("工"):rep(14) .. "…" }, lines(("x"):rep(31), wide .. "工"))
end)

fact("QUICK-118", { needs = { "finger" }, versions = { "13.0", "14.0", "15.0" } }, function(cell)
  local size = { rows = 6, columns = 4, dock = 4 }
  if cell.model == "iPad" then size = { rows = 5, columns = 6, dock = 12 } end
  local device = Device(cell)
  local page = size.rows * size.columns
  local apps = {}
  for number = 1, page + 1 do
    apps[number] = device:install(
      support.items({ { "search", "Search" } }, { CFBundleIdentifier = "com.example.number" .. number }))
  end
  local function icon(number) return device.springboard:icon(apps[number]) end
  local number = 0
  for row = 1, size.rows do
    for column = 1, size.columns do
      number = number + 1
      assert.same({ page = 1, row = row, column = column }, icon(number).place)
    end
  end
  assert.same({ page = 2, row = 1, column = 1 }, icon(page + 1).place)
  -- The next icon takes the turn of one that is moved.
  icon(1):move { page = 3, row = 2, column = 2 }
  assert.same({ page = 3, row = 2, column = 2 }, icon(1).place)
  assert.same({ page = 1, row = 1, column = 1 }, icon(2).place)
  assert.same({ page = 1, row = size.rows, column = size.columns }, icon(page + 1).place)
  assert.has_error(function() icon(1):move { page = 1, row = size.rows + 1, column = 1 } end)
  assert.has_error(function() icon(1):move { page = 1, row = 1, column = size.columns + 1 } end)
  -- One at a time, and it may stay where it is.
  local place = icon(2).place
  icon(2):move(place)
  icon(2):move(place)
  assert.error_matches(function() icon(1):move(place) end, "taken by “Paint”")
  icon(1):move { dock = size.dock }
  assert.same({ dock = size.dock }, icon(1).place)
  assert.has_error(function() icon(1):move { dock = size.dock + 1 } end)
  if support.has_library(cell) then -- an icon that is only in the App Library also loses its turn
    support.menu(apps[3]):item("Remove App"):tap()
    local next = icon(3).place
    device.alert:tap "Remove from Home Screen"
    assert.same(next, icon(4).place)
  end
  icon(1):move { page = 3, row = size.rows // 2, column = 1 }
  local menu = support.menu(apps[1])
  assert.equal(cell.model == "iPad" and not cell.at_least "13.0", menu == nil) -- QUICK-097
  if not menu then return end
  assert.is_false(menu.opensUpward)
  if size.rows % 2 == 1 then -- the row in the middle
    device:pressHome()
    icon(1):move { page = 3, row = size.rows // 2 + 1, column = 1 }
    assert.is_true(support.menu(apps[1]).opensUpward)
  end
  device:pressHome()
  icon(1):move { page = 3, row = size.rows // 2 + 1 + size.rows % 2, column = 1 }
  assert.is_true(support.menu(apps[1]).opensUpward) -- QUICK-071, QUICK-142
end)

fact("QUICK-119", { needs = { "finger", "condition of ours" } }, function(cell)
  local app = installed(cell, { downloading = true })
  if not cell.holds then return assert.is_nil(support.menu(app)) end
  local _, titles = system_rows(support.menu(app))
  assert.same({ "Prioritize Download", "Pause Download", "Cancel Download" }, { table.unpack(titles, 1, 3) })
  support.menu(app):item("Pause Download"):tap()
  _, titles = system_rows(support.menu(app))
  assert.same({ "Prioritize Download", "Resume Download", "Cancel Download" }, { table.unpack(titles, 1, 3) })
end)
