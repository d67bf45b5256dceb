public import Events
public import Platform
import PropertyLists

/// How far a run is, as one line that is drawn again and again.
public struct RunProgress: Sendable {
  private var files = 0
  private var counts = RunCounts()
  private var running: [String] = []

  /// Of a run that has not begun.
  public init() {}

  /// Counts what the event tells.
  public mutating func add(_ event: RunEvent) {
    switch event {
    case .runStarted(let header): files = header.files
    case .fileStarted(let file, _, _): running.append(file)
    case .scenarioFinished(let result): counts.count(result.status)
    case .fileFailed: counts.failedFiles += 1
    case .fileFinished(let file, _, _):
      counts.files += 1
      running.removeAll { ExactText.isSame($0, file) }
    case .pluginFailed, .output, .note, .scenarioListed, .coverage, .runFinished: break
    }
  }

  /// The columns of the bar.
  private static let barWidth = 20

  /// The line, no wider than a terminal; nil while nothing is known.
  public func text(columns: Int) -> StyledText? {
    guard files > 0 else { return nil }
    let full = Self.barWidth * min(counts.files, files) / files
    let bar = String(repeating: "━", count: full) + String(repeating: "╌", count: Self.barWidth - full)
    let bad = counts.failed + counts.errors + counts.failedFiles
    var text = " \(counts.files)/\(files) files, \(counts.passed) passed"
    if bad > 0 { text += ", \(bad) failed" }
    if let file = running.last { text += "  \(TerminalText.visible(file, isOneLine: true))" }
    // The last column stays free: some terminals begin a new line behind it.
    let room = columns - 1 - Self.barWidth
    guard room > 0 else { return nil }
    return "\(StyledText(bar, bad > 0 ? .red : .green))\(DisplayWidth.clipped(text, to: room))"
  }
}
