public import Events
import Platform

/// Renders events as Markdown for the summary of a job: what the run came to, and each failure with what there is to say
/// of it. The counts come first, so the text is written when the run is over.
public final class MarkdownReport: EventReport {
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
  public init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Keeps what failed, and writes everything at the end.
  public func add(_ event: RunEvent) {
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
