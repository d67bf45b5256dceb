import HomeScreenSimulator
import TestSupport
import Testing

/// `homescreen facts --run` and `--status`, `explain ID --scenario`.
@Suite struct FactsTests {
  private let folder = TemporaryFolder()

  private func script(_ body: String, named name: String = "facts.lua") -> String {
    folder.write(name, "fact(\"ICON-074\", { needs = {} }, function(cell) \(body) end)\n")
  }

  @Test func allBuiltInFactsHold() throws {
    let result = try homescreen(["facts", "--run"], timeLimit: 60)
    #expect(result.exitCode == 0, "\(result)")
    let summary = try #require(result.stderr.firstMatch(of: /(\d+) facts in (\d+) cells/))
    #expect(Int(summary.1) == FactLedger.all.count { $0.status.hasScenario })
    #expect(result.stdout.contains("\n\(summary.2) passed  trace "))
    #expect(result.stdout.contains("✓ ICON-074 › iPad, iPadOS 26.1"))
    #expect(result.stderr.contains(" facts in ") && result.stderr.contains(" because it is unknown what happens there"))
  }

  @Test(arguments: [["ICON-074"], ["icon-74"], ["ICON-074", "ICON-041"], ["QUICK-00"]])
  func factsCanBeChosen(ids: [String]) throws {
    let result = try homescreen(["facts", "--run", "--format", "list"] + ids, timeLimit: 60)
    #expect(result.exitCode == 0, "\(result)")
    let facts = Set(result.stdout.matches(of: /✓ ([A-Z]+-\d+) ›/).map { String($0.1) })
    if ids == ["QUICK-00"] {
      #expect(facts.count > 1 && facts.allSatisfy { $0.hasPrefix("QUICK-00") })
    } else {
      #expect(facts == Set(ids.compactMap { FactLedger.fact(named: $0)?.id.rawValue }))
    }
  }

  @Test(arguments: ["ICON-9999", "STORE-001", "", "%", "i.on"])
  func unmatchedSelectionIsReported(id: String) throws {
    let result = try homescreen(["facts", "--run", id], timeLimit: 60)
    #expect(result.exitCode == 4, "\(result)")
    #expect(result.stdout == "" && result.stderr.hasPrefix("homescreen: no fact with a scenario begins with “\(id)”"))
  }

  @Test func factsAreFoundByWords() throws {
    let found = try homescreen(["facts", "universal", "Link"])
    let listed = FactLedger.all.filter { fact in
      ["universal", "link"].allSatisfy { fact.behaviour.lowercased().contains($0) }
    }
    #expect(listed.count > 3 && found.stdout.contains("\n\(listed.count) facts, "), "\(found)")
    #expect(listed.allSatisfy { found.stdout.contains("\($0.id)  ") }, "\(found)")
    #expect(try homescreen(["facts", "icon-039"]).stdout.hasPrefix("ICON-039  "))
    let none = try homescreen(["facts", "universal", "zebra"])
    #expect(none.exitCode == 4 && none.stderr == "homescreen: no fact contains “universal zebra”\n", "\(none)")
  }

