import HomeScreenReports
import LuaAPI
import LuaEngine
import Testing

/// Error messages for script authors.
@Suite struct MessageTests {
  @Test(arguments: [
    ("device:advance('x')", "device:advance: seconds: expected a number, got the string \"x\""),
    ("device:advance()", "device:advance: seconds: expected a number, got nothing"),
    ("device:advance({})", "device:advance: seconds: expected a number, got a table"),
    ("device.advance(5)", "device:advance was called without its device"),
    ("device:launch(device)", "device:launch: app: expected an app, got a value of type device"),
    ("device:launch(nil)", "device:launch: app: expected an app, got nil"),
    ("device:install(42)", "device:install: package: expected a path such as \"My.app\", or an AppPackage, got 42"),
    ("Device(5)", "Device takes a table with named fields, got 5"),
    ("Device { os = 17.5 }", "Device: os: expected a string, got 17.5"),
    ("AppPackage {}", "AppPackage: the field plist is required"),
    ("AppPackage { plist = 1 }", "AppPackage: plist must be a table with named fields"),
    ("device.time = 1", "device.time can only be read"),
    ("device.launch = 1", "device:launch is a method; it cannot be replaced"),
    ("UIApplication.shared:setAlternateIconName('x')", "no app's code is running here"),
    ("device.springboard:icon('Nobody')", "Nobody"),
    ("device:record(5)", "device:record: body: expected a function, got 5"),
    ("require 'nothing.here'", "module 'nothing.here' not found:"),
    ("device.conditions.activaton = 1", "activaton"),
    ("device.conditions = { activation = 'soon' }", "activation"),
    ("device.conditions = 5", "device.conditions: expected a table, got 5"),
    ("device.conditions = nil", "device.conditions: expected a table, got nil"),
    ("device.conditions = { 0.6 }", "device.conditions takes only named fields"),
    ("device.conditions.activation = {}", "conditions.activation: a table is not a condition"),
    ("Device { conditions = { activation = {} } }", "Device: conditions.activation: a table is not a condition"),
    ("Device { conditions = { activaton = 1 } }", "Unknown condition “activaton”"),
    ("Device { conditions = 5 }", "Device: conditions: expected a table, got 5"),
    ("Device { [1] = 5 }", "Device takes only named fields"),
    (
      "device:launch(device:install 'fixtures/ToolBox.app', { notification = { title = 1 } })",
      "device:launch: notification.title: expected a string, got 1"
    ),
    ("device:launch(device:install 'fixtures/ToolBox.app', { widget = 5 })", "device:launch: widget: expected"),
    ("AppPackage { plist = {}, settings = { A = 1 } }", "AppPackage: settings.A: expected a string, got 1"),
    ("AppPackage { plist = {}, settings = { 'A' } }", "AppPackage: settings takes only named fields"),
    (
      "AppPackage { plist = {}, strings = { ['zh-Hans'] = { key = 1 } } }",
      "AppPackage: strings[\"zh-Hans\"].key: expected a string, got 1"
    ),
    ("AppPackage { plist = {}, files = { ['a.png'] = true } }", "AppPackage: files[\"a.png\"] must be { width"),
    ("AppPackage { plist = {}, files = 'a.png' }", "AppPackage: files: expected a table with named fields"),
    ("AppPackage('fixtures/ToolBox.app', { xcode = 16.4 })", "AppPackage: xcode: expected a string, got 16.4"),
    ("AppPackage('fixtures/ToolBox.app', { xcode = 'x' })", "AppPackage: xcode cannot be \"x\""),
    ("matrix { os = { '17.5', 18.0 } }", "matrix: os[2]: expected a string, got 18.0"),
    ("matrix { lifecycle = { 'scenes' } }", "matrix: lifecycle[1] cannot be \"scenes\""),
    ("matrix { os = {} }", "matrix: os must be a list of values"),
    ("matrix { published = 1 }", "matrix: published: expected true or false, got 1"),
    ("NSError { domain = 'D', code = 1, userInfo = { a = {} } }", "NSError: userInfo.a: a table cannot be in an error"),
    ("NSError { domain = 'D', code = 1, userInfo = 5 }", "NSError: userInfo: expected a table with named fields"),
    ("error(NSError { domain = 'D', code = 1 })", "Error Domain=D Code=1"),
  ])
  func misuseIsReported(source: String, message: String) throws {
    let test = try TestSession()
    try test.run("device = Device { os = '17.5' }")
    let error = try #require(test.error(source), "no error: \(source)")
    #expect(error.message.contains(message), "\(error.message)")
    #expect(error.place == LuaError.Place(file: "test.lua", line: 1) || source.contains("error("))
  }

