internal import HomeScreenSimulator

/// Small line drawings of our own, 20 points in size, for what the system draws beside the rows of a menu.
enum Glyph {
  /// What stands for a picture of UIKit's (QUICK-046).
  static func path(of type: SystemIconType) -> String {
    switch type {
    case .compose: "M4 16h12M5 13l9-9 2 2-9 9H5z"
    case .play: "M6 4l10 6-10 6z"
    case .pause: "M7 4v12M13 4v12"
    case .add: "M10 4v12M4 10h12"
    case .location: "M17 3L3 9l6 2 2 6z"
    case .search: "M13 13l4 4M8.5 3a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z"
    case .share: "M10 12V3M7 6l3-3 3 3M6 9H4v8h12V9h-2"
    case .prohibit: "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM5 5l10 10"
    case .contact: "M10 3a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7zM3.5 17c0-7 13-7 13 0"
    case .home: "M3 10l7-6 7 6M5 9v8h10V9"
    case .markLocation: "M10 18c-9-9-5-15 0-15s9 6 0 15zM10 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4z"
    case .favorite: "M10 3l2 5 5 .4-4 3.3 1.3 5.3-4.3-3-4.3 3L7 11.7 3 8.4 8 8z"
    case .love: "M10 17C0 9 4 3 8 4.500q1.5.5 2 2 .5-1.5 2-2C16 3 20 9 10 17z"
    case .cloud: "M6 15a3 3 0 0 1 0-6 4.5 4.5 0 0 1 8.5 0A3 3 0 0 1 14 15z"
    case .invitation: "M3 5h14v11H3zM3 9h14M7 3v4M13 3v4M10 11v3M8.5 12.500h3"
    case .confirmation: "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM6.5 10l2.5 3 4.5-6"
    case .mail: "M3 5h14v10H3zM3 6l7 5 7-5"
    case .message: "M10 4c-9 0-9 10-2 10l-3 3 6-3c8 0 8-10-1-10z"
    case .date: "M4 5h12v12H4zM4 9h12M7 3v4M13 3v4"
    case .time: "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM10 6v4l3 2"
    case .capturePhoto: "M3 6h3l1.5-2h5L14 6h3v10H3zM10 8a3 3 0 1 0 0 6a3 3 0 1 0 0-6z"
    case .captureVideo: "M3 6h9v8H3zM12 9l5-3v8l-5-3z"
    case .task: "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14z"
    case .taskCompleted: "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM6 10l3 3 5-6"
    case .alarm: "M10 5a6 6 0 1 0 0 12a6 6 0 1 0 0-12zM10 8v3l2 1M3 6l3-3M17 6l-3-3"
    case .bookmark: "M6 3h8v14l-4-4-4 4z"
    case .shuffle: "M3 6h3l8 8h3M3 14h3l8-8h3M15 4l2 2-2 2M15 12l2 2-2 2"
    case .audio: "M3 8h3l4-4v12l-4-4H3zM13 7q3 3 0 6M15 5q5 5 0 10"
    case .update: "M4 10a6 6 0 0 1 11-3M16 10a6 6 0 0 1-11 3M15 3v4h-4M5 17v-4h4"
    }
  }

  /// What stands for a row of the system.
  static func path(of row: SystemRow) -> String {
    switch row {
    case .widgetSizes: "M3 3h6v6H3zM12 3h5v5h-5zM3 12h5v5H3zM11 11h6v6h-6z"
    case .newWindow: "M3 4h14v12H3zM3 7h14M10 9v5M7.5 11.500h5"
    case .showAllWindows: "M3 6h10v11H3zM7 6V3h10v11h-4"
    case .editHomeScreen: "M4 4h5v5H4zM4 12h5v5H4zM12 4h5v5h-5zM14.5 12v5M12 14.500h5"
    case .shareApp: path(of: SystemIconType.share)
    case .sendBetaFeedback: path(of: SystemIconType.message)
    case .requireAuthentication: "M5 9h10v8H5zM7 9V6c0-4 6-4 6 0v3"
    case .removeApp: "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM6.5 10h7"
    case .deleteApp: "M4 6h12M8 6V3h4v3M5.5 6l1 11h7l1-11M8.5 9v5M11.5 9v5"
    case .addToHomeScreen: "M4 3h12v14H4zM10 7v6M7 10h6"
    case .prioritiseDownload: "M10 16V5M6 9l4-4 4 4M4 3h12"
    case .pauseDownload: path(of: SystemIconType.pause)
    case .resumeDownload: "M10 3v10M6 9l4 4 4-4M4 17h12"
    case .renameFolder: path(of: SystemIconType.compose)
    case .removeFolder: path(of: .removeApp)
    case .cancelDownload: "M5 5l10 10M15 5L5 15"
    }
  }

  /// The symbols that apps take most often; of others nobody outside of Apple has the drawing.
  private static let symbols: [String: SystemIconType] = [
    "plus": .add, "magnifyingglass": .search, "square.and.arrow.up": .share, "star": .favorite, "star.fill": .favorite,
    "heart": .love, "heart.fill": .love, "house": .home, "house.fill": .home, "envelope": .mail, "play": .play,
    "play.fill": .play, "pause": .pause, "pause.fill": .pause, "camera": .capturePhoto, "camera.fill": .capturePhoto,
    "video": .captureVideo, "video.fill": .captureVideo, "clock": .time, "calendar": .date, "bookmark": .bookmark,
    "bookmark.fill": .bookmark, "square.and.pencil": .compose, "pencil": .compose, "message": .message,
    "message.fill": .message, "cloud": .cloud, "cloud.fill": .cloud, "person": .contact, "person.fill": .contact,
    "location": .location, "location.fill": .location, "mappin": .markLocation, "shuffle": .shuffle,
    "checkmark.circle": .confirmation, "circle": .task, "alarm": .alarm, "arrow.clockwise": .update,
    "speaker.wave.2": .audio, "nosign": .prohibit,
  ]

  /// What stands for a symbol; nil where there is no drawing.
  static func path(ofSymbol name: String) -> String? { symbols[name].map { path(of: $0) } }

  /// The drawing as an element.
  static func element(_ path: String, colour: String) -> String {
    "<path d=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.5\" stroke-linejoin=\"round\" "
      + "stroke-linecap=\"round\"/>"
  }
}
