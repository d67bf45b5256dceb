/// The pictures of an installed app.
extension InstalledApp {
  /// The picture that a place shows of the app, and why.
  ///
  /// The places show the icon that the system has stored (ICON-157), but for the store (ICON-203); the Home Screen
  /// (ICON-158) and those with a cache of their own (ICON-247 to ICON-250) can lag behind.
  /// - Parameters:
  ///   - surface: the place.
  ///   - appearance: the look of icons; by default that of the device. Versions that do not have it show the light one
  ///     (ICON-147, ICON-251).
  /// - Throws: ``SimulatorError`` `app-not-installed`, or `icon-elsewhere` where the version does not have the place.
  public func picture(on surface: IconSurface = .home, appearance: IconAppearance? = nil) throws -> IconPicture {
    let record = try live()
    guard surface.exists(in: device.os) else {
      throw SimulatorError(
        .iconElsewhere, "iOS \(device.os) has no App Library", hint: "It begins with iOS 14.", fact: "ICON-245")
    }
    return device.picture(
      of: record, on: surface, appearance: appearance ?? device.iconAppearance)
  }
}

extension Device {
  /// Which pictures of icons the Home Screen shows.
  var iconAppearance: IconAppearance { appearance.ofIcons(in: os).icons }
}
