import Events
import Exploration
import HomeScreenReports
import LuaAPI
import LuaEngine
import Platform
import TestSupport
import Testing

/// Apps that loop, raise errors, grow, disappear or keep state, and invalid definitions.
@Suite struct BadDefinitionTests {
  private let fixture = ExplorationFixture()

  @Test func endlessCodeIsAHang() throws {
    let report = try fixture.explore(
      "code = function(app) function app.sceneDelegate:sceneDidBecomeActive() while true do end end end,", depth: 1)
    let finding = try #require(report.findings.first { $0.invariant == "no hang" })
    #expect(finding.fact == "LAUNCH-067")
    #expect(finding.happened.contains("0x8badf00d"))
    // The crash rule includes hangs.
    let scenario = finding.scenario().replacing("rules.no_hang", with: "rules.no_crash")
    #expect(scenario.contains("rules.no_crash"))
    let error = #expect(throws: LuaError.self) {
      let session = try Session(at: .folder(fixture.folder.path), services: ReportServices())
      try session.run("it = function(_, body) body() end\n" + scenario, chunkName: "=minimized.lua")
    }
    #expect(error?.message.contains("the app terminated unexpectedly") == true, "\(error?.message ?? "")")
  }

  @Test func codeThatRaisesIsACrash() throws {
    let report = try fixture.explore(
      "code = function(app) function app.sceneDelegate:sceneDidBecomeActive() error 'oh' end end,", depth: 1)
    let finding = try #require(report.findings.first { $0.invariant == "no crash" })
    #expect(finding.happened.contains("oh"))
    #expect(finding.scenario().contains("pcall(function() "))
  }

  @Test func crashesAtTwoLocationsAreTwoFindings() throws {
    let report = try fixture.explore(
      """
      without = { "handled once", "completed once" }, code = function(app)
        function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
          if options.shortcutItem then error "boom one" end
        end
        function app.sceneDelegate:sceneWillEnterForeground()
          if self.hasLeft then error "boom two" end
        end
        function app.sceneDelegate:sceneDidEnterBackground() self.hasLeft = true end
      end,
      """, depth: 4)
    let crashes = report.findings.filter { $0.invariant == "no crash" }
    #expect(crashes.count == 2)
    #expect(crashes.contains { $0.happened.contains("boom one") })
    #expect(crashes.contains { $0.happened.contains("boom two") })
    #expect(crashes.allSatisfy { $0.fact == nil })
    #expect(!report.neverTaken.contains("quick action"))
  }

  /// Each step of a story has its own budget.
  @Test func longStoryOfSlowCodeIsNotAProblem() throws {
    let report = try fixture.explore(
      "actions = { work = { run = function() for _ = 1, 30000 do end end, when = function() return true end } },"
        + ExplorationFixture.sample, depth: 0, walks: 4, walkLength: 200
    ) { $0.budget = 1_000_000 }
    #expect(report.problem == nil)
    #expect(report.walks == 4)
    #expect(report.findings == [])
  }

  /// An endless step does not affect other stories.
  @Test func endlessStepEndsOnlyItsStory() throws {
    let report = try fixture.explore(
      "actions = { work = { run = function() while true do end end, when = function() return true end } },"
        + ExplorationFixture.onlyWarm, depth: 2
    ) { $0.budget = 1_000_000 }
    #expect(report.problem == nil)
    #expect(report.findings.map(\.invariant) == ["reaches the app"])
    #expect(report.notes.contains { $0.contains("“work” used up its instruction budget") })
    #expect(report.notes.contains { $0.contains("were not played to the end") })
    #expect(report.depth == 2 && !report.isExhausted)
  }

  /// A step that exceeds the budget of the search but not of the device is not a finding.
  @Test func brieflyBusyAppIsNotAFinding() throws {
    let report = try fixture.explore(
      """
      code = function(app)
        require "homescreen.delegates.apple_sample" (app)
        function app.sceneDelegate:sceneDidBecomeActive()
          for _ = 1, 6000 do DispatchQueue.main:async(function() end) end
        end
      end,
      """, depth: 1)
    #expect(report.findings.map(\.invariant) == [])
    #expect(report.notes.contains { $0.contains("the app comes to rest, but") })
  }

  @Test func endlessQueueIsReported() throws {
    let report = try fixture.explore(
      """
      code = function(app)
        local function again() DispatchQueue.main:async(again) end
        function app.sceneDelegate:sceneDidBecomeActive() again() end
      end,
      """, depth: 1)
    let finding = try #require(report.findings.first { $0.invariant == "comes to rest" })
    #expect(finding.scenario().contains("explore.rules.comes_to_rest(device)"))
    let session = try Session(at: .folder(fixture.folder.path), services: ReportServices())
    #expect(throws: LuaError.self) {
      try session.run("it = function(_, body) body() end\n" + finding.scenario(), chunkName: "=minimized.lua")
    }
  }

  @Test func codeThatExhaustsMemoryEndsOnlyItsStory() throws {
    let report = try fixture.explore(
      """
      code = function(app)
        function app.sceneDelegate:sceneDidBecomeActive()
          local text = "x"
          while true do text = text .. text end
        end
      end,
      """, depth: 1)
    #expect(report.findings.contains { $0.invariant == "no crash" || $0.invariant == "no hang" })
  }

  @Test func removedAppEndsTheStory() throws {
    let report = try fixture.explore(
      """
      actions = { remove = { run = function(app, _, device) device:uninstall(app) end, when = function() return true end } },
      """ + ExplorationFixture.sample, depth: 3, walks: 10)
    #expect(report.findings == [])
    #expect(!report.neverTaken.contains("remove"))
    #expect(report.problem == nil)
  }

  /// State kept between stories is not a finding.
  @Test func memoryKeptBetweenStoriesIsANote() throws {
    let report = try fixture.explore(
      """
      code = function(app)
        require "homescreen.delegates.apple_sample" (app)
        upvalue.starts = (upvalue.starts or 0) + 1
        if upvalue.starts > 20 then
          function app.sceneDelegate:sceneDidBecomeActive() error "only in later stories" end
        end
      end,
      """, depth: 2)
    #expect(report.findings == [])
    #expect(report.notes.contains { $0.contains("keeps state between stories") })
    #expect(report.notes.contains { $0.contains("behaved differently") })
  }

  @Test func globalsAreRestored() throws {
    let report = try fixture.explore(
      "code = function(app) starts = (starts or 0) + 1 assert(starts == 1) require \"homescreen.delegates.apple_sample\" (app) end,"
        // Without these actions, which would run it again in the same story.
        + "without = { \"update the app\", \"offload the app\" },"
    )
    #expect(report.findings == [])
    #expect(report.notes == [])
    #expect(report.problem == nil)
  }

  @Test func failingDefinitionIsReportedWithItsLocation() throws {
    let report = try fixture.explore(script: ExplorationFixture.script("code = function() error 'nope' end,"))
    #expect(report.apps[0].problem?.contains("nope") == true)
    #expect(report.exitCode == .scriptError)
  }

  @Test func failingCustomActionIsNoted() throws {
    let report = try fixture.explore(
      "actions = { wrong = { run = function() local x = nil; x() end, when = function() return true end } },"
        + ExplorationFixture.sample,
      depth: 2)
    #expect(report.findings == [])
    #expect(report.notes.contains { $0.contains("the action “wrong” failed") })
  }

  @Test(arguments: [
    "update = function() error 'the next build is missing' end,",
    "code = function(app, story) assert(not story.was, 'the next build is missing') story.was = true end,",
  ])
  func failingUpdateIsNoted(fields: String) throws {
    let report = try fixture.explore(fields, depth: 1)
    #expect(
      report.notes.contains { $0.contains(/“update the app” failed: .*the next build is missing/) }, "\(report.notes)")
  }

  @Test(arguments: [
    ("return 1", "defines no app to explore"),
    ("require 'homescreen.explore' {}", "the field app is required"),
    ("require 'homescreen.explore' { app = 'x', apps = 1 }", "unknown field “apps”"),
    ("require 'homescreen.explore' { app = 'x', code = 1 }", "code is a function, not a number"),
    ("require 'homescreen.explore' { app = 'x', actions = { a = 1 } }", "must be a function, or a table"),
    ("require 'homescreen.explore' { app = 'x', actions = { a = { run = print, wen = 1 } } }", "has no field “wen”"),
    ("local e = require 'homescreen.explore' e { app = 'x' } e { app = 'x' }", "two apps with the title"),
    ("local e = require 'homescreen.explore'\nlocal a = e { apps = 1 }", "app.lua:2: explore: unknown field"),
    ("return require 'homescreen.explore' { apps = 1 }", "app.lua: explore: unknown field"),
    (
      "local s = { url = 'a:b' } s.s = s\nlocal a = require 'homescreen.explore' { app = 'x', situations = { s } }",
      "app.lua:2: explore: a table in situations contains itself"
    ),
    ("require 'homescreen.explore' { app = 'x', situations = { url = 'a:b' } }", "situations must be a list of tables"),
    ("require 'homescreen.explore' { app = 'x', situations = { [2] = { url = 'a:b' } } }", "situations must be a list"),
    (
      "require 'homescreen.explore' { app = 'x', actions = { a = { run = print, when = 'always' } } }",
      "actions “a”: when is a function, not a string"
    ),
    (
      "require 'homescreen.explore' { app = 'x', actions = { a = { run = print, commutes = 'a' } } }",
      "actions “a”: commutes is a table, not a string"
    ),
    (
      "require 'homescreen.explore' { app = 'x', actions = { a = { run = print, commutes = { b = true } } } }",
      "actions “a”: commutes must be a list of names"
    ),
    (
      "require 'homescreen.explore' { app = 'x', actions = { left = print, right = { run = print, commutes = { 'lfet' } } } }",
      "“commutes” has an unknown action, “lfet”; use one of left, right"
    ),
    (
      "require 'homescreen.explore' { app = 'x', invariants = { a = { run = print, settled = 'yes' } } }",
      "invariants “a”: settled is a boolean, not a string"
    ),
    (
      "require 'homescreen.explore' { app = 'x', invariants = { a = { run = print, fact = 5 } } }",
      "invariants “a”: fact is a string, not a number"
    ),
    (
      "require 'homescreen.explore' { app = 'x', without = { ['reaches the app'] = true } }",
      "without must be a list of names"
    ),
    ("this is not Lua", "app.lua"),
    ("while true do end", "budget"),
  ])
  func invalidDefinitionsAreReported(script: String, message: String) {
    let error = #expect(throws: ExploreError.self) { try fixture.explore(script: script) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("app = 'nowhere.app',", "nowhere.app"), ("without = { 'nobody' },", "unknown action or invariant, “nobody”"),
    ("devices = { { os = 'x' } },", "x"), ("devices = { 1 },", "a list of tables"),
    ("app = function() return 1 end,", "must return what"),
    ("devices = { {}, { os = 17 } },", "the app: entry 2 of devices: Device: os: expected a string"),
    ("devices = { { locale = 5 } },", "the app: entry 1 of devices: Device: locale"),
    ("invariants = { a = { run = function() end, fact = 'LAUNCH-13' } },", "Did you mean LAUNCH-013?"),
  ])
  func unexplorableAppsAreReported(fields: String, message: String) throws {
    let report = try fixture.explore(fields)
    #expect(report.problem?.contains(message) == true, "\(report.problem ?? "")")
    // Users cannot open that file.
    #expect(report.problem?.contains("explore.lua") == false, "\(report.problem ?? "")")
  }

  @Test func missingFileIsMissingInput() {
    let error = #expect(throws: ExploreError.self) {
      try Explorer(ExploreSource("\(fixture.folder.path)/none.lua"), options: ExploreOptions()).explore()
    }
    #expect(error?.isMissingInput == true, "\(error?.description ?? "")")
  }

  @Test func initialBreakIsFoundWithoutAStep() throws {
    let report = try fixture.explore(
      ExplorationFixture.sample
        + "invariants = { [\"a note is there\"] = function(app, story) return story.note ~= nil end },")
    #expect(report.findings.map(\.invariant) == ["a note is there"], "\(report)")
    #expect(report.findings.first?.steps.isEmpty == true)
    #expect(report.notes.isEmpty)
  }

  /// Code that fails after early successes is not the app's fault.
  @Test func definitionThatCountsItsInstallationsIsReported() throws {
    let report = try fixture.explore(
      "code = function() upvalue.n = (upvalue.n or 0) + 1 if upvalue.n > 9 then error \"too many\" end end,")
    let problem = try #require(report.problem)
    #expect(problem.contains("too many. It succeeded "))
    #expect(problem.contains("times before, so the definition keeps state"))
  }

  /// Locations in the exploration module are of no use to users.
  @Test func missingNamesAreReportedWithoutInternalLocations() throws {
    let missing = try fixture.explore(script: "return require \"homescreen.explore\" { app = \"none.app\" }")
    let problem = try #require(missing.apps[0].problem)
    #expect(problem.contains("none.app") && !problem.contains("explore.lua"))
    let error = #expect(throws: ExploreError.self) {
      try fixture.explore(script: "return require \"homescreen.explore\" { app = \"a\", cod = 1 }")
    }
    #expect(error?.description.hasPrefix("homescreen/explore.lua") == false, "\(error?.description ?? "")")
    #expect(error?.description.contains("app.lua: explore: unknown field “cod”") == true)
  }

  @Test func doubtfulRulesNeedSources() throws {
    let report = try fixture.explore(
      script: """
        return require "homescreen.explore" {
          app = require "homescreen.museum".item_package { { "new", "New note" } }, install = { doubtful = false },
        }
        """)
    let problem = try #require(report.apps[0].problem)
    #expect(problem.contains("needs sources, but none are read"))
  }
}
