import TestSupport
import Testing

/// Common first inputs work and explain their effect.
@Suite struct FirstLinesTests {
  private static let firstLines = """
    UIApplication.shared:setAlternateIconName("night")
    device.alert:tap "OK"
    device:pressHome()
    print(app.iconName, device.front)

    """

  @Test func firstLinesWorkInAPipeAndWithE() throws {
    let folder = TemporaryFolder()
    let piped = try ChildProcess.run(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$1\" repl", folder.path, try BuiltExecutable.path()],
      stdin: Self.firstLines, timeLimit: 20)
    #expect(piped.exitCode == 0 && piped.stdout == "night\tnil\n", "\(piped)")
    #expect(piped.stderr == "icon is now “night”; an alert is shown: device.alert:tap \"OK\"\n")
    let chunks = try homescreen(["-e", "print(1)", "-e", Self.firstLines], in: folder)
    #expect(chunks.exitCode == 0 && chunks.stdout == "1\nnight\tnil\n", "\(chunks)")
  }

  @Test(arguments: [[], ["run"]]) func firstLinesRunAsAScript(command: [String]) throws {
    let folder = TemporaryFolder()
    folder.write("first.lua", Self.firstLines)
    let result = try homescreen(command + ["first.lua"], in: folder)
    #expect(result.exitCode == 0 && result.stdout.hasPrefix("night\tnil\n"), "\(result)")
    folder.write("own.lua", "local d = Device {}\n" + Self.firstLines)
    let own = try homescreen(command + ["own.lua"], in: folder)
    #expect(own.exitCode == 2 && (own.stdout + own.stderr).contains("no app's code is running here"), "\(own)")
    folder.write("scenario.lua", "it('is alone', function()\n" + Self.firstLines + "end)")
    let scenario = try homescreen(command + ["scenario.lua"], in: folder)
    #expect(scenario.exitCode == 1 && (scenario.stdout + scenario.stderr).contains("no app's code"), "\(scenario)")
  }

  @Test func appOfTheFolderIsOpened() throws {
    let folder = TemporaryFolder()
    let app = Repository.root + "/lua/scenarios/seeds/fixtures/ChangeIcon.app"
    folder.write("Mine.app/Info.plist", try Repository.text("lua/scenarios/seeds/fixtures/ChangeIcon.app/Info.plist"))
    let own = try homescreen(["-e", "print(app.bundleIdentifier, app.state)"], in: folder)
    #expect(own.stdout == "com.example.iconchange\trunningForeground\n", "\(own)")
    let named = try homescreen(["repl", app, "-e", "print(app.bundleIdentifier)"], in: TemporaryFolder())
    #expect(named.stdout == "com.example.iconchange\n", "\(named)")
    let sample = try homescreen(["-e", "print(app.bundleIdentifier)"], in: TemporaryFolder())
    #expect(sample.exitCode == 0 && sample.stdout.hasPrefix("com.example."), "\(sample)")
    let missing = try homescreen(["repl", "nowhere.app", "-e", "print(1)"], in: TemporaryFolder())
    #expect(missing.exitCode == 66 && missing.stdout.isEmpty, "\(missing)")
  }

  @Test func appLinkOutOfTheFolderIsIgnored() throws {
    let folder = TemporaryFolder()
    folder.write(
      "victim/Mine.app/Info.plist", try Repository.text("lua/scenarios/seeds/fixtures/ChangeIcon.app/Info.plist"))
    folder.write("victim/Mine.app/secret.txt", "secret")
    folder.makeFolder("clone/.git")
    folder.link("clone/Mine.app", to: "../victim/Mine.app")
    let secret = "\(folder.path)/victim/Mine.app/secret.txt"
    folder.write("clone/x.lua", "print(app.bundleIdentifier) print((io.open('\(secret)')))")
    let run = {
      try ChildProcess.run(
        "/bin/sh", ["-c", "cd \"$0\" && exec \"$1\" x.lua", folder.path + "/clone", BuiltExecutable.path()])
    }
    let refused = try run()
    #expect(refused.exitCode == 0 && refused.stdout.contains("com.example.paint\nnil\n"), "\(refused)")
    #expect((refused.stdout + refused.stderr).contains("leads out of the folder"), "\(refused)")
    // An app in the folder itself is used.
    folder.write(
      "own/Mine.app/Info.plist", try Repository.text("lua/scenarios/seeds/fixtures/ChangeIcon.app/Info.plist"))
    let own = try ChildProcess.run(
      "/bin/sh",
      ["-c", "cd \"$0\" && exec \"$1\" -e 'print(app.bundleIdentifier)'", folder.path + "/own", BuiltExecutable.path()])
    #expect(own.stdout == "com.example.iconchange\n", "\(own)")
  }

  // MARK: Answers

  @Test func refusalExplainsTheReasonAndTheFix() throws {
    let result = try homescreen(["-e", "UIApplication.shared:setAlternateIconName('nigth')"], in: TemporaryFolder())
    let lines = result.stderr.split(separator: "\n")
    #expect(result.exitCode == 0 && lines.count == 3, "\(result)")
    #expect(result.stderr.contains("NSCocoaErrorDomain 4, “The file doesn’t exist.”"), "\(result)")
    #expect(result.stderr.contains("declares “night”") && result.stderr.contains("Did you mean “night”?"), "\(result)")
    // The same as in `why`.
    let why = try homescreen(["-e", "print(app:why 'nigth')"], in: TemporaryFolder())
    #expect(why.stdout.contains("Did you mean “night”? Names are compared exactly."), "\(why)")
  }

  @Test(arguments: [
    ("UIApplication.shared:setAlternateIconName(nil)", "the icon is already the primary one"),
    ("UIApplication.shared:setAlternateIconName(night)", "night is nil, and nil means the primary icon"),
    ("app:activate() UIApplication.shared:open('nobody://x')", "nothing opens nobody://x (LAUNCH-132)"),
    (
      "device.springboard:icon(app):press():item(\"New Painting\"):tap()",
      "do: function app.sceneDelegate:windowScene_performActionForShortcutItem"
    ),
  ])
  func outcomeOfALineIsExplained(line: String, answer: String) throws {
    let result = try homescreen(["-e", line], in: TemporaryFolder())
    #expect(result.exitCode == 0 && result.stderr.contains(answer), "\(result)")
  }

  /// A variable of the line itself has a value.
  @Test(arguments: [
    "for _, n in ipairs { 'night' } do UIApplication.shared:setAlternateIconName(n) end",
    "local function p(name) UIApplication.shared:setAlternateIconName(name) end p('night')",
  ])
  func variableOfTheLineIsNotNil(line: String) throws {
    let result = try homescreen(["-e", line], in: TemporaryFolder())
    #expect(result.stderr.contains("icon is now “night”") && !result.stderr.contains("is nil"), "\(result)")
  }

  @Test func actionThatReachesCodeNeedsNoHint() throws {
    let lines = [
      "function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, done) done(true) end",
      "device.springboard:icon(app):press():item(\"New Painting\"):tap()",
    ]
    let result = try homescreen(lines.flatMap { ["-e", $0] }, in: TemporaryFolder())
    #expect(result.exitCode == 0 && result.stderr.isEmpty, "\(result)")
  }

  @Test(arguments: [
    ("device.alert:tap 'OK'", "No alert is on the screen, so device.alert is nil"),
    ("app:tap()", "device.springboard:icon(app):tap()"), ("device:open('x://y')", "device:launch(app, { url ="),
    ("device.springboard:icon(app):press():tap 'Search'", "menu:item(\"TITLE\"):tap()"),
    ("XCUIDevice.shared:press('home')", "device:pressHome() presses Home"), (":hlep", "Did you mean :help?"),
    (":restart", ":rewind goes back to the beginning"), (":screen", "device.screen is what"),
  ])
  func wordsOfOtherToolsAreExplained(line: String, hint: String) throws {
    let result = try homescreen(["-e", line], in: TemporaryFolder())
    #expect(result.exitCode == 1 && result.stderr.contains(hint), "\(result)")
    #expect(result.stderr.split(separator: "\n").count <= 5, "\(result)")
  }

  /// QUICK-088: a project without extensions has no widget; a built app may have one.
  @Test(arguments: [("quiet-icon", false), ("paint", true)])
  func rowOfSizesNeedsAWidget(sample: String, hasRow: Bool) throws {
    let line = """
      d = Device { os = "18.0" } a = d:install(homescreen.sample "\(sample)")
      for _, row in ipairs(d.springboard:icon(a):press().rows) do print(row.title) end
      """
    let result = try homescreen(["-e", line], in: TemporaryFolder())
    #expect(result.exitCode == 0 && result.stdout.contains("Edit Home Screen"), "\(result)")
    #expect(result.stdout.contains("Widget Size") == hasRow, "\(result)")
  }

  /// LAUNCH-061, LAUNCH-065: the launch itself succeeds.
  @Test func crashAtLaunchIsNoted() throws {
    let folder = TemporaryFolder()
    folder.write("App/Info.plist", try Repository.text("lua/scenarios/seeds/fixtures/ChangeIcon.app/Info.plist"))
    folder.write(
      "a_spec.lua",
      """
      it("launches", function()
        local device = Device { os = "27.0" }
        device:launch(device:install("App/Info.plist", { sdk = "27.0" }))
      end)
      """)
    let result = try homescreen(["run", "a_spec.lua"], in: folder)
    #expect(result.exitCode == 0 && "\(result)".contains("LAUNCH-061): assert.crashes(app, function()"), "\(result)")
  }

  /// The app's own alert leaves the screen with the app, and waiting does not bring it back.
  @Test func hiddenAlertNamesTheWayBack() throws {
    let lines = ["UIApplication.shared:setAlternateIconName('night')", "device:pressHome()", "device:settle()"]
    let ends = [("device.alert:tap 'OK'", 1), ("app:activate() device.alert:tap 'OK'", 0)]
    for (last, code) in ends {
      let result = try homescreen(
        ["repl", "paint", "--os", "17.5"] + (lines + [last]).flatMap { ["-e", $0] }, in: TemporaryFolder())
      #expect(result.exitCode == Int32(code), "\(result)")
      #expect(result.stderr.contains("is hidden, because its app left the screen: app:activate()") == (code == 1))
    }
  }

  @Test func alertIsAnsweredBeforeTheNextRequest() throws {
    let request = "UIApplication.shared:setAlternateIconName"
    let result = try homescreen(["-e", "\(request)('night')", "-e", "\(request)('meadow')"], in: TemporaryFolder())
    #expect(result.stderr.contains("do: an alert is shown; answer it first: device.alert:tap \"OK\""), "\(result)")
  }

  @Test(arguments: ["17", "iOS 17", "iPadOS 17.0"]) func versionMayIncludeTheSystemName(version: String) throws {
    let result = try homescreen(
      ["-e", "x = 1", "-e", ":os \(version)", "-e", "print(device.os)"], in: TemporaryFolder())
    #expect(result.exitCode == 0 && result.stdout.hasSuffix("17.0\n"), "\(result)")
    #expect(!result.stderr.contains("a line of the session makes"), "\(result)")
  }

  @Test func endOfARunningAppIsReported() throws {
    let handler = "app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler()"
    let result = try homescreen(
      [
        "-e", "function \(handler) while true do end end",
        "-e", "device.springboard:icon(app):press():item('Search'):tap()",
      ], in: TemporaryFolder())
    #expect(result.stderr.contains("com.example.paint ended: ") && result.stderr.contains("(LAUNCH-067)"), "\(result)")
  }

  @Test func deviceOfALineKeepsItsVersion() throws {
    let result = try homescreen(
      ["-e", "device = Device { os = '18.0' }", "-e", ":os 17", "-e", "print(device.os)"], in: TemporaryFolder())
    #expect(
      result.stderr.contains(
        "note: a line of the session makes the iPhone, iOS 18.0; change its model or os in that line"),
      "\(result)")
    #expect(result.stdout.hasSuffix("18.0\n"), "\(result)")
  }

  @Test(arguments: [
    (["explain", "cold launch"], "LAUNCH-"), (["explain", "quick action"], "_performActionForShortcutItem_"),
    (["-e", "print(help 'quick action')"], "_performActionForShortcutItem_"),
    (["explain", "it depends"], "  homescreen docs Code "),
  ])
  func commonSearchesAreAnswered(arguments: [String], name: String) throws {
    let result = try homescreen(arguments, in: TemporaryFolder())
    let text = result.stdout + result.stderr
    #expect(text.contains("These mention it:\n") && text.contains(name), "\(result)")
  }

  @Test(arguments: [
    (["run", "a.lua", "b"], ["there is no such file", "homescreen run a.lua -- b"], 66),
    (["run", "a.lua", "--app", "nowhere"], ["--app nowhere: there is no such file or folder"], 66),
    (["run", "a.lua", "--format", "junit=no/x.xml"], ["the folder is missing; create it with mkdir -p no"], 74),
  ])
  func missingPathIsReportedWithTheFix(arguments: [String], texts: [String], code: Int) throws {
    let folder = TemporaryFolder()
    folder.write("a.lua", "it('holds', function() end)")
    let result = try homescreen(arguments, in: folder)
    #expect(result.exitCode == Int32(code) && texts.allSatisfy { result.stderr.contains($0) }, "\(result)")
    #expect(result.stderr.hasPrefix("homescreen: "), "\(result)")
  }

  /// A sample can be named as in `:open`, unless a file has its name.
  @Test func sampleIsNamedLikeAnApp() throws {
    let folder = TemporaryFolder()
    let sample = try homescreen(["repl", "toolbox", "-e", "print(app.bundleIdentifier)"], in: folder)
    #expect(sample.exitCode == 0 && sample.stdout == "com.example.toolbox\n", "\(sample)")
    folder.write("toolbox", "a file")
    #expect(try homescreen(["repl", "toolbox", "-e", "x = 1"], in: folder).exitCode != 0)
  }

  @Test func sampleOpensItsLinks() throws {
    let result = try homescreen(
      ["-e", "device:pressHome() device:launch(app, { url = 'paint://new' }) print(app.state)"], in: TemporaryFolder())
    #expect(result.exitCode == 0 && result.stdout == "runningForeground\n", "\(result)")
  }

  // MARK: Home, and which device

  @Test func tapOnAnIconPressesHomeFirst() throws {
    let folder = TemporaryFolder()
    let lines = ["assert(device.front == app)", "device.springboard:icon(app):tap()", ":save tapped.lua"]
    let result = try homescreen(lines.flatMap { ["-e", $0] }, in: folder)
    #expect(result.exitCode == 0, "\(result)")
    let saved = try #require(folder.read("tapped.lua"))
    #expect(saved.contains("device:pressHome()\n  device.springboard:icon(app):tap()"), "\(saved)")
    #expect(try homescreen(["run", "tapped.lua"], in: folder).exitCode == 0)
    // In a script it stays an error with a hint.
    folder.write("own.lua", "device.springboard:icon(app):tap()")
    let script = try homescreen(["own.lua"], in: folder)
    #expect(script.exitCode == 2 && (script.stdout + script.stderr).contains("device:pressHome()"), "\(script)")
  }

  @Test func globalDeviceSelectsTheDevice() throws {
    let lines = [
      "local before = device", "other = Device { os = '15.0' } other:install(homescreen.sample 'paint')",
      "print(UIApplication.shared.applicationState, device.time == before.time)",
      "device = other", "print((pcall(function() return UIApplication.shared end)))",
    ]
    let result = try homescreen(lines.flatMap { ["-e", $0] }, in: TemporaryFolder())
    #expect(result.stdout == "active\ttrue\nfalse\n", "\(result)")
  }

  @Test func otherDevicesChangeNothingInsideAnApp() throws {
    let folder = TemporaryFolder()
    folder.write(
      "two.lua",
      """
      local device = Device { os = "17.5" }
      local app = device:install(homescreen.sample "paint")
      device:launch(app)
      app:run(function()
        local other = Device { os = "15.0" }
        other:install(homescreen.sample "paint")
        UIApplication.shared:setAlternateIconName "night"
        assert(UIApplication.shared.applicationState == "active")
      end)
      device.alert:tap "OK"
      print(app.iconName)
      """)
    let result = try homescreen(["two.lua"], in: folder)
    #expect(result.exitCode == 0 && result.stdout.hasPrefix("night\n"), "\(result)")
  }

  // MARK: Ways to run a script

  @Test func scriptGetsItsArguments() throws {
    let folder = TemporaryFolder()
    folder.write("args.lua", "print(arg[0], #arg, arg[1], arg[2])")
    for arguments in [["args.lua", "a", "--help"], ["run", "args.lua", "--", "a", "--help"]] {
      let result = try homescreen(arguments, in: folder)
      #expect(result.exitCode == 0 && result.stdout.hasPrefix("args.lua\t2\ta\t--help\n"), "\(result)")
    }
    folder.write("tool", "#!/usr/bin/env homescreen\nprint(#arg, 'tool')")
    let tool = try homescreen(["./tool", "x"], in: folder)
    #expect(tool.exitCode == 0 && tool.stdout.hasPrefix("1\ttool\n"), "\(tool)")
  }

  @Test func scriptComesFromStandardInput() throws {
    let run = { try homescreen(["run", "-"], stdin: $0, timeLimit: 20) }
    let result = try run("print(arg[0])\nit('holds', function() end)")
    #expect(result.exitCode == 0 && result.stdout.contains("-\n") && result.stdout.contains("1 passed"), "\(result)")
    for (text, reason) in [
      ("", "standard input is empty"), (String(repeating: "-- x\n", count: 4 << 20), "more than 16 MiB"),
    ] {
      let refused = try run(text)
      #expect(refused.exitCode == 66 && refused.stderr.contains(reason), "\(refused.stderr)")
    }
    let bytes = try ChildProcess.run(
      "/bin/sh", ["-c", "printf 'print(1)\\n\\377' | \"$0\" run -", try BuiltExecutable.path()])
    #expect(bytes.exitCode == 66 && bytes.stderr.contains("input:2:1: this is not UTF-8"), "\(bytes)")
    let two = try homescreen(["run", "-", "x.lua"])
    #expect(two.exitCode == 64 && two.stderr.contains("the only script"), "\(two)")
  }

  // MARK: Budgets

  @Test func endlessLoopEndsWithAHint() throws {
    let folder = TemporaryFolder()
    folder.write("loop.lua", "while true do end")
    let script = try homescreen(["loop.lua"], in: folder)
    #expect(script.exitCode == 2 && script.stdout.contains("--budget N, budget = N in homescreen.lua"), "\(script)")
    let line = try homescreen(["-e", "while true do end"], in: folder)
    #expect(line.exitCode == 1 && line.stderr.contains(":budget N"), "\(line)")
    let more = "for _ = 1, 30000000 do local x = 1 end print 'done'"
    let raised = try homescreen(["-e", ":budget 200000000", "-e", more], in: folder)
    #expect(raised.exitCode == 0 && raised.stdout.hasSuffix("done\n"), "\(raised)")
    folder.write("long.lua", "it('takes long', function() \(more) end)")
    #expect(try homescreen(["run", "long.lua"], in: folder).exitCode == 1)
    #expect(try homescreen(["run", "--budget", "200000000", "long.lua"], in: folder).exitCode == 0)
    // A script may raise it up to the limit of the command line.
    folder.write("own.lua", "it('takes long', function() budget(200000000) \(more) end)")
    #expect(try homescreen(["run", "own.lua"], in: folder).exitCode == 0)
    #expect(try homescreen(["run", "--budget", "1000000", "own.lua"], in: folder).exitCode == 1)
    folder.write("homescreen.lua", "return { budget = 200000000 }")
    #expect(try homescreen(["run", "long.lua"], in: folder).exitCode == 0)
    folder.write("homescreen.lua", "return { budget = -1 }")
    let bad = try homescreen(["run", "long.lua"], in: folder)
    #expect((bad.stdout + bad.stderr).contains("budget must be a number from 1 to 1000000000"), "\(bad)")
  }

  @Test func plainScriptGetsANewBudgetWithEachDevice() throws {
    let folder = TemporaryFolder()
    folder.write("many.lua", "for _ = 1, 10 do Device {} for _ = 1, 300000 do local x = 1 end end print 'done'")
    let many = try homescreen(["run", "many.lua"], in: folder)
    #expect(many.exitCode == 0 && many.stdout.hasPrefix("done"), "\(many)")
    // The limit of the command line also applies to the total.
    #expect(try homescreen(["run", "--budget", "2000000", "many.lua"], in: folder).exitCode == 2)
  }
}
