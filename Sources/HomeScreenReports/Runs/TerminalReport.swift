/// Renders events for a person: each file, what failed in it and why, and one line at the end.
public final class TerminalReport: EventReport {
  private let write: (StyledText) -> Void
  private var shownFile: String?
  private var pluginProblems = 0
  private var comparison = ComparisonText()

  /// - Parameter write: gets each line, without its end.
  public init(write: @escaping (StyledText) -> Void) {
    self.write = write
  }

  /// Writes what a person wants to know of the event.
  public func add(_ event: RunEvent) {
    switch event {
    case .runStarted, .fileStarted, .coverage: break
    case .pluginFailed(let plugin, let problem):
      pluginProblems += 1
      write("\(StyledText("plugin", .red)) \(line: plugin)")
      show(problem)
    case .output(_, let text): write(StyledText(text))
    case .note(let file, let text): write("\(StyledText("note", .yellow)) \(line: file): \(text)")
    case .scenarioListed(let scenario):
      let place = scenario.line.map { ":\($0)" } ?? ""
      write("\(line: scenario.file + place): \(line: scenario.name.joined(separator: " "))")
    case .scenarioFinished(let result): show(result)
    case .scenarioCompared(let scenario): comparison.lines(scenario).forEach(write)
    case .fileFailed(let file, let problem):
      write("\(StyledText("error", .red)) \(line: file)")
      show(problem)
    case .fileFinished: break
    case .runFinished(let counts, let traceHash, _): finish(counts, traceHash)
    }
  }

  private func show(_ result: ScenarioResult) {
    if shownFile != result.file {
      shownFile = result.file
      write(StyledText(TerminalText.visible(result.file, isOneLine: true), .bold))
    }
    let name = TerminalText.visible(result.name.joined(separator: " › "), isOneLine: true)
    switch result.status {
    case .passed: write("  \(StyledText("✓", .green)) \(name)")
    case .pending:
      write("  \(StyledText("○", .yellow)) \(name) (\(result.problem?.message ?? "pending"))")
    case .failed, .error:
      write("  \(StyledText("✗", .red)) \(name)")
      if let problem = result.problem { show(problem) }
    }
  }

  private func show(_ problem: Problem) {
    let indent = "      "
    for line in problem.message.split(separator: "\n", omittingEmptySubsequences: false) { write("\(indent)\(line)") }
    if let place = problem.place {
      let code: StyledText = problem.sourceLine.map { ":  \(StyledText($0, .dim))" } ?? ""
      write("\(indent)at \(line: place)\(code)")
    }
    // The line of the place, and functions of the library inside it, say nothing new.
    let here = problem.traceback.firstIndex { line in problem.place.map { line.hasPrefix($0 + ":") } ?? true } ?? -1
    for line in problem.traceback.dropFirst(here + 1).prefix(8) { write("\(indent)   \(StyledText(line, .dim))") }
    for line in problem.appStack.prefix(8) { write("\(indent)   \(StyledText(line, .dim))") }
    if let hint = problem.hint { write("\(indent)\(StyledText("hint", .yellow)) \(hint)") }
    if let fact = problem.fact { write("\(indent)\(StyledText("fact", .yellow)) homescreen explain \(fact)") }
  }

  private func finish(_ counts: RunCounts, _ traceHash: String) {
    comparison.summary.forEach(write)
    guard counts.total > 0 || counts.failedFiles > 0 || pluginProblems > 0 else { return }
    var parts = ["\(counts.passed) passed"]
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    if counts.errors > 0 { parts.append(counts.errors == 1 ? "1 error" : "\(counts.errors) errors") }
    if counts.failedFiles > 0 {
      parts.append(counts.failedFiles == 1 ? "1 broken file" : "\(counts.failedFiles) broken files")
    }
    if counts.pending > 0 { parts.append("\(counts.pending) pending") }
    if pluginProblems > 0 {
      parts.append(pluginProblems == 1 ? "1 problem with plugins" : "\(pluginProblems) problems with plugins")
    }
    let isGood = counts.failed + counts.errors + counts.failedFiles + pluginProblems == 0
    write(
      "\(StyledText(parts.joined(separator: ", "), isGood ? .green : .red))  \(StyledText("trace \(traceHash)", .dim))")
  }
}
