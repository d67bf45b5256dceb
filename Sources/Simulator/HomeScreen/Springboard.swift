/// The Home Screen of a device.
public struct Springboard {
  let device: Device

  /// What the screen shows.
  public var mode: SpringboardMode {
    if device.frontProcess != nil { return .app }
    if device.openMenu != nil { return .menu }
    return device.isEditing ? .editing : .home
  }

  /// The icons, in the order of installation.
  public var icons: [HomeScreenIcon] {
    device.records.map { HomeScreenIcon(device: device, record: $0) }
  }

  /// The icon of an app.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed` or `app-on-other-device`.
  public func icon(for app: InstalledApp) throws -> HomeScreenIcon {
    HomeScreenIcon(device: device, record: try device.live(app))
  }

  /// The icon with this label (ICON-167).
  ///
  /// - Throws: ``SimulatorError`` `no-such-icon`, or `ambiguous-icon` when two have it.
  public func icon(labelled label: String) throws -> HomeScreenIcon {
    let found = device.records.filter { device.label(of: $0) == label }
    guard let record = found.first else {
      let labels = device.records.map(device.label(of:))
      let listed = labels.prefix(10).map { "“\($0)”" }.joined(separator: ", ")
      throw SimulatorError(
        .noSuchIcon, "No icon on the Home Screen is labelled “\(label.prefix(Spelling.longestText))”",
        hint: labels.isEmpty
          ? "No app is installed."
          : "There are: \(listed)\(labels.count > 10 ? ", …" : "").\(Spelling.didYouMean(label, in: labels))",
        fact: "ICON-167")
    }
    guard found.count == 1 else {
      let owners = found.prefix(10).map(\.bundleIdentifier).joined(separator: ", ")
      throw SimulatorError(
        .ambiguousIcon, "\(found.count) icons are labelled “\(label)”",
        hint: "Find the icon by its app instead. They belong to: \(owners).", fact: "ICON-167")
    }
    return HomeScreenIcon(device: device, record: record)
  }
}
