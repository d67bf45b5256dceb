import LuaAPI
import Scenarios
import TestSupport
import Testing

/// Plugins in a run: what they add, and what is wrong with them.
@Suite struct PluginTests {
  /// A run of `test.lua` with these plugins beside it.
  private func run(
    _ script: String = "it('passes', function() end)", _ plugins: String..., budget: Int64 = 20_000_000
  ) throws -> PluginRun {
    try PluginRun(script, plugins: plugins, budget: budget)
  }

  private static func plugin(_ fields: String, before: String = "") -> String {
    "\(before)\nreturn homescreen.plugin { name = 'demo', \(fields) }"
  }

  // MARK: What they add

  @Test func globalsAreSeenByScriptsAndNothingElseIs() throws {
    let result = try run(
      """
      it("works", function()
        assert.equal(6, triple(2))
        assert.equal("hidden", reveal())
        assert.is_nil(secret)
        assert.is_nil(string.shout)
      end)
      secret = nil
      """,
      Self.plugin(
        "globals = { triple = function(n) return 3 * n end, reveal = function() return secret end }",
        before: "secret = 'hidden' function string.shout() end _G.other = 1"))
    #expect(result.exitCode == .success, "\(result.text)")
    #expect(result.problems.isEmpty)
  }

  @Test func pluginsDoNotSeeScriptsOrEachOther() throws {
    let result = try run(
      "mine = 1 it('x', function() assert.is_nil(peek('mine')) assert.is_nil(peek('theirs')) end)",
      "theirs = 1 return homescreen.plugin { name = 'a' }",
      "return homescreen.plugin { name = 'b', globals = { peek = function(name) return _G[name] end } }")
    #expect(result.exitCode == .success, "\(result.text)")
  }

  @Test func loadCompilesForThePlugin() throws {
    let result = try run(
      "it('x', function() assert.equal(7, set(7)) assert.is_nil(value) end)",
      Self.plugin("globals = { set = function(n) load('value = ...')(n) return value end }"))
    #expect(result.exitCode == .success, "\(result.text)")
  }

  @Test func matchersAreAssertions() throws {
    let result = try run(
      """
      it("holds", function() assert.even(2) assert.is_even(2) assert.Not.even(3) assert.is_not.even(3) end)
      it("fails", function() assert.even(3) end)
      it("fails negated", function() assert.Not.even(2) end)
      """,
      Self.plugin(
        "matchers = { even = function(negated, n) return n % 2 == 0, n .. ' is ' .. (negated and 'even' or 'odd') end }"
      ))
    #expect(result.results.map(\.status) == [.passed, .failed, .failed])
    #expect(result.results[1].problem?.message == "3 is odd")
    #expect(result.results[2].problem?.message == "2 is even")
    #expect(result.exitCode == .failure)
  }

  @Test func modulesLieBesideThePlugin() throws {
    let folder = TemporaryFolder()
    folder.write("tools/parts/words.lua", "word = 'from the module' return { word = word }")
    let plugin = folder.write(
      "tools/demo.lua",
      "local words = require 'parts.words' assert(require 'parts.words' == words) assert(word)"
        + " return homescreen.plugin { name = 'demo', globals = { word_of_plugin = function() return words.word end } }"
    )
    let result = try PluginRun(
      "it('x', function() assert.equal('from the module', word_of_plugin()) assert.is_nil(word) end)",
      sources: [PluginSource(path: plugin)])
    #expect(result.exitCode == .success, "\(result.text)")
    let outside = folder.write("tools/outside.lua", "require '..secret' return homescreen.plugin { name = 'o' }")
    let refused = try PluginRun("it('x', function() end)", sources: [PluginSource(path: outside)])
    #expect(refused.problems.first?.problem.code == "module", "\(refused.text)")
  }

  // MARK: Hooks

  private static let scene = """
    local package = AppPackage {
      plist = {
        CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint",
        CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } },
      },
      files = { ["night@2x.png"] = { 120, 120 }, ["night@3x.png"] = { 180, 180 } },
    }
    local function device_with_app()
      local device = Device { model = "iPhone", os = "17.5" }
      local app = device:install(package)
      device:launch(app)
      return device, app
    end
    """

  @Test func hooksGetEventsInOrderWhenTheCommandHasEnded() throws {
    let result = try run(
      Self.scene + """

        it("x", function()
          local device, app = device_with_app()
          app:run(function() UIApplication.shared:setAlternateIconName "night" end)
          device.alert:tap "OK"
          local expected = {}
          for _, event in ipairs(device.trace) do
            if event.kind == "icon" or event.kind == "alert" then table.insert(expected, event.kind .. " " .. event.name) end
          end
          assert.same(expected, seen())
          assert.equal("home screen is at rest", state())
        end)
        """,
      Self.plugin(
        """
        on = { icon = note, alert = note }, globals = { seen = function() return list end, state = function() return rest end }
        """,
        before: """
          list = {}
          function note(event, device)
            table.insert(list, event.kind .. " " .. event.name)
            if event.name == "answered" then rest = device.alert == nil and "home screen is at rest" or "an alert is there" end
          end
          """))
    #expect(result.exitCode == .success, "\(result.text)")
  }

