import Events
import Platform

/// What the page of a run says where no programs are allowed: of two runs each, under its label.
final class PageWords {
  /// All lines so far.
  private(set) var lines: [String] = []
  private let labels: [String]
  private var runs = 0
  private var room: Int
  private var leftOut = 0
  private lazy var report = makeReport()

  /// Of all runs together, in bytes.
  private static let maximumBytes = 48 << 10

  /// - Parameter labels: what the runs are called; empty for one.
  init(_ labels: [String]) {
    self.labels = labels
    room = Self.maximumBytes
  }

  /// A run begins.
  func begin() {
    room = Self.maximumBytes / max(1, labels.count)
    leftOut = 0
    report = makeReport()
    if labels.indices.contains(runs) {
      if runs > 0 { lines.append("") }
      lines.append(TerminalText.line(labels[runs]))
    }
    runs += 1
  }

  func add(_ event: RunEvent) { report.add(event) }

  /// The run has ended.
  func end() {
    if let text = PageRoom.leftOut(leftOut, "line is", "lines are") { lines.append(text) }
  }

  private func makeReport() -> TerminalReport {
    TerminalReport { [unowned self] line in
      let text = line.rendered(hasStyles: false)
      guard room > text.utf8.count else {
        leftOut += 1
        return
      }
      room -= text.utf8.count + 1
      lines.append(text)
    }
  }
}
