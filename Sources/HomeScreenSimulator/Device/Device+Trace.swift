internal import AppPackages
import PropertyLists

extension Device {
  /// Adds an event at this moment. Beyond the limit nothing is added, and the command ends with `trace-full`.
  func note(
    _ what: TraceEventName, app: String? = nil, _ detail: TraceDetail = .none, fact: FactID? = nil
  ) {
    guard trace.count < Trace.maximumEvents else {
      command.traceIsFull = true
      return
    }
    Work.count(12)
    trace.append(TraceEvent(time: scheduler.now, app: app, what: what, detail: detail, fact: fact))
  }

  /// A line on the console of a process.
  func log(_ line: String, from process: AppProcess, fact: FactID? = nil) {
    note(.log, app: process.bundleIdentifier, .text(line), fact: fact)
  }
}
