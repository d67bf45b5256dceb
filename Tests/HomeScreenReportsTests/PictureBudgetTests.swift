import Events
import Platform
import Testing

/// The size limit for pictures of failures in a run.
@Suite struct PictureBudgetTests {
  /// A failure whose pictures have this total size in bytes.
  private static func problem(_ size: Int) -> Problem {
    var problem = EventSamples.problem
    problem.picture = Problem.Picture(name: "menu", file: "menu.svg", actual: String(repeating: "a", count: size / 2))
    problem.picture?.expected = String(repeating: "b", count: size - size / 2)
    return problem
  }

  private static func failure(_ size: Int) -> RunEvent {
    .scenarioFinished(
      ScenarioResult(file: "a", name: ["b"], line: 1, status: .failed, problem: problem(size), traceHash: ""))
  }

  private static func picture(_ event: RunEvent) -> Problem.Picture? {
    switch event {
    case .scenarioFinished(let result): result.problem?.picture
    case .fileFailed(_, let problem), .pluginFailed(_, let problem): problem.picture
    case .runStarted, .fileStarted, .output, .note, .scenarioListed, .fileFinished, .runFinished:
      nil
    }
  }

  @Test func omittedPicturesAreReported() throws {
    var budget = PictureBudget(bytes: 1_000)
    #expect(Self.picture(budget.admit(Self.failure(900))) == Self.problem(900).picture)
    for event in [
      Self.failure(101), .fileFailed(file: "a", problem: Self.problem(200)),
      .pluginFailed(plugin: "a", problem: Self.problem(300)),
    ] {
      let left = try #require(Self.picture(budget.admit(event)))
      #expect(left.name == "menu" && left.file == "menu.svg")
      #expect(left.actual.isEmpty && left.expected == nil)
      #expect(left.remark?.contains("are too large") == true)
    }
    #expect(Self.picture(budget.admit(Self.failure(100))) == Self.problem(100).picture, "the rest is still there")
    #expect(Self.picture(budget.admit(Self.failure(2)))?.actual.isEmpty == true)
  }

  /// The lines of a run are bounded for any number of failures.
  @Test func runHasOneBudget() {
    var budget = PictureBudget()
    var size = 0
    for _ in 0..<12 { size += Self.picture(budget.admit(Self.failure(4 << 20)))?.actual.utf8.count ?? 0 }
    #expect(size == 8 << 20)
  }

  @Test func pageListsOmittedPictures() {
    var budget = PictureBudget(bytes: 0)
    var run = MadeRun()
    run.start("a.lua")
    run.add(budget.admit(Self.failure(10)))
    run.finishFile()
    run.finish(.failure)
    let page = run.text("html")
    #expect(page.contains("are too large"))
  }
}
