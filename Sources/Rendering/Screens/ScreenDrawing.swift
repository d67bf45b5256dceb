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
/// Everything is drawn by the program, in the style of the version; of Apple's own pictures and fonts there is nothing in it.
public struct ScreenDrawing {
  /// The parts of all frames that were drawn.
  public private(set) var pool = SVGPool()
  private var painter: IconPainter

  /// Nothing is drawn yet.
  ///
  /// - Parameter pixelsPerPoint: of the icons' pixels; 2 is sharp on most screens, 1 takes a third of the room.
  public init(pixelsPerPoint: Int = 2) { painter = IconPainter(pixelsPerPoint: pixelsPerPoint) }

  /// Tells where the pixels of an app are. Without them its icons are stand-ins.
  ///
  /// - Parameter identifier: as in ``Device/packages``.
  public mutating func add(_ package: AppPackage, as identifier: String) { painter.add(package, as: identifier) }

  /// Draws the screen of a device as it is now, in the look that it has or in another one.
  public mutating func frame(of device: Device, appearance: ScreenAppearance? = nil) -> SVGFrame {
    for (identifier, package) in device.packages { add(package, as: identifier) }
    return frame(of: device.screenPicture(appearance ?? device.appearance))
  }

  /// Draws a screen that was seen.
  public mutating func frame(of picture: ScreenPicture) -> SVGFrame {
    with(picture) { canvas in
      let body = canvas.draw()
      return SVGFrame(
        width: Int(canvas.layout.width), height: Int(canvas.layout.height), words: ScreenWords.text(picture), body: body
      )
    }
  }

  /// Draws only the menu that is open; nil when none is.
  public mutating func menu(of picture: ScreenPicture) -> SVGFrame? {
    guard let menu = picture.menu else { return nil }
    return with(picture) { canvas in
      let (panel, width, height) = canvas.menuPanel(menu)
      var body = SVGMarkup()
      body.rectangle(0, 0, width + 16, height + 16, radius: canvas.look.menuRadius + 4, fill: canvas.look.wallpaper[0])
      body.use(panel, 8, 8)
      return SVGFrame(
        width: Int(width) + 16, height: Int(height.rounded(.up)) + 16, words: ScreenWords.text(menu), body: body.text)
    }
  }

  /// Draws one icon as a version shows it, 60 points in size.
  ///
  /// - Parameter package: what the app was added as; without it a stand-in is drawn.
  public mutating func frame(of picture: IconPicture, ofPackage package: String, os: OSVersion) -> SVGFrame {
    let appearance: ScreenAppearance =
      switch picture.appearance {
      case .light: .light
      case .dark: .dark
      case .tinted: .tinted
      case .clear: .clear
      }
    let part = painter.icon(
      ScreenPicture.Artwork(picture: picture, package: package, seed: package), size: 60,
      ScreenLook(os: os, appearance: appearance.known(to: os)), in: &pool)
    var body = SVGMarkup()
    body.use(part)
    return SVGFrame(width: 60, height: 60, words: SVGText.clean(ScreenLines.of(picture)), body: body.text)
  }

  private mutating func with<Result>(
    _ picture: ScreenPicture, _ body: (inout ScreenCanvas) -> Result
  ) -> Result {
    let look = ScreenLook(os: picture.os, appearance: picture.appearance, tint: picture.tint)
    var canvas = ScreenCanvas(
      picture: picture, look: look, layout: ScreenLayout(picture), painter: painter, pool: pool)
    // The canvas alone has them now, so that nothing is copied when it adds something.
    painter = IconPainter(pixelsPerPoint: 1)
    pool = SVGPool()
    let result = body(&canvas)
    painter = canvas.painter
    pool = canvas.pool
    return result
  }
}
