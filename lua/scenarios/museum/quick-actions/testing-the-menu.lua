-- Problems of UI tests: a press that is too long (QUICK-101), the delete row (QUICK-104), a build that the Simulator
-- does not start (QUICK-103).

local museum = require "homescreen.museum"

museum.exhibit {
  report = "flutter/packages#3823", title = "pressing two seconds ends in editing the Home Screen",
  fails_with = "no menu opened",
  check = function(seconds)
    local device = Device { os = "17.5" }
    local app = device:install(museum.item_package { { "new", "New note" } })
    assert.truthy(device.springboard:icon(app):press(seconds), "no menu opened")
  end,
  reported = 2, repaired = 1.4,
}

museum.exhibit {
  report = "woocommerce/woocommerce-ios#17842", title = "the last row is not the app's: it deletes the app under test",
  fails_with = "the app did not start",
  check = function(choose)
    local device = Device { os = "17.5" }
    local app = device:install(museum.item_package { { "new", "New order" } })
    choose(device.springboard:icon(app):press()):tap()
    assert.equal("runningForeground", app.state, "the app did not start")
  end,
  reported = function(menu) return menu.rows[#menu.rows] end, repaired = function(menu) return menu:item "new" end,
}

museum.exhibit {
  report = "mozilla-mobile/firefox-ios#34572", title = "a release-signed build on the Simulator dies when its icon starts it",
  fails_with = "Code Signature Invalid",
  check = function(distribution)
    local device = Device { os = "26.0", conditions = { simulator = true } }
    local package = museum.item_package { { "new", "New tab" } }
    local app = device:install(package, { distribution = distribution, lifecycle = "scene" })
    require "homescreen.delegates.apple_sample" (app)
    local trace = museum.tap(app, "new")
    assert.is_nil(app.crash and app.crash.reason)
    assert.handled_once(trace)
  end,
  reported = "appStore", repaired = "development",
}
