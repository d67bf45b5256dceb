internal import AppPackages
import PropertyLists

/// A run event as named fields in order: what JSON lines and the reporters of plugins show.
public struct EventRecord: Sendable {
  /// What a field holds.
  public indirect enum Value: Sendable {
    case text(String)
    case integer(Int)
    case unsigned(UInt64)
    case texts([String])
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
    switch event {
    case .runStarted(let version, let schemaVersion, let seed):
      add("schemaVersion", schemaVersion)
      add("version", version)
      fields.append(("seed", .unsigned(seed)))
    case .pluginFailed(let plugin, let problem):
      add("plugin", plugin)
      add(problem)
    case .fileStarted(let file):
      add("file", file)
    case .output(let file, let text):
      add("file", file)
      add("text", text)
    case .note(let file, let text):
      add("file", file)
      add("text", text)
    case .scenarioFinished(let result):
      add("file", result.file)
      add("name", result.name)
      add("line", result.line)
      add("status", result.status.rawValue)
      if let problem = result.problem { add(problem) }
      add("traceHash", result.traceHash)
    case .fileFailed(let file, let problem):
      add("file", file)
      add(problem)
    case .fileFinished(let file, let counts, let traceHash):
      add("file", file)
      add(counts)
      add("traceHash", traceHash)
    case .runFinished(let counts, let traceHash):
      add("files", counts.files)
      add("failedFiles", counts.failedFiles)
      add(counts)
      add("traceHash", traceHash)
    }
  }

  private mutating func add(_ counts: RunCounts) {
    add("passed", counts.passed)
    add("failed", counts.failed)
    add("errors", counts.errors)
    add("pending", counts.pending)
  }

  private init(_ problem: Problem) {
    add("code", problem.code)
    add("message", problem.message)
    add("hint", problem.hint)
    add("fact", problem.fact)
    add("place", problem.place)
    add("sourceLine", problem.sourceLine)
    if !problem.traceback.isEmpty { add("traceback", problem.traceback) }
    if !problem.appStack.isEmpty { add("appStack", problem.appStack) }
  }

  /// The record as a JSON object on one line, without its end.
  public var line: String { json.line }

  private var json: JSONText {
    var json = JSONText()
    for (name, value) in fields {
      switch value {
      case .text(let text): json.add(name, text)
      case .integer(let number): json.add(name, number)
      case .unsigned(let number): json.add(name, number)
      case .texts(let texts): json.add(name, texts)
      case .record(let record): json.add(name, object: record.json)
      }
    }
    return json
  }
}
