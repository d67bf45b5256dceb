import AppPackages

/// A place where the icon of an app is shown. The raw values are the names that scripts use.
public enum IconSurface: String, Sendable, CaseIterable {
  case home
  case spotlight
  case settings
  case notification
  /// Above the app's card in the App Switcher (ICON-244).
  case switcher
  /// The Dock shows what a page shows (ICON-243).
  case dock
  /// The App Library, from iOS 14 on (ICON-245).
  case library
  /// The row of apps in the share sheet (ICON-243).
  case share
  /// The app's page in the store, which shows the primary icon whatever the person has chosen (ICON-203).
  case appStore

  /// The side of the icon in points (ICON-132, ICON-133, ICON-134).
  public func points(on model: DeviceModel) -> Double {
    switch self {
    case .home, .dock, .library, .share: model.deviceClass == .iPhone ? 60 : model.hasLargeIcons ? 83.5 : 76
    case .spotlight: 40
    case .settings, .switcher: 29
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

  /// Whether a version has the place: the App Library begins with iOS 14 (ICON-245).
  public func exists(in os: OSVersion) -> Bool { self != .library || os >= .v14 }

  /// Whether the system takes the same picture for it as for the Home Screen (ICON-243).
  public var takesPictureOfHome: Bool {
    switch self {
    case .dock, .library, .share: true
    case .home, .spotlight, .settings, .notification, .switcher, .appStore: false
    }
  }

  /// The fact that gives its size.
  var sizeFact: FactID {
    switch self {
    case .home: "ICON-132"
    case .spotlight, .settings, .notification: "ICON-133"
    case .switcher: "ICON-244"
    case .dock, .share: "ICON-243"
    case .library: "ICON-245"
    case .appStore: "ICON-134"
    }
  }

  /// What people call it.
  var title: String {
    switch self {
    case .home: "Home Screen"
    case .spotlight: "search"
    case .settings: "Settings app"
    case .notification: "Notification Center"
    case .switcher: "App Switcher"
    case .dock: "Dock"
    case .library: "App Library"
    case .share: "share sheet"
    case .appStore: "App Store"
    }
  }
}
