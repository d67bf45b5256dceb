import LuaAPI
import LuaEngine
import Testing

/// The icon functions of scripts, and their error messages.
@Suite struct IconTests {
  private static let app = """
    device = Device { model = "iPhone", os = OS or "17.5", conditions = CONDITIONS or {} }
    app = device:install "fixtures/ChangeIcon.app"
    device:launch(app)
    function ask(name)
      local outcome = {}
      app:run(function()
        UIApplication.shared:setAlternateIconName(name, function(err) outcome.called, outcome.error = true, err end)
      end)
      return outcome
    end
    """

  private func session(_ os: String = "17.5", conditions: String = "{}") throws -> TestSession {
    let test = try TestSession()
    try test.run("OS, CONDITIONS = '\(os)', \(conditions)\n" + Self.app)
    return test
  }

  /// ICON-011.
  @Test(arguments: ["10.3", "17.5", "26.1"])
  func awaitReturnsAfterOKAndRaisesTheError(os: String) throws {
    let test = try session(os)
    try test.run(
      """
      local steps = {}
      app:run(function()
        Task(function()
          await(UIApplication.shared):setAlternateIconName "newicon"
          steps[#steps + 1] = UIApplication.shared.alternateIconName
        end)
      end)
      assert.same({}, steps)
      device.alert:tap "OK"
      assert.same({ "newicon" }, steps)
      app:run(function()
        Task(function()
          local fine, err = pcall(function() await(UIApplication.shared):setAlternateIconName "nobody" end)
          steps[2] = fine or err.code
        end)
      end)
      assert.same({ "newicon", 4 }, steps)
      """)
  }

  /// ICON-040.
  @Test func errorPrintsAsOnTheConsoleWithAllFields() throws {
    let test = try session()
    try test.run(
      """
      local err = ask("nobody").error
      assert.equal("NSCocoaErrorDomain", err.domain)
      assert.equal(4, err.code)
      assert.equal("The file doesn’t exist.", err.localizedDescription)
      local under = err.userInfo.NSUnderlyingError
      assert.equal("LSApplicationWorkspaceErrorDomain", under.domain)
      assert.equal("iconName not found in CFBundleAlternateIcons entry", under.userInfo.NSLocalizedDescription)
      assert.equal(
        'Error Domain=NSCocoaErrorDomain Code=4 "The file doesn’t exist." UserInfo={NSUnderlyingError=0x0000000000000001 '
          .. '{Error Domain=LSApplicationWorkspaceErrorDomain Code=-105 "iconName not found in CFBundleAlternateIcons '
          .. 'entry" UserInfo={NSLocalizedDescription=iconName not found in CFBundleAlternateIcons entry}}}',
        tostring(err))
      """)
  }

  /// ICON-065.
  @Test func codeThatReplacesPresentSeesTheContentController() throws {
    let test = try session()
    try test.run(
      """
      local seen
      app:run(function()
        UIViewController.present = function(_, controller) seen = tostring(controller.contentViewController) end
      end)
      ask "newicon"
      assert.matches("<_UIAlternateApplicationIconsAlertContentViewController: 0x", seen, 1, true)
      app:run(function() assert.is_nil(UIAlertController { title = "a" }.contentViewController) end)
      """)
  }

  /// ICON-082, ICON-083.
  @Test func privateSelectorCanBeAwaited() throws {
    let test = try session()
    try test.run(
      """
      local done
      app:run(function()
        Task(function() await(UIApplication.shared):_setAlternateIconName "leaf"; done = true end)
      end)
      assert.is_true(done)
      assert.is_nil(device.alert)
      assert.equal("leaf", app.iconName)
      """)
  }

