import AppPackages

/// A place where the icon of an app is shown. The raw values are the names that scripts use.
public enum IconSurface: String, Sendable, CaseIterable {
  case home
  case spotlight
  case settings
  case notification
  /// The app's page in the store, which shows the primary icon whatever the person has chosen (ICON-203).
  case appStore

  /// The side of the icon in points (ICON-132, ICON-133, ICON-134).
  public func points(on model: DeviceModel) -> Double {
    switch self {
    case .home: model.deviceClass == .iPhone ? 60 : model.hasLargeIcons ? 83.5 : 76
    case .spotlight: 40
    case .settings: 29
    case .notification: 20
    case .appStore: 1024
    }
  }

  /// Pixels per point: the screen's, but for the store's artwork, which has one size (ICON-134).
  public func scale(on model: DeviceModel) -> Int {
    self == .appStore ? 1 : model.screenScale
  }

  /// The side of the icon in pixels.
  public func pixels(on model: DeviceModel) -> Int {
    Int((points(on: model) * Double(scale(on: model))).rounded())
  }

  /// The fact that gives its size.
  var sizeFact: FactID {
    switch self {
    case .home: "ICON-132"
    case .spotlight, .settings, .notification: "ICON-133"
    case .appStore: "ICON-134"
    }
  }
}

/// How the Home Screen is set to draw icons, from iOS 18 on. The raw values are the names that scripts use.
public enum IconAppearance: String, Sendable, CaseIterable {
  case light
  case dark
  case tinted
}
