package import Events
import Platform
import PropertyLists

/// Renders events as GitHub's workflow commands: each failure is an annotation at its line, what a script prints is a
/// group that can be folded.
package final class GitHubReport: EventReport {
  /// How many annotations of a kind GitHub shows for a step.
  package static let shownAnnotations = 10

  private let write: (String) -> Void
  private let surroundings: ReportSurroundings
  /// Whether a report for people stands beside this one and shows what is printed.
  private let isAnnotationsOnly: Bool
  private var header: RunHeader?
  private var openGroup: ExactText?
  private var errors = 0
  private var pluginProblems = 0
  private var equal = EqualFailures()
  private var tally = RunTally()

  /// What is kept of a message, in bytes: a page beside the changed line is read, a book is not.
  private static let maximumMessageLength = 8_192

  /// A report that nothing was told to yet.
  ///
  /// - Parameters:
  ///   - isAnnotationsOnly: another report shows what is printed and what the run came to.
  ///   - write: gets each line, without its end.
  package init(
    _ surroundings: ReportSurroundings, isAnnotationsOnly: Bool = false, write: @escaping (String) -> Void
  ) {
    self.surroundings = surroundings
    self.isAnnotationsOnly = isAnnotationsOnly
    self.write = write
  }

  /// Writes the commands of the event.
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
    case .scenarioListed, .coverage: break
    case .scenarioFinished(let result):
      switch result.status {
      case .passed, .pending: break
      case .failed, .error: if !equal.add(result) { annotate(MatrixFailure(result)) }
      }
    case .fileFailed(let file, let problem):
      annotate(
        problem, title: "\(file) is broken", file: file, line: nil, [ProblemText.command(header, file: file)])
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
    // A place in a helper is where the annotation helps; without one it is the scenario's own.
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
    if !tally.explains(exitCode) {
      write(WorkflowCommand.text("error", ["title": "the run itself"], exitCode.meaning))
    }
    if errors > Self.shownAnnotations {
      write(
        WorkflowCommand.text(
          "notice", ["title": "homescreen"],
          "\(Self.shownAnnotations) of \(errors) failures are annotated: GitHub shows at most so many for a step."))
    }
    if !isAnnotationsOnly {
      let text = RunSummary.text(counts, of: header?.files(interruptedBy: exitCode), pluginProblems: pluginProblems)
      write(WorkflowCommand.harmless("\(text)  trace \(traceHash)"))
    }
  }
}

/// Renders events as Markdown for the summary of a job: what the run came to, and each failure with what there is to say
/// of it. The counts come first, so the text is written when the run is over.
package final class MarkdownReport: EventReport {
  private let write: (String) -> Void
  private var header: RunHeader?
  private var text = MarkdownText()
  private var pluginProblems = 0
  private var equal = EqualFailures()
  private var failures = 0
  private var leftOut = 0
  private var tally = RunTally()

  /// A report that nothing was told to yet.
  ///
  /// - Parameter write: gets each line, without its end.
  package init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Keeps what failed, and writes everything at the end.
  package func add(_ event: RunEvent) {
    tally.add(event)
    switch event {
    case .runStarted(let header): self.header = header
    case .output, .note, .scenarioListed, .coverage: break
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

  private func endFile() {
    for failure in equal.take() { add(failure) }
  }

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
