public import AppPackages
public import HomeScreenSimulator

/// The pixels of icons as a screen shows them, masked: for where there are no drawings, such as terminals.
public struct IconPixels {
  private var painter = IconPainter(pixelsPerPoint: 1)
  private let os: OSVersion

  /// Icons as a version shows them.
  public init(os: OSVersion) { self.os = os }

  /// Tells where the pixels of an app are.
  ///
  /// - Parameter identifier: as in ``Device/packages``.
  public mutating func add(_ package: AppPackage, as identifier: String) { painter.add(package, as: identifier) }

  /// The pixels of an icon; where it has none, those of the system's placeholder, and where they are not at hand, a plain
  /// colour of the app's own.
  public mutating func square(_ artwork: ScreenPicture.Artwork, side: Int) -> ImagePixels {
    let look = ScreenLook(os: os, appearance: .light)
    let pixels =
      (try? painter.pixels(artwork, side: side, look))
      ?? (artwork.picture.isPlaceholder ? Self.placeholder(side) : Self.standIn(artwork, side, look))
    return IconMask.applied(to: pixels, share: look.cornerShare)
  }

  private static func standIn(_ artwork: ScreenPicture.Artwork, _ side: Int, _ look: ScreenLook) -> ImagePixels {
    let colour = IconStandIn(name: artwork.picture.iconName ?? "", seed: artwork.seed).colour(look)
    let value = UInt32(colour.dropFirst(), radix: 16) ?? 0
    let pixel = [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255), 255]
    return ImagePixels(width: side, height: side, rgba: (0..<side * side).flatMap { _ in pixel })
  }

  /// A grey square with a cross of lines.
  private static func placeholder(_ side: Int) -> ImagePixels {
    var rgba: [UInt8] = []
    rgba.reserveCapacity(side * side * 4)
    let width = max(1, side / 24)
    for y in 0..<side {
      for x in 0..<side {
        let isLine = abs(x - y) < width || abs(x + y - side + 1) < width
        let value: UInt8 = isLine ? 0xA8 : 0xE6
        rgba += [value, value, value, 255]
      }
    }
    return ImagePixels(width: side, height: side, rgba: rgba)
  }
}
