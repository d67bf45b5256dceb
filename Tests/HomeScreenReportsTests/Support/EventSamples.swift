import Events
import HomeScreenReports
import Platform

/// Made-up events.
enum EventSamples {
  static let problem = {
    var problem = Problem(
      code: "assertion", message: "a\nb “c” \u{1F600}\u{0}\u{2028}", hint: "h", fact: "ICON-001", place: "x.lua:3",
      sourceLine: "error()", traceback: ["x.lua:3: in main chunk", ""])
    problem.appStack = ["in A: scene, at 1 s"]
    problem.excerpt = Problem.Excerpt(firstLine: 2, lines: ["", "  error()"])
    problem.lastEvents = ["0.1 s A callback"]
    problem.picture = Problem.Picture(name: "b › \u{202E}", file: "x.lua.b.svg", actual: "<svg a=\"1\"></svg>\n")
    problem.picture?.expected = "<svg><script>alert(1)</script></svg>"
    problem.picture?.remark = "r"
    return problem
  }()

  private static let hook = {
    var result = ScenarioResult(
      file: "a", name: ["b", "before_each"], line: 1, status: .error, problem: problem, traceHash: "cbf29ce484222325")
    result.hook = "before_each"
    return result
  }()

  /// The steps of a scenario on one device, with hostile texts.
  static func steps(_ count: Int) -> ScenarioSteps {
    var steps = ScenarioSteps()
    steps.texts = ["screen.front", "", "com.example.paint", "</script>\u{202E}"]
    steps.devices = [ScenarioSteps.Device(name: "iPhone, iOS 26.1, en", state: [0, 1])]
    steps.steps = (0..<count).map { number in
      var step = ScenarioSteps.Step(device: 0, milliseconds: 200 * number, kind: "icon", name: "stored")
      step.app = "com.example.paint"
      step.detail = "name=night \(number)"
      step.fact = number.isMultiple(of: 2) ? "ICON-183" : "NOFACT-1"
      step.place = "a.lua:\(number % 2 + 3)"
      step.changes = number.isMultiple(of: 3) ? [0, 2, 3, 3] : [3, ScenarioSteps.nothing]
      return step
    }
    steps.sources = [ScenarioSteps.Source(file: "a.lua", firstLine: 3, lines: ["it()", "\u{0}"])]
    steps.leftOut = 7
    return steps
  }

  private static let stepped = {
    var result = ScenarioResult(
      file: "a", name: ["b"], line: 1, status: .failed, problem: problem, traceHash: "cbf29ce484222325")
    result.steps = steps(3)
    result.steps?.screens = [
      ScenarioSteps.Screen(width: 390, height: 844, words: "\u{202E}", body: "<use href=\"#p1\"/>", parts: ["p1"])
    ]
    result.steps?.parts = [ScenarioSteps.Part(name: "p1", markup: "<rect/>")]
    result.steps?.steps[1].screen = 0
    return result
  }()

  /// Each kind of event at least once, with hostile texts.
  static let all: [RunEvent] = [
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
    .scenarioFinished(hook),
    .scenarioFinished(stepped),
    .fileFailed(file: "a", problem: Problem(code: "c", message: "")),
    .fileFinished(file: "a", counts: counts, traceHash: "0000000000000001"),
  ]

  static let counts = {
    var counts = RunCounts()
    counts.passed = 1
    counts.failed = 2
    counts.errors = 3
    counts.pending = 4
    return counts
  }()

  /// The JSON line of an event.
  static func line(_ event: RunEvent) -> String {
    var line = ""
    JSONReport { line = $0 }.add(event)
    return line
  }
}
