/// The pixels of a picture: RGBA, 8 bits each, not premultiplied, rows from the top, without gaps.
public struct ImagePixels: Sendable, Equatable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// `4 * width * height` bytes.
  public let rgba: [UInt8]

  /// Pixels that were made elsewhere; there must be as many bytes as width and height say.
  public init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(width >= 0 && height >= 0 && rgba.count == 4 * width * height, "bytes that are not a picture")
    self.width = width
    self.height = height
    self.rgba = rgba
  }

  /// 4096 × 4096, 64 MiB of pixels: sixteen times what an icon needs.
  public static let usualMaximumPixels = 4096 * 4096

  /// Decodes a PNG of any colour type and depth, interlaced or not, standard or Apple's CgBI.
  ///
  /// 16-bit samples are rounded to 8 bits, colours are taken as they stand (no profile, no gamma).
  ///
  /// - Throws: ``ImageProblem``: another format, damage (checksums included), or more than `maximumPixels`, which is
  ///   found out before anything is decoded.
  public static func decode(
    _ bytes: [UInt8], maximumPixels: Int = usualMaximumPixels
  ) throws(ImageProblem) -> ImagePixels {
    try PNGPixelReader(bytes, maximumPixels: maximumPixels).read()
  }

  /// Whether any pixel of a PNG is not fully opaque. Another question than ``ImageHeader/hasAlphaChannel``: most icons
  /// have the channel and use none of it.
  ///
  /// Decodes row by row up to the first such pixel; without an alpha channel nothing is decoded.
  ///
  /// - Parameter limit: what counts as opaque. Drawing programs leave alphas of 250 to 254 at rounded edges that nobody
  ///   sees; a limit of 250 overlooks them.
  public static func hasTransparentPixels(
    _ bytes: [UInt8], below limit: UInt8 = 255, maximumPixels: Int = usualMaximumPixels
  ) throws(ImageProblem) -> Bool {
    let reader = try PNGPixelReader(bytes, maximumPixels: maximumPixels)
    guard reader.header.hasAlphaChannel else { return false }
    var found = false
    try reader.forEachPixel { _, _, pixel in
      found = pixel.alpha < limit
      return !found
    }
    return found
  }

  /// Whether any pixel is not fully opaque.
  public var hasTransparentPixels: Bool { stride(from: 3, to: rgba.count, by: 4).contains { rgba[$0] < 255 } }

  /// The four bytes of one pixel; x and y must be inside.
  public subscript(x: Int, y: Int) -> [UInt8] {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "a pixel outside of the picture")
    let place = 4 * (y * width + x)
    return Array(rgba[place..<place + 4])
  }
}
