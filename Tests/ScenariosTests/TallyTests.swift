import Events
import HomeScreenReports
import HomeScreenSimulator
import LuaEngine
import Platform
import Scenarios
import Testing

/// The result of a run, computed from its events.
@Suite struct TallyTests {
  /// The end of a file outweighs its scenarios, and a later, lesser one does not override it.
  @Test func endDecidesTheExitCode() {
    for ending in Problem.Ending.allCases {
      var tally = RunTally()
      tally.add(.fileFailed(file: "a.lua", problem: Problem(ending, message: "")))
      tally.add(.fileFailed(file: "b.lua", problem: Problem(code: "runtime", message: "")))
      #expect(tally.exitCode == max(ending.exitCode, .scriptError))
      #expect(Knowledge.explain(ending.rawValue) != nil)
    }
    #expect(Problem(code: "assertion", message: "").ending == nil)
  }

  /// Reports name the seed if it is not the default.
  @Test func defaultSeedIsTheSameForScriptsAndReports() {
    #expect(RunHeader.defaultSeed == LuaOptions.defaultSeed)
  }

  @Test func tallyOfTheEventsMatchesTheRun() throws {
    let run = try Run(files: [
      ("a.lua", "it('passes', function() Device {} end) it('fails', function() assert.is_true(false) end)"),
      ("b.lua", "error 'broken'"), ("c.lua", "pending 'later'"),
    ])
    var tally = RunTally()
    for event in run.events { tally.add(event) }
    #expect(tally.exitCode == run.exitCode)
    #expect(tally.counts == run.counts)
    #expect(tally.traceHash.description == run.traceHash)
  }
}
