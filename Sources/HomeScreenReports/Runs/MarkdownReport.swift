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

  /// What is kept of the failures, in bytes. GitHub takes no summary of more than 1 MiB.
  private static let maximumBytes = 900_000

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
    case .scenarioCompared(let scenario):
      if scenario.isDifferent { add(FailedScenario(scenario.result)) }
    case .fileStarted, .fileFinished: endFile()
    case .pluginFailed(let plugin, let problem):
      pluginProblems += 1
      add("plugin \(plugin)", in: nil, ProblemText.lines(problem))
    case .scenarioFinished(let result):
      switch result.status {
      case .passed, .pending: break
      case .failed, .error: if !equal.add(result) { add(FailedScenario(result)) }
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

  private func add(_ failure: FailedScenario) {
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
    guard text.bytes + block.bytes <= Self.maximumBytes else { return leftOut += 1 }
    text.add(block)
  }

  private func finish(_ counts: RunCounts, _ traceHash: String, _ exitCode: ExitCode) {
    let isGood = exitCode == .success
    write("## \(isGood ? "✅" : "❌") \(RunSummary.text(counts, pluginProblems: pluginProblems))")
    write("")
    var facts = [
      "\(counts.files) \(counts.files == 1 ? "file" : "files")", "trace `\(MarkdownText.escaped(traceHash))`",
    ]
    if let header {
      facts.append("seed \(header.seed)")
      if let shard = header.shard { facts.append("shard \(MarkdownText.escaped(shard))") }
      facts.append("homescreen \(MarkdownText.escaped(header.version))")
    }
    facts.append("exit code \(exitCode.rawValue) (\(exitCode.name))")
    write(facts.joined(separator: ", "))
    text.lines.forEach(write)
    if leftOut > 0 {
      write("")
      write("… and \(leftOut) more of \(failures) failures, for which a summary has no room.")
    }
  }
}

/// Lines of Markdown, made of text that says nothing to its reader's renderer.
struct MarkdownText {
  private(set) var lines: [String] = []
  private(set) var bytes = 0

  private mutating func line(_ text: String) {
    lines.append(text)
    bytes += text.utf8.count + 1
  }

  mutating func add(_ other: MarkdownText) {
    lines += other.lines
    bytes += other.bytes
  }

  /// - Parameter text: Markdown.
  mutating func heading(_ text: String) {
    line("")
    line("### \(text)")
    line("")
  }

  /// Lines as they are; the fence is longer than each of theirs.
  mutating func codeBlock(_ texts: [String]) {
    let all = texts.flatMap(TextLines.of)
    let fence = String(repeating: "`", count: max(3, (all.map(Self.longestRun).max() ?? 0) + 1))
    line("\(fence)text")
    for text in all { line(TerminalText.visible(text)) }
    line(fence)
  }

  /// One line of text with a backslash in front of whatever could mean something.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in TerminalText.visible(text, isOneLine: true).unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      // A mention would tell somebody of the run, behind a backslash too.
      case "@": escaped += "&#64;"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "|", "~", "!", "$":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// One line of text as code.
  static func code(_ text: String) -> String {
    let text = TerminalText.visible(text, isOneLine: true)
    let ticks = String(repeating: "`", count: longestRun(in: text) + 1)
    // With a tick at its edge, or nothing but spaces, it needs spaces of its own.
    return ticks.utf8.count > 1 || text.isEmpty ? "\(ticks) \(text) \(ticks)" : "\(ticks)\(text)\(ticks)"
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
