/// What stands at the end of a terminal's report: the failures once more, when they have scrolled away, and what was slow.
struct TerminalSummary {
  private var lineCount = 0
  /// Behind which lines those failures ended that may still be on the screen.
  private var recent: [Int] = []
  private var failures: [StyledText] = []
  private var failureCount = 0
  private var slow: [(microseconds: Int, text: StyledText)] = []

  /// A screen, roughly: failures further up are listed.
  private static let screen = 40
  /// How many failures are listed.
  private static let maximumFailures = 40
  /// From here on a scenario is slow.
  private static let slowMicroseconds = 1_000_000
  /// How many slow ones are listed.
  private static let maximumSlow = 5

  /// A line was written.
  mutating func countLine() {
    lineCount += 1
  }

  /// Something failed, here or in a file as a whole.
  mutating func add(file: String, line: Int? = nil, text: String) {
    failureCount += 1
    recent.removeAll { lineCount - $0 > Self.screen }
    recent.append(lineCount)
    guard failures.count < Self.maximumFailures else { return }
    let place = line.map { "\(file):\($0)" } ?? file
    failures.append("  \(StyledText("✗", .red)) \(line: place)  \(line: text)")
  }

  /// Keeps the slowest.
  mutating func time(_ result: ScenarioResult) {
    guard result.microseconds >= Self.slowMicroseconds else { return }
    if slow.count == Self.maximumSlow, let last = slow.last, last.microseconds >= result.microseconds { return }
    let place = result.line.map { "\(result.file):\($0)" } ?? result.file
    let seconds = Seconds.text(result.microseconds, decimals: 1)
    let text: StyledText = "  \(seconds) s  \(line: place)  \(line: result.name.joined(separator: " › "))"
    // Equal ones stay in the order of the run.
    let index = slow.firstIndex { $0.microseconds < result.microseconds } ?? slow.endIndex
    slow.insert((result.microseconds, text), at: index)
    if slow.count > Self.maximumSlow { slow.removeLast() }
  }

  /// The lines of the summary; none for a run that a person has on the screen.
  var lines: [StyledText] {
    var lines: [StyledText] = []
    let gone = failureCount - recent.count { lineCount - $0 <= Self.screen }
    if gone > 0 {
      lines.append(StyledText("What failed:", .bold))
      let shown = failures.prefix(gone)
      lines += shown
      if gone > shown.count { lines.append("  … and \(gone - shown.count) more") }
    }
    if !slow.isEmpty { lines += [StyledText("Slow:", .bold)] + slow.map(\.text) }
    return lines
  }
}
