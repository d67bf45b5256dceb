/// Apps that are still being downloaded (QUICK-094).
extension Device {
  /// - Throws: ``SimulatorError`` `not-downloaded`.
  func requireDownloaded(_ record: AppRecord) throws(SimulatorError) {
    guard record.download != nil else { return }
    throw SimulatorError(
      .notDownloaded, "\(record.bundleIdentifier) is still being downloaded, so it cannot run",
      hint: "Let the download end first: the app's finishDownload.", fact: "QUICK-094")
  }

  func toggleDownload(of record: AppRecord) {
    let isPaused = record.download == .running
    record.download = isPaused ? .paused : .running
    note(.process(isPaused ? .downloadPaused : .downloadResumed), app: record.bundleIdentifier, fact: "QUICK-094")
  }
}
