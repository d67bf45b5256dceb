public import AppPackages
public import HomeScreenSimulator

/// Draws single icons of one app, all with the parts of one pool: what an icon sheet is made of.
public struct IconDrawing {
  /// The parts of all frames that were drawn.
  public private(set) var pool = SVGPool()
  /// What the last frame leaves out or draws in place of something else; a page that shows it has to say so.
  public private(set) var remarks: [String] = []
  private var painter: IconPainter
  private let os: OSVersion
  private static let package = "app"
  /// The side of a frame in points; pages show it as large as they like.
  private static let side = 60.0

  /// Draws icons as a version shows them.
  ///
  /// - Parameter pixelsPerPoint: pixels that are kept for each of 60 points; 3 is what the best screens show.
  public init(_ package: AppPackage, os: OSVersion = .newest, pixelsPerPoint: Int = 3) {
    self.os = os
    painter = IconPainter(pixelsPerPoint: pixelsPerPoint, marksDoubts: false)
    painter.add(package, as: Self.package)
  }

  /// Draws a picture as the system shows it in a look, 60 points in size.
  ///
  /// - Parameter words: what it is, for who does not see it.
  public mutating func frame(
    of picture: IconPicture, appearance: ScreenAppearance = .light, words: String
  ) -> SVGFrame {
    let look = ScreenLook(os: os, appearance: appearance.known(to: os))
    let part = painter.icon(Self.artwork(picture), size: Self.side, look, in: &pool)
    remarks = painter.remarks(onPart: part)
    var body = SVGMarkup()
    if look.icons.icons == .clear {
      // Glass is seen by what lies behind it.
      let outline = IconMask.path(side: Self.side, share: look.cornerShare)
      body.append("<path d=\"\(outline)\" fill=\"\(look.wallpaper[0])\"/>")
    }
    body.use(part)
    return SVGFrame(width: 60, height: 60, words: SVGText.clean(words), body: body.text)
  }

  private static func artwork(_ picture: IconPicture) -> ScreenPicture.Artwork {
    ScreenPicture.Artwork(picture: picture, package: package, seed: package)
  }

  /// Whether one sees through the picture somewhere; false where there are no pixels.
  public mutating func isTransparent(_ picture: IconPicture) -> Bool {
    painter.isTransparent(Self.artwork(picture))
  }

  /// The icon as a PNG with transparent corners, in as many pixels as the surface has.
  ///
  /// - Throws: ``IconDrawingError`` where there are no pixels.
  public mutating func png(of picture: IconPicture, appearance: ScreenAppearance = .light) throws -> [UInt8] {
    let look = ScreenLook(os: os, appearance: appearance.known(to: os))
    let pixels = try painter.pixels(
      Self.artwork(picture), side: picture.pixels, look)
    guard let file = PNGWriter.write(IconMask.applied(to: pixels, share: look.cornerShare)) else {
      throw IconDrawingError(reason: "out of memory for the picture")
    }
    return file
  }
}
