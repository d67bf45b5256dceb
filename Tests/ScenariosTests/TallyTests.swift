import LuaAPI
import Reports
import Scenarios
import Testing

/// What a run comes to, from its events alone.
@Suite struct TallyTests {
  @Test func aDigestComesBackFromItsText() throws {
    var digest = TraceDigest()
    digest.combine(TraceDigest())
    #expect(try #require(TraceDigest(digest.description)).description == digest.description)
    for text in ["", "0", "00000000000000000", "zzzzzzzzzzzzzzzz", "+000000000000001"] {
      #expect(TraceDigest(text) == nil)
    }
  }

  @Test func theTallyOfTheEventsIsThatOfTheRun() throws {
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