  @Test func hooksThatOnlyReadLeaveTheTraceAlone() throws {
    let script =
      Self.scene
        + """

        it("x", function()
          local device, app = device_with_app()
          math.random()
          app:run(function() UIApplication.shared:setAlternateIconName "night" end)
          device.alert:tap "OK"
          print(math.random(1000), os.time(), device.trace.hash)
        end)
        """
    let kinds = ["callback", "log", "alert", "menu", "icon", "delivery", "presentation", "process", "quirk"]
    let all = kinds.map { "\($0) = look" }.joined(separator: ", ")
    let plain = try run(script)
    let watched = try run(
      script,
      Self.plugin(
        "on = { \(all) }", before: "function look(event, device) return tostring(event), device.trace.hash end"))
    #expect(watched.exitCode == .success, "\(watched.text)")
    #expect(plain.output == watched.output)
    #expect(plain.traceHash == watched.traceHash)
  }

  @Test func hooksMayUseCommandsAndCannotGoOnForEver() throws {
    let result = try run(
      Self.scene
        + "\nit('x', function() local device = device_with_app() assert.equal('home', device.springboard.mode) print(count(), other()) end)",
      "local n = 0 return homescreen.plugin { name = 'a', globals = { count = function() return n end },"
        + " on = { process = function(event, device) n = n + 1 device:pressHome() device:reboot() end } }",
      "local n = 0 return homescreen.plugin { name = 'b', globals = { other = function() return n end },"
        + " on = { process = function(event, device) n = n + 1 device:reboot() end } }")
    #expect(result.exitCode == .success, "\(result.text)")
    #expect(result.output.count == 1)
    #expect(result.problems.isEmpty, "\(result.text)")
  }

