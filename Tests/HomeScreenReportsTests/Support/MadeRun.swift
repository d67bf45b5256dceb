import Events
import HomeScreenReports
import HomeScreenSimulator
import Platform

/// The events of a made-up run.
struct MadeRun {
  private(set) var events: [RunEvent] = []
  private var tally = RunTally()
  private var counts = RunCounts()
  private var hash = TraceDigest()
  private var file = ""

  init(seed: UInt64 = 1, files: Int = 1, shard: String? = nil, arguments: [String] = []) {
    add(.runStarted(RunHeader(seed: seed, files: files, shard: shard, arguments: arguments)))
  }

  mutating func add(_ event: RunEvent) {
    tally.add(event)
    events.append(event)
  }

  mutating func start(_ file: String, position: Int = 0, worker: Int = 1) {
    self.file = file
    counts = RunCounts()
    hash = TraceDigest()
    add(.fileStarted(file: file, position: position, worker: worker))
  }

  /// Continues an earlier file without adding events.
  mutating func resume(_ file: String) {
    self.file = file
    counts = RunCounts()
    hash = TraceDigest()
  }

  /// Adds a scenario to the latest file.
  mutating func end(
    _ name: [String], _ status: ScenarioResult.Status, _ problem: Problem? = nil, line: Int? = 3, cell: String? = nil,
    traceHash: String = "00000000000000ab", microseconds: Int = 0
  ) {
    counts.count(status)
    if let digest = TraceDigest(traceHash) { hash.combine(digest) }
    add(
      .scenarioFinished(
        ScenarioResult(
          file: file, name: name, line: line, cell: cell, status: status, problem: problem, traceHash: traceHash,
          microseconds: microseconds)))
  }

  mutating func print(_ text: String) { add(.output(file: file, text: text)) }

  mutating func fail(_ problem: Problem) { add(.fileFailed(file: file, problem: problem)) }

  mutating func finishFile() { add(.fileFinished(file: file, counts: counts, traceHash: hash.description)) }

  /// Ends the run with the code of its events, or with another code.
  mutating func finish(_ code: ExitCode? = nil) { add(tally.finish(code ?? tally.exitCode)) }

  /// The lines of a report in a format.
  func lines(_ format: String, _ surroundings: ReportSurroundings = ReportSurroundings()) -> [String] {
    var lines: [String] = []
    let report = RunFormats.named(format)?.make(surroundings) { lines.append($0.plain) }
    for event in events { report?.add(event) }
    return lines
  }

  func text(_ format: String) -> String { lines(format).map { "\($0)\n" }.joined() }
}

/// Runs with texts that try to break reports.
enum HostileRuns {
  /// Possible texts of a name, a message or a line of output.
  static let texts = [
    "", " ", "a\nb", "a\r\nok 2 - forged", "]]></testcase><x>&amp;&#0;", "# SKIP me", "\\# \\", "::error::forged",
    "\u{200B}::error::forged", "x ##[error]forged", "Bail out!  no", "1..0", "  ---", "  ...", "not ok 1 - a",
    "\u{0}\u{1}\u{8}\u{B}\u{1B}[2J\u{7F}\u{85}\u{9B}", "\u{202E}\u{2028}\u{2066}", "\u{FFFE}\u{FFFF}\u{FFFD}",
    "\u{1F600}e\u{301}", "```\n# heading\n<script>", "'; rm -rf / #", "$'\\x'", "-x", "/pattern/", "\"quoted\"",
    "</testsuites>", "'\u{301}; touch x; '", "#\u{301} <\u{301}b> `\u{301} ::\u{301}", "<!-- ", "\t", "%0A::error::x",
    "a,b:c",
  ]

  private static func problem(_ text: String) -> Problem {
    var problem = Problem(
      code: "runtime", message: text, hint: text, fact: text, place: "\(text):3", sourceLine: text,
      traceback: ["\(text):9", text])
    problem.appStack = [text]
    problem.excerpt = Problem.Excerpt(firstLine: 2, lines: [text, text])
    problem.lastEvents = [text]
    problem.picture = Problem.Picture(name: text, file: text, actual: text)
    problem.picture?.expected = text
    problem.picture?.remark = text
    return problem
  }

