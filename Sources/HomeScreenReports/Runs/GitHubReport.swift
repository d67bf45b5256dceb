public import Events
import Platform
import PropertyLists

/// Renders events as GitHub's workflow commands: each failure is an annotation at its line, what a script prints is a
/// group that can be folded.
public final class GitHubReport: EventReport {
  /// How many annotations of a kind GitHub shows for a step.
  public static let shownAnnotations = 10

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
  public init(
    _ surroundings: ReportSurroundings, isAnnotationsOnly: Bool = false, write: @escaping (String) -> Void
  ) {
    self.surroundings = surroundings
    self.isAnnotationsOnly = isAnnotationsOnly
    self.write = write
  }

  /// Writes the commands of the event.
  public func add(_ event: RunEvent) {
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
