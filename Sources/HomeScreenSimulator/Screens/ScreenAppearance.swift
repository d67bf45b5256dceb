/// How a screen is looked at: the looks that a person chooses in the settings. The raw values are the names that scripts
/// use.
public enum ScreenAppearance: String, Sendable, CaseIterable {
  case light
  /// Dark Mode, from iOS 13 on; icons follow from iOS 18 on (ICON-147).
  case dark
  /// Icons without colour on glass, from iOS 26 on.
  case clear
  /// Icons in one colour, from iOS 18 on (ICON-147).
  case tinted

  /// The look that a version has in its place.
  public func known(to os: OSVersion) -> ScreenAppearance {
    switch self {
    case .light: .light
    case .dark: os >= .scenes ? .dark : .light
    case .tinted: os >= .v18 ? .tinted : .light
    case .clear: os >= .v26 ? .clear : .light
    }
  }

  /// Which pictures of an app's icon it takes. A clear icon is made of the tinted one, which has no colour.
  public var icons: IconAppearance {
    switch self {
    case .light: .light
    case .dark: .dark
    case .clear, .tinted: .tinted
    }
  }
}
