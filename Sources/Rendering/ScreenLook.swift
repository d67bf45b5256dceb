import AppPackages
internal import HomeScreenSimulator

/// The look of a version's screens, in approximate colours and measurements: close enough to be recognised.
struct ScreenLook: Hashable, Sendable {
  /// The generations of the system's design.
  enum Generation: Hashable, Sendable {
    /// Flat, with white alerts: iOS 9 to 12.
    case flat
    /// Cards with rounded corners, light and dark: iOS 13 to 18.
    case cards
    /// Glass: iOS 26 and later.
    case glass
  }

  let generation: Generation
  let appearance: ScreenAppearance
  let icons: ScreenAppearance
  /// The tint colour of icons.
  let tint: IconTint

  init(os: OSVersion, appearance: ScreenAppearance, tint: IconTint = .usual) {
    (self.appearance, self.tint) = (appearance, tint)
    icons = appearance.ofIcons(in: os)
    generation = os.major >= 26 ? .glass : os.major >= 13 ? .cards : .flat
  }

  var isDark: Bool { appearance.isDark }

  // MARK: The Home Screen

  /// The colours of the wallpaper, from top to bottom.
  var wallpaper: [String] {
    switch (generation, isDark) {
    case (.flat, _): ["#2b5876", "#3f7d8c", "#7fb3a6"]
    case (.cards, false): ["#5b6ee1", "#a667c9", "#ef9a7a"]
    case (.cards, true): ["#0f1330", "#2a1c4a", "#4b2a3f"]
    case (.glass, false): ["#3a8dde", "#6fb7e9", "#cfe3ee"]
    case (.glass, true): ["#06121f", "#0d2b45", "#1d4a5e"]
    }
  }

  /// The panel of the Dock.
  var dock: (fill: String, opacity: Double) {
    switch generation {
    case .flat, .cards: isDark ? ("#1c1c1e", 0.55) : ("#ffffff", 0.3)
    case .glass: ("#ffffff", isDark ? 0.14 : 0.32)
    }
  }

  /// The size of each corner, as a share of the icon's side.
  var cornerShare: Double { generation == .glass ? 0.26 : 0.2237 }

  // MARK: Text, menus and alerts

  /// The colour of text.
  var text: String { isDark ? "#ffffff" : "#000000" }
  /// The colour of secondary text.
  var secondaryText: String { isDark ? "#a1a1aa" : "#5c5c63" }
  /// The colour of tappable items.
  var accent: String {
    switch generation {
    case .flat: "#0f6fe0"
    case .cards, .glass: isDark ? "#4aa3ff" : "#0a66d6"
    }
  }
  /// The colour of destructive actions.
  var destructive: String { isDark ? "#ff6961" : "#c8231a" }
  /// The colour of separators between rows.
  var line: String { isDark ? "#4a4a4e" : "#cfcfd4" }

  /// The panel of a menu or an alert.
  var panel: (fill: String, opacity: Double) {
    switch generation {
    case .flat: ("#f7f7f8", 0.98)
    case .cards: isDark ? ("#29292c", 0.97) : ("#f4f4f6", 0.97)
    case .glass: isDark ? ("#24282d", 0.92) : ("#fbfcfd", 0.9)
    }
  }

  var menuRadius: Double {
    switch generation {
    case .flat, .cards: 13
    case .glass: 30
    }
  }

  var alertRadius: Double {
    switch generation {
    case .flat, .cards: 14
    case .glass: 34
    }
  }

  /// The opacity of the dimming view.
  var veil: Double { isDark ? 0.55 : 0.42 }

  // MARK: Apps

  /// The colour of an app's empty screen.
  var background: String { isDark ? "#000000" : "#ffffff" }
  /// The colour of an app's bars.
  var bar: String { isDark ? "#1c1c1e" : "#f6f6f8" }
}

