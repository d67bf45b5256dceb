import Events
import Exploration
import LuaAPI
import TestSupport
import Testing

/// The stories of a search, and merged parts.
@Suite struct SearchTests {
  private let fixture = ExplorationFixture()

  @Test func shortestStoryComesFirst() throws {
    let report = try fixture.explore(ExplorationFixture.onlyWarm)
    let finding = try #require(report.findings.first)
    #expect(finding.steps.map(\.text) == ["quick action “New note”"])
    #expect(finding.invariant == "reaches the app")
    #expect(finding.fact == "LAUNCH-013")
    #expect(finding.breaksOn == report.devices.map(\.name))
  }

  @Test func correctAppHolds() throws {
    let report = try fixture.explore(ExplorationFixture.sample, depth: 4, walks: 10)
    #expect(report.findings == [])
    #expect(report.depth == 4 && report.walks == 10)
    #expect(report.facts.contains("LAUNCH-013"))
    #expect(report.neverTaken.contains("open a window"))
    #expect(!report.neverTaken.contains("jetsam"))
  }

  @Test func twoExplorationsAreEqual() throws {
    let reports = try (0..<2).map { _ in
      try fixture.explore(ExplorationFixture.onlyWarm, walks: 20)
    }
    #expect(reports[0] == reports[1])
  }

  /// A repeated state is not explored again, and the findings stay the same.
  @Test(arguments: [ExplorationFixture.onlyWarm, ExplorationFixture.sample, Self.keptTooLong])
  func recognisedStatesHideNoFindings(fields: String) throws {
    let merged = try fixture.explore(fields)
    let whole = try fixture.explore(fields) { $0.recognisesStates = false }
    #expect(merged.findings == whole.findings)
    #expect(merged.stories < whole.stories)
  }

  /// The stored item fires again at each activation.
  static let keptTooLong = """
    code = function(app)
      function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem end
      function app.sceneDelegate:sceneDidBecomeActive()
        if self.kept then app:didHandle(self.kept) end
      end
    end,
    """

  @Test(arguments: [1, 2, 3, 5]) func partsMakeTheWhole(count: Int) throws {
    let script = ExplorationFixture.script(Self.keptTooLong)
    let whole = try fixture.explore(script: script, depth: 4, walks: 20)
    let parts = try (0..<count).map { index in
      try fixture.explore(script: script, depth: 4, walks: 20) { $0.part = ExplorePart(index: index, count: count) }
    }
    for order in [parts, parts.reversed(), parts + parts] {
      let merged = try ExplorationReport.merging(order)
      #expect(merged.parts.isWhole && merged.parts.numbers == Array(1...count))
      #expect(merged.apps[0].findings == whole.apps[0].findings)
      #expect(merged.apps[0].neverTaken == whole.apps[0].neverTaken)
    }
    #expect(count == 1 || parts.allSatisfy { $0.apps[0].stories < whole.apps[0].stories })
  }

  /// On several devices, with a fault that only random stories find.
  @Test func partsOfSeveralDevicesMakeTheWhole() throws {
    let script = ExplorationFixture.script(
      """
      devices = { { os = "15.0" }, { os = "17.0" }, { model = "iPad", os = "17.0" } },
      without = { "reaches the app" },
      actions = { knock = { run = function(_, story) story.knocks = (story.knocks or 0) + 1 end, when = function() return true end } },
      invariants = { ["three knocks"] = function(_, story, device)
        return device.os == "15.0" or (story.knocks or 0) < 3, "too many"
      end },
      """ + Self.keptTooLong)
    let whole = try fixture.explore(script: script, depth: 2, walks: 30)
    #expect(whole.apps[0].findings.contains { $0.invariant == "three knocks" && $0.walk != nil && $0.steps.count == 3 })
    #expect(whole.apps[0].findings.contains { $0.span == "iPhone 17.0; iPad 17.0" })
    let parts = try (0..<3).map { index in
      try fixture.explore(script: script, depth: 2, walks: 30) { $0.part = ExplorePart(index: index, count: 3) }
    }
    for order in [parts, parts.reversed()] {
      #expect(try ExplorationReport.merging(order).apps[0].findings == whole.apps[0].findings)
    }
  }

