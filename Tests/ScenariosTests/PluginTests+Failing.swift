import Events
import HomeScreenReports
import LuaAPI
import Platform
import Scenarios
import TestSupport
import Testing

/// Problems of plugins.
extension PluginTests {
  @Test(arguments: [
    ("return homescreen.plugin { name = 'x', global = {} }", "unknown-field", "Did you mean 'globals'?"),
    ("return homescreen.plugin { name = 'x', on = { icn = print } }", "unknown-field", "Did you mean 'icon'?"),
    ("return homescreen.plugin { name = 'x', on = { icon = 1 } }", "plugin", "on.icon: expected a function, got 1"),
    ("return homescreen.plugin {}", "plugin", "the field “name” is required"),
    ("return homescreen.plugin { name = 'a b' }", "plugin", "“name” cannot be"),
    ("return homescreen.plugin { name = '' }", "plugin", "“name” cannot be"),
    ("return homescreen.plugin { name = 'x', api = 4 }", "plugin", "api 4"),
    ("return homescreen.plugin { name = 'x', matchers = { 1, 2 } }", "plugin", "only named fields"),
    ("return homescreen.plugin { name = 'x', globals = { ['a b'] = 1 } }", "plugin", "not a Lua name"),
    (
      "return homescreen.plugin { name = 'x', commands = { go = { summary = 'goes' } } }", "plugin",
      "needs the function run"
    ),
    (
      "return homescreen.plugin { name = 'x', commands = { go = { run = print, sumary = '' } } }", "unknown-field",
      "'summary'"
    ),
    (
      "return homescreen.plugin { name = 'x', rules = { r = { check = print, severity = 'bad' } } }", "plugin",
      "rules.r.severity cannot be \"bad\""
    ),
    ("return homescreen.plugin 'x'", "argument", "takes a table"),
    ("return { name = 'x' }", "plugin", "returns a table instead of a plugin"),
    ("local t = {} t.t = t return t", "plugin", "returns a table instead of a plugin"),
    ("local t = { name = 'x' } t.t = t return homescreen.plugin(t)", "unknown-field", "no field 't'"),
    ("return 42", "plugin", "returns 42 instead of a plugin"), ("", "plugin", "returns nil instead of a plugin"),
    ("error 'broken'", "runtime", "broken"), ("return +", "syntax", "unexpected symbol"),
    ("while true do end", "plugin", "does not end"),
    ("pcall(function() while true do end end) while true do end", "plugin", "does not end"),
    ("require 'nonesuch'", "module", "next to the plugin"), ("\u{1B}Lua", "syntax", "compiled"),
    ("os.exit()", "runtime", "cannot end the process"), ("describe('x', function() end)", "runtime", "describe"),
    ("math.random()", "runtime", "random"),
  ])
  func brokenPluginIsReportedAndTheRunContinues(text: String, code: String, words: String) throws {
    let result = try run("it('passes', function() end)", text)
    #expect(result.results.map(\.status) == [.passed], "\(result.text)")
    #expect(result.exitCode == .scriptError)
    let failed = try #require(result.problems.first)
    #expect(result.problems.count == 1)
    #expect(failed.plugin.hasSuffix("plugin0.lua") || failed.plugin == "x")
    #expect(failed.problem.code == code, "\(failed)")
    #expect((failed.problem.message + (failed.problem.hint ?? "")).contains(words), "\(failed)")
  }

  @Test func greedyPluginReachesTheMemoryLimit() throws {
    let result = try run("it('x', function() end)", "local text = ('x'):rep(64 << 20)", budget: 1_000_000_000)
    #expect(result.results.map(\.status) == [.passed])
    #expect(result.problems.map(\.problem.code) == ["memory"], "\(result.text)")
  }

  @Test(arguments: [
    (
      "globals = { device_of = 1, Device = 1 }",
      "the global 'Device' of the plugin demo has a name that the API already uses"
    ),
    ("globals = { pairs = 1 }", "a name that Lua already uses"),
    ("globals = { describe = 1 }", "a name that homescreen already uses"),
    ("globals = { spy = 1 }", "a name that homescreen already uses"), ("globals = { assert = 1 }", "already uses"),
    ("matchers = { Equal = print }", "the matcher 'Equal' of the plugin demo has a name that assert already uses"),
    ("matchers = { is = print }", "a name that assert already uses"),
    ("commands = { history = print }", "a name that the REPL already uses"),
    ("reporters = { json = print }", "a name that homescreen already uses"),
  ])
  func builtInNamesAreReserved(fields: String, words: String) throws {
    let result = try run(
      "it('passes', function() assert.equal(1, 1) assert.truthy(Device) for _ in pairs {} do end end)",
      Self.plugin(fields))
    #expect(result.results.map(\.status) == [.passed], "\(result.text)")
    #expect(result.exitCode == .scriptError)
    #expect(result.problems.count == 1)
    #expect(result.problems.first?.problem.message.contains(words) == true, "\(result.text)")
  }

  @Test func twoPluginsWithOneNameAreBothReported() throws {
    let result = try run(
      "it('x', function() assert.equal('first', who()) assert.mine() end)",
      "return homescreen.plugin { name = 'one', globals = { who = function() return 'first' end }, matchers = { mine = function() return true end } }",
      "return homescreen.plugin { name = 'two', globals = { who = 1, more = 2 }, matchers = { MINE = print } }",
      "return homescreen.plugin { name = 'one', globals = { third = 3 } }")
    #expect(result.results.map(\.status) == [.passed], "\(result.text)")
    #expect(
      result.problems.map(\.problem.message) == [
        "two plugins have the global 'who': one and two", "two plugins have the matcher 'MINE': one and two",
        "two plugins have the name 'one': plugin0.lua and plugin2.lua",
      ])
    #expect(result.exitCode == .scriptError)
  }

  /// A REPL creates a session for each rewind; none may leak.
  @Test func sessionWithPluginsIsFreed() throws {
    let folder = TemporaryFolder()
    let path = folder.write(
      "p.lua",
      "local all = {} local p = homescreen.plugin { name = 'p', globals = { all = all }, on = { process = function(e, d) "
        + "all[#all + 1] = { e, d } end } } all.p = p return p")
    weak var kept: Session?
    weak var device: AnyObject?
    do {
      let session = try Session(at: .folder(folder.path), services: ReportServices())
      session.devices.logCommands()
      var problems = 0
      session.load(nil, plugins: [PluginSource(path: path)]) { _ in problems += 1 }
      try session.run("device = Device {} device:reboot() all.d = device", chunkName: "=test")
      #expect(problems == 0)
      kept = session
      device = session.devices.current
      #expect(device != nil)
    }
    #expect(kept == nil)
    #expect(device == nil)
  }

  @Test func missingFileIsReported() throws {
    let result = try PluginRun("it('x', function() end)", sources: [PluginSource(path: "/nonesuch/demo.lua")])
    #expect(result.exitCode == .scriptError)
    #expect(result.problems.first?.plugin == "/nonesuch/demo.lua")
    #expect(result.problems.first?.problem.code == "unreadable")
  }

  @Test func problemsAreReportedOncePerRun() throws {
    let run = try Run(
      files: [
        ("homescreen.lua", "return { plugins = { 'gone.lua' } }"), ("a.lua", "it('a', function() end)"),
        ("b.lua", "it('b', function() end)"),
      ])
    // homescreen.lua is named as a script here; the test counts the reports of the missing plugin.
    let reports = run.events.count { if case .pluginFailed = $0 { true } else { false } }
    #expect(reports == 1)
    #expect(run.exitCode == .scriptError)
  }
}
