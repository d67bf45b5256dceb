extension Application {
  /// The app that this is the inner side of; nil when the device is gone or the process has ended.
  ///
  /// Closures that the device keeps must hold the application and not the app: an ``InstalledApp`` holds its device.
  public var app: InstalledApp? {
    guard process.isAlive, let device = process.device else { return nil }
    return device.handle(for: process.record)
  }
}