  /// One text in every field.
  static func run(of text: String) -> MadeRun {
    var run = MadeRun(seed: .max, shard: nil, arguments: ["--task=\(text)"])
    run.start(text)
    run.print(text)
    run.add(.note(file: text, text: text))
    run.end([text, text], .passed)
    run.end([text], .failed, problem(text), cell: text)
    run.end([text], .error, problem(text))
    run.end([text], .pending, problem(text), line: nil)
    run.add(.pluginFailed(plugin: text, problem: problem(text)))
    run.fail(problem(text))
    run.finishFile()
    run.finish()
    return run
  }

  /// A text as the name of all files, scenarios, cells, plugins and locations, with harmless other texts.
  static func run(named text: String) -> MadeRun {
    var run = MadeRun()
    var problem = Problem(
      code: "runtime", message: "m", place: "\(text):3", sourceLine: text, traceback: ["\(text):9: in x"])
    problem.excerpt = Problem.Excerpt(firstLine: 3, lines: ["fail()"])
    problem.appStack = ["in \(text): scene, at 1 s"]
    run.start(text)
    run.print("printed")
    run.add(.note(file: text, text: "noted"))
    run.add(.scenarioListed(ListedScenario(file: text, name: [text], line: 3, cell: text)))
    run.end([text, text], .passed)
    run.end([text], .failed, problem, cell: text)
    run.end([text], .failed, problem, cell: "\(text), other")
    run.end([text], .pending)
    run.add(.pluginFailed(plugin: text, problem: problem))
    run.fail(problem)
    run.finishFile()
    run.finish()
    return run
  }

  /// A crashed worker, Ctrl-C in a file and between two, an unattributed failure, megabytes, an empty run.
  static let odd: [(name: String, run: MadeRun)] = {
    var crashed = MadeRun(files: 2)
    crashed.start("a.lua")
    crashed.end(["one"], .passed)
    crashed.fail(Problem(.crash, message: "the process crashed (signal 11)"))
    crashed.finishFile()
    crashed.start("b.lua", position: 1)
    crashed.finishFile()
    crashed.finish()
    var stopped = MadeRun(files: 2)
    stopped.start("a.lua")
    stopped.end(["one"], .error, Problem(.interrupt, message: "stopped by Ctrl-C"))
    stopped.finishFile()
    stopped.finish()
    var between = MadeRun(files: 2)
    between.start("a.lua")
    between.end(["one"], .passed)
    between.finishFile()
    between.finish(.interrupted)
    var fault = MadeRun()
    fault.start("a.lua")
    fault.end(["one"], .passed)
    fault.finishFile()
    fault.finish(.internalFault)
    var cut = MadeRun()
    cut.start("a.lua")
    cut.end(["one"], .passed)
    cut.finish(.noInput)
    var empty = MadeRun(files: 0)
    empty.finish(.nothingMatched)
    var silent = MadeRun()
    silent.start("a.lua")
    silent.finishFile()
    silent.finish()
    var large = MadeRun()
    large.start("a.lua")
    large.print(String(repeating: "x\n", count: 10_000))
    large.end([String(repeating: "n]", count: 30_000)], .failed, Problem(code: "assertion", message: "m"))
    for number in 0..<500 { large.end(["\(number)"], number % 2 == 0 ? .passed : .failed) }
    large.print(String(repeating: "y", count: 5 << 20))
    large.end(["last"], .passed)
    large.finishFile()
    large.finish()
    var mixed = MadeRun(files: 2)
    mixed.add(.fileStarted(file: "a.lua", position: 0, worker: 1))
    mixed.start("b.lua", position: 1, worker: 2)
    mixed.end(["in b"], .passed)
    mixed.add(.output(file: "a.lua", text: "from a"))
    mixed.finishFile()
    mixed.add(.fileFinished(file: "a.lua", counts: RunCounts(), traceHash: TraceDigest().description))
    mixed.finish()
    var listed = MadeRun()
    listed.start("a.lua")
    listed.add(.scenarioListed(ListedScenario(file: "a.lua", name: ["a", "b\n#"], line: 3, cell: "iPad")))
    listed.finishFile()
    listed.finish()
    return [
      ("listed", listed), ("crashed", crashed), ("stopped", stopped), ("between", between), ("fault", fault),
      ("cut", cut),
      ("empty", empty), ("silent", silent), ("large", large), ("mixed", mixed),
    ]
  }()
}
