public import Events
public import Platform
import PropertyLists

/// Renders events for a person: each file, what failed in it and why, how to repeat it, and what the run came to.
///
/// A run of a few scenarios shows each. Of a large one nobody reads what passed: after
/// ``passedLinesBeforeCounting`` lines, passed scenarios are counted, a line a file.
public final class TerminalReport: EventReport {
  /// How many passed scenarios have a line of their own.
  public static let passedLinesBeforeCounting = 200

  private let write: (StyledText) -> Void
  private let showsEach: Bool
  private var header: RunHeader?
  private var shownFile: ExactText?
  private var passedLines = 0
  /// Passed scenarios without a line, and the file that they are in.
  private var counted = 0
  private var countedFile: ExactText?
  private var hasSaidHow = false
  private var pluginProblems = 0
  /// Failures in matrices, told when their file is over.
  private var equal = EqualFailures()
  private var summary = TerminalSummary()

  /// A report that nothing was told to yet.
  ///
  /// - Parameters:
  ///   - showsEach: each scenario has a line, however many there are.
  ///   - write: gets each line, without its end.
  public init(showsEach: Bool = false, write: @escaping (StyledText) -> Void) {
    self.showsEach = showsEach
    self.write = write
  }

  /// Writes what a person wants to know of the event.
  public func add(_ event: RunEvent) {
    switch event {
    case .runStarted(let header): self.header = header
    case .fileStarted: endFile()
    case .coverage: break
    case .pluginFailed(let plugin, let problem):
      pluginProblems += 1
      line("\(StyledText("plugin", .red)) \(line: plugin)")
      show(ProblemText.lines(problem))
      summary.add(file: plugin, text: "plugin")
    case .output(_, let text): line(StyledText(text))
    case .note(let file, let text): line("\(StyledText("note", .yellow)) \(line: file): \(text)")
    case .scenarioListed(let scenario):
      let place = scenario.line.map { ":\($0)" } ?? ""
      line("\(line: scenario.file + place): \(line: scenario.name.joined(separator: " "))")
    case .scenarioFinished(let result): add(result)
    case .fileFailed(let file, let problem):
      line("\(StyledText("error", .red)) \(line: file)")
      show(ProblemText.lines(problem))
      if problem.ending != .interrupt { show([ProblemText.command(header, file: file)]) }
      summary.add(file: file, text: "broken file")
    case .fileFinished: endFile()
    case .runFinished(let counts, let traceHash, let code):
      endFile()
      finish(counts, traceHash, code)
    }
  }

  private func line(_ text: StyledText) {
    summary.countLine()
    write(text)
  }

  private func show(_ lines: [StyledText]) {
    for text in lines { line("      \(text)") }
  }

  private func add(_ result: ScenarioResult) {
    if counted > 0, countedFile != ExactText(result.file) { tellCount() }
    summary.time(result)
    switch result.status {
    case .passed:
      if showsEach || passedLines < Self.passedLinesBeforeCounting {
        passedLines += 1
        head(result.file)
        line("  \(StyledText("✓", .green)) \(line: Self.name(result))")
      } else {
        countedFile = ExactText(result.file)
        counted += 1
      }
    case .pending:
      head(result.file)
      line("  \(StyledText("○", .yellow)) \(line: Self.name(result)) (\(line: result.problem?.message ?? "pending"))")
    case .failed, .error:
      if !equal.add(result) { show(MatrixFailure(result)) }
    }
  }

  private static func name(_ result: ScenarioResult) -> String { result.name.joined(separator: " › ") }

  private func head(_ file: String) {
    guard shownFile != ExactText(file) else { return }
    shownFile = ExactText(file)
    line(StyledText(TerminalText.visible(file, isOneLine: true), .bold))
  }

  private func show(_ failure: MatrixFailure) {
    let result = failure.result
    head(result.file)
    line("  \(StyledText("✗", .red)) \(line: Self.name(result))")
    if let problem = result.problem { show(ProblemText.lines(problem)) }
    show(ProblemText.lines(header, failure))
    let cells = failure.cells.count > 1 ? " (\(failure.cells.count) cells)" : ""
    summary.add(file: result.file, line: result.line, text: Self.name(result) + cells)
  }

  private func endFile() {
    for failure in equal.take() { show(failure) }
    tellCount()
  }

  private func tellCount() {
    guard counted > 0, let file = countedFile else { return }
    defer { counted = 0 }
    let how = hasSaidHow ? "" : "; --format list shows each"
    hasSaidHow = true
    let mark = StyledText("✓", .green)
    if shownFile != file {
      line("\(mark) \(line: file.text)  \(counted) passed\(how)")
    } else {
      line("  \(mark) \(counted) more passed\(how)")
    }
  }

  private func finish(_ counts: RunCounts, _ traceHash: String, _ code: ExitCode) {
    summary.lines.forEach(write)
    let files = header?.files(interruptedBy: code)
    guard counts.total > 0 || counts.failedFiles > 0 || pluginProblems > 0 || files != nil else { return }
    let text = RunSummary.text(counts, of: files, pluginProblems: pluginProblems)
    let isGood = counts.failed + counts.errors + counts.failedFiles + pluginProblems == 0 && files == nil
    let seed = header.flatMap { $0.seed == RunHeader.defaultSeed ? nil : "seed \($0.seed)  " } ?? ""
    write("\(StyledText(text, isGood ? .green : .red))  \(StyledText("\(seed)trace \(traceHash)", .dim))")
  }
}