/// The layout of a screen, in points.
struct ScreenLayout {
  let width: Double
  let height: Double
  let icon: Double
  private let grid: ScreenPicture.Grid
  private let isPad: Bool
  private let hasHomeButton: Bool

  init(_ picture: ScreenPicture) {
    let size = picture.model.screenSize
    width = Double(size.width)
    height = Double(size.height)
    icon = IconSurface.home.points(on: picture.model)
    grid = picture.grid
    isPad = picture.model.deviceClass == .iPad
    hasHomeButton = picture.model.hasHomeButton
  }

  /// A rectangle.
  struct Frame {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var maxX: Double { x + width }
    var maxY: Double { y + height }

    /// Returns equal columns next to each other (LAUNCH-147).
    func columns(_ count: Int) -> [Frame] {
      let part = width / Double(max(count, 1))
      return (0..<count).map { Frame(x: x + Double($0) * part, y: y, width: part, height: height) }
    }
  }

  /// The corner radius of the screen.
  var radius: Double { hasHomeButton ? 0 : isPad ? 24 : 46 }
  /// The baseline of the status bar.
  var statusLine: Double { hasHomeButton ? 15 : isPad ? 19 : 32 }
  /// The top edge of an app's content, below the status bar.
  var top: Double { hasHomeButton ? 20 : isPad ? 26 : 50 }
  /// The space at the bottom for the home indicator.
  var bottom: Double { hasHomeButton ? 0 : 20 }
  /// The font size of icon labels.
  var labelSize: Double { isPad ? 13 : 12 }

  /// The panel of the Dock.
  var dock: Frame {
    let height = icon + 34
    if hasHomeButton { return Frame(x: 0, y: self.height - height, width: width, height: height) }
    return Frame(x: 12, y: self.height - height - 12, width: width - 24, height: height)
  }

  private var gridTop: Double { top + (isPad ? 44 : 22) }
  private var dotsHeight: Double { 30 }
  private var sideMargin: Double { isPad ? width * 0.07 : width * 0.03 }
  private var columnWidth: Double { (width - 2 * sideMargin) / Double(grid.columns) }
  private var rowHeight: Double { (dock.y - dotsHeight - gridTop) / Double(grid.rows) }
  /// The maximum width of a label.
  var labelWidth: Double { columnWidth - 6 }
  /// The position of the page dots.
  var dots: Double { dock.y - dotsHeight / 2 }

  /// Returns the square of an icon on the page.
  func cell(row: Int, column: Int) -> Frame {
    Frame(
      x: sideMargin + columnWidth * (Double(column) - 0.5) - icon / 2,
      y: gridTop + rowHeight * (Double(row) - 1) + max(0, (rowHeight - icon - labelSize - 8) / 2), width: icon,
      height: icon)
  }

  /// Returns the square of one of `count` icons, centred together in the Dock.
  func dockCell(_ index: Int, of count: Int) -> Frame {
    let frame = dock
    let step = min(isPad ? icon + 18 : frame.width / Double(grid.dockColumns), frame.width / Double(max(1, count)))
    let side = min(icon, step - 4)
    let start = frame.x + (frame.width - step * Double(count)) / 2
    return Frame(
      x: start + step * (Double(index) + 0.5) - side / 2, y: frame.y + (frame.height - side) / 2, width: side,
      height: side)
  }
}

/// Small line drawings, 20 points in size, that replace the system's pictures in the rows of a menu.
enum Glyph {
  /// Returns the drawing for a UIKit icon type (QUICK-046).
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

  /// Returns the drawing for a row of the system.
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

  /// The symbols that apps use most often, each with the icon type whose drawing replaces it. Others are not drawn.
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

  /// Returns the drawing for a symbol; nil if there is none.
  static func path(ofSymbol name: String) -> String? { symbols[name].map { path(of: $0) } }

  /// Returns the drawing as an element.
  static func element(_ path: String, colour: String) -> String {
    "<path d=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.5\" stroke-linejoin=\"round\" "
      + "stroke-linecap=\"round\"/>"
  }
}
