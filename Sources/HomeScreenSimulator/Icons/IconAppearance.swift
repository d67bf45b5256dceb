/// How the Home Screen is set to draw icons, from iOS 18 on. The raw values are the names that scripts use.
public enum IconAppearance: String, Sendable, CaseIterable {
  case light
  case dark
  /// In shades of one colour, which the person chooses (ICON-253).
  case tinted
  /// Without colour, on glass: from iOS 26 on (ICON-251).
  case clear

  /// The first version whose icons have it; nil for the one that all have.
  var first: OSVersion? {
    switch self {
    case .light: nil
    case .dark, .tinted: .iconAppearances
    case .clear: .v26
    }
  }

  /// Whether icons of a version have it.
  public func exists(in os: OSVersion) -> Bool { first.map { os >= $0 } ?? true }

  /// The fact that says so.
  var fact: FactID {
    switch self {
    case .light, .dark, .tinted: "ICON-147"
    case .clear: "ICON-251"
    }
  }

  /// Whose picture a set has to have for it: of a clear icon the tinted one, which has no colour (ICON-251).
  public var pictures: IconAppearance {
    switch self {
    case .light, .dark, .tinted: self
    case .clear: .tinted
    }
  }
}
