/// Apps that are still being downloaded (QUICK-094).
extension Device {
  /// - Throws: ``SimulatorError`` `not-downloaded`.
  func requireDownloaded(_ record: AppRecord) throws(SimulatorError) {
    guard record.download != nil else { return }
    throw SimulatorError(
      .notDownloaded, "\(record.bundleIdentifier) is still being downloaded, so it cannot run",
      hint: "End the download first: the app's finishDownload.", fact: "QUICK-094")
  }

  func toggleDownload(of record: AppRecord) {
    let isPaused = record.download == .running
    record.download = isPaused ? .paused : .running
    note(.process(isPaused ? .downloadPaused : .downloadResumed), app: record.bundleIdentifier, fact: "QUICK-094")
  }
}

/// The download of an app from the store (QUICK-094).
extension InstalledApp {
  /// Whether it is still being downloaded.
  public var isDownloading: Bool {
    get throws { try live().download != nil }
  }

  /// The download ends: the app can be launched. Nothing happens when it was complete.
  public func finishDownload() throws {
    let record = try live()
    try device.perform("finishDownload") {
      guard record.download != nil else { return }
      record.download = nil
      device.note(.process(.downloaded), app: record.bundleIdentifier, fact: "QUICK-094")
    }
  }
}
