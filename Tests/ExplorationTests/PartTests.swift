import Events
import Exploration
import HomeScreenReports
import Platform
import TestSupport
import Testing

/// Parts of an exploration: their identity, and which of them form a whole.
@Suite struct PartTests {
  private let fixture = ExplorationFixture()

  private func part(
    _ index: Int, of count: Int, _ fields: String = "", _ change: (inout ExploreOptions) -> Void = { _ in }
  ) throws -> ExplorationReport {
    try fixture.explore(script: ExplorationFixture.script(fields + ExplorationFixture.sample), depth: 2) {
      $0.part = ExplorePart(index: index, count: count)
      change(&$0)
    }
  }

  private static func terminal(_ report: ExplorationReport) throws -> String {
    String(decoding: try #require(ExplorationFormats.named("terminal")).make(report, false).fileContent, as: UTF8.self)
  }

  @Test func partIsNotReportedAsComplete() throws {
    let part = try part(1, of: 4)
    #expect(try Self.terminal(part).contains("nothing failed: the stories of part 2/4 of up to 2 steps"))
    let whole = try fixture.explore(script: ExplorationFixture.script(ExplorationFixture.sample), depth: 2)
    #expect(try Self.terminal(whole).contains("nothing failed: all stories of up to 2 steps"))
  }

  @Test func missingPartsAreReported() throws {
    let some = try ExplorationReport.merging([part(3, of: 4), part(0, of: 4)])
    #expect(some.parts.missing == ["2/4", "3/4"])
    #expect(try Self.terminal(some).contains("the stories of the parts 1/4, 4/4 of up to 2 steps"))
    // A merged part can be merged again.
    let all = try ExplorationReport.merging([some, part(1, of: 4), part(2, of: 4)])
    #expect(all.parts.isWhole)
    #expect(try Self.terminal(all).contains("all stories of up to 2 steps"))
  }

  @Test func partsOfDifferentExplorationsAreRefused() throws {
    let first = try part(0, of: 2)
    let others: [(ExplorationReport, String)] = [
      (try part(1, of: 3), "of 2 parts and of 3"), (try part(1, of: 2) { $0.depth = 1 }, "--depth 2 and 1"),
      (try part(1, of: 2) { $0.seed = 7 }, "--seed 1 and 7"), (try part(1, of: 2) { $0.walks = 1 }, "--walks 0 and 1"),
      (try part(1, of: 2, "devices = { { os = '15.0' } },"), "the app on iPhone"),
    ]
    for (other, message) in others {
      let error = #expect(throws: UserError.self) { try ExplorationReport.merging([first, other]) }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
  }

  @Test(arguments: [
    ("\"version\":\"\(Homescreen.version)\"", "\"version\":\"0.0.1\"", "homescreen 0.0.1"),
    ("\"facts\":\"", "\"facts\":\"0", "with the facts 0"),
    ("\"numbers\":[1]", "\"numbers\":[5]", "which is not possible"),
    ("\"schemaVersion\":\(ExplorationReport.schemaVersion)", "\"schemaVersion\":2", "an older homescreen"),
  ])
  func documentsOfAnotherProgramAreRefused(own: String, other: String, message: String) throws {
    // The settings contain the hash of the facts.
    let json = try part(0, of: 2).json
    let start = try #require(json.firstRange(of: "\"settings\""))
    let settings = json[start.lowerBound...]
    let changed =
      settings.contains(own)
      ? json[..<start.lowerBound] + settings.replacing(own, with: other, maxReplacements: 1)
      : Substring(json.replacing(own, with: other))
    #expect(String(changed) != json)
    let error = #expect(throws: UserError.self) {
      try ExplorationReport(parsing: Array(changed.utf8), file: "part.json")
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
