import LuaAPI
import LuaEngine
import Testing

/// Package catalogs declared as tables.
@Suite struct CatalogTableTests {
  private static func package(_ catalog: String, settings: String = "") -> String {
    """
    package = AppPackage {
      plist = { CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint", UIDeviceFamily = { 1, 2 } },
      catalog = { \(catalog) }, \(settings.isEmpty ? "" : "settings = { \(settings) },")
    }
    """
  }

  /// ICON-136, ICON-137.
  @Test func settingsPutIconsOfTheCatalogIntoTheInfoPlist() throws {
    let test = try TestSession()
    try test.run(
      Self.package(
        """
        AppIcon = { kind = "appIcon" }, Day = {},
        Night = { kind = "appIcon", entries = {
          { platform = "ios", size = { 1024, 1024 }, filename = "n.png" },
          { platform = "ios", size = { 1024, 1024 }, filename = "d.png", appearance = "dark" },
        } }
        """,
        settings:
          "ASSETCATALOG_COMPILER_APPICON_NAME = 'AppIcon', ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = 'Night'"))
    let values = try test.run(
      """
      local device = Device { os = "18.0" }
      local app = device:install(package)
      device:launch(app)
      local failure
      app:run(function() UIApplication.shared:setAlternateIconName("Night", function(e) failure = e end) end)
      device.alert:tap "OK"
      return failure, app.iconName, table.concat(package.warnings, "\\n")
      """)
    #expect(values[0].isNil)
    #expect(values[1].string == "Night")
    #expect(values[2].string?.contains("“Day” is not compiled") == true)
  }

  @Test func missingSetIsAWarning() throws {
    let test = try TestSession()
    try test.run(Self.package("AppIcon = {}", settings: "ASSETCATALOG_COMPILER_APPICON_NAME = 'appicon'"))
    let warning = try test.run("return package.warnings[1]")[0].string
    #expect(warning?.contains("app icon set, or icon stack named “appicon”") == true)
    #expect(warning?.contains("write “AppIcon”: letter case matters") == true)
  }

  @Test(arguments: [
    ("Night = 3", "catalog.Night: expected a table, got 3"),
    ("Night = { kind = 'icon' }", "catalog.Night.kind cannot be"),
    ("Night = { knd = 'image' }", "Did you mean 'kind'?"), ("Night = { 1 }", "catalog.Night takes only named fields"),
    ("['my icon'] = { kind = 1 }", "catalog[\"my icon\"].kind: expected a string"),
    ("Night = { entries = { {}, { idom = 1 } } }", "catalog.Night.entries[2] has no field 'idom'"),
    ("Night = 3", "Such as { kind = \"appIcon\" }."), ("'icon'", "catalog takes only named fields"),
    ("Night = { renderingIntent = 'tinted' }", "catalog.Night.renderingIntent cannot be"),
    ("Night = { entries = { { platform = 3 } } }", "catalog.Night.entries[1].platform: expected a string, got 3"),
  ])
  func mistakesAreReported(_ catalog: String, _ message: String) throws {
    let test = try TestSession()
    let values = try test.run(
      "local ok, e = pcall(function() \(Self.package(catalog)) end) return ok, tostring(e), tostring(e.hint)")
    #expect(values[0].boolean == false)
    let text = (values[1].string ?? "") + (values[2].string ?? "")
    #expect(text.contains(message), "\(text)")
  }
}
