internal import AppPackages

/// A place where the icon of an app is shown. The raw values are the names that scripts use.
public enum IconSurface: String, Sendable, CaseIterable {
  case home
  case spotlight
  case settings
  case notification

  /// The side of the icon in points (ICON-132, ICON-133).
  public func points(on model: DeviceModel) -> Double {
    switch self {
    case .home: model.deviceClass == .iPhone ? 60 : model.hasLargeIcons ? 83.5 : 76
    case .spotlight: 40
    case .settings: 29
    case .notification: 20
    }
  }

  /// The side of the icon in pixels.
  public func pixels(on model: DeviceModel) -> Int {
    Int((points(on: model) * Double(model.screenScale)).rounded())
  }

  /// The fact that gives its size.
  var sizeFact: FactID { self == .home ? "ICON-132" : "ICON-133" }
}
