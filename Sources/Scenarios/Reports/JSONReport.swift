internal import AppPackages

/// Renders events as JSON lines: one object an event. It holds nothing of the machine or the time of day, so that two
/// runs of the same scripts give the same bytes.
public struct JSONReport {
  private let write: (String) -> Void

  /// - Parameter write: gets each line, without its end.
  public init(write: @escaping (String) -> Void) {
    self.write = write
  }

  public func add(_ event: RunEvent) {
    var json = JSONText()
    switch event {
    case .runStarted(let version, let schemaVersion, let seed):
      json.add("event", "runStarted")
      json.add("schemaVersion", schemaVersion)
      json.add("version", version)
      json.add("seed", seed)
    case .fileStarted(let file):
      json.add("event", "fileStarted")
      json.add("file", file)
    case .output(let file, let text):
      json.add("event", "output")
      json.add("file", file)
      json.add("text", text)
    case .note(let file, let text):
      json.add("event", "note")
      json.add("file", file)
      json.add("text", text)
    case .scenarioFinished(let result):
      json.add("event", "scenarioFinished")
      json.add("file", result.file)
      json.add("name", result.name)
      json.add("line", result.line)
      json.add("status", result.status.rawValue)
      if let problem = result.problem { json.add("problem", object: object(problem)) }
      json.add("traceHash", result.traceHash)
    case .fileFailed(let file, let problem):
      json.add("event", "fileFailed")
      json.add("file", file)
      json.add("problem", object: object(problem))
    case .fileFinished(let file, let counts, let traceHash):
      json.add("event", "fileFinished")
      json.add("file", file)
      add(counts, to: &json)
      json.add("traceHash", traceHash)
    case .runFinished(let counts, let traceHash):
      json.add("event", "runFinished")
      json.add("files", counts.files)
      json.add("failedFiles", counts.failedFiles)
      add(counts, to: &json)
      json.add("traceHash", traceHash)
    }
    write(json.line)
  }

  private func add(_ counts: RunCounts, to json: inout JSONText) {
    json.add("passed", counts.passed)
    json.add("failed", counts.failed)
    json.add("errors", counts.errors)
    json.add("pending", counts.pending)
  }

  private func object(_ problem: Problem) -> JSONText {
    var json = JSONText()
    json.add("code", problem.code)
    json.add("message", problem.message)
    json.add("hint", problem.hint)
    json.add("fact", problem.fact)
    json.add("place", problem.place)
    json.add("sourceLine", problem.sourceLine)
    if !problem.traceback.isEmpty { json.add("traceback", problem.traceback) }
    return json
  }
}
