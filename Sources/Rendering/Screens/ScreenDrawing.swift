public import AppPackages
public import HomeScreenSimulator

/// Draws screens as SVG. What drawings have in common goes into one pool, so that a report with hundreds of them stays
/// small; a page has the pool once, and in each place a frame.
///
/// ```swift
/// var drawing = ScreenDrawing()
/// let frame = drawing.frame(of: device)
/// let file = drawing.pool.standalone(frame)
/// ```
///
/// Everything is drawn anew, in the manner of the version; of Apple's own pictures and fonts there is nothing in it.
public struct ScreenDrawing {
  /// The parts of all frames that were drawn.
  public private(set) var pool = SVGPool()
  private var painter: IconPainter

  /// - Parameter pixelsPerPoint: of the icons' pixels; 2 is sharp on most screens, 1 takes a third of the room.
  public init(pixelsPerPoint: Int = 2) { painter = IconPainter(pixelsPerPoint: pixelsPerPoint) }

  /// Tells where the pixels of an app are. Without them its icons are stand-ins.
  ///
  /// - Parameter identifier: as in ``Device/packages``.
  public mutating func add(_ package: AppPackage, as identifier: String) { painter.add(package, as: identifier) }

  /// Draws the screen of a device as it is now.
  public mutating func frame(of device: Device, appearance: ScreenAppearance = .light) -> SVGFrame {
    for (identifier, package) in device.packages { add(package, as: identifier) }
    return frame(of: device.screenPicture(appearance))
  }

  /// Draws a screen that was seen.
  public mutating func frame(of picture: ScreenPicture) -> SVGFrame {
    let look = ScreenLook(os: picture.os, appearance: picture.appearance)
    let layout = ScreenLayout(picture)
    var canvas = ScreenCanvas(picture: picture, look: look, layout: layout, painter: painter, pool: pool)
    let body = canvas.draw()
    painter = canvas.painter
    pool = canvas.pool
    return SVGFrame(
      width: Int(layout.width), height: Int(layout.height), words: ScreenWords.text(picture), body: body)
  }
}
