/// How a screen is looked at: the looks that a person chooses in the settings. The raw values are the names that scripts
/// use.
public enum ScreenAppearance: String, Sendable, CaseIterable {
  case light
  /// Dark Mode, from iOS 13 on; icons follow from iOS 18 on (ICON-147).
  case dark
  /// Icons without colour on glass, from iOS 26 on (ICON-251).
  case clear
  /// The same on a dark screen (ICON-252).
  case clearDark
  /// Icons in one colour, from iOS 18 on (ICON-147), on a dark screen.
  case tinted
  /// The same on a light screen, from iOS 26 on (ICON-252).
  case tintedLight

  /// The first version that has the look; nil for the one that all have.
  public var first: OSVersion? {
    switch self {
    // A screen is dark before its icons are.
    case .dark: .scenes
    case .tintedLight: .v26
    case .light, .tinted, .clear, .clearDark: icons.first
    }
  }

  /// The fact that says which versions have it; nil where none does.
  var fact: FactID? {
    switch self {
    case .light, .dark: nil
    case .clearDark, .tintedLight: "ICON-252"
    case .tinted, .clear: icons.fact
    }
  }

  /// The look that a version has in its place.
  public func known(to os: OSVersion) -> ScreenAppearance {
    guard let first, os < first else { return self }
    return switch self {
    case .light, .dark, .tinted, .clear: .light
    // On 18 tinted icons are always on a dark screen.
    case .tintedLight: ScreenAppearance.tinted.known(to: os)
    case .clearDark: ScreenAppearance.dark.known(to: os)
    }
  }

  /// The look of icons on such a screen: before iOS 18 they are the same in the dark (ICON-147).
  public func ofIcons(in os: OSVersion) -> ScreenAppearance {
    os >= .iconAppearances ? known(to: os) : .light
  }

  /// Whether what is not an icon is dark.
  public var isDark: Bool {
    switch self {
    case .dark, .clearDark, .tinted: true
    case .light, .clear, .tintedLight: false
    }
  }

  /// Which pictures of an app's icon it takes.
  public var icons: IconAppearance {
    switch self {
    case .light: .light
    case .dark: .dark
    case .clear, .clearDark: .clear
    case .tinted, .tintedLight: .tinted
    }
  }
}
