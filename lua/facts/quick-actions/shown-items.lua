-- The facts of quick-actions.md, “4. Which app items are shown”.

local support = require "homescreen.facts.support"

local six = { { "z", "One" }, { "y", "Two" }, { "x", "Three" }, { "w", "Four" }, { "v", "Five" }, { "u", "Six" } }

--- The menu of an app with these static and dynamic items: the titles, and the menu.
local function shown(cell, static, dynamic, options)
  local device = Device(cell)
  local app = device:install(support.items(static), options or cell)
  device:launch(app)
  if dynamic then support.assign(app, dynamic) end
  local menu = support.menu(app)
  return support.titles(menu), menu
end

--- Small and large models.
local models = {
  iPhone = {
    "iPhone 6s", "iPhone SE", "iPhone 8 Plus", "iPhone SE (2nd generation)", "iPhone SE (3rd generation)", "iPhone 11",
    "iPhone 11 Pro", "iPhone 17 Pro",
  },
  iPad = {
    "iPad mini 4", "iPad Air 2", "iPad Pro (12.9-inch)", "iPad mini (6th generation)", "iPad (8th generation)",
    "iPad Pro", "iPad Pro 11-inch (M4)",
  },
}

-- The types of both lists are in the opposite order.

--- All titles of a menu from top to bottom.
local function all_titles(menu)
  local titles = {}
  for place, row in ipairs(menu.rows) do titles[place] = row.title end
  return titles
end

fact("QUICK-065", { needs = { "app's code", "finger" }, versions = { "13.0" } }, function(cell)
  if support.lacks_menus(cell) then return end
  for _, lists in ipairs { { six }, { {}, six }, { { { "fixed", "Fixed" } }, six } } do
    local titles, menu = shown(cell, table.unpack(lists))
    assert.equal(4, #titles)
    assert.equal(cell.at_least "13.0", #menu.rows > 4) -- the system's
  end
  -- The row for feedback takes a place only where QUICK-069 was seen.
  local of_beta = shown(cell, six, nil, { distribution = "testFlight" })
  assert.equal(cell.os:find "^1[34]" and 3 or 4, #of_beta)
end)

fact("QUICK-066", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local dynamic = { { "c", "C" }, { "b", "B" }, { "a", "A" } }
  assert.same({ "Y", "Z", "C", "B" }, (shown(cell, { { "y", "Y" }, { "z", "Z" } }, dynamic)))
  assert.same({ "Y", "C", "B", "A" }, (shown(cell, { { "y", "Y" } }, dynamic)))
  assert.same({ "One", "Two", "Three", "Four" }, (shown(cell, six, dynamic)))
end)

fact("QUICK-067", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local dynamic = { { "none", "" }, { "a", "A" }, { "none", "" }, { "b", "B" }, { "none", "" }, { "c", "C" } }
  assert.same({ "Y", "A", "B", "C" }, (shown(cell, { { "none", "" }, { "y", "Y" }, { "none", "" } }, dynamic)))
end)

fact("QUICK-068", { needs = { "finger" } }, function(cell)
  if not cell.holds then -- only with 3D Touch (QUICK-097)
    local device = Device(cell)
    local app = device:install(support.items(six))
    return assert.equal(cell.model == "iPhone" and 4 or 0, #support.titles(support.menu(app)))
  end
  for _, model in ipairs(support.models_of(cell, models)) do
    local device = Device { model = model, os = cell.os }
    local app = device:install(support.items(six))
    local icon = device.springboard:icon(app)
    for _, place in ipairs { { page = 1, row = 1, column = 1 }, { page = 1, row = 5, column = 4 }, { dock = 4 } } do
      icon:move(place)
      assert.equal(4, #support.titles(support.menu(app)))
      device:pressHome()
    end
  end
end)

fact("QUICK-069", { needs = { "app's code", "finger" } }, function(cell)
  local titles, menu = shown(cell, six, nil, { distribution = "testFlight" })
  if not cell.holds then
    local has_menu = cell.model == "iPhone" or cell.at_least "13.0"
    return assert.same(has_menu and { "One", "Two", "Three", "Four" } or {}, titles)
  end
  assert.same({ "One", "Two", "Three" }, titles)
  assert.equal("Send Beta Feedback", menu:item("Send Beta Feedback").title)
  for _, distribution in ipairs { "development", "adHoc", "enterprise", "appStore" } do
    assert.same({ "One", "Two", "Three", "Four" }, (shown(cell, six, nil, { distribution = distribution })))
  end
end)

fact("QUICK-070", { needs = { "app's code", "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  assert.same({ "One", "Two", "Three", "Four" }, (shown(cell, six)))
  assert.same({ "One", "Two", "Three", "Four" }, (shown(cell, {}, six)))
  local reversed = { six[4], six[3], six[2], six[1] }
  assert.same({ "Four", "Three", "Two", "One" }, (shown(cell, reversed)))
  assert.same({ "Four", "Three", "Two", "One" }, (shown(cell, {}, reversed)))
end)

fact("QUICK-071", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, support.items(six), false)
  local icon = device.springboard:icon(app)
  local function titles_at(place)
    icon:move(place)
    local menu = support.menu(app)
    return all_titles(menu), menu.opensUpward
  end
  local downward, opensUpward = titles_at { page = 1, row = 1, column = 1 }
  assert.equal("One", downward[1])
  assert.is_false(opensUpward)
  for _, place in ipairs { { page = 1, row = 5, column = 2 }, { page = 2, row = 4, column = 1 }, { dock = 1 } } do
    local upward
    upward, opensUpward = titles_at(place)
    assert.is_true(opensUpward)
    assert.equal(cell.holds, upward[#upward] == "One") -- QUICK-142
    local mirrored = {}
    for number, title in ipairs(downward) do mirrored[#downward + 1 - number] = title end
    assert.same(cell.holds and mirrored or downward, upward)
  end
end)

fact("QUICK-142", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local _, app = support.installed(cell, support.items(six), false)
  local expected = all_titles(support.menu(app))
  for _, place in ipairs { { page = 1, row = 1, column = 1 }, { page = 1, row = 5, column = 2 }, { dock = 1 } } do
    app.device:pressHome()
    app.device.springboard:icon(app):move(place)
    local menu = support.menu(app)
    local isLow = place.row ~= 1
    assert.equal(isLow, menu.opensUpward)
    local titles = all_titles(menu)
    assert.equal(cell.holds or not isLow, titles[1] == "One")
    if titles[1] == "One" then assert.same(expected, titles) end
  end
end)

fact("QUICK-072", { needs = { "finger" } }, function(cell)
  if support.lacks_menus(cell) then return end
  local device, app = support.installed(cell, support.items(six), false)
  local icon = device.springboard:icon(app)
  local columns, dock = 4, 4
  if cell.model == "iPad" then columns, dock = 6, 12 end
  local function side(place)
    icon:move(place)
    return support.menu(app).iconSide
  end
  for column = 1, columns do
    assert.equal(column <= columns / 2 and "left" or "right", side { page = 1, row = 1, column = column })
  end
  for column = 1, dock do assert.equal(column <= dock / 2 and "left" or "right", side { dock = column }) end
end)
