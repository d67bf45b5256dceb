public import Platform

/// How far one can see through a picture. Its colours are not looked at, and its pixels not kept.
public struct PixelSummary: Sendable, Equatable {
  /// How many pixels the picture has.
  public let count: Int
  /// Alpha of the pixel in the upper left corner: 255 is opaque.
  public let cornerAlpha: UInt8
  /// The smallest alpha of any pixel: 255 when all are opaque.
  public let smallestAlpha: UInt8
  /// Pixels that one can see through: those with an alpha below 250.
  public let transparentCount: Int
  /// Pixels with an alpha of 250 to 254, which drawing programs leave at rounded edges and nobody sees.
  public let nearlyOpaqueCount: Int

  /// The share of pixels that one can see through, from 0 to 1.
  public var transparentShare: Double { Double(transparentCount) / Double(count) }

  /// What counts as opaque for a person.
  private static let visibleLimit = 250

  /// - Parameter counts: of the pixels of each alpha.
  init(_ counts: [Int], cornerAlpha: UInt8) {
    count = counts.reduce(0, +)
    self.cornerAlpha = cornerAlpha
    smallestAlpha = UInt8(counts.firstIndex { $0 > 0 } ?? 255)
    transparentCount = counts[..<Self.visibleLimit].reduce(0, +)
    nearlyOpaqueCount = counts[Self.visibleLimit..<255].reduce(0, +)
  }

  /// Looks at pixels that are decoded already.
  public init(_ pixels: ImagePixels) {
    var counts = [Int](repeating: 0, count: 256)
    for place in stride(from: 3, to: pixels.rgba.count, by: 4) { counts[Int(pixels.rgba[place])] += 1 }
    self.init(counts, cornerAlpha: pixels.rgba.count > 3 ? pixels.rgba[3] : 255)
  }

  /// Looks at a PNG in a file tree. Of one without alpha channel the first bytes are read only.
  ///
  /// - Throws: ``ImageProblem``: another format, damage, or more than `maximumPixels`, which is found out before anything
  ///   is decoded.
  public static func read(
    _ path: String, in tree: any FileTree, maximumPixels: Int = ImagePixels.usualMaximumPixels
  ) throws(ImageProblem) -> PixelSummary {
    let header = try ImageHeader.read(path, in: tree, size: .max)
    if header.format == .png, !header.hasAlphaChannel { return opaque(header) }
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try tree.read(path)
    } catch {
      throw ImageProblem(kind: .unreadable, message: error.message, hint: error.hint)
    }
    return try read(bytes, maximumPixels: maximumPixels)
  }

  /// The same for the bytes of a PNG.
  public static func read(
    _ bytes: [UInt8], maximumPixels: Int = ImagePixels.usualMaximumPixels
  ) throws(ImageProblem) -> PixelSummary {
    let reader = try PNGPixelReader(bytes, maximumPixels: maximumPixels)
    guard reader.header.hasAlphaChannel else { return opaque(reader.header) }
    return PixelSummary(try reader.read())
  }

  private static func opaque(_ header: ImageHeader) -> PixelSummary {
    var counts = [Int](repeating: 0, count: 256)
    counts[255] = header.width * header.height
    return PixelSummary(counts, cornerAlpha: 255)
  }
}
