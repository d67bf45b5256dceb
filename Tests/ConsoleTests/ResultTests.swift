import Console
import LuaAPI
import Platform
import Testing

/// The results that a line shows.
@Suite struct ResultTests {
  private func shown(_ lines: String..., os: String = "17.5") throws -> String {
    let transcript = try REPLTranscript(lines, sample: .paint, os: os)
    #expect(transcript.exitCode == .success, "\(transcript)")
    return transcript.output.joined(separator: "\n")
  }

  @Test func objectsShowTheirMainProperties() throws {
    let device = try shown("device")
    #expect(device.hasPrefix("iPhone, iOS 17.5 {\n  time = ") && device.contains("\n  locale = \"en\",\n"), "\(device)")
    let app = try shown("app")
    #expect(app.contains("app com.example.paint {") && app.contains("state = \"runningForeground\""), "\(app)")
    let menu = try shown("device.springboard:icon(app):press()")
    #expect(menu.hasPrefix("menu [New Painting] [Search] [Last Painting]") && menu.contains("isOpen = true"), "\(menu)")
    let rows = try shown("device.springboard:icon(app):press().rows")
    #expect(rows.contains("row “Last Painting” {\n    subtitle = \"Sunflowers\","), "\(rows)")
    #expect(try shown("device.springboard").contains("icons = { icon “Paint” }"))
    // A field of a table is shown by its text alone.
    #expect(try shown("{ { app } }") == "{ { app com.example.paint } }")
  }