  /// ICON-147, ICON-134.
  @Test func picturesOfADeclaredCatalogHaveLocationsAndAppearances() throws {
    let test = try TestSession()
    try test.run(
      """
      local device = Device { os = "18.0" }
      local app = device:install(AppPackage {
        plist = { CFBundleIdentifier = "com.example.a", CFBundleName = "A" },
        catalog = {
          AppIcon = { entries = {
            { filename = "60.png", idiom = "iphone", size = 60, scale = 3 },
            { filename = "dark.png", idiom = "iphone", size = 60, scale = 3, appearance = "dark" },
            { filename = "store.png", idiom = "ios-marketing", size = 1024, scale = 1, pixels = 1024 },
          } },
        },
      })
      local icon = device.springboard:icon(app)
      assert.equal("60.png", icon:picture().file)
      assert.equal("dark.png", icon:picture("home", { appearance = "dark" }).file)
      assert.equal("dark", icon:picture("home", { appearance = "dark" }).appearance)
      assert.equal("light", icon:picture("settings", { appearance = "tinted" }).appearance)
      assert.equal("store.png", icon:picture("appStore").file)
      assert.equal(1024, icon:picture("appStore").pixels)
      assert.is_nil(icon:picture().iconName)
      """)
  }

  @Test func appWhyMatchesHomescreenWhy() throws {
    let test = try session()
    try test.run(
      """
      local text = table.concat(app:why "newIcon", "\\n")
      assert.matches("Did you mean “newicon”", text, 1, true)
      assert.matches("✗ 9", text, 1, true)
      assert.matches("^The primary icon of iconChange", app:why()[1])
      """)
  }

  /// ICON-047, ICON-051.
  @Test func faultsAreConditions() throws {
    let test = try session("26.1", conditions: "{ iconFault = 'busyUntilReboot' }")
    try test.run(
      """
      assert.equal(35, ask("newicon").error.code)
      device:reboot()
      assert.equal("none", device.conditions.iconFault)
      device:launch(app)
      ask "newicon"
      device.alert:tap "OK"
      assert.equal("newicon", app.iconName)
      """)
  }

  /// ICON-156.
  @Test func launchOfAnOffloadedAppIsReported() throws {
    let test = try session()
    try test.run("device:offload(app)")
    let error = try #require(test.error("device:launch(app)"))
    #expect(error.code == "app-offloaded")
    #expect(error.message.contains("offloaded"))
  }

  @Test(arguments: [
    ("device.springboard:icon(app):picture('hom')", "surface cannot be \"hom\""),
    (
      "device.springboard:icon(app):picture('home', { appearance = 'drak' })",
      "icon:picture: appearance cannot be \"drak\""
    ),
    ("device.springboard:icon(app):picture('home', { look = 'dark' })", "look"),
    ("device.springboard:icon(app):picture('home', 'dark')", "icon:picture takes a table with named fields"),
    ("device.conditions.iconFault = 'bussy'", "one of “none”, “busy”"),
    ("device.conditions.iconCooldown = -1", "number of seconds"),
    ("device.conditions.simulator = 1", "true or false"),
    ("app:why(5)", "name: expected a string"),
    ("device:offload(5)", "app: expected an app"),
    ("AppPackage { plist = { A = 'b' }, catalog = { a = { kind = 'icon' } } }", "catalog.a.kind cannot be \"icon\""),
    ("AppPackage { plist = { A = 'b' }, catalog = { a = { entries = { { scale = 4 } } } } }", "entries[1].scale"),
    (
      "AppPackage { plist = { A = 'b' }, catalog = { a = { entries = { { file = 'x' } } } } }",
      "entries[1] has no field 'file'"
    ),
    (
      "AppPackage { plist = { A = 'b' }, catalog = { a = { entries = 'x' } } }", "catalog.a.entries: expected a list"
    ),
  ])
  func misuseIsReported(source: String, message: String) throws {
    let test = try session()
    let error = try #require(test.error(source), "no error: \(source)")
    #expect(error.message.contains(message), "\(error.message)")
  }

  /// ICON-021.
  @Test func missingHandlerCrashesOn10_3() throws {
    let test = try session("10.3")
    try test.run(
      """
      assert.crashes(app, function()
        app:run(function() UIApplication.shared:setAlternateIconName "nobody" end)
      end)
      assert.matches("EXC_BAD_ACCESS", app.crash.reason)
      """)
    let error = try #require(
      test.error(
        "device:launch(app) app:run(function() UIApplication.shared:setAlternateIconName 'nobody' end)"))
    #expect(error.message.contains("no completion handler"))
  }
}
