import LuaAPI
import LuaEngine
import Testing

/// `NSArray`, `NSNull`, `UIImage`, printed launch options, and catalog sets as tables.
@Suite struct FoundationTests {
  private func session() throws -> TestSession {
    let test = try TestSession()
    try test.run(
      """
      device = Device { os = "17.5" }
      app = device:install("fixtures/ToolBox.app", { lifecycle = "appDelegate" })
      """)
    return test
  }

  @Test func arraysHoldTheirObjects() throws {
    let test = try session()
    let values = try test.run(
      """
      device:launch(app)
      return app:run(function()
        local list = NSArray("a", false, 3)
        return #list, list[2], list[3], #NSArray()
      end)
      """)
    #expect(values[0].integer == 3)
    #expect(values[1].boolean == false)
    #expect(values[2].integer == 3)
    #expect(values[3].integer == 0)
  }

  /// QUICK-109.
  @Test func nilInAnArrayRaises() throws {
    let test = try session()
    let values = try test.run(
      """
      device:launch(app)
      local fine, err = app:run(function() return pcall(NSArray, 1, nil, 3) end)
      local crash = assert.crashes(app, function() app:run(function() NSArray(nil) end) end)
      return fine, err.message, crash.reason
      """)
    #expect(values[0].boolean == false)
    #expect(values[1].string?.hasSuffix("attempt to insert nil object from objects[1]") == true)
    #expect(
      values[2].string?.contains(
        "NSInvalidArgumentException: *** -[__NSPlaceholderArray initWithObjects:count:]: "
          + "attempt to insert nil object from objects[0]") == true)
  }

  /// QUICK-037, QUICK-038.
  @Test(arguments: [("NSNull", "CFNull"), ("function() end", "CFType"), ("{ { UIApplication.shared } }", "CFType")])
  func userInfoIsAPropertyList(value: String, type: String) throws {
    let test = try session()
    try test.run("device:launch(app)")
    let error = try #require(
      test.error(
        """
        app:run(function()
          UIApplicationShortcutItem { type = "a", localizedTitle = "A", userInfo = { n = 1, key = \(value) } }
        end)
        """))
    #expect(error.message.contains("unable to serialize userInfo: Error Domain=NSCocoaErrorDomain Code=3851"))
    #expect(error.message.contains("objects of type '\(type)'"))
    #expect(error.failure?.hint?.contains("userInfo.key") == true)
    #expect(error.failure?.fact == "QUICK-038")
  }

  /// QUICK-106.
  @Test func launchOptionsPrintAsADictionary() throws {
    let test = try session()
    let values = try test.run(
      """
      function app.delegate:application_didFinishLaunchingWithOptions(application, options)
        NSLog("%@", options)
        keys = {}
        for key in pairs(options or {}) do keys[#keys + 1] = key end
        return true
      end
      device.springboard:icon(app):press():item("工具箱"):tap()
      local cold = app.console[1]
      app:terminate()
      local names = table.concat(keys)
      device:launch(app)
      return cold, app.console[#app.console], names
      """)
    #expect(values[0].string?.hasPrefix("{\n    UIApplicationLaunchOptionsShortcutItemKey = \"<UIApp") == true)
    #expect(values[0].string?.hasSuffix("title: \\U5de5\\U5177\\U7bb1>\";\n}") == true)
    #expect(values[1].string == "(null)")
    #expect(values[2].string == "shortcutItem")
  }

  /// ICON-165.
  @Test func imagesHaveFields() throws {
    let test = try session()
    let values = try test.run(
      """
      device:launch(app)
      return app:run(function()
        local image = UIImage "redtoolbox"
        return image.name, image.file, image.source, image.scale, image.size.width, tostring(image), UIImage "none",
          image == UIImage "redtoolbox"
      end)
      """)
    #expect(values[0].string == "redtoolbox")
    #expect(values[1].string == "redtoolbox@3x.png")
    #expect(values[2].string == "loose")
    #expect(values[3].integer == 3)
    #expect(values[4].number == 35)
    #expect(values[5].string == "image “redtoolbox” (loose)")
    #expect(values[6].isNil)
    #expect(values[7].boolean == true)
  }

  @Test(arguments: ["UIImage 'a'", "NSArray()"])
  func foundationWorksOnlyInAppCode(source: String) throws {
    #expect(try session().error(source)?.failure?.code == "outside-the-app")
  }

  @Test(arguments: [
    ("5", "entries: expected a list, got 5"), ("{ a = 1 }", "entries: expected a list"),
    ("{ [1] = {}, [3] = {} }", "entries: expected a list, got a table with names or gaps"),
    ("{ 5 }", "entries[1]: expected a table, got 5"),
    ("{ { idom = 'iphone' } }", "entries[1] has no field 'idom'"),
    ("{ { idiom = 5 } }", "entries[1].idiom: expected a string, got 5"),
    ("{ {}, { size = 'big' } }", "entries[2].size must be"), ("{ { size = -1 } }", "entries[1].size must be"),
    ("{ { pixels = { 1 } } }", "entries[1].pixels must be"), ("{ { scale = 4 } }", "entries[1].scale must be"),
    ("{ { appearance = 'darkish' } }", "entries[1].appearance cannot be"),
  ])
  func catalogEntriesAreChecked(entries: String, words: String) throws {
    let error = try #require(
      try session().error(
        "AppPackage { plist = { CFBundleIdentifier = 'a.b' }, catalog = { Set = { entries = \(entries) } } }"))
    #expect(error.message.contains("catalog.Set.\(words)"), "\(error.message)")
  }
}
