-- super-productivity/super-productivity#10124: the app can already open its URLs, and its quick actions should use the
-- same code. A quick action is not a URL: iOS passes the item, with the URL in its user info (QUICK-009), to a separate
-- method (LAUNCH-002), and the app must open it.
local museum = require "homescreen.museum"

local function entry(type, title)
  return {
    UIApplicationShortcutItemType = type, UIApplicationShortcutItemTitle = title,
    UIApplicationShortcutItemUserInfo = { url = "exhibit://" .. type },
  }
end

museum.exhibit {
  report = "super-productivity/super-productivity#10124", title = "nothing opens the URL of the item",
  fails_with = "cold, the URL was not opened",
  check = function(repaired)
    local device = Device { os = "18.5" }
    local app = device:install(
      museum.item_package({ entry("add-task", "New Task"), entry("today", "Today") }, {
        CFBundleURLTypes = { { CFBundleURLSchemes = { "exhibit" } } },
      }), { lifecycle = "appDelegate" })
    local opened
    function app.delegate:application_openURL_options(_, url) opened[#opened + 1] = url end
    if repaired then
      function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
        local url = item.userInfo and item.userInfo.url
        if url then self:application_openURL_options(application, url, {}) end
        app:didHandle(item)
        completion(url ~= nil)
      end
    end

    opened = {}
    device:launch(app, { url = "exhibit://today" }) -- a link works
    assert.same({ "exhibit://today" }, opened)
    app:terminate()
    for _, start in ipairs { "cold", "warm" } do
      opened = {}
      local trace = museum.tap(app, "New Task")
      assert.same({ "exhibit://add-task" }, opened, start .. ", the URL was not opened")
      assert.handled_once(trace)
      device:pressHome()
    end
  end,
  reported = false, repaired = true,
}
