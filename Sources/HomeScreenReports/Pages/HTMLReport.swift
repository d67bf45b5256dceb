package import Events
import HomeScreenSimulator
import Platform
import PropertyLists
import Rendering

/// Renders the events of one run, or of two runs to compare, as one page that a browser opens from disk; see
/// ``ScenarioSteps`` for the steps of a scenario. The page is written at the end of the last run.
///
/// A passed scenario is one line, unless the run kept its steps. The size of the page is limited; for very large runs
/// it shows what it leaves out.
package final class HTMLReport: EventReport {
  private let write: (String) -> Void
  /// The labels of two runs.
  private let labels: [String]
  private var runs: [RunPart] = []
  private var pool = StepPool()
  private var files: [ExactText: Int] = [:]
  private var fileNames: [String] = []
  private var facts = PageFacts()
  private var details: [JSONTree] = []
  private var output: [JSONTree] = []
  /// The output of scripts since the last scenario.
  private var console: [String] = []
  private let words: PageWords
  private var budget = PageBudget()
  private var leftOut = (output: 0, notes: 0, details: 0)
  /// The index of the detail shown if the page has no room.
  private var missingDetail: Int?

  /// A run on the page.
  private struct RunPart {
    var header: RunHeader?
    var tally = RunTally()
    /// The JSON of the rows, written as they come to save memory.
    var rows = ""
    var notes: [JSONTree] = []
    var pluginProblems = 0
    /// The numbers of scenarios left out.
    var leftOut = (good: 0, failed: 0)
    var end: (counts: RunCounts, traceHash: String, exitCode: ExitCode)?
  }

  /// The results that the page distinguishes, in the order of the numbers in its rows.
  private enum Status: String, CaseIterable {
    case passed, failed, error, pending, broken

    init(_ status: ScenarioResult.Status) {
      switch status {
      case .passed: self = .passed
      case .failed: self = .failed
      case .error: self = .error
      case .pending: self = .pending
      }
    }

    var isFailure: Bool {
      switch self {
      case .failed, .error, .broken: true
      case .passed, .pending: false
      }
    }
  }

  /// Creates an empty report.
  ///
  /// - Parameters:
  ///   - labels: the labels of two runs that follow each other; empty for one.
  ///   - write: receives each line, without its end.
  package init(comparing labels: [String] = [], write: @escaping (String) -> Void) {
    self.labels = labels
    words = PageWords(labels)
    self.write = write
  }

  /// Collects the data of an event, and writes the page at the end.
  package func add(_ event: RunEvent) {
    if case .runStarted(let header) = event {
      runs.append(RunPart(header: header))
      words.begin()
      words.add(event)
      return
    }
    if runs.isEmpty { runs.append(RunPart()) }
    words.add(event.withoutSteps)
    run.tally.add(event)
    switch event {
    case .runStarted: break
    case .fileStarted: _ = takeConsole()
    case .fileFinished: keepOutput()
    case .output(let file, let text): print(text, of: file)
    case .note(let file, let text): note(file, text)
    case .pluginFailed(let plugin, let problem):
      run.pluginProblems += 1
      note(plugin, ([problem.message, problem.hint].compactMap(\.self)).joined(separator: " "))
    case .scenarioListed(let scenario):
      addRow(scenario.file, scenario.name, scenario.line, scenario.cell, .pending)
    case .scenarioFinished(let result): add(result)
    case .fileFailed(let file, let problem):
      addRow(
        file, ["(the file)"], line(of: problem, in: file), nil, .broken,
        command: RepeatCommand.text(run.header, file: file), detail: detail(problem, nil, nil, of: nil))
    case .runFinished(let counts, let traceHash, let exitCode):
      keepOutput()
      words.end()
      run.end = (counts, traceHash, exitCode)
      if runs.count == max(1, labels.count) { writePage() }
    }
  }

  private var run: RunPart {
    get { runs[runs.count - 1] }
    // In place, because a copy for each row would be quadratic.
    _modify { yield &runs[runs.count - 1] }
  }

  /// Returns the line of the problem if it is in the file, not in a module that the file loads.
  private func line(of problem: Problem, in file: String) -> Int? {
    guard let place = problem.place.flatMap(ProblemPlace.init), ExactText.isSame(place.file, file) else { return nil }
    return place.line
  }

  // MARK: Rows

  private func add(_ result: ScenarioResult) {
    let status = Status(result.status)
    let isGood = result.status == .passed || result.status == .pending
    var number: Int?
    if !isGood || result.steps != nil {
      number = detail(result.problem, result.hook, result.steps, of: result)
    } else if let problem = result.problem {
      number = detail(problem, nil, nil, of: nil)
      keepOutput()
    } else {
      keepOutput()
    }
    addRow(
      result.file, result.name, result.line, result.cell, status, microseconds: result.microseconds,
      command: RepeatCommand.text(run.header, result), detail: number, hash: result.traceHash)
  }

  private func addRow(
    _ file: String, _ name: [String], _ line: Int?, _ cell: String?, _ status: Status, microseconds: Int = 0,
    command: String? = nil, detail: Int? = nil, hash: String = ""
  ) {
    let number = files[ExactText(file)] ?? fileNames.count
    var row: [JSONTree] = [
      .number(number), .list(name.map { .shown($0) }), .number(line) ?? .null, .shown(cell) ?? .null,
      .number(Status.allCases.firstIndex(of: status) ?? 0), .number(microseconds),
      command.map { .text(Self.shortened(command: $0)) } ?? .null, .number(detail) ?? .null,
    ]
    if labels.isEmpty { while case .null? = row.last { row.removeLast() } } else { row.append(.text(hash)) }
    let size = JSONTree.list(row).size + (number == fileNames.count ? file.utf8.count : 0)
    let reserved = status.isFailure ? PageBudget(rows: 0, rowBytes: 0) : .reserved
    guard budget.rows > reserved.rows, budget.rowBytes - size >= reserved.rowBytes else {
      if status.isFailure { run.leftOut.failed += 1 } else { run.leftOut.good += 1 }
      return
    }
    budget.rows -= 1
    budget.rowBytes -= size
    if number == fileNames.count {
      files[ExactText(file)] = number
      fileNames.append(file)
    }
    run.rows += (run.rows.isEmpty ? "" : ",") + JSONTree.list(row).line
  }

  /// Removes the start of the command, which the page adds to every command.
  private static func shortened(command: String) -> String {
    let prefix = "homescreen run "
    return command.hasPrefix(prefix) ? String(command.dropFirst(prefix.count)) : command
  }

  // MARK: Details

  private func detail(_ problem: Problem?, _ hook: String?, _ steps: ScenarioSteps?, of result: ScenarioResult?) -> Int
  {
    facts.add(problem?.fact)
    let printed = result == nil ? [] : takeConsole()
    // Pictures have a separate budget.
    var others = problem
    others?.picture = nil
    let words = others.map { $0.recorded.shown }
    let size = (words?.size ?? 2) + printed.reduce(0) { $0 + $1.utf8.count }
    guard takeDetail(of: size) else { return numberOfMissingDetail() }
    let value = steps.map { self.steps($0) }
    return keep(
      .members([
        ("problem", words?.with("picture", problem?.picture.map { self.value($0) })),
        ("hook", .shown(hook)), ("console", .shown(printed)),
        ("steps", value ?? nil), ("tooLarge", steps != nil && (value ?? nil) == nil ? .flag(true) : nil),
      ]))
  }

  /// Whether there is room for this much of a scenario, apart from pictures and steps, which have separate budgets.
  private func takeDetail(of size: Int) -> Bool {
    guard budget.details >= size else {
      leftOut.details += 1
      return false
    }
    budget.details -= size
    return true
  }

  private func keep(_ detail: JSONTree) -> Int {
    details.append(detail)
    return details.count - 1
  }

  private func numberOfMissingDetail() -> Int {
    if let missingDetail { return missingDetail }
    let problem: JSONTree = .members([
      ("code", .text("left-out")),
      ("message", .text("left out: the page is too large; run the command above to see it")),
    ])
    let number = keep(.members([("problem", problem), ("tooLarge", .flag(true))]))
    missingDetail = number
    return number
  }

  private func steps(_ steps: ScenarioSteps) -> JSONTree? {
    guard budget.steps > 0 else { return nil }
    for step in steps.steps { facts.add(step.fact) }
    let (value, size) = pool.value(steps)
    budget.steps -= size
    return value
  }

  /// Returns both pictures as data that the page shows as images, because the stored file is untrusted and must not
  /// become markup of the page.
  private func value(_ picture: Problem.Picture) -> JSONTree {
    let size = picture.actual.utf8.count + (picture.expected?.utf8.count ?? 0)
    let fits = size * 4 / 3 <= budget.pictures
    if fits { budget.pictures -= size * 4 / 3 }
    func data(_ drawing: String?) -> JSONTree? {
      guard fits, let drawing else { return nil }
      return .text("data:image/svg+xml;base64,\(Base64.encode(Array(drawing.utf8)))")
    }
    return .members([
      ("name", .shown(picture.name)), ("file", .shown(picture.file)), ("expected", data(picture.expected)),
      ("actual", data(picture.actual)),
      ("remark", .shown(picture.remark ?? (fits ? nil : "left out: the page is too large"))),
    ])
  }

  // MARK: Words

  private func print(_ text: String, of file: String) {
    guard budget.console > 0 else { return }
    budget.console -= text.utf8.count
    console.append(Problem.shortened(text, to: 16_384))
    if budget.console <= 0 { console.append("… and more, which is left out") }
  }

  /// Adds output that no scenario on the page includes, up to the limit of the page.
  private func keepOutput() {
    for text in takeConsole() {
      guard budget.output > 0 else {
        leftOut.output += 1
        continue
      }
      budget.output -= text.utf8.count
      output.append(.shown(text))
    }
  }

  /// Returns the output of one scenario, and resets the limit for the next.
  private func takeConsole() -> [String] {
    defer {
      console = []
      budget.console = PageBudget().console
    }
    return console
  }

  private func note(_ file: String, _ text: String) {
    guard budget.notes > 0 else {
      leftOut.notes += 1
      return
    }
    budget.notes -= 1
    run.notes.append(.list([.shown(file), .shown(text)]))
  }

  // MARK: The page

  private func writePage() {
    let isPair = labels.count > 1
    if let text = PageBudget.leftOut(leftOut.output, "printed text is", "printed texts are") {
      output.append(.shown(text))
    }
    if let text = PageBudget.leftOut(leftOut.notes, "note is", "notes are") {
      run.notes.append(.list([.shown("page"), .shown(text)]))
    }
    if let text = PageBudget.leftOut(leftOut.details, "scenario’s details are", "scenarios’ details are") {
      run.notes.append(.list([.shown("page"), .shown(text)]))
    }
    let names = fileNames.map { JSONTree.shown($0) }
    let page = HTMLPage(
      kind: .run, title: isPair ? "Two runs" : "Scenarios",
      data: [
        ("runs", .list(runs.enumerated().map { value($1, labels.indices.contains($0) ? labels[$0] : "") })),
        ("statuses", .list(Status.allCases.map { .text($0.rawValue) })), ("files", .list(names)),
        ("details", .list(details)), ("output", .list(output)), ("facts", facts.value),
        ("screens", pool.screens), ("parts", pool.parts),
      ],
      words: words.lines)
    for line in TextLines.of(String(page.text.dropLast())) { write(line) }
  }

  private func value(_ run: RunPart, _ label: String) -> JSONTree {
    let counts = run.end?.counts ?? run.tally.counts
    let exitCode = run.end?.exitCode ?? run.tally.exitCode
    let leftOut = [
      PageBudget.leftOut(run.leftOut.good, "scenario that did not fail is", "scenarios that did not fail are"),
      PageBudget.leftOut(run.leftOut.failed, "failure is", "failures are"),
    ].compactMap { $0.map { JSONTree.list([.shown("page"), .shown($0)]) } }
    return .members([
      ("label", .shown(label)), ("seed", .text(String(run.header?.seed ?? RunHeader.defaultSeed))),
      ("shard", .shown(run.header?.shard)),
      (
        "summary",
        .shown(
          RunSummary.text(counts, of: run.header?.files(interruptedBy: exitCode), pluginProblems: run.pluginProblems))
      ),
      ("counts", .members([("files", .number(counts.files))])),
      ("traceHash", .shown(run.end?.traceHash ?? run.tally.traceHash.description)),
      ("exitCode", .number(Int(exitCode.rawValue))), ("exitName", .text(exitCode.name)),
      ("rows", .written(run.rows)), ("notes", .list(run.notes + leftOut)),
    ])
  }
}

