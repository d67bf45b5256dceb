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