  /// The README gives the same numbers.
  @Test func modelMatchesTheMeasurements() throws {
    let result = try homescreen(["facts", "--measured"], timeLimit: 60)
    #expect(result.exitCode == 0, "\(result)")
    let summary = try #require(
      result.stdout.wholeMatch(
        of: /(\d+) sequences from (\d+) sources, \d+ runs on their versions of iOS: the model agrees\n/))
    #expect(Int(summary.1) ?? 0 >= 40 && Int(summary.2) ?? 0 >= 5)
    #expect(
      try Repository.text("README.md").contains("\(summary.1) sequences from \(summary.2) public tests and reports"))
    let lines = try homescreen(["facts", "--measured", "--json"], timeLimit: 60).stdout.split(separator: "\n")
    #expect(lines.count >= 40 && lines.allSatisfy { $0.hasPrefix("{\"source\":\"") })
  }

  @Test func differencesAreListed() throws {
    let path = folder.write(
      "measured/mine.lua",
      """
      require "homescreen.measured" {
        source = "me/mine, a test", os = { "26.2" }, lifecycle = "scene", steps = { "launch" },
        { "right", callbacks = { "sceneDidBecomeActive" } },
        { "in another order", callbacks = { "sceneDidBecomeActive", "sceneWillEnterForeground" } },
        { "unknown step", steps = { {} } },
      }
      """)
    let result = try homescreen(["facts", "--measured", "--from", path])
    #expect(result.exitCode == 1, "\(result)")
    #expect(
      result.stdout == """
        me/mine, a test: in another order, iOS 26.2: callbacks: measured is sceneDidBecomeActive → \
        sceneWillEnterForeground, the model has sceneWillEnterForeground → sceneDidBecomeActive
        me/mine, a test: unknown step, iOS 26.2: a measured sequence has an unknown step
        3 sequences from 1 source, 3 runs on their versions of iOS: the model differs in 2

        """)
    #expect(try homescreen(["facts", "--measured", "--from", folder.path]).exitCode == 1)
    folder.write("measured/broken.lua", "measured {")
    let broken = try homescreen(["facts", "--measured", "--from", folder.path])
    #expect(broken.exitCode == 2 && broken.stdout.contains("broken.lua: "), "\(broken)")
    #expect(try homescreen(["facts", "--measured", "--from", "\(folder.path)/nothing"]).exitCode == 66)
  }

  @Test func customScriptsAreRun() throws {
    let path = script("assert.is_true(cell.holds)")
    let failed = try homescreen(["facts", "--run", "--from", path])
    #expect(failed.exitCode == 1, "\(failed)")
    #expect(failed.stdout.contains("4 passed, 2 failed"), "\(failed)")
    #expect(
      failed.stderr.contains("1 fact in 6 cells, 2 of them outside of bounds; 0 more cells left out"), "\(failed)")
    #expect(try homescreen(["run", path]).exitCode == 1)
    _ = script("assert.truthy(cell)")
    #expect(try homescreen(["facts", "--run", "--from", folder.path, "ICON"]).exitCode == 0)
    #expect(try homescreen(["facts", "--run", "--from", "\(folder.path)/nothing"]).exitCode == 66)
    folder.write("broken.lua", "fact('ICON-074'")
    #expect(try homescreen(["facts", "--run", "--from", "\(folder.path)/broken.lua"]).exitCode == 2)
  }

  @Test(arguments: [
    (["--from", "x"], "“--from x” needs --run"),
    (["--measured", "--run"], "--measured takes only"), (["--measured", "ICON"], "--measured takes only"),
    (["--measured", "--format", "html"], "unknown format “html”; use one of terminal, json"),
    (["--run", "--area", "ICON"], "--run takes IDs"), (["--run", "--status"], "--run takes IDs"),
    (["--format", "tap"], "unknown format “tap”; use one of terminal, json"),
    (["--run", "--format", "nope"], "unknown format “nope”"),
  ])
  func conflictingOptionsAreRefused(arguments: [String], message: String) throws {
    let result = try homescreen(["facts"] + arguments)
    #expect(result.exitCode == 64, "\(result)")
    #expect(result.stderr.contains(message), "\(result)")
    #expect(!result.stderr.contains(" cells"), "nothing was run: \(result)")
  }

  @Test func factInABlockIsFoundByItsID() throws {
    folder.write(
      "facts.lua",
      """
      describe("icons", function()
        fact("ICON-074", { needs = {} }, function(cell) assert.truthy(cell) end)
        it("something else", function() error "runs" end)
      end)
      """)
    for id in ["ICON-074", "icon"] {
      let result = try homescreen(["facts", "--run", "--from", "\(folder.path)/facts.lua", id])
      #expect(result.exitCode == 0 && result.stdout.contains("6 passed"), "\(result)")
    }
  }

  /// Its cells run twice.
  @Test func factWithTwoScenariosIsOneFact() throws {
    let one = "fact('ICON-074', { needs = {} }, function(cell) assert.truthy(cell) end)\n"
    let result = try homescreen(["facts", "--run", "--from", folder.write("facts.lua", one + one)])
    #expect(result.stdout.contains("12 passed") && result.stderr.contains("1 fact in 12 cells"), "\(result)")
  }

  @Test func deviceWithoutFactsIsReported() throws {
    let result = try homescreen(["run", "--device", "iPhone 15", script("assert.truthy(cell)")])
    #expect(result.exitCode == 4, "\(result)")
    #expect((result.stdout + result.stderr).contains("facts are tested on iPhone and iPad"), "\(result)")
  }

  @Test func pluginWithAFactIsRefusedWithAHint() throws {
    let plugin = folder.write("plugin.lua", "fact('ICON-074', { needs = {} }, function() end)\n")
    let result = try homescreen(["run", "--plugin", plugin, script("assert.truthy(cell)")])
    #expect((result.stdout + result.stderr).contains("homescreen facts --run --from FILE"), "\(result)")
  }

  @Test func factRunsHaveTheFormatsOfRuns() throws {
    let result = try homescreen(["facts", "--run", "ICON-074", "--format", "tap"])
    #expect(result.exitCode == 0 && result.stdout.hasPrefix("TAP version 14\n"), "\(result)")
  }

  @Test func statusCountsCells() throws {
    let lines = try homescreen(["facts", "--area", "ICON", "--status"]).lines
    #expect(lines.contains { $0.hasPrefix("ICON-074    simulator     0.1.0  4+2 cells  ") })
    let tried = FactLedger.all.count { $0.id.rawValue.hasPrefix("ICON-") && $0.status.hasScenario }
    #expect(lines.last?.hasPrefix("\(tried) of \(tried) testable facts have a scenario: ") == true)
    #expect(lines.last?.hasSuffix(" could be replayed on a Mac.") == true)
  }

  @Test func scenarioIsPrintedReadyToRun() throws {
    let result = try homescreen(["explain", "icon-74", "--scenario"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.hasPrefix("-- ICON-074: Requesting the current name"))
    let run = try homescreen(["run", folder.write("pasted.lua", result.stdout)])
    #expect(run.exitCode == 0 && run.stdout.contains("6 passed"), "\(run)")
  }

  @Test(arguments: [
    ("ICON-139", "ICON-139 has no scenario: it is lint to come"), ("ICON-9999", "unknown name “ICON-9999”"),
    ("alert-covers", "“alert-covers” is not a fact; only facts have scenarios"),
    ("device:install", "“device:install” is not a fact"), ("CFBundleIcons", "“CFBundleIcons” is not a fact"),
  ])
  func factsWithoutAScenarioAreReported(name: String, message: String) throws {
    let result = try homescreen(["explain", name, "--scenario"])
    #expect(result.exitCode == 4 && result.stdout == "", "\(result)")
    #expect(result.stderr.contains(message), "\(result)")
  }

  @Test func explanationHasTheBounds() throws {
    #expect(try homescreen(["explain", "ICON-074"]).stdout.contains("\n  Holds: 26.1+; else other\n"))
    #expect(try homescreen(["facts", "--json"]).stdout.contains(#""versions":"26.1+","holds":"26.1+; else other","#))
    #expect(!(try homescreen(["explain", "STORE-001"]).stdout.contains("Holds:")))
  }
}
