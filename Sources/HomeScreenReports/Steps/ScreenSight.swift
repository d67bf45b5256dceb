public import HomeScreenSimulator

/// Something that is to be seen on a screen and not on every one.
public enum ScreenSight: String, Sendable, CaseIterable {
  /// The Home Screen with icons.
  case home
  case menu
  case alert
  /// A folder, open or not.
  case folder
  /// The icons jiggle.
  case editing
  /// An app with several windows in front.
  case windows
  /// A controller that lies over another one.
  case covered
  /// An icon without a picture of its own.
  case placeholder
  /// An icon whose picture has another size than the place.
  case scaled

  /// What is to be seen on a screen, in the order of the cases.
  public static func all(on picture: ScreenPicture) -> [ScreenSight] {
    allCases.filter { $0.isSeen(on: picture) }
  }

  private func isSeen(on picture: ScreenPicture) -> Bool {
    let icons = picture.icons + picture.dock
    switch self {
    case .home:
      switch picture.mode {
      case .home, .menu, .folder, .editing: return !icons.isEmpty
      case .app, .locked: return false
      }
    case .menu: return picture.menu != nil
    case .alert: return picture.alert != nil
    case .folder: return picture.openFolder != nil || !picture.folders.isEmpty
    case .editing: return picture.mode == .editing
    case .windows: return picture.mode == .app && (picture.front?.windows.count ?? 0) > 1
    case .covered: return picture.mode == .app && (picture.front?.windows.first?.controllers.count ?? 0) > 1
    case .placeholder: return icons.contains { $0.artwork.picture.isPlaceholder }
    case .scaled: return icons.contains { $0.artwork.picture.isScaled }
    }
  }
}
