import HomeScreenReports
import Scenarios

/// The events of a run that others are compared with. Notes are left out: that a snapshot was written is said once. Of
/// very long traces the hash has to do.
struct KeptEvents {
  let events = EventStore()
  private var room = Self.maximumLines

  /// How many lines of traces are kept: some 100 MB on the disk.
  private static let maximumLines = 1_000_000

  mutating func append(_ event: RunEvent) {
    if let kept = kept(event) { events.append(kept) }
  }

  /// What is kept of the next event; nil where nothing is.
  mutating func kept(_ event: RunEvent) -> RunEvent? {
    switch event {
    case .note: return nil
    case .scenarioFinished(let result):
      room -= result.trace.count
      return room >= 0 ? event : event.withoutTrace
    case .runStarted, .pluginFailed, .fileStarted, .output, .scenarioListed, .scenarioCompared, .coverage, .fileFailed,
      .fileFinished, .runFinished:
      return event
    }
  }
}
