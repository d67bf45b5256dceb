/// The icon of an app on the Home Screen.
public struct HomeScreenIcon {
  private let device: Device
  private let record: AppRecord

  init(device: Device, record: AppRecord) {
    self.device = device
    self.record = record
  }

  /// The app it belongs to.
  public var app: InstalledApp { device.handle(for: record) }

  /// The text under it (ICON-167).
  public var label: String { device.label(of: record) }

  /// The picture that is shown, and why.
  ///
  /// The other places show the icon that the system has stored (ICON-157); only the Home Screen can lag behind
  /// (ICON-158).
  /// - Throws: ``SimulatorError`` `app-not-installed`.
  public func picture(on surface: IconSurface = .home) throws -> IconPicture {
    try device.picture(of: app.live(), on: surface)
  }

  /// Taps it: launches the app, or brings it back.
  ///
  /// - Throws: ``SimulatorError`` `alert-covers`, `not-on-home-screen` or `app-not-installed`; what escapes the app's
  ///   code.
  public func tap() throws {
    let record = try app.live()
    try device.perform("icon:tap") {
      if let cover = device.systemAlerts.first ?? device.frontProcess?.presentedAlert {
        throw device.covered(by: cover, "The icon “\(label)”")
      }
      if let front = device.frontProcess {
        throw SimulatorError(
          .notOnHomeScreen, "The icon “\(label)” is not to be seen: \(front.bundleIdentifier) is in front",
          hint: "Press Home first.")
      }
      try device.bringToFront(record)
    }
  }
}

extension HomeScreenIcon: Equatable {
  /// The icon of the same app on the same device.
  public static func == (a: HomeScreenIcon, b: HomeScreenIcon) -> Bool { a.record === b.record }
}
