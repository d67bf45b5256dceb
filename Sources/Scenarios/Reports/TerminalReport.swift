/// Renders events for a person: each file, what failed in it and why, and one line at the end.
public final class TerminalReport {
  private let write: (String) -> Void
  private let isColoured: Bool
  private var shownFile: String?
  private var pluginProblems = 0

  /// - Parameters:
  ///   - isColoured: whether the reader is a terminal that shows colours.
  ///   - write: gets each line, without its end.
  public init(isColoured: Bool, write: @escaping (String) -> Void) {
    self.isColoured = isColoured
    self.write = write
  }

  public func add(_ event: RunEvent) {
    switch event {
    case .runStarted, .fileStarted: break
    case .pluginFailed(let plugin, let problem):
      pluginProblems += 1
      write("\(paint("plugin", .red)) \(plugin)")
      show(problem)
    case .output(_, let text): write(text)
    case .note(let file, let text): write(paint("note", .yellow) + " \(file): \(text)")
    case .scenarioFinished(let result): show(result)
    case .fileFailed(let file, let problem):
      write("\(paint("error", .red)) \(file)")
      show(problem)
    case .fileFinished: break
    case .runFinished(let counts, let traceHash): finish(counts, traceHash)
    }
  }

  private func show(_ result: ScenarioResult) {
    if shownFile != result.file {
      shownFile = result.file
      write(paint(result.file, .bold))
    }
    let name = result.name.joined(separator: " › ")
    switch result.status {
    case .passed: write("  \(paint("✓", .green)) \(name)")
    case .pending:
      write("  \(paint("○", .yellow)) \(name)" + (result.problem.map { " (\($0.message))" } ?? " (pending)"))
    case .failed, .error:
      write("  \(paint("✗", .red)) \(name)")
      if let problem = result.problem { show(problem) }
    }
  }

  private func show(_ problem: Problem) {
    let indent = "      "
    for line in problem.message.split(separator: "\n", omittingEmptySubsequences: false) { write(indent + line) }
    if let place = problem.place {
      write("\(indent)at \(place)" + (problem.sourceLine.map { ":  \(paint($0, .dim))" } ?? ""))
    }
    // The line of the place, and functions of the library inside it, say nothing new.
    let here = problem.traceback.firstIndex { line in problem.place.map { line.hasPrefix($0 + ":") } ?? true } ?? -1
    for line in problem.traceback.dropFirst(here + 1).prefix(8) { write("\(indent)   \(paint(line, .dim))") }
    for line in problem.appStack.prefix(8) { write("\(indent)   \(paint(line, .dim))") }
    if let hint = problem.hint { write("\(indent)\(paint("hint", .yellow)) \(hint)") }
    if let fact = problem.fact { write("\(indent)\(paint("fact", .yellow)) homescreen explain \(fact)") }
  }

  private func finish(_ counts: RunCounts, _ traceHash: String) {
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
    write("\(paint(parts.joined(separator: ", "), isGood ? .green : .red))  \(paint("trace \(traceHash)", .dim))")
  }

  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  private func paint(_ text: String, _ style: Style) -> String {
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
