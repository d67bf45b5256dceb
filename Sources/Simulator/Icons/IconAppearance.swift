/// How the Home Screen is set to draw icons, from iOS 18 on. The raw values are the names that scripts use.
public enum IconAppearance: String, Sendable, CaseIterable {
  case light
  case dark
  case tinted
}