/// Steps in the format of the page: lists without names, in which numbers refer to texts. The parts that pictures share
/// are stored once per page.
struct StepPool {
  private var partValues: [JSONTree] = []
  /// The names of parts in the page, keyed by their names in the pool.
  private var partNames: [String: String] = [:]
  private var screenValues: [JSONTree] = []
  private var screenNumbers: [ExactText: Int] = [:]

  /// Creates an empty pool.
  init() {}

  /// The pictures.
  var screens: JSONTree? { screenValues.isEmpty ? nil : .list(screenValues) }

  /// The shared parts; the first is named `p0`.
  var parts: JSONTree? { partValues.isEmpty ? nil : .list(partValues) }

  /// Returns the steps of a scenario and their approximate size in bytes.
  mutating func value(_ steps: ScenarioSteps) -> (JSONTree, size: Int) {
    var size = 0
    for part in steps.parts where partNames[part.name] == nil {
      partNames[part.name] = "p\(partValues.count)"
      let markup = shortened(part.markup)
      partValues.append(.text(markup))
      size += markup.utf8.count
    }
    let screens = steps.screens.map { number(of: $0, &size) }
    var texts = TextNumbers(steps.texts)
    let values = steps.steps.map { step -> JSONTree in
      var row: [JSONTree] = [
        .number(step.device), .number(step.milliseconds), .number(texts.number(of: step.kind)),
        .number(texts.number(of: step.name)), .number(texts.number(of: step.app)),
        .number(texts.number(of: step.detail)),
        .number(texts.number(of: step.fact)), .number(texts.number(of: step.place)),
        .number(step.screen.map { screens[$0] } ?? ScenarioSteps.nothing),
      ]
      row += step.changes.map { .number($0) }
      size += 5 * row.count
      return .list(row)
    }
    size += texts.all.reduce(0) { $0 + $1.utf8.count + 3 }
    size += steps.sources.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.utf8.count + 3 } }
    let value = JSONTree.members([
      ("devices", steps.devices.recorded.shown), ("rows", .list(values)), ("leftOut", .number(steps.leftOut)),
      ("texts", .list(texts.all.map { .shown($0) })), ("sources", steps.sources.recorded.shown),
    ])
    return (value, size)
  }

  /// Returns the index of a picture in the page.
  private mutating func number(of screen: ScenarioSteps.Screen, _ size: inout Int) -> Int {
    let body = shortened(screen.body)
    let key = ExactText("\(screen.width) \(screen.height) \(screen.words)\n\(body)")
    if let number = screenNumbers[key] { return number }
    screenNumbers[key] = screenValues.count
    size += body.utf8.count + screen.words.utf8.count
    screenValues.append(.list([.number(screen.width), .number(screen.height), .shown(screen.words), .text(body)]))
    return screenValues.count - 1
  }

  /// Returns markup with the page's names of parts, and with single quotes, which JSON does not escape.
  private func shortened(_ markup: String) -> String {
    let renamed = SVGPool.renamed(markup) { partNames[$0] }
    var result: [UInt8] = []
    result.reserveCapacity(renamed.utf8.count)
    for byte in renamed.utf8 {
      switch byte {
      case UInt8(ascii: "\""): result.append(UInt8(ascii: "'"))
      case UInt8(ascii: "'"): result += "&#39;".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// The numbers of texts, first those of states, then those of steps.
private struct TextNumbers {
  private(set) var all: [String]
  private var numbers: [ExactText: Int] = [:]

  init(_ texts: [String]) {
    all = texts
    for (number, text) in texts.enumerated() { numbers[ExactText(text)] = number }
  }

  mutating func number(of text: String?) -> Int {
    guard let text else { return ScenarioSteps.nothing }
    let key = ExactText(text)
    if let number = numbers[key] { return number }
    numbers[key] = all.count
    all.append(text)
    return all.count - 1
  }
}

/// The text of a run's page for browsers without scripts; for two runs, each text has the label of its run.
final class PageWords {
  /// The lines so far.
  private(set) var lines: [String] = []
  private let labels: [String]
  private var runs = 0
  private var budget: Int
  private var leftOut = 0
  private lazy var report = makeReport()

  /// The maximum size of all runs together, in bytes.
  private static let maximumBytes = 48 << 10

  /// - Parameter labels: the labels of the runs; empty for one.
  init(_ labels: [String]) {
    self.labels = labels
    budget = Self.maximumBytes
  }

  /// Starts a run.
  func begin() {
    budget = Self.maximumBytes / max(1, labels.count)
    leftOut = 0
    report = makeReport()
    if labels.indices.contains(runs) {
      if runs > 0 { lines.append("") }
      lines.append(TerminalText.line(labels[runs]))
    }
    runs += 1
  }

  func add(_ event: RunEvent) { report.add(event) }

  func end() { if let text = PageBudget.leftOut(leftOut, "line is", "lines are") { lines.append(text) } }

  private func makeReport() -> TerminalReport {
    TerminalReport { [unowned self] line in
      let text = line.rendered(hasStyles: false)
      guard budget > text.utf8.count else {
        leftOut += 1
        return
      }
      budget -= text.utf8.count + 1
      lines.append(text)
    }
  }
}

/// The remaining room of a run's page, in bytes or rows.
struct PageBudget {
  var rows = 250_000
  var rowBytes = 32 << 20
  var details = 8 << 20
  var steps = 16 << 20
  var output = 256 << 10
  var console = 64 << 10
  var notes = 1_000
  var pictures = 8 << 20

  /// The part reserved for failures.
  static let reserved = PageBudget(rows: 50_000, rowBytes: 8 << 20)

  /// Returns the note at the end of a list about the items left out; nil if there are none.
  static func leftOut(_ count: Int, _ one: String, _ many: String) -> String? {
    count == 0 ? nil : "… \(count) more \(count == 1 ? one : many) left out: the page is too large"
  }
}