  @Test(arguments: [
    ("UIApplication.shared.shortcutItems[0]", "Lists begin at 1"),
    ("UIApplication.shared.shortcutItems.count", "#list is the number of elements"),
    ("app.sceneDelegate.saved", "the scene's is scene.delegate"),
  ])
  func unknownPartHasAHint(line: String, hint: String) throws {
    let transcript = try REPLTranscript([line], sample: .paint, os: "17.5", isInteractive: true)
    #expect(
      transcript.output.first == "nil" && transcript.output.dropFirst().first?.contains(hint) == true, "\(transcript)")
  }

  /// QUICK-112.
  @Test func menuThatDidNotOpenIsExplained() throws {
    let lines = [
      "device = Device { os = '12.4', model = 'iPhone XR' } app = device:install(homescreen.sample 'paint')",
      "menu = device.springboard:icon(app):press()", "x = device.alert", "menu.rows",
    ]
    let transcript = try REPLTranscript(lines, isInteractive: true)
    #expect(transcript.errors.last?.contains("menus need 3D Touch") == true, "\(transcript)")
    #expect(try REPLTranscript("menu.rows", isInteractive: true).errors.last?.contains("3D Touch") == false)
  }

  @Test func lostLinkIsReported() throws {
    func shown(_ lifeCycle: String, _ code: String) throws -> String {
      let plist = "{ CFBundleIdentifier = 'a.b', CFBundleURLTypes = { { CFBundleURLSchemes = { 'x' } } } }"
      let lines = [
        "app = device:install(AppPackage { plist = \(plist) }, { lifecycle = '\(lifeCycle)' })", code,
        "device:launch(app)", "device:launch(app, { url = 'x://y' })",
      ]
      let transcript = try REPLTranscript(lines, sample: .paint, os: "17.5", isInteractive: true)
      return transcript.all.joined(separator: "\n")
    }
    let other = "function app.delegate:applicationWillTerminate() end"
    let lost = "the link “x://y” reached no code: iOS calls "
    let scene = try shown("scene", other)
    #expect(scene.contains("\(lost)scene(_:openURLContexts:), which the app does not have\n"), "\(scene)")
    #expect(scene.contains("  do: function app.sceneDelegate:scene_openURLContexts(scene, "), "\(scene)")
    #expect(try shown("appDelegate", other).contains("  do: function app.delegate:application_openURL_options("))
    #expect(try shown("swiftUI", other).contains("  do: function app.view:onOpenURL(url) end\n"))
    for (lifeCycle, code) in [
      ("scene", "function app.sceneDelegate:scene_openURLContexts() end"),
      ("appDelegate", "function app.delegate:application_openURL_options() return true end"),
      ("swiftUI", "function app.view:onOpenURL(url) end"),
    ] {
      let text = try shown(lifeCycle, code)
      #expect(!text.contains("reached no code"), "\(text)")
    }
  }

  @Test func traceShowsTheLastEvents() throws {
    let text = try shown("device:advance(1) for i = 1, 30 do app:activate() device:pressHome() end", "device.trace")
    #expect(text.contains("earlier,") && text.split(separator: "\n").count < 30, "\(text)")
  }

  @Test func propertyListShowsItsContents() throws {
    let text = try shown("homescreen.sample('paint').plist.CFBundleIcons.CFBundleAlternateIcons")
    #expect(text.contains("night = {") && text.contains("CFBundleIconFiles = { \"night\" }"), "\(text)")
    let values = try shown(
      "p = AppPackage { plist = { CFBundleIdentifier = 'a.b', D = { date = '2026-01-01T00:00:00Z' }, B = { data = 'xyz' } } }",
      "p.plist.D, p.plist.B")
    #expect(values.contains("2026-01-01T00:00:00Z") && values.contains("xyz"), "\(values)")
  }

  @Test func functionsShowTheirSource() throws {
    #expect(try shown("x = 1", "function f()\nend", "f") == "function (repl:2)")
    #expect(try shown("print") == "function (built in)")
    #expect(try shown("device.launch") == "function device:launch (built in)")
    #expect(try shown("assert.equal").contains("(built in)"))
  }

  @Test func reportIsShownAsAReport() throws {
    let text = try shown("app:activate()", "app:why 'nite'")
    #expect(
      text.hasPrefix("The icon “nite” of Paint") && text.contains("\n✗ 9 the name is declared in it (ICON-039)\n"))
    #expect(try shown("app:activate() print(app:why 'nite')") == text)
    #expect(try shown("#app:why('nite') > 5, app:why('nite')[1]:sub(1, 8)") == "true\n\"The icon\"")
    #expect(
      try shown("r = app:why('nite') for i = #r, 2, -1 do r[i] = nil end", "tostring(r):sub(1, 8)") == "\"The icon\"")
  }

  @Test func largeResultsAreTruncated() throws {
    let transcript = try REPLTranscript(
      ["t = {} for i = 1, 300 do t[i] = 'line ' .. i end", "t", ":show t"], isInteractive: true)
    #expect(transcript.output.contains { $0.contains("… and 200 more") && !$0.contains("line 300") }, "\(transcript)")
    #expect(transcript.output.contains("(shortened; :show prints all of it)"))
    #expect(transcript.output.last?.contains("line 300") == true)
    let long = try REPLTranscript(["s = ('x'):rep(9000)", "s", ":show", ":show s"], isInteractive: true)
    #expect(long.output.contains { $0.hasSuffix("(9000 bytes)") })
    #expect(long.output.last == "\"" + String(repeating: "x", count: 9000) + "\"")
    let cycle = try REPLTranscript("t = { 1 } t.t = t t.u = { t }", "t")
    #expect(cycle.output == ["{ 1, t = <cycle>, u = { <cycle> } }"])
  }

  @Test(arguments: [
    ("setmetatable({}, { __tostring = function() error 'no' end })", "its __tostring fails"),
    ("setmetatable({}, { __tostring = function() while true do end end })", "takes too long"),
    ("setmetatable({}, { __tostring = function() return 'x\\27[31m' end })", "x\\u{1B}[31m"),
    ("setmetatable({ 1 }, { __index = error, __pairs = error, __len = error })", "{ 1 }"),
    ("'\\27[2J'", "\\x1B[2J"), ("coroutine.create(print)", "thread: "), ("0/0, 2^53, -0.0", "9007199254740992.0"),
  ])
  func resultsAreHarmlessToTheTerminalAndTheSession(line: String, text: String) throws {
    let transcript = try REPLTranscript(line, "'on'")
    #expect(
      transcript.output.joined(separator: "\n").contains(text) && transcript.output.last == "\"on\"", "\(transcript)")
    #expect(transcript.exitCode == .success)
  }

  @Test func lastResultsHaveNames() throws {
    #expect(try REPLTranscript("t = { 1 }", "t", "_ == t, _1 == t").output.suffix(2) == ["true", "true"])
    #expect(try REPLTranscript("1, 2, 3", "_3, _2, _1, _").output.suffix(4) == ["3", "2", "1", "1"])
    #expect(try REPLTranscript("1, 2", "3", "_2", "_, _1").output == ["1", "2", "3"] + ["3", "3"])
    #expect(try REPLTranscript("'a'", "'b'", "'c'", "___ .. __ .. _").output.last == "\"abc\"")
    // Lines without a result and failing lines do not change them.
    #expect(try REPLTranscript("7", "x = 1", "nil", "_").output.last == "7")
    #expect(try REPLTranscript(["7", "error 'x'", "_"], isInteractive: true).output.last == "7")
    // A replay has them too.
    #expect(
      try REPLTranscript("5", "device:advance(1)", "device:advance(1)", "device:rewind(1)", "_").output.last == "5")
  }

  @Test(arguments: ["1 + 1;", "1 + 1; -- two", "print and 2 ;  ", "1, 2;"])
  func semicolonHidesTheResult(line: String) throws {
    #expect(try REPLTranscript(line, "_").output.count == 1)
  }

  @Test func semicolonInsideALineDoesNotHideTheResult() throws {
    #expect(try REPLTranscript("';'").output == ["\";\""])
    #expect(try REPLTranscript("1 -- ;").output == ["1"])
  }

  @Test func showTakesExpressionsOnly() throws {
    #expect(try REPLTranscript("x = { a = '1' }", ":show x.a .. \"2\"").output == ["\"12\""])
    #expect(try REPLTranscript(":show").output == ["nil"])
    #expect(try REPLTranscript(":show x =").exitCode == .failure)
    // Showing a value does not change the device.
    let transcript = try REPLTranscript([":show device:advance(1)", "device.time"], isInteractive: true)
    #expect(
      transcript.output == ["0.0"] && transcript.errors.joined().contains("cannot change the device"), "\(transcript)")
  }

  @Test func screenIsDescribed() throws {
    let home = try shown(":home")
    #expect(home.contains("│ Paint ") && home.contains("AppIcon60x60"), "\(home)")
    let menu = try shown("device.springboard:icon(app):press();", ":menu", ":home")
    for text in ["│ New Painting   (compose)", "│   Sunflowers", "├──", "│ Edit Home Screen", "a menu is open"] {
      #expect(menu.contains(text), "\(text): \(menu)")
    }
    let alert = try shown(
      "app:activate()", "UIApplication.shared:setAlternateIconName 'night'", ":alert", ":home", ":icon")
    for text in [
      "│ You have changed the icon for “Paint”.", "│ [OK]", "Paint is in front", "an alert covers the screen",
    ] {
      #expect(alert.contains(text), "\(text): \(alert)")
    }
    #expect(alert.contains("│ night@3x.png (loose, 180 px)") && alert.contains("│ alternate icon “night”"))
    let nothing = try REPLTranscript([":menu", ":alert", ":icon Nobody", ":icon", "'on'"])
    #expect(nothing.output == ["\"on\""] && nothing.errors.count == 4, "\(nothing)")
    #expect(nothing.errors[2].contains("No icon on the Home Screen is labelled “Nobody”"))
  }

  @Test func labelsFromAppsCannotDrawOnTheScreen() throws {
    let line = """
      app = device:install(AppPackage { plist = { CFBundleIdentifier = 'a.b', CFBundleName = 'X\\27[2J\\r\\n漢字' } })
      """
    let transcript = try REPLTranscript([line, ":home", "device.springboard:icon(app)"])
    let text = transcript.output.joined(separator: "\n")
    #expect(!text.contains("\u{1B}") && !text.contains("\r") && text.contains("漢字"), "\(text)")
  }
}
