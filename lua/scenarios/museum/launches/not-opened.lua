-- URLs that do not open: the old method that opens URLs does nothing from iOS 18 on (LAUNCH-134), and a link whose
-- domain is not in the app's entitlements opens in the browser (LAUNCH-126).
local museum = require "homescreen.museum"

-- An alert asks for an update, and its button leads to the App Store.
museum.exhibit {
  report = "Instabug/Instabug-iOS#515", title = "the button of an update leads nowhere on iOS 18",
  fails_with = "needs to migrate",
  check = function(open)
    local device = Device { os = "18.5" }
    local app = device:install(museum.item_package {}, { sdk = "18.5" })
    device:launch(app)
    app:run(function() open "itms-apps://apple.com/app/id1" end)
    device:settle()
    assert.is_true(device.front ~= app, table.concat(app.console, "\n"))
  end,
  reported = function(url) UIApplication.shared:openURL(url) end,
  repaired = function(url) UIApplication.shared:open(url) end,
}

-- A build service leaves the entitlement out, though the project has it.
museum.exhibit {
  report = "FlutterFlow/flutterflow-issues#6615", title = "the build lacks the entitlement for its links",
  fails_with = "its entitlements do not have the domain",
  check = function(entitlements)
    local device = Device { os = "26.0" }
    local app = device:install(AppPackage {
      plist = { CFBundleIdentifier = "com.example.exhibit", CFBundleName = "Exhibit" }, entitlements = entitlements,
    }, { lifecycle = "scene" })
    device:launch(app, { universalLink = "https://share.example.com/page?id=20" })
    assert.equal(app, device.front)
  end,
  reported = { ["aps-environment"] = "production" },
  repaired = {
    ["aps-environment"] = "production",
    ["com.apple.developer.associated-domains"] = { "applinks:share.example.com" },
  },
}
