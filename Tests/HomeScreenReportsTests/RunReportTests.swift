import Events
import HomeScreenReports
import Platform
import Testing

/// Reports for made-up events.
@Suite struct RunReportTests {
  private static let events: [RunEvent] = {
    var problem = Problem(
      code: "assertion", message: "two\nlines \u{1B}[2J", hint: "h", fact: "ICON-001", place: "a.lua:3",
      sourceLine: "error()", traceback: ["a.lua:3: in main", "a.lua:9: in caller"])
    problem.appStack = ["in A: scene, at 1 s"]
    var counts = RunCounts()
    counts.count(.passed)
    counts.count(.failed)
    counts.count(.pending)
    var total = RunCounts()
    total.add(counts, hasFailed: true)
    var header = RunHeader(seed: .max, files: 1)
    header.version = "1"
    return [
      .runStarted(header), .fileStarted(file: "a.lua", position: 0, worker: 1),
      .output(file: "a.lua", text: "hello"), .note(file: "a.lua", text: "n"),
      .scenarioFinished(
        ScenarioResult(file: "a.lua", name: ["b", "c"], line: 1, status: .passed, traceHash: "0000000000000001")),
      .scenarioFinished(
        ScenarioResult(
          file: "a.lua", name: ["d"], line: nil, status: .failed, problem: problem, traceHash: "0000000000000002")),
      .scenarioFinished(
        ScenarioResult(file: "a.lua", name: ["e"], line: 5, status: .pending, traceHash: "0000000000000003")),
      .fileFailed(file: "a.lua", problem: Problem(code: "runtime", message: "broken")),
      .fileFinished(file: "a.lua", counts: counts, traceHash: "0000000000000004"),
      .pluginFailed(plugin: "p", problem: Problem(code: "plugin", message: "bad")),
      .runFinished(counts: total, traceHash: "0000000000000005", exitCode: .scriptError),
    ]
  }()

  private func lines(_ format: String) throws -> [OutputText] {
    var lines: [OutputText] = []
    let report = try #require(RunFormats.named(format)).make(ReportSurroundings()) { lines.append($0) }
    for event in Self.events { report.add(event) }
    return lines
  }

  @Test func reportForPeopleIsText() throws {
    #expect(
      try lines("terminal").map(\.plain).joined(separator: "\n") == """
        hello
        note a.lua: n
        a.lua
          ✓ b › c
          ✗ d
              two
              lines \\u{1B}[2J
              at a.lua:3:  error()
                 a.lua:9: in caller
                 in A: scene, at 1 s
              hint h
              fact homescreen explain ICON-001
              trace 0000000000000002, seed 18446744073709551615
              repeat homescreen run --seed 18446744073709551615 a.lua --filter '=d'
          ○ e (pending)
        error a.lua
              broken
              repeat homescreen run --seed 18446744073709551615 a.lua
        plugin p
              bad
        1 passed, 1 failed, 1 broken file, 1 pending, 1 problem with settings or plugins  seed 18446744073709551615  trace 0000000000000005
        """)
  }

  @Test(arguments: [
    ("terminal", "1 passed  shuffled with --shuffle-seed 7  trace"), ("tap", "# shuffled with --shuffle-seed 7"),
    ("junit", #"<property name="shuffleSeed" value="7"/>"#), ("markdown", "seed 1, shuffled with --shuffle-seed 7, "),
    ("github", "1 passed  shuffled with --shuffle-seed 7  trace"),
  ])
  func seedOfTheOrderIsShown(format: String, text: String) {
    var run = MadeRun(arguments: ["--os", "17.5", "--shuffle-seed", "7"])
    run.start("a.lua")
    run.end(["a"], .passed)
    run.finishFile()
    run.finish(.success)
    #expect(run.text(format).contains(text), "\(run.text(format))")
  }

  @Test func reportForMachinesHasALinePerEvent() throws {
    let lines = try lines("json").map(\.plain)
    #expect(lines.count == Self.events.count)
    #expect(
      lines[0] == #"{"event":"runStarted","schemaVersion":2,"version":"1","seed":"18446744073709551615","files":1}"#)
    #expect(
      lines[5]
        == #"{"event":"scenarioFinished","file":"a.lua","name":["d"],"status":"failed","problem":{"code":"assertion","#
        + #""message":"two\nlines \u001b[2J","hint":"h","fact":"ICON-001","place":"a.lua:3","sourceLine":"error()","#
        + #""traceback":["a.lua:3: in main","a.lua:9: in caller"],"appStack":["in A: scene, at 1 s"]},"#
        + #""traceHash":"0000000000000002","microseconds":0}"#)
    #expect(
      lines[10]
        == #"{"event":"runFinished","files":1,"failedFiles":1,"passed":1,"failed":1,"errors":0,"pending":1,"#
        + #""traceHash":"0000000000000005","exitCode":2}"#)
  }
}
