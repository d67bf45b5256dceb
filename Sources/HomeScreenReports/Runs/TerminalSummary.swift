import Events
import Platform

/// The end of a terminal's report: all failures once more, when one has scrolled away, and what was slow.
struct TerminalSummary {
  private var lineCount = 0
  /// After which line the first failure ended.
  private var firstFailure: Int?
  private var failures: [StyledText] = []
  private var failureCount = 0
  private var slow: [(microseconds: Int, text: StyledText)] = []

  /// A screen, roughly: with a failure further up all are listed.
  private static let screen = 40
  /// How many failures are listed.
  private static let maximumFailures = 50
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
    firstFailure = firstFailure ?? lineCount
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
