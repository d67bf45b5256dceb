internal import AppPackages
import PropertyLists

/// A run event as named fields in order: what JSON lines and the reporters of plugins show.
public struct EventRecord: Sendable {
  /// What a field holds.
  public indirect enum Value: Sendable {
    case text(String)
    case integer(Int)
    case texts([String])
    case integers([Int])
    case records([EventRecord])
    case record(EventRecord)
  }

  /// The fields, in the order in which every report shows them.
  public private(set) var fields: [(name: String, value: Value)] = []

  private mutating func add(_ name: String, _ text: String?) {
    if let text { fields.append((name, .text(text))) }
  }

  private mutating func add(_ name: String, _ number: Int?) {
    if let number { fields.append((name, .integer(number))) }
  }

  private mutating func add(_ name: String, _ texts: [String]) {
    fields.append((name, .texts(texts)))
  }

  private mutating func add(_ problem: Problem) {
    fields.append(("problem", .record(EventRecord(problem))))
  }

  /// The fields of an event; `event`, what kind it is, comes first.
  public init(_ event: RunEvent) {
    add("event", event.name.rawValue)
    add("file", event.file)
    switch event {
    case .runStarted(let header):
      add("schemaVersion", header.schemaVersion)
      add("version", header.version)
      // A text: programs that read numbers as JavaScript does lose digits of large ones.
      add("seed", String(header.seed))
      add("files", header.files)
      add("shard", header.shard)
      if !header.arguments.isEmpty { add("arguments", header.arguments) }
    case .pluginFailed(let plugin, let problem):
      add("plugin", plugin)
      add(problem)
    case .fileStarted(_, let position, let worker):
      add("position", position)
      add("worker", worker)
    case .output(_, let text), .note(_, let text): add("text", text)
    case .scenarioListed(let scenario):
      add("name", scenario.name)
      add("line", scenario.line)
      add("cell", scenario.cell)
    case .scenarioFinished(let result):
      add("name", result.name)
      add("hook", result.hook)
      add("line", result.line)
      add("cell", result.cell)
      add("status", result.status.rawValue)
      if let problem = result.problem { add(problem) }
      add("traceHash", result.traceHash)
      if !result.trace.isEmpty { add("trace", result.trace) }
      add(result.steps)
      add("microseconds", result.microseconds)
    case .coverage(let coverage):
      add("facts", coverage.facts.sorted(by: ExactText.precedes))
      fields.append(
        (
          "states",
          .records(
            coverage.states.sorted { ExactText.precedes($0.key, $1.key) }.map { EventRecord(list: $0.key, $0.value) })
        ))
      add("transitions", coverage.transitions.sorted(by: ExactText.precedes))
      fields.append(("lines", .records(coverage.lines.map { EventRecord($0) })))
    case .fileFailed(_, let problem): add(problem)
    case .fileFinished(_, let counts, let traceHash):
      add(counts)
      add("traceHash", traceHash)
    case .runFinished(let counts, let traceHash, let exitCode):
      add("files", counts.files)
      add("failedFiles", counts.failedFiles)
      add(counts)
      add("traceHash", traceHash)
      add("exitCode", Int(exitCode.rawValue))
    }
  }

  private mutating func add(_ counts: RunCounts) {
    add("passed", counts.passed)
    add("failed", counts.failed)
    add("errors", counts.errors)
    add("pending", counts.pending)
    if counts.scripts > 0 { add("scripts", counts.scripts) }
  }

  private mutating func add(_ steps: ScenarioSteps?) {
    if let steps { fields.append(("steps", .record(EventRecord(steps)))) }
  }

  private init(_ steps: ScenarioSteps) {
    fields.append(("devices", .records(steps.devices.map { EventRecord($0) })))
    fields.append(("steps", .records(steps.steps.map { EventRecord($0) })))
    if steps.leftOut > 0 { add("leftOut", steps.leftOut) }
    add("texts", steps.texts)
    fields.append(("sources", .records(steps.sources.map { EventRecord($0) })))
    if !steps.screens.isEmpty { fields.append(("screens", .records(steps.screens.map { EventRecord($0) }))) }
    if !steps.parts.isEmpty { fields.append(("parts", .records(steps.parts.map { EventRecord($0) }))) }
  }

  private init(_ device: ScenarioSteps.Device) {
    add("name", device.name)
    fields.append(("state", .integers(device.state)))
  }

  private init(_ step: ScenarioSteps.Step) {
    if step.device > 0 { add("device", step.device) }
    add("milliseconds", step.milliseconds)
    add("kind", step.kind)
    add("name", step.name)
    add("app", step.app)
    add("detail", step.detail)
    add("fact", step.fact)
    add("place", step.place)
    if !step.changes.isEmpty { fields.append(("changes", .integers(step.changes))) }
    add("screen", step.screen)
  }

  private init(_ screen: ScenarioSteps.Screen) {
    add("width", screen.width)
    add("height", screen.height)
    add("words", screen.words)
    add("body", screen.body)
    add("parts", screen.parts)
  }

  private init(_ part: ScenarioSteps.Part) {
    add("name", part.name)
    add("markup", part.markup)
  }

  private init(_ source: ScenarioSteps.Source) {
    add("file", source.file)
    add("firstLine", source.firstLine)
    add("lines", source.lines)
  }

  private init(list: String, _ names: Set<String>) {
    add("list", list)
    add("names", names.sorted(by: ExactText.precedes))
  }

  private init(_ lines: FileCoverage.Lines) {
    add("file", lines.file)
    add("lines", LineRanges.text(LineRanges.ranges(lines.lines)))
    add("ran", LineRanges.text(LineRanges.ranges(lines.ran)))
  }

  private init(_ problem: Problem) {
    add("code", problem.code)
    add("message", problem.message)
    add("hint", problem.hint)
    add("fact", problem.fact)
    add("place", problem.place)
    add("sourceLine", problem.sourceLine)
    if let excerpt = problem.excerpt {
      add("excerptLine", excerpt.firstLine)
      add("excerpt", excerpt.lines)
    }
    if !problem.traceback.isEmpty { add("traceback", problem.traceback) }
    if !problem.appStack.isEmpty { add("appStack", problem.appStack) }
    if !problem.lastEvents.isEmpty { add("lastEvents", problem.lastEvents) }
    if let picture = problem.picture { fields.append(("picture", .record(EventRecord(picture)))) }
  }

  private init(_ picture: Problem.Picture) {
    add("name", picture.name)
    add("file", picture.file)
    add("expected", picture.expected)
    add("actual", picture.actual)
    add("remark", picture.remark)
  }

  /// The record as a JSON object on one line, without its end.
  public var line: String { json.line }

  private var json: JSONText {
    var json = JSONText()
    for (name, value) in fields {
      switch value {
      case .text(let text): json.add(name, text)
      case .integer(let number): json.add(name, number)
      case .texts(let texts): json.add(name, texts)
      case .integers(let numbers): json.add(name, numbers)
      case .records(let records): json.add(name, objects: records.map(\.json))
      case .record(let record): json.add(name, object: record.json)
      }
    }
    return json
  }
}
