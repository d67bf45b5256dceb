package import Events
import Platform
import PropertyLists

/// Renders events as GitHub workflow commands: each failure is an annotation at its line, and the output of scripts is
/// a group that can be folded.
package final class GitHubReport: EventReport {
  /// The number of annotations of each kind that GitHub shows per step.
  package static let shownAnnotations = 10

  private let write: (String) -> Void
  private let surroundings: ReportSurroundings
  /// Whether another report for people shows the output.
  private let isAnnotationsOnly: Bool
  private var header: RunHeader?
  private var openGroup: ExactText?
  private var errors = 0
  private var pluginProblems = 0
  private var equal = EqualFailures()
  private var tally = RunTally()

  /// The maximum length of a message, in bytes.
  private static let maximumMessageLength = 8_192

  /// Creates an empty report.
  ///
  /// - Parameters:
  ///   - isAnnotationsOnly: whether another report shows the output and the result of the run.
  ///   - write: receives each line, without its end.
  package init(_ surroundings: ReportSurroundings, isAnnotationsOnly: Bool = false, write: @escaping (String) -> Void) {
    (self.surroundings, self.isAnnotationsOnly, self.write) = (surroundings, isAnnotationsOnly, write)
  }

  /// Writes the commands of an event.
  package func add(_ event: RunEvent) {
    tally.add(event)
    switch event {
    case .runStarted(let header): self.header = header
    case .fileStarted: endFile()
    case .pluginFailed(let plugin, let problem):
      pluginProblems += 1
      annotate(problem, title: "plugin \(plugin)", file: nil, line: nil, [])
    case .output(let file, let text):
      open(file)
      show(text)
    case .note(let file, let text):
      open(file)
      show("note: \(text)")
    case .scenarioListed: break
    case .scenarioFinished(let result):
      switch result.status {
      case .passed, .pending: break
      case .failed, .error: if !equal.add(result) { annotate(MatrixFailure(result)) }
      }
    case .fileFailed(let file, let problem):
      annotate(problem, title: "\(file) is broken", file: file, line: nil, [ProblemText.command(header, file: file)])
    case .fileFinished: endFile()
    case .runFinished(let counts, let traceHash, let exitCode): finish(counts, traceHash, exitCode)
    }
  }

  // MARK: Groups

  private func open(_ file: String) {
    guard !isAnnotationsOnly, openGroup != ExactText(file) else { return }
    closeGroup()
    openGroup = ExactText(file)
    write(WorkflowCommand.text("group", [:], TerminalText.visible(file, isOneLine: true)))
  }

  private func closeGroup() {
    guard openGroup != nil else { return }
    openGroup = nil
    write(WorkflowCommand.text("endgroup"))
  }

  private func show(_ text: String) {
    guard !isAnnotationsOnly else { return }
    for line in TextLines.of(text) { write(WorkflowCommand.harmless(TerminalText.visible(line))) }
  }

  // MARK: Annotations

  private func endFile() {
    for failure in equal.take() { annotate(failure) }
    closeGroup()
  }

  private func annotate(_ failure: MatrixFailure) {
    let result = failure.result
    annotate(
      result.problem, title: result.name.joined(separator: " › "), file: result.file, line: result.line,
      ProblemText.lines(header, failure))
  }

  private func annotate(_ problem: Problem?, title: String, file: String?, line: Int?, _ rest: [StyledText]) {
    errors += 1
    guard errors <= Self.shownAnnotations else { return }
    closeGroup()
    let lines = (problem.map(ProblemText.lines) ?? []) + rest
    let message = lines.map { $0.rendered(hasStyles: false) }.joined(separator: "\n")
    let place = problem?.place.flatMap(ProblemPlace.init)
    // The annotation is at the helper's line that failed, otherwise at the scenario.
    write(
      WorkflowCommand.text(
        "error",
        [
          "file": (place?.file ?? file).map(surroundings.pathInCheckout),
          "line": (place?.line ?? line).map(String.init), "title": title,
        ], Problem.shortened(message, to: Self.maximumMessageLength)))
  }

  private func finish(_ counts: RunCounts, _ traceHash: String, _ exitCode: ExitCode) {
    endFile()
    if !tally.explains(exitCode) { write(WorkflowCommand.text("error", ["title": "the run itself"], exitCode.meaning)) }
    if errors > Self.shownAnnotations {
      write(
        WorkflowCommand.text(
          "notice", ["title": "homescreen"],
          "\(Self.shownAnnotations) of \(errors) failures are annotated: GitHub shows at most that many per step."))
    }
    if !isAnnotationsOnly {
      let text = RunSummary.text(counts, of: header?.files(interruptedBy: exitCode), pluginProblems: pluginProblems)
      let order = header?.order.map { "\($0)  " } ?? ""
      write(WorkflowCommand.harmless("\(text)  \(order)trace \(traceHash)"))
    }
  }
}

