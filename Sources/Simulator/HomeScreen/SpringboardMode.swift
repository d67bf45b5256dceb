/// What the screen shows, as far as the Home Screen is concerned.
public enum SpringboardMode: String, Sendable, CaseIterable {
  case home
  /// The menu of an icon is open.
  case menu
  /// The icons jiggle.
  case editing
  /// An app is in front.
  case app
  /// The screen is locked (LAUNCH-088).
  case locked
}
