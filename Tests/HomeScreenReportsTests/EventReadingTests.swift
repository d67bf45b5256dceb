import HomeScreenReports
import Testing

/// Events go through a pipe as lines of JSON and come back as they were.
@Suite struct EventReadingTests {
  private static let problem = {
    var problem = Problem(
      code: "assertion", message: "a\nb “c” \u{1F600}\u{0}\u{2028}", hint: "h", fact: "ICON-001", place: "x.lua:3",
      sourceLine: "error()", traceback: ["x.lua:3: in main chunk", ""])
    problem.appStack = ["in A: scene, at 1 s"]
    problem.excerpt = Problem.Excerpt(firstLine: 2, lines: ["", "  error()"])
    problem.lastEvents = ["0.1 s A callback"]
    return problem
  }()

  private static let events: [RunEvent] = [
    .pluginFailed(plugin: "p", problem: problem),
    .runStarted(RunHeader(seed: .max, files: 3, shard: "1/4", arguments: ["--os", "17.5"])),
    .runStarted(RunHeader(seed: 0, files: 0)),
    .fileStarted(file: "a b.lua", position: 7, worker: 2),
    .runFinished(counts: counts, traceHash: "0000000000000001", exitCode: .interrupted),
    .output(file: "a", text: "\u{1B}[31m\r\n\t\\\" \u{7F}\u{9B}\u{FEFF}"),
    .output(file: "a", text: ""),
    .output(file: "a", text: String(repeating: "long \u{20AC}", count: 100_000)),
    .note(file: "a", text: "n"),
    .scenarioListed(ListedScenario(file: "a", name: ["b", "c"], line: 3, cell: "iPad")),
    .scenarioFinished(
      ScenarioResult(
        file: "a", name: ["b", "", "\"c\""], line: 12, cell: "iPad, scene", status: .failed, problem: problem,
        traceHash: "cbf29ce484222325", microseconds: 12)),
    .scenarioFinished(
      ScenarioResult(file: "a", name: [], line: nil, status: .passed, problem: nil, traceHash: "cbf29ce484222325")),
    .fileFailed(file: "a", problem: Problem(code: "c", message: "")),
    .fileFinished(file: "a", counts: counts, traceHash: "0000000000000001"),
  ]

  private static let counts = {
    var counts = RunCounts()
    counts.passed = 1
    counts.failed = 2
    counts.errors = 3
    counts.pending = 4
    return counts
  }()

  private func line(_ event: RunEvent) -> String {
    var line = ""
    JSONReport { line = $0 }.add(event)
    return line
  }

  @Test(arguments: events)
  func comeBackAsTheyWere(event: RunEvent) throws {
    let line = line(event)
    let read = try #require(RunEvent(line: line.utf8), "\(line)")
    #expect(self.line(read) == line)
  }

  @Test(arguments: [
    "", "{", "[]", "1", "{}", #"{"event":"nothing"}"#, #"{"event":"output","file":"a"}"#,
    #"{"event":"output","text":"a"}"#,
    #"{"event":"scenarioFinished","file":"a","name":[],"status":"perhaps","traceHash":"0"}"#,
    #"{"event":"fileFailed","file":"a","problem":{"code":"c"}}"#, #"{"event":"fileFinished","file":"a"}"#,
    #"{"event":"runStarted","schemaVersion":1,"version":"1","seed":1}"#, #"{"event":"fileStarted","file":"a"}"#,
    #"{"event":"runFinished","traceHash":"0","exitCode":7}"#,
    #"{"event":"fileStarted","file":"a","position":4611686018427387904,"worker":1}"#,
    #"{"event":"note","file":"a","text":""}{"event":"note","file":"a","text":""}"#,
  ])
  func whatIsNoEventIsNotRead(line: String) {
    #expect(RunEvent(line: line.utf8) == nil)
  }
}
