import HomeScreenReports
import Platform
import TestSupport
import Testing

/// Plugins and `homescreen.lua` through the executable.
@Suite struct PluginTests {
  private let folder = TemporaryFolder()
  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  private static let app = "\(root)/lua/scenarios/seeds/fixtures/ChangeIcon.app"

  private func write(_ name: String, _ fields: String, before: String = "") -> String {
    folder.write("\(name).lua", "\(before) return homescreen.plugin { name = '\(name)', \(fields) }")
  }

  // MARK: The example

  @Test func examplePluginWorksAsDocumented() throws {
    let result = try homescreen(
      ["run", "--no-plugins", "\(Self.root)/lua/plugins"]
        + ["timeline", "team_rules", "actions", "callbacks"].flatMap {
          ["--plugin", "\(Self.root)/lua/plugins/\($0).lua"]
        })
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("8 passed"))
  }

  @Test func examplePluginAddsAREPLCommand() throws {
    let lines = """
      app:activate()
      UIApplication.shared:setAlternateIconName("newicon")
      :timeline alert
      :timeline menu
      """
    let plugin = "\(Self.root)/lua/plugins/timeline.lua"
    let result = try homescreen(["repl", "--plugin", plugin, "--os", "17.5", Self.app], stdin: lines + "\n")
    #expect(result.exitCode == 0, "\(result)")
    #expect(
      result.stdout == """
        0.200 s  alert shown label=You have changed the icon for “iconChange”. owner=app
        nothing has been seen yet

        """)
    let outside = try homescreen(["plugin", "--plugin", plugin, "--os", "17.5", "timeline", "timeline"])
    #expect(outside.exitCode == 0, "\(outside)")
    #expect(outside.stdout == "nothing has been seen yet\n")
  }

  // MARK: Settings

  @Test func settingsApplyToScriptsBelowThem() throws {
    folder.write(
      "homescreen.lua",
      "return { os = { '12.4', '17.5' }, models = { 'iPad', 'iPhone' }, plugins = { 'tools/p.lua' }, app = 'apps/My.app' }"
    )
    folder.write("tools/p.lua", "return homescreen.plugin { name = 'p', globals = { given = 'by the plugin' } }")
    folder.write(
      "apps/My.app/Info.plist",
      "<plist><dict><key>CFBundleIdentifier</key><string>com.example.my</string></dict></plist>")
    folder.makeFolder(".git")
    let user = ["XDG_CONFIG_HOME": "\(folder.path)/user"]
    #expect(try homescreen(["trust", folder.path], environment: user).exitCode == 0)
    let script = folder.write(
      "specs/deep/a.lua",
      """
      local device = Device {}
      print(device.os, device.model, given, device:install().bundleIdentifier, Device { model = "iPhone" }.os)
      for cell in matrix { os = homescreen.settings.os } do print(cell.os) end
      it("x", function() end)
      """)
    // Also in the short form without options.
    for arguments in [["run", script], ["run", "--format", "terminal", script], ["run", "\(folder.path)/specs"]] {
      let result = try homescreen(arguments, environment: user)
      #expect(result.exitCode == 0, "\(result)")
      #expect(result.stdout.hasPrefix("12.4\tiPad\tby the plugin\tcom.example.my\t12.4\n12.4\n17.5\n"), "\(result)")
    }
    // The settings are not a scenario.
    let all = try homescreen(["run", "--format", "json", folder.path])
    #expect(!all.stdout.contains("\"file\":\"\(folder.path)/homescreen.lua\""), "\(all)")
  }

  @Test(arguments: [
    ("return { plugin = {} }", "the settings have no field 'plugin'"), ("return { 1, 2 }", "place for values without"),
    ("return { baseline = 'a.txt' }", "no field 'baseline': write lint = { baseline = … }"),
    ("return { os = 'seventeen' }", "seventeen"), ("return { models = { 'iPhnoe' } }", "iPhnoe"),
    ("return { models = 3 }", "models must be a list of strings"),
    ("return { plugins = { {} } }", "plugins[1] must be a non-empty string"),
    ("return { app = '' }", "app must be a non-empty string"),
    ("return { lint = { suppres = {} } }", "lint has no field 'suppres'"),
    ("return 7", "instead of a table"), ("", "returns nothing instead of a table"), ("error 'x'", "homescreen.lua:1"),
    ("return +", "“+” is not a string"), ("return device", "“device” is not a string"),
    ("return { plugins = { 'gone.lua' } }", "gone.lua"),
  ])
  func unusableSettingsAreReportedAndTheRunContinues(text: String, words: String) throws {
    try isNamed(text, words, [])
  }

  @Test(arguments: [
    ("error 'x'", "at homescreen.lua:1"), ("return +", "unexpected symbol"), ("while true do end", "budget"),
    ("return device", "returns nothing"), ("local t = {} t.plugins = t return t", "plugins must be a list"),
    ("return { plugins = { 'gone.lua' } }", "gone.lua"),
    ("local t = {} for i = 1, 30000 do t[i] = { code = 'x' } end return { lint = { suppressed = t } }", "20000 values"),
  ])
  func trustedSettingsRunAsCode(text: String, words: String) throws {
    try isNamed(text, words, ["--trust"])
  }

  private func isNamed(_ text: String, _ words: String, _ options: [String]) throws {
    folder.write("homescreen.lua", text)
    let script = folder.write("a.lua", "it('passes', function() end)")
    let result = try homescreen(["run", script] + options)
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stdout.contains("✓ passes") && result.stdout.contains("1 passed"), "\(result)")
    #expect(result.stdout.contains(words), "\(result)")
  }

  @Test func editorTypeFilesAreNotSettings() throws {
    folder.write("homescreen.lua", "---@meta homescreen\nerror 'never'")
    let result = try homescreen(["run", folder.write("a.lua", "it('passes', function() end)")])
    #expect(result.exitCode == 0, "\(result)")
  }

  // MARK: Reporters

  @Test func reporterGetsTheEventsOfTheRun() throws {
    // No built-in format will have this name.
    let plugin = write(
      "abacus",
      """
      reporters = { abacus = function(event, write)
        if event.event == 'scenarioFinished' then
          count = (count or 0) + 1
          write(count .. ',' .. table.concat(event.name, '/') .. ',' .. event.status .. ',' .. (event.problem and event.problem.message or ''))
        elseif event.event == 'runFinished' then write('total ' .. event.passed + event.failed) end
      end }
      """)
    let script = folder.write(
      "a.lua", "describe('d', function() it('a', function() end) it('b', function() assert.is_true(false) end) end)")
    let result = try homescreen(["run", "--plugin", plugin, "--format", "abacus", script])
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.lines.first == "1,d/a,passed,")
    #expect(result.lines.last == "total 2")
    let unknown = try homescreen(["run", "--plugin", plugin, "--format", "abakus", script])
    #expect(unknown.exitCode == 64)
    let names = (RunFormats.names + ["abacus"]).joined(separator: ", ")
    #expect(
      unknown.stderr.contains("unknown format “abakus”; use one of \(names); did you mean “abacus”?"),
      "\(unknown)")
  }

  @Test(arguments: ["error 'no'", "while true do end", "write()", "write(('x'):rep(1 << 30))"])
  func failingReporterHidesNoFailure(body: String) throws {
    let plugin = write(
      "bad", "reporters = { bad = function(event, write) if event.event == 'scenarioFinished' then \(body) end end }")
    let script = folder.write("a.lua", "it('fails here', function() assert.is_true(false) end)")
    let result = try homescreen([
      "run", "--budget", "20000000", "--memory", "32", "--plugin", plugin, "--format", "bad", script,
    ])
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stderr.contains("plugin bad:"), "\(result)")
    #expect(result.stderr.contains("✗ fails here"), "\(result)")
  }

  /// A hook that fails late is reported once, and not again when lines rerun.
  @Test func failingHooksOfTheREPLAreReportedOnce() throws {
    let plugin = write("demo", "on = { process = function(event) print('seen ' .. event.name) error 'no' end }")
    let result = try homescreen(
      ["repl", "--plugin", plugin], stdin: "device:reboot()\ndevice:advance(1)\ndevice:rewind(0.5)\ndevice.time\n")
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stdout == "seen install\n0.5\n", "\(result)")
    #expect(result.stderr.split(separator: "\n").count { $0.contains("is disabled") } == 1, "\(result)")
  }

  // MARK: Commands and lists

  @Test func listsPluginContents() throws {
    let plugin = write(
      "demo",
      "version = '2.1', globals = { pairs = 1, mine = 2 }, commands = { go = { run = print, summary = 'Goes.' } }, "
        + "rules = { careful = { check = print, severity = 'warning' } }, reporters = { csv = print }, on = { icon = print }"
    )
    let result = try homescreen(["plugin", "list", "--plugin", plugin])
    #expect(result.exitCode == 2, "\(result)")
    for text in [
      "demo 2.1", ":go", "Goes.", "global      mine", "pairs  (left out)", "careful", "csv", "icon",
    ] {
      #expect(result.stdout.contains(text), "\(text): \(result)")
    }
    #expect(result.stderr.contains("that Lua already uses"))
    let none = try homescreen(["plugin", "list"])
    #expect(none.stdout.hasPrefix("no plugins"), "\(none)")
  }

  @Test func commandsGetTheDeviceAndArguments() throws {
    let plugin = write(
      "demo",
      "commands = { say = function(device, ...) return device.os, select('#', ...), ... end, fail = function() error 'no' end }"
    )
    let result = try homescreen(
      ["repl", "--plugin", plugin, "--os", "17.5"], stdin: ":say a 'b c' \"\"\n:say\nx = 1\n::label:: x = 2\nx\n")
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout == "\"17.5\"\n3\n\"a\"\n\"b c\"\n\"\"\n\"17.5\"\n0\n2\n")
    let unknown = try homescreen(["repl", "--plugin", plugin], stdin: ":sya\nprint 'never'\n")
    #expect(unknown.exitCode == 1)
    #expect(unknown.stdout == "")
    #expect(unknown.stderr.contains("Did you mean :say?"), "\(unknown)")
    let shell = try homescreen(["plugin", "--plugin", plugin, "--os", "17.5", "demo", "say", "one", "two"])
    #expect(shell.stdout == "17.5\n2\none\ntwo\n", "\(shell)")
    for (arguments, code) in [(["demo", "fail"], Int32(1)), (["demo", "gone"], 1), (["nobody", "say"], 4)] {
      let wrong = try homescreen(["plugin", "--plugin", plugin] + arguments)
      #expect(wrong.exitCode == code, "\(wrong)")
    }
  }

  @Test func replLoadsTheInitFileOfTheUser() throws {
    folder.write("homescreen/init.lua", "return homescreen.plugin { name = 'own', globals = { own = 'mine' } }")
    let environment = ["XDG_CONFIG_HOME": folder.path]
    let result = try homescreen(["repl"], stdin: "own\n", environment: environment)
    #expect(result.stdout == "\"mine\"\n", "\(result)")
    let without = try homescreen(["repl", "--no-init"], stdin: "own\n", environment: environment)
    #expect(without.stdout == "", "\(without)")
    let script = folder.write("a.lua", "it('x', function() assert.is_nil(own) end)")
    #expect(try homescreen(["run", script], environment: environment).exitCode == 0)
    folder.write("homescreen/init.lua", "error 'broken'")
    let broken = try homescreen(["repl"], stdin: "1\n", environment: environment)
    #expect(broken.exitCode == 2, "\(broken)")
    #expect(broken.stdout == "1\n")
    #expect(broken.stderr.contains("plugin init.lua: init.lua:1: broken"), "\(broken)")
    folder.write("homescreen/init.lua", "local x = 1")
    #expect(try homescreen(["repl"], stdin: "1\n", environment: environment).exitCode == 0)
  }
}
