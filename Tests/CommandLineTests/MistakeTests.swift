import TestSupport
import Testing

/// Usual mistakes: none passes silently, and the report has the words that lead to the cure.
@Suite struct MistakeTests {
  private static let fixtures = "\(Repository.root)/lua/scenarios/seeds/fixtures"
  private static let installed = """
    local d = Device { os = "17.5" }
    local app = d:install "\(fixtures)/ChangeIcon.app"
    d:launch(app)
    local function set(name, handler)
      app:run(function() UIApplication.shared:setAlternateIconName(name, handler) end)
    end

    """
  private static let tools = """
    local d = Device { os = "17.5" }
    local app = d:install "\(fixtures)/ToolBox.app"
    local icon = d.springboard:icon(app)

    """

  @Test(arguments: [
    // Nil with a reason.
    ("Device { os = '17.5' }.alert:tap 'OK'", "no app is in front"),
    (installed + "d.alert:tap 'OK'", "the app has not changed its icon"),
    (installed + "set 'newicon' d.alert:tap 'OK' d.alert:tap 'OK'", "was answered with “OK” at 0.400 s"),
    (installed + "set 'nosuch' d.alert:tap 'OK'", "the request for “nosuch” was refused (ICON-039)"),
    (
      installed
        + "app:run(function() UIApplication.shared:_setAlternateIconName 'newicon' end) d.alert:tap 'OK'",
      "the private selector changes the icon without an alert (ICON-082)"
    ),
    (installed + "local alert = d.alert alert:tap 'OK'", "the app has not changed its icon"),
    (installed + "assert.is_not_nil(d.alert)", "the app has not changed its icon"),
    (tools + "icon:press(0.1):item 'Scan'", "shorter than half a second, which is a tap (QUICK-111)"),
    (tools + "local menu = icon:press(3) menu:item 'Scan'", "icons jiggle instead"),
    (
      "local d = Device { os = '12.4', model = 'iPhone XR' } "
        + "d.springboard:icon(d:install '\(fixtures)/ToolBox.app'):press():item 'x'",
      "menus need 3D Touch, which this model does not have (QUICK-112)"
    ),
    (tools + "local menu = icon:press(3)\nassert.is_not_nil(menu)", "icons jiggle instead"),
    (
      tools
        + "d:launch(app) local done app:run(function() DispatchQueue.main:asyncAfter(2, function() done = true end) end)"
        + " assert.is_true(done)", "time is virtual: device:advance(2.0)"
    ),
    (
      tools + "d:launch(app, 'jetsam')",
      "Write device:launch(…, { url = … }). To end the app as the system does: app:term"
    ),
    ("skip('not yet')", "pending(\"REASON\") in a scenario ends it"),
    ("XCTAssertEqual(1, 2)", "assert.equal(expected, actual)"),
    ("it.each({ 1 })('x', print)", "for _, n in ipairs { 1, 2 } do it("),
    ("parametrize({ 1 }, print)", "A loop makes several scenarios"),
    ("assert.contains('a', { 'a' })", "assert.same to compare a whole list"),
    (
      "Device {}:install(AppPackage { plist = { CFBundleIdentifier = 'a.b' } }, { configuration = 'Debug' })",
      "Give them to AppPackage: device:install(AppPackage(path, { configuration = … }))."
    ),
    (
      tools + "print(d.springboard.icons['ToolBox'])", "device.springboard:icon(\"ToolBox\") finds an icon by its label"
    ),
    (
      tools + "assert.handled_once(d:record(function() d:launch(app, { url = 'toolbox://b' }) end))",
      "trace.deliveries has links"
    ),
    ("let x = 5", "local x = …"), ("if let x = y then end", "if x then … end"), ("x?.foo", "write x and x.foo"),
    ("func foo() {", "local function foo() … end"), ("d.alert!.tap('OK')", "Lua does not unwrap with !"),
    ("UIApplicationShortcutIcon(systemImageName = 'star')", "write a table, UIApplicationShortcutIcon {"),
    ("UIApplication.shared:setAlternateIconName('a') { error in print(error) }", "function(error) … end)"),
    ("try foo()", "Lua has no try"), ("await foo()", "await is a function"), ("guard x > 3 else {", "if not x then"),
    ("x = a ?? b", "Lua writes a or b"), (#"print("\(x)")"#, "joins texts with two dots"),
    ("import UIKit", "without an import"), ("switch x {", "Lua has no switch"), ("class Foo {", "app.sceneDelegate"),
    ("// a comment", "begins with --"), ("x = 3 // three", "begins with --"),
    ("x = 3 // the three dots", "begins with --"),
    ("y = list.map { $0 }", "for _, x in ipairs(list)"),
    ("UIApplicationShortcutItem(type: 'a', localizedTitle: 'A')", "write a table, UIApplicationShortcutItem {"),
    (
      tools + "d:launch(app) app:run(function() UIApplication.shared.shortcutItems = UIApplicationShortcutItem "
        + "{ type = 'a', localizedTitle = 'A' } end)",
      "UIApplication.shared.shortcutItems = { UIApplicationShortcutItem"
    ),
    ("it.only('x', print)", "There is no it.only"), ("fit('x', print)", "homescreen run FILE:LINE runs one scenario"),
    ("homescreen.samples()", "samples is a property"), (tools + "print(app.name)", "app.label"),
    (tools + "print(app.icons)", "app:why() lists"), (tools + "d.model = 'iPad'", ":device MODEL"),
    (installed + "set 'newicon' d.alert:tap()", "The alert has: “OK”"),
    (installed + "set 'newicon' d.alert.buttons[1]:tap()", "A button of the alert: device.alert:tap \"OK\""),
    ("local s = 'x' s:tap()", "A tap on an icon: device.springboard:icon(app):tap()"),
    ("local s = 'x' s:uper()", "Did you mean string.upper?"),
    (
      installed.replacing("17.5", with: "26.1") + "set(nil) d.alert:tap 'OK'", "the primary icon is already set"
    ),
    ("Device { os = { '17.5', '26.1' } }", "matrix { os = { … } } runs scenarios with several"),
    ("matrix { locale = { 'en', 'xx' } }", "locale[2]: “xx” is not a known language"),
    (tools + "function app.sceneDelegate:windowScene() end", "Write windowScene_performAction"),
    (tools + "function app.sceneDelegate.sceneDidBecomeActive(scene) end", "Define the method with a colon"),
    (
      "Device { os = '12.4' }:install(AppPackage { plist = { CFBundleIdentifier = 'a.b', MinimumOSVersion = '15.0' } })",
      "needs iOS 15.0 (MinimumOSVersion): no user can install it on 12.4"
    ),
    (
      "UIApplication.shared.setAlternateIconName('night', completionHandler: nil)", "Lua has no argument labels"
    ),
    (tools + "icon:press().rows['Share App']:tap()", "menu:item(\"Share App\") finds a row by its title."),
    (tools + "icon:press():item 'Share App'", "published = true"),
    (tools + "icon:press():item 'Require Face ID'", "from iOS 18 on"),
    (tools + "icon:press():item 'Delete App'", "on iOS 13 and in the App Library"),
    (tools + "icon:press():item 'New Window'", "on an iPad from iOS 26 on"),
    (tools + "icon:press().rows[9]:tap()", "#list is the last position"),
    (
      installed + "local answer set('newicon', function() answer = 1 end) assert.equal(1, answer)",
      "waits for the answer to the alert, device.alert:tap \"OK\" (ICON-066)"
    ),
    (
      installed + "local s = spy.new(function() end) set('newicon', s) assert.spy(s).was.called()",
      "device.alert:tap \"OK\""
    ),
    (tools + "d:launch(app) d:pressHome() icon:press().rows[1]:tap() local got assert.is_true(got)", "reached no code"),
    (
      tools + "d:launch(app) app:run(function() app.rootViewController:present(UIAlertController {}) end)",
      "write UIApplication.shared.keyWindow.rootViewController:present(controller)"
    ),
    // Values that do not exist.
    ("Device { os = '17.9' }", "The releases around it are 17.7 and 18.0"), ("Device { os = '20' }", "18.7 and 26.0"),
    ("Device { os = 17.5 }", "Write it as a string: \"17.5\""), ("Device { os = 'latest' }", "\"26.1\""),
    ("Device { locale = 'deutsch' }", "Did you mean \"de\"?"), ("Device { locale = 'xx-YY' }", "not a known language"),
    ("Device { locale = 'en-UK' }", "Did you mean \"en-GB\"?"), ("Device {}.locale = 'german'", "Did you mean \"de\"?"),
    ("Device { model = 'iphone15' }", "Did you mean “iPhone 15”?"),
    ("Device { model = 'iPhone15,2' }", "Write the model's name, such as “iPhone 14 Pro”."),
    ("Device { version = '17.5' }", "Fields: model, os"),
    ("Device {}.appearance = 'Dark'", "Did you mean \"dark\"?"), ("Device {}:install 'TolBox.app'", "no such file"),
    (
      "Device {}:install(AppPackage { plist = { CFBundleIdentifier = 'a.b', UIApplicationShortcutItems = { "
        + "{ UIApplicationShortcutItemType = 'x', UIApplicationShortcutItemTitel = 'y' } } } })",
      "Replace “UIApplicationShortcutItemTitel” with UIApplicationShortcutItemTitle"
    ),
    (
      "Device {}:install(AppPackage { plist = { CFBundleIdentifier = 'a.b', UIApplicationShortcutItems = { "
        + "{ UIApplicationShortcutItemType = 'x' } } } })", "it has no UIApplicationShortcutItemTitle"
    ),
    (
      "Device {}:install(AppPackage { plist = { CFBundleIdentifier = 'a.b', UIApplicationShortcutItem = {} } })",
      "Did you mean UIApplicationShortcutItems?"
    ),
    (
      "print(AppPackage('\(fixtures)/ChangeIcon.app').plist:get('CFBundleIcons', 'CFBundleAlternateIcon'))",
      "did you mean “CFBundleAlternateIcons”?"
    ),
    (
      "print(AppPackage('\(fixtures)/ChangeIcon.app').plist.CFBundleIcons.CFBundleAlternateIcon.newicon)",
      "did you mean “CFBundleAlternateIcons”?"
    ),
    // Lua, and names of other tools.
    ("Device {}.pressHome()", "Write a colon: device:pressHome(…)"), ("Device {}:alert()", "alert is a property"),
    ("Device {}:model()", "model is a property"), ("device:launch()", "Device { os ="),
    ("app:run(print)", "device:install"),
    ("expect(1).to_equal(2)", "assert.equal(expected, actual)"), ("sleep(1)", "device:advance(seconds)"),
    ("assert.equals_to(1, 2)", "did you mean assert.equals?"), ("if 1 != 2 then end", "Lua uses ~="),
    ("local done = nil done()", "There is no done: a scenario ends with its function"),
    ("before_all(print)", "setup(function() … end) runs once"), ("afterAll(print)", "teardown(function() … end) runs"),
    ("local menu = { rows = {} } menu.rows['Search']:tap()", "attempt to index a nil value (field 'Search')"),
    (installed + "set 'newicon' d.alert:ok()", "device.alert:tap \"OK\""), (tools + "print(icon.name)", "icon.label"),
    (tools + "print(d.apps)", "device.springboard.icons"), ("print(appp.label)", "Did you mean 'app'?"),
    ("devise:pressHome()", "Did you mean 'device'?"), ("Device:pressHome()", "Did you mean 'device'?"),
    ("print(ap.iconName)", "Did you mean 'app'?"), ("print(UIScreen.main)", "UIScreen is not simulated"),
    ("print(UserDefaults.standard)", "UserDefaults are not simulated"),
    ("print(NotificationCenter.default)", "NotificationCenter is not simulated"),
    ("function SceneDelegate:sceneDidBecomeActive(s) end", "The scene delegate is app.sceneDelegate"),
    ("function AppDelegate:applicationDidBecomeActive(a) end", "The app delegate is app.delegate"),
    ("Devise { os = '17.5' }", "Did you mean 'Device'?"),
    (tools + "d:record(print())", "Pass the function itself"), (tools + "print(d.zz)", "It has: "),
    (tools + "assert.is_nil(icon:press():item 'x')", "assert.error(function() menu:item"),
    (tools + "print(app.alternateIconName)", "app.iconName"), (tools + "print(app.quickActions)", ":press().rows"),
    (tools + "app:press()", "An icon is pressed or tapped: device.springboard:icon"),
    (tools + "d.springboard:press('ToolBox')", "device.springboard:icon(\"LABEL\"):press()"),
    (tools + "d:launch(app) app:run(function() print(UIApplication.sharedApplication) end)", "UIApplication.shared is"),
    (
      installed + "app:run(function() UIApplication.shared.alternateIconName = 'newicon' end)",
      "UIApplication.shared:setAlternateIconName(NAME) changes the icon."
    ),
    (tools + "print(app.plist)", "Bundle.main.infoDictionary"), (tools + "d:sendNotification('x')", "notification = "),
    ("local t = ['a']", "Lua writes a list with braces"),
    ("local t = { 1 } for x in t do end", "for i, x in ipairs(list) do"),
    ("local t = { 1 } for i = 1, t.length do end", "is #list"), ("local t = { 1 } print(1 + t.length)", "is #list"),
    ("local t = { 1 } if t.length > 0 then end", "is #list"), ("local t = {} t:append(1)", "table.insert(list, x)"),
    ("local s = 'a' s:startsWith('a')", "text:sub(1, #start) == start"),
    ("print('a' + 1)", "Texts are joined with two dots"),
    ("pytest.mark.parametrize('a', { 1 })", "A loop makes several scenarios"),
    (tools + "d:jetsam(1)", "app:terminate(\"jetsam\")"),
    ("assert.equal('/root', os.getenv 'HOME')", "--env NAME"), ("print(#os.getenv 'HOME')", "--env NAME"),
    ("assert.snapshot({ 1 })", "assert.matches_snapshot(value)"),
    ("assert:snapshot('a')", "assert.matches_snapshot(value)"),
    ("local i = 0 i++", "i = i + 1"), ("require 'helpers'", "module 'helpers' not found"),
    (installed + "set 'newicon' d.alert:tap 'Ok'", "The alert has: “OK”"),
    (installed + "d.springboard:icon('iconchange'):tap()", "Did you mean “iconChange”?"),
    ("UIApplication.shared:setAlternateIconName 'x'", "Write app:run(function()"),
    (installed + "d:pressHome() d.springboard:icon(app):press():dismiss()", "device:pressHome() closes the menu."),
    ("helper()\nlocal function helper() end", "A local of line 3 has this name: declare it above its use."),
    ("while true do continue end", "Lua has no continue: goto continue"),
    ("local x = true ? 1 : 2", "condition and a or b"),
    ("local f = () => 1", "Lua writes a function as function(x)"), ("local s = 'x' s.upper()", "text:upper()"),
    ("for c in matrix { version = { '15.8' } } do Device(c) end", "The version is os: Device { os"),
    ("for c in matrix { devices = { 'iPad' } } do Device(c) end", "The device is model: Device { model"),
    ("for c in matrix { language = { 'de' } } do Device(c) end", "Device has no field 'language'"),
    ("for c in matrix { build = { 'debug' } } do Device(c) end assert(false, 'made')", "made"),
    ("print(Device {}.iconName)", "app.iconName is"),
    ("Device { model = 'iPad mini' }", "“iPad mini (6th generation)”"),
    ("assert.sofft.equal(1, 2)", "did you mean assert.soft?"),
    ("AppPackage '/tmp/Other/App.xcodeproj'", "--read /tmp/Other\n"),
    ("UIApplicationShortcutItem.new('a')", "is called itself: UIApplicationShortcutItem {"),
    ("local x = true && false", "Lua uses “and”"), ("local d = Device { appearance = .dark }", "is a text, \"dark\""),
    ("do { try x() } catch { }", "Lua has no try, catch"), ("i += 1", "i = i + 1"),
    ("fail('no')", "error(\"REASON\") fails a scenario"), ("for c in ipairs(matrix {}) do end", "for cell in matrix {"),
    (
      "Device {}:install(AppPackage { plist = { CFBundleIdentifer = 'a.b' } })",
      "has no CFBundleIdentifier (but “CFBundleIdentifer”)"
    ),
    ("Device {}:install { 'My.app' }", "expected a path such as \"My.app\", or an AppPackage"),
    (tools + "print(icon:press().buttons)", "menu.rows lists the rows"),
    ("AppPackage '/etc/passwd'", "--read /etc\n"),
  ])
  func mistakesInScriptsLeadToTheCure(script: String, words: String) throws {
    let run = ScriptRun()
    let result = try run.run(
      "it('is wrong', function()\n\(script)\nend)", budget: 50_000_000, memory: 256,
      options: ["--read", Self.fixtures])
    #expect((result.stdout + result.stderr).contains(words), "\(script)\n\(result.stdout)\(result.stderr)")
  }

  /// A lone expression is neither `++` nor Swift's `do`.
  @Test(arguments: ["x + y", "do x + y end"]) func loneExpressionGetsNoHint(script: String) throws {
    let result = try ScriptRun().run("it('x', function() \(script) end)")
    #expect(result.stdout.contains("syntax error near '+'") && !result.stdout.contains("hint"), "\(result)")
  }

  /// A string has no methods of `math` or `table`.
  @Test func methodIsNotLookedForInOtherLibraries() throws {
    let result = try ScriptRun().run("it('x', function() local s = 'x' s:sine() end)")
    #expect(result.stdout.contains("attempt to call a nil value (method 'sine')"), "\(result)")
    #expect(!(result.stdout + result.stderr).contains("Did you mean"), "\(result)")
  }

  @Test func tagAfterTheNameIsExplained() throws {
    let result = try ScriptRun().run("it('starts', '#slow', print)")
    #expect((result.stdout + result.stderr).contains("Tags are #words in the name"), "\(result)")
  }

  @Test(arguments: [
    (["run", "--repeat-each", "3"], "Runs are deterministic"), (["run", "--project", "iPhone"], "--device NAME"),
    (["run", "--ui"], "No window opens"), (["run", "--trace", "on"], "--format html=report.html"),
    (["run", "-q"], "--format junit=results.xml"), (["run", "a_spec.lua::b"], "FILE:LINE runs"),
    (["run", "--html"], "--format NAME or NAME=FILE"), (["run", "--coverage"], "Coverage is not measured"),
    (["run", "--show-failure"], "The HTML report shows the screen"),
    (["run", "--format", "junit", "out.xml"], "--format NAME=out.xml"), (["why", "--icon", "x"], "why . NAME"),
    (["help", "exit-codes"], "check: also if a row has ✗"),
    (["run", "-t", "smoke"], "--tags WORDS"), (["check", "--baseline", "b"], "homescreen lint writes a baseline"),
    (["repl", "--sources"], "{ sources = true }"),
    (["run", "--built-in", "--format", "junit.xml"], "did you mean “junit=junit.xml”"),
    (["run", "--grep", "x"], "--filter TEXT"), (["run", "--fail-fast"], "--bail"), (["run", "-x"], "--bail"),
    (["run", "--reporter", "junit"], "--format junit="), (["run", "--retries", "2"], "Runs are deterministic"),
    (["run", "--workers=2"], "--jobs N"), (["run", "-u"], "--update-snapshots"), (["run", "--lf"], "--last-failed"),
    (["run", "--run", "smoke"], "--task NAME"), (["run", "--os", "17.5,26.1"], "Only one version is possible"),
    (["run", "--pdb"], "--repl-on-failure"), (["run", "-k", "x"], "--filter TEXT"),
    (["lint", "--strict"], "--fail-on warning"), (["lint", "--autocorrect"], "lint --fix"),
    (["check", "--only-rule", "x"], "--select RULE"), (["test", "specs"], "homescreen run"),
    (["run", "--os", "17.9"], "17.7 and 18.0"), (["run", "--locale", "deutsch"], "Did you mean \"de\"?"),
  ])
  func mistakesInArgumentsLeadToTheCure(arguments: [String], words: String) throws {
    let result = try homescreen(arguments)
    #expect(result.exitCode != 0 || arguments.first == "help")
    #expect((result.stdout + result.stderr).contains(words), "\(arguments): \(result.stderr)")
  }

  @Test func folderWithoutScenariosIsReported() throws {
    let folder = TemporaryFolder()
    let result = try homescreen(["run", "."], in: folder)
    #expect(result.exitCode == 4 && result.stderr.contains("there is no scenario; a script has it("), "\(result)")
    folder.write("a_spec.lua", "it('a', print)")
    let filtered = try homescreen(["run", ".", "--filter", "b"], in: folder)
    #expect(filtered.exitCode == 4 && filtered.stderr.contains("no scenario matched; --list"), "\(filtered)")
  }

  @Test(arguments: [
    ("menu_spec.lua", "did you mean specs/menu_spec.lua?"),
    ("specs/other_spec.lua:1", "no such file"), ("specs/menu_spec.lua:x", "no such file"),
  ])
  func missingScriptLeadsToTheRightOne(path: String, words: String) throws {
    let folder = TemporaryFolder()
    folder.write("specs/menu_spec.lua", "it('a', print)")
    let result = try homescreen(["run", path], in: folder)
    #expect(result.exitCode == 66 && result.stderr.contains(words), "\(result)")
  }

  /// A line of a scenario or a block, or one inside of it, selects it.
  @Test(arguments: [
    (1, []), (2, ["outer a", "outer inner b", "outer inner b (c)"]), (3, ["outer a"]), (4, ["outer a"]),
    (7, ["outer inner b"]), (6, ["outer inner b", "outer inner b (c)"]), (9, ["outer inner b (c)"]),
    (99, []),
  ])
  func lineSelectsItsScenario(line: Int, names: [String]) throws {
    let folder = TemporaryFolder()
    folder.write(
      "specs/a_spec.lua",
      """
      -- it("is a comment")
      describe("outer", function()
        it("a", function()
          assert.is_true(true)
        end)
        describe("inner", function()
          it("b", function() end)
          local text = [[
          it("b")]] it("b (c)", function() end)
        end)
      end)
      """)
    let result = try homescreen(["run", "specs/a_spec.lua:\(line)", "--list"], in: folder)
    #expect(result.exitCode == (names.isEmpty ? 4 : 0), "\(result)")
    #expect(result.lines.map { $0.split(separator: ": ").last.map(String.init) } == names, "\(result)")
  }

  /// The command that repeats a failure runs no other scenario whose name contains its name.
  @Test func repeatedScenarioIsTheOnlyOne() throws {
    let folder = TemporaryFolder()
    folder.write("a.lua", "it('jetsam', function() error 'x' end) it('jetsam by launch', print)")
    let failed = try homescreen(["run", "a.lua"], in: folder)
    #expect(failed.stdout.contains("repeat homescreen run a.lua --filter '=jetsam'"), "\(failed)")
    let again = try homescreen(["run", "a.lua", "--filter", "=jetsam", "--list"], in: folder)
    #expect(again.lines.count == 1, "\(again)")
    #expect(try homescreen(["run", "a.lua", "--filter", "=jet"], in: folder).exitCode == 4)
  }

  @Test func filterWithoutMatchIsReportedNextToABrokenFile() throws {
    let folder = TemporaryFolder()
    folder.write("specs/a_spec.lua", "it(")
    folder.write("specs/b_spec.lua", "it('b', print)")
    let result = try homescreen(["run", "--filter", "nosuch"], in: folder)
    #expect(result.exitCode == 2 && result.stderr.contains("no scenario matched"), "\(result)")
    #expect(try !homescreen(["run"], in: folder).stderr.contains("no scenario matched"))
  }

  /// The advice names only options that exist.
  @Test func advisedOptionsExist() throws {
    let helps = try ["run", "lint"].map { try homescreen([$0, "--help-all"]).stdout }
    for (command, word) in [("run", "--grep"), ("run", "--maxfail"), ("run", "--tag"), ("lint", "--skip")] {
      let message = try homescreen([command, word]).stderr.split(separator: "\n")[0]
      let advised = message.split(separator: " ").filter { $0.hasPrefix("--") }
      #expect(!advised.isEmpty)
      for option in advised {
        #expect(helps[command == "run" ? 0 : 1].contains("\(option)".filter { $0 != "," && $0 != "." }), "\(message)")
      }
    }
  }
}