/// Renders events as Markdown for a job summary: the result, and each failure with its details. The counts come first,
/// so the text is written at the end of the run.
package final class MarkdownReport: EventReport {
  private let write: (String) -> Void
  private var header: RunHeader?
  private var text = MarkdownText()
  private var pluginProblems = 0
  private var equal = EqualFailures()
  private var failures = 0
  private var leftOut = 0
  private var tally = RunTally()

  /// Creates an empty report.
  ///
  /// - Parameter write: receives each line, without its end.
  package init(write: @escaping (String) -> Void) { self.write = write }

  /// Collects failures, and writes everything at the end.
  package func add(_ event: RunEvent) {
    tally.add(event)
    switch event {
    case .runStarted(let header): self.header = header
    case .output, .note, .scenarioListed: break
    case .fileStarted, .fileFinished: endFile()
    case .pluginFailed(let plugin, let problem):
      pluginProblems += 1
      add("plugin \(plugin)", in: nil, ProblemText.lines(problem))
    case .scenarioFinished(let result):
      switch result.status {
      case .passed, .pending: break
      case .failed, .error: if !equal.add(result) { add(MatrixFailure(result)) }
      }
    case .fileFailed(let file, let problem):
      add("broken file", in: file, ProblemText.lines(problem) + [ProblemText.command(header, file: file)])
    case .runFinished(let counts, let traceHash, let exitCode):
      endFile()
      finish(counts, traceHash, exitCode)
    }
  }

  private func endFile() { for failure in equal.take() { add(failure) } }

  private func add(_ failure: MatrixFailure) {
    let result = failure.result
    let lines = (result.problem.map(ProblemText.lines) ?? []) + ProblemText.lines(header, failure)
    add(result.name.joined(separator: " › "), in: result.line.map { "\(result.file):\($0)" } ?? result.file, lines)
  }

  private func add(_ title: String, in place: String?, _ lines: [StyledText]) {
    failures += 1
    guard leftOut == 0 else { return leftOut += 1 }
    var block = MarkdownText()
    block.heading("✗ " + MarkdownText.escaped(title) + (place.map { " (\(MarkdownText.code($0)))" } ?? ""))
    block.codeBlock(lines.map { $0.rendered(hasStyles: false) })
    guard text.bytes + block.bytes <= MarkdownText.maximumSummaryBytes else { return leftOut += 1 }
    text.add(block)
  }

  private func finish(_ counts: RunCounts, _ traceHash: String, _ exitCode: ExitCode) {
    let isGood = exitCode == .success
    let text = RunSummary.text(counts, of: header?.files(interruptedBy: exitCode), pluginProblems: pluginProblems)
    write("## \(isGood ? "✅" : "❌") \(MarkdownText.escaped(text))")
    write("")
    var facts = [Counted.text(counts.files, "file"), "trace `\(MarkdownText.escaped(traceHash))`"]
    if let header {
      facts.append("seed \(header.seed)")
      if let order = header.order { facts.append(MarkdownText.escaped(order)) }
      if let shard = header.shard { facts.append("shard \(MarkdownText.escaped(shard))") }
      facts.append("homescreen \(MarkdownText.escaped(header.version))")
    }
    facts.append("exit code \(exitCode.rawValue) (\(exitCode.name))")
    write(facts.joined(separator: ", "))
    self.text.lines.forEach(write)
    if leftOut > 0 {
      write("")
      write("… and \(leftOut) more of \(failures) failures, too many for a summary.")
    }
  }
}
