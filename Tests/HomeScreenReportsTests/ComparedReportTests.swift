import HomeScreenReports
import TestSupport
import Testing

/// What reports say of runs that compare two devices, formats that know no comparisons among them.
@Suite struct ComparedReportTests {
  private static func scenario(
    _ name: String, _ left: ScenarioResult.Status, _ right: ScenarioResult.Status, message: String? = nil,
    code: String? = nil, usesDefault: Bool = true
  ) -> ComparedScenario {
    let sides = [("12.4", left), ("17.5", right)].map { value, status in
      ComparedScenario.Side(
        value: value, status: status, message: message, code: code, traceHash: "00000000000000ab")
    }
    return ComparedScenario(
      file: "a.lua", name: [name], line: 3, cell: nil, axis: "os", sides: sides, usesDefault: usesDefault)
  }

  private static func run(_ scenarios: [ComparedScenario], breaks: Bool = false) -> MadeRun {
    var run = MadeRun()
    run.start("a.lua")
    for scenario in scenarios { run.add(.scenarioCompared(scenario)) }
    if breaks { run.fail(Problem(code: "runtime", message: "broken")) }
    run.finishFile()
    run.finish()
    return run
  }

  private static let both = scenario("both", .failed, .failed, message: "the menu is empty", code: "assertion")
  private static let other = scenario("other", .passed, .failed)
  private static let same = scenario("same", .passed, .passed)

  @Test func whatFailsOnBothIsReported() {
    let run = Self.run([Self.both])
    let github = run.lines("github")
    #expect(
      github.contains { $0.hasPrefix("::error file=a.lua,line=3,title=both::the menu is empty%0A") }, "\(github)")
    #expect(run.text("markdown").contains("### ✗ both (`a.lua:3`)\n\n```text\nthe menu is empty\n"))
    #expect(TAPChecker(run.text("tap")).failed.count == 1)
    #expect(JUnitChecker(run.text("junit")).cases.first?.children.contains { $0.name == "failure" } == true)
    #expect(run.lines("terminal").first?.hasPrefix("✗ both") == true)
  }

  @Test func itEndsAsItEndedOnBoth() throws {
    let run = Self.run([
      Self.scenario("p", .pending, .pending, message: "later", code: "pending"),
      Self.scenario("e", .error, .error, message: "m", code: "bad-argument"), Self.same,
    ])
    let tap = TAPChecker(run.text("tap"))
    #expect(tap.skipped.count == 1 && tap.passed.count == 1 && tap.failed.count == 1)
    #expect(run.text("tap").contains("ok 1 - a.lua › p # SKIP later"))
    let junit = JUnitChecker(run.text("junit"))
    #expect(junit.cases.map { $0.children.last?.name } == ["skipped", "error", nil])
    #expect(junit.cases[1].children.last?.attributes["type"] == "bad-argument")
  }

  @Test func theSummaryTellsOfTheComparison() {
    let run = Self.run([Self.same, Self.same, Self.other], breaks: true)
    let text = "1 of 3 scenarios differs for os 12.4 and 17.5"
    #expect(run.lines("github").last?.hasPrefix("\(text), 1 broken file  trace ") == true, "\(run.lines("github"))")
    let markdown = run.lines("markdown")
    #expect(markdown[0] == "## ❌ \(text), 1 broken file")
    #expect(markdown[2].hasPrefix("all of them used the os of the run, 1 file, trace "))
    #expect(run.text("html").contains(#""summary":"\#(text), 1 broken file""#))
    #expect(run.lines("terminal").last?.hasPrefix("1 broken file  trace ") == true)
    for format in ["github", "markdown", "html", "terminal"] {
      #expect(!run.text(format).contains("0 passed"), "\(format)")
    }
  }

  @Test func theSentencesAreTrue() {
    func end(_ scenarios: [ComparedScenario]) -> [String] { Self.run(scenarios).lines("terminal").suffix(2).map { $0 } }
    let devices = "for os 12.4 and 17.5"
    let own = Self.scenario("own", .passed, .passed, usesDefault: false)
    #expect(
      end([Self.both, Self.other])
        == ["1 of 2 scenarios differs \(devices), 1 more fails on both", "all of them used the os of the run"])
    #expect(
      end([Self.both, Self.both, own])
        == ["3 scenarios are the same \(devices), 2 of them fail on both", "1 of them did not use the os of the run"])
    #expect(end([Self.same]) == ["1 scenario is the same \(devices)", "it used the os of the run"])
    #expect(end([own]) == ["1 scenario is the same \(devices)", "it did not use the os of the run"])
    #expect(end([own, own]) == ["2 scenarios are the same \(devices)", "none of them used the os of the run"])
  }
}