  @Test(arguments: [
    ("device:advanec(1)", "device:advance"), ("return device.alret", "device.alert"),
    ("device.springboard:icno(1)", "springboard:icon"), ("Device { modle = 'iPhone' }", "'model'"),
    ("Devise {}", "'Device'"), ("descrbe('x', print)", "'describe'"), ("Device { model = 'iPone' }", "iPhone"),
    ("device:install('x', { lifecycel = 'scene' })", "'lifecycle'"), ("asert(true)", "'assert'"),
    ("io.opne('x')", "io.open"), ("debug.tracebak()", "debug.traceback"), ("os.exit(1)", "cannot end"),
    ("unpack({})", "table.unpack"),
    ("loadstring('x')", "Lua 5.4 has load"), ("advance(1)", "device:advance"),
    ("Device { os = 17.5 }", "Write it as a string: \"17.5\""), ("matrix { sdk = 27.0 }", "as a string: \"27.0\""),
    ("AppPackage { plist = {}, catalog = { A = { knd = 1 } } }", "'kind'"),
  ])
  func misspellingsAreCorrected(source: String, hint: String) throws {
    let test = try TestSession()
    try test.run("device = Device {} device:install 'fixtures/ChangeIcon.app'")
    let error = try #require(test.error(source), "no error: \(source)")
    let explained = ErrorAdvice.explain(error)
    #expect("\(explained.message) \(explained.hint ?? "")".contains(hint), "\(explained)")
  }

  /// A table of conditions is applied completely or not at all.
  @Test func conditionsAreSetTogether() throws {
    let test = try TestSession()
    try test.run("device = Device {} before = device.conditions.activation")
    #expect(test.error("device.conditions = { activation = 9, iconFault = 'bussy' }")?.code == "bad-condition-value")
    #expect(try test.run("return device.conditions.activation == before")[0].boolean == true)
    try test.run("device.conditions = { activation = 9, debugger = true }")
    #expect(try test.run("return device.conditions.activation, device.conditions.debugger")[0].number == 9)
  }

  @Test func uninstalledAppsAreReported() throws {
    let test = try TestSession()
    try test.run("device = Device {} app = device:install 'fixtures/ChangeIcon.app' device:uninstall(app)")
    for source in [
      "app.state", "app.iconName", "app.console", "app.label", "device:launch(app)", "app:terminate()",
      "app:activate()", "app:run(print)",
    ] {
      let error = try #require(test.error("return \(source)"), "no error: \(source)")
      #expect(error.message.contains("com.example.iconchange"), "\(source): \(error.message)")
      #expect(error.failure?.code == "app-not-installed", "\(source): \(error.code)")
    }
  }

  @Test func invalidUTF8IsRefused() throws {
    let test = try TestSession()
    let error = try #require(test.error("Device { locale = '\\xff\\xfe' }"))
    #expect(error.message.contains("not valid UTF-8"))
  }

  @Test func missingPackagesAreReported() throws {
    let test = try TestSession()
    let error = try #require(test.error("Device {}:install 'fixtures/Nothing.app'"))
    #expect(error.message.contains("Nothing.app"))
    #expect(error.place?.line == 1)
  }

  @Test(arguments: [
    "help()", "help(device)", "help(device.launch)", "help 'ICON-111'", "help 'alert-covers'", "help(Device)",
    "help 'device:launch'", "help(UIApplication)", "help(nil)", "help(1)", "help {}", "help(print)",
    "help 'nothing like it'", "help 'sceneDidBecomeActive'",
  ])
  func helpFindsNames(source: String) throws {
    let test = try TestSession()
    try test.run("device = Device {}")
    try test.run(source)
    #expect(test.printed.joined().count > 10, "\(source): \(test.printed)")
  }

