import Console
import HomeScreenReports
import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// Completions at each kind of position. A `|` in a line is the cursor.
@Suite struct CompletionTests {
  /// A device with two apps of the seeds, the second one in the foreground.
  private func makeSession() throws -> Session {
    let session = try Session(at: .bundled("scenarios/seeds"), services: ReportServices())
    try session.run(
      """
      device = Device { os = "17.5" }
      icons = device:install "fixtures/ChangeIcon.app"
      app = device:install "fixtures/ToolBox.app"
      device:launch(app)
      package = AppPackage "fixtures/ChangeIcon.app"
      own = { colour = "red", paint = function() end, ["not a name"] = 1 }
      trap = setmetatable({}, { __index = function() error "a metamethod ran" end, __pairs = error })
      child = setmetatable({ size = 1 }, { __index = { inherited = 2 } })
      text = "a text"
      """, chunkName: "=test")
    return session
  }

  private func answer(_ line: String, begun: String = "", in session: Session? = nil) throws -> CompletionAnswer {
    let session = try session ?? makeSession()
    let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let whole = parts.joined()
    return Completer(begun: { begun }, session: { session }).answer(line: whole, cursor: parts[0].utf8.count)
  }

  /// The completed lines, with the cursor after the inserted text.
  private func lines(_ line: String, begun: String = "") throws -> [String] {
    let before = String(line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)[0])
    return try answer(line, begun: begun).completions.map { completion in
      String(decoding: before.utf8.dropLast(completion.replacedBytes), as: UTF8.self) + completion.replacement
    }
  }

  // MARK: Members

  @Test(arguments: [
    (
      "device.springboard:icon(app):p|", ["device.springboard:icon(app):picture", "device.springboard:icon(app):press"]
    ),
    ("device.springboard:icon(app):press():it|", ["device.springboard:icon(app):press():item"]),
    ("device.springboard.icons[1].la|", ["device.springboard.icons[1].label"]),
    ("(device.springboard):ic|", ["(device.springboard):icon"]),
    ("device.trace[1].ki|", ["device.trace[1].kind"]),
    ("Device {}.springb|", ["Device {}.springboard"]),
    ("device:install \"x.app\".bundleI|", ["device:install \"x.app\".bundleIdentifier"]),
    ("UIApplication.shared.keyWindow.root|", ["UIApplication.shared.keyWindow.rootViewController"]),
    (
      "device.conditions.icon|",
      [
        "device.conditions.iconCooldown", "device.conditions.iconFault", "device.conditions.iconHandlerOffMain",
      ]
    ),
    ("app.crash.rea|", ["app.crash.reason"]),
    ("print(device.fro|", ["print(device.front"]), ("x = device.fro|", ["x = device.front"]),
    ("text:upp|", ["text:upper"]), ("(\"x\"):rep|", ["(\"x\"):rep"]), ("device.model:up|", ["device.model:upper"]),
    ("own.|", ["own.colour", "own.paint"]), ("own:|", ["own:paint"]), ("child.|", ["child.inherited", "child.size"]),
    ("string.for|", ["string.format"]), ("io.li|", ["io.lines"]), ("spy.|", ["spy.is_spy", "spy.new", "spy.on"]),
    ("assert.is.Not.handled|", ["assert.is.Not.handled_once"]),
    (
      "package.plist.CFBundleIcons.CFBundleAlternateIcons.newi|",
      [
        "package.plist.CFBundleIcons.CFBundleAlternateIcons.newicon"
      ]
    ),
  ])
  func membersOfTypedExpressionsAreCompleted(line: String, expected: [String]) throws {
    let found = try lines(line)
    if line.hasPrefix("spy.") {
      #expect(Set(expected).isSubset(of: found), "\(found)")
    } else {
      #expect(found == expected)
    }
  }

  /// After the wrong operator the intended member is found, with the right operator.
  @Test func methodAfterADotAndPropertyAfterAColonAreCorrected() throws {
    #expect(try lines("device.lau|") == ["device:launch"])
    #expect(try lines("device:fro|") == ["device.front"])
    #expect(try lines("help(device.lau|") == ["help(device.launch"])
    #expect(try lines("?device.lau|") == ["?device.launch"])
  }

  @Test func namesOfTheSameStatementAreKnown() throws {
    #expect(try lines("local d, n = Device {}, 1 d.springb|") == ["local d, n = Device {}, 1 d.springboard"])
    #expect(
      try lines("icon:pre|", begun: "for _, icon in ipairs(device.springboard.icons) do") == [
        "icon:press"
      ])
    let handler = "app:run(function()\nUIApplication.shared:setAlternateIconName(nil, function(e)"
    #expect(try lines("e.dom|", begun: handler) == ["e.domain"])
    let shortcut =
      "function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, done)"
    #expect(try lines("item.localizedT|", begun: shortcut) == ["item.localizedTitle"])
    #expect(try lines("item.localizedT|", begun: shortcut + "\nend") == [])
    #expect(try lines("d.adv|", begun: "local d = Device {}\nlocal f = function(d) end") == ["d:advance"])
    #expect(try lines("f|", begun: "local fff = function(d) end").contains("fff"))
    #expect(try lines("loc|", begun: "local localName = 1") == ["local", "localName"])
  }

  @Test func namesMatchInAnyLetterCase() throws {
    #expect(try lines("uiapplication|").contains("UIApplication"))
    #expect(try lines("dev|") == ["device"])
  }

  @Test func completionRunsNoScripts() throws {
    for line in ["trap.|", "trap.x.|", "trap:|", "trap[\"|", "trap.x:call(\"|", "for k in pairs(trap) do k.|"] {
      #expect(try answer(line) == CompletionAnswer(), "\(line)")
    }
  }

  // MARK: Fields

  @Test(arguments: [
    ("Device { mo|", ["Device { model = "]),
    (
      "Device { model = \"iPad\", |",
      [
        "Device { model = \"iPad\", conditions = ", "Device { model = \"iPad\", locale = ",
        "Device { model = \"iPad\", os = ", "Device { model = \"iPad\", seed = ",
      ]
    ),
    (
      "device:launch(app, { u|",
      [
        "device:launch(app, { universalLink = ", "device:launch(app, { url = ", "device:launch(app, { urls = ",
        "device:launch(app, { userActivity = ",
      ]
    ),
    ("device:launch(app, { notification = { si|", ["device:launch(app, { notification = { silent = "]),
    ("AppPackage { fi|", ["AppPackage { files = "]), ("AppPackage({ pl| = 1 })", ["AppPackage({ plist"]),
    (
      "AppPackage { plist = { CFBundleIcons|",
      [
        "AppPackage { plist = { CFBundleIcons = "
      ]
    ),
    ("AppPackage { catalog = { AppIcon = { ki|", ["AppPackage { catalog = { AppIcon = { kind = "]),
    (
      "AppPackage { catalog = { AppIcon = { entries = { { idi|",
      [
        "AppPackage { catalog = { AppIcon = { entries = { { idiom = "
      ]
    ),
    ("device.conditions = { iconF|", ["device.conditions = { iconFault = "]),
    ("Device { conditions = { iconF|", ["Device { conditions = { iconFault = "]),
    ("device.springboard:icon(app):move { d|", ["device.springboard:icon(app):move { dock = "]),
    (
      "UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { ty|",
      [
        "UIApplication.shared.shortcutItems = { UIApplicationShortcutItem { type = "
      ]
    ),
  ])
  func unsetFieldsAreCompleted(line: String, expected: [String]) throws {
    #expect(try lines(line).sorted() == expected)
  }

  // MARK: Strings

  @Test(arguments: [
    // The foreground app.
    ("UIApplication.shared:setAlternateIconName(\"b|", ["UIApplication.shared:setAlternateIconName(\"blue\""]),
    ("icons:why(\"ni|", []), ("icons:why(\"ne|", ["icons:why(\"newicon\""]),
    ("icons:why \"NE|", ["icons:why \"newicon\""]),
    ("icons:why('ne|')", ["icons:why('newicon"]), ("icons:why [[ne|", ["icons:why [[newicon]]"]),
    ("device.springboard:icon(app):press():item \"Rem|", ["device.springboard:icon(app):press():item \"Remove App\""]),
    ("device.springboard:icon(\"iconC|", ["device.springboard:icon(\"iconChange\""]),
    ("Device { model = \"iPhone 13 mi|", ["Device { model = \"iPhone 13 mini\""]),
    (
      "Device { os = \"26.|",
      [
        "Device { os = \"26.4\"", "Device { os = \"26.3\"", "Device { os = \"26.2\"", "Device { os = \"26.1\"",
        "Device { os = \"26.0\"",
      ]
    ),
    ("device.conditions.iconFault = \"busyU|", ["device.conditions.iconFault = \"busyUntilReboot\""]),
    ("if device.conditions.iconFault == \"busyU|", ["if device.conditions.iconFault == \"busyUntilReboot\""]),
    ("device.locale = \"zh-Hans|", ["device.locale = \"zh-Hans\""]),
    ("Device { conditions = { iconFault = \"busyU|", ["Device { conditions = { iconFault = \"busyUntilReboot\""]),
    ("if app.state == \"runningF|", ["if app.state == \"runningForeground\""]),
    ("app:terminate \"j|", ["app:terminate \"jetsam\""]),
    ("device:install(\"x\", { lifecycle = \"sw|", ["device:install(\"x\", { lifecycle = \"swiftUI\""]),
    ("help \"ICON-11|", ["help \"ICON-110\"", "help \"ICON-111\""]), ("help(\"device:lau|", ["help(\"device:launch\""]),
    (
      "package.plist:get(\"CFBundleIcons\", \"CFBundleAlt|",
      [
        "package.plist:get(\"CFBundleIcons\", \"CFBundleAlternateIcons\""
      ]
    ),
    ("package.plist[\"CFBundleIc|", ["package.plist[\"CFBundleIcons\""]), ("own[\"not|", ["own[\"not a name\""]),
    ("device:install \"fixtures/Tool|", ["device:install \"fixtures/ToolBox.app\""]),
    ("plist.load \"fixtures/ToolBox.app/In|", ["plist.load \"fixtures/ToolBox.app/Info.plist\""]),
    ("UIApplicationShortcutIcon { type = \"favo|", ["UIApplicationShortcutIcon { type = \"favorite\""]),
    ("package:lint { select = \"icon-file-listed|", ["package:lint { select = \"icon-file-listed-twice\""]),
  ])
  func stringArgumentsAreCompleted(line: String, expected: [String]) throws {
    let found = try lines(line)
    if line.contains("ICON-11") {
      #expect(Set(expected).isSubset(of: found))
    } else {
      #expect(found == expected)
    }
  }

  /// An index that no list has is a missing key.
  @Test(arguments: ["-9223372036854775808", "0", "-1", "9223372036854775807"])
  func indexBeyondAListIsHarmless(index: String) throws {
    #expect(try lines("package.plist:get(\"\(index)\", \"nosuch|").isEmpty)
  }

  @Test func stringsAreEscapedForLua() throws {
    let session = try makeSession()
    try session.run(
      #"odd = AppPackage { plist = { ["a\"b\\c\1"] = 1 } }"#, chunkName: "=test")
    let found = try answer("odd.plist[\"a|", in: session).completions
    #expect(found.map(\.replacement) == [#"a\"b\\c\x01""#])
    let value = try session.run(#"return odd.plist["\#(found[0].replacement)]"#, chunkName: "=test")
    #expect(value.first?.integer == 1)
  }

  @Test func unwritableNamesAreNotOffered() throws {
    let folder = TemporaryFolder()
    folder.write("night\n.lua", "x")
    folder.write("night two.lua", "x")
    let session = try Session(at: .folder(folder.path), services: ReportServices())
    #expect(try answer(":save ni|", in: session).completions.map(\.replacement) == ["\"night two.lua\""])
    #expect(
      try answer("plist.load \"night|", in: session).completions.map(\.replacement).sorted() == [
        "night two.lua\"", "night\\n.lua\"",
      ])
    #expect(try answer("plist.load [[night|", in: session).completions.map(\.replacement) == ["night two.lua]]"])
    try session.run(#"info = AppPackage { plist = { ["CFBundle\"x"] = 1 } }.plist"#, chunkName: "=test")
    #expect(try answer(#"info:add("CFBundle\"|"#, in: session).completions.map(\.replacement) == [#"CFBundle\"x""#])
  }

  @Test func commentsNumbersAndNewNamesAreNotCompleted() throws {
    for line in [
      "-- dev|", "x = 12|", "local dev|", "for dev|", "function f(dev|", "--[[ dev|", "x = \"dev|", "goto dev|",
    ] {
      #expect(try answer(line).completions.isEmpty, "\(line)")
    }
    #expect(try lines("--[[ ]] devic|") == ["--[[ ]] device"])
  }

  // MARK: Slots

  @Test func methodsOfDelegatesComeWithTheirArguments() throws {
    #expect(
      try lines("function app.sceneDelegate:windowScene_p|") == [
        "function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(windowScene, shortcutItem, completionHandler)"
      ])
    #expect(try lines("function app.sceneDelegate:windowScene_p|()").allSatisfy { $0.hasSuffix("completionHandler") })
    #expect(
      try lines("function app.rootViewController:|").sorted() == [
        "function app.rootViewController:viewDidAppear(animated)", "function app.rootViewController:viewDidLoad()",
      ])
    #expect(try lines("function app.d|") == ["function app.delegate"])
    #expect(try lines("function app.m|") == ["function app.main()"])
  }

  // MARK: Signatures

  @Test func hintShowsTheExpectedArgument() throws {
    let launch = try answer("device:launch(|")
    #expect(launch.note == "device:launch(app[, situation])  app: the app")
    #expect(launch.isOverview && launch.completions.map(\.replacement) == ["app", "icons"])
    #expect(try answer("device:launch(app, |").note?.contains("situation: why the app is launched") == true)
    #expect(
      try answer("icons:why(\"|").note?.hasSuffix(
        "name: the name that the app would ask for, or nil for the primary icon") == true)
    #expect(try answer("device:record(|").completions.map(\.replacement) == ["function() "])
    let published = try answer("device:install(\"x\", { published = |").completions.map(\.replacement)
    #expect(published == ["false", "true"])
    #expect(
      try answer("device:launch|").completions.first?.signature?.hasPrefix("device:launch(app[, situation])  Launches")
        == true)
  }

  @Test func luaFunctionsAreKnown() throws {
    #expect(try answer("string.rep(|").note?.hasPrefix("string.rep(s, n[, separator])  ") == true)
    #expect(try answer("(\"x\"):rep(|").note?.hasPrefix("string.rep(s, n[, separator])  ") == true)
    #expect(try answer("string.rep|").completions.first?.signature?.hasPrefix("string.rep(s, n") == true)
    #expect(try answer("tostri|").completions.first?.signature?.hasPrefix("tostring(value)  ") == true)
    // Globals that the script assigns belong to the script.
    #expect(try answer("local tostring = 1; tostri|").completions.first?.signature == nil)
    #expect(try answer("local string = { rep = 1 }; string.rep|").completions.first?.signature == nil)
  }

  // MARK: Commands

  @Test func commandsAndTheirArgumentsAreCompleted() throws {
    #expect(try lines(":hi|") == [":history"])
    #expect(try answer(":sav|").completions.first?.summary == REPLWord.save.summary)
    #expect(try lines(":help ICON-111|") == [":help ICON-111"])
    #expect(try lines(":help device:lau|") == [":help device:launch"])
    #expect(try lines(":save fixtures/ToolBox.app/In|") == [":save fixtures/ToolBox.app/Info.plist"])
    #expect(try answer(":history |").note == ":history  shows the lines with their times")
    #expect(try answer(":nonesuch x|") == CompletionAnswer())
  }

  @Test func failingPluginIsReportedInTheCompletion() throws {
    let folder = TemporaryFolder()
    let path = folder.write(
      "p.lua",
      """
      return homescreen.plugin { name = 'p', api = 1, commands = {
        c = { run = print, summary = 'Runs.', complete = function(device, words)
          if words[1] == 'bad' then error 'no' end return { 'night' } end } } }
      """)
    let session = try Session(at: .folder(folder.path), services: ReportServices())
    session.load(nil, plugins: [PluginSource(path: path)]) { Issue.record("\($0.error.message)") }
    #expect(try answer(":c n|", in: session).completions.map(\.replacement) == ["night"])
    #expect(try answer(":c n|", in: session).note == ":c  Runs.")
    for _ in 1...2 {
      let failed = try answer(":c bad|", in: session)
      #expect(failed.completions.isEmpty, "\(failed)")
      #expect(failed.note?.hasPrefix("plugin p: ") == true && failed.note?.contains(":c failed: ") == true, "\(failed)")
    }
  }

  @Test func folderWithManyFilesIsSearched() throws {
    let folder = TemporaryFolder()
    for number in 1...2_050 { folder.write("a\(number).lua", "") }
    folder.write("zoo.lua", "")
    let session = try Session(at: .folder(folder.path), services: ReportServices())
    #expect(try answer(":load zo|", in: session).completions.map(\.replacement) == ["zoo.lua"])
    #expect(try answer("require \"zo|", in: session).completions.map(\.replacement) == ["zoo\""])
  }

  @Test(arguments: [
    "", " ", "}", ")))", "((((", "function", "function :", "a..", "a::", "\u{0}", "local function", "[[", "\"\\",
    "{{{{ x",
    "x[", "x[\"", "f{}{}{}.", "f\"\"\"\".", "for in ipairs() do", "for a in", "local x = x x.", "local a, b = f( b.",
    "function a.b.c.d:", "🙂.", "device:launch(app, { notification = { userInfo = { ", "assert.",
    "Device { conditions = {",
  ])
  func anyTextIsCompleted(line: String) throws {
    _ = try answer(line)
    _ = try answer(line + "|rest")
  }

  @Test func longTextsAreCompleted() throws {
    let session = try makeSession()
    for line in [
      String(repeating: "(", count: 50_000), String(repeating: "device.", count: 20_000),
      String(repeating: "x[", count: 50_000), String(repeating: "function() ", count: 10_000),
      String(repeating: "local x = x(x) ", count: 2_000) + "x.", String(repeating: "x", count: 2_000_000),
    ] {
      _ = try answer(line, in: session)
    }
  }
}
