import AppPackages
import HomeScreenSimulator

/// Where things are on a screen, in points.
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

    /// Equal parts beside each other (LAUNCH-147).
    func columns(_ count: Int) -> [Frame] {
      let part = width / Double(max(count, 1))
      return (0..<count).map { Frame(x: x + Double($0) * part, y: y, width: part, height: height) }
    }
  }

  /// The corners of the screen.
  var radius: Double { hasHomeButton ? 0 : isPad ? 24 : 46 }
  /// The base line of the status bar.
  var statusLine: Double { hasHomeButton ? 15 : isPad ? 19 : 32 }
  /// Where apps begin below the status bar.
  var top: Double { hasHomeButton ? 20 : isPad ? 26 : 50 }
  /// Room at the bottom for the line that takes apps away.
  var bottom: Double { hasHomeButton ? 0 : 20 }
  /// The size of labels under icons.
  var labelSize: Double { isPad ? 13 : 12 }

  /// The panel of the Dock.
  var dock: Frame {
    let height = icon + 34
    if hasHomeButton { return Frame(x: 0, y: self.height - height, width: width, height: height) }
    return Frame(x: 12, y: self.height - height - 12, width: width - 24, height: height)
  }

  private var gridTop: Double { top + (isPad ? 44 : 22) }
  private var dotsRoom: Double { 30 }
  private var sideMargin: Double { isPad ? width * 0.07 : width * 0.03 }
  private var columnWidth: Double { (width - 2 * sideMargin) / Double(grid.columns) }
  private var rowHeight: Double { (dock.y - dotsRoom - gridTop) / Double(grid.rows) }
  /// How wide a label may be.
  var labelRoom: Double { columnWidth - 6 }
  /// Where the dots of the pages are.
  var dots: Double { dock.y - dotsRoom / 2 }

  /// The square of an icon on the page.
  func cell(row: Int, column: Int) -> Frame {
    Frame(
      x: sideMargin + columnWidth * (Double(column) - 0.5) - icon / 2,
      y: gridTop + rowHeight * (Double(row) - 1) + max(0, (rowHeight - icon - labelSize - 8) / 2), width: icon,
      height: icon)
  }

  /// The square of one of `count` icons in the Dock, which stand together in its middle.
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
