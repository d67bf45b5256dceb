import Events
import HomeScreenSimulator
import LuaAPI
import Platform
import Scenarios
import TestSupport
import Testing

/// Plugins in a run: their additions and problems.
@Suite struct PluginTests {
  /// Runs `test.lua` next to these plugins.
  func run(
    _ script: String = "it('passes', function() end)", _ plugins: String..., budget: Int64 = 20_000_000
  ) throws -> PluginRun {
    try PluginRun(script, plugins: plugins, budget: budget)
  }

  static func plugin(_ fields: String, before: String = "") -> String {
    "\(before)\nreturn homescreen.plugin { name = 'demo', \(fields) }"
  }

  // MARK: Additions

  @Test func scriptsSeeOnlyPluginGlobals() throws {
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

  @Test func pluginModulesAreNextToThePlugin() throws {
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

  @Test func hooksGetEventsInOrderAfterTheCommand() throws {
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

  @Test func readOnlyHooksDoNotChangeTheTrace() throws {
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
    let all = TraceEventKind.allCases.map { "\($0.rawValue) = look" }.joined(separator: ", ")
    let plain = try run(script)
    let watched = try run(
      script,
      Self.plugin(
        "on = { \(all) }", before: "function look(event, device) return tostring(event), device.trace.hash end"))
    #expect(watched.exitCode == .success, "\(watched.text)")
    #expect(plain.output == watched.output)
    #expect(plain.traceHash == watched.traceHash)
  }

  /// Its table lists the parts of plugins; the row `on` lists event kinds.
  @Test func articleListsEveryEventAndPart() throws {
    let article = try Repository.text("Sources/LuaAPI/LuaAPI.docc/Plugins.md").split(separator: "\n")
    func row(_ part: String) -> Substring? { article.first { $0.hasPrefix("| `\(part)` |") } }
    let hooks = row("on")
    for kind in TraceEventKind.allCases where hooks?.contains("`\(kind.rawValue)`") != true {
      Issue.record("Plugins.md, row `on`: `\(kind.rawValue)` is missing")
    }
    let catalog = APICatalog.homescreen
    let declaration = try #require(catalog.entries.first { $0.qualifiedName == "homescreen.plugin" })
    let parts = declaration.parameters.flatMap(\.fields).map(\.name).filter {
      !["name", "version", "api"].contains($0)
    }
    #expect(parts.count > 5)
    let plugin = try #require(catalog.type(named: "plugin"))
    for part in parts {
      if row(part) == nil { Issue.record("Plugins.md: the table has no row `\(part)`") }
      if catalog.member(part, of: plugin) == nil {
        Issue.record("PluginAPI.memberEntries: the property `\(part)` is missing")
      }
    }
  }

  @Test func hooksMayUseCommandsWithinALimit() throws {
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

  @Test func failingHookIsReportedOnceAndDisabled() throws {
    let result = try run(
      Self.scene + "\nfor i = 1, 3 do it('x' .. i, function() device_with_app() end) end",
      Self.plugin("on = { process = function() error('no luck') end, callback = function() while true do end end }"))
    #expect(result.results.map(\.status) == [.passed, .passed, .passed])
    #expect(result.exitCode == .scriptError)
    #expect(result.problems.map(\.plugin) == ["demo", "demo"])
    #expect(
      Set(result.problems.map(\.problem.message)) == [
        "the hook on.process failed and is disabled: no luck",
        "the hook on.callback failed and is disabled: the plugin does not end",
      ], "\(result.text)")
  }

  @Test func pluginsHaveTheirOwnBudget() throws {
    // The hook may use a tenth of 20 million; the script needs almost all of its budget.
    let result = try run(
      Self.scene + "\nit('x', function() device_with_app() for i = 1, 4500000 do end end)",
      Self.plugin("on = { process = function() for i = 1, 100000 do end end }"))
    #expect(result.exitCode == .success, "\(result.text)")
  }
}
