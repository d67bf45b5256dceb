import AppPackages

/// What lint wants to know of a picture's pixels.
public struct PixelSummary: Sendable, Equatable {
  /// The smallest alpha of any pixel: 255 when all are opaque.
  public let smallestAlpha: UInt8

  init?(at path: String, in tree: any FileTree) {
    guard let bytes = try? tree.read(path), let header = try? ImageHeader.read(bytes), header.format == .png
    else { return nil }
    guard header.hasAlphaChannel else {
      smallestAlpha = 255
      return
    }
    guard let pixels = try? ImagePixels.decode(bytes) else { return nil }
    smallestAlpha = stride(from: 3, to: pixels.rgba.count, by: 4).reduce(255) { min($0, pixels.rgba[$1]) }
  }
}