  @Test func aHookThatFailsIsToldOnceAndSwitchedOff() throws {
    let result = try run(
      Self.scene + "\nfor i = 1, 3 do it('x' .. i, function() device_with_app() end) end",
      Self.plugin("on = { process = function() error('no luck') end, callback = function() while true do end end }"))
    #expect(result.results.map(\.status) == [.passed, .passed, .passed])
    #expect(result.exitCode == .scriptError)
    #expect(result.problems.map(\.plugin) == ["demo", "demo"])
    #expect(
      Set(result.problems.map(\.problem.message)) == [
        "the hook on.process failed and is switched off: no luck",
        "the hook on.callback failed and is switched off: the plugin does not come to an end",
      ], "\(result.text)")
  }

  @Test func theBudgetOfAPluginIsItsOwn() throws {
    // The hook may use a tenth of 20 million; the script needs nearly all of its own.
    let result = try run(
      Self.scene + "\nit('x', function() device_with_app() for i = 1, 4500000 do end end)",
      Self.plugin("on = { process = function() for i = 1, 100000 do end end }"))
    #expect(result.exitCode == .success, "\(result.text)")
  }

  // MARK: What is wrong with them

  @Test(arguments: [
    ("return homescreen.plugin { name = 'x', global = {} }", "unknown-field", "Did you mean 'globals'?"),
    ("return homescreen.plugin { name = 'x', on = { icn = print } }", "unknown-field", "Did you mean 'icon'?"),
    ("return homescreen.plugin { name = 'x', on = { icon = 1 } }", "plugin", "must be a function"),
    ("return homescreen.plugin {}", "plugin", "the field name is needed"),
    ("return homescreen.plugin { name = 'a b' }", "plugin", "name cannot be"),
    ("return homescreen.plugin { name = '' }", "plugin", "name cannot be"),
    ("return homescreen.plugin { name = 'x', api = 2 }", "plugin", "api 2"),
    ("return homescreen.plugin { name = 'x', matchers = { 1, 2 } }", "plugin", "named fields only"),
    ("return homescreen.plugin { name = 'x', globals = { ['a b'] = 1 } }", "plugin", "no name of Lua's"),
    (
      "return homescreen.plugin { name = 'x', commands = { go = { summary = 'goes' } } }", "plugin",
      "needs the function run"
    ),
    (
      "return homescreen.plugin { name = 'x', commands = { go = { run = print, sumary = '' } } }", "unknown-field",
      "'summary'"
    ),
    (
      "return homescreen.plugin { name = 'x', rules = { r = { check = print, severity = 'bad' } } }", "argument",
      "\"warning\""
    ),
    ("return homescreen.plugin 'x'", "argument", "takes a table"),
    ("return { name = 'x' }", "plugin", "returns a table and not a plugin"),
    ("local t = {} t.t = t return t", "plugin", "returns a table and not a plugin"),
    ("local t = { name = 'x' } t.t = t return homescreen.plugin(t)", "unknown-field", "no field 't'"),
    ("return 42", "plugin", "returns 42 and not a plugin"), ("", "plugin", "returns nil and not a plugin"),
    ("error 'broken'", "runtime", "broken"), ("return +", "syntax", "unexpected symbol"),
    ("while true do end", "plugin", "does not come to an end"),
    ("pcall(function() while true do end end) while true do end", "plugin", "does not come to an end"),
    ("require 'nonesuch'", "module", "beside the plugin"), ("\u{1B}Lua", "syntax", "compiled"),
    ("os.exit()", "runtime", "nil value"), ("describe('x', function() end)", "runtime", "describe"),
    ("math.random()", "runtime", "random"),
  ])
  func aBrokenPluginIsNamedAndTheRunGoesOn(text: String, code: String, words: String) throws {
    let result = try run("it('passes', function() end)", text)
    #expect(result.results.map(\.status) == [.passed], "\(result.text)")
    #expect(result.exitCode == .scriptError)
    let failed = try #require(result.problems.first)
    #expect(result.problems.count == 1)
    #expect(failed.plugin.hasSuffix("plugin0.lua") || failed.plugin == "x")
    #expect(failed.problem.code == code, "\(failed)")
    #expect((failed.problem.message + (failed.problem.hint ?? "")).contains(words), "\(failed)")
  }

  @Test func aGreedyPluginReachesTheCeiling() throws {
    let result = try run("it('x', function() end)", "local text = ('x'):rep(64 << 20)", budget: 1_000_000_000)
    #expect(result.results.map(\.status) == [.passed])
    #expect(result.problems.map(\.problem.code) == ["memory"], "\(result.text)")
  }

  @Test(arguments: [
    ("globals = { device_of = 1, Device = 1 }", "the global 'Device' of the plugin demo is already a name of the API"),
    ("globals = { pairs = 1 }", "already a name of Lua"),
    ("globals = { describe = 1 }", "already a name of homescreen"),
    ("globals = { spy = 1 }", "already a name of homescreen"), ("globals = { assert = 1 }", "already a name of"),
    ("matchers = { Equal = print }", "the matcher 'Equal' of the plugin demo is already a name of assert"),
    ("matchers = { is = print }", "already a name of assert"),
    ("commands = { history = print }", "already a name of the REPL"),
    ("reporters = { json = print }", "already a name of homescreen"),
  ])
  func aNameOfOursIsNotTaken(fields: String, words: String) throws {
    let result = try run(
      "it('passes', function() assert.equal(1, 1) assert.truthy(Device) for _ in pairs {} do end end)",
      Self.plugin(fields))
    #expect(result.results.map(\.status) == [.passed], "\(result.text)")
    #expect(result.exitCode == .scriptError)
    #expect(result.problems.count == 1)
    #expect(result.problems.first?.problem.message.contains(words) == true, "\(result.text)")
  }

  @Test func twoPluginsWithOneNameAreBothNamed() throws {
    let result = try run(
      "it('x', function() assert.equal('first', who()) assert.mine() end)",
      "return homescreen.plugin { name = 'one', globals = { who = function() return 'first' end }, matchers = { mine = function() return true end } }",
      "return homescreen.plugin { name = 'two', globals = { who = 1, more = 2 }, matchers = { MINE = print } }",
      "return homescreen.plugin { name = 'one', globals = { third = 3 } }")
    #expect(result.results.map(\.status) == [.passed], "\(result.text)")
    #expect(
      result.problems.map(\.problem.message) == [
        "two plugins have the global 'who': one and two", "two plugins have the matcher 'MINE': one and two",
        "two plugins are called 'one': plugin0.lua and plugin2.lua",
      ])
    #expect(result.exitCode == .scriptError)
  }

  /// A REPL makes a session for each rewind; none of them may stay.
  @Test func aSessionWithPluginsIsFreed() throws {
    let folder = TemporaryFolder()
    let path = folder.write(
      "p.lua",
      "local all = {} local p = homescreen.plugin { name = 'p', globals = { all = all }, on = { process = function(e, d) "
        + "all[#all + 1] = { e, d } end } } all.p = p return p")
    weak var kept: Session?
    weak var device: AnyObject?
    do {
      let session = try Session(at: .folder(folder.path))
      session.logCommands()
      var problems = 0
      session.load(nil, plugins: [PluginSource(path: path)]) { _ in problems += 1 }
      try session.run("device = Device {} device:reboot() all.d = device", chunkName: "=test")
      #expect(problems == 0)
      kept = session
      device = session.currentDevice
      #expect(device != nil)
    }
    #expect(kept == nil)
    #expect(device == nil)
  }

  @Test func aMissingFileIsNamed() throws {
    let result = try PluginRun("it('x', function() end)", sources: [PluginSource(path: "/nonesuch/demo.lua")])
    #expect(result.exitCode == .scriptError)
    #expect(result.problems.first?.plugin == "/nonesuch/demo.lua")
    #expect(result.problems.first?.problem.code == "unreadable")
  }

  @Test func problemsAreToldOnceInARun() throws {
    let run = try Run(
      files: [
        ("homescreen.lua", "return { plugins = { 'gone.lua' } }"), ("a.lua", "it('a', function() end)"),
        ("b.lua", "it('b', function() end)"),
      ])
    // homescreen.lua was named as a script here; what counts is how often the missing plugin is told.
    let told = run.events.count { if case .pluginFailed = $0 { true } else { false } }
    #expect(told == 1)
    #expect(run.exitCode == .scriptError)
  }
}
