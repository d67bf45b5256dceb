internal import AppPackages
import PropertyLists

extension Device {
  /// Adds an event at this moment. Beyond the limit nothing is added, and the command ends with `trace-full`.
  ///
  /// Only commands lead to events: what happens outside of `perform` is in no hash, and no plugin hears of it.
  func note(
    _ what: TraceEventName, app: String? = nil, _ detail: TraceDetail = .none, fact: FactID? = nil
  ) {
    assert(command.running != nil, "\(what) happens outside of perform(…)")
    guard trace.count < Trace.maximumEvents else {
      command.traceIsFull = true
      return
    }
    Work.count(12)
    let event = TraceEvent(time: scheduler.now, app: app, what: what, detail: detail, fact: fact)
    trace.append(event)
    if tellsEvents { observer?.device(self, didNote: event) }
  }

  /// A line on the console of a process.
  func log(_ line: String, from process: AppProcess, fact: FactID? = nil) {
    note(.log, app: process.bundleIdentifier, .text(line), fact: fact)
  }
}
