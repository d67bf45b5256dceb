import Exploration
import Platform

/// The line at the foot of the terminal that says how far an exploration is.
final class ExploreStatus {
  private var line = StatusLine()
  private let start = ContinuousClock.now

  func show(_ progress: ExploreProgress) {
    let passed = start.duration(to: .now).components
    let seconds = Double(passed.seconds) + Double(passed.attoseconds) / 1e18
    let rate = seconds > 0.1 ? ", \(Int(Double(progress.stories) / seconds)) stories a second" : ""
    show(
      "\(progress.name): depth \(progress.depth), \(progress.stories) stories, \(progress.states) states, "
        + "\(progress.transitions) transitions\(rate)")
  }

  func show(_ text: String) {
    line?.draw { columns in
      StyledText(DisplayWidth.clipped(TerminalText.visible(text, isOneLine: true), to: max(1, columns - 1)))
    }
  }

  func end() { line?.wipe() }
}