  @Test func helpOfAMethodValueIsItsEntry() throws {
    let test = try TestSession()
    try test.run("device = Device {} help(device.launch)")
    #expect(test.printed.first?.hasPrefix("device:launch(app") == true)
    try test.run("help(Device)")
    #expect(test.printed.last?.hasPrefix("Device {") == true)
  }
}

/// Messages name UIKit's shared objects as scripts write them.
@Suite struct SharedObjectMessageTests {
  @Test(arguments: [
    ("UIApplication.shared:setAlternateIconNam('x')", "UIApplication.shared has no member 'setAlternateIconNam'"),
    ("print(device.spring)", "Did you mean device.springboard?"),
    ("print(app.shortcutItems)", "Did you mean UIApplication.shared.shortcutItems?"),
    ("UIApplication.shared:setAlternateIconNam('x')", "Did you mean UIApplication.shared:setAlternateIconName?"),
    ("UIApplication.shared.setAlternateIconName('x')", "UIApplication.shared:setAlternateIconName was called without"),
    ("UIApplication.shared:setAlternateIconName({})", "UIApplication.shared:setAlternateIconName: name:"),
    ("UIApplication.shared.alternateIconName = 'x'", "UIApplication.shared.alternateIconName can only be read"),
    ("Bundle.main:object()", "Bundle.main:object:"),
    ("print(UIDevice.current.modle)", "UIDevice.current has no member"),
  ])
  func errorNamesTheSharedObject(line: String, words: String) throws {
    let test = try TestSession()
    let error = test.error(
      """
      local device = Device { os = "17.5" }
      local app = device:install "fixtures/ChangeIcon.app"
      device:launch(app)
      app:run(function() \(line) end)
      """)
    let text = (error?.message ?? "") + " " + (error?.failure?.hint ?? "")
    #expect(text.contains(words), "\(text)")
  }

  @Test func helpKnowsBothSpellings() {
    let text = Explanation(ReportServices()).text(of: "UIApplication.shared:setAlternateIconName")
    #expect(text?.hasPrefix("UIApplication.shared:setAlternateIconName(") == true)
    #expect(Explanation(ReportServices()).text(of: "application:setAlternateIconName") == text)
  }

  /// Unsupported features are reported as such, instead of a similar name.
  @Test(arguments: [
    ("Device { model = 'Apple Vision Pro' }", "visionOS are not simulated"),
    ("return Device {}:install('fixtures/ToolBox.app').badge", "Badges of icons are not simulated"),
    ("return Device {}.liveActivities", "Live Activities and the Dynamic Island are not simulated"),
    ("Device {}:install('fixtures/ToolBox.app', { appClip = true })", "App Clips are not simulated"),
  ]) func unsupportedFeaturesAreReported(source: String, sentence: String) throws {
    let error = try #require(try TestSession().error(source))
    #expect(error.failure?.hint?.contains(sentence) == true, "\(error)")
  }

  /// The same for Apple's names, which code uses as globals.
  @Test(arguments: [
    ("WidgetCenter.shared:reloadAllTimelines()", "Widgets are not simulated"),
    ("Activity.request({})", "Live Activities and the Dynamic Island are not simulated"),
    ("UNMutableNotificationContent()", "including badges, is not simulated"),
    ("return WKExtension.shared()", "Apple Watch and watchOS are not simulated"),
    (
      "local app = Device {}:install('fixtures/ToolBox.app') app.device:launch(app)\n"
        + "app:run(function() UIApplication.shared.applicationIconBadgeNumber = 3 end)",
      "Badges of icons are not simulated"
    ),
  ]) func unsupportedAppleNamesAreReported(source: String, sentence: String) throws {
    let error = try #require(try TestSession().error(source))
    #expect(ErrorAdvice.explain(error).hint?.contains(sentence) == true, "\(error)")
  }

  /// Names of the script are not mistaken for Apple's.
  @Test(arguments: ["badgeCount", "ActivityLog", "my_widget", "NSMenus", "tvos_devices"])
  func ownNamesAreNotAppleNames(name: String) throws {
    let error = try #require(try TestSession().error("return \(name).first"))
    #expect(ErrorAdvice.explain(error).hint?.contains("not simulated") != true, "\(error)")
  }
}
