-- code-payments/code-ios-app#357: the menu offers actions to users who are not logged in, and a tap leads to the login
-- screen. Static items exist before the first launch (QUICK-002); only dynamic ones can change (QUICK-049).
local museum = require "homescreen.museum"

local actions = { "Discover", "Cash", "Wallet" }

-- What the app's buttons do in the repaired app; in the reported one they leave the menu alone.
local function show(app, titles)
  app:run(function()
    local items = {}
    for place, title in ipairs(titles) do
      items[place] = UIApplicationShortcutItem { type = title, localizedTitle = title }
    end
    UIApplication.shared.shortcutItems = items
  end)
end

local function offered(app)
  local titles = {}
  for _, row in ipairs(app.device.springboard:icon(app):press().rows) do
    if not row.system then titles[#titles + 1] = row.title end
  end
  return titles
end

museum.exhibit {
  report = "code-payments/code-ios-app#357", title = "the menu is the same for people who are logged out",
  fails_with = "before the login",
  check = function(isDynamic)
    local static = {}
    for place, title in ipairs(isDynamic and {} or actions) do static[place] = { title, title } end
    local device = Device { os = "26.1" }
    local app = device:install(museum.item_package(static), { lifecycle = "scene" })
    assert.same({}, offered(app), "before the login")

    device:launch(app)
    if isDynamic then show(app, actions) end
    device:pressHome()
    assert.same(actions, offered(app), "after the login")

    device:launch(app)
    if isDynamic then show(app, {}) end -- QUICK-054
    device:pressHome()
    device:reboot() -- QUICK-056: what is not cleared would stay
    assert.same({}, offered(app), "after the logout")
  end,
  reported = false, repaired = true,
}

-- And the fourth action, for those who have a feature that is not out yet.
museum.exhibit {
  report = "code-payments/code-ios-app#357", title = "an action for some people only",
  fails_with = "without the feature",
  check = function(isDynamic)
    local all = { "Discover", "Cash", "Send", "Wallet" }
    local static = {}
    for place, title in ipairs(isDynamic and {} or all) do static[place] = { title, title } end
    local device = Device { os = "26.1" }
    local app = device:install(museum.item_package(static), { lifecycle = "scene" })
    device:launch(app)
    if isDynamic then show(app, actions) end
    device:pressHome()
    assert.same(actions, offered(app), "without the feature")
    device:launch(app)
    if isDynamic then show(app, all) end
    device:pressHome()
    assert.same(all, offered(app), "with the feature") -- QUICK-066
  end,
  reported = false, repaired = true,
}
