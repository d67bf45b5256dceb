package import Events
package import Platform
import PropertyLists

/// Renders events for a person: each file, its failures and their reasons, how to repeat them, and the result of the
/// run.
///
/// A small run shows each scenario. After ``passedLinesBeforeCounting`` lines, passed scenarios are only counted, one
/// line per file.
package final class TerminalReport: EventReport {
  /// The number of passed scenarios with separate lines.
  package static let passedLinesBeforeCounting = 200

  private let write: (StyledText) -> Void
  private let showsEach: Bool
  private var header: RunHeader?
  private var shownFile: ExactText?
  private var passedLines = 0
  /// The passed scenarios counted without a line, and their file.
  private var counted = 0
  private var countedFile: ExactText?
  private var hasSaidHow = false
  private var pluginProblems = 0
  /// Failures in matrices, shown at the end of their file.
  private var equal = EqualFailures()
  private var summary = TerminalSummary()

  /// Creates an empty report.
  ///
  /// - Parameters:
  ///   - showsEach: shows a line for each scenario, however many there are.
  ///   - write: receives each line, without its end.
  package init(showsEach: Bool = false, write: @escaping (StyledText) -> Void) {
    (self.showsEach, self.write) = (showsEach, write)
  }

  package func add(_ event: RunEvent) {
    switch event {
    case .runStarted(let header): self.header = header
    case .fileStarted: endFile()
    case .pluginFailed(let plugin, let problem):
      pluginProblems += 1
      let kind = plugin.hasSuffix("homescreen.lua") ? "settings" : "plugin"
      line("\(StyledText(kind, .red)) \(line: plugin)")
      show(ProblemText.lines(problem))
      summary.add(file: plugin, text: kind)
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

  private func show(_ lines: [StyledText]) { for text in lines { line("      \(text)") } }

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
    let facts = "\(seed)\(header?.order.map { "\($0)  " } ?? "")trace \(traceHash)"
    write("\(StyledText(text, isGood ? .green : .red))  \(StyledText(facts, .dim))")
  }
}

/// The end of a terminal report: all failures again if one has scrolled away, and slow scenarios.
struct TerminalSummary {
  private var lineCount = 0
  /// The number of lines up to the end of the first failure.
  private var firstFailure: Int?
  private var failures: [StyledText] = []
  private var failureCount = 0
  private var slow: [(microseconds: Int, text: StyledText)] = []

  /// The approximate height of a screen; if a failure is further up, all failures are listed.
  private static let screen = 40
  /// The maximum number of failures listed.
  private static let maximumFailures = 50
  /// The duration from which a scenario is slow.
  private static let slowMicroseconds = 1_000_000
  /// The maximum number of slow scenarios listed.
  private static let maximumSlow = 5

  mutating func countLine() { lineCount += 1 }

  /// Adds a failure of a scenario or of a whole file.
  mutating func add(file: String, line: Int? = nil, text: String) {
    failureCount += 1
    firstFailure = firstFailure ?? lineCount
    guard failures.count < Self.maximumFailures else { return }
    let place = line.map { "\(file):\($0)" } ?? file
    failures.append("  \(StyledText("✗", .red)) \(line: place)  \(line: text)")
  }

  /// Keeps a scenario if it is one of the slowest.
  mutating func time(_ result: ScenarioResult) {
    guard result.microseconds >= Self.slowMicroseconds else { return }
    if slow.count == Self.maximumSlow, let last = slow.last, last.microseconds >= result.microseconds { return }
    let place = result.line.map { "\(result.file):\($0)" } ?? result.file
    let seconds = Seconds.text(result.microseconds, decimals: 1)
    let text: StyledText = "  \(seconds) s  \(line: place)  \(line: result.name.joined(separator: " › "))"
    // Equal durations keep the order of the run.
    let index = slow.firstIndex { $0.microseconds < result.microseconds } ?? slow.endIndex
    slow.insert((result.microseconds, text), at: index)
    if slow.count > Self.maximumSlow { slow.removeLast() }
  }

  /// The lines of the summary; none if the whole run is still on the screen.
  var lines: [StyledText] {
    var lines: [StyledText] = []
    if let firstFailure, lineCount - firstFailure > Self.screen {
      lines.append(StyledText("What failed:", .bold))
      lines += failures
      let others = failureCount - failures.count
      if others > 0 { lines.append("  … and \(others) more, further up; --last-failed runs only what failed") }
    }
    if !slow.isEmpty { lines += [StyledText("Slow:", .bold)] + slow.map(\.text) }
    return lines
  }
}

/// The progress of a run, as one line that is redrawn.
package struct RunProgress: Sendable {
  private var files = 0
  private var counts = RunCounts()
  private var running: [String] = []

  package init() {}

  /// Counts an event.
  package mutating func add(_ event: RunEvent) {
    switch event {
    case .runStarted(let header): files = header.files
    case .fileStarted(let file, _, _): running.append(file)
    case .scenarioFinished(let result): counts.count(result.status)
    case .fileFailed: counts.failedFiles += 1
    case .fileFinished(let file, _, _):
      counts.files += 1
      running.removeAll { ExactText.isSame($0, file) }
    case .pluginFailed, .output, .note, .scenarioListed, .runFinished: break
    }
  }

  /// The width of the bar in columns.
  private static let barWidth = 20

  /// Returns the line, no wider than the terminal; nil before the run starts.
  package func text(columns: Int) -> StyledText? {
    guard files > 0 else { return nil }
    let full = Self.barWidth * min(counts.files, files) / files
    let bar = String(repeating: "━", count: full) + String(repeating: "╌", count: Self.barWidth - full)
    let bad = counts.failed + counts.errors + counts.failedFiles
    var text = " \(counts.files)/\(files) files, \(counts.passed) passed"
    if bad > 0 { text += ", \(bad) failed" }
    if let file = running.last { text += "  \(TerminalText.visible(file, isOneLine: true))" }
    // The last column stays empty, because some terminals wrap after it.
    let available = columns - 1 - Self.barWidth
    guard available > 0 else { return nil }
    return "\(StyledText(bar, bad > 0 ? .red : .green))\(DisplayWidth.clipped(text, to: available))"
  }
}

/// The result of a run in a few words.
enum RunSummary {
  /// Returns a text such as `3 passed, 1 failed, 1 broken file`.
  /// - Parameter files: the number of files if a signal ended the run, to show how many of them did not run.
  static func text(_ counts: RunCounts, of files: Int?, pluginProblems: Int) -> String {
    var parts = ["\(counts.passed) passed"]
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    if counts.errors > 0 { parts.append(Counted.text(counts.errors, "error")) }
    if counts.failedFiles > 0 { parts.append(Counted.text(counts.failedFiles, "broken file")) }
    if counts.pending > 0 { parts.append("\(counts.pending) pending") }
    if pluginProblems > 0 { parts.append("\(Counted.text(pluginProblems, "problem")) with settings or plugins") }
    if let files {
      let left = files > counts.files ? ": \(files - counts.files) of \(Counted.text(files, "file")) did not run" : ""
      parts.append("stopped before the end\(left)")
    }
    return parts.joined(separator: ", ")
  }
}

/// The lines about a problem in reports for people: the problem, its place, the stack, the events before it and the advice.
enum ProblemText {
  /// The maximum number of lines shown of a stack.
  private static let stackLines = 8

  /// Returns all lines about a problem, without indentation.
  static func lines(_ problem: Problem) -> [StyledText] {
    var lines = TextLines.of(problem.message).map { StyledText($0) }
    lines += place(of: problem)
    // The line of the place, and functions of the library inside it, repeat what is known.
    let here = problem.traceback.firstIndex { line in problem.place.map { line.hasPrefix($0 + ":") } ?? true } ?? -1
    for line in problem.traceback.dropFirst(here + 1).prefix(stackLines) { lines.append(quiet("   ", line)) }
    for line in problem.appStack.prefix(stackLines) { lines.append(quiet("   ", line)) }
    if !problem.lastEvents.isEmpty {
      lines.append(StyledText("last events", .dim))
      for line in problem.lastEvents { lines.append(quiet("   ", line)) }
    }
    if let hint = problem.hint { lines.append("\(StyledText("hint", .yellow)) \(line: hint)") }
    if let fact = problem.fact { lines.append("\(StyledText("fact", .yellow)) homescreen explain \(line: fact)") }
    return lines
  }

  /// Returns the other details that reproduce a failure: trace, seed, cell, and the command.
  static func lines(_ header: RunHeader?, _ failure: MatrixFailure) -> [StyledText] {
    let result = failure.result
    var lines: [StyledText] = []
    if let text = cells(failure) { lines += text }
    lines.append(StyledText(facts(header, result).map { "\($0.name) \($0.value)" }.joined(separator: ", "), .dim))
    lines.append(command(RepeatCommand.text(header, result)))
    return lines
  }

  /// Returns the command that repeats a file.
  static func command(_ header: RunHeader?, file: String) -> StyledText {
    command(RepeatCommand.text(header, file: file))
  }

  private static func command(_ text: String) -> StyledText { "\(StyledText("repeat", .yellow)) \(line: text)" }

  /// Returns the values that identify a failure in each format: the hash of its trace and the seed.
  static func facts(_ header: RunHeader?, _ result: ScenarioResult) -> [(name: String, value: String)] {
    [("trace", result.traceHash)] + (header.map { [("seed", String($0.seed))] } ?? [])
  }

  /// The maximum number of cells listed.
  private static let maximumCells = 24

  private static func cells(_ failure: MatrixFailure) -> [StyledText]? {
    guard let first = failure.cells.first else { return nil }
    if failure.cells.count == 1 { return ["\(StyledText("cell", .yellow)) \(line: first)"] }
    var lines: [StyledText] = ["\(StyledText("cells", .yellow)) the same failure in \(failure.cells.count):"]
    for cell in failure.cells.prefix(maximumCells) { lines.append("   \(line: cell)") }
    if failure.cells.count > maximumCells { lines.append("   … and \(failure.cells.count - maximumCells) more") }
    return lines
  }

  private static func place(of problem: Problem) -> [StyledText] {
    guard let place = problem.place else { return [] }
    guard let excerpt = problem.excerpt, !excerpt.lines.isEmpty else {
      let code: StyledText =
        problem.sourceLine.map { ":  \(StyledText(TerminalText.visible($0, isOneLine: true), .dim))" } ?? ""
      return ["at \(line: place)\(code)"]
    }
    let failing = ProblemPlace(place)?.line
    let width = String(excerpt.firstLine + excerpt.lines.count - 1).utf8.count
    var lines: [StyledText] = ["at \(line: place):"]
    // Blank lines at either end are left out.
    func isBlank(_ line: (number: Int, text: String)) -> Bool {
      line.number != failing && line.text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
    var shown = Array(zip(excerpt.firstLine..., excerpt.lines).map { (number: $0, text: $1) }.drop(while: isBlank))
    while shown.last.map(isBlank) == true { shown.removeLast() }
    for (number, text) in shown {
      let digits = String(number)
      let margin = String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits
      let code = TerminalText.visible(TextLines.withoutReturn(text))
      lines.append(
        number == failing
          ? "\(StyledText(">", .red)) \(margin) | \(code)" : "  \(StyledText("\(margin) | \(code)", .dim))")
    }
    return lines
  }

  private static func quiet(_ indent: String, _ line: String) -> StyledText {
    StyledText(indent + TerminalText.visible(line, isOneLine: true), .dim)
  }
}

/// The shell command that repeats a failure.
enum RepeatCommand {
  /// Returns the command that repeats a scenario. It repeats a hook with the scenarios of its block, and a scenario
  /// that depends on earlier ones with the whole file.
  static func text(_ header: RunHeader?, _ result: ScenarioResult) -> String {
    guard result.problem?.code != Problem.orderDependence else { return text(header, file: result.file) }
    let isScenario = result.hook == nil
    return text(
      header, file: result.file, name: isScenario ? result.name : result.name.dropLast(), isScenario: isScenario)
  }

  /// - Parameters:
  ///   - name: the names of a scenario and its blocks; nil for the whole file.
  ///   - isScenario: whether the name is that of one scenario, and not of a block.
  static func text(_ header: RunHeader?, file: String, name: [String]? = nil, isScenario: Bool = false) -> String {
    var words = ["homescreen", "run"]
    if let header {
      words += header.arguments
      let saysSeed = header.arguments.contains { $0 == "--seed" || $0.hasPrefix("--seed=") }
      if !saysSeed, header.seed != RunHeader.defaultSeed { words += ["--seed", String(header.seed)] }
    }
    // “-” alone is standard input.
    words.append(file != "-" && begins(file, "-") ? "./\(file)" : file)
    if let filter = name.flatMap({ filter($0.joined(separator: " "), isWhole: isScenario) }) {
      words += begins(filter, "-") ? ["--filter=\(filter)"] : ["--filter", filter]
    }
    return words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// The maximum length of a name in a command.
  private static let maximumFilterLength = 400

  /// Returns a text with which `--filter` finds the name; nil if there is none. The text may be only a part of the
  /// name, without the characters that an argument cannot contain.
  private static func filter(_ name: String, isWhole: Bool) -> String? {
    let pieces = name.utf8.split(separator: 0).map { String(decoding: $0.prefix(maximumFilterLength), as: UTF8.self) }
    guard var text = pieces.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
    // The cut may have split a character.
    if name.utf8.count > maximumFilterLength, text.unicodeScalars.last == "\u{FFFD}" {
      text.unicodeScalars.removeLast()
    }
    // The shell drops trailing line feeds when it reads a text with control characters.
    while text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
    if isWhole, !text.isEmpty, ExactText.isSame(text, name) { return "=\(text)" }
    while begins(text, "=") { text.unicodeScalars.removeFirst() }
    // A text between two slashes is a pattern.
    if begins(text, "/") { while text.unicodeScalars.last == "/" { text.unicodeScalars.removeLast() } }
    return text.isEmpty ? nil : text
  }

  /// Returns whether a text begins with a sign. For a program, a combining mark after the sign does not change it.
  private static func begins(_ text: String, _ sign: Unicode.Scalar) -> Bool { text.unicodeScalars.first == sign }
}