  @Test func documentSurvivesARoundTrip() throws {
    let report = try fixture.explore(script: ExplorationFixture.script(ExplorationFixture.onlyWarm))
    let read = try ExplorationReport(parsing: Array(report.json.utf8), file: "x.json")
    #expect(read == report)
    #expect(throws: (any Error).self) { try ExplorationReport(parsing: Array("{\"file\":1}".utf8), file: "x.json") }
    #expect(throws: (any Error).self) { try ExplorationReport.merging([]) }
  }

  @Test func budgetIsLimitedAndReported() throws {
    let report = try fixture.explore(ExplorationFixture.sample) { $0.maximumStates = 5 }
    #expect(report.notes.contains { $0.contains("--max-states") })
    #expect(!report.isExhausted)
  }

  /// An endless search, stopped by a count: a clock would differ between machines.
  @Test func searchEndsWhenItIsStopped() throws {
    let script = ExplorationFixture.script(
      "actions = { count = function(_, story) story.count = (story.count or 0) + 1 end }," + ExplorationFixture.sample)
    var options = ExploreOptions()
    options.depth = 1000
    let explorer = Explorer(ExploreSource(fixture.folder.write("app.lua", script)), options: options)
    var left = 500
    explorer.isStopped = {
      left -= 1
      return left < 0
    }
    let report = try explorer.explore()
    #expect(report.isInterrupted)
    #expect(report.apps[0].depth < 1000)
    #expect(report.apps[0].stories > 0)
  }

  @Test func timeLimitEndsTheSearch() throws {
    let report = try fixture.explore(script: ExplorationFixture.script(ExplorationFixture.sample), depth: 1000) {
      $0.deadline = .now
    }
    #expect(report.isInterrupted)
    #expect(report.apps[0].depth == 0 && report.apps[0].walks == 0)
  }

  /// More steps than a search can number.
  @Test func untriedStepsAreReported() throws {
    let script = ExplorationFixture.script(
      "situations = (function() local all = {} for n = 1, 65600 do all[n] = { url = \"a:\" .. n } end return all end)(),"
        + ExplorationFixture.sample)
    let explorer = Explorer(ExploreSource(fixture.folder.write("app.lua", script)), options: ExploreOptions())
    var left = 20
    explorer.isStopped = {
      left -= 1
      return left < 0
    }
    let report = try explorer.explore().apps[0]
    #expect(
      report.notes.contains { $0.contains("steps were not tried: a search can handle at most 65536 different steps") })
    #expect(!report.isExhausted)
  }

  @Test func commutingActionsAreNotPlayedTwice() throws {
    func stories(_ commutes: String) throws -> ExploredAppReport {
      try fixture.explore(
        """
        code = function() end, without = { "quick action", "press the icon" },
        actions = {
          left = { run = function(_, story) story.left = (story.left or 0) + 1 end,
            when = function() return true end \(commutes) },
          right = { run = function(_, story) story.right = (story.right or 0) + 1 end,
            when = function() return true end },
        },
        """
      ) { $0.recognisesStates = false }
    }
    let apart = try stories("")
    let commuting = try stories(", commutes = { \"right\" }")
    #expect(commuting.transitions < apart.transitions)
    #expect(commuting.neverTaken == apart.neverTaken)
  }

  /// With closures of views, timers and windows, and garbage that keeps some of them alive.
  @Test func sameSearchGivesTheSameReport() throws {
    let path = "\(Repository.root)/lua/scenarios/museum/launches/link-before-the-listener.lua"
    var options = ExploreOptions()
    options.depth = 3
    options.walks = 3
    let reports = try (1...2).map { _ in try Explorer(ExploreSource(path), options: options).explore().json }
    #expect(reports[0].contains("\"findings\":[{"))
    #expect(reports[0] == reports[1])
  }
}
